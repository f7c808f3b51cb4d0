/** Drags, with what they are told of: the way and the velocity. */

import { PanGestureRecognizer, State } from "../../index.js";
import { plus } from "../../geometry/point.js";

/** @type {import("../world.js").Scene} */
export function pan(world) {
  const card = world.figure("card", [0.5, 0.5], [160, 120], { label: "Drag me" });
  let base = card.center;
  let velocity = { x: 0, y: 0 };
  const drag = world.add(card, "pan", new PanGestureRecognizer(), (recognizer) => {
    const [way, speed] = [recognizer.translation(), recognizer.velocity()];
    return { dx: way.x, dy: way.y, vx: Math.round(speed.x), vy: Math.round(speed.y) };
  });
  drag.addTarget(({ state }) => {
    if (state === State.Began) base = card.center;
    velocity = drag.velocity();
    world.place(card, plus(base, drag.translation()));
  });
  world.drawings.push((pen, color) => {
    pen.strokeStyle = color("accent");
    pen.lineWidth = 3;
    pen.beginPath();
    pen.moveTo(card.center.x, card.center.y);
    pen.lineTo(card.center.x + velocity.x / 8, card.center.y + velocity.y / 8);
    pen.stroke();
  });
}
