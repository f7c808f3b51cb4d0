/** Moves the view of a board for hands, keys and buttons. Points are in the view, in CSS pixels from its top left. */

import { similarity } from "./similarity.js";
import { ViewportSession } from "./viewport-session.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("./board-viewport.js").BoardViewport} BoardViewport */

export class BoardCamera {
  #model;
  #stage;
  /** @type {ViewportSession | null} */
  #viewing = null;

  /**
   * @param {BoardModel} model
   * @param {import("./transform-session.js").Stage} stage
   */
  constructor(model, stage) {
    this.#model = model;
    this.#stage = stage;
  }

  /** Whether the view goes on by itself. */
  get gliding() {
    return this.#viewing?.gliding ?? false;
  }

  /** Stops the view where it is. */
  catch() {
    this.#viewing?.stop();
  }

  /**
   * Shows what was seen before, in the window as it is now.
   * @param {BoardViewport} viewport
   */
  showAgain(viewport) {
    this.catch();
    this.#model.show(viewport.with({ size: this.#model.viewport.size }));
  }

  /** Takes hold of the canvas. */
  begin() {
    this.#viewing?.stop();
    this.#viewing = new ViewportSession(this.#model, this.#stage);
    return this.#viewing;
  }

  /**
   * Zooms about a point of the view; its middle where none is given.
   * @param {number} factor
   * @param {Point} [about]
   */
  zoomBy(factor, about = this.#model.viewport.middle) {
    this.#viewing?.stop();
    this.#model.show(this.#model.viewport.moved(similarity({ scale: factor, about })));
  }

  /** @param {Point} translation of the board in the view */
  scrollBy(translation) {
    this.#viewing?.stop();
    this.#model.show(this.#model.viewport.moved(similarity({ translation })));
  }

  /** Shows everything, or what is selected. */
  fit() {
    this.#fit(this.#model.selection);
  }

  fitAll() {
    this.#fit(new Set());
  }

  /** @param {ReadonlySet<string>} ids everything where it is empty */
  #fit(ids) {
    this.#viewing?.stop();
    const frame = this.#model.bounds(ids.size ? ids : null);
    if (frame) this.#model.show(this.#model.viewport.fitting(frame));
    else this.#model.show(this.#model.viewport.with({ x: 0, y: 0, zoom: 1, rotation: 0 }));
  }

  /**
   * Shows a card as large as the window lets it be, at most in the size of a page. Shows everything when the card is
   * shown so already, or without one.
   * @param {string | null} id
   */
  zoomTo(id) {
    const frame = id === null ? null : this.#model.bounds([id]);
    const near = frame && this.#model.viewport.filling(frame);
    const { viewport } = this.#model;
    const isThere = near && viewport.isLike(near);
    this.#viewing?.stop();
    if (near && !isThere) this.#model.show(near);
    else this.fitAll();
  }
}
