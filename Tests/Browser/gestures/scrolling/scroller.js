/** Scroll views for tests: on the laboratory's views, with a delegate that writes a log. */

import { ScrollGestures, ScrollView } from "../../../../Public/gestures/index.js";
import { ORIGIN } from "../../../../Public/gestures/geometry/point.js";
import { Lab } from "../lab.js";

const EVENTS = [
  "didScroll", "willBeginDragging", "willEndDragging", "didEndDragging", "willBeginDecelerating", "didEndDecelerating",
  "didShowPage", "didEndScrollingAnimation", "didScrollToTop", "willBeginZooming", "didZoom", "didEndZooming", "didSettle",
];

export const size = (width, height) => ({ width, height });
export const at = (x, y) => ({ x, y });

/** A scroll view alone, on a clock of its own. */
export function scroller({ bounds = size(320, 480), content = size(320, 1000), lab = new Lab(), frame, ...settings } = {}) {
  const reports = [];
  const nextFrame = frame && ((callback) => lab.clock.wakeAt(lab.clock.now() + frame, callback));
  const view = new ScrollView({ clock: lab.clock, report: (error) => reports.push(error), ...(nextFrame && { nextFrame }), ...settings.ports });
  const { ports, inset, centersContent, ...rest } = settings;
  view.layOut({ boundsSize: bounds, contentSize: content, ...(inset && { contentInset: inset }), ...(centersContent && { centersContent }) });
  Object.assign(view, rest);
  const log = [];
  view.delegate = Object.fromEntries(EVENTS.map((name) => [name, (_view, argument) => {
    if (name !== "didScroll" || log.at(-1) !== "didScroll") {
      log.push(typeof argument === "object" || argument === undefined ? name : `${name}(${argument})`);
    }
  }]));
  return { lab, view, log, reports, rest: (ms = 5000) => lab.clock.advance(lab.clock.now() + ms) };
}

/** A view of the laboratory as large as a surface of its own, with gestures on it. */
export function touchable(options = {}) {
  const lab = new Lab();
  lab.R.subviews.length = 0;
  Object.assign(lab.R, options.bounds ?? size(320, 480));
  const made = scroller({ lab, ...options });
  const gestures = new ScrollGestures(made.view, lab.R);
  // Ways are counted from where the finger lands; what the slop takes has tests of its own.
  gestures.pan.slop = options.slop ?? 0;
  gestures.pan.addTarget(({ state }) => lab.log.push(`pan→${state}`));
  return { ...made, gestures };
}

/** Drags by hand, without recognizers. */
export function drag(view, way, velocity = ORIGIN) {
  view.interaction.touchesDown();
  view.interaction.beginDragging({ way });
  view.interaction.drag(way);
  view.interaction.endDragging(velocity);
  view.interaction.touchesUp();
}

/** A drag in even steps, as a script: rests before the lift unless it is thrown. */
export function dragScript([x, y], [dx, dy], { start = 0, duration = 160, steps = 10, thrown = false, id = 1, lift = true } = {}) {
  const parts = [`D${id}(${x},${y})@${start}`];
  for (let step = 1; step <= steps; step++) {
    parts.push(`M${id}(${x + (dx * step) / steps},${y + (dy * step) / steps})@${start + (duration * step) / steps}`);
  }
  if (lift) parts.push(`U${id}@${start + duration + (thrown ? 0 : 200)}`);
  return parts.join(" ");
}
