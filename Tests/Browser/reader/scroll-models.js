/** A scroll model with pages, and hands for it. */

import { ManualClock } from "../../../Public/gestures/index.js";
import { ScrollModel } from "../../../Public/reader/scroll-model.js";
import { CSS_PIXELS_PER_POINT, Viewport } from "../../../Public/reader/viewport.js";

export const LETTER = { width: 612, height: 792 };

export const PHONE = { width: 390, height: 700 };

/** How far the content goes along with fingers, scaled about `centre`. */
export function step(changes) {
  return { translation: { x: 0, y: 0 }, scale: 1, centre: { x: 0, y: 0 }, ...changes };
}

export function viewportOf(changes = {}) {
  return new Viewport({
    pages: Array(12).fill(LETTER), unit: CSS_PIXELS_PER_POINT, raster: false, box: PHONE, pixelRatio: 1,
    zoom: { mode: "automatic" }, ...changes,
  });
}

/** A scroll model that shows the place `scroll` at `scale`; its clock stands still until {@link run} lets time pass. */
export function modelAt(scroll, { scale, reduced = false, clock = new ManualClock(), frame, ...changes } = {}) {
  const viewport = viewportOf(changes);
  const nextFrame = frame && ((callback) => clock.wakeAt(clock.now() + frame, callback));
  const model = new ScrollModel(viewport, { clock, prefersReducedMotion: () => reduced, ...(nextFrame && { nextFrame }) });
  clocks.set(model, clock);
  model.put(scale ? viewport.scaledTo(scale) : viewport, scroll);
  return model;
}

const clocks = new WeakMap();

/** Lets frames pass until it rests or `until` has come. */
export function run(model, { until = 10_000, each = () => {} } = {}) {
  const clock = clocks.get(model);
  while (model.isMoving && clock.now() < until) {
    clock.advance(clock.now() + 16);
    each();
  }
}

/** Where on the pages a point of the box lies: page, and fractions of its sides. */
export function placeUnder(model, point) {
  return model.viewport.layout.placeAt({ x: model.scroll.x + point.x, y: model.scroll.y + point.y });
}
