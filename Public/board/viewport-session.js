/**
 * One hand on the canvas: the view is moved, zoomed and turned until it lets go. Not a step of undo.
 *
 *     begin ─► held ──end──► gliding ──at rest, stop──► done
 *              │  ▲ └── end, too slow; revert ────────────▲
 *        pause ▼  │ resume                                │
 *             paused ────────── end, revert ──────────────┘
 */

import { minus, plus, rect, vec } from "../gestures/geometry/index.js";
import { isSound, similarity } from "./similarity.js";
import { flightWithin, VIEW_THROW_SPEED } from "./flight.js";

/** @typedef {import("./similarity.js").Similarity} Similarity */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("./transform-session.js").Stage} Stage */

/** The canvas has no edges that a flick could reach. */
const EVERYWHERE = rect(-1e6, -1e6, 2e6, 2e6);

export class ViewportSession {
  #model;
  #stage;
  #base;
  #about = vec(0, 0);
  #held = true;
  #paused = false;
  #change = similarity();
  #gliding = false;
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

  get isHeld() {
    return this.#held;
  }

  get gliding() {
    return this.#gliding;
  }

  /**
   * All that has happened since the session began, or since {@link rebase}; a later call replaces an earlier
   * one.
   * @param {Partial<Similarity>} change in the view
   */
  by(change) {
    const whole = similarity(change);
    if (!this.#held || !isSound(whole)) return;
    this.#change = whole;
    if (this.#paused) return;
    this.#about = plus(whole.about, whole.translation);
    this.#model.show(this.#before.moved(whole));
  }

  /** Shows what was seen before until it is resumed: the hand may draw something instead. */
  pause() {
    if (!this.#held || this.#paused) return;
    this.#paused = true;
    this.#model.show(this.#before);
  }

  /** The hand moves it after all, as far as it has gone meanwhile. */
  resume() {
    if (!this.#paused) return;
    this.#paused = false;
    this.by(this.#change);
  }

  /** The viewport before, in the window as it is now. */
  get #before() {
    return this.#base.with({ size: this.#model.viewport.size });
  }

  /** Goes on from here: a finger has come or gone. */
  rebase() {
    this.#base = this.#model.viewport;
  }

  /**
   * Turns it upright about the hand if it nearly is: the hand did not mean such a skew.
   * @param {number} within degrees
   */
  straighten(within) {
    const { viewport } = this.#model;
    if (!this.#held || this.#paused || Math.abs(viewport.rotation) >= within) return;
    this.#model.show(viewport.moved(similarity({ rotation: -viewport.rotation, about: this.#about })));
  }

  /** Shows what was seen before, and lets go. */
  revert() {
    if (!this.#held) return;
    this.#model.show(this.#before);
    this.stop();
  }

  /**
   * Lets go; with some speed the canvas glides on.
   * @param {Point} [velocity] in CSS pixels per second
   */
  end(velocity = vec(0, 0)) {
    if (!this.#held) return;
    this.#held = false;
    const isThrown = !this.#paused && Math.hypot(velocity.x, velocity.y) >= VIEW_THROW_SPEED;
    if (!isThrown || this.#stage.still()) return;
    const base = this.#model.viewport;
    const from = base.middle;
    const flight = flightWithin(from, velocity, EVERYWHERE);
    this.#gliding = true;
    this.#stop = this.#stage.frames((milliseconds) => {
      const { point, done } = flight(milliseconds);
      this.#model.show(base.with({ size: this.#model.viewport.size }).moved(
        similarity({ translation: minus(point, from) }),
      ));
      if (done) this.stop();
    });
  }

  stop() {
    this.#held = false;
    this.#gliding = false;
    this.#stop();
  }
}
