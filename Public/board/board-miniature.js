/**
 * A board painted small: where pages lie and where lines go. Several that are compared are painted in one frame, so that a
 * page that was moved lies elsewhere in the picture, too.
 */

import { element } from "../shell/element.js";
import { inkPlace, strokeBounds } from "../ink/stroke-geometry.js";
import { shownInk } from "../ink/ink-colors.js";
import { unionOf } from "../gestures/geometry/index.js";
import { cardBounds, cardSize } from "./card-geometry.js";
import { stacked } from "./stacking.js";

/** @typedef {import("./saving/board-file.js").Board} Board */
/** @typedef {import("./saving/board-file.js").Card} Card */
/** @typedef {import("./saving/board-file.js").Stroke} Stroke */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */

/**
 * @typedef {object} MiniatureParts
 * @property {Rect} frame what is painted, in board units
 * @property {(card: Card) => number} aspectOf
 * @property {(card: Card) => CanvasImageSource | null} pictureOf its page, where that is at hand
 * @property {boolean} dark
 */

/** In pixels of the picture; the screen shows it in half of them. */
const WIDE = 300;
const HIGH = 200;
const MARGIN = 8;

/** The least width of a line, and how far apart its points are, in pixels. */
const HAIR = 1.5;

const SHEET = "#ffffff";
const RIM = "#a8a196";

/** As many pages of a board are painted, the largest ones; others are blank sheets. */
const MOST_PICTURES = 24;

export class BoardMiniature {
  element = element("canvas", { width: WIDE, height: HIGH, "aria-hidden": "true" });

  /**
   * @param {Board} board
   * @param {MiniatureParts} parts
   */
  paint({ cards, strokes }, { frame, aspectOf, pictureOf, dark }) {
    const context = this.element.getContext("2d");
    if (!context) return;
    const scale = scaleIn(frame);
    context.resetTransform();
    context.clearRect(0, 0, WIDE, HIGH);
    context.translate(WIDE / 2, HIGH / 2);
    context.scale(scale, scale);
    context.translate(-frame.x - frame.width / 2, -frame.y - frame.height / 2);
    const pixel = 1 / scale;
    for (const card of stacked(cards)) paintCard(context, card, cardSize(card, aspectOf(card)), { picture: pictureOf(card), pixel });
    [context.lineCap, context.lineJoin] = ["round", "round"];
    for (const stroke of strokes) paintStroke(context, stroke, shownInk(stroke.color, dark), pixel);
  }
}

/**
 * The frame around all that lies on boards; a small one where nothing does.
 * @param {readonly Board[]} boards
 * @param {(card: Card) => number} aspectOf
 * @returns {Rect}
 */
export function commonFrame(boards, aspectOf) {
  const frames = boards.flatMap(({ cards, strokes }) => [
    ...cards.map((card) => cardBounds(card, aspectOf(card))), ...strokes.map(strokeBounds),
  ]);
  return unionOf(frames) ?? { x: 0, y: 0, width: WIDE, height: HIGH };
}

/**
 * The cards whose pages can be told in a picture, with the pixels that these are wide there.
 * @param {Board} board
 * @param {Rect} frame
 */
export function picturedCards({ cards }, frame) {
  const scale = scaleIn(frame);
  return cards.map((card) => ({ card, width: card.width * card.scale * scale }))
    .sort((a, b) => b.width - a.width).slice(0, MOST_PICTURES);
}

/** @param {Rect} frame */
function scaleIn({ width, height }) {
  return Math.min((WIDE - 2 * MARGIN) / Math.max(width, 1), (HIGH - 2 * MARGIN) / Math.max(height, 1));
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Card} card
 * @param {{width: number, height: number}} size in board units
 * @param {{picture: CanvasImageSource | null, pixel: number}} look
 */
function paintCard(context, { x, y, rotation }, { width, height }, { picture, pixel }) {
  const [left, top] = [-width / 2, -height / 2];
  context.save();
  context.translate(x, y);
  context.rotate((rotation * Math.PI) / 180);
  context.fillStyle = SHEET;
  context.fillRect(left, top, width, height);
  if (picture) context.drawImage(picture, left, top, width, height);
  context.strokeStyle = RIM;
  context.lineWidth = pixel;
  context.strokeRect(left, top, width, height);
  context.restore();
}

/**
 * As straight lines of one width: so small, neither pressure nor curves are seen.
 * @param {CanvasRenderingContext2D} context
 * @param {Stroke} stroke
 * @param {string} color
 * @param {number} pixel in board units
 */
function paintStroke(context, { points, width }, color, pixel) {
  const places = points.map(inkPlace);
  let last = places[0] ?? { x: 0, y: 0 };
  context.beginPath();
  // Off by a trace: a line of no length is not drawn, and a tap is a dot.
  context.moveTo(last.x - pixel / 100, last.y);
  places.forEach((place, index) => {
    const isNear = Math.hypot(place.x - last.x, place.y - last.y) < HAIR * pixel;
    if (isNear && index < places.length - 1) return;
    last = place;
    context.lineTo(place.x, place.y);
  });
  context.strokeStyle = color;
  context.lineWidth = Math.max(width, HAIR * pixel);
  context.stroke();
}
