/** A node of a demo's scene that has a color and a label. */

import { SceneNode } from "../hit-testing/scene-node.js";
import { RoundedRectangleShape } from "../hit-testing/shapes.js";

/** @typedef {import("../view.js").TouchHandler} TouchHandler */
/** @typedef {"paper" | "accent" | "ink" | "ink-2" | "line" | "ok" | "warn" | "danger" | "panel"} ColorName of demo.css */

/**
 * @typedef {object} Looks
 * @property {ColorName} [color] paper when it is missing
 * @property {string} [label] its name when it is missing
 */

const CORNER = 10;

export class Figure extends SceneNode {
  /** @type {TouchHandler | undefined} */
  touchesBegan;
  /** @type {TouchHandler | undefined} */
  touchesMoved;
  /** @type {TouchHandler | undefined} */
  touchesEnded;
  /** @type {TouchHandler | undefined} */
  touchesCancelled;

  /** @param {import("../hit-testing/scene-node.js").NodeOptions & Looks} options */
  constructor(options) {
    super({ shape: new RoundedRectangleShape(CORNER), multipleTouchEnabled: true, ...options });
    this.color = options.color ?? "paper";
    this.label = options.label ?? this.name;
  }
}
