/** Moving, turning and scaling at once: what two fingers do to a thing. Angles in degrees clockwise. Pure. */

import { minus, vec } from "../gestures/geometry/index.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */

/**
 * A point `p` goes to `about + translation + scale · turn(p − about)`: about the fingers, then along with
 * them.
 * @typedef {object} Similarity
 * @property {Point} translation
 * @property {number} scale
 * @property {number} rotation in degrees clockwise
 * @property {Point} about the point that only the translation moves
 */

/** @type {Similarity} */
export const IDENTITY = Object.freeze({ translation: vec(0, 0), scale: 1, rotation: 0, about: vec(0, 0) });

/**
 * A similarity of which only some is given.
 * @param {Partial<Similarity>} [parts]
 * @returns {Similarity}
 */
export function similarity(parts = {}) {
  return { ...IDENTITY, ...parts };
}

/**
 * @param {Point} v
 * @param {number} degrees clockwise
 */
export function turned(v, degrees) {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  return vec(v.x * cos - v.y * sin, v.x * sin + v.y * cos);
}

/**
 * @param {Similarity} change
 * @param {Point} point
 */
export function transformed(change, point) {
  const { about, translation, scale, rotation } = change;
  const arm = turned(vec(point.x - about.x, point.y - about.y), rotation);
  return vec(about.x + translation.x + scale * arm.x, about.y + translation.y + scale * arm.y);
}

/**
 * One after the other, as one about the point of the first.
 * @param {Similarity} first
 * @param {Similarity} second
 * @returns {Similarity}
 */
export function composed(first, second) {
  const { about } = first;
  const end = transformed(second, transformed(first, about));
  return {
    translation: minus(end, about), scale: first.scale * second.scale,
    rotation: first.rotation + second.rotation, about,
  };
}

/**
 * Whether all of it is finite and nothing collapses.
 * @param {Similarity} change
 */
export function isSound({ about, translation, scale, rotation }) {
  return [about.x, about.y, translation.x, translation.y, scale, rotation].every(Number.isFinite) && scale > 0;
}

/**
 * The same angle in (−180, 180].
 * @param {number} degrees
 */
export function normalAngle(degrees) {
  const rest = ((degrees % 360) + 360) % 360;
  return rest > 180 ? rest - 360 : rest;
}
