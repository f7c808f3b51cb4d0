/** The end of a document: when it is reached, and what turns on from there to the next one. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { pressScreenKey } from "../../../Public/reader/reader-keys.js";
import { isScrolledToEnd, NextDocument } from "../../../Public/reader/next-document.js";
import { PageNavigation } from "../../../Public/reader/page-navigation.js";
import { ReaderGestures } from "../../../Public/reader/reader-gestures.js";
import { FakeElement, pointer } from "../gestures/fake-dom.js";
import { PHONE, run, scrollAt } from "./page-scrolls.js";

const PAGED = { flow: "paged", spread: "single" };

describe("the end of the pages", () => {
  const DESK = { box: { width: 1200, height: 800 } };
  const navigationOf = (changes = {}) => new PageNavigation(scrollAt({ x: 0, y: 0 }, { ...DESK, ...changes }));

  test("is not reached with the start of a last page that is longer than the window, but with its end", () => {
    const navigation = navigationOf();
    navigation.goTo(12);
    assert.equal(navigation.isAtEnd, false);
    navigation.goBeside(1);
    assert.deepEqual([navigation.page, navigation.isAtEnd], [12, true]);
    navigation.scrollBy(-40);
    run(navigation.scroll);
    assert.equal(navigation.isAtEnd, false);
  });

  test("is not reached with the page before a short last one, though both are seen", () => {
    const navigation = navigationOf({ scale: 0.4 });
    navigation.goTo(11);
    assert.equal(navigation.isAtEnd, false);
    navigation.goBeside(1);
    assert.deepEqual([navigation.page, navigation.isAtEnd], [12, true]);
  });

  test("of a single page that is seen whole is reached at once", () => {
    const navigation = navigationOf({ pages: [{ width: 612, height: 400 }] });
    navigation.goTo(1);
    assert.equal(navigation.isAtEnd, true);
    navigation.goBeside(1);
    assert.deepEqual([navigation.page, navigation.isAtEnd], [1, true]);
  });

  test("in a row, and page by page, is that of the last one", () => {
    for (const flow of ["across", "paged"]) {
      const navigation = navigationOf({ arrangement: { flow, spread: "single" }, zoom: { mode: "page" } });
      navigation.goTo(11);
      assert.equal(navigation.isAtEnd, false, flow);
      for (let press = 0; press < 2; press += 1) navigation.goBeside(1);
      assert.deepEqual([navigation.page, navigation.isAtEnd], [12, true], flow);
    }
  });

  test("is come to by screens, of which each begins before the end of the one before", () => {
    const navigation = navigationOf();
    const { scroll } = navigation;
    navigation.goTo(1);
    let [screens, end] = [0, 0];
    for (; !navigation.isAtEnd && screens < 100; screens += 1) {
      const { y, height } = scroll.seen;
      assert.ok(screens === 0 || y < end, `screen ${screens} begins at ${y}, after ${end}`);
      end = y + height;
      navigation.goOn(1);
      run(scroll);
    }
    assert.ok(screens > 12 && screens < 40, String(screens));
    navigation.goOn(-1);
    run(scroll);
    assert.equal(navigation.isAtEnd, false);
  });

  test("is come to page by page where they are turned one at a time", () => {
    const navigation = navigationOf({ arrangement: PAGED, zoom: { mode: "width" } });
    navigation.goTo(1);
    navigation.goOn(1);
    assert.equal(navigation.page, 2);
    navigation.goOn(-1);
    assert.equal(navigation.page, 1);
  });

  test("is rested at when nothing moves any more", () => {
    const navigation = navigationOf();
    navigation.goTo(12);
    navigation.turn(1);
    assert.equal(navigation.restsAtEnd, false);
    run(navigation.scroll);
    assert.equal(navigation.restsAtEnd, true);
  });
});

/** Hands on pages that stand at a place. */
class Hands {
  pages = new FakeElement({ left: 0, top: 0, ...PHONE });
  element = new FakeElement({ left: 0, top: 0, ...PHONE }, this.pages);
  left = 0;

  constructor({ at, arrangement = { flow: "down", spread: "single" }, edgeTaps = 1 }) {
    this.scroll = scrollAt({ x: 0, y: 0 }, { clock: this.pages.clock, arrangement });
    this.navigation = new PageNavigation(this.scroll);
    this.navigation.goTo(at);
    new ReaderGestures({ pages: this.pages, content: this.element }, this.navigation, {
      changed: () => {}, scrolled: () => {}, tapped: () => {}, tappedTwice: () => {}, columnAt: () => null, draws: () => false,
      isMouseOnWord: () => false, turnedOn: () => (this.left += 1), edgeTaps: () => edgeTaps,
    }, new AbortController().signal, this.pages.clock);
  }

