/**
 * The scene that touches fall on: a tree of nodes, each with bounds, a place in its parent and an affine transform. The
 * hit-test goes from front to back. Nodes are UIKit's views without their drawing; a subclass adds the handlers of
 * touches.
 *
 * A node is asked in this order; the first that says no ends it:
 *
 *     touchable? ─► within itself? ─► its children, topmost first ─► itself ─► its filter
 *     (hidden, alpha, interactive, moving)
 *
 * A moving node is hit where it is seen: while it has an animation, its presented place counts.
 */

import { apply, IDENTITY } from "../geometry/affine.js";
import { contains, holds } from "../geometry/rect.js";
import { HIDDEN_ALPHA } from "../constants.js";
import { frontmostLayer } from "./layer.js";
import { SceneTree } from "./scene-tree.js";

/** @typedef {import("../geometry/affine.js").Affine} Affine */

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/** @typedef {(point: Point, hit: SceneNode | null) => SceneNode | null} HitFilter */

/**
 * @typedef {object} NodeOptions
 * @property {string} [name] for debugging
 * @property {Rect} [frame] in the parent; empty where left out
 * @property {Affine} [transform] about the center
 * @property {import("./shapes.js").HitShape | null} [shape] what of the bounds is hit
 * @property {import("./alpha-mask.js").AlphaMask | null} [mask] which pixels are hit
 * @property {boolean} [interactive] whether it and all in it can be touched; yes where left out
 * @property {boolean} [clips] whether what is in it ends at its bounds; then nothing outside is hit
 * @property {boolean} [overflowTouchable] whether children outside its bounds are hit, too
 * @property {boolean} [exclusiveTouch] for delivery: whether no other view is touched while it is
 * @property {boolean} [multipleTouchEnabled] for delivery: whether it gets more than one touch at a time
 */

/** The bounds of nodes without any. */
const NOWHERE = Object.freeze({ x: 0, y: 0, width: 0, height: 0 });

export class SceneNode extends SceneTree {
  hidden = false;
  alpha = 1;
  interactive;
  clips;
  exclusiveTouch;
  multipleTouchEnabled;
  /** @type {import("./shapes.js").HitShape | null} */
  shape;
  /** @type {import("./alpha-mask.js").AlphaMask | null} */
  mask;
  /**
   * Drawn parts, from back to front.
   * @type {import("./layer.js").Layer[]}
   */
  layers = [];
  /**
   * Told of what shapes, filters and animations in this subtree throw.
   * @type {((error: unknown) => void) | null}
   */
  onError = null;
  #overflowTouchable;
  /** @type {HitFilter | null} */
  #hitFilter = null;

  /** @param {NodeOptions} [options] */
  constructor(options = {}) {
    super(options.frame ?? NOWHERE, options.transform ?? IDENTITY);
    this.name = options.name ?? "";
    this.shape = options.shape ?? null;
    this.mask = options.mask ?? null;
    this.interactive = options.interactive ?? true;
    this.clips = options.clips ?? false;
    this.exclusiveTouch = options.exclusiveTouch ?? false;
    this.multipleTouchEnabled = options.multipleTouchEnabled ?? false;
    this.#overflowTouchable = options.overflowTouchable ?? false;
  }

  /** Whether children are hit outside the bounds. */
  get overflowTouchable() {
    return this.#overflowTouchable;
  }

  set overflowTouchable(overflowTouchable) {
    this.#overflowTouchable = overflowTouchable;
    this.reachChanged();
  }

  /** Has the last word on what is hit in this node; it may answer null, itself or another. */
  get hitFilter() {
    return this.#hitFilter;
  }

  set hitFilter(filter) {
    this.#hitFilter = filter;
    this.reachChanged();
  }

  /**
   * The rectangle of the parent outside which this node is certainly not hit. Null for a node that moves by itself,
   * lets children be hit outside, or decides by its own code.
   * @returns {Rect | null}
   * @override
   */
  get reach() {
    const ownWays = this.pointInside !== SceneNode.prototype.pointInside || this.hitTest !== SceneNode.prototype.hitTest;
    return ownWays || this.#hitFilter || (this.#overflowTouchable && !this.clips) ? null : super.reach;
  }

  // Hit-testing

  /**
   * Whether a point lies within this node alone. Override it to give a button a margin, say.
   * @param {Point} point in own coordinates
   * @param {object | null} [event] whatever the hit-test was asked with
   * @returns {boolean}
   */
  pointInside(point, event = null) {
    void event;
    const { bounds, shape, mask } = this;
    const inside = shape ? holds(bounds, point) && shape.contains(point, bounds) : contains(bounds, point);
    return inside && (!mask || mask.covers(point, bounds));
  }

  /**
   * The frontmost node at a point within this one, or null. A node whose own code throws is not hit.
   * @param {Point} point in own coordinates
   * @param {object | null} [event] passed on to `pointInside`; null where one asks without an event
   * @returns {SceneNode | null}
   */
  hitTest(point, event = null) {
    if (!this.#isTouchable()) return null;
    try {
      const hit = this.#hitWithin(point, event);
      return this.#hitFilter ? this.#hitFilter(point, hit) : hit;
    } catch (error) {
      this.#report(error);
      return null;
    }
  }

  /**
   * The frontmost drawn part at a point of own coordinates, whatever can be touched.
   * @param {Point} point
   */
  hitTestLayers(point) {
    return frontmostLayer(this.layers, point);
  }

  #isTouchable() {
    if (!this.interactive || this.hidden || !(this.alpha >= HIDDEN_ALPHA)) return false;
    return this.animation === null || this.animation.allowsInteraction === true;
  }

  /**
   * @param {Point} point
   * @param {object | null} event
   */
  #hitWithin(point, event) {
    const inside = this.pointInside(point, event);
    if (!inside && (this.clips || !this.#overflowTouchable)) return null;
    return this.#hitChildren(point, event) ?? (inside ? this : null);
  }

  /**
   * @param {Point} point
   * @param {object | null} event
   */
  #hitChildren(point, event) {
    for (const child of this.frontmostFirst(point)) {
      if (!(child instanceof SceneNode)) continue;
      const inverse = this.#wayInto(child);
      const hit = inverse && child.hitTest(apply(inverse, point), event);
      if (hit) return hit;
    }
    return null;
  }

  /** @param {SceneNode} child */
  #wayInto(child) {
    try {
      return child.fromParent();
    } catch (error) {
      child.#report(error);
      return null;
    }
  }

  /** @param {unknown} error */
  #report(error) {
    for (let node = /** @type {SceneTree | null} */ (this); node; node = node.parent) {
      if (node instanceof SceneNode && node.onError) return node.onError(error);
    }
  }
}
