/** Recognizers from a description in data: for tools that are configured rather than programmed. */

import { addGestureRecognizer } from "./attachments.js";
import { LongPressGestureRecognizer } from "./recognizers/long-press.js";
import { PanGestureRecognizer } from "./recognizers/pan.js";
import { PinchGestureRecognizer } from "./recognizers/pinch.js";
import { RotationGestureRecognizer } from "./recognizers/rotation.js";
import { SwipeGestureRecognizer } from "./recognizers/swipe.js";
import { TapGestureRecognizer } from "./recognizers/tap.js";

/** @typedef {import("./recognizer.js").Action} Action */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("./recognizers/long-press.js").LongPressOptions} LongPressOptions */
/** @typedef {import("./recognizers/pan.js").PanOptions} PanOptions */
/** @typedef {import("./recognizers/pinch.js").PinchOptions} PinchOptions */
/** @typedef {import("./recognizers/rotation.js").RotationOptions} RotationOptions */
/** @typedef {import("./recognizers/swipe.js").SwipeOptions} SwipeOptions */
/** @typedef {import("./recognizers/tap.js").TapOptions} TapOptions */
/** @typedef {import("./view.js").View} View */

/**
 * Which gesture, what it is set to, and the name of what it does.
 * @typedef {{readonly action: string} & (
 *   ({readonly gesture: "tap"} & TapOptions) | ({readonly gesture: "long-press"} & LongPressOptions) |
 *   ({readonly gesture: "pan"} & PanOptions) | ({readonly gesture: "swipe"} & SwipeOptions) |
 *   ({readonly gesture: "pinch"} & PinchOptions) | ({readonly gesture: "rotation"} & RotationOptions)
 * )} Declaration
 */

/**
 * @param {View} view
 * @param {readonly Declaration[]} declarations
 * @param {Readonly<Record<string, Action>>} actions by their names
 * @returns {GestureRecognizer[]} in the order of the declarations
 * @throws {RangeError} naming the gesture or the action that there is not; then nothing is attached
 */
export function attachDeclared(view, declarations, actions) {
  const recognizers = declarations.map((declaration) => {
    const { gesture, action: name } = declaration;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new RangeError(`no action is called ${name}`);
    const recognizer = recognizerFor(declaration);
    if (!recognizer) throw new RangeError(`no gesture is called ${gesture}`);
    return recognizer.addTarget(action);
  });
  for (const recognizer of recognizers) addGestureRecognizer(view, recognizer);
  return recognizers;
}

/**
 * @param {Declaration} declaration
 * @returns {GestureRecognizer | null}
 */
function recognizerFor(declaration) {
  switch (declaration.gesture) {
    case "tap": return new TapGestureRecognizer(declaration);
    case "long-press": return new LongPressGestureRecognizer(declaration);
    case "pan": return new PanGestureRecognizer(declaration);
    case "swipe": return new SwipeGestureRecognizer(declaration);
    case "pinch": return new PinchGestureRecognizer(declaration);
    case "rotation": return new RotationGestureRecognizer(declaration);
    default: return null;
  }
}
