/** Rows E20 to E24 and E31 to E36, E52 and E53 of `interaction`: pages and zoom, without a finger. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ManualClock, pagesToKeep, stretchedZoom } from "../../../../Public/gestures/index.js";
import { Animator } from "../../../../Public/gestures/scrolling/animator.js";
import { at, drag, scroller, size } from "./scroller.js";

describe("interaction E: paging", () => {
  const pages = (settings) => scroller({ bounds: size(400, 300), content: size(4000, 300), pagingEnabled: true, ...settings });
  const liftedAt = (x, velocity = 0, settings = {}) => {
    const { view, rest } = pages(settings);
    view.setPage(1);
    drag(view, at(400 - x, 0), at(velocity, 0));
    rest();
    return view.offset.x;
  };

  test("E20 less than half of the neighbour goes back, more goes forward, half goes where the drag went", () => {
    assert.deepEqual([liftedAt(590), liftedAt(610), liftedAt(600), liftedAt(200)], [400, 800, 800, 0]);
    assert.deepEqual([liftedAt(210), liftedAt(190)], [400, 0]);
  });

  test("E20 the hardest flick turns one page, a light one turns it early", () => {
    assert.deepEqual([liftedAt(450, 30_000), liftedAt(350, -30_000)], [800, 0]);
    assert.deepEqual([liftedAt(440, 2000), liftedAt(440, 200)], [800, 400]);
    assert.deepEqual([liftedAt(440, NaN), liftedAt(440, Infinity)], [400, 400]);
  });

  test("E21 a view wider than the window by a gap rests at its pages all the same", () => {
    const { view, rest } = pages({ bounds: size(420, 300), content: size(1260, 300) });
    const seen = [0, 1, 2].map((page) => {
      view.setPage(page);
      drag(view, at(-5, 0));
      rest();
      return view.offset.x;
    });
    assert.deepEqual(seen, [0, 420, 840]);
  });

  test("E22 the page is told once when a drag has ended, also when it is the old one", () => {
    const { view, log, rest } = pages();
    drag(view, at(-300, 0));
    rest();
    assert.deepEqual(log.filter((line) => line.startsWith("didShowPage")), ["didShowPage(1)"]);
    log.length = 0;
    drag(view, at(-40, 0));
    rest();
    assert.deepEqual(log.slice(-4), ["didScroll", "didEndDecelerating", "didShowPage(1)", "didSettle"]);
  });

  test("E23 a page that is asked for is scrolled to, as code does", () => {
    const { view, log, rest } = pages();
    view.setPage(3, { animated: true });
    rest();
    assert.deepEqual([view.offset.x, view.page, log], [1200, 3, ["didScroll", "didEndScrollingAnimation", "didSettle"]]);
  });

  test("E24 of 500 pages three exist, and the neighbours before the drag", () => {
    assert.deepEqual(pagesToKeep(250, 500), [249, 250, 251]);
    assert.deepEqual([pagesToKeep(0, 500), pagesToKeep(499, 500), pagesToKeep(0, 1), pagesToKeep(0, 0)], [[0, 1], [498, 499], [0], []]);
  });
});

describe("interaction E: zooming", () => {
  const zoomer = (settings) => scroller({
    bounds: size(400, 300), content: size(1000, 800), minimumZoomScale: 0.5, maximumZoomScale: 2, viewForZooming: {}, ...settings,
  });
  const pinched = ({ offset = at(0, 0), ...settings }, factor, place = at(200, 150)) => {
    const made = zoomer(settings);
    made.view.setOffset(offset);
    made.view.interaction.beginZooming(place);
    made.view.interaction.zoom(factor, place);
    return made;
  };

  test("E31 it zooms when there is a way to go and a view to scale", () => {
    const scale = (settings) => pinched({ minimumZoomScale: 1, ...settings }, 1.5).view.zoomScale;
    assert.deepEqual([scale({ maximumZoomScale: 1 }), scale({ viewForZooming: null }), scale({})], [1, 1, 1.5]);
  });

  test("E32 zoomed by 2 it scrolls over twice as much, and what is to be seen is told unscaled", () => {
    const { view } = zoomer({ content: size(500, 400) });
    view.setZoomScale(2);
    assert.deepEqual(view.limits.high, at(600, 500));
    view.scrollRectToVisible({ x: 450, y: 350, width: 50, height: 50 });
    assert.deepEqual(view.offset, at(600, 500));
  });

  test("E33 what lies under the fingers stays there", () => {
    assert.deepEqual(pinched({ offset: at(100, 50), maximumZoomScale: 4 }, 2).view.offset, at(400, 250));
  });

  test("E33 a pinch goes beyond the limit and comes back; without bounces it stops there", () => {
    const { view, rest } = pinched({}, 3);
    assert.ok(view.zoomScale > 2 && view.zoomScale < 3);
    view.interaction.endZooming();
    view.interaction.touchesUp();
    rest();
    assert.equal(view.zoomScale, 2);
    assert.equal(pinched({ bouncesZoom: false }, 3).view.zoomScale, 2);
    const small = pinched({}, 0.01);
    assert.ok(small.view.zoomScale < 0.5 && small.view.zoomScale > 0.25);
    small.view.interaction.touchesUp();
    small.rest();
    assert.deepEqual([small.view.zoomScale, small.view.interaction.isTracking], [0.5, false]);
  });

  test("E33 factors and places that are no numbers change nothing", () => {
    const { view } = pinched({}, 1.5);
    for (const factor of [NaN, 0, -1, Infinity]) view.interaction.zoom(factor, at(0, 0));
    view.interaction.zoom(1.2, at(NaN, 0));
    assert.equal(view.zoomScale, 1.5);
  });

  test("E34 small content lies in the corner, or in the middle where that is asked for", () => {
    const made = { bounds: size(400, 400), content: size(200, 600) };
    assert.deepEqual(scroller({ ...made, centersContent: true }).view.contentTransform, { scale: 1, x: 100, y: 0 });
    assert.deepEqual(scroller(made).view.contentTransform, { scale: 1, x: 0, y: 0 });
  });

  test("E35 a zoom by code keeps the middle where it is", () => {
    const { view } = zoomer();
    view.setOffset(at(100, 100));
    view.setZoomScale(2);
    assert.deepEqual(view.offset, at(400, 350));
    view.setZoomScale(99);
    assert.equal(view.zoomScale, 2);
  });

  test("E36 a part that is zoomed to fills what it can, within the limits", () => {
    const shown = (maximumZoomScale) => {
      const { view } = zoomer({ maximumZoomScale });
      view.zoomToRect({ x: 200, y: 200, width: 100, height: 100 });
      return [view.zoomScale, view.offset];
    };
    assert.deepEqual([shown(3), shown(2)], [[3, at(550, 600)], [2, at(300, 350)]]);
  });

  test("E36 a point of no size is zoomed to as far as can be", () => {
    const { view } = zoomer();
    view.zoomToRect({ x: 500, y: 400, width: 0, height: 0 });
    assert.equal(view.zoomScale, 2);
  });

  test("E52 code tells of a zoom once, fingers of each step, and the end comes last", () => {
    const { view, log, rest } = zoomer();
    view.setZoomScale(2, { animated: true });
    rest();
    assert.deepEqual(log.filter((line) => line !== "didScroll"), ["willBeginZooming", "didZoom", "didEndZooming(2)", "didSettle"]);
    log.length = 0;
    view.interaction.beginZooming(at(200, 150));
    for (let step = 1; step <= 10; step++) view.interaction.zoom(1 - step * 0.02, at(200, 150));
    view.interaction.touchesUp();
    assert.equal(log.filter((line) => line === "didZoom").length, 10);
    assert.ok(log.indexOf("didEndZooming(1.6)") > log.lastIndexOf("didZoom"), log.join());
  });

  test("E53 it says that it returns from beyond the limit, with one step", () => {
    const { view, log, rest } = pinched({}, 3);
    log.length = 0;
    view.interaction.touchesUp();
    assert.equal(view.interaction.isZoomBouncing, true);
    rest();
    assert.equal(view.interaction.isZoomBouncing, false);
    assert.deepEqual(log.filter((line) => line !== "didScroll"), ["didZoom", "didEndZooming(2)", "didSettle"]);
  });

  test("E53 caught on its way back, a pinch goes on from what is seen", () => {
    const { view, lab } = pinched({}, 4);
    view.interaction.touchesUp();
    lab.clock.advance(40);
    view.interaction.touchesDown();
    const seen = view.zoomScale;
    assert.ok(seen > 2);
    view.interaction.beginZooming(at(200, 150));
    view.interaction.zoom(1, at(200, 150));
    assert.ok(Math.abs(view.zoomScale - seen) < 1e-9);
  });

  test("E53 code that scrolls while it returns leaves no zoom beyond the limits", () => {
    const { view, lab, rest } = pinched({}, 4);
    view.interaction.touchesUp();
    lab.clock.advance(40);
    assert.ok(view.zoomScale > 2);
    view.setOffset(at(100, 100));
    rest();
    assert.deepEqual([view.zoomScale, view.interaction.isZoomBouncing], [2, false]);
    const laid = pinched({}, 4);
    laid.view.interaction.touchesUp();
    laid.lab.clock.advance(40);
    laid.view.layOut({ contentSize: size(900, 700) });
    assert.equal(laid.view.zoomScale, 2);
  });

  test("E53 caught on its way back and dragged by one finger, it still comes back", () => {
    const { view, lab, rest } = pinched({}, 4);
    view.interaction.touchesUp();
    lab.clock.advance(40);
    drag(view, at(-60, 0), at(900, 0));
    rest();
    assert.deepEqual([view.zoomScale, view.interaction.isTracking, view.interaction.isDecelerating], [2, false, false]);
  });

  test("E53 a new layout under two fingers does not end their zoom, and it rests within the new limits", () => {
    const { view, rest } = pinched({}, 1.5);
    view.layOut({ contentSize: size(500, 400) });
    assert.equal(view.zoomScale, 1.5);
    view.interaction.zoom(1.8, at(200, 150));
    assert.ok(Math.abs(view.zoomScale - 1.8) < 1e-9);
    view.interaction.touchesUp();
    rest();
    assert.deepEqual([view.offset.x <= view.limits.high.x, view.offset.y <= view.limits.high.y], [true, true]);
  });
});

test("A pinch stretches the zoom by almost an octave beyond its limit, and by no more", () => {
  const shown = stretchedZoom(2 ** 1000, { minimum: 1, maximum: 4 }, true);
  assert.ok(shown > 7.9 && shown < 8);
});

test("Without a screen an animation has 60 frames a second", () => {
  const clock = new ManualClock();
  let frames = 0;
  new Animator(clock, () => (frames += 1)).run({ duration: 2000, at: () => ({ offset: at(0, 0), zoomScale: 1 }) }, () => {});
  clock.advance(1001);
  assert.equal(frames, 60);
});
