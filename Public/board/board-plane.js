/**
 * The plane that everything lies on, moved under the window. The plane is a layer of the compositor, so that moving
 * it, zooming and turning it draw nothing. Its content stays as it was drawn, at the zoom that it last rested at.
 * It is stretched until the plane rests again.
 */

import { snapPosition } from "../shell/resolution.js";
import { element } from "../shell/element.js";

/** @typedef {import("./board-viewport.js").BoardViewport} BoardViewport */

/**
 * Zoomed out farther than this from how it was drawn, the plane does not wait until the zoom rests. A layer is kept
 * in the pixels it was drawn in. Each halving of the scale brings four times as many of them into sight. Zoomed in,
 * there are ever fewer.
 */
const SMALLEST_SCALE = 1 / 2;

export class BoardPlane {
  element = element("div", { class: "board-world" });
  #plane = element("div", { class: "board-plane" });
  /** The zoom and rotation it is drawn at; `element` makes up the difference. */
  #drawn = { zoom: 1, rotation: 0 };

  /** @param {readonly HTMLElement[]} layers what lies on it, the lowest first */
  constructor(layers) {
    this.#plane.append(...layers);
    this.element.append(this.#plane);
  }

  /** The zoom that it is drawn at, in CSS pixels of a board unit. */
  get zoom() {
    return this.#drawn.zoom;
  }

  /**
   * Whether it shows so much more than it did when it was drawn that it cannot wait for rest.
   * @param {BoardViewport} viewport
   */
  isTooSmall({ zoom }) {
    return zoom / this.#drawn.zoom < SMALLEST_SCALE;
  }

  /**
   * Puts it where the viewport has it: on whole device pixels, so that what is not turned is as sharp as it can be.
   * @param {BoardViewport} viewport
   * @param {number} pixelRatio
   */
  place(viewport, pixelRatio) {
    const { x, y } = viewport.toView({ x: 0, y: 0 });
    const [left, top] = [snapPosition(x, pixelRatio), snapPosition(y, pixelRatio)];
    const turn = viewport.rotation - this.#drawn.rotation;
    const scale = viewport.zoom / this.#drawn.zoom;
    this.element.style.transform = `translate(${left}px, ${top}px) rotate(${turn}deg) scale(${scale})`;
  }

  /**
   * From here on it is drawn at this zoom and rotation.
   * @param {BoardViewport} viewport
   * @returns {boolean} whether that is news
   */
  redraw({ zoom, rotation }) {
    if (zoom === this.#drawn.zoom && rotation === this.#drawn.rotation) return false;
    this.#drawn = { zoom, rotation };
    this.#plane.style.transform = `rotate(${rotation}deg)`;
    return true;
  }
}
