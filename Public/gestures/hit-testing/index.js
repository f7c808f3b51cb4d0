/**
 * The public interface of hit-testing: scenes drawn on a canvas, and the transforms that place their nodes. All else
 * may change without notice.
 */

export { apply, compose, IDENTITY, imageBounds, invert, rotation, scaling, translation } from "../geometry/affine.js";
export { AlphaMask, SOFT_EDGE_CUTOFF } from "./alpha-mask.js";
export { hitOutlines } from "./hit-outlines.js";
export { ImageNode } from "./image-node.js";
export { frontmostLayer, Layer } from "./layer.js";
export { SceneNode } from "./scene-node.js";
export { CircleShape, LineShape, PathShape, RoundedRectangleShape } from "./shapes.js";

/** @typedef {import("../geometry/affine.js").Affine} Affine */
/** @typedef {import("../geometry/rect.js").Rect} Rect */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./hit-outlines.js").HitOutline} HitOutline */
/** @typedef {import("./scene-node.js").HitFilter} HitFilter */
/** @typedef {import("./scene-node.js").NodeOptions} NodeOptions */
/** @typedef {import("./shapes.js").HitShape} HitShape */
