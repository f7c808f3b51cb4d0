/**
 * Zoom is in percent, rotation in degrees; `mode` says how the zoom is found.
 * @typedef {{page: number, pageCount: number, zoom: number, rotation: number, mode: string}} ReaderFacts
 */

/**
 * What is told of a board; a screen may tell more. Cards are as in the board's file, with `screen`, their
 * centre in CSS pixels of the window; `undo` and `redo` are the depths of the stacks.
 * @typedef {object} BoardFacts
 * @property {{x: number, y: number, zoom: number, rotation: number}} viewport
 * @property {readonly {id: string, screen: {x: number, y: number}}[]} cards
 * @property {readonly {id: string, points: readonly (readonly number[])[]}[]} strokes
 * @property {readonly string[]} selection
 * @property {number} undo
 * @property {number} redo
 */

/**
 * What `globalThis.sheaf.inspect()` answers: plain JSON for tests and support (DESIGN.md §6).
 *
 * @typedef {object} Inspection
 * @property {"library" | "reader" | "board" | "signed-out"} view
 * @property {string | null} document the id of the document that is open
 * @property {boolean} busy whether anything shown is still loading or moving
 * @property {ReaderFacts | null} reader
 * @property {BoardFacts | null} board
 * @property {{active: number, failed: number, done: number}} uploads
 * @property {{place: string, q: string, sort: string, shown: number, complete: boolean}} library
 */

/** Whether anything in the document is moving. */
export function isMoving() {
  return document.getAnimations().some((animation) => animation.playState === "running");
}
