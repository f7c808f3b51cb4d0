/**
 * Layers: the drawn parts of a node. They receive no touches; a hit-test finds the layer at a point, such as the handle
 * of an annotation.
 */

import { apply } from "../geometry/affine.js";
import { contains } from "../geometry/rect.js";
import { Placed } from "./placed.js";

/** @typedef {import("./shapes.js").HitShape} HitShape */

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/**
 * @typedef {object} LayerOptions
 * @property {string} name what its owner knows it by
 * @property {Rect} frame in the superlayer, before the transform
 * @property {import("../geometry/affine.js").Affine} [transform] about the middle of the frame
 * @property {HitShape | null} [shape] all of the frame where left out
 * @property {readonly Layer[]} [sublayers] from back to front, in coordinates whose origin is the frame's
 */

export class Layer extends Placed {
  /** @readonly */
  name;
  /** @type {HitShape | null} */
  #shape;
  #sublayers;

  /** @param {LayerOptions} options */
  constructor({ name, frame, transform, shape = null, sublayers = [] }) {
    super(frame, transform);
    this.name = name;
    this.#shape = shape;
    this.#sublayers = sublayers;
  }

  /**
   * The frontmost layer at a point, this one among them; null where it is none of them.
   * @param {Point} point in the coordinates of the superlayer
   * @returns {Layer | null}
   */
  hitTest(point) {
    const inverse = this.fromParent();
    if (!inverse) return null;
    const own = apply(inverse, point);
    return frontmostLayer(this.#sublayers, own) ?? (this.#contains(own) ? this : null);
  }

  /** @param {Point} point */
  #contains(point) {
    return this.#shape ? this.#shape.contains(point, this.bounds) : contains(this.bounds, point);
  }
}

/**
 * The frontmost of several layers at a point, or null.
 * @param {readonly Layer[]} layers from back to front
 * @param {Point} point in the coordinates of their superlayer
 * @returns {Layer | null}
 */
export function frontmostLayer(layers, point) {
  for (let index = layers.length - 1; index >= 0; index--) {
    const hit = layers[index]?.hitTest(point);
    if (hit) return hit;
  }
  return null;
}
