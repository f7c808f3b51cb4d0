/** A timer whose time goes on when a test says so. */
export class FakeTimer {
  #now = 0;
  #due = null;

  /** How many calls wait. */
  get pending() {
    return this.#due ? 1 : 0;
  }

  set(milliseconds, action) {
    this.#due = { at: this.#now + milliseconds, action };
  }

  clear() {
    this.#due = null;
  }

  /** Lets time go by, with all that is due in it. */
  run(milliseconds) {
    const end = this.#now + milliseconds;
    while (this.#due && this.#due.at <= end) {
      const { at, action } = this.#due;
      this.#now = at;
      this.#due = null;
      action();
    }
    this.#now = end;
  }
}
