/** Waiting between two tries. */

/**
 * Waits so long, or until the connection is back.
 * @param {number} milliseconds
 * @param {AbortSignal} signal ends the waiting
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const ended = () => {
      clearTimeout(timer);
      window.removeEventListener("online", ended);
      signal.removeEventListener("abort", ended);
      resolve();
    };
    const timer = setTimeout(ended, milliseconds);
    window.addEventListener("online", ended);
    signal.addEventListener("abort", ended);
  });
}
