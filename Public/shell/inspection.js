/**
 * Zoom is in percent, rotation in degrees; `mode` says how the zoom is found.
 * @typedef {{page: number, pageCount: number, zoom: number, rotation: number, mode: string}} ReaderFacts
 */

/**
 * What `globalThis.sheaf.inspect()` answers: plain JSON for tests and support (DESIGN.md §6).
 *
 * @typedef {object} Inspection
 * @property {"library" | "reader" | "signed-out"} view
 * @property {string | null} document the id of the document that is open
 * @property {boolean} busy whether anything shown is still loading or moving
 * @property {ReaderFacts | null} reader
 * @property {null} board there are no boards yet
 * @property {{active: number, failed: number, done: number}} uploads
 * @property {{place: string, q: string, sort: string, shown: number, complete: boolean}} library
 */

/** Whether anything in the document is moving. */
export function isMoving() {
  return document.getAnimations().some((animation) => animation.playState === "running");
}
