/** How long a scroll bar's thumb is, where it lies, and what it leads to. Pure; CSS pixels. */

/** Shorter than this nobody can grip it. */
const SHORTEST = 32;

/**
 * @typedef {object} ScrolledAxis
 * @property {number} track length of the bar
 * @property {number} seen length of what is seen
 * @property {number} limit how far one can scroll
 * @property {number} offset scrolled so far, beyond the ends while it bounces
 */

/**
 * @param {ScrolledAxis} axis
 * @returns {{length: number, start: number}}
 */
export function thumbOf({ track, seen, limit, offset }) {
  const beyond = Math.max(0, -offset, offset - limit);
  const whole = Math.max(SHORTEST, (track * seen) / (seen + limit));
  // Pulled beyond an end it grows shorter, as if pressed against it.
  const length = Math.min(track, Math.max(8, whole - beyond));
  const share = limit > 0 ? Math.max(0, Math.min(1, offset / limit)) : 0;
  return { length, start: (track - length) * share };
}

/**
 * How far the content goes when the thumb goes by `way`.
 * @param {number} way
 * @param {ScrolledAxis} axis
 */
export function scrolledBy(way, axis) {
  const room = axis.track - thumbOf(axis).length;
  return room > 0 ? (way * axis.limit) / room : 0;
}
