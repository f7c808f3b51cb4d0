/** A mouse or a pen over figures, without touching them. */

import { HoverGestureRecognizer, State } from "../../index.js";
import { CircleShape } from "../../hit-testing/shapes.js";
import { placeFacts } from "../world.js";

/** @type {import("../world.js").Scene} */
export function hover(world) {
  const places = /** @type {const} */ ([["left", 0.3, 0.4], ["right", 0.7, 0.4], ["round", 0.5, 0.7]]);
  for (const [name, across, down] of places) {
    const options = name === "round" ? { shape: new CircleShape() } : {};
    const figure = world.figure(name, [across, down], [120, 120], { ...options, label: name });
    const over = world.add(figure, `hover ${name}`, new HoverGestureRecognizer(), placeFacts);
    over.addTarget(({ state }) => (figure.color = state === State.Ended || state === State.Cancelled ? "paper" : "accent"));
  }
}
