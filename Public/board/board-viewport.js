/** The visible part of a board: an immutable value. Pure. */

import { clamp, minus, plus, scaled, vec } from "../gestures/geometry/index.js";
import { isSound, normalAngle, turned } from "./similarity.js";

/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("./similarity.js").Similarity} Similarity */
/** @typedef {import("../gestures/geometry/index.js").Size} Size */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */

/** From a board seen whole to one where a hair's breadth fills the screen. */
const MINIMUM_BOARD_ZOOM = 0.05;
const MAXIMUM_BOARD_ZOOM = 8;

/** Around what is fitted into the view: room for the bars above and below in CSS pixels, and a part of its width. */
const FIT_AIR = Object.freeze({ pixels: 72, part: 0.05 });

/** @type {Size} */
const NOTHING = Object.freeze({ width: 0, height: 0 });

/**
 * @typedef {object} ViewportFacts
 * @property {number} x the point of the board in the middle of the view
 * @property {number} y
 * @property {number} zoom CSS pixels of a board unit
 * @property {number} rotation of the board as seen, in degrees clockwise
 */

export class BoardViewport {
  /** @type {number} */
  x;
  /** @type {number} */
  y;
  /** @type {number} */
  zoom;
  /** @type {number} */
  rotation;
  /** Of the view in CSS pixels. @type {Size} */
  size;

  /** @param {Partial<ViewportFacts> & {size?: Size}} facts */
  constructor({ x = 0, y = 0, zoom = 1, rotation = 0, size = NOTHING }) {
    this.x = Number.isFinite(x) ? x : 0;
    this.y = Number.isFinite(y) ? y : 0;
    this.zoom = limitBoardZoom(zoom);
    this.rotation = Number.isFinite(rotation) ? normalAngle(rotation) : 0;
    this.size = size;
    Object.freeze(this);
  }

  /** @param {Partial<ViewportFacts> & {size?: Size}} changes */
  with(changes) {
    const { x, y, zoom, rotation, size } = this;
    return new BoardViewport({ x, y, zoom, rotation, size, ...changes });
  }

  get middle() {
    return vec(this.size.width / 2, this.size.height / 2);
  }

  /**
   * Where in the view a point of the board is seen, in CSS pixels from its top left.
   * @param {Point} point
   */
  toView(point) {
    return plus(this.middle, this.armToView(minus(point, this)));
  }

  /**
   * The point of the board that is seen at a point of the view.
   * @param {Point} point
   */
  toBoard(point) {
    return plus(this, this.armToBoard(minus(point, this.middle)));
  }

  /**
   * A displacement on the board as one in the view.
   * @param {Point} arm
   */
  armToView(arm) {
    return scaled(turned(arm, this.rotation), this.zoom);
  }

  /**
   * A displacement in the view as one on the board.
   * @param {Point} arm
   */
  armToBoard(arm) {
    return turned(scaled(arm, 1 / this.zoom), -this.rotation);
  }

  /**
   * The view after fingers have moved the board under it. The point under `about` stays under the fingers, also where
   * the zoom has come to its limit.
   * @param {Similarity} change in the view
   */
  moved(change) {
    if (!isSound(change)) return this;
    const { about, translation, scale, rotation } = change;
    const held = this.toBoard(about);
    const next = this.with({ zoom: this.zoom * scale, rotation: this.rotation + rotation });
    return next.holding(held, plus(about, translation));
  }

  /**
   * With a point of the board at a point of the view.
   * @param {Point} held
   * @param {Point} at
   */
  holding(held, at) {
    const { x, y } = minus(held, this.armToBoard(minus(at, this.middle)));
    return this.with({ x, y });
  }

  /**
   * With a rectangle of the board in full view, no larger than in its own size.
   * @param {Rect} frame
   */
  fitting(frame) {
    return this.#showing(frame, 1);
  }

  /**
   * With a rectangle of the board in full view, and otherwise as it is: it is moved, or smaller, only where it must be.
   * @param {Rect} frame
   */
  containing(frame) {
    const { width, height } = this.size;
    const corners = cornersOf(frame).map((corner) => this.toView(corner));
    const isSeen = corners.every(({ x, y }) => (
      x >= 0 && x <= width && y >= FIT_AIR.pixels && y <= height - FIT_AIR.pixels
    ));
    return isSeen ? this : this.#showing(frame, this.zoom);
  }

  /**
   * With a rectangle of the board as large as it can be in full view.
   * @param {Rect} frame
   */
  filling(frame) {
    return this.#showing(frame, MAXIMUM_BOARD_ZOOM);
  }

  /**
   * Whether it shows the same, but for differences too small to see.
   * @param {BoardViewport} other
   */
  isLike({ x, y, zoom, rotation }) {
    const way = Math.hypot(this.x - x, this.y - y) * this.zoom;
    return way < 1 && Math.abs(this.zoom / zoom - 1) < 0.001 && Math.abs(this.rotation - rotation) < 0.1;
  }

  /**
   * @param {Rect} frame
   * @param {number} largest zoom
   */
  #showing(frame, largest) {
    const { width, height } = this.size;
    const zoom = Math.min(
      largest, Math.max(1, width * (1 - 2 * FIT_AIR.part)) / Math.max(1, frame.width),
      Math.max(1, height - 2 * FIT_AIR.pixels) / Math.max(1, frame.height),
    );
    return this.with({ x: frame.x + frame.width / 2, y: frame.y + frame.height / 2, zoom, rotation: 0 });
  }

  get corners() {
    const { width, height } = this.size;
    return [vec(0, 0), vec(width, 0), vec(width, height), vec(0, height)].map((point) => this.toBoard(point));
  }

  /** @returns {ViewportFacts} */
  get facts() {
    const { x, y, zoom, rotation } = this;
    return { x, y, zoom, rotation };
  }
}

/**
 * @param {Rect} frame
 * @returns {Point[]}
 */
export function cornersOf({ x, y, width, height }) {
  return [vec(x, y), vec(x + width, y), vec(x + width, y + height), vec(x, y + height)];
}

/** @param {number} zoom */
function limitBoardZoom(zoom) {
  return Number.isFinite(zoom) ? clamp(zoom, MINIMUM_BOARD_ZOOM, MAXIMUM_BOARD_ZOOM) : 1;
}
