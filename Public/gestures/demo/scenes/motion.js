/** Things let go: one is thrown and turns back at the edges, one springs home, one snaps into a slot. */

import { PanGestureRecognizer, State } from "../../index.js";
import { fling } from "../../motion/fling.js";
import { inPlane } from "../../motion/plane-motion.js";
import { nearestSlot, snap } from "../../motion/snap.js";
import { CircleShape } from "../../hit-testing/shapes.js";
import { plus } from "../../geometry/point.js";

/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../world.js").World} World */
/** @typedef {import("../../geometry/point.js").Point} Point */
/** @typedef {import("../../motion/plane-motion.js").PlaneMotion} PlaneMotion */

const RADIUS = 45;

/** @type {import("../world.js").Scene} */
export function motion(world) {
  const slots = [0.2, 0.5, 0.8].map((across) => {
    world.figure("slot", [across, 0.82], [96, 76], { color: "panel", label: "", interactive: false });
    return { x: world.width * across, y: world.height * 0.82 };
  });
  const puck = world.figure("throw", [0.25, 0.3], [90, 90], { shape: new CircleShape(), color: "accent" });
  const home = world.figure("spring", [0.7, 0.3], [90, 70]);
  const card = world.figure("snap", [0.5, 0.82], [88, 68], { color: "accent" });
  const start = home.center;
  letGo(world, puck, (from, velocity) => inPlane(
    fling(from.x, velocity.x, { low: RADIUS, high: world.width - RADIUS }),
    fling(from.y, velocity.y, { low: RADIUS, high: world.height - RADIUS }),
  ));
  letGo(world, home, (from, velocity) => snap(from, start, { velocity }));
  letGo(world, card, (from, velocity) => {
    const aim = plus(from, { x: velocity.x / 5, y: velocity.y / 5 });
    return snap(from, nearestSlot(aim, slots) ?? from, { velocity, damping: 0.8 });
  });
}

/**
 * @param {World} world
 * @param {Figure} figure
 * @param {(from: Point, velocity: Point) => PlaneMotion} motionFrom px, px/s
 */
function letGo(world, figure, motionFrom) {
  let base = figure.center;
  const drag = new PanGestureRecognizer({ slop: 2 });
  // A finger that lands catches what flies, before it drags.
  figure.touchesBegan = () => void world.catch(figure);
  world.add(figure, figure.name, drag, () => ({ vx: Math.round(drag.velocity().x), vy: Math.round(drag.velocity().y) }));
  drag.addTarget(({ state }) => {
    if (state === State.Began) base = world.catch(figure);
    const from = plus(base, drag.translation());
    world.place(figure, from);
    if (state !== State.Began && state !== State.Changed) world.move(figure, motionFrom(from, drag.velocity()));
  });
}
