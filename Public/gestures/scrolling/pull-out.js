/** An item pulled out of a strip that scrolls, across the way in which it scrolls. */

import { minus } from "../geometry/point.js";
import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";
import { ScrollGestures } from "./scroll-gestures.js";
import { PULL_ACROSS, PULL_ALONG } from "../constants.js";

/** @typedef {import("../recognizers/swipe.js").Direction} Direction */
/** @typedef {import("../touch.js").Touch} Touch */
/** @typedef {import("../geometry/point.js").Point} Point */

/**
 * Continuous, by one finger, beside the strip's own pan: a strip that has begun to scroll can still be pulled from.
 * From the pull on the strip is locked, and open again whatever becomes of the finger. The action makes the new thing
 * on Began, and moves it with {@link location}: the finger need not land anew. Fails where nothing scrolls.
 *
 *     Possible ──16 px along, less than 12 off──▶ Began ──moves──▶ Changed ──lifted──▶ Ended
 *        └──lifted, a second finger, no strip──▶ Failed
 */
export class PullOutGestureRecognizer extends GestureRecognizer {
  #limits;
  /** @type {ScrollGestures | null} */
  #strip = null;
  #unlock = () => {};

  /** @param {PullLimits & {readonly direction?: Direction}} options downwards when the direction is missing */
  constructor({ direction = "down", ...limits } = {}) {
    super("continuous");
    this.direction = direction;
    this.#limits = limits;
    this.addTarget(({ state }) => {
      if (state === State.Began && this.#strip) this.#unlock = this.#strip.lock();
    });
  }

  /**
   * The strip's pan goes on beside it until something is pulled.
   * @override
   * @param {GestureRecognizer} other
   */
  canBePrevented(other) {
    return other !== this.#strip?.pan;
  }

  /** @override */
  touchesBegan() {
    this.#strip = ScrollGestures.enclosing(this.view?.superview ?? null);
    if (!this.hasBegun && (!this.#strip || this.touches.length > 1)) return this.become(State.Failed);
    for (const touch of this.touches.slice(1)) this.ignore(touch);
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesMoved(touches) {
    const around = this.#strip?.view.superview ?? null;
    for (const touch of touches) {
      if (this.hasBegun) return this.become(State.Changed);
      const origin = around?.fromWindow?.(touch.startLocation) ?? touch.startLocation;
      const way = minus(touch.location(around), origin);
      if (pullDirection(way, this.#limits) === this.direction) this.become(State.Began);
    }
  }

  /** @override */
  reset() {
    this.#unlock();
    this.#unlock = () => {};
    this.#strip = null;
  }
}

/**
 * @typedef {object} PullLimits
 * @property {number} [along] px that the way must exceed along a direction; 16 when it is missing
 * @property {number} [across] px that it must stay below off its axis; 12 when it is missing
 */

/**
 * The direction of a way, or null as long as it has none. The whole way counts and not its steps: a finger that strayed and
 * came back pulls all the same.
 * @param {Point} way px from where the finger landed
 * @param {PullLimits} [limits]
 * @returns {Direction | null}
 */
export function pullDirection({ x, y }, limits = {}) {
  const { along = PULL_ALONG, across = PULL_ACROSS } = limits;
  if (Math.abs(y) < across && Math.abs(x) > along) return x < 0 ? "left" : "right";
  if (Math.abs(x) < across && Math.abs(y) > along) return y < 0 ? "up" : "down";
  return null;
}
