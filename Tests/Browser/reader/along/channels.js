/** Channels and locks of a browser with several tabs, for tests: messages come at once, and a lock when its turn has come. */

export class Channels {
  #all = new Set();
  /** All messages that were sent. */
  sent = [];

  open() {
    const channel = {
      onmessage: null,
      postMessage: (data) => {
        this.sent.push(data);
        for (const other of this.#all) if (other !== channel) other.onmessage?.({ data: structuredClone(data) });
      },
      close: () => void this.#all.delete(channel),
    };
    this.#all.add(channel);
    return channel;
  }
}

export class Locks {
  #queue = [];

  request(name, options, callback) {
    return new Promise((resolve, reject) => {
      const asked = { name, mode: options.mode ?? "exclusive", callback, resolve, isHeld: false };
      this.#queue.push(asked);
      options.signal?.addEventListener("abort", () => {
        if (asked.isHeld) return;
        this.#remove(asked);
        reject(new Error("aborted"));
      });
      this.#grant();
    });
  }

  async query() {
    return { held: this.#queue.filter(({ isHeld }) => isHeld), pending: this.#queue.filter(({ isHeld }) => !isHeld) };
  }

  /** A tab is gone without a word: what it holds is given on. */
  drop(name) {
    for (const one of [...this.#queue]) if (one.name === name && one.isHeld) this.#remove(one);
  }

  #remove(one) {
    this.#queue = this.#queue.filter((other) => other !== one);
    this.#grant();
  }

  #grant() {
    for (const one of this.#queue.filter(({ isHeld }) => !isHeld)) {
      const before = this.#queue.slice(0, this.#queue.indexOf(one)).filter(({ name }) => name === one.name);
      if (before.some(({ mode }) => mode === "exclusive" || one.mode === "exclusive")) continue;
      one.isHeld = true;
      void Promise.resolve(one.callback()).then((value) => (one.resolve(value), this.#queue.includes(one) && this.#remove(one)));
    }
  }
}

/** Lets all that waits on promises go on. */
export const later = () => new Promise((resolve) => setImmediate(resolve));
