/**
 * Hands over a quick look. A finger goes across to the next document, and down to close it. Two fingers that part open the
 * document, and two that close show all of the set.
 */

import { addGestureRecognizer, AxisPanGestureRecognizer, GestureSurface, isActive, PinchGestureRecognizer, State } from "../gestures/index.js";
import { Timer } from "../shell/timer.js";

/** @typedef {import("../gestures/index.js").TouchType} TouchType */

/**
 * @typedef {object} LookGestureCalls
 * @property {() => boolean} isStill whether nothing under the hand scrolls down
 * @property {(way: number) => void} drawn called while a hand draws across, in CSS pixels
 * @property {(way: number, velocity: number) => void} let called when it lets go
 * @property {(way: number) => void} drawnDown called while a hand draws what is still down
 * @property {(way: number, velocity: number) => void} letDown
 * @property {() => void} apart called when two fingers part
 * @property {() => void} together called when two fingers close
 * @property {(step: 1 | -1) => void} wheeled called when a trackpad goes across
 */

/** How far two fingers go until that is meant. */
const APART = 1.25;
const TOGETHER = 0.8;

/** How far a trackpad goes across for a document, in CSS pixels, and how long it must rest until it goes to another one. */
const WHEEL_WAY = 60;
const WHEEL_REST = 160;

/** @type {ReadonlySet<TouchType>} */
const FINGERS = new Set(/** @type {const} */ (["touch", "pen"]));

/**
 * @param {HTMLElement} stage
 * @param {LookGestureCalls} calls
 * @param {AbortSignal} signal
 */
export function lookGestures(stage, calls, signal) {
  const { views } = new GestureSurface(stage, { touchAction: "none" }, signal);
  const view = views.viewFor(stage);
  const across = new AxisPanGestureRecognizer("horizontal", { maximumTouches: 1 });
  across.addTarget(() => followed(across, "x", calls.drawn, calls.let));
  const down = new AxisPanGestureRecognizer("vertical", { maximumTouches: 1 });
  down.delegate = { shouldReceive: () => calls.isStill() };
  down.addTarget(() => followed(down, "y", calls.drawnDown, calls.letDown));
  for (const pan of [across, down]) {
    pan.allowedTouchTypes = new Set(FINGERS);
    addGestureRecognizer(view, pan);
  }
  const pinch = new PinchGestureRecognizer();
  pinch.addTarget(() => pinched(pinch, calls));
  addGestureRecognizer(view, pinch);
  wheelAcross(stage, calls.wheeled, signal);
}

/**
 * @param {AxisPanGestureRecognizer} pan
 * @param {"x" | "y"} axis
 * @param {(way: number) => void} drawn
 * @param {(way: number, velocity: number) => void} released
 */
function followed(pan, axis, drawn, released) {
  const way = pan.translation()[axis];
  if (isActive(pan.state)) drawn(way);
  else released(way, pan.state === State.Ended ? pan.velocity()[axis] : 0);
}

/**
 * @param {PinchGestureRecognizer} pinch
 * @param {LookGestureCalls} calls
 */
function pinched(pinch, { apart, together }) {
  if (pinch.state !== State.Ended) return;
  if (pinch.scale >= APART) apart();
  else if (pinch.scale <= TOGETHER) together();
}

/**
 * A trackpad that goes across goes on by one document, however long it rolls on.
 * @param {HTMLElement} stage
 * @param {(step: 1 | -1) => void} wheeled
 * @param {AbortSignal} signal
 */
function wheelAcross(stage, wheeled, signal) {
  const resting = new Timer(signal);
  let way = 0;
  let isDone = false;
  stage.addEventListener("wheel", ({ deltaX, deltaY, ctrlKey }) => {
    if (ctrlKey || Math.abs(deltaX) <= Math.abs(deltaY)) return;
    resting.set(WHEEL_REST, () => { [way, isDone] = [0, false]; });
    way += deltaX;
    if (isDone || Math.abs(way) < WHEEL_WAY) return;
    isDone = true;
    wheeled(way > 0 ? 1 : -1);
  }, { signal, passive: true });
}
