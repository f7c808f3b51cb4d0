/** Failure requirements: recognizers as boxes that show their state, with arrows to those that must fail first. */

import { LongPressGestureRecognizer, PanGestureRecognizer, TapGestureRecognizer } from "../../index.js";

/** @typedef {import("../figure.js").ColorName} ColorName */
/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../../index.js").GestureRecognizer} GestureRecognizer */

/** @type {Readonly<Record<string, ColorName>>} */
const COLORS = Object.freeze({ began: "accent", changed: "accent", ended: "ok", failed: "danger", cancelled: "warn", possible: "paper" });

/** @typedef {import("../world.js").World} World */

/** @type {import("../world.js").Scene} */
export function requirements(world) {
  /** @type {Map<GestureRecognizer, Figure>} */
  const boxes = new Map();
  const add = (/** @type {string} */ name, /** @type {GestureRecognizer} */ recognizer, /** @type {[number, number]} */ place) => {
    world.add(world.root, name, recognizer);
    const box = world.figure(name, place, [130, 64], { interactive: false, label: `${name}\npossible` });
    boxes.set(recognizer, box);
    return { recognizer, box };
  };
  const triple = add("triple tap", new TapGestureRecognizer({ taps: 3 }), [0.27, 0.18]);
  const double = add("double tap", new TapGestureRecognizer({ taps: 2 }), [0.27, 0.42]);
  const single = add("single tap", new TapGestureRecognizer(), [0.27, 0.66]);
  add("long press", new LongPressGestureRecognizer(), [0.73, 0.3]);
  add("pan", new PanGestureRecognizer(), [0.73, 0.54]);
  for (const [waiting, first] of /** @type {const} */ ([[double, triple], [single, double]])) {
    waiting.recognizer.requireToFail(first.recognizer);
    drawArrow(world, waiting.box, first.box);
  }
  world.watchers.push(({ recognizer, to }) => {
    const box = boxes.get(recognizer);
    // Back to Possible is not shown, so that one sees how it ended.
    if (!box || to === "possible") return;
    Object.assign(box, { color: COLORS[to] ?? "paper", label: `${recognizer.name}\n${to}` });
    world.changed();
  });
}

/**
 * @param {World} world
 * @param {Figure} waiting
 * @param {Figure} first above it
 */
function drawArrow(world, { center: from }, { center: to }) {
  world.drawings.push((pen, color) => {
    pen.strokeStyle = color("ink-2");
    pen.fillStyle = color("ink-2");
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(from.x, from.y - 32);
    pen.lineTo(to.x, to.y + 32);
    pen.stroke();
    pen.fillText("waits for ↑", to.x + 58, (from.y + to.y) / 2);
  });
}
