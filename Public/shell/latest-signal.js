/** The signal of the latest of several things that take the place of one another: it aborts when the next one comes. */
export class LatestSignal {
  #controller = new AbortController();

  get current() {
    return this.#controller.signal;
  }

  /** @returns {AbortSignal} of the next one */
  next() {
    this.abort();
    this.#controller = new AbortController();
    return this.current;
  }

  abort() {
    this.#controller.abort();
  }
}
