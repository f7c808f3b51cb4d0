/**
 * One thing hangs on another, by a bar or by a spring: UIKit's attachment behaviour as pure functions.
 *
 * When the anchor moves, ask again with the state the last motion is in at that moment; that is how it stays live.
 */

import { angleBetween, minus, plus, scaled } from "../geometry/point.js";
import { PULL_STEP } from "../constants.js";
import { snap } from "./snap.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("./plane-motion.js").PlaneMotion} PlaneMotion */

/**
 * Where an item on a bar is: at the bar's length from its anchor, in the direction it was.
 * @param {Point} item px
 * @param {Point} anchor px
 * @param {number} length px
 * @returns {Point} to the right of the anchor where the item was on it
 */
export function onBar(item, anchor, length) {
  const way = minus(item, anchor);
  const away = Math.hypot(way.x, way.y);
  return plus(anchor, away > 0 ? scaled(way, length / away) : { x: length, y: 0 });
}

/**
 * How an item on a spring follows its anchor.
 * @param {{position: Point, velocity: Point}} item its state now, px and px/s
 * @param {Point} anchor px, as it is now
 * @param {{length: number, frequency?: number, damping?: number}} options px at rest, swings a second, damping ratio
 * @returns {PlaneMotion}
 */
export function onSpring({ position, velocity }, anchor, { length, frequency = 2.5, damping = 1 }) {
  return snap(position, onBar(position, anchor, length), { velocity, damping, response: 1000 / frequency });
}

/**
 * Where a plate lies: its center, and how far it is turned.
 * @typedef {{readonly center: Point, readonly rotation: number}} Pose
 */

/**
 * A plate pulled by a finger at one point, as a sheet on a table. The held point follows the finger, the center follows
 * it, and the plate turns. Held at its center it does not turn.
 * @param {Pose} pose as it lies now
 * @param {Point} held where the finger holds it now, px
 * @param {Point} finger where the finger goes, px
 * @returns {Pose}
 */
export function pulled(pose, held, finger) {
  const way = minus(finger, held);
  const steps = Math.min(1e4, Math.ceil(Math.hypot(way.x, way.y) / PULL_STEP));
  if (!(steps > 0)) return pose;
  let [center, rotation] = [pose.center, pose.rotation];
  const length = Math.hypot(center.x - held.x, center.y - held.y);
  if (length < 1) return { center: plus(center, way), rotation };
  for (let step = 1; step <= steps; step++) {
    const from = plus(held, scaled(way, (step - 1) / steps));
    const to = plus(held, scaled(way, step / steps));
    const next = onBar(center, to, length);
    rotation += angleBetween(minus(center, from), minus(next, to));
    center = next;
  }
  return { center, rotation };
}
