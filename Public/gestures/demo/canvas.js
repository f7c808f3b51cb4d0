/** The canvas of a stage: as sharp as the screen, drawn when something has changed. */

import { paint } from "./painter.js";

/** @typedef {import("./world.js").World} World */

export class StageCanvas {
  #canvas;
  #style;
  #isWaiting = false;
  /** @type {World | null} */
  #world = null;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    this.#style = getComputedStyle(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Px: the size in the layout. */
  get size() {
    const { width, height } = this.#canvas.getBoundingClientRect();
    return { width, height };
  }

  /** @param {World} world to be shown from now on */
  show(world) {
    this.#world = world;
    this.draw();
  }

  /** Draws before the next picture. */
  draw() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#paint();
    });
  }

  #paint() {
    const [canvas, world] = [this.#canvas, this.#world];
    const pen = canvas.getContext("2d");
    if (!pen || !world) return;
    const { width, height } = this.size;
    Object.assign(canvas, { width: Math.round(width * devicePixelRatio), height: Math.round(height * devicePixelRatio) });
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    paint(pen, world, (name) => this.#style.getPropertyValue(`--${name}`));
    if (world.isMoving) this.draw();
  }
}
