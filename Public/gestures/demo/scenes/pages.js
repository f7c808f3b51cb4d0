/** Pages side by side, each a list that scrolls down: the inner view goes first, and leaves to the outer what is not its own. */

import { Figure } from "../figure.js";
import { scrolled } from "./scrolled.js";

const PAGES = 4;
const ROWS = 20;
const ROW = 64;
const AIR = 8;

/** @type {import("../world.js").Scene} */
export function pages(world) {
  const { width, height } = world;
  const view = world.figure("pages", [0.5, 0.5], [width, height], { color: "panel", label: "", shape: null, clips: true });
  const { content } = scrolled(world, view, { width: PAGES * width, height }, { pagingEnabled: true });
  for (let page = 0; page < PAGES; page += 1) {
    const list = new Figure({
      name: `list ${page + 1}`, label: "", color: "panel", shape: null, clips: true, frame: { x: page * width, y: 0, width, height },
    });
    content.addChild(list);
    const rows = scrolled(world, list, { width, height: ROWS * ROW }).content;
    for (let row = 0; row < ROWS; row += 1) {
      const frame = { x: AIR, y: row * ROW + AIR, width: width - 2 * AIR, height: ROW - AIR };
      rows.addChild(new Figure({ name: `Page ${page + 1}, row ${row + 1}`, frame }));
    }
  }
}
