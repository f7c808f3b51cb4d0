/** Rows of `interaction` E that need fingers: scroll views with recognizers on them. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addGestureRecognizer, doubleTapZoom, PanGestureRecognizer, ScrollGestures, SwipeGestureRecognizer, TapGestureRecognizer,
} from "../../../../Public/gestures/index.js";
import { isUnsettled } from "../../../../Public/gestures/scrolling/scroll-room.js";
import { LabView } from "../lab.js";
import { at, dragScript, scroller, size, touchable } from "./scroller.js";

/** A view in the content of a scroll view: it moves with the content. */
function inContent(made, name, frame) {
  const child = new LabView(name, frame, made.lab.R);
  const { fromWindow } = child;
  child.fromWindow = (point) => {
    const { scale, x, y } = made.view.contentTransform;
    return fromWindow({ x: (point.x - x) / scale, y: (point.y - y) / scale });
  };
  made.lab.listen(child);
  return child;
}

describe("interaction E: fingers", () => {
  test("E7 switched off a finger does not scroll, and code does", () => {
    const { view, gestures, lab } = touchable();
    gestures.scrollEnabled = false;
    lab.play(dragScript([100, 300], [0, -100]));
    assert.deepEqual(view.offset, at(0, 0));
    view.setOffset(at(0, 100));
    assert.deepEqual(view.offset, at(0, 100));
  });

  test("E7 switched off in the midst of a drag, the drag is over and nothing is stuck", () => {
    const { view, gestures, lab, rest } = touchable();
    lab.play(dragScript([100, 300], [0, 100], { lift: false }));
    assert.ok(view.offset.y < 0);
    gestures.scrollEnabled = false;
    lab.play("M1(100,450) U1");
    rest();
    assert.deepEqual([view.offset.y, view.interaction.isTracking, lab.arbiter.isIdle], [0, false, true]);
  });

  test("E1 the content follows the finger, wherever it goes on the way", () => {
    const { view, lab } = touchable({ content: size(1000, 1000) });
    lab.play("D1(200,300) M1(100,200) M1(150,290) M1(120,250)");
    assert.deepEqual(view.offset, at(80, 50));
  });

  test("E47 a finger that rests before it lifts throws nothing, one that moves does", () => {
    const still = touchable();
    still.lab.play(dragScript([100, 400], [0, -200]));
    assert.deepEqual(still.log.slice(-2), ["didEndDragging(false)", "didSettle"]);
    const thrown = touchable({ content: size(320, 10_000) });
    thrown.lab.play(dragScript([100, 400], [0, -160], { thrown: true }));
    thrown.rest();
    assert.ok(Math.abs(thrown.view.offset.y - 160 - 499.5) < 25, `${thrown.view.offset.y}`);
  });

  test("E50 from the landing on it is touched; a landing stops what glides; a tap leaves it where it is", () => {
    const { view, lab } = touchable({ content: size(320, 10_000) });
    lab.play("D1(100,300)@0");
    assert.deepEqual([view.interaction.isTracking, view.interaction.isDragging], [true, false]);
    lab.play("M1(100,280)@16 M1(100,260)@32 M1(100,240)@48 M1(100,220)@64");
    assert.equal(view.interaction.isDragging, true);
    lab.play("U1@66 T(200)");
    assert.equal(view.interaction.isDecelerating, true);
    lab.play("D1(100,300)@210");
    const { y } = view.offset;
    lab.play("U1@260 T(2000)");
    assert.deepEqual([view.offset.y, view.interaction.isDecelerating, y > 80], [y, false, true]);
  });

  test("E50 a cancel throws nothing and brings back what was pulled", () => {
    const { view, lab, rest } = touchable();
    lab.play(dragScript([100, 200], [0, 160], { lift: false }) + " C1");
    rest();
    assert.deepEqual([view.offset.y, view.interaction.isTracking], [0, false]);
  });

  test("E33 two fingers zoom about their middle, and the middle carries the content", () => {
    const { view, lab } = touchable({ bounds: size(400, 300), content: size(1000, 800), maximumZoomScale: 4, viewForZooming: {} });
    view.setOffset(at(100, 50));
    lab.play("[D1(150,150)@0 D2(250,150)@0] [M1(140,150) M2(260,150)] [M1(100,150) M2(300,150)]");
    assert.deepEqual([view.zoomScale, view.offset], [2, at(400, 250)]);
    lab.play("[M1(130,170) M2(330,170)]");
    assert.deepEqual([view.zoomScale, view.offset], [2, at(370, 230)]);
  });

  test("E33 from two fingers to one the finger that stays goes on without a jump", () => {
    const { view, lab } = touchable({ bounds: size(400, 300), content: size(1000, 800), maximumZoomScale: 4, viewForZooming: {} });
    view.setOffset(at(100, 50));
    lab.play("[D1(150,150)@0 D2(250,150)@0] [M1(140,160) M2(260,160)] [M1(90,180) M2(290,180)]");
    const { offset } = view;
    lab.play("U2");
    assert.deepEqual(view.offset, offset);
    lab.play("M1(80,170)");
    assert.deepEqual(view.offset, at(offset.x + 10, offset.y + 10));
    lab.play("U1");
    assert.deepEqual([view.interaction.isTracking, lab.arbiter.isIdle], [false, true]);
  });

  test("E33 a pinch on a trackpad zooms and leaves nothing held", () => {
    const { view, lab, rest } = touchable({ bounds: size(400, 300), content: size(1000, 800), maximumZoomScale: 2, viewForZooming: {} });
    const send = (phase, time, ...xs) => lab.feed(xs.map((x, id) => ({ phase, id: 10 + id, x, y: 150, time, type: "trackpad" })));
    send("began", 0, 100, 300);
    send("moved", 16, 0, 400);
    send("ended", 32, 0, 400);
    rest();
    assert.deepEqual([view.zoomScale, view.interaction.isTracking, lab.arbiter.isIdle], [2, false, true]);
  });

  test("E9 a wheel scrolls from its first step on, and stops at the edge without a bounce, and turned back moves at once", () => {
    const { view, lab, rest } = touchable();
    const turn = (phase, time, y) => lab.feed([{ phase, id: 9, x: 100, y, time, type: "scroll" }]);
    turn("began", 0, 300);
    turn("moved", 0, 297);
    assert.equal(view.offset.y, 3);
    turn("moved", 16, 4000);
    assert.equal(view.offset.y, 0);
    turn("moved", 32, 3900);
    turn("ended", 200, 3900);
    rest();
    assert.deepEqual([view.offset.y - 100, view.interaction.isTracking, lab.arbiter.isIdle], [0, false, true]);
  });

  test("E54 a button in the content is tapped, and a drag that starts on it scrolls and cancels it", () => {
    const made = touchable();
    const button = inContent(made, "button", [80, 280, 80, 40]);
    made.lab.add(button, "tap", new TapGestureRecognizer());
    assert.ok(made.lab.play("D1(100,300)@0 U1@50").includes("tap→Ended"));
    made.lab.log.length = 0;
    made.lab.play("D1(100,300)@1000 T(1200) M1(100,280)@1210 M1(100,250)@1220 U1@1500");
    assert.deepEqual(made.lab.log.filter((line) => /^(button|tap)/.test(line)), ["button.began", "tap✗", "button.cancelled"]);
    assert.equal(made.view.offset.y, 50);
  });

  test("E54 the content hears nothing of a quick drag, and of a touch that stays after 150 ms", () => {
    const made = touchable();
    inContent(made, "button", [80, 280, 80, 40]);
    made.lab.play("D1(100,300)@0 M1(100,250)@50 U1@100 T(1000)");
    assert.deepEqual(made.lab.log.filter((line) => line.startsWith("button")), []);
    made.lab.play("D1(100,240)@2000 T(2149)");
    assert.deepEqual(made.lab.log.filter((line) => line.startsWith("button")), []);
    made.lab.play("T(2150)");
    assert.deepEqual(made.lab.log.filter((line) => line.startsWith("button")), ["button.began"]);
  });

  test("E56 recognizers of the content act beside it: two taps zoom in, a tap of two fingers zooms out", () => {
    const made = touchable({ bounds: size(400, 300), content: size(1000, 800), minimumZoomScale: 0.5, maximumZoomScale: 2, viewForZooming: {} });
    const page = inContent(made, "page", [0, 0, 1000, 800]);
    const zoomBy = (scale) => () => made.view.setZoomScale(scale(made.view.zoomScale), { animated: true });
    made.lab.add(page, "in", new TapGestureRecognizer({ taps: 2 })).addTarget(zoomBy((scale) => doubleTapZoom(scale, made.view.zoomLimits)));
    made.lab.add(page, "out", new TapGestureRecognizer({ touches: 2 })).addTarget(zoomBy((scale) => scale / 2));
    made.lab.play("D1(100,100)@0 U1@40 D1(100,100)@150 U1@190 T(2000)");
    assert.equal(made.view.zoomScale, 2);
    made.lab.play("[D1(100,100)@3000 D2(150,100)@3000] [U1@3050 U2@3050] T(5000)");
    assert.equal(made.view.zoomScale, 1);
    made.lab.play(dragScript([200, 200], [-50, 0], { start: 6000 }));
    assert.equal(made.view.offset.x, 50);
  });

  test("E37 a double tap goes to 1, to the maximum, and then to the minimum", () => {
    const limits = { minimum: 0.5, maximum: 2 };
    assert.deepEqual([0.5, 1, 1.5, 2].map((scale) => doubleTapZoom(scale, limits)), [1, 2, 2, 0.5]);
  });

  test("E57 content that may not lose its touches keeps them, and nothing scrolls", () => {
    const made = touchable();
    inContent(made, "ink", [50, 200, 200, 200]);
    made.gestures.canCancelContentTouches = false;
    made.gestures.delaysContentTouches = false;
    made.lab.play("D1(100,300) M1(100,280) M1(100,250) U1");
    assert.deepEqual(made.lab.log.filter((line) => line.startsWith("ink")), ["ink.began", "ink.moved", "ink.moved", "ink.ended"]);
    assert.equal(made.view.offset.y, 0);
    made.lab.play("D1(100,100) M1(100,80) M1(100,50) U1");
    assert.equal(made.view.offset.y, 50);
  });

  test("E57 with the delay a quick drag scrolls all the same, and one after a rest does not", () => {
    const made = touchable();
    inContent(made, "ink", [50, 200, 200, 300]);
    made.gestures.canCancelContentTouches = false;
    made.lab.play("D1(100,300)@0 M1(100,250)@20 U1@400");
    assert.equal(made.view.offset.y, 50);
    made.lab.play("D1(100,300)@1000 T(1200) M1(100,250)@1220 U1@1400");
    assert.equal(made.view.offset.y, 50);
  });

  test("E57 one view of the content may keep its touches while others lose theirs", () => {
    const made = touchable();
    const ink = inContent(made, "ink", [50, 200, 200, 200]);
    made.gestures.touchesShouldCancel = (view) => view !== ink;
    made.lab.play("D1(100,300) M1(100,250) U1");
    assert.equal(made.view.offset.y, 0);
    made.lab.play("D1(300,300) M1(300,250) U1");
    assert.equal(made.view.offset.y, 50);
  });

  test("E1 a drag begins without a jump, and a wheel with its first step", () => {
    const { view, lab, gestures } = touchable({ slop: 10 });
    lab.play("D1(100,300)@0 M1(100,288)@16");
    assert.equal(view.offset.y, 2);
    lab.play("M1(100,250)@32 U1@400");
    assert.equal(view.offset.y, 40);
    assert.equal(gestures.pan.isWheel, false);
  });

  test("E58 an item with its own pan is dragged and the page stays; the page carries the item", () => {
    const made = touchable();
    const pin = inContent(made, "pin", [80, 280, 40, 40]);
    const pan = made.lab.add(pin, "pin", new PanGestureRecognizer({ slop: 0 }));
    let moved = 0;
    pan.addTarget(() => (moved = pan.translation().y));
    made.lab.play(dragScript([100, 300], [0, -50]));
    assert.deepEqual([moved, made.view.offset.y], [-50, 0]);
    made.lab.play(dragScript([200, 300], [0, -50], { start: 2000 }));
    assert.deepEqual([pin.fromWindow(at(100, 250)), made.view.offset.y], [at(20, 20), 50]);
  });

  test("E60 a swipe wins when the scroll waits for it, a slow drag scrolls, and without the wait it never comes", () => {
    const build = (waits) => {
      const made = touchable({ content: size(1000, 480) });
      made.view.setOffset(at(300, 0));
      const swipe = made.lab.add(made.lab.R, "swipe", new SwipeGestureRecognizer());
      if (waits) made.gestures.pan.requireToFail(swipe);
      return made;
    };
    const waits = build(true);
    waits.lab.play(dragScript([50, 100], [100, 0], { thrown: true }));
    assert.deepEqual([waits.lab.of("swipe"), waits.lab.of("pan"), waits.view.offset.x], [["swipe→Ended"], [], 300]);
    waits.lab.play(dragScript([50, 100], [100, 0], { start: 2000, duration: 1600 }));
    assert.equal(waits.view.offset.x, 200);
    const free = build(false);
    free.lab.play(dragScript([50, 100], [100, 0], { thrown: true }));
    assert.deepEqual(free.lab.of("swipe"), ["swipe✗"]);
  });

  test("E60 taken away the gestures do nothing more", () => {
    const { view, gestures, lab } = touchable();
    gestures.detach();
    lab.play(dragScript([100, 300], [0, -100]));
    assert.deepEqual([view.offset.y, ScrollGestures.enclosing(lab.R)], [0, null]);
  });
});

