/**
 * Moving, scaling and turning as one gesture: what is under the fingers stays under them, with one
 * finger, two, or one again.
 */

import { PAN_SLOP, PINCH_SLOP, SHORTEST_SPAN } from "../constants.js";
import { bearing, centroid, distance, minus, ORIGIN } from "../point.js";
import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";
import { VelocityTracker } from "../velocity-tracker.js";
import { shortestTurn } from "./rotation.js";

/** @typedef {import("../point.js").Point} Point */
/** @typedef {import("../touch.js").Touch} Touch */

/**
 * A similarity, as a change of what it is applied to: scale and turn about `centre`, then move.
 * @typedef {{readonly translation: Point, readonly scale: number, readonly rotation: number, readonly centre: Point}} Step
 */

/** @typedef {{readonly centre: Point, readonly span: number, readonly bearing: number}} Grip */

/**
 * @typedef {object} TransformOptions
 * @property {number} [slop] px the middle must go before it begins; 10 when it is missing
 * @property {number} [minimumTouches] 1 when it is missing; it also ends below this
 */

/**
 * Continuous. Each message carries a {@link step}: what has changed since the message before, on the surface.
 * Steps add up exactly, and none is lost while the recognizer waits for others to fail.
 */
export class TransformGestureRecognizer extends GestureRecognizer {
  #grip = gripOf([]);
  /** @type {Step} */
  #pending = stillAt(ORIGIN);
  #travel = ORIGIN;
  #isEnough = false;
  #velocity = new VelocityTracker();

  /** @param {TransformOptions} options */
  constructor({ slop = PAN_SLOP, minimumTouches = 1 } = {}) {
    super("continuous");
    this.slop = slop;
    this.minimumNumberOfTouches = minimumTouches;
    this.allowedTouchTypes.add("trackpad");
  }

  /**
   * What has changed since this was last called; calling it again says that nothing has.
   * @returns {Step}
   */
  takeStep() {
    const step = this.#pending;
    this.#pending = stillAt(this.#grip.centre);
    return step;
  }

  /** Of the middle of the fingers, px a second; nought when they rest. */
  get velocity() {
    return this.#velocity.velocity(this.now);
  }

  /** @override */
  touchesBegan() {
    this.#rebase();
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesMoved(touches) {
    const isTrackpad = [...touches].some((touch) => touch.type === "trackpad");
    this.#follow(this.touches, isTrackpad);
    if (this.hasBegun) this.become(State.Changed);
    else if (this.#isEnough && this.touches.length >= this.minimumNumberOfTouches) this.become(State.Began);
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesEnded(touches) {
    this.#follow([...this.touches, ...touches].sort((a, b) => a.startTimestamp - b.startTimestamp), false);
    const tooFew = this.touches.length < this.minimumNumberOfTouches;
    if (this.touches.length === 0 || (this.hasBegun && tooFew)) this.conclude();
    else this.#rebase();
  }

  /** @override */
  reset() {
    this.#pending = stillAt(ORIGIN);
    this.#travel = ORIGIN;
    this.#isEnough = false;
    this.#velocity.clear();
  }

  /** Fingers came or went: where they are now counts as no change. */
  #rebase() {
    this.#grip = gripOf(this.touches);
  }

  /**
   * @param {readonly Touch[]} touches
   * @param {boolean} isTrackpad
   */
  #follow(touches, isTrackpad) {
    const before = this.#grip;
    this.#grip = gripOf(touches);
    const step = stepBetween(before, this.#grip);
    this.#pending = compose(this.#pending, step);
    this.#travel = { x: this.#travel.x + step.translation.x, y: this.#travel.y + step.translation.y };
    this.#velocity.add(this.now, this.#travel);
    const spread = Math.abs(this.#pending.scale - 1) * this.#grip.span;
    const turn = Math.abs(this.#pending.rotation) * this.#grip.span;
    this.#isEnough ||= isTrackpad || Math.hypot(this.#travel.x, this.#travel.y) > this.slop || Math.max(spread, turn) > PINCH_SLOP;
  }
}

/**
 * The middle of all fingers, and how the first two lie.
 * @param {readonly Touch[]} touches
 * @returns {Grip}
 */
function gripOf(touches) {
  const places = touches.map((touch) => touch.location());
  const [first, second] = places;
  if (!first || !second) return { centre: first ?? ORIGIN, span: 0, bearing: 0 };
  return { centre: centroid(places), span: Math.max(SHORTEST_SPAN, distance(first, second)), bearing: bearing(first, second) };
}

/**
 * @param {Grip} before
 * @param {Grip} after
 * @returns {Step}
 */
function stepBetween(before, after) {
  const translation = minus(after.centre, before.centre);
  if (before.span === 0 || after.span === 0) return { translation, scale: 1, rotation: 0, centre: before.centre };
  const rotation = shortestTurn(after.bearing - before.bearing);
  return { translation, scale: after.span / before.span, rotation, centre: before.centre };
}

/**
 * `first`, then `second`, which is given about where the fingers are by then.
 * @param {Step} first
 * @param {Step} second
 * @returns {Step}
 */
function compose(first, second) {
  const [cos, sin] = [Math.cos(second.rotation) * second.scale, Math.sin(second.rotation) * second.scale];
  const moved = { x: first.centre.x + first.translation.x, y: first.centre.y + first.translation.y };
  const arm = minus(moved, second.centre);
  const end = {
    x: second.centre.x + arm.x * cos - arm.y * sin + second.translation.x,
    y: second.centre.y + arm.x * sin + arm.y * cos + second.translation.y,
  };
  return {
    translation: minus(end, first.centre),
    scale: first.scale * second.scale,
    rotation: first.rotation + second.rotation,
    centre: first.centre,
  };
}

/**
 * @param {Point} centre
 * @returns {Step}
 */
function stillAt(centre) {
  return { translation: ORIGIN, scale: 1, rotation: 0, centre };
}
