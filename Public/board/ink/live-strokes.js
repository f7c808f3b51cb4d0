/** Strokes that are being drawn: each finger draws its own. */

import { StrokeBuilder } from "../../ink/stroke-builder.js";

/** @typedef {import("../board-model.js").BoardModel} BoardModel */
/** @typedef {import("../../ink/stroke-builder.js").InkSample} InkSample */
/** @typedef {string | number} StrokeKey whatever tells one finger from another while it is down */

export class LiveStrokes {
  #model;
  #newId;
  #changed;
  /** @type {Map<StrokeKey, StrokeBuilder>} */
  #live = new Map();

  /**
   * @param {BoardModel} model
   * @param {() => string} newId
   * @param {() => void} changed called when a stroke that is being drawn has changed
   */
  constructor(model, newId, changed) {
    this.#model = model;
    this.#newId = newId;
    this.#changed = changed;
  }

  /** Those that are being drawn, in the order of their beginnings. */
  get live() {
    return [...this.#live.values()];
  }

  /**
   * Puts the pen down. A key that is down already begins anew; what it drew is kept.
   * @param {StrokeKey} key
   * @param {InkSample} sample in the view
   */
  begin(key, sample) {
    if (this.#model.readOnly) return;
    this.end(key);
    const { zoom } = this.#model.viewport;
    const { color, width } = this.#model.pen;
    this.#live.set(key, new StrokeBuilder({ id: this.#newId(), color, width: width / zoom }, zoom));
    this.extend(key, [sample]);
  }

  /**
   * Goes on; a key that is not down is no stroke.
   * @param {StrokeKey} key
   * @param {readonly InkSample[]} samples in the view
   * @param {readonly InkSample[]} [predicted] where the pen is going to be; shown once, never kept
   */
  extend(key, samples, predicted = []) {
    const builder = this.#live.get(key);
    if (!builder) return;
    builder.extend(samples.map((sample) => this.#onBoard(sample)), predicted.map(
      (sample) => this.#onBoard(sample),
    ));
    this.#changed();
  }

  /**
   * Lifts the pen: the stroke becomes part of the board, a step of undo of its own.
   * @param {StrokeKey} key
   * @returns {string | null} the stroke; null where nothing was drawn
   */
  end(key) {
    const builder = this.#live.get(key);
    this.#live.delete(key);
    const stroke = builder?.finish();
    if (stroke) this.#model.run({ type: "draw", stroke });
    if (builder) this.#changed();
    return stroke?.id ?? null;
  }

  /**
   * Throws a stroke away: it was the palm of the hand.
   * @param {StrokeKey} key
   */
  discard(key) {
    if (this.#live.delete(key)) this.#changed();
  }

  /**
   * @param {InkSample} sample
   * @returns {InkSample}
   */
  #onBoard(sample) {
    return { ...sample, ...this.#model.viewport.toBoard(sample) };
  }
}
