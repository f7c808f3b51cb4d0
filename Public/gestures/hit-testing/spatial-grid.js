/** A hashed grid of square cells that finds the nodes which may be hit at a point. See child-list.js. */

import { holds, inset } from "../geometry/rect.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/** @typedef {import("./scene-tree.js").SceneTree} SceneTree */

/**
 * Where a node is listed: its reach, and the first and last cells it touches.
 * @typedef {{readonly reach: Rect, readonly left: number, readonly top: number, readonly right: number,
 *   readonly bottom: number}} Entry
 */

/** A node that touches more cells than this is asked always: large ones are few. */
const MOST_CELLS = 64;

/**
 * Cells are numbered from -SPAN to SPAN either way; what lies beyond is asked always. Column and row then make a
 * key of 30 bits, which engines hash as the small integer it is.
 */
const SPAN = 2 ** 14;

/** By how much reaches are made larger, px, so that rounding in the transforms never loses a rim. */
const ROUNDING = 1e-3;

/** Nodes that are looked at to choose the side of a cell. */
const SAMPLE = 100;

/** Side of a cell where no node has a size, px. */
const DEFAULT_SIDE = 256;

export class SpatialGrid {
  #side;
  /** @type {Map<number, SceneTree[]>} */
  #cells = new Map();
  /** @type {Map<SceneTree, Entry>} */
  #entries = new Map();
  /**
   * Nodes without a place in the grid.
   * @type {Set<SceneTree>}
   */
  #everywhere = new Set();
  /**
   * Nodes that have moved since they were listed.
   * @type {Set<SceneTree>}
   */
  #noted;

  /** @param {readonly SceneTree[]} nodes */
  constructor(nodes) {
    this.#side = typicalSide(nodes);
    this.#noted = new Set(nodes);
  }

  /**
   * A node is new, or elsewhere.
   * @param {SceneTree} node
   */
  note(node) {
    this.#noted.add(node);
  }

  /** @param {SceneTree} node */
  remove(node) {
    this.#noted.delete(node);
    this.#unlist(node);
  }

  /**
   * The nodes whose reach holds a point, and those without one, in no order.
   * @param {Point} point
   */
  near(point) {
    for (const node of this.#noted) this.#relist(node);
    this.#noted.clear();
    const cell = this.#cells.get(key(this.#cell(point.x), this.#cell(point.y))) ?? [];
    const found = cell.filter((node) => {
      const entry = this.#entries.get(node);
      return entry && holds(entry.reach, point);
    });
    return this.#everywhere.size > 0 ? [...found, ...this.#everywhere] : found;
  }

  /** @param {SceneTree} node */
  #relist(node) {
    this.#unlist(node);
    const entry = this.#entryOf(node.reach);
    if (!entry) this.#everywhere.add(node);
    else {
      this.#entries.set(node, entry);
      for (const cell of cellsOf(entry)) this.#list(cell, node);
    }
  }

  /**
   * @param {number} cell
   * @param {SceneTree} node
   */
  #list(cell, node) {
    const listed = this.#cells.get(cell);
    if (listed) listed.push(node);
    else this.#cells.set(cell, [node]);
  }

  /** @param {SceneTree} node */
  #unlist(node) {
    this.#everywhere.delete(node);
    const entry = this.#entries.get(node);
    if (!entry) return;
    this.#entries.delete(node);
    for (const cell of cellsOf(entry)) {
      const listed = this.#cells.get(cell) ?? [];
      // The order within a cell says nothing, so the last one takes the place.
      const last = listed.pop();
      const index = listed.indexOf(node);
      if (last && index >= 0) listed[index] = last;
      if (listed.length === 0) this.#cells.delete(cell);
    }
  }

  /**
   * @param {Rect | null} exact
   * @returns {Entry | null} null where the node is better asked always
   */
  #entryOf(exact) {
    if (!exact) return null;
    const reach = inset(exact, { top: -ROUNDING, left: -ROUNDING, bottom: -ROUNDING, right: -ROUNDING });
    const [left, top] = [this.#cell(reach.x), this.#cell(reach.y)];
    const [right, bottom] = [this.#cell(reach.x + reach.width), this.#cell(reach.y + reach.height)];
    const inSpan = [left, top, right, bottom].every((cell) => Math.abs(cell) < SPAN);
    if (!inSpan || (right - left + 1) * (bottom - top + 1) > MOST_CELLS) return null;
    return { reach, left, top, right, bottom };
  }

  /** @param {number} coordinate */
  #cell(coordinate) {
    return Math.floor(coordinate / this.#side);
  }
}

/**
 * @param {number} column
 * @param {number} row
 */
function key(column, row) {
  return column * 2 * SPAN + row;
}

/** @param {Entry} entry */
function cellsOf({ left, top, right, bottom }) {
  const cells = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) cells.push(key(column, row));
  }
  return cells;
}

/**
 * Cells as large as a typical node: then a node touches few cells and a cell few nodes.
 * @param {readonly SceneTree[]} nodes
 */
function typicalSide(nodes) {
  const step = Math.ceil(nodes.length / SAMPLE);
  const sample = nodes.filter((_, index) => index % step === 0);
  const sides = sample.map(({ reach }) => (reach ? Math.max(reach.width, reach.height) : NaN)).filter((side) => side > 0);
  sides.sort((a, b) => a - b);
  const middle = sides[sides.length >> 1];
  return middle && Number.isFinite(middle) ? middle : DEFAULT_SIDE;
}
