/**
 * Each flag that decides which touches a view hears while recognizers watch, and the refusals of a delegate. Each box
 * is a view with one recognizer that shows the touches it hears.
 */

import { PanGestureRecognizer, TapGestureRecognizer } from "../../index.js";

/** @typedef {import("../../index.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("../../touch.js").Touch} Touch */
/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../world.js").World} World */

const WIDTH = 150;
const HEIGHT = 84;

/** @type {import("../world.js").Scene} */
export function flags(world) {
  const add = (/** @type {string} */ name, /** @type {[number, number]} */ place, /** @type {GestureRecognizer} */ recognizer, settings = {}) => {
    const box = world.figure(name, place, [WIDTH, HEIGHT]);
    listen(world, box);
    world.add(box, `${name}: ${recognizer instanceof PanGestureRecognizer ? "pan" : "tap"}`, Object.assign(recognizer, settings));
    return box;
  };
  const twice = () => new TapGestureRecognizer({ taps: 2 });
  add("pan takes", [0.27, 0.14], new PanGestureRecognizer());
  add("pan leaves", [0.73, 0.14], new PanGestureRecognizer(), { cancelsTouchesInView: false });
  add("begins late", [0.27, 0.38], new PanGestureRecognizer(), { delaysTouchesBegan: true });
  add("begins at once", [0.73, 0.38], new PanGestureRecognizer(), { delaysTouchesBegan: false });
  add("ends late", [0.27, 0.62], twice(), { delaysTouchesEnded: true });
  add("ends at once", [0.73, 0.62], twice(), { delaysTouchesEnded: false });
  const down = new PanGestureRecognizer();
  down.delegate = { shouldBegin: () => isDownwards(down) };
  add("only downwards", [0.27, 0.86], down);
  const left = new TapGestureRecognizer();
  const half = add("left half only", [0.73, 0.86], left);
  left.delegate = { shouldReceive: (_recognizer, touch) => touch.location(half).x < half.bounds.x + WIDTH / 2 };
}

/** @param {PanGestureRecognizer} pan */
function isDownwards(pan) {
  const { x, y } = pan.translation();
  return y > Math.abs(x);
}

/**
 * Lets a figure say what it hears.
 * @param {World} world
 * @param {Figure} box
 */
function listen(world, box) {
  const hears = (/** @type {string} */ state, /** @type {Figure["color"]} */ color) => (/** @type {ReadonlySet<Touch>} */ touches) => {
    for (const { cancelCause } of touches) world.log.add(box.name, state, cancelCause ? { cause: cancelCause } : {});
    box.color = color;
    world.changed();
  };
  Object.assign(box, {
    touchesBegan: hears("hears a finger", "accent"),
    touchesEnded: hears("hears it lift", "paper"),
    touchesCancelled: hears("loses it", "warn"),
  });
}
