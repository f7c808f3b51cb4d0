/** The change that a hand has made since it took hold: the steps of a recognizer, added up. */

import { composed, similarity } from "../similarity.js";

/** @typedef {import("../similarity.js").Similarity} Similarity */
/** @typedef {import("../../gestures/index.js").TransformGestureRecognizer} TransformGestureRecognizer */

export class HeldChange {
  /** @type {Similarity | null} */
  #whole = null;

  /** All of it, in the view. */
  get whole() {
    return this.#whole ?? similarity();
  }

  /**
   * Takes what has changed since the last message, and returns all of it.
   * @param {TransformGestureRecognizer} recognizer
   */
  follow(recognizer) {
    const { translation, scale, rotation, centre } = recognizer.takeStep();
    const step = { translation, scale, rotation: (rotation * 180) / Math.PI, about: centre };
    this.#whole = this.#whole ? composed(this.#whole, step) : step;
    return this.whole;
  }
}
