/** Touches that have just lifted: a pen that lands may say that they were the palm. */

import { PALM_BEFORE_PEN } from "./constants.js";

/** @typedef {import("./touch.js").Touch} Touch */

/** Touches that lifted recently enough to be taken back. */
export class RecentTouches {
  /** @type {Touch[]} */
  #gone = [];

  /**
   * A touch has lifted, or was taken away.
   * @param {Touch} touch
   */
  add(touch) {
    this.#gone = this.#gone.filter((other) => touch.timestamp - other.timestamp <= PALM_BEFORE_PEN);
    this.#gone.push(touch);
  }

  /**
   * The touches of a finger that landed just before and have lifted.
   * @param {number} id of the pointer
   * @param {number} time ms
   */
  of(id, time) {
    return this.#gone.filter((touch) => {
      const isOpen = touch.type === "touch" && touch.cancelCause !== "palm";
      return touch.id === id && isOpen && time - touch.startTimestamp <= PALM_BEFORE_PEN;
    });
  }

  /**
   * When the earliest palm landed since which nothing else has touched the surface.
   * @param {readonly Touch[]} palms
   * @param {readonly Touch[]} down
   * @returns {number | null} ms; null where something else has touched it since all of them
   */
  aloneSince(palms, down) {
    const isDown = down.some((touch) => !palms.includes(touch));
    if (isDown) return null;
    const others = this.#gone.filter((touch) => !palms.includes(touch)).map(({ timestamp }) => timestamp);
    const last = Math.max(-Infinity, ...others);
    const alone = palms.map(({ startTimestamp }) => startTimestamp).filter((time) => time >= last);
    return alone.length > 0 ? Math.min(...alone) : null;
  }
}
