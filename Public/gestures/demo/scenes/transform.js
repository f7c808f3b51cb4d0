/**
 * Cards that two fingers move, scale and turn, beside recognizers that tell of the two alone; three taps put a card back
 * as it was.
 */

import {
  PinchGestureRecognizer, RotationGestureRecognizer, State, TapGestureRecognizer, TransformGestureRecognizer,
} from "../../index.js";
import { posed, transformOf, UNTOUCHED } from "../../motion/index.js";
import { minus } from "../../geometry/point.js";

/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../world.js").World} World */
/** @typedef {import("../../motion/index.js").Pose} Pose */

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
  const home = card.center;
  let pose = UNTOUCHED;
  const show = (/** @type {Pose} */ next) => {
    pose = next;
    card.center = { x: home.x + pose.offset.x, y: home.y + pose.offset.y };
    card.transform = transformOf({ ...pose, offset: UNTOUCHED.offset });
    world.changed();
  };
  const step = new TransformGestureRecognizer();
  const pinch = new PinchGestureRecognizer();
  const turn = new RotationGestureRecognizer();
  world.add(card, "pinch", pinch, ({ scale }) => ({ scale }));
  world.add(card, "rotation", turn, (recognizer) => ({ degrees: (recognizer.rotation * 180) / Math.PI }));
  world.add(card, "transform", step, () => ({ x: card.center.x, y: card.center.y }));
  for (const recognizer of [step, pinch, turn]) recognizer.delegate = TOGETHER;
  step.addTarget(({ state }) => {
    if (state === State.Began) card.bringToFront();
    const { translation, scale, rotation, centre } = step.takeStep();
    // The card is scaled and turned about the middle of the fingers, so its points stay under them.
    show(posed(pose, { translation, scale, rotation, anchor: minus(centre, home) }));
  });
  world.add(card, "reset", new TapGestureRecognizer({ taps: 3 })).addTarget(() => show(UNTOUCHED));
}
