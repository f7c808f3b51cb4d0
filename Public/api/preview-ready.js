/**
 * Contents that the server has opened for the first time: pictures and facts of them can be had from then on.
 *
 * The event stream tells of them (`preview.ready`), and cards and panels wait for the contents that they show.
 */

/** @typedef {import("./event-stream.js").PreviewNotice} PreviewNotice */

/** @type {Set<(notice: PreviewNotice) => void>} */
const waiting = new Set();

/** @param {PreviewNotice} notice */
export function tellReady(notice) {
  for (const action of [...waiting]) action(notice);
}

/**
 * Calls back for each content that becomes ready, of whatever document.
 * @param {(notice: PreviewNotice) => void} action
 * @param {AbortSignal} signal ends it
 */
export function whenReady(action, signal) {
  waiting.add(action);
  signal.addEventListener("abort", () => waiting.delete(action), { once: true });
}
