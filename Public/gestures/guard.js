/** Calls into code that is not ours: what it throws is reported and goes no further. */

/**
 * Told what a callback threw, and which one it was. Does not throw.
 * @typedef {(error: unknown, where: string) => void} Report
 */

/**
 * Writes to the console, as an uncaught error would.
 * @type {Report}
 */
export const reportToConsole = (error, where) => console.error(`gestures: ${where}:`, error);

/**
 * The result of `call`, or `fallback` when it throws.
 * @template Result
 * @param {Report} report
 * @param {string} where for the report
 * @param {Result} fallback
 * @param {() => Result} call
 * @returns {Result}
 */
export function guarded(report, where, fallback, call) {
  try {
    return call();
  } catch (error) {
    notify(report, error, where);
    return fallback;
  }
}

/**
 * Reports an exception of a call that is too frequent to be wrapped: `where` is made only after it was thrown.
 * @param {Report} report
 * @param {unknown} error
 * @param {string} where
 */
export function notify(report, error, where) {
  try {
    report(error, where);
  } catch {
    // The reporter itself threw.
  }
}
