/** Time as a browser has it, for what is given its clock. */

/**
 * Calls `step` with the milliseconds since the first frame, frame by frame.
 * @param {(milliseconds: number) => void} step
 * @returns {() => void} ends it
 */
export function animationFrames(step) {
  let start = -1;
  const next = (/** @type {number} */ now) => {
    if (start < 0) start = now;
    frame = requestAnimationFrame(next);
    step(now - start);
  };
  let frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}

/** @returns {import("../board/board-saver.js").SaverClock} */
export function browserClock() {
  return {
    now: () => performance.now(),
    after: (milliseconds, action) => {
      const handle = setTimeout(action, milliseconds);
      return () => clearTimeout(handle);
    },
    chance: Math.random,
  };
}
