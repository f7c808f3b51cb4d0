/** Rows H1 to H5 of `gestures`: items pulled out of a strip, and swipes through a list. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { itemBeside, PullOutGestureRecognizer, SwipeNavigation } from "../../../../Public/gestures/index.js";
import { pullDirection } from "../../../../Public/gestures/scrolling/pull-out.js";
import { LabView } from "../lab.js";
import { at, dragScript, size, touchable } from "./scroller.js";

/** A strip that scrolls sideways, with an item in it; what is pulled out becomes a card. */
function strip(options) {
  const made = touchable({ bounds: size(320, 480), content: size(1000, 480) });
  const item = new LabView("item", [80, 180, 100, 100], made.lab.R);
  const cards = [];
  const pull = made.lab.add(item, "pull", new PullOutGestureRecognizer(options));
  pull.addTarget(({ state }) => {
    if (state === "began") cards.push({});
    Object.assign(cards.at(-1) ?? {}, { center: pull.location(made.lab.R.superview) });
  });
  return { ...made, item, pull, cards };
}

describe("gestures H: an item pulled out of a strip", () => {
  test("H1 pulled down it becomes one card that follows the finger, and the strip keeps the item", () => {
    const { lab, cards, item, view, gestures } = strip();
    lab.play("D1(100,200) M1(103,217)");
    assert.deepEqual(cards, [{ center: at(103, 217) }]);
    lab.play("M1(60,300) M1(200,330)");
    assert.deepEqual(cards, [{ center: at(200, 330) }]);
    assert.equal(view.offset.x, 0);
    lab.play("U1");
    assert.deepEqual([cards.length, lab.R.subviews.includes(item), gestures.scrollEnabled], [1, true, true]);
    lab.play(dragScript([250, 100], [-50, 0], { start: 1000 }));
    assert.equal(view.offset.x, 50);
  });

  test("H1 a strip that scrolls already can be pulled from, and stops then", () => {
    const { lab, cards, view, gestures } = strip();
    lab.play("D1(100,200)@0 M1(89,202)@20 M1(92,208)@40");
    assert.deepEqual([view.interaction.isDragging, cards.length], [true, 0]);
    lab.play("M1(97,225)@60");
    assert.deepEqual([cards.length, gestures.scrollEnabled, view.interaction.isDragging], [1, false, false]);
    const { x } = view.offset;
    lab.play("M1(200,300)@80 U1@100 T(2000)");
    assert.deepEqual([cards, view.offset.x], [[{ center: at(200, 300) }], x]);
  });

  test("H1 where nothing scrolls there is nothing to pull out of", () => {
    const made = strip();
    made.gestures.detach();
    assert.deepEqual(made.lab.play("D1(100,200) M1(100,240) U1"), ["pull✗"]);
  });

  test("H1 a second finger before the pull ends it, and one after it changes nothing", () => {
    const { lab, cards } = strip();
    lab.play("D1(100,200) D2(120,200) M1(100,240) U1 U2");
    assert.equal(cards.length, 0);
    lab.play("D1(100,200)@1000 M1(100,240) D2(120,200) M2(150,250) M1(100,260) U2 M1(100,270) U1");
    assert.deepEqual(cards, [{ center: at(100, 270) }]);
  });

  test("H2 more than 16 px along and less than 12 across make a direction, of the whole way", () => {
    const ways = [[0, 16], [0, 17], [10, 17], [12, 17], [17, 0], [-17, 0], [0, -17], [17, 17], [NaN, 17]];
    const directions = [null, "down", "down", null, "right", "left", "up", null, null];
    assert.deepEqual(ways.map(([x, y]) => pullDirection({ x, y })), directions);
    const strict = { across: 8 };
    assert.deepEqual([[10, 17], [8, 17], [7, 17]].map(([x, y]) => pullDirection({ x, y }, strict)), [null, null, "down"]);
    assert.equal(pullDirection({ x: 0, y: 17 }, { along: 20 }), null);
  });

  test("H2 pulled along the strip it scrolls, and nothing comes out", () => {
    const { lab, cards, view } = strip();
    lab.play("D1(100,200) M1(83,200) M1(50,200) U1");
    assert.deepEqual([cards.length, view.offset.x], [0, 50]);
  });

  test("H2 who strays and comes back pulls all the same; other directions can be asked for", () => {
    const { lab, cards } = strip({ direction: "up" });
    lab.play("D1(100,200) M1(105,230) M1(108,170) U1");
    assert.equal(cards.length, 1);
  });

  test("H3 after a cancel, a failure or the strip's removal the strip scrolls with the next touch", () => {
    const { lab, view, gestures, item } = strip();
    lab.play("D1(100,200)@0 M1(100,220) C1");
    assert.equal(gestures.scrollEnabled, true);
    lab.play("D1(100,200)@500 M1(100,220)");
    assert.equal(gestures.scrollEnabled, false);
    item.remove();
    lab.arbiter.removeView(item);
    lab.play("U1");
    assert.equal(gestures.scrollEnabled, true);
    lab.play(dragScript([250, 100], [-50, 0], { start: 1000 }));
    assert.equal(view.offset.x, 50);
  });

  test("H3 a strip that was switched off before is so after", () => {
    const { lab, gestures } = strip();
    gestures.scrollEnabled = false;
    lab.play("D1(100,200) M1(100,220) U1");
    assert.equal(gestures.scrollEnabled, false);
    const [one, other] = [gestures.lock(), gestures.lock()];
    gestures.scrollEnabled = true;
    one();
    one();
    assert.equal(gestures.scrollEnabled, false);
    other();
    assert.equal(gestures.scrollEnabled, true);
  });
});

