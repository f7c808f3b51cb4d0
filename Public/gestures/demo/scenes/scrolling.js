/** A sheet larger than the stage: the axis that a drag begins along is the only one that it moves along. */

import { Figure } from "../figure.js";
import { scrolled } from "./scrolled.js";

const COLUMNS = 8;
const ROWS = 12;
const CELL = { width: 160, height: 120 };
const AIR = 8;

/** @type {import("../world.js").Scene} */
export function scrolling(world) {
  const view = world.figure("sheet", [0.5, 0.5], [world.width, world.height], { color: "panel", label: "", shape: null, clips: true });
  const size = { width: COLUMNS * CELL.width, height: ROWS * CELL.height };
  const { content } = scrolled(world, view, size, { directionalLockEnabled: true });
  for (let index = 0; index < COLUMNS * ROWS; index += 1) {
    const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)];
    const frame = {
      x: column * CELL.width + AIR, y: row * CELL.height + AIR, width: CELL.width - 2 * AIR, height: CELL.height - 2 * AIR,
    };
    content.addChild(new Figure({ name: `${String.fromCharCode(65 + column)}${row + 1}`, frame }));
  }
}
