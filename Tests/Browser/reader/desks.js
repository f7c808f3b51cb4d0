/** A desk with pages, and hands for it. */

import { Desk } from "../../../Public/reader/desk.js";
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

/** A desk that shows the place `scroll` at `scale`. */
export function deskAt(scroll, { scale, reduced = false, ...changes } = {}) {
  const viewport = viewportOf(changes);
  const desk = new Desk(viewport, () => reduced);
  desk.put(scale ? viewport.scaledTo(scale) : viewport, scroll);
  return desk;
}

/** Lets frames pass until the desk rests or `until` has come; returns the time. */
export function run(desk, { from = 0, until = 10_000, each = () => {} } = {}) {
  let now = from;
  while (desk.isMoving && now < until) {
    now += 16;
    desk.tick(now);
    each(now);
  }
  return now;
}

/** Where on the pages a point of the box lies: page, and fractions of its sides. */
export function placeUnder(desk, point) {
  return desk.viewport.layout.placeAt({ x: desk.scroll.x + point.x, y: desk.scroll.y + point.y });
}