  fire(name, x, y, at) {
    this.element.fire(name, pointer(x, y, at));
  }

  swipe() {
    for (const [x, at] of [[300, 0], [270, 20], [230, 40]]) this.fire(at === 0 ? "pointerdown" : "pointermove", x, 300, at);
    this.fire("pointerup", 230, 300, 60);
    return this;
  }

  /** Drags at an even pace, and lifts at rest. */
  pull(way) {
    this.fire("pointerdown", 350, 300, 0);
    for (let step = 1; step <= 10; step += 1) this.fire("pointermove", 350 + way * step / 10, 300, step * 40);
    this.fire("pointerup", 350 + way, 300, 700);
    return this;
  }

  tap(x) {
    this.fire("pointerdown", x, 300, 0);
    this.fire("pointerup", x, 300, 40);
    return this;
  }
}

describe("a hand at the end of the last page", () => {
  test("7.6 swipes on once, and nowhere else does a swipe leave the document", () => {
    assert.equal(new Hands({ at: 12 }).swipe().left, 1);
    assert.equal(new Hands({ at: 4 }).swipe().left, 0);
  });

  test("7.6 stays on the last page", () => {
    assert.equal(new Hands({ at: 12 }).swipe().navigation.page, 12);
  });

  test("taps at the right edge where pages are turned one at a time, and nowhere else", () => {
    assert.equal(new Hands({ at: 12, arrangement: PAGED }).tap(380).left, 1);
    assert.equal(new Hands({ at: 12, arrangement: PAGED }).tap(10).left, 0);
    assert.equal(new Hands({ at: 11, arrangement: PAGED }).tap(380).left, 0);
    assert.equal(new Hands({ at: 12 }).tap(380).left, 0);
  });

  test("K4 taps twice where two taps turn the page, and then a single one turns none", () => {
    const hands = new Hands({ at: 12, arrangement: PAGED, edgeTaps: 2 });
    assert.equal(hands.tap(380).left, 0);
    hands.fire("pointerdown", 380, 300, 120);
    hands.fire("pointerup", 380, 300, 40);
    assert.equal(hands.left, 1);
  });

  test("turns nothing by taps where none are to do so", () => {
    const hands = new Hands({ at: 12, arrangement: PAGED, edgeTaps: 0 });
    assert.equal(hands.tap(380).left, 0);
    hands.fire("pointerdown", 380, 300, 120);
    hands.fire("pointerup", 380, 300, 40);
    assert.equal(hands.left, 0);
  });

  test("pulls far to the left there, and neither little nor to the right", () => {
    assert.equal(new Hands({ at: 12, arrangement: PAGED }).pull(-150).left, 1);
    assert.equal(new Hands({ at: 12, arrangement: PAGED }).pull(-40).left, 0);
    assert.equal(new Hands({ at: 12, arrangement: PAGED }).pull(30).left, 0);
    assert.equal(new Hands({ at: 11, arrangement: PAGED }).pull(-150).left, 0);
  });
});

/** As much of a page as the button at the end needs. */
class PlayedElement {
  children = [];
  classList = { toggle: (name, isOn) => void (this.classes = { ...this.classes, [name]: isOn }) };
  hidden = false;
  textContent = "";

  setAttribute(name) { if (name === "hidden") this.hidden = true; }
  removeAttribute() {}
  addEventListener(_, act) { this.press = act; }
  append(...children) { this.children.push(...children); }
  remove() {}
  contains(other) { return other === this || this.children.some((child) => child.contains?.(other)); }
}

/** The offer of the next document at an end that is seen or not. */
function offered({ next = "b.pdf", end = {} } = {}) {
  const state = { isSeen: false, next, said: [], opened: 0, focused: 0, pending: null };
  const region = { set textContent(text) { state.said.push(text); } };
  globalThis.document = {
    createElement: () => new PlayedElement(), createElementNS: () => new PlayedElement(), getElementById: () => region, activeElement: null,
    body: new PlayedElement(),
  };
  const timer = {
    get pending() { return state.pending !== null; }, clear: () => (state.pending = null), set: (_, act) => (state.pending = act),
  };
  const queue = {
    get next() { return state.next && { name: state.next }; }, watch: (changed) => (state.changed = changed),
    go: () => ((state.opened += state.next ? 1 : 0), state.next !== null),
  };
  const way = new NextDocument({ queue, timer, focus: () => (state.focused += 1) }, new AbortController().signal);
  way.showIn(new PlayedElement(), { isSeen: () => state.isSeen, ...end });
  const see = (isSeen) => {
    state.isSeen = isSeen;
    way.update();
  };
  const rest = () => {
    const act = state.pending;
    state.pending = null;
    act?.();
  };
  return { way, state, see, rest, key: (key, more = {}) => way.pressed({ key, target: null, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, repeat: false, ...more }) };
}

