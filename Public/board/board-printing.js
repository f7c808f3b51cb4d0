/** Prints a board: on one sheet of its own size, pages as images, ink as vectors. */

import { boardDrawing, printedFrame } from "./board-print.js";

/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("./board-page-source.js").BoardPageSource} BoardPageSource */

/** Image pixels for a board unit: 288 to the inch. */
const PIXELS_PER_UNIT = 3;

/** No page's image is wider. */
const WIDEST = 4096;

/**
 * Opens the browser's own printing; the server makes PDFs (`board-exporting.js`).
 * @param {BoardModel} model
 * @param {BoardPageSource} pages
 */
export async function printBoard(model, pages) {
  const aspectOf = (/** @type {import("./saving/board-file.js").Card} */ card) => model.aspectOf(card);
  const frame = printedFrame(model.board, aspectOf);
  if (!frame) return;
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
