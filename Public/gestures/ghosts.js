/** Touches that nobody will end: they are cancelled before anything else happens. */

/** @typedef {import("./sample.js").CancelCause} CancelCause */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./touch.js").Touch} Touch */

/**
 * Cancels for pointers that come again without having gone, and for touches whose view has left the window.
 * @param {readonly Touch[]} touches that are down
 * @param {readonly Sample[]} samples that come
 * @param {number} time ms
 * @returns {Sample[]}
 */
export function cancelsForGhosts(touches, samples, time) {
  return touches.flatMap(({ id, view }) => {
    const isRemoved = view.isInWindow === false;
    if (!isRemoved && !samples.some((sample) => comesAgain(sample, id))) return [];
    const cause = /** @type {CancelCause} */ (isRemoved ? "removed" : "system");
    return [{ phase: /** @type {const} */ ("cancelled"), id, time, cause }];
  });
}

/**
 * @param {Sample} sample
 * @param {number} id
 */
function comesAgain(sample, id) {
  return sample.phase === "began" && sample.id === id && sample.type !== "hover";
}
