/** The elements of the pages on the screen. While they move, only transforms change. */

import { snapPosition } from "../shell/resolution.js";
import { element } from "../shell/element.js";

/** @typedef {import("./scroll-model.js").ScrollModel} ScrollModel */
/** @typedef {import("./page-list.js").PageList} PageList */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** Pages are counted from a height at most so far from what is seen, in CSS pixels: transforms have 24 bits. */
const REACH = 100_000;

export class ScrolledPages {
  /** @type {HTMLElement} */
  element;
  #list;
  #origin = 0;

  /** @param {PageList} list */
  constructor(list) {
    this.#list = list;
    this.element = element(
      "div", { "class": "pages", "tabindex": 0, "role": "region", "aria-label": "Pages" }, list.element,
    );
  }

  /**
   * @param {ScrollModel} model
   * @param {Viewport} rested what the pages were laid out for when they last rested
   */
  draw(model, rested) {
    const { viewport, scroll } = model;
    if (Math.abs(scroll.y - this.#origin) > REACH) this.#origin = Math.round(scroll.y);
    const range = viewport.layout.pagesBetween(scroll.y, scroll.y + viewport.box.height);
    this.#list.draw({ viewport, rested, origin: this.#origin, range });
    this.#list.element.style.transform = this.#transform(model);
    const { classList } = this.element;
    classList.toggle("zooming", viewport !== rested);
    classList.toggle("held", model.isHeld);
    classList.toggle("movable", viewport.isZoomedIn);
    classList.toggle("raster", viewport.isRaster);
  }

  /**
   * On whole device pixels, so that it is as sharp while it moves as at rest.
   * @param {ScrollModel} model
   */
  #transform({ scroll, stretch: { scale, about }, viewport: { pixelRatio } }) {
    const x = snapPosition(about.x * (1 - scale) - scroll.x * scale, pixelRatio);
    const y = snapPosition(about.y * (1 - scale) - (scroll.y - this.#origin) * scale, pixelRatio);
    return `translate(${x}px, ${y}px)${scale === 1 ? "" : ` scale(${scale})`}`;
  }
}
