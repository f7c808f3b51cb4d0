/** The public interface of strokes: pure functions of points. All else may change without notice. */

export { circleEncloses, examineCircle, isCircle } from "./circle.js";
export { GlyphPattern, LETTER_R } from "./glyph-pattern.js";
export { ScratchOutDetector } from "./scratch-out.js";
export { TEMPLATES } from "./templates.js";
export { UnistrokeRecognizer } from "./unistroke-recognizer.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./circle.js").Circle} Circle */
/** @typedef {import("./circle.js").CircleOptions} CircleOptions */
/** @typedef {import("./glyph-pattern.js").GlyphPart} GlyphPart */
/** @typedef {import("./unistroke-recognizer.js").UnistrokeMatch} UnistrokeMatch */
