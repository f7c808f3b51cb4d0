/** Rows E1 to E19 and E45 to E51, and E59, of `interaction`: the scroll view as a model, without a finger. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Autoscroll, ScrollIndicators } from "../../../../Public/gestures/index.js";
import { ORIGIN } from "../../../../Public/gestures/geometry/point.js";
import { at, drag, scroller, size } from "./scroller.js";

describe("interaction E: scrolling", () => {
  test("E1 the offset goes from the origin to content less bounds, and nothing in the content moves", () => {
    const { view } = scroller();
    view.setOffset(at(50, 9999));
    assert.deepEqual(view.offset, at(0, 520));
    assert.deepEqual(view.contentTransform, { scale: 1, x: 0, y: -520 });
    view.setOffset(at(-5, -5));
    assert.deepEqual(view.offset, at(0, 0));
  });

  test("E2 an axis whose content is not larger than the bounds does not scroll", () => {
    const fits = scroller({ content: size(320, 480) });
    drag(fits.view, at(-50, -50));
    assert.deepEqual([fits.view.offset, fits.log.includes("didScroll")], [at(0, 0), false]);
    const wide = scroller({ content: size(640, 480) });
    drag(wide.view, at(-50, -50));
    assert.deepEqual(wide.view.offset, at(50, 0));
    assert.deepEqual(scroller({ content: size(0, 0) }).view.limits, { low: at(0, 0), high: at(0, 0) });
  });

  test("E3 bounds and content do not follow one another; the offset stays where it can", () => {
    const { view } = scroller({ content: size(640, 1000) });
    view.setOffset(at(200, 300));
    view.layOut({ boundsSize: size(500, 480) });
    assert.deepEqual([view.geometry.contentSize, view.offset], [size(640, 1000), at(140, 300)]);
    view.layOut({ contentSize: size(640, 100) });
    assert.deepEqual(view.offset, at(140, 0));
  });

  test("E3 lengths that are no lengths are refused, and nothing has changed", () => {
    const { view } = scroller();
    for (const bad of [size(NaN, 1), size(-1, 1), size(Infinity, 1)]) {
      assert.throws(() => view.layOut({ contentSize: bad }), RangeError);
    }
    assert.deepEqual(view.geometry.contentSize, size(320, 1000));
  });

  test("E5 the content is scaled and moved as one; what lies outside of it is not", () => {
    const { view } = scroller({ content: size(400, 600), maximumZoomScale: 4, viewForZooming: {} });
    view.setZoomScale(2);
    view.setOffset(at(30, 40));
    assert.deepEqual(view.contentTransform, { scale: 2, x: -30, y: -40 });
    assert.deepEqual(view.geometry.boundsSize, size(320, 480));
  });

  test("E9 pulled 100 px past the top it shows less, and is back at 0 after; without bounces it never leaves", () => {
    const { view, rest } = scroller();
    view.interaction.beginDragging();
    view.interaction.drag(at(0, 100));
    assert.ok(view.offset.y > -100 && view.offset.y < -20, `${view.offset.y}`);
    view.interaction.endDragging(ORIGIN);
    rest();
    assert.deepEqual(view.offset, at(0, 0));
    const hard = scroller({ bounces: false });
    hard.view.interaction.beginDragging();
    hard.view.interaction.drag(at(0, 100));
    assert.equal(hard.view.offset.y, 0);
  });

  test("E9 caught on its way back it goes on from where it is seen, and comes back when it is let go", () => {
    const { view, rest, lab } = scroller();
    drag(view, at(0, 200));
    lab.clock.advance(60);
    const caught = view.offset.y;
    assert.ok(caught < 0);
    view.interaction.touchesDown();
    const held = view.offset.y;
    rest();
    assert.equal(view.offset.y, held);
    view.interaction.beginDragging();
    view.interaction.drag(ORIGIN);
    assert.ok(Math.abs(view.offset.y - held) < 1e-6);
    view.interaction.touchesUp();
    rest();
    assert.equal(view.offset.y, 0);
  });

  test("E10 what does not scroll bounces where that is asked for, and stays otherwise", () => {
    const moved = (settings) => {
      const { view, rest } = scroller({ content: size(320, 480), ...settings });
      view.interaction.beginDragging();
      view.interaction.drag(at(30, 30));
      const seen = view.offset;
      view.interaction.touchesUp();
      rest();
      return [seen.x, seen.y < -5, view.offset];
    };
    assert.deepEqual(moved({ alwaysBounceVertical: true }), [0, true, at(0, 0)]);
    assert.deepEqual(moved({}), [0, false, at(0, 0)]);
    assert.deepEqual(moved({ alwaysBounceVertical: true, bounces: false }), [0, false, at(0, 0)]);
  });

  test("E11 the axis that a drag began along keeps it, until the next one", () => {
    const { view } = scroller({ content: size(1000, 1000), directionalLockEnabled: true });
    view.interaction.beginDragging({ way: at(0, -12) });
    view.interaction.drag(at(0, -12));
    view.interaction.drag(at(-100, -50));
    assert.deepEqual(view.offset, at(0, 50));
    view.interaction.touchesUp();
    view.interaction.beginDragging({ way: at(-12, 0) });
    view.interaction.drag(at(-100, -50));
    assert.deepEqual(view.offset, at(100, 50));
  });

  test("E12 let go at 1 px/ms it goes on for 499.5 px, or 99.5 when fast, at 30 frames a second as at 120", () => {
    const travel = (decelerationRate, frame) => {
      const { view, rest } = scroller({ content: size(320, 10_000), decelerationRate, frame });
      drag(view, at(0, -100), at(0, 1000));
      rest(20_000);
      return view.offset.y - 100;
    };
    assert.ok(Math.abs(travel(0.998, 1000 / 30) - 499.5) < 5);
    assert.ok(Math.abs(travel(0.99, 1000 / 30) - 99.5) < 2);
    assert.ok(Math.abs(travel(0.998, 1000 / 30) - travel(0.998, 1000 / 120)) < 1);
  });

  test("E14 set at once it tells once; animated it moves, and tells its end", () => {
    const { view, log, rest } = scroller();
    let scrolls = 0;
    const { didScroll } = view.delegate;
    view.delegate.didScroll = () => didScroll(view) ?? (scrolls += 1);
    view.setOffset(at(0, 200));
    assert.deepEqual([scrolls, log], [1, ["didScroll"]]);
    view.setOffset(at(0, 400), { animated: true });
    rest();
    assert.ok(scrolls > 3);
    assert.deepEqual([view.offset, log.slice(1)], [at(0, 400), ["didEndScrollingAnimation", "didSettle"]]);
    view.setOffset(at(NaN, 3));
    view.setOffset(at(0, 400));
    assert.deepEqual(view.offset, at(0, 400));
  });

  test("E15 what is to be seen is scrolled to no further than needed, and what is seen is left alone", () => {
    const { view, log } = scroller();
    view.scrollRectToVisible({ x: 0, y: 900, width: 10, height: 50 });
    assert.deepEqual(view.offset, at(0, 470));
    log.length = 0;
    view.scrollRectToVisible({ x: 0, y: 500, width: 10, height: 50 });
    assert.deepEqual(log, []);
    view.scrollRectToVisible({ x: 0, y: 300, width: 10, height: 900 });
    assert.deepEqual(view.offset, at(0, 300));
  });

  test("E16 insets widen the limits, and it begins clear of them", () => {
    const { view } = scroller({ inset: { top: 20, left: 0, bottom: 44, right: 0 } });
    assert.deepEqual([view.offset, view.limits], [at(0, -20), { low: at(0, -20), high: at(0, 564) }]);
  });

  test("E18 a bar that grows pushes the top down, and what is read in the middle stays", () => {
    const grown = { contentInset: { top: 64, left: 0, bottom: 0, right: 0 } };
    const { view } = scroller({ inset: { top: 44, left: 0, bottom: 0, right: 0 } });
    view.layOut(grown);
    assert.equal(view.offset.y, -64);
    const middle = scroller({ inset: { top: 44, left: 0, bottom: 0, right: 0 } }).view;
    middle.setOffset(at(0, 200));
    middle.layOut(grown);
    assert.equal(middle.offset.y, 200);
  });
});

describe("interaction E: delegate and state", () => {
  test("E45 a drag and a throw tell of every step, also after the lift", () => {
    const { view, rest } = scroller({ content: size(320, 5000) });
    let scrolls = 0;
    view.delegate.didScroll = () => (scrolls += 1);
    view.interaction.beginDragging();
    for (let step = 1; step <= 10; step++) view.interaction.drag(at(0, -10 * step));
    assert.equal(scrolls, 10);
    view.interaction.endDragging(at(0, 1000));
    rest();
    assert.ok(scrolls > 50);
  });

  test("E46 only code's animated scroll tells that an animation has ended", () => {
    const { view, log, rest } = scroller();
    view.setOffset(at(0, 100));
    drag(view, at(0, -50), at(0, 300));
    rest();
    assert.equal(log.includes("didEndScrollingAnimation"), false);
    view.setOffset(at(0, 10), { animated: true });
    rest();
    assert.equal(log.filter((line) => line === "didEndScrollingAnimation").length, 1);
  });

  test("E47 a drag that rests before its lift does not glide, except to a page", () => {
    const still = scroller();
    drag(still.view, at(0, -50));
    assert.deepEqual(still.log, ["willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(false)", "didSettle"]);
    const paged = scroller({ pagingEnabled: true, content: size(320, 960) });
    drag(paged.view, at(0, -50));
    assert.ok(paged.log.includes("didEndDragging(true)"));
  });

  test("E48 the delegate says where to rest, within the limits", () => {
    const { view, rest } = scroller({ content: size(320, 5000) });
    view.delegate.willEndDragging = (_view, _velocity, target) => (target.y = Math.round(target.y / 100) * 100);
    drag(view, at(0, -50), at(0, 730));
    rest();
    assert.equal(view.offset.y, 400);
    view.delegate.willEndDragging = (_view, _velocity, target) => (target.y = 1e9);
    drag(view, at(0, -50), at(0, 730));
    rest();
    assert.equal(view.offset.y, 4520);
    view.delegate.willEndDragging = (_view, _velocity, target) => (target.y = NaN);
    drag(view, at(0, 50));
    rest();
    assert.equal(view.offset.y, 4470);
  });

  test("E49 a throw tells its parts in order", () => {
    const { view, log, rest } = scroller({ content: size(320, 5000) });
    drag(view, at(0, -50), at(0, 1000));
    rest();
    assert.deepEqual(log, [
      "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(true)", "willBeginDecelerating", "didScroll",
      "didEndDecelerating", "didSettle",
    ]);
  });

  test("E50 touched, dragged, let go and caught, it says what it is doing", () => {
    const { view, lab, log } = scroller({ content: size(320, 5000) });
    const { interaction } = view;
    const says = () => [interaction.isTracking, interaction.isDragging, interaction.isDecelerating];
    interaction.touchesDown();
    assert.deepEqual(says(), [true, false, false]);
    interaction.beginDragging();
    assert.deepEqual(says(), [true, true, false]);
    interaction.drag(at(0, -100));
    interaction.endDragging(at(0, 2000));
    assert.deepEqual(says(), [false, false, true]);
    lab.clock.advance(100);
    interaction.touchesDown();
    const { y } = view.offset;
    lab.clock.advance(1000);
    assert.deepEqual([says(), view.offset.y, y > 150], [[true, false, false], y, true]);
    interaction.touchesUp();
    assert.deepEqual([says(), log.slice(-2)], [[false, false, false], ["didEndDecelerating", "didSettle"]]);
  });

  test("E51 whatever way a scroll ends, it is settled once", () => {
    const settled = (act) => {
      const { view, log, rest } = scroller();
      view.setOffset(at(0, 100));
      act(view);
      rest();
      return log.filter((line) => line === "didSettle").length;
    };
    assert.equal(settled((view) => drag(view, at(0, -50))), 1);
    assert.equal(settled((view) => drag(view, at(0, -50), at(0, 500))), 1);
    assert.equal(settled((view) => view.scrollToTop()), 1);
    assert.equal(settled((view) => view.setOffset(at(0, 300), { animated: true })), 1);
    assert.equal(settled((view) => view.setOffset(at(0, 300))), 0);
  });

  test("E8 it goes to the top and tells so, unless the delegate refuses", () => {
    const { view, log, rest } = scroller({ inset: { top: 20, left: 0, bottom: 0, right: 0 } });
    view.setOffset(at(0, 500));
    view.delegate.shouldScrollToTop = () => false;
    view.scrollToTop();
    rest();
    assert.equal(view.offset.y, 500);
    view.delegate.shouldScrollToTop = () => true;
    view.scrollToTop();
    rest();
    assert.deepEqual([view.offset.y, log.includes("didScrollToTop")], [-20, true]);
    view.setOffset(at(0, 500));
    view.scrollsToTop = false;
    view.scrollToTop();
    assert.equal(view.offset.y, 500);
  });

  test("E50 a delegate that throws is reported, and the scroll goes on", () => {
    const { view, reports, rest } = scroller({ content: size(320, 5000) });
    for (const name of Object.keys(view.delegate)) view.delegate[name] = () => { throw new Error(name); };
    drag(view, at(0, -50), at(0, 1000));
    rest();
    assert.ok(reports.length > 10 && view.offset.y > 500);
    assert.equal(view.interaction.isDecelerating, false);
  });

  test("E50 who asked for less motion sees pages and returns at once, and no glide", () => {
    const ports = { prefersReducedMotion: () => true };
    const free = scroller({ content: size(320, 5000), ports });
    drag(free.view, at(0, -50), at(0, 1000));
    assert.equal(free.view.offset.y, 50);
    drag(free.view, at(0, 300));
    assert.equal(free.view.offset.y, 0);
    free.view.setOffset(at(0, 300), { animated: true });
    assert.equal(free.view.offset.y, 300);
  });

  test("E50 a clock that goes backwards moves nothing backwards", () => {
    let now = 0;
    const wakeUps = [];
    const clock = { now: () => now, wakeAt: (_time, callback) => (wakeUps.push(callback), () => {}) };
    const { view } = scroller({ content: size(320, 5000), ports: { clock } });
    drag(view, at(0, -50), at(0, 1000));
    now = 100;
    wakeUps.shift()();
    const { y } = view.offset;
    now = -500;
    wakeUps.shift()();
    assert.ok(view.offset.y <= y && view.offset.y >= 50);
    now = 1e9;
    wakeUps.shift()();
    assert.equal(view.interaction.isDecelerating, false);
  });
});

describe("interaction E: indicators", () => {
  const list = (offset, settings) => {
    const made = scroller({ bounds: size(300, 500), content: size(300, 1000), ...settings });
    made.view.setOffset(at(0, offset));
    return { ...made, indicators: new ScrollIndicators(made.view) };
  };

  test("E13 a thumb is as long as the share that is seen, and touches the end at the end", () => {
    assert.deepEqual(list(0).indicators.thumbs, { horizontal: null, vertical: { start: 0, length: 250 } });
    assert.deepEqual(list(250).indicators.thumbs.vertical, { start: 125, length: 250 });
    assert.deepEqual(list(500).indicators.thumbs.vertical, { start: 250, length: 250 });
    const hidden = list(0).indicators;
    hidden.showsVertical = false;
    assert.equal(hidden.thumbs.vertical, null);
  });

  test("E13 beyond a limit it is squeezed, and of endless content it can still be seen", () => {
    const { view, indicators } = list(0);
    view.interaction.beginDragging();
    view.interaction.drag(at(0, 200));
    const { start, length } = indicators.thumbs.vertical;
    assert.deepEqual([start, length < 200 && length > 100], [0, true]);
    assert.equal(list(0, { content: size(300, 1e7) }).indicators.thumbs.vertical.length, 8);
  });

  test("E13 they are seen while a user scrolls and a moment longer, when they flash, and not when code scrolls", () => {
    const { view, indicators, lab, rest } = list(0);
    view.setOffset(at(0, 100), { animated: true });
    lab.clock.advance(50);
    assert.equal(indicators.alphaAt(lab.clock.now()), 0);
    rest();
    view.interaction.beginDragging();
    const now = lab.clock.now();
    assert.equal(indicators.alphaAt(now), 1);
    view.interaction.touchesUp();
    assert.deepEqual([600, 750, 900, 5000].map((ms) => indicators.alphaAt(now + ms)), [1, 0.5, 0, 0]);
    indicators.flash(now + 9000);
    assert.deepEqual([indicators.alphaAt(now + 9000), indicators.alphaAt(now + 10_000)], [1, 0]);
  });

  test("E17 a track with an inset begins below it", () => {
    const { indicators } = list(0);
    indicators.insets = { top: 20, left: 0, bottom: 30, right: 0 };
    assert.deepEqual(indicators.thumbs.vertical, { start: 20, length: 225 });
  });
});

describe("interaction E: autoscroll", () => {
  const dragged = (settings) => {
    const made = scroller({ bounds: size(400, 300), content: size(2000, 2000), ...settings });
    const item = { x: 0, y: 0 };
    const autoscroll = new Autoscroll(made.view, made.lab.clock, ({ x, y }) => Object.assign(item, at(item.x + x, item.y + y)));
    return { ...made, item, autoscroll };
  };

  test("E59 held near an edge for a second it scrolls by 50 px, and takes the thing along", () => {
    const { view, autoscroll, item, lab } = dragged();
    autoscroll.follow(at(390, 150));
    lab.clock.advance(500);
    autoscroll.follow(at(391, 151));
    lab.clock.advance(999);
    assert.deepEqual([view.offset, item], [at(50, 0), at(50, 0)]);
    autoscroll.follow(at(391, 5));
    lab.clock.advance(1999);
    assert.deepEqual([view.offset, item], [at(100, 0), at(100, 0)]);
  });

  test("E59 lifted, or away from the edge, it stops", () => {
    const { view, autoscroll, rest } = dragged();
    autoscroll.follow(at(390, 290));
    autoscroll.stop();
    rest();
    assert.deepEqual(view.offset, at(5, 5));
    autoscroll.follow(at(200, 150));
    rest();
    autoscroll.follow(at(NaN, 290));
    rest();
    assert.deepEqual(view.offset, at(5, 5));
  });

  test("E59 it stops where no more than 6 px are left, on all four sides", () => {
    const { view, autoscroll, rest } = dragged({ content: size(420, 312) });
    autoscroll.follow(at(399, 299));
    rest();
    assert.deepEqual(view.offset, at(15, 10));
    autoscroll.stop();
    autoscroll.follow(at(0, 0));
    rest();
    assert.deepEqual(view.offset, at(5, 5));
  });
});

describe("interaction E: restoration", () => {
  test("E19 what was shown is shown again, as far as it can", () => {
    const build = () => scroller({ content: size(1000, 1000), maximumZoomScale: 3, viewForZooming: {} });
    const before = build().view;
    before.setZoomScale(1.5);
    before.setOffset(at(120, 340));
    const kept = JSON.parse(JSON.stringify(before.showing));
    const { view, log } = build();
    view.restore(kept);
    assert.deepEqual([view.showing, log], [{ offset: at(120, 340), zoomScale: 1.5 }, ["didScroll"]]);
    view.restore({ offset: at(9e9, -3), zoomScale: 99 });
    assert.deepEqual(view.showing, { offset: at(2680, 0), zoomScale: 3 });
    view.restore({ offset: at(NaN, 0), zoomScale: NaN });
    assert.equal(view.zoomScale, 3);
  });
});