describe("the next document", () => {
  let element;
  beforeEach(() => (element = globalThis.Element));
  afterEach(() => {
    delete globalThis.document;
    globalThis.Element = element;
  });

  test("is offered while the end is seen", () => {
    const { way, see } = offered();
    const seen = [true, false, true].map((isSeen) => (see(isSeen), !way.element.hidden));
    assert.deepEqual(seen, [true, false, true]);
    // Messages lie above it.
    const raised = [false, true].map((isSeen) => (see(isSeen), globalThis.document.body.classes["offers-next"]));
    assert.deepEqual(raised, [false, true]);
    way.clear();
    assert.equal(globalThis.document.body.classes["offers-next"], false);
  });

  test("is not offered where there is none, and is as soon as one comes", () => {
    const { way, state, see } = offered({ next: null });
    see(true);
    assert.equal(way.element.hidden, true);
    state.next = "new.pdf";
    state.changed();
    assert.equal(way.element.hidden, false);
  });

  test("is told of once, when the end is seen for a while", () => {
    const { state, see, rest } = offered();
    see(true);
    see(false);
    rest();
    assert.deepEqual(state.said, []);
    for (let time = 0; time < 3; time += 1) {
      see(true);
      rest();
      see(false);
    }
    assert.deepEqual(state.said, ["This is the end. Next document: b.pdf"]);
  });

  test("7.6 is opened by a press of a key that turns on, at the end alone, once", () => {
    for (const name of ["PageDown", "ArrowRight", "n", "j", " "]) {
      const { state, see, key } = offered();
      assert.deepEqual([key(name), state.opened], [false, 0]);
      see(true);
      assert.deepEqual([key(name), state.opened], [true, 1]);
    }
  });

  test("is not opened by a key that is held, one of going back, or one with a modifier", () => {
    const { state, see, key } = offered();
    see(true);
    assert.equal(key("PageDown", { repeat: true }), true);
    for (const name of ["PageUp", "ArrowLeft", "ArrowDown", "Enter"]) assert.equal(key(name), false);
    for (const name of ["shiftKey", "ctrlKey", "altKey", "metaKey"]) assert.equal(key("PageDown", { [name]: true }), false);
    assert.equal(state.opened, 0);
  });

  test("7.6 that is none leaves the key to the pages", () => {
    const { state, see, key } = offered({ next: null });
    see(true);
    assert.deepEqual([key("PageDown"), key("PageDown", { repeat: true }), state.opened], [false, false, 0]);
  });

  test("is not opened while pages still move to the end", () => {
    const { state, see, key } = offered({ end: { isLeft: () => false } });
    see(true);
    assert.deepEqual([key("PageDown"), state.opened], [false, 0]);
  });

  test("gives the focus of its button back when it goes", () => {
    const { way, state, see } = offered();
    see(true);
    globalThis.document.activeElement = way.element.children[0];
    see(false);
    assert.equal(state.focused, 1);
  });

  test("stands at the end of a text, whether that is seen or not, and is told of there", () => {
    const { way, state, see } = offered({ end: { isInFlow: true } });
    see(false);
    assert.deepEqual([way.element.hidden, state.pending], [false, null]);
    see(true);
    assert.notEqual(state.pending, null);
  });

  test("goes with what is shown", () => {
    const { way, state, see, key } = offered();
    see(true);
    way.clear();
    assert.deepEqual([way.element.hidden, key("PageDown"), state.pending], [true, false, null]);
  });

  test("has the keys of the pages before these, and behind those of a player", () => {
    globalThis.Element = class {};
    const taken = [];
    const taker = (name, takes) => ({ pressed: () => (taken.push(name), takes) });
    const screen = { next: taker("next", true), panels: {}, bars: {}, find: null, marking: null, reader: null, player: null };
    const event = { key: "PageDown", target: null };
    assert.equal(pressScreenKey(event, { ...screen, reader: { goOn: () => taken.push("page") } }), true);
    assert.equal(pressScreenKey(event, { ...screen, player: taker("player", false) }), true);
    assert.equal(pressScreenKey(event, { ...screen, player: taker("player", true) }), true);
    assert.deepEqual(taken, ["next", "player", "next", "player"]);
  });
});

test("A text is at its end where nothing is left to be scrolled to", () => {
  assert.equal(isScrolledToEnd({ scrollTop: 0, clientHeight: 500, scrollHeight: 900 }), false);
  assert.equal(isScrolledToEnd({ scrollTop: 399.6, clientHeight: 500, scrollHeight: 900 }), true);
  assert.equal(isScrolledToEnd({ scrollTop: 0, clientHeight: 500, scrollHeight: 500 }), true);
});
