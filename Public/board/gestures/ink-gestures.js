/** Writing: every finger and the pen draw a line of their own. Lines of the palm are not kept. */

/** @typedef {import("../../gestures/index.js").Moment} Moment */
/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("../../ink/stroke-builder.js").InkSample} InkSample */
/** @typedef {import("./board-scene.js").ScenePart} ScenePart */

/**
 * Makes a part of the scene a sheet that is written on.
 * @param {BoardController} controller
 * @param {ScenePart} sheet
 */
export function writeOn(controller, sheet) {
  const go = (/** @type {Touch} */ touch) => controller.extendStroke(
    touch.id, touch.moments.map((moment) => inkSample(touch, moment)),
    touch.predicted.map((moment) => inkSample(touch, moment)),
  );
  sheet.onBegan = (touch) => {
    const [first = { ...touch.location(), time: touch.timestamp }] = touch.moments;
    controller.beginStroke(touch.id, inkSample(touch, first));
    go(touch);
  };
  sheet.onMoved = go;
  /** @type {WeakMap<Touch, string>} */
  const written = new WeakMap();
  sheet.onEnded = (touch) => {
    go(touch);
    keep(touch, controller.endStroke(touch.id));
  };
  const keep = (/** @type {Touch} */ touch, /** @type {string | null} */ stroke) => void (stroke && written.set(touch, stroke));
  // A call keeps what was written; a palm, and a tap of several fingers, have written nothing.
  sheet.onCancelled = (touch) => {
    const { id, cancelCause } = touch;
    if (cancelCause === "palm" || cancelCause === "gesture") controller.discardStroke(id);
    else keep(touch, controller.cancelStroke(id));
  };
  sheet.onRetracted = (touch) => controller.retractStroke(written.get(touch) ?? "");
}

/**
 * Only a pen knows how hard it is pressed; when it is lifted it says nought, which is nothing to draw with.
 * @param {Touch} touch
 * @param {Moment} moment
 * @returns {InkSample}
 */
function inkSample(touch, { x, y, time, pressure = touch.pressure }) {
  return touch.type === "pen" && pressure > 0 ? { x, y, time, pressure } : { x, y, time };
}
