/** Something to record: counters that are dragged and tapped. */

import { PanGestureRecognizer, State, TapGestureRecognizer } from "../../index.js";
import { CircleShape } from "../../hit-testing/shapes.js";
import { plus } from "../../geometry/point.js";

/** @type {import("../world.js").Scene} */
export function recorder(world) {
  for (const [index, name] of ["one", "two", "three"].entries()) {
    const counter = world.figure(name, [0.25 + index * 0.25, 0.5], [84, 84], { shape: new CircleShape(), label: name });
    let base = counter.center;
    world.add(counter, `tap ${name}`, new TapGestureRecognizer()).addTarget(() => {
      counter.color = counter.color === "paper" ? "accent" : "paper";
    });
    const drag = new PanGestureRecognizer({ maximumTouches: 1 });
    world.add(counter, `pan ${name}`, drag, () => ({ x: counter.center.x, y: counter.center.y }));
    drag.addTarget(({ state }) => {
      if (state === State.Began) base = counter.center;
      counter.bringToFront();
      world.place(counter, plus(base, drag.translation()));
    });
  }
}
