import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openModal } from "../../../Public/shell/modal.js";
import { ReaderGestures } from "../../../Public/reader/reader-gestures.js";
import { PageNavigation } from "../../../Public/reader/page-navigation.js";
import { FakeElement, pointer } from "../gestures/fake-dom.js";
import { PHONE, scrollAt } from "./page-scrolls.js";

/** Hands on the pages of a document, by a clock that only they advance. */
class Hands {
  pages = new FakeElement({ left: 0, top: 0, ...PHONE });
  element = new FakeElement({ left: 0, top: 0, ...PHONE }, this.pages);
  scroll = scrollAt({ x: 0, y: 400 }, { clock: this.pages.clock });

  navigation = new PageNavigation(this.scroll);

  constructor() {
    const elements = { pages: this.pages, content: this.element };
    new ReaderGestures(elements, this.navigation, { changed: () => {}, scrolled: () => {}, tapped: () => {}, tappedTwice: () => {}, columnAt: () => null }, new AbortController().signal, this.pages.clock);
  }

  /** The visible part of each page, when nothing moves any more. */
  get seen() {
    this.scroll.finish();
    return [this.navigation.page, this.scroll.view.offset.y, this.scroll.viewport.zoom];
  }

  fire(name, x, y, at, more) {
    this.pages.clock.advance(at);
    return this.element.fire(name, pointer(x, y, at, more));
  }
}

const PEN = { pointerId: 9, pointerType: "pen" };
const SECOND = { pointerId: 2 };

describe("pen and palm on the reader", () => {
  test("11 a drag that began just before the pen goes back", () => {
    const hands = new Hands();
    hands.fire("pointerdown", 200, 500, 0);
    hands.fire("pointermove", 200, 450, 40);
    hands.fire("pointermove", 200, 400, 80);
    assert.equal(hands.scroll.view.offset.y, 490);
    hands.fire("pointerdown", 60, 60, 150, PEN);
    assert.deepEqual([hands.scroll.view.offset.y, hands.scroll.isHeld], [400, false]);
    hands.fire("pointermove", 200, 300, 160);
    hands.fire("pointerup", 60, 60, 200, PEN);
    assert.equal(hands.scroll.view.offset.y, 400);
  });

  test("11 a pinch that began just before the pen goes back", () => {
    const hands = new Hands();
    const { zoom } = hands.scroll.viewport;
    hands.fire("pointerdown", 100, 300, 0);
    hands.fire("pointerdown", 200, 300, 10, SECOND);
    hands.fire("pointermove", 300, 300, 40, SECOND);
    hands.fire("pointermove", 380, 300, 60, SECOND);
    assert.ok(hands.scroll.viewport.zoom > 1.5 * zoom);
    hands.fire("pointerdown", 60, 60, 150, PEN);
    assert.deepEqual([hands.scroll.viewport.zoom, hands.scroll.view.offset.y], [zoom, 400]);
  });

  test("11 a drag from long before stays where it is when the pen comes", () => {
    const hands = new Hands();
    hands.fire("pointerdown", 200, 500, 0);
    hands.fire("pointermove", 200, 450, 40);
    hands.fire("pointermove", 200, 400, 500);
    hands.fire("pointerdown", 60, 60, 700, PEN);
    assert.deepEqual([hands.scroll.view.offset.y, hands.scroll.isHeld], [490, false]);
  });
});

describe("a palm on the reader that has lifted before the pen lands", () => {
  const before = new Hands().seen;
  const swipe = (hands) => {
    for (const [x, at] of [[300, 0], [270, 20], [230, 40]]) hands.fire(at === 0 ? "pointerdown" : "pointermove", x, 300, at);
  };

  test("11 the page that it has turned is turned back, whether it has lifted or not", () => {
    for (const lifts of [true, false]) {
      const hands = new Hands();
      swipe(hands);
      if (lifts) hands.fire("pointerup", 230, 300, 60);
      assert.equal(hands.navigation.page, before[0] + 1);
      hands.fire("pointerdown", 60, 60, 200, PEN);
      assert.deepEqual(hands.seen, before);
    }
  });

  test("11 a page that a finger has turned long before stays turned", () => {
    const hands = new Hands();
    swipe(hands);
    hands.fire("pointerup", 230, 300, 60);
    hands.fire("pointerdown", 60, 60, 400, PEN);
    assert.equal(hands.seen[0], before[0] + 1);
  });

  test("11 what it has zoomed by two taps, or thrown, goes back", () => {
    const taps = new Hands();
    for (const at of [0, 120]) {
      taps.fire("pointerdown", 200, 300, at);
      taps.fire("pointerup", 200, 300, at + 40);
    }
    assert.ok(taps.seen[2] > 1.5 * before[2]);
    taps.fire("pointerdown", 60, 60, 280, PEN);
    assert.deepEqual(taps.seen, before);
    const throws = new Hands();
    for (const [y, at] of [[500, 0], [450, 20], [420, 40], [390, 60]]) throws.fire(at === 0 ? "pointerdown" : "pointermove", 200, y, at);
    throws.fire("pointerup", 200, 390, 61);
    assert.equal(throws.scroll.isMoving, true);
    throws.fire("pointerdown", 60, 60, 200, PEN);
    assert.deepEqual([throws.scroll.isMoving, ...throws.seen], [false, ...before]);
  });

  test("11 where the window has changed meanwhile, what is seen stays", () => {
    const hands = new Hands();
    swipe(hands);
    hands.fire("pointerup", 230, 300, 60);
    hands.navigation.resize(hands.scroll.viewport.with({ box: { width: 500, height: 600 } }));
    hands.fire("pointerdown", 60, 60, 200, PEN);
    assert.deepEqual([hands.seen[0], hands.scroll.viewport.box.width], [before[0] + 1, 500]);
  });
});

describe("a dialog over the reader", () => {
  test("A5 it takes the fingers away when it opens, and what they held stays where it is seen", () => {
    const hands = new Hands();
    let shown = 0;
    hands.fire("pointerdown", 200, 500, 0);
    hands.fire("pointermove", 200, 450, 40);
    openModal({ ownerDocument: hands.element.ownerDocument, showModal: () => (shown += Number(!hands.scroll.isHeld)) });
    hands.fire("pointermove", 200, 300, 60);
    hands.fire("pointerup", 200, 300, 80);
    assert.deepEqual([shown, hands.scroll.view.offset.y, hands.scroll.isHeld], [1, 440, false]);
  });
});
