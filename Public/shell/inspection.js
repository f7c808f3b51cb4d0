/**
 * Zoom is in percent, rotation in degrees; `mode` says how the zoom is found.
 * @typedef {{page: number, pageCount: number, zoom: number, rotation: number, mode: string}} ReaderFacts
 */

/**
 * The facts of a board; a screen may add to them. Cards are as in the board's file, with `screen`, their centre in CSS
 * pixels of the window. `undo` and `redo` are the depths of the stacks.
 * @typedef {object} BoardFacts
 * @property {{x: number, y: number, zoom: number, rotation: number}} viewport
 * @property {readonly {id: string, screen: {x: number, y: number}}[]} cards
 * @property {readonly {id: string, points: readonly (readonly number[])[]}[]} strokes
 * @property {readonly string[]} selection
 * @property {number} undo
 * @property {number} redo
 */

/**
 * Two versions against one another: in which way, and of a text or a board in a sentence what changed.
 * @typedef {object} ComparisonFacts
 * @property {number | "now" | null} with
 * @property {"text" | "pages" | "board"} [kind] left out until it is known
 * @property {number} [page]
 * @property {string} [mode]
 * @property {"before" | "after" | null} [seen] which one is seen where one is in the place of the other
 * @property {string} [summary]
 */

/**
 * The answer of `globalThis.sheaf.inspect()`: plain JSON for tests and support (DESIGN.md §6).
 *
 * @typedef {object} Inspection
 * @property {"library" | "reader" | "text" | "board" | "comparison" | "settings" | "signed-out" | "nowhere"} view
 * @property {string | null} document the id of the document that is open
 * @property {boolean} busy whether anything shown is still loading or moving
 * @property {ReaderFacts | null} reader
 * @property {BoardFacts | null} board
 * @property {{length: number, saving: string} | null} text a text that is edited, and whether it is saved
 * @property {number | null} version the earlier version that is shown; null for what the document is now
 * @property {ComparisonFacts | null} comparison
 * @property {{listed: boolean, count: number, complete: boolean}} versions those that are listed
 * @property {{active: number, failed: number, done: number}} uploads
 * @property {import("./actions.js").Ended | null} action the one that ended last, and how
 * @property {{place: string, folder: string, q: string, sort: string, shown: number, complete: boolean, folders:
 *   readonly string[]}} library
 */

/** The answer where no document is open. */
export const NOTHING_OPEN = Object.freeze({
  view: /** @type {Inspection["view"]} */ ("library"), reader: null, board: null, text: null, version: null, comparison: null,
  versions: Object.freeze({ listed: false, count: 0, complete: false }),
});

/** The answer while the screens of documents are loading. */
export const COMING = Object.freeze({ ...NOTHING_OPEN, view: /** @type {Inspection["view"]} */ ("reader") });

export function isMoving() {
  return document.getAnimations().some((animation) => animation.playState === "running");
}
