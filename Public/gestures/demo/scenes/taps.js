/** Taps in series and by several fingers. */

import { TapGestureRecognizer } from "../../index.js";
import { placeFacts } from "../world.js";

/** @type {import("../world.js").Scene} */
export function taps(world) {
  const card = world.figure("card", [0.5, 0.5], [220, 140], { label: "Tap me" });
  const add = (/** @type {string} */ name, /** @type {number} */ count, /** @type {number} */ touches) => {
    const tap = world.add(world.root, name, new TapGestureRecognizer({ taps: count, touches }), placeFacts);
    tap.addTarget(() => (card.label = name));
    return tap;
  };
  const triple = add("triple tap", 3, 1);
  const double = add("double tap", 2, 1);
  const single = add("single tap", 1, 1);
  double.requireToFail(triple);
  single.requireToFail(double);
  add("two-finger tap", 1, 2);
  add("three-finger tap", 1, 3);
}
