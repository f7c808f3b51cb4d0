import { SceneNode } from "./scene-node.js";

/** Untouchable until it is made interactive, as UIKit's image views are: most pictures are decoration. */
export class ImageNode extends SceneNode {
  /** @param {import("./scene-node.js").NodeOptions} [options] */
  constructor(options = {}) {
    super({ interactive: false, ...options });
  }
}
