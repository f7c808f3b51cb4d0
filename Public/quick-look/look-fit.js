/** Where a page lies in the room of a quick look: whole, as large as there is room for. Pure. */

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/**
 * The size of a sheet in CSS pixels, whole ones.
 * @param {Size} page of which the proportion counts
 * @param {Size} room
 * @param {number} most the largest scale: a picture is shown no larger than its pixels
 * @returns {Size}
 */
export function fitted({ width, height }, room, most = Infinity) {
  if (!(width > 0 && height > 0)) return { width: 0, height: 0 };
  const scale = Math.min(room.width / width, room.height / height, most);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The transform of a box by which it covers another one.
 * @param {{left: number, top: number, width: number, height: number}} box
 * @param {{left: number, top: number, width: number, height: number}} other
 */
export function covering(box, other) {
  const scale = { x: other.width / Math.max(1, box.width), y: other.height / Math.max(1, box.height) };
  return `translate(${other.left - box.left}px, ${other.top - box.top}px) scale(${scale.x}, ${scale.y})`;
}

/**
 * The page that a scroller of pages shows, from 1: each is as high as the scroller.
 * @param {{scrollTop: number, clientHeight: number}} scroller
 * @param {number} count
 */
export function pageAt({ scrollTop, clientHeight }, count) {
  if (clientHeight <= 0) return 1;
  return Math.min(Math.max(1, Math.round(scrollTop / clientHeight) + 1), Math.max(1, count));
}

/** The share of the room's width by which a drag that ends slowly goes on to the next document. */
const FAR = 0.3;

/** CSS pixels a second from which a drag is a flick. */
const FAST = 350;

/**
 * Where a drag across leads when it ends: a flick goes its own way, however far it came.
 * @param {number} way in CSS pixels, to the right
 * @param {number} velocity in CSS pixels a second
 * @param {number} width of the room
 * @returns {1 | -1 | 0} a step on, back, or none
 */
export function stepOf(way, velocity, width) {
  if (Math.abs(velocity) > FAST) return Math.sign(velocity) === Math.sign(way) ? (velocity < 0 ? 1 : -1) : 0;
  return Math.abs(way) > FAR * width ? (way < 0 ? 1 : -1) : 0;
}
