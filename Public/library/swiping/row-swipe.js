/**
 * A row that a finger draws aside, as a state that steps go through. Pure.
 *
 *     closed ──began──▶ following ──let go──▶ open ──began──▶ following
 *       ▲                    ├──near──▶ closed
 *       └──────closed────────┴──far───▶ done
 */

/**
 * Where the buttons of a row are: at the start of its line, or at its end.
 * @typedef {"start" | "end"} Side
 */

/**
 * In CSS pixels: the width of all buttons at each side, 0 where there are none, and that of the row.
 * @typedef {{readonly start: number, readonly end: number, readonly row: number}} SwipeRoom
 */

/**
 * `offset` is how far the row lies from its place, in CSS pixels towards the end of its line. `from` is where it lay when the
 * finger came, and `isFar` whether it does the first thing when it is let go.
 * @typedef {object} RowSwipe
 * @property {string | null} key of the row; null where none is drawn aside
 * @property {"closed" | "following" | "open" | "done"} phase
 * @property {number} offset
 * @property {number} from
 * @property {boolean} isFar
 * @property {SwipeRoom} room
 */

/**
 * `way` is how far the finger went, and `velocity` how fast it was, in CSS pixels a second, both towards the end of the line.
 * @typedef {{type: "began", key: string, room: SwipeRoom} | {type: "moved", way: number} | {type: "let", velocity: number}
 *   | {type: "cancelled"} | {type: "closed"}} SwipeStep
 */

/** So much of a row is far, but no more than so many CSS pixels, and always so much more than its buttons. */
const FAR = 0.55;
const MOST_FAR = 320;
const BEYOND_BUTTONS = 56;

/** A finger that is so fast opens or closes a row wherever it lets go, in CSS pixels a second. */
const FAST = 350;

/** @type {RowSwipe} */
export const CLOSED = Object.freeze({
  key: null, phase: "closed", offset: 0, from: 0, isFar: false, room: Object.freeze({ start: 0, end: 0, row: 0 }),
});

/**
 * @param {RowSwipe} swipe
 * @param {SwipeStep} step
 * @returns {RowSwipe}
 */
export function reduceSwipe(swipe, step) {
  switch (step.type) {
    case "began": return begun(swipe, step.key, step.room);
    case "moved": return swipe.phase === "following" ? followed(swipe, swipe.from + step.way) : swipe;
    case "let": return swipe.phase === "following" ? letGo(swipe, step.velocity) : swipe;
    case "cancelled": return swipe.phase === "following" ? letGo({ ...swipe, offset: swipe.from, isFar: false }, 0) : swipe;
    case "closed": return CLOSED;
  }
}

/**
 * The side whose buttons are seen; null where none are.
 * @param {Pick<RowSwipe, "offset">} swipe
 * @returns {Side | null}
 */
export function sideOf({ offset }) {
  return offset === 0 ? null : offset > 0 ? "start" : "end";
}

/**
 * One row alone is aside: another one that is drawn begins at its place.
 * @param {RowSwipe} swipe
 * @param {string} key
 * @param {SwipeRoom} room
 * @returns {RowSwipe}
 */
function begun(swipe, key, room) {
  const offset = swipe.key === key && swipe.phase === "open" ? swipe.offset : 0;
  return { key, phase: "following", offset, from: offset, isFar: false, room };
}

/**
 * @param {RowSwipe} swipe
 * @param {number} wanted
 * @returns {RowSwipe}
 */
function followed(swipe, wanted) {
  const { start, end, row } = swipe.room;
  const offset = Math.min(start > 0 ? row : 0, Math.max(end > 0 ? -row : 0, wanted));
  return { ...swipe, offset, isFar: Math.abs(offset) >= farIn(swipe.room, offset) };
}

/**
 * @param {SwipeRoom} room
 * @param {number} offset
 */
function farIn(room, offset) {
  const buttons = offset > 0 ? room.start : room.end;
  return Math.min(room.row, Math.max(buttons + BEYOND_BUTTONS, Math.min(FAR * room.row, MOST_FAR)));
}

/**
 * @param {RowSwipe} swipe
 * @param {number} velocity
 * @returns {RowSwipe}
 */
function letGo(swipe, velocity) {
  const { offset, room, isFar } = swipe;
  const side = sideOf(swipe);
  if (side === null) return CLOSED;
  const outwards = side === "start" ? 1 : -1;
  const speed = velocity * outwards;
  if (isFar && speed > -FAST) return { ...swipe, phase: "done", offset: outwards * room.row };
  const isOpen = speed > FAST || (speed > -FAST && Math.abs(offset) >= room[side] / 2);
  return isOpen ? { ...swipe, phase: "open", offset: outwards * room[side], isFar: false } : CLOSED;
}
