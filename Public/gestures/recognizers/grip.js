/** How fingers hold a thing, and what moves it from one hold to the next. Pure. */

import { SHORTEST_SPAN } from "../constants.js";
import { bearing, centroid, distance, minus, ORIGIN } from "../geometry/point.js";
import { shortestTurn } from "./rotation.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../touch.js").Touch} Touch */

/**
 * The middle of all fingers, the distance of the first two in px, and their direction in radians. The distance
 * of one finger is nought.
 * @typedef {{readonly centre: Point, readonly span: number, readonly bearing: number}} Grip
 */

/**
 * A similarity, as a change of what it is applied to: scale and turn about `centre`, then move.
 * @typedef {{readonly translation: Point, readonly scale: number, readonly rotation: number, readonly centre: Point}} Step
 */

/**
 * How these fingers lie.
 * @param {readonly Touch[]} touches in the order in which they landed
 * @returns {Grip}
 */
export function gripOf(touches) {
  const places = touches.map((touch) => touch.location());
  const [first, second] = places;
  if (!first || !second) return { centre: first ?? ORIGIN, span: 0, bearing: 0 };
  const span = Math.max(SHORTEST_SPAN, distance(first, second));
  return { centre: centroid(places), span, bearing: bearing(first, second) };
}

/**
 * The change between two grips of the same fingers.
 * @param {Grip} before
 * @param {Grip} after
 * @returns {Step}
 */
export function stepBetween(before, after) {
  const translation = minus(after.centre, before.centre);
  if (before.span === 0 || after.span === 0) return { translation, scale: 1, rotation: 0, centre: before.centre };
  const rotation = shortestTurn(after.bearing - before.bearing);
  return { translation, scale: after.span / before.span, rotation, centre: before.centre };
}

/**
 * Two steps as one, about the centre of the first.
 * @param {Step} first
 * @param {Step} second
 * @returns {Step}
 */
export function compose(first, second) {
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
 * The step that changes nothing.
 * @param {Point} centre
 * @returns {Step}
 */
export function stillAt(centre) {
  return { translation: ORIGIN, scale: 1, rotation: 0, centre };
}
