/** A press that lasts, by one finger, by two, and by the second button of a mouse. */

import { LongPressGestureRecognizer, State } from "../../index.js";
import { placeFacts } from "../world.js";

/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../../index.js").GestureRecognizer} GestureRecognizer */

/** @type {import("../world.js").Scene} */
export function longPress(world) {
  const card = world.figure("card", [0.5, 0.42], [220, 120], { label: "Hold me" });
  const pair = world.figure("pair", [0.5, 0.76], [220, 120], { label: "Hold me with two fingers" });
  const press = world.add(card, "long press", new LongPressGestureRecognizer({ secondaryClick: true }), placeFacts);
  const both = world.add(pair, "two-finger press", new LongPressGestureRecognizer({ touches: 2 }), placeFacts);
  press.addTarget((recognizer) => show(card, recognizer));
  both.addTarget((recognizer) => show(pair, recognizer));
}

/**
 * @param {Figure} figure
 * @param {GestureRecognizer} recognizer
 */
function show(figure, { state }) {
  const isHeld = state === State.Began || state === State.Changed;
  figure.color = isHeld ? "accent" : "paper";
  figure.label = isHeld ? "Held: move as you like" : "Let go";
}
