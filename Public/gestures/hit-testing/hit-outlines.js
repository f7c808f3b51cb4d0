/** Outlines of hittable areas, to be drawn over a scene for debugging. Pure. */

import { apply, compose } from "../geometry/affine.js";
import { corners } from "../geometry/rect.js";
import { SceneNode } from "./scene-node.js";

/** @typedef {import("../geometry/affine.js").Affine} Affine */

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("./scene-tree.js").SceneTree} SceneTree */

/** @typedef {{readonly node: SceneNode, readonly bounds: Point[], readonly shape: Point[][]}} HitOutline */

/**
 * For each node below `root` that is not hidden its bounds and its shape, as polygons in the coordinates of `root`.
 * @param {SceneNode} root
 * @returns {HitOutline[]} from back to front
 */
export function hitOutlines(root) {
  return root.children.flatMap((child) => outlinesOf(child, child.toParent()));
}

/**
 * @param {SceneTree} node
 * @param {Affine} toRoot
 * @returns {HitOutline[]}
 */
function outlinesOf(node, toRoot) {
  if (!(node instanceof SceneNode) || node.hidden) return [];
  const placed = (/** @type {readonly Point[]} */ points) => points.map((point) => apply(toRoot, point));
  const shape = node.shape?.outline(node.bounds) ?? [corners(node.bounds)];
  const own = { node, bounds: placed(corners(node.bounds)), shape: shape.map(placed) };
  return [own, ...node.children.flatMap((child) => outlinesOf(child, compose(toRoot, child.toParent())))];
}