/** A list in sections, each item by its title, and a document with swipes. */
function reader(sections, options) {
  const made = touchable({ content: size(320, 2000) });
  const app = { list: sections.map((titles) => titles.map((title) => ({ title }))), at: { section: 0, row: 0 }, shown: [], calls: [] };
  const item = ({ section, row }) => app.list[section][row];
  const navigation = new SwipeNavigation(made.lab.R, {
    counts: () => app.list.map((items) => items.length),
    current: () => app.at,
    save: () => { app.calls.push("save"); return app.saving; },
    select: (place) => { app.calls.push("select"); app.at = place; },
    load: (place) => void app.calls.push(`load ${item(place).title}`),
    refresh: (place) => void app.calls.push(`refresh ${item(place).title}`),
  }, { pans: [made.gestures.pan], report: (error) => app.calls.push(String(error)), ...options });
  let time = 0;
  const swipe = async (dx) => {
    made.lab.play(dragScript([160, 200], [dx, 0], { start: (time += 2000), thrown: true }));
    await navigation.walked;
  };
  return { ...made, app, navigation, swipe };
}

describe("gestures H: swipes through details", () => {
  test("H4 the next one and the one before, from section to section and round the end", () => {
    const walk = (section, row, step) => itemBeside([2, 3], { section, row }, step);
    assert.deepEqual(walk(0, 0, 1), { section: 0, row: 1 });
    assert.deepEqual(walk(0, 1, 1), { section: 1, row: 0 });
    assert.deepEqual(walk(1, 2, 1), { section: 0, row: 0 });
    assert.deepEqual(walk(0, 0, -1), { section: 1, row: 2 });
    assert.deepEqual(walk(1, 0, -1), { section: 0, row: 1 });
    assert.deepEqual(itemBeside([3], { section: 0, row: 2 }, 1), { section: 0, row: 0 });
  });

  test("H4 empty sections are passed over, and where there is nothing there is no neighbour", () => {
    assert.deepEqual(itemBeside([1, 0, 0, 2], { section: 0, row: 0 }, 1), { section: 3, row: 0 });
    assert.deepEqual(itemBeside([1, 0, 0, 2], { section: 0, row: 0 }, -1), { section: 3, row: 1 });
    for (const [counts, place] of [[[], { section: 0, row: 0 }], [[0], { section: 0, row: 0 }], [[2], { section: 0, row: 9 }]]) {
      assert.equal(itemBeside(counts, place, 1), null);
    }
  });

  test("H4 right is next and left the one before, in the order that the list is shown in now", async () => {
    const { app, swipe } = reader([["a", "b"], ["c", "d", "e"]]);
    await swipe(100);
    await swipe(100);
    assert.deepEqual(app.at, { section: 1, row: 0 });
    app.list = [["e", "d", "c", "b", "a"].map((title) => ({ title }))];
    app.at = { section: 0, row: 2 };
    await swipe(-100);
    assert.equal(app.calls.includes("load d"), true);
  });

  test("H4 left can be next, as pages are turned", async () => {
    const { app, swipe } = reader([["a", "b"]], { leftIsNext: true });
    await swipe(-100);
    assert.deepEqual(app.at, { section: 0, row: 1 });
  });

  test("H4 a document that scrolls is swiped through, and still scrolls", async () => {
    const { app, swipe, lab, view } = reader([["a", "b"]]);
    await swipe(100);
    assert.deepEqual([app.at.row, view.offset.y], [1, 0]);
    lab.play(dragScript([160, 300], [0, -100], { start: 9000 }));
    assert.equal(view.offset.y, 100);
  });

  test("H5 what was edited is saved before the next is loaded, and the old row is drawn anew", async () => {
    const { app, swipe } = reader([["a", "b"]]);
    app.list[0][0].title = "a, edited";
    await swipe(100);
    assert.deepEqual(app.calls, ["save", "select", "load b", "refresh a, edited"]);
  });

  test("H5 what cannot be saved is not left, and the next swipe tries again", async () => {
    const { app, swipe } = reader([["a", "b"]]);
    app.saving = Promise.reject(new Error("offline"));
    await swipe(100);
    assert.deepEqual([app.calls, app.at.row], [["save", "Error: offline"], 0]);
    app.saving = undefined;
    await swipe(100);
    assert.equal(app.at.row, 1);
  });

  test("H5 the only one has no neighbour, and nothing is saved for nothing", async () => {
    const { app, swipe } = reader([["a"]]);
    await swipe(100);
    app.at = null;
    await swipe(100);
    assert.deepEqual(app.calls, []);
  });
});
