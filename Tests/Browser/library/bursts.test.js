import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Burst, LONGEST_MILLISECONDS, QUIET_MILLISECONDS } from "../../../Public/library/burst.js";
import { Library } from "../../../Public/library/library.js";
import { ListView } from "../../../Public/library/list-view.js";
import { at, document as made } from "../factories.js";

const ALL = Object.freeze({ place: "all", folder: "", q: "", sort: "-created" });

/** A clock that a test moves. */
class HandClock {
  #now = 0;
  #waiting = new Map();

  now = () => this.#now;

  later = (milliseconds, action) => {
    const key = {};
    this.#waiting.set(key, { due: this.#now + milliseconds, action });
    return () => this.#waiting.delete(key);
  };

  /** Lets the time pass, a millisecond at a time. */
  pass(milliseconds) {
    for (let left = milliseconds; left > 0; left -= 1) {
      this.#now += 1;
      for (const [key, { due, action }] of [...this.#waiting]) {
        if (due <= this.#now && this.#waiting.delete(key)) action();
      }
    }
  }
}

describe("a burst", () => {
  function burst() {
    const [clock, handed] = [new HandClock(), []];
    return { clock, handed, burst: new Burst((items) => handed.push(items.join("")), clock) };
  }

  test("is handed on as one, in its order, when it is quiet for long enough", () => {
    const { clock, handed, burst: gathered } = burst();
    for (const item of "abc") {
      gathered.add(item);
      clock.pass(QUIET_MILLISECONDS - 1);
    }
    assert.deepEqual([handed, gathered.waiting], [[], true]);
    clock.pass(1);
    assert.deepEqual([handed, gathered.waiting], [["abc"], false]);
    clock.pass(LONGEST_MILLISECONDS);
    assert.deepEqual(handed, ["abc"]);
  });

  test("that does not end waits no longer than it may", () => {
    const { clock, handed, burst: gathered } = burst();
    for (let time = 0; time < 2 * LONGEST_MILLISECONDS; time += 50) {
      gathered.add(".");
      clock.pass(50);
    }
    assert.deepEqual(handed.map((items) => items.length), [20, 20]);
  });

  test("is not handed on once it was taken", () => {
    const { clock, handed, burst: gathered } = burst();
    gathered.add("a");
    assert.deepEqual(gathered.take(), ["a"]);
    clock.pass(LONGEST_MILLISECONDS);
    assert.deepEqual(handed, []);
    gathered.add("b");
    clock.pass(QUIET_MILLISECONDS);
    assert.deepEqual(handed, ["b"]);
  });
});

/** The event of a made document with this number. */
function created(number) {
  const document = made({ id: `n${number}`, created: at(60 + number), modified: at(60 + number) });
  return { kind: "document.created", epoch: "e1", sequence: number, document };
}

/** A library in which `count` documents are listed, newest first. */
async function library(count) {
  const documents = Array.from({ length: count }, (_, index) => made({ id: `d${index}`, created: at(59 - index) }));
  const [clock, draws] = [new HandClock(), { count: 0 }];
  const api = { list: async () => ({ documents, next: null }) };
  const calls = { changed: () => void (draws.count += 1), failed: (problem) => assert.fail(problem) };
  const library = new Library(api, ALL, calls, clock);
  library.ask(ALL);
  while (library.state.status !== "ready") await new Promise((resolve) => setImmediate(resolve));
  draws.count = 0;
  return { library, clock, draws, api };
}

const ids = (listed) => listed.state.documents.map(({ id }) => id);

describe("the library", () => {
  test("is drawn once for a hundred documents that come at once", async () => {
    const { library: listed, clock, draws } = await library(2);
    for (let number = 1; number <= 100; number += 1) {
      listed.heard(created(number));
      clock.pass(5);
    }
    assert.equal(draws.count, 0);
    clock.pass(QUIET_MILLISECONDS);
    assert.equal(draws.count, 1);
    const newest = Array.from({ length: 100 }, (_, index) => `n${100 - index}`);
    assert.deepEqual(ids(listed), [...newest, "d0", "d1"]);
  });

  test("shows what the user does at once, behind all that was heard before", async () => {
    const { library: listed, clock, draws } = await library(1);
    listed.heard(created(1));
    listed.heard(created(2));
    assert.ok(listed.waiting);
    listed.step({ type: "going", ids: ["n1"] });
    assert.deepEqual([ids(listed), draws.count, listed.waiting], [["n2", "d0"], 1, false]);
    clock.pass(LONGEST_MILLISECONDS);
    assert.equal(draws.count, 1);
  });

  test("knows all that was heard when a caller needs the newest state", async () => {
    const { library: listed, clock, draws } = await library(1);
    listed.settle();
    assert.equal(draws.count, 0);
    listed.heard({ ...created(1), kind: "document.changed", document: made({ id: "d0", version: 2 }) });
    listed.settle();
    assert.deepEqual([listed.state.documents[0].version, draws.count, listed.waiting], [2, 1, false]);
    clock.pass(LONGEST_MILLISECONDS);
    assert.equal(draws.count, 1);
  });

  test("takes what was heard before an answer before that answer", async () => {
    const { library: listed, draws, api } = await library(1);
    api.list = async () => ({ documents: [made({ id: "d0" }), created(2).document], next: null });
    const answered = listed.refresh();
    listed.heard({ ...created(1), kind: "document.removed", document: made({ id: "d0" }) });
    await answered;
    assert.deepEqual([ids(listed), draws.count > 0], [["n2"], true]);
  });
});

/** As much of a page as the grid needs; as in a browser, what is moved in it loses the focus. */
const page = { documentElement: {}, activeElement: null, createElement: () => new FakeElement() };

class FakeElement extends EventTarget {
  style = { setProperty() {} };
  children = [];
  parent = null;
  clientWidth = 800;
  clientHeight = 600;
  scrollTop = 0;
  offsetTop = 0;

  setAttribute() {}
  removeAttribute() {}

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get nextElementSibling() {
    return this.parent.children[this.parent.children.indexOf(this) + 1] ?? null;
  }

  append(...added) {
    for (const child of added) this.insertBefore(child, null);
  }

  insertBefore(child, next) {
    child.remove();
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, child);
    child.parent = this;
  }

  remove() {
    if (!this.parent) return;
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
    if (this.contains(page.activeElement)) page.activeElement = null;
  }

  contains(other) {
    return other === this || this.children.some((child) => child.contains(other));
  }

  focus() {
    page.activeElement = this;
  }
}

/** The cards of these documents in the grid. */
function grid() {
  globalThis.document = page;
  globalThis.getComputedStyle = () => ({ fontSize: "16px" });
  globalThis.ResizeObserver = class {
    observe() {}
  };
  const frames = new Map();
  globalThis.requestAnimationFrame = (act) => (frames.set(frames.size + 1, act), frames.size);
  globalThis.cancelAnimationFrame = (frame) => frames.delete(frame);
  const painted = async () => {
    for (const [frame, act] of [...frames]) if (frames.delete(frame)) act();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const scroller = new FakeElement();
  const view = new ListView(scroller, { remove() {}, nearEnd() {} }, new AbortController().signal);
  const asked = new Set();
  const make = (id) => {
    const element = Object.assign(new FakeElement(), { id });
    return {
      element, focusTarget: element, loading: false, setReachable() {}, setHeld: (isHeld) => void (isHeld || asked.add(id)), destroy: () => element.remove(),
    };
  };
  const item = (key) => key && { key, make: () => make(key), update() {} };
  const show = (keys) => view.show({ length: keys.length, at: (index) => item(keys[index]), indexOf: (key) => keys.indexOf(key) });
  return { scroller, view, show, painted, asked, cards: () => view.element.children.map(({ id }) => id) };
}

describe("the grid, when a hundred documents come at once", () => {
  const old = Array.from({ length: 60 }, (_, index) => `d${index}`);
  const fresh = Array.from({ length: 100 }, (_, index) => `n${index}`);

  test("keeps the focus on the same card and stays where it is scrolled to", () => {
    const { scroller, view, show } = grid();
    show(old);
    assert.ok(view.focus("d5"));
    const card = page.activeElement;
    scroller.scrollTop = 300;
    show([...fresh, ...old]);
    assert.deepEqual([page.activeElement === card, card.id, scroller.scrollTop], [true, "d5", 300]);
  });

  test("keeps it also where cards come before and behind it, and all are in reading order", () => {
    const { view, show, cards } = grid();
    show(old.slice(0, 6));
    assert.ok(view.focus("d3"));
    const mixed = ["n0", "d0", "d1", "n1", "n2", "d2", "d3", "n3", "d4", "n4", "d5"];
    show(mixed);
    assert.deepEqual([cards(), page.activeElement?.id], [mixed, "d3"]);
    show([...mixed].reverse());
    assert.deepEqual([cards(), page.activeElement?.id], [[...mixed].reverse(), "d3"]);
  });

  test("shows at once what is seen, and the rest and the pictures once that is painted", async () => {
    const { show, cards, painted, asked } = grid();
    show(old);
    const seen = cards();
    assert.deepEqual([seen, asked.size], [old.slice(0, seen.length), 0]);
    await painted();
    const near = cards();
    assert.ok(near.length > seen.length && near.length < old.length);
    assert.deepEqual([near, [...asked]], [old.slice(0, near.length), near]);
  });

  test("is in reading order without a focus, too", () => {
    const { show, cards } = grid();
    show(["b", "d"]);
    show(["a", "b", "c", "d", "e"]);
    assert.deepEqual(cards(), ["a", "b", "c", "d", "e"]);
    show(["e", "b"]);
    assert.deepEqual(cards(), ["e", "b"]);
  });
});
