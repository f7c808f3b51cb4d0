/**
 * Writes of one key are sent one after the other, so that the last one wins. Writes of different keys do not wait for
 * each other.
 *
 *     waiting ──the write before is answered──► sent ──► done
 *        └────────── the page is left: the last write of each is sent at once ───────────┘
 */

/** @typedef {{readonly send: () => Promise<unknown>, readonly done: (sent: Promise<unknown>) => void}} Write */

/** @typedef {{readonly waiting: Write[], sent: Promise<unknown>, ended: Promise<unknown>}} Line */

export class KeyedWrites {
  /**
   * Those of which something is on its way.
   * @type {Map<string, Line>}
   */
  #lines = new Map();
  #begun = 0;

  /** How many were asked for: another number says that one more was meanwhile. */
  get begun() {
    return this.#begun;
  }

  /**
   * @param {string} key what it is about
   * @param {() => Promise<unknown>} send
   * @returns {Promise<unknown>} as it was sent
   */
  write(key, send) {
    this.#begun += 1;
    return new Promise((done) => {
      const line = this.#lines.get(key);
      if (line) line.waiting.push({ send, done });
      else this.#begin(key, { send, done });
    });
  }

  /** Once nothing is on its way. */
  async ended() {
    while (this.#lines.size) await Promise.all([...this.#lines.values()].map(({ ended }) => ended));
  }

  /** Sends the last word of each thing at once; what was to be said before it is what it is about to replace. */
  flush() {
    for (const line of this.#lines.values()) {
      const last = line.waiting.at(-1);
      if (last) this.#send(line, line.waiting.splice(0), last);
    }
  }

  /**
   * @param {string} key
   * @param {Write} write
   */
  #begin(key, write) {
    /** @type {Line} */
    const line = { waiting: [], sent: Promise.resolve(), ended: Promise.resolve() };
    this.#lines.set(key, line);
    this.#send(line, [write], write);
    line.ended = this.#follow(key, line);
  }

  /**
   * @param {string} key
   * @param {Line} line
   */
  async #follow(key, line) {
    for (;;) {
      // The user may leave meanwhile, and more is sent.
      for (let sent; sent !== line.sent;) await (sent = line.sent);
      const next = line.waiting.shift();
      if (!next) break;
      this.#send(line, [next], next);
    }
    this.#lines.delete(key);
  }

  /**
   * @param {Line} line
   * @param {readonly Write[]} writes that are done with it
   * @param {Write} write
   */
  #send(line, writes, write) {
    const sent = write.send();
    line.sent = Promise.allSettled([line.sent, sent]);
    for (const { done } of writes) done(sent);
  }
}
