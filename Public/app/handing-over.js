/** Documents that other apps hand over, as far as the app knows them before the first list; the rest comes after it. */

import { LazyModule } from "../shell/lazy-module.js";
import { HandOverQueue } from "./hand-over-queue.js";

/** @typedef {import("./hand-overs.js").HandOverParts} HandOverParts */

const handOvers = new LazyModule(() => import("./hand-overs.js"));

export class HandingOver {
  queue = new HandOverQueue();
  /** @type {import("./hand-overs.js").HandOvers | null} */
  #opened = null;

  /**
   * Shows what is handed over from now on, and what was before.
   * @param {Omit<HandOverParts, "queue">} parts
   * @param {() => boolean} isOver whether the session has ended meanwhile
   * @param {AbortSignal} signal
   */
  async begin(parts, isOver, signal) {
    const part = await handOvers.load().catch(() => null);
    if (!part || isOver()) return;
    this.#opened = new part.HandOvers({ ...parts, queue: this.queue }, signal);
    await this.#opened.begin();
  }

  /** @param {import("../api/event-stream.js").ServerEvent} event one that comes before the rest is among those that are asked for */
  heard({ document, handOver }) {
    if (handOver) this.#opened?.heard(document, handOver);
  }

  /** @param {string | null} id of the document that is shown; null where something else is */
  turned(id) {
    this.#opened?.turned(id);
  }

  goOn() {
    return this.#opened?.goOn();
  }

  /** @param {string} id */
  dismiss(id) {
    this.#opened?.dismiss(id);
  }
}
