/** A board as one drawing: pages as images, ink as paths. For printing. */

import { unionOf } from "../gestures/geometry/index.js";
import { cardBounds } from "./card-geometry.js";
import { shownInk } from "../ink/ink-colors.js";
import { tracePath } from "../ink/ink-drawing.js";
import { PathWriter } from "../ink/path-writer.js";
import { stacked } from "./stacking.js";
import { strokeBounds } from "../ink/stroke-geometry.js";

/** @typedef {import("./saving/board-file.js").Board} Board */
/** @typedef {import("./saving/board-file.js").Card} Card */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("./board-pages.js").BoardPages} BoardPages */

const SVG = "http://www.w3.org/2000/svg";

/** White around the drawing, in board units. */
const MARGIN = 24;

/**
 * The printed part of a board, in board units.
 * @param {Board} board
 * @param {(card: Card) => number} aspectOf
 * @returns {Rect | null} null where there is nothing
 */
export function printedFrame({ cards, strokes }, aspectOf) {
  const frame = unionOf([...cards.map((card) => cardBounds(card, aspectOf(card))), ...strokes.map(strokeBounds)]);
  if (!frame) return null;
  const { x, y, width, height } = frame;
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

/**
 * @param {Board} board
 * @param {Rect} frame
 * @param {(card: Card) => number} aspectOf
 * @param {(card: Card) => string | null} urlOf its image
 */
function boardDrawing(board, frame, aspectOf, urlOf) {
  const { x, y, width, height } = frame;
  const drawing = svg("svg", { viewBox: `${x} ${y} ${width} ${height}`, class: "board-print" });
  for (const card of stacked(board.cards)) drawing.append(cardDrawing(card, aspectOf(card), urlOf(card)));
  for (const stroke of board.strokes) drawing.append(strokeDrawing(stroke));
  return drawing;
}

/**
 * @param {Card} card
 * @param {number} aspect
 * @param {string | null} url
 */
function cardDrawing({ x, y, width, scale, rotation }, aspect, url) {
  const box = { x: -width / 2, y: (-width * aspect) / 2, width, height: width * aspect };
  const group = svg("g", { transform: `translate(${x} ${y}) rotate(${rotation}) scale(${scale})` });
  group.append(svg("rect", { ...box, fill: "#ffffff", stroke: "#d9d4cc" }));
  if (url) group.append(svg("image", { ...box, href: url, preserveAspectRatio: "none" }));
  return group;
}

/** @param {import("./saving/board-file.js").Stroke} stroke */
function strokeDrawing(stroke) {
  const path = new PathWriter();
  const { width } = tracePath(path, stroke);
  const color = shownInk(stroke.color, false);
  if (width === null) return svg("path", { d: path.text, fill: color });
  return svg("path", {
    "d": path.text, "fill": "none", "stroke": color, "stroke-width": width, "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
}

/**
 * @param {string} name
 * @param {Readonly<Record<string, string | number>>} attributes
 */
function svg(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Image pixels for a board unit: 288 to the inch. */
const PIXELS_PER_UNIT = 3;

/** No page's image is wider. */
const WIDEST = 4096;

/**
 * Opens the browser's own printing; the server makes PDFs (`board-exporting.js`).
 * @param {BoardModel} model
 * @param {BoardPages} pages
 * @returns {Promise<boolean>} whether there is anything to print
 */
export async function printBoard(model, pages) {
  // Cards that have not been in sight yet are printed, too.
  await pages.wantAll(model.board.cards.map(({ document: id }) => id));
  const aspectOf = (/** @type {import("./saving/board-file.js").Card} */ card) => model.aspectOf(card);
  const frame = printedFrame(model.board, aspectOf);
  if (!frame) return false;
  const drawing = boardDrawing(model.board, frame, aspectOf, ({ document, page, width, scale }) => pages.imageUrl(
    document, page, Math.min(WIDEST, Math.round(width * scale * PIXELS_PER_UNIT)),
  ));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { size: ${frame.width}px ${frame.height}px; margin: 0; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.body.append(drawing);
  try {
    await Promise.all([...drawing.querySelectorAll("image")].map(loaded));
    window.print();
    return true;
  } finally {
    drawing.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }
}

/** @param {Element} image */
async function loaded(image) {
  const waiting = new Image();
  waiting.src = image.getAttribute("href") ?? "";
  await waiting.decode().catch(() => undefined);
}
