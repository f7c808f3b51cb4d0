/** Fingers that zoom: what of the content lies under them stays under them. Pure. */

import { askedZoom, limitedZoom, stretchedZoom } from "./zoom.js";
import { contentPoint, offsetShowing, restingOffset } from "./scroll-geometry.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./scroll-geometry.js").ScrollGeometry} ScrollGeometry */
/** @typedef {import("./zoom.js").Showing} Showing */
/** @typedef {import("./zoom.js").ZoomLimits} ZoomLimits */

/** One pinch from the moment it began. */
export class ZoomPinch {
  #geometry;
  #limits;
  #bounces;
  #point;
  #place;
  #base;

  /**
   * @param {ScrollGeometry} geometry
   * @param {Point} offset that is shown as it begins
   * @param {Point} place the middle of the fingers, px from the top left of the bounds
   * @param {{limits: ZoomLimits, bounces: boolean}} options
   */
  constructor(geometry, offset, place, { limits, bounces }) {
    this.#geometry = geometry;
    this.#limits = limits;
    this.#bounces = bounces;
    this.#place = place;
    this.#point = contentPoint(geometry, offset, place);
    this.#base = bounces ? askedZoom(geometry.zoomScale, limits) : geometry.zoomScale;
  }

  /**
   * The position for a factor and a middle of the fingers.
   * @param {number} factor since the beginning
   * @param {Point} place the middle of the fingers now
   * @returns {Showing}
   */
  at(factor, place) {
    this.#place = place;
    const zoomScale = stretchedZoom(this.#base * factor, this.#limits, this.#bounces);
    const zoomed = { ...this.#geometry, zoomScale };
    const offset = offsetShowing(zoomed, this.#point, place);
    return { zoomScale, offset: this.#bounces ? offset : restingOffset(zoomed, offset) };
  }

  /**
   * Where it comes to rest when the fingers have gone.
   * @param {number} shown scale
   * @returns {Showing}
   */
  settled(shown) {
    const zoomScale = limitedZoom(shown, this.#limits);
    const zoomed = { ...this.#geometry, zoomScale };
    return { zoomScale, offset: restingOffset(zoomed, offsetShowing(zoomed, this.#point, this.#place)) };
  }
}
