/** Time and chance as a browser has them, for what is given them. */

/**
 * @typedef {object} BrowserClock
 * @property {() => number} now in milliseconds
 * @property {(milliseconds: number, action: () => void) => () => void} after calls once, unless what it
 *   returned is called before
 * @property {() => number} chance 0 to 1
 */

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

/**
 * Resolves when a condition does not hold any more, which is checked in each frame.
 * @param {() => boolean} holds
 */
export async function untilNot(holds) {
  while (holds()) await new Promise((resolve) => void requestAnimationFrame(resolve));
}

/** @returns {BrowserClock} */
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

/** An id that no other card or stroke has. */
export function randomId() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(8))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
