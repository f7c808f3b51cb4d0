/** Scenes for hit-testing tests. */

import { SceneNode } from "../../../../Public/gestures/hit-testing/scene-node.js";

/** @param {number} x @param {number} y @param {number} width @param {number} height */
export const frame = (x, y, width, height) => ({ x, y, width, height });

/** @param {number} x @param {number} y */
export const at = (x, y) => ({ x, y });

/**
 * A node with a name and a frame, its children from back to front.
 * @param {string} name
 * @param {{x: number, y: number, width: number, height: number}} where
 * @param {Record<string, unknown>} [options]
 * @param {...SceneNode} children
 */
export function node(name, where, options = {}, ...children) {
  const made = new SceneNode({ name, frame: where, ...options });
  for (const child of children) made.addChild(child);
  return made;
}

/** The laboratory of the specification: A lies in R, B in A, S beside A. */
export function lab() {
  const b = node("B", frame(20, 20, 100, 100));
  const a = node("A", frame(50, 50, 200, 200), {}, b);
  const s = node("S", frame(260, 50, 100, 100));
  return { r: node("R", frame(0, 0, 400, 400), {}, a, s), a, b, s };
}

/** The name of what is hit. @param {SceneNode} root @param {number} x @param {number} y */
export const hit = (root, x, y) => root.hitTest(at(x, y))?.name ?? null;
