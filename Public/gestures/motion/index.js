/**
 * The public interface of motion: positions over time, and motions that follow a finger. All else may change without
 * notice.
 */

export { DECELERATION_NORMAL, FLING_DECELERATION } from "../constants.js";
export { inset } from "../geometry/rect.js";
export { onBar, onSpring, pulled } from "./attachment.js";
export { contained, isContained, sizeOf } from "./containment.js";
export { deceleration, glideDistance, rateOver, timeToGlide } from "./deceleration.js";
export { Drag } from "./drag.js";
export { fling } from "./fling.js";
export { baked, posed, transformOf, UNTOUCHED } from "./free-transform.js";
export { glide } from "./glide.js";
export { respectingReducedMotion, resting } from "./motion.js";
export { MovingValue } from "./moving-value.js";
export { inPlane, respectingReducedMotionInPlane, springInPlane } from "./plane-motion.js";
export { askedOffset, draggedOffset, rubberBand, rubberBandPull } from "./rubber-band.js";
export { nearestSlot, snap } from "./snap.js";
export { spring, springShare } from "./spring.js";

/** @typedef {import("../geometry/rect.js").Rect} Rect */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../geometry/rect.js").Size} Size */
/** @typedef {import("./drag.js").DragOptions} DragOptions */
/** @typedef {import("./drag.js").DragState} DragState */
/** @typedef {import("./free-transform.js").LiveTransform} LiveTransform */
/** @typedef {import("./free-transform.js").Pose} Pose */
/** @typedef {import("./motion.js").Motion} Motion */
/** @typedef {import("./plane-motion.js").PlaneMotion} PlaneMotion */
