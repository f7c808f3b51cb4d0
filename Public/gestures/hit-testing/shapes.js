/** The touchable part of a node's bounds. Immutable, pure. Lines that bound a shape belong to it. */

import { crossings, distanceToLine } from "../geometry/polygon.js";
import { middle } from "../geometry/rect.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/**
 * @typedef {object} HitShape
 * @property {(point: Point, bounds: Rect) => boolean} contains whether a point of the node's coordinates is touched
 * @property {(bounds: Rect) => Point[][]} outline closed polygons that show it, for debugging
 */

/** Corners that a round outline is shown with. */
const OUTLINE_CORNERS = 48;

/**
 * The largest circle about the middle of the bounds, rim included: the 4th edition of recipe 1-5.
 * @implements {HitShape}
 */
export class CircleShape {
  /**
   * @param {Point} point
   * @param {Rect} bounds
   */
  contains(point, bounds) {
    const center = middle(bounds);
    const radius = Math.min(bounds.width, bounds.height) / 2;
    return (point.x - center.x) ** 2 + (point.y - center.y) ** 2 <= radius ** 2;
  }

  /** @param {Rect} bounds */
  outline(bounds) {
    const center = middle(bounds);
    return [round(center, Math.min(bounds.width, bounds.height) / 2, 0, OUTLINE_CORNERS)];
  }
}

/**
 * The bounds with rounded corners.
 * @implements {HitShape}
 */
export class RoundedRectangleShape {
  #radius;

  /** @param {number} radius of the corners; more than half a side is half a side */
  constructor(radius) {
    this.#radius = Math.max(0, radius);
  }

  /**
   * @param {Point} point
   * @param {Rect} bounds
   */
  contains({ x, y }, bounds) {
    const radius = this.#radiusIn(bounds);
    const center = middle(bounds);
    const beyondX = Math.abs(x - center.x) - (bounds.width / 2 - radius);
    const beyondY = Math.abs(y - center.y) - (bounds.height / 2 - radius);
    if (!(beyondX <= radius && beyondY <= radius)) return false;
    return beyondX <= 0 || beyondY <= 0 || Math.hypot(beyondX, beyondY) <= radius;
  }

  /** @param {Rect} bounds */
  outline(bounds) {
    const { x, y, width, height } = bounds;
    const radius = this.#radiusIn(bounds);
    const [left, top, right, bottom] = [x + radius, y + radius, x + width - radius, y + height - radius];
    const centers = [{ x: right, y: bottom }, { x: left, y: bottom }, { x: left, y: top }, { x: right, y: top }];
    return [centers.flatMap((center, quarter) => round(center, radius, quarter / 4, OUTLINE_CORNERS / 4))];
  }

  /** @param {Rect} bounds */
  #radiusIn({ width, height }) {
    return Math.min(this.#radius, width / 2, height / 2);
  }
}

/**
 * The inside of a path by the even-odd rule, so that a ring has a hole.
 * @implements {HitShape}
 */
export class PathShape {
  #outlines;

  /** @param {readonly (readonly Point[])[]} outlines in the node's coordinates; `flattened()` makes them of curves */
  constructor(outlines) {
    this.#outlines = outlines.map((outline) => [...outline]);
  }

  /** @param {Point} point */
  contains(point) {
    return this.#outlines.reduce((count, outline) => count + crossings(outline, point), 0) % 2 === 1;
  }

  outline() {
    return this.#outlines;
  }
}

/**
 * The drawn line of a path, as wide as a finger needs it.
 * @implements {HitShape}
 */
export class LineShape {
  #lines;
  #reach;

  /**
   * @param {readonly (readonly Point[])[]} lines open ones, in the node's coordinates
   * @param {number} width of the line, or of a finger where that is more
   */
  constructor(lines, width) {
    this.#lines = lines.map((line) => [...line]);
    this.#reach = width / 2;
  }

  /** @param {Point} point */
  contains(point) {
    return this.#lines.some((line) => distanceToLine(point, line) <= this.#reach);
  }

  outline() {
    return this.#lines;
  }
}

/**
 * A quarter or all of a circle as corners.
 * @param {Point} center
 * @param {number} radius
 * @param {number} start share of a turn
 * @param {number} count
 */
function round(center, radius, start, count) {
  return Array.from({ length: count }, (_, index) => {
    const angle = 2 * Math.PI * (start + index / OUTLINE_CORNERS);
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
  });
}
