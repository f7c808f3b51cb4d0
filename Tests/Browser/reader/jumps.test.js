/** Jumps within a document, and the way back from them. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Jumps } from "../../../Public/reader/jumps.js";

/** A document of which one page is read, with a history of steps. */
class Read {
  page = 1;
  time = 0;
  /** The pages before each step. */
  steps = [];
  jumps = new Jumps({
    follow: (move) => {
      const from = this.page;
      if (!move()) return () => false;
      this.steps.push(from);
      const depth = this.steps.length;
      return () => this.steps.length === depth && (this.back(), true);
    },
    here: () => {
      const { page } = this;
      return { name: `Page ${page}`, return: () => (this.page = page) };
    },
    now: () => this.time,
  });

  back() {
    this.page = this.steps.pop() ?? this.page;
    this.jumps.forget();
  }

  jump(row, page, after = 1_000) {
    this.time += after;
    return this.jumps.make(row, () => {
      const moved = page !== this.page;
      this.page = page;
      return moved;
    });
  }
}

describe("a jump", () => {
  test("PV-8 has a way back to the place before it", () => {
    const read = new Read();
    read.jump("pages", 20);
    assert.deepEqual([read.page, read.steps], [20, [1]]);
    read.back();
    assert.equal(read.page, 1);
  });

  test("soon after one of its row is the same step, from which Back leads to the place before the first", () => {
    const read = new Read();
    for (const page of [30, 70, 55]) read.jump("pages", page, 4_000);
    assert.deepEqual([read.page, read.steps], [55, [1]]);
  });

  test("later, or of another row, is a step of its own", () => {
    const read = new Read();
    read.jump("pages", 30);
    read.jump("pages", 40, 6_000);
    read.jump("hits", 50);
    read.jump("pages", 60);
    assert.deepEqual(read.steps, [1, 30, 40, 50]);
  });

  test("that stands alone belongs to no row", () => {
    const read = new Read();
    read.jump(null, 30);
    read.jump(null, 40);
    assert.deepEqual(read.steps, [1, 30]);
  });

  test("to where one is makes no step, and has no way back", () => {
    const read = new Read();
    assert.equal(read.jump("hits", 1), null);
    assert.deepEqual(read.steps, []);
  });

  test("after Back is a step of its own", () => {
    const read = new Read();
    read.jump("pages", 30);
    read.back();
    read.jump("pages", 40);
    assert.deepEqual([read.page, read.steps], [40, [1]]);
  });

  test("leads back by its own way, also where one has gone further since", () => {
    const read = new Read();
    const first = read.jump("pages", 30);
    assert.equal(first.name, "Page 1");
    read.jump("hits", 50);
    first.go();
    assert.deepEqual([read.page, read.steps], [1, [1, 30]]);
    const second = read.jump("pages", 70);
    read.jump("pages", 80);
    second.go();
    assert.deepEqual([read.page, read.steps], [1, [1, 30]]);
  });
});
