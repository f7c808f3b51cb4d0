/** A sample: one change of one pointer, as plain data, so that it can be recorded, replayed and made up by a test. */

/** @typedef {import("./geometry/point.js").Point} Point */

/**
 * The kind of pointer. `trackpad` stands for two fingers on a trackpad (a pinch, a turn, the wheel with Control),
 * `scroll` for a wheel. Views and recognizers hear of these two only on request.
 * @typedef {"touch" | "pen" | "mouse" | "trackpad" | "scroll" | "hover"} TouchType
 */

/** @typedef {{readonly x: number, readonly y: number, readonly time: number, readonly pressure?: number}} Moment */

/**
 * @typedef {object} Modifiers
 * @property {boolean} [alt]
 * @property {boolean} [control]
 * @property {boolean} [meta]
 * @property {boolean} [shift]
 */

/**
 * @typedef {object} Sample
 * @property {"began" | "moved" | "ended" | "cancelled"} phase
 * @property {number} id of the pointer; the same from down to up, and then free for another
 * @property {number} [x] px on the surface; where the pointer was when it is missing
 * @property {number} [y]
 * @property {number} time ms on the clock's scale: when it happened, not when it was delivered
 * @property {TouchType} [type] `touch` when it is missing; only read when the touch begins
 * @property {"touch" | "pen" | "mouse"} [device] what hovers
 * @property {number} [button] 0 is a finger, the tip of a pen, the first button of a mouse; 2 its second one
 * @property {number} [pressure] from 0 to 1
 * @property {number} [tiltX] degrees
 * @property {number} [tiltY] degrees
 * @property {number} [twist] degrees
 * @property {number} [width] px of the contact
 * @property {number} [height] px of the contact
 * @property {Modifiers} [modifiers] keys that are held
 * @property {readonly Moment[]} [coalesced] all that happened since the last sample, this one among them
 * @property {readonly Moment[]} [predicted] where the pointer may go: to be drawn for one frame and taken back
 * @property {CancelCause} [cause] of a cancel
 * @property {Point} [aim] where the view is looked for, when that is not where the touch is
 * @property {object} [target] what the source knows to have been touched; handed to the hit test
 */

/**
 * The cause of a cancel: `system`, a `gesture` that took the touch, a `removed` view, the `pen`, or `palm`. `system`
 * is a call, a browser scroll, or a hidden page.
 *
 * A cancel as `palm` undoes the effects of the touch. It also means touches of that pointer that landed within
 * `PALM_BEFORE_PEN` and have lifted since: nothing else comes so late.
 * @typedef {"system" | "gesture" | "removed" | "pen" | "palm"} CancelCause
 */

/** The button of a mouse that opens menus, as in `PointerEvent.button`. */
export const SECONDARY_BUTTON = 2;

/** Beyond this no coordinate is believed, px: squares of it still add up exactly enough. */
const FARTHEST = 1e6;

/**
 * The sample's place, brought within what can be computed with; `fallback` when it has none.
 * @template {Point | null} Fallback
 * @param {Sample} sample
 * @param {Fallback} fallback
 * @returns {Point | Fallback}
 */
export function placeOf(sample, fallback) {
  const { x, y } = sample;
  if (x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y)) return fallback;
  return { x: within(x), y: within(y) };
}

/**
 * The moments of the sample that can be believed, none of them later than the sample; at least the sample itself.
 * @param {Sample} sample
 * @param {Point} place of the sample
 * @param {number} time of the sample, as the arbiter reads it
 * @returns {readonly Moment[]}
 */
export function momentsOf(sample, place, time) {
  const known = sample.coalesced?.filter(isSound) ?? [];
  if (known.length === 0) return [{ x: place.x, y: place.y, time }];
  return known.map((moment) => (moment.time <= time ? moment : { ...moment, time }));
}

/**
 * Whether all numbers of a moment can be computed with.
 * @param {Moment} moment
 */
export function isSound({ x, y, time }) {
  return Math.abs(x) <= FARTHEST && Math.abs(y) <= FARTHEST && Number.isFinite(time);
}

/** @param {number} coordinate */
function within(coordinate) {
  return Math.min(FARTHEST, Math.max(-FARTHEST, coordinate));
}
