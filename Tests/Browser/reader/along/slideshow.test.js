/** Pages that turn by themselves. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Slideshow } from "../../../../Public/reader/along/slideshow.js";
import { FakeTimer } from "./fake-timer.js";

/** A slideshow of some pages, and what it did. */
function playing({ pages = 3, next = null } = {}) {
  const timer = new FakeTimer();
  const state = { page: 1, isSharp: true, isHeld: false, isWhole: true, said: [], next, seconds: 5 };
  const show = new Slideshow({
    isSharp: () => state.isSharp, isHeld: () => state.isHeld, page: () => state.page, turn: () => (state.page += 1, show.moved()), start: () => (state.page = 1),
    isOnLast: () => state.page === pages, isAtEnd: () => state.page === pages, isWhole: () => state.isWhole, hasNext: () => state.next !== null,
    goOn: () => state.said.push(`on to ${state.next}`), seconds: () => state.seconds, changed: (why) => state.said.push(`${show.isPlaying ? "plays" : "rests"}: ${why}`), timer,
  });
  return { show, state, timer };
}

describe("A slideshow", () => {
  test("toggled twice is in the state it was in, on the page that it was on", () => {
    const { show, state, timer } = playing();
    show.toggle();
    assert.equal(show.isPlaying, true);
    show.toggle();
    assert.deepEqual([show.isPlaying, state.page, timer.pending], [false, 1, 0]);
    assert.deepEqual(state.said, ["plays: chosen", "rests: chosen"]);
  });

  test("shows each page for its seconds, and rests at the end of the last one", () => {
    const { show, state, timer } = playing();
    show.play();
    timer.run(4_999);
    assert.equal(state.page, 1);
    timer.run(1);
    assert.equal(state.page, 2);
    timer.run(5_000);
    assert.deepEqual([state.page, show.isPlaying], [3, true]);
    timer.run(5_000);
    assert.deepEqual([state.page, show.isPlaying, state.said.at(-1)], [3, false, "rests: end"]);
  });

  test("begins the time of a page when it is sharp", () => {
    const { show, state, timer } = playing();
    state.isSharp = false;
    show.play();
    timer.run(20_000);
    assert.equal(state.page, 1);
    state.isSharp = true;
    timer.run(250);
    timer.run(4_999);
    assert.equal(state.page, 1);
    timer.run(1);
    assert.equal(state.page, 2);
  });

  test("has one timer, however often it hears that a page is there", () => {
    const { show, state, timer } = playing();
    show.play();
    show.resume();
    show.resume();
    assert.equal(timer.pending, 1);
    timer.run(5_000);
    assert.equal(state.page, 2);
  });

  test("rests when a person turns the page, or holds it", () => {
    const { show, state, timer } = playing({ pages: 9 });
    show.play();
    state.page = 4;
    show.moved();
    assert.deepEqual([show.isPlaying, state.said.at(-1)], [false, "rests: hand"]);
    timer.run(60_000);
    assert.equal(state.page, 4);
    show.play();
    state.isHeld = true;
    timer.run(5_000);
    assert.deepEqual([show.isPlaying, state.page], [false, 4]);
  });

  test("goes on to the next document behind the last page", () => {
    const { show, state, timer } = playing({ pages: 2, next: "b.pdf" });
    show.play();
    timer.run(10_000);
    assert.equal(state.said.at(-1), "on to b.pdf");
    assert.equal(timer.pending, 0);
  });

  test("waits at the last page for those that are still being made", () => {
    const { show, state, timer } = playing({ pages: 1, next: "b.pdf" });
    state.isWhole = false;
    show.play();
    timer.run(30_000);
    assert.deepEqual([show.isPlaying, state.said], [true, ["plays: chosen"]]);
  });

  test("that is begun at the very end begins with the first page, where no other document follows", () => {
    const { show, state } = playing();
    state.page = 3;
    show.play();
    assert.equal(state.page, 1);
    const { show: other, state: there } = playing({ next: "b.pdf" });
    there.page = 3;
    other.play();
    assert.equal(there.page, 3);
  });

  test("takes over another pace with the next page", () => {
    const { show, state, timer } = playing();
    show.play();
    state.seconds = 2;
    timer.run(5_000);
    timer.run(2_000);
    assert.equal(state.page, 3);
  });
});
