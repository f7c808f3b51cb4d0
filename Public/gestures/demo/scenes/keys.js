/** Keys that do what gestures do, by the same recognizers and the same delegate. A refusal holds for both. */

import {
  PanGestureRecognizer, PinchGestureRecognizer, RotationGestureRecognizer, State, TapGestureRecognizer,
} from "../../index.js";
import { posed, transformOf, UNTOUCHED } from "../../motion/index.js";

/** @typedef {import("../../motion/index.js").Pose} Pose */
/** @typedef {import("../../index.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("../world.js").World} World */

/** Px, and a factor, and radians of one key. */
const STEP = 24;
const ZOOM = 1.25;
const TURN = Math.PI / 12;
const WAYS = Object.freeze(/** @type {const} */ ({
  ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP],
}));

/** @type {import("../world.js").Scene} */
export function keys(world) {
  const card = world.figure("card", [0.5, 0.5], [220, 140], { label: "Arrows, + − [ ]\nEnter locks" });
  const home = card.center;
  let [pose, start, isLocked] = [UNTOUCHED, UNTOUCHED, false];
  const show = (/** @type {Pose} */ next) => {
    pose = next;
    card.center = { x: home.x + pose.offset.x, y: home.y + pose.offset.y };
    card.transform = transformOf({ ...pose, offset: UNTOUCHED.offset });
    world.changed();
  };
  const pan = new PanGestureRecognizer();
  const pinch = new PinchGestureRecognizer();
  const turn = new RotationGestureRecognizer();
  world.add(card, "pan", pan, () => ({ x: pose.offset.x, y: pose.offset.y }));
  world.add(card, "pinch", pinch, () => ({ scale: pose.scale }));
  world.add(card, "rotation", turn, () => ({ degrees: (pose.rotation * 180) / Math.PI }));
  const follow = (/** @type {GestureRecognizer} */ recognizer, /** @type {() => Partial<Parameters<typeof posed>[1]>} */ change) => {
    recognizer.delegate = { shouldBegin: () => !isLocked };
    recognizer.addTarget(({ state }) => {
      if (state === State.Began) start = pose;
      show(posed(start, { ...NO_CHANGE, anchor: start.offset, ...change() }));
    });
  };
  follow(pan, () => ({ translation: pan.translation() }));
  follow(pinch, () => ({ scale: pinch.scale }));
  follow(turn, () => ({ rotation: turn.rotation }));
  const lock = world.add(card, "lock", new TapGestureRecognizer(), () => ({ locked: isLocked ? "yes" : "no" }));
  lock.addTarget(() => {
    isLocked = !isLocked;
    Object.assign(card, { color: isLocked ? "warn" : "paper" });
    world.changed();
  });
  bindKeys(world, { pan, pinch, turn, lock });
}

const NO_CHANGE = Object.freeze({ translation: UNTOUCHED.offset, scale: 1, rotation: 0 });

/**
 * @param {World} world
 * @param {{pan: PanGestureRecognizer, pinch: PinchGestureRecognizer, turn: RotationGestureRecognizer, lock: TapGestureRecognizer}} hands
 */
function bindKeys(world, { pan, pinch, turn, lock }) {
  for (const [key, [x, y]] of Object.entries(WAYS)) world.bindKey({ key }, pan, () => pan.setTranslation({ x, y }));
  world.bindKey({ key: "+" }, pinch, () => (pinch.scale = ZOOM));
  world.bindKey({ key: "-" }, pinch, () => (pinch.scale = 1 / ZOOM));
  world.bindKey({ key: "[" }, turn, () => (turn.rotation = -TURN));
  world.bindKey({ key: "]" }, turn, () => (turn.rotation = TURN));
  world.bindKey({ key: "Enter" }, lock);
}
