/** The tree of a scene: parents, children and their order from back to front. scene-node.js has the hit-test. */

import { apply } from "../geometry/affine.js";
import { ChildList } from "./child-list.js";
import { Placed } from "./placed.js";

/** @typedef {import("../geometry/point.js").Point} Point */

export class SceneTree extends Placed {
  /** For debugging, and for messages. */
  name = "";
  /** Whether this is the root of what is shown, so that all in it can have touches. */
  isWindow = false;
  /** @type {SceneTree | null} */
  #parent = null;
  #children = new ChildList();

  /** @returns {SceneTree | null} */
  get parent() {
    return this.#parent;
  }

  /** The parent, by the name that the arbiter knows it by. */
  get superview() {
    return this.#parent;
  }

  /** Whether it lies in what is shown; touches on what does not are cancelled. */
  get isInWindow() {
    /** @type {SceneTree} */
    let root = this;
    while (root.#parent) root = root.#parent;
    return root.isWindow;
  }

  /**
   * A point of the root's coordinates in this node's, as presented. In a node that is squashed to nothing it
   * stays as it was above.
   * @param {Point} point
   * @returns {Point}
   */
  fromWindow(point) {
    if (!this.#parent) return point;
    const above = this.#parent.fromWindow(point);
    const inverse = this.fromParent();
    return inverse ? apply(inverse, above) : above;
  }

  /** From back to front. */
  get children() {
    return this.#children.nodes;
  }

  /**
   * Puts a node in front of the children, or below one of them; it leaves where it was before.
   * @param {SceneTree} child
   * @param {number} [index] from the back
   * @throws {RangeError} where this node lies within the child
   */
  addChild(child, index = Infinity) {
    for (let node = /** @type {SceneTree | null} */ (this); node; node = node.#parent) {
      if (node === child) throw new RangeError(`${child.name || "a node"} cannot become its own descendant`);
    }
    child.removeFromParent();
    child.#parent = this;
    this.#children.insert(child, index);
  }

  /** Leaves the tree, with all that is in it. */
  removeFromParent() {
    const parent = this.#parent;
    this.#parent = null;
    if (parent) parent.#children.remove(this);
  }

  /** In front of its siblings. */
  bringToFront() {
    this.#parent?.addChild(this);
  }

  /**
   * The children that can be hit at a point of own coordinates, frontmost first.
   * @param {Point} point
   * @protected
   */
  frontmostFirst(point) {
    return this.#children.frontmostFirst(point);
  }

  /** @override */
  reachChanged() {
    super.reachChanged();
    const parent = this.#parent;
    if (parent) parent.#children.moved(this);
  }
}
