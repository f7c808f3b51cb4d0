/** Cards that two fingers move, scale and turn, beside recognizers that tell of the two alone. */

import { PinchGestureRecognizer, RotationGestureRecognizer, State, TransformGestureRecognizer } from "../../index.js";
import { apply, compose, rotation, scaling, translation } from "../../geometry/affine.js";

/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../world.js").World} World */

const TOGETHER = { shouldRecognizeSimultaneously: () => true };

/** @type {import("../world.js").Scene} */
export function transform(world) {
  const back = world.figure("back card", [0.4, 0.38], [200, 150], { label: "Move, scale, turn" });
  const front = world.figure("front card", [0.58, 0.62], [200, 150], { label: "Two fingers,\none, two again", color: "accent" });
  for (const card of [back, front]) handle(world, card);
}

/**
 * @param {World} world
 * @param {Figure} card
 */
function handle(world, card) {
  const step = new TransformGestureRecognizer();
  const pinch = new PinchGestureRecognizer();
  const turn = new RotationGestureRecognizer();
  world.add(card, "pinch", pinch, ({ scale }) => ({ scale }));
  world.add(card, "rotation", turn, (recognizer) => ({ degrees: (recognizer.rotation * 180) / Math.PI }));
  world.add(card, "transform", step, () => ({ x: card.center.x, y: card.center.y }));
  for (const recognizer of [step, pinch, turn]) recognizer.delegate = TOGETHER;
  step.addTarget(({ state }) => {
    if (state === State.Began) card.bringToFront();
    carry(card, step.takeStep());
    world.changed();
  });
}

/**
 * Keeps what is under the fingers under them: the card is scaled and turned about their middle, and goes with it.
 * @param {Figure} card
 * @param {import("../../recognizers/grip.js").Step} step
 */
function carry(card, { translation: way, scale, rotation: angle, centre }) {
  const change = compose(rotation(angle), scaling(scale));
  const about = compose(translation(centre.x + way.x, centre.y + way.y), change, translation(-centre.x, -centre.y));
  card.center = apply(about, card.center);
  card.transform = compose(change, card.transform);
}
