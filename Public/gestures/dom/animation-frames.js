/** The frames of the page, for scroll views that are drawn in it. */

/**
 * Calls back once, before the next frame is drawn: the `nextFrame` of a `ScrollView`.
 * @param {(now: number) => void} callback
 * @returns {() => void} cancels the call
 */
export function nextAnimationFrame(callback) {
  const handle = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(handle);
}
