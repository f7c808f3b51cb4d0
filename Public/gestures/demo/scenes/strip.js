/** A strip of items that scrolls sideways: pulled down, an item comes out of it, and the finger holds it already. */

import { PullOutGestureRecognizer } from "../../scrolling/pull-out.js";
import { State } from "../../recognizer-state.js";
import { Figure } from "../figure.js";
import { placeFacts } from "../world.js";
import { scrolled } from "./scrolled.js";

/** @typedef {import("../world.js").World} World */

const ITEMS = 16;
const SIDE = 84;
const GAP = 16;
const STEP = SIDE + GAP;

/** @type {import("../world.js").Scene} */
export function strip(world) {
  const height = SIDE + 2 * GAP;
  const view = world.figure("strip", [0.5, 0], [world.width, height], { color: "panel", label: "", shape: null, clips: true });
  view.center = { x: world.width / 2, y: height / 2 };
  const { content } = scrolled(world, view, { width: ITEMS * STEP + GAP, height });
  for (let index = 0; index < ITEMS; index += 1) {
    const frame = { x: GAP + index * STEP, y: GAP, width: SIDE, height: SIDE };
    const item = new Figure({ name: String(index + 1), frame });
    content.addChild(item);
    pulledFrom(world, item);
  }
}

/**
 * @param {World} world
 * @param {Figure} item
 */
function pulledFrom(world, item) {
  /** @type {Figure | null} */
  let card = null;
  const pull = world.add(item, `pull ${item.name}`, new PullOutGestureRecognizer(), placeFacts);
  pull.addTarget(({ state }) => {
    if (state === State.Began) card = world.figure(`card ${item.name}`, [0, 0], [SIDE, SIDE], { color: "accent", label: item.label });
    if (card) world.place(card, pull.location());
  });
}
