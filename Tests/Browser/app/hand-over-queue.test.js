import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HandOverQueue } from "../../../Public/app/hand-over-queue.js";

const of = (id) => ({ id, name: `${id}.txt` });

describe("documents that other apps hand over", () => {
  test("come one after the other, in the order of their coming, and each once", () => {
    const queue = new HandOverQueue();
    for (const id of ["a", "b", "a", "c"]) queue.arrive(of(id));
    assert.equal(queue.take().id, "a");
    queue.show("a");
    assert.deepEqual([queue.take(), queue.more], [null, 2]);
    queue.arrive(of("a"));
    queue.leave();
    assert.equal(queue.take().id, "b");
    assert.equal(queue.take().id, "c");
    assert.equal(queue.take(), null);
  });

  test("that could not be shown stay the next", () => {
    const queue = new HandOverQueue();
    queue.arrive(of("a"));
    queue.arrive(of("b"));
    queue.putBack(queue.take());
    assert.deepEqual([queue.more, queue.take().id], [2, "a"]);
  });

  test("are done with once their line is dismissed; that of another one ends nothing", () => {
    const queue = new HandOverQueue();
    queue.show("a");
    queue.dismiss("b");
    assert.equal(queue.shown, "a");
    queue.dismiss("a");
    assert.deepEqual([queue.shown, queue.isDismissed("a"), queue.isDismissed("c")], [null, true, false]);
  });

  test("tell those who follow them of each change, as long as they do", () => {
    const queue = new HandOverQueue();
    const ending = new AbortController();
    let told = 0;
    queue.follow(() => (told += 1), ending.signal);
    queue.arrive(of("a"));
    queue.take();
    queue.show("a");
    queue.leave();
    assert.equal(told, 4);
    ending.abort();
    queue.arrive(of("b"));
    assert.equal(told, 4);
  });
});
