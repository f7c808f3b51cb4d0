/** One pending call that its owner can put off, drop, and never leaves behind. */
export class Timer {
  #signal;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #handle;

  /** @param {AbortSignal} signal when it aborts, what is pending is dropped */
  constructor(signal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => this.clear());
  }

  get pending() {
    return this.#handle !== undefined;
  }

  /**
   * Calls `action` after a time; a call that was pending is dropped.
   * @param {number} milliseconds
   * @param {() => void} action
   */
  set(milliseconds, action) {
    this.clear();
    if (this.#signal.aborted) return;
    this.#handle = setTimeout(() => {
      this.#handle = undefined;
      action();
    }, milliseconds);
  }

  clear() {
    clearTimeout(this.#handle);
    this.#handle = undefined;
  }
}
