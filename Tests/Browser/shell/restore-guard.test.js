import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BoardViews } from "../../../Public/board/board-views.js";
import { RestoreGuard } from "../../../Public/shell/restore-guard.js";

/** A browser that keeps marks from start to start, and in which things happen when they are told to. */
class Starts {
  marks = null;
  kept = null;
  #frames = [];
  #errors = new Set();
  #leaving = new Set();

  /** A new start of the app: nothing of the last one goes on. */
  start(clean = false) {
    [this.#frames, this.#errors, this.#leaving] = [[], new Set(), new Set()];
    const listen = (listeners) => (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    return new RestoreGuard({
      read: () => this.marks, write: (text) => (this.marks = text), shown: (action) => this.#frames.push(action),
      errors: listen(this.#errors), leaving: listen(this.#leaving),
    }, clean);
  }

  /** The same with views of boards. */
  views(clean = false) {
    return new BoardViews(this.start(clean), { read: () => this.kept, write: (text) => (this.kept = text) });
  }

  draw() {
    for (const action of this.#frames.splice(0)) action();
  }

  fail() {
    for (const listener of [...this.#errors]) listener();
  }

  leave() {
    for (const listener of [...this.#leaving]) listener();
  }
}

describe("what is restored", () => {
  test("is marked before, and the mark goes when it has been drawn", () => {
    const starts = new Starts();
    const guard = starts.start();
    assert.equal(guard.begin("a"), true);
    assert.equal(starts.marks, '["a"]');
    guard.end("a");
    assert.equal(starts.marks, '["a"]', "not drawn yet");
    starts.draw();
    assert.equal(starts.marks, "[]");
    assert.equal(starts.start().begin("a"), true);
  });

  test("is dropped at the next start where this one did not come to its end", () => {
    const starts = new Starts();
    starts.start().begin("a");
    const next = starts.start();
    assert.equal(next.begin("a"), false);
    assert.equal(next.begin("b"), true, "and nothing else with it");
    assert.equal(starts.start().begin("a"), true, "and not for ever");
  });

  for (const [title, happens, isRestored] of [
    ["is dropped at the next start where an error came while it was drawn", ["begin", "end", "fail", "draw", "leave"], false],
    ["is not to blame for an error that comes later", ["begin", "end", "draw", "fail"], true],
    ["is kept where the page is left before it has been drawn", ["begin", "end", "leave"], true],
    ["is dropped where the page is left before it was shown", ["begin", "leave"], false],
  ]) {
    test(title, () => {
      const starts = new Starts();
      const guard = starts.start();
      for (const event of happens) event in guard ? guard[event]("a") : starts[event]();
      assert.equal(starts.start().begin("a"), isRestored);
    });
  }

  test("can be restored again in the same start", () => {
    const starts = new Starts();
    const guard = starts.start();
    for (let time = 0; time < 2; time += 1) {
      assert.equal(guard.begin("a"), true);
      guard.end("a");
      starts.draw();
    }
    assert.equal(starts.marks, "[]");
  });

  for (const marks of ["", "{", "7", '[7, "a"]', "null"]) {
    test(`takes marks that read ${marks || "nothing"} for what they are`, () => {
      const starts = new Starts();
      starts.marks = marks;
      assert.equal(starts.start().begin("a"), !marks.includes('"a"'));
      assert.equal(starts.start().begin("b"), true);
    });
  }
});

const VIEW = { x: 1, y: 2, zoom: 3, rotation: 4 };

describe("the views of boards", () => {
  test("one that ended the last start is shown as if it were new, the others as they were", () => {
    const starts = new Starts();
    starts.kept = JSON.stringify([["bad", VIEW], ["good", VIEW]]);
    starts.views().restore("bad");
    const next = starts.views();
    assert.equal(next.restore("bad"), null);
    assert.deepEqual(next.restore("good"), VIEW);
    assert.equal(next.of("bad"), null, "it is forgotten");
  });

  test("one that was shown is restored at every start", () => {
    const starts = new Starts();
    starts.kept = JSON.stringify([["a", VIEW]]);
    for (let time = 0; time < 3; time += 1) {
      const views = starts.views();
      assert.deepEqual(views.restore("a"), VIEW);
      views.follow(() => "a", { subscribe() {} }, new AbortController().signal);
      starts.draw();
    }
  });

  test("a clean start restores none and keeps them all", () => {
    const starts = new Starts();
    starts.kept = JSON.stringify([["a", VIEW]]);
    const views = starts.views(true);
    assert.equal(views.restore("a"), null);
    views.follow(() => "a", { subscribe() {} }, new AbortController().signal);
    views.keep("a", { ...VIEW, x: 99 });
    views.keep("b", VIEW);
    assert.deepEqual(starts.views().restore("a"), VIEW);
    assert.equal(starts.views().of("b"), null);
    assert.equal(starts.marks, '["board a"]', "only the start that was not clean has marked it");
  });

  test("half of one restores that half", () => {
    const starts = new Starts();
    starts.kept = JSON.stringify([["a", { x: 5, y: "far", zoom: null, rotation: 90, colour: "blue" }]]);
    assert.deepEqual(starts.views().restore("a"), { x: 5, rotation: 90 });
  });
});
