/**
 * The children of a node, from back to front, found by place: a few are searched in turn, many lie in a grid.
 *
 * Each square cell of the hashed grid lists the nodes whose reach touches it. Nodes without a reach, or with a very
 * large one, are always asked. A node that moves is only noted and changes cells at the next question, so ten moves
 * between two touches cost one.
 */

import { SpatialGrid } from "./spatial-grid.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("./scene-tree.js").SceneTree} SceneTree */

/** Up to so many children a look at each is as quick as the grid. */
const FEW = 24;

export class ChildList {
  /** @type {SceneTree[]} */
  #nodes = [];
  /**
   * How far in front each is: ascending along the list, with gaps where nodes have left.
   * @type {Map<SceneTree, number>}
   */
  #order = new Map();
  /** @type {SpatialGrid | null} null while there are few */
  #grid = null;

  /**
   * From back to front.
   * @returns {readonly SceneTree[]}
   */
  get nodes() {
    return this.#nodes;
  }

  /**
   * @param {SceneTree} node that is not in the list
   * @param {number} index from the back; beyond the end is in front
   */
  insert(node, index) {
    const front = this.#nodes.at(-1);
    if (index >= this.#nodes.length) {
      this.#nodes.push(node);
      this.#order.set(node, front ? (this.#order.get(front) ?? 0) + 1 : 0);
    } else {
      this.#nodes.splice(Math.max(0, index), 0, node);
      this.#nodes.forEach((each, order) => this.#order.set(each, order));
    }
    this.#grid?.note(node);
  }

  /** @param {SceneTree} node */
  remove(node) {
    const index = this.#nodes.lastIndexOf(node);
    if (index >= 0) this.#nodes.splice(index, 1);
    this.#order.delete(node);
    this.#grid?.remove(node);
  }

  /**
   * The node's reach is another now.
   * @param {SceneTree} node
   */
  moved(node) {
    this.#grid?.note(node);
  }

  /**
   * The nodes that can be hit at a point, frontmost first.
   * @param {Point} point in the coordinates of the parent
   * @returns {Iterable<SceneTree>}
   */
  frontmostFirst(point) {
    if (this.#nodes.length <= FEW) return [...this.#nodes].reverse();
    this.#grid ??= new SpatialGrid(this.#nodes);
    const front = (/** @type {SceneTree} */ node) => this.#order.get(node) ?? 0;
    return this.#grid.near(point).sort((a, b) => front(b) - front(a));
  }
}