/** A pager of pages 320 wide, in which one page can be zoomed. */
function pager(zoomScale = 1) {
  const outer = touchable({ content: size(960, 480), pagingEnabled: true });
  const page = new LabView("page", [0, 0, 320, 480], outer.lab.R);
  const inner = scroller({ lab: outer.lab, content: size(320, 480), maximumZoomScale: 4, viewForZooming: {} });
  inner.gestures = new ScrollGestures(inner.view, page);
  inner.gestures.pan.slop = 0;
  inner.view.setZoomScale(zoomScale);
  outer.view.setPage(1);
  return { outer, inner, lab: outer.lab, rest: outer.rest };
}

describe("interaction E: scroll views in one another", () => {
  test("E55 a page that is not zoomed turns", () => {
    const { outer, inner, lab, rest } = pager();
    lab.play(dragScript([200, 200], [-200, 0]));
    rest();
    assert.deepEqual([outer.view.page, inner.view.offset], [2, at(0, 0)]);
  });

  test("E55 in the middle of a zoomed page a drag scrolls the page alone", () => {
    const { outer, inner, lab, rest } = pager(2);
    lab.play(dragScript([200, 200], [-100, -30]));
    rest();
    assert.deepEqual([outer.view.offset.x, inner.view.offset], [320, at(260, 270)]);
  });

  test("E55 at the edge of a zoomed page a drag beyond it turns the page, a drag back scrolls it", () => {
    const turn = (dx) => {
      const { outer, inner, lab, rest } = pager(2);
      inner.view.setOffset(at(320, 240));
      lab.play(dragScript([200, 200], [dx, 0]));
      rest();
      return [outer.view.page, inner.view.offset.x];
    };
    assert.deepEqual([turn(-190), turn(100)], [[2, 320], [1, 220]]);
  });

  test("E55 a drag that comes to the edge goes on in the pager, and back the pager returns first", () => {
    const { outer, inner, lab, rest } = pager(2);
    inner.view.setOffset(at(280, 240));
    lab.play("D1(300,200)@0 M1(270,200)@50 M1(200,200)@100");
    assert.deepEqual([inner.view.offset.x, outer.view.offset.x], [320, 380]);
    lab.play("M1(250,200)@150");
    assert.deepEqual([inner.view.offset.x, outer.view.offset.x], [320, 330]);
    lab.play("M1(290,200)@200");
    assert.deepEqual([inner.view.offset.x, outer.view.offset.x], [290, 320]);
    lab.play("M1(60,200)@300 U1@600");
    rest();
    assert.deepEqual([inner.view.offset.x, outer.view.page, lab.arbiter.isIdle], [320, 2, true]);
    assert.deepEqual([outer.view.interaction.isTracking, inner.view.interaction.isTracking], [false, false]);
  });

  test("E55 thrown beyond the edge the pager takes the throw, thrown back within it the page does", () => {
    const thrown = (...xs) => {
      const { outer, inner, lab, rest } = pager(2);
      inner.view.setOffset(at(280, 240));
      lab.play(`D1(300,200)@0 ${xs.map((x, step) => `M1(${x},200)@${16 * (step + 1)}`).join(" ")} U1@${16 * xs.length + 2}`);
      const { isDecelerating } = inner.view.interaction;
      rest();
      return [outer.view.page, isDecelerating];
    };
    assert.deepEqual(thrown(260, 230, 200, 170), [2, false]);
    assert.deepEqual(thrown(260, 220, 270, 320, 370, 420, 470, 520), [1, true]);
  });

  test("E55 what is handed on is cancelled with the drag: both come to rest", () => {
    const { outer, inner, lab, rest } = pager(2);
    inner.view.setOffset(at(300, 240));
    lab.play("D1(300,200)@0 M1(270,200)@50 M1(200,200)@100 C1@120");
    rest();
    assert.deepEqual([inner.view.offset.x, outer.view.offset.x], [320, 320]);
  });

  test("E55 a list within a pager scrolls along its axis and the pager along its own", () => {
    const outer = touchable({ content: size(960, 480), pagingEnabled: true });
    const list = new LabView("list", [0, 0, 320, 480], outer.lab.R);
    const inner = scroller({ lab: outer.lab });
    new ScrollGestures(inner.view, list).pan.slop = 0;
    outer.lab.play(dragScript([200, 300], [-20, -100]));
    assert.deepEqual([inner.view.offset.y, outer.view.offset.x], [100, 0]);
    outer.lab.play(dragScript([300, 300], [-200, -20], { start: 2000 }));
    outer.rest();
    assert.deepEqual([inner.view.offset.y, outer.view.page], [100, 1]);
  });

  test("E55 a pager that is caught between two pages goes on being turned", () => {
    const { outer, inner, lab, rest } = pager(2);
    lab.clock.advance(10);
    outer.view.setOffset(at(400, 0));
    lab.play(dragScript([200, 200], [-150, 0], { start: 100 }));
    rest();
    assert.deepEqual([outer.view.page, inner.view.offset.x], [2, 160]);
  });

  test("E55 a pinch in the page is the page's, whatever the pager", () => {
    const { outer, inner, lab, rest } = pager();
    lab.play("[D1(120,200)@0 D2(200,200)@0] [M1(115,200) M2(205,200)] [M1(80,200) M2(240,200)] [U1 U2]");
    rest();
    assert.deepEqual([inner.view.zoomScale, outer.view.offset.x, lab.arbiter.isIdle], [2, 320, true]);
  });
});

