/** A figure that shows a part of something larger, and says in the log where it was dragged and where it rests. */

import { ScrollGestures } from "../../scrolling/scroll-gestures.js";
import { ScrollView } from "../../scrolling/scroll-view.js";
import { Figure } from "../figure.js";

/** @typedef {import("../../scrolling/scroll-geometry.js").ScrollGeometry["contentSize"]} Size */
/** @typedef {import("../world.js").World} World */

/** @typedef {Partial<Pick<ScrollView, "pagingEnabled" | "directionalLockEnabled" | "alwaysBounceVertical">>} Settings */

/**
 * Makes a figure scroll.
 * @param {World} world
 * @param {Figure} view
 * @param {Size} contentSize px
 * @param {Settings} [settings]
 * @returns {{content: Figure, scroll: ScrollView}} `content` is what other figures are put on
 */
export function scrolled(world, view, contentSize, settings = {}) {
  const content = new Figure({
    name: `${view.name} content`, label: "", color: "panel", shape: null, frame: { x: 0, y: 0, ...contentSize },
  });
  view.addChild(content);
  const scroll = new ScrollView({ clock: world.clock, prefersReducedMotion: world.prefersReducedMotion });
  const { width, height } = view.bounds;
  scroll.layOut({ boundsSize: { width, height }, contentSize });
  Object.assign(scroll, settings);
  const place = () => ({ x: Math.round(scroll.offset.x), y: Math.round(scroll.offset.y) });
  scroll.delegate = {
    didScroll: () => {
      const { x, y } = scroll.contentTransform;
      content.center = { x: x + contentSize.width / 2, y: y + contentSize.height / 2 };
      world.changed();
    },
    didSettle: () => world.log.add(view.name, "rests", place()),
  };
  const { pan } = new ScrollGestures(scroll, view);
  pan.name = view.name;
  pan.addTarget(({ state }) => world.log.add(view.name, state, place()));
  return { content, scroll };
}
