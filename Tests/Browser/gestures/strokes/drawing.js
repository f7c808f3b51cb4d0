/** Strokes made for tests: curves as a finger would report them, at any rate and in whole pixels or not. */

/** @typedef {{x: number, y: number}} Point */

/** Reports a second that a finger can come in, from a throttled page to a gaming mouse. */
export const RATES = [30, 60, 120, 240, 1000];

/**
 * A drawing as reported `rate` times a second.
 * @param {(share: number) => Point} curve the finger's place when a share of the time has passed
 * @param {{duration?: number, rate?: number, whole?: boolean}} [options] seconds, hertz, and whether in whole pixels
 */
export function reported(curve, { duration = 1, rate = 60, whole = false } = {}) {
  const count = Math.max(2, Math.round(duration * rate) + 1);
  const points = Array.from({ length: count }, (_, index) => curve(index / (count - 1)));
  return whole ? points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })) : points;
}

/**
 * Part of a circle, clockwise from the right; a negative span goes against the clock.
 * @param {{center?: Point, radius?: number, span?: number, from?: number, squash?: number}} [options] degrees
 */
export function arc({ center = { x: 200, y: 200 }, radius = 80, span = 360, from = 0, squash = 1 } = {}) {
  return (/** @type {number} */ share) => {
    const angle = ((from + span * share) * Math.PI) / 180;
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * squash * Math.sin(angle) };
  };
}

/**
 * Straight lines from corner to corner at one speed.
 * @param {...[number, number]} corners
 */
export function polyline(...corners) {
  const legs = corners.slice(1).map(([x, y], index) => Math.hypot(x - corners[index][0], y - corners[index][1]));
  const total = legs.reduce((sum, leg) => sum + leg, 0);
  return (/** @type {number} */ share) => {
    let way = share * total;
    let leg = 0;
    while (leg < legs.length - 1 && way > legs[leg]) way -= legs[leg++];
    const [[x0, y0], [x1, y1]] = [corners[leg], corners[leg + 1]];
    const part = legs[leg] > 0 ? Math.min(1, way / legs[leg]) : 0;
    return { x: x0 + part * (x1 - x0), y: y0 + part * (y1 - y0) };
  };
}

/** @param {...[number, number]} pairs */
export const points = (...pairs) => pairs.map(([x, y]) => ({ x, y }));

/** Strokes that are none, or not sane: none may throw or be recognized. */
export const BAD_INPUT = {
  "no points": [],
  "one point": points([10, 10]),
  "two equal points": points([10, 10], [10, 10]),
  "a press of many equal points": Array.from({ length: 50 }, () => ({ x: 5, y: 5 })),
  "nothing but NaN": points([NaN, NaN], [NaN, 1], [1, NaN]),
  "infinite points": points([Infinity, 0], [0, -Infinity], [Infinity, Infinity]),
  "huge points": points([1e300, 1e300], [-1e300, 1e300], [1e308, -1e308]),
};

/**
 * Reproducible numbers in [0, 1): Park and Miller's generator.
 * @param {number} seed
 */
export function random(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
