/** One hand on the desk: the view is moved, zoomed and turned until it lets go. Not a step of undo. */

import { rect } from "../geometry/rect.js";
import { isSound, similarity } from "../geometry/similarity.js";
import { subtract, vec } from "../geometry/vec.js";
import { glide, THROW_SPEED } from "./glide.js";

/** @typedef {import("../geometry/similarity.js").Similarity} Similarity */
/** @typedef {import("../geometry/vec.js").Vec} Vec */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("./transform-session.js").Stage} Stage */

/** The desk has no edges that a flick could reach. */
const EVERYWHERE = rect(-1e6, -1e6, 2e6, 2e6);

export class ViewportSession {
  #model;
  #stage;
  #base;
  #held = true;
  #stop = () => {};

  /**
   * @param {BoardModel} model
   * @param {Stage} stage
   */
  constructor(model, stage) {
    this.#model = model;
    this.#stage = stage;
    this.#base = model.viewport;
  }

  /**
   * All that has happened since the session began, or since {@link rebase}; a later call replaces an earlier
   * one.
   * @param {Partial<Similarity>} change in the view
   */
  by(change) {
    const whole = similarity(change);
    if (!this.#held || !isSound(whole)) return;
    this.#model.show(this.#base.with({ size: this.#model.viewport.size }).moved(whole));
  }

  /** Goes on from here: a finger has come or gone. */
  rebase() {
    this.#base = this.#model.viewport;
  }

  /**
   * Lets go; with some speed the desk glides on.
   * @param {Vec} [velocity] in CSS pixels per second
   */
  end(velocity = vec(0, 0)) {
    if (!this.#held) return;
    this.#held = false;
    if (Math.hypot(velocity.x, velocity.y) < THROW_SPEED || this.#stage.still()) return;
    const base = this.#model.viewport;
    const from = base.middle;
    const flight = glide(from, velocity, EVERYWHERE);
    this.#stop = this.#stage.frames((milliseconds) => {
      const { point, done } = flight(milliseconds);
      this.#model.show(base.with({ size: this.#model.viewport.size }).moved(
        similarity({ translation: subtract(point, from) }),
      ));
      if (done) this.stop();
    });
  }

  /** Ends a flight where it is. */
  stop() {
    this.#held = false;
    this.#stop();
  }
}
