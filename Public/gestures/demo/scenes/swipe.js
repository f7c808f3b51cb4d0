/** Swipes in four directions move a card from cell to cell. */

import { SwipeGestureRecognizer } from "../../index.js";
import { snap } from "../../motion/snap.js";

const WAYS = Object.freeze({ left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] });
const SIDE = 96;

/** @type {import("../world.js").Scene} */
export function swipe(world) {
  const middle = { x: world.width / 2, y: world.height / 2 };
  for (const row of [-1, 0, 1]) {
    for (const column of [-1, 0, 1]) {
      const place = /** @type {[number, number]} */ ([0.5 + (column * SIDE) / world.width, 0.5 + (row * SIDE) / world.height]);
      world.figure("cell", place, [SIDE - 8, SIDE - 8], { color: "panel", label: "", interactive: false });
    }
  }
  const card = world.figure("card", [0.5, 0.5], [SIDE - 16, SIDE - 16], { color: "accent", label: "Swipe" });
  const cell = { column: 0, row: 0 };
  const swiped = new SwipeGestureRecognizer({ direction: ["left", "right", "up", "down"] });
  world.add(world.root, "swipe", swiped, ({ direction }) => ({ direction: direction ?? "" }));
  swiped.addTarget(() => {
    const [across = 0, down = 0] = swiped.direction ? WAYS[swiped.direction] : [];
    cell.column = Math.max(-1, Math.min(1, cell.column + across));
    cell.row = Math.max(-1, Math.min(1, cell.row + down));
    const to = { x: middle.x + cell.column * SIDE, y: middle.y + cell.row * SIDE };
    world.move(card, snap(world.catch(card), to));
  });
}
