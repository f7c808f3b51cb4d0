/** A drawer that comes in from an edge, and pans from the other edges. */

import { ScreenEdgePanGestureRecognizer, State } from "../../index.js";
import { inPlane } from "../../motion/plane-motion.js";
import { resting } from "../../motion/motion.js";
import { spring } from "../../motion/spring.js";

const WIDTH = 200;

/** @type {import("../world.js").Scene} */
export function screenEdge(world) {
  const { height } = world;
  const size = () => ({ width: world.width, height: world.height });
  for (const edge of /** @type {const} */ (["right", "top", "bottom"])) {
    world.add(world.root, `${edge} edge`, new ScreenEdgePanGestureRecognizer(edge, size));
  }
  const drawer = world.figure("drawer", [0, 0.5], [WIDTH, height], { label: "Drawer", color: "panel", shape: null });
  drawer.center = { x: -WIDTH / 2, y: height / 2 };
  const pull = world.add(world.root, "left edge", new ScreenEdgePanGestureRecognizer("left", size), (recognizer) => ({
    dx: recognizer.translation().x,
  }));
  pull.addTarget(({ state }) => {
    const x = Math.min(WIDTH / 2, pull.translation().x - WIDTH / 2);
    if (state === State.Began || state === State.Changed) return world.place(drawer, { x, y: height / 2 });
    const velocity = pull.velocity().x;
    const isOpen = state === State.Ended && (velocity > 300 || (velocity > -300 && x > 0));
    return world.move(drawer, inPlane(spring(x, isOpen ? WIDTH / 2 : -WIDTH / 2, { velocity }), resting(height / 2)));
  });
}
