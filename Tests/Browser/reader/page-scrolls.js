/** Pages that are scrolled, and the time that passes for them. */

import { ManualClock } from "../../../Public/gestures/index.js";
import { ONE_COLUMN } from "../../../Public/reader/page-layout.js";
import { PageScroll } from "../../../Public/reader/page-scroll.js";
import { CSS_PIXELS_PER_POINT, Viewport } from "../../../Public/reader/viewport.js";

export const LETTER = { width: 612, height: 792 };

export const PHONE = { width: 390, height: 700 };

const TWELVE = Array(12).fill(LETTER);

export function viewportOf(changes = {}) {
  return new Viewport({
    pages: TWELVE, unit: CSS_PIXELS_PER_POINT, raster: false, box: PHONE, pixelRatio: 1, zoom: { mode: "automatic" },
    arrangement: ONE_COLUMN, turn: 0, bars: { top: 0, bottom: 0 }, ...changes,
  });
}

const clocks = new WeakMap();

/** Pages that are scrolled to `offset` at `scale`; their clock stands still until {@link run} lets time pass. */
export function scrollAt(offset, { scale, reduced = false, clock = new ManualClock(), settled, ...changes } = {}) {
  const viewport = viewportOf(changes);
  const shown = scale ? viewport.scaledTo(scale) : viewport;
  const scroll = new PageScroll(shown, { clock, prefersReducedMotion: () => reduced }, () => {}, settled);
  clocks.set(scroll, clock);
  scroll.put(shown, { page: 1, fraction: { x: 0, y: 0 } }, { x: 0, y: 0 });
  scroll.scrollTo(offset);
  return scroll;
}

/** Lets frames pass until it rests or `until` has come. */
export function run(scroll, { until = 10_000, each = () => {} } = {}) {
  const clock = clocks.get(scroll);
  while (scroll.isMoving && clock.now() < until) {
    clock.advance(clock.now() + 16);
    each();
  }
}