describe("interaction E: random fingers", () => {
  test("E50 2,000 streams of fingers on nested views leave them at rest, within their limits, and report nothing", () => {
    let seed = 7;
    const next = (count) => (seed = (seed * 16807) % 2147483647) % count;
    const { outer, inner, lab, rest } = pager();
    let time = 0;
    for (let stream = 0; stream < 2000; stream++) {
      const length = 3 + next(14);
      for (let step = 0; step < length; step++) {
        time += next(60);
        const phase = ["began", "moved", "moved", "moved", "ended", "cancelled"][next(6)];
        const type = ["touch", "touch", "mouse", "scroll", "trackpad"][next(5)];
        lab.feed([{ phase, id: 1 + next(3), x: next(320), y: next(480), time, type }]);
        if (next(40) === 0) inner.view.setZoomScale(1 + next(4), { animated: next(2) === 0 });
        if (next(60) === 0) inner.view.setOffset(at(next(900), next(900)), { animated: next(2) === 0 });
        if (next(90) === 0) inner.view.layOut({ contentSize: size(200 + next(400), 300 + next(600)) });
        if (next(60) === 0) outer.view.setPage(next(3), { animated: true });
        if (next(80) === 0) inner.gestures.scrollEnabled = !inner.gestures.scrollEnabled;
      }
      for (const id of [1, 2, 3]) lab.feed([{ phase: "ended", id, time: (time += 5) }]);
      inner.gestures.scrollEnabled = true;
      if (next(3) === 0) time += 5000;
      lab.clock.advance(time);
    }
    rest();
    for (const { view } of [outer, inner]) {
      const { low, high } = view.limits;
      assert.ok(view.offset.x >= low.x && view.offset.x <= high.x && view.offset.y >= low.y && view.offset.y <= high.y);
      assert.ok(view.zoomScale >= view.minimumZoomScale && view.zoomScale <= view.maximumZoomScale);
      assert.deepEqual([view.interaction.isTracking, view.interaction.isZoomBouncing, isUnsettled(view)], [false, false, false]);
    }
    assert.deepEqual([lab.reports, outer.reports, inner.reports, lab.arbiter.isIdle], [[], [], [], true]);
  });
});

test("A view is asked what an element of its content is", () => {
  const made = touchable();
  const child = inContent(made, "child", [0, 0, 10, 10]);
  assert.equal(ScrollGestures.enclosing(child), made.gestures);
  addGestureRecognizer(child, new PanGestureRecognizer());
});
