/**
 * The place of a node in its parent: bounds, center and transform, as of UIKit's views and layers, and its animation.
 */

import { IDENTITY, imageBounds, invert } from "../geometry/affine.js";
import { middle } from "../geometry/rect.js";

/** @typedef {import("../geometry/affine.js").Affine} Affine */

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/**
 * The animation of a node. Both methods are asked at every hit-test; a missing value is the node's own.
 * @typedef {object} PlaceAnimation
 * @property {boolean} [allowsInteraction] without it a moving thing is not touched, nor what is in it
 * @property {() => Point} [center] the center as presented now
 * @property {() => Affine} [transform] the transform as presented now
 */

export class Placed {
  /** @type {Rect} */
  #bounds;
  /** @type {Point} */
  #center;
  /** @type {Affine} */
  #transform;
  /** @type {PlaceAnimation | null} */
  #animation = null;
  /**
   * The map from the parent, null where there is none; undefined until it is asked for.
   * @type {Affine | null | undefined}
   */
  #inverse;

  /**
   * @param {Rect} frame in the parent, before the transform
   * @param {Affine} [transform] about the center
   */
  constructor(frame, transform = IDENTITY) {
    this.#bounds = { x: 0, y: 0, width: frame.width, height: frame.height };
    this.#center = middle(frame);
    this.#transform = transform;
  }

  /** The visible part in own coordinates; moving its origin scrolls. */
  get bounds() {
    return this.#bounds;
  }

  set bounds(bounds) {
    this.#bounds = bounds;
    this.reachChanged();
  }

  /** Where the middle of the bounds lies in the parent. */
  get center() {
    return this.#center;
  }

  set center(center) {
    this.#center = center;
    this.reachChanged();
  }

  /** Scale, rotation and the like, about the center. */
  get transform() {
    return this.#transform;
  }

  set transform(transform) {
    this.#transform = transform;
    this.reachChanged();
  }

  /** The running animation; null when it rests. */
  get animation() {
    return this.#animation;
  }

  set animation(animation) {
    this.#animation = animation;
    this.reachChanged();
  }

  /** The map from own coordinates to the parent's, as presented. */
  toParent() {
    const { x, y } = middle(this.#bounds);
    const center = this.#animation?.center?.() ?? this.#center;
    const { a, b, c, d, tx, ty } = this.#animation?.transform?.() ?? this.#transform;
    // The product of three: from the middle of the bounds to the origin, the transform, and on to the center.
    return { a, b, c, d, tx: center.x + tx - a * x - c * y, ty: center.y + ty - b * x - d * y };
  }

  /** The map from the parent's coordinates to the own; null where the transform squashes all to nothing. */
  fromParent() {
    if (this.#animation) return invert(this.toParent());
    if (this.#inverse === undefined) this.#inverse = invert(this.toParent());
    return this.#inverse;
  }

  /**
   * The rectangle of the parent that holds all of the bounds; null while something moves it.
   * @returns {Rect | null}
   */
  get reach() {
    return this.#animation ? null : imageBounds(this.toParent(), this.#bounds);
  }

  /** Called whenever what can be reached has changed; those who remember it are told here. */
  reachChanged() {
    this.#inverse = undefined;
  }
}
