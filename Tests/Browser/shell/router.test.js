import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";

import { Router } from "../../../Public/shell/router.js";

/** As much of a browser's history as the router needs. It goes back when it is told to arrive. */
class PlayedHistory {
  entries = [{ path: "/", state: null }];
  at = 0;
  #target = null;

  get state() { return this.entries[this.at].state; }

  get path() { return this.entries[this.at].path; }

  pushState(state, _, path) {
    this.entries = [...this.entries.slice(0, this.at + 1), { path, state }];
    this.at += 1;
    this.#locate();
  }

  replaceState(state, _, path) {
    this.entries[this.at] = { path, state };
    this.#locate();
  }

  go(steps) { this.#target = (this.#target ?? this.at) + steps; }

  back() { this.go(-1); }

  arrive() {
    this.at = this.#target;
    this.#target = null;
    this.#locate();
    window.dispatchEvent(Object.assign(new Event("popstate"), { state: this.state }));
  }

  #locate() {
    const { pathname, search, hash } = new URL(this.path, "http://sheaf.test");
    globalThis.location = { pathname, search, hash };
  }
}

afterEach(() => { for (const name of ["window", "history", "location"]) delete globalThis[name]; });

/** A router that has come from the list to a document, and what it has shown since. */
function opened() {
  globalThis.window = new EventTarget();
  globalThis.history = new PlayedHistory();
  globalThis.location = { pathname: "/", search: "", hash: "" };
  const shown = [];
  const router = new Router((address) => shown.push(address.id ?? address.view), new AbortController().signal);
  router.go("/d/a");
  shown.length = 0;
  return { router, shown, paths: () => history.entries.slice(0, history.at + 1).map(({ path }) => path) };
}

describe("a document that takes the place of another", () => {
  test("is shown once, and the way back leads to the list", () => {
    const { router, shown, paths } = opened();
    router.instead("/d/b");
    router.instead("/d/c");
    assert.deepEqual([shown, paths()], [["b", "c"], ["/", "/d/c"]]);
    router.back("/");
    history.arrive();
    assert.equal(shown.at(-1), "library");
  });

  test("takes the places within the other one away, too", () => {
    const { router, shown, paths } = opened();
    router.step("/d/a", "/d/a#page=5");
    router.step("/d/a#page=5", "/d/a#page=9");
    router.instead("/d/b");
    assert.deepEqual(shown, []);
    history.arrive();
    assert.deepEqual([shown, paths()], [["b"], ["/", "/d/b"]]);
  });

  test("and a view that lies above it", () => {
    const { router, shown, paths } = opened();
    router.step("/d/a", "/d/a#page=5");
    router.go("/d/a?in=text", true);
    router.step("/d/a?in=text", "/d/a?in=text#page=2");
    shown.length = 0;
    router.instead("/d/b");
    history.arrive();
    assert.deepEqual([shown, paths()], [["b"], ["/", "/d/b"]]);
  });

  test("is the last that was asked for, and nothing goes back farther", () => {
    const { router, shown, paths } = opened();
    router.step("/d/a", "/d/a#page=5");
    router.instead("/d/b");
    router.instead("/d/c");
    history.arrive();
    assert.deepEqual([shown, paths()], [["c"], ["/", "/d/c"]]);
  });
});
