/** A stroke that is one of those that were taught. */

import { StrokeGestureRecognizer } from "./stroke.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../strokes/unistroke-recognizer.js").UnistrokeMatch} UnistrokeMatch */
/** @typedef {import("../strokes/unistroke-recognizer.js").UnistrokeRecognizer} UnistrokeRecognizer */

/** Discrete; decided when the finger lifts. */
export class UnistrokeGestureRecognizer extends StrokeGestureRecognizer {
  #names;
  /** @type {UnistrokeMatch | null} */
  #match = null;

  /**
   * @param {UnistrokeRecognizer} templates what was taught
   * @param {readonly string[]} [names] the classes that are meant; all of them when it is missing
   */
  constructor(templates, names) {
    super();
    this.templates = templates;
    this.#names = names;
  }

  /** The match; null but in the action. */
  get match() {
    return this.#match;
  }

  /**
   * @override
   * @protected
   * @param {readonly Point[]} points
   */
  judge(points) {
    this.#match = this.templates.recognize(points);
    return this.#match !== null && (this.#names?.includes(this.#match.name) ?? true);
  }

  /** @override */
  reset() {
    super.reset();
    this.#match = null;
  }
}
