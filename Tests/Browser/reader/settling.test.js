/** When pages have come to rest, of which the words then come: the rows E46, E49 and E51 of `interaction`. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PageNavigation } from "../../../Public/reader/page-navigation.js";
import { ReaderGestures } from "../../../Public/reader/reader-gestures.js";
import { FakeElement, pointer } from "../gestures/fake-dom.js";
import { PHONE, run, scrollAt } from "./page-scrolls.js";

/** Pages that count how often they have come to rest. */
function counted(changes = {}) {
  const told = { times: 0 };
  const scroll = scrollAt({ x: 0, y: 0 }, { ...changes, settled: () => (told.times += 1) });
  told.times = 0;
  return { scroll, told };
}

describe("pages that come to rest (interaction E)", () => {
  test("E46 are told of once when code has scrolled them with an animation, and not when they are there at once", () => {
    const { scroll, told } = counted();
    scroll.scrollTo({ x: 0, y: 300 });
    assert.equal(told.times, 0);
    scroll.scrollTo({ x: 0, y: 900 }, { animated: true });
    assert.deepEqual([scroll.isMoving, told.times], [true, 0]);
    run(scroll);
    assert.deepEqual([scroll.isMoving, told.times], [false, 1]);
  });

  test("E51 are told of once for a turn of pages, also where spreads are turned one at a time", () => {
    for (const arrangement of [{ flow: "down", spread: "single" }, { flow: "paged", spread: "single" }]) {
      const { scroll, told } = counted({ arrangement });
      new PageNavigation(scroll).turn(1);
      assert.equal(told.times, 0, arrangement.flow);
      run(scroll);
      assert.equal(told.times, 1, arrangement.flow);
    }
  });

  test("E49 are told of once when a throw has glided to its end", () => {
    const pages = new FakeElement({ left: 0, top: 0, ...PHONE });
    const content = new FakeElement({ left: 0, top: 0, ...PHONE }, pages);
    const { scroll, told } = counted({ clock: pages.clock });
    new ReaderGestures({ pages, content }, new PageNavigation(scroll), {
      changed: () => {}, scrolled: () => {}, tapped: () => {}, tappedTwice: () => {}, columnAt: () => null,
    }, new AbortController().signal, pages.clock);
    for (const [step, kind] of ["pointerdown", "pointermove", "pointermove", "pointermove", "pointerup"].entries()) {
      const at = 20 * step;
      pages.clock.advance(at);
      content.fire(kind, pointer(200, 600 - 60 * Math.min(step, 3), at));
    }
    assert.deepEqual([scroll.isMoving, told.times], [true, 0]);
    run(scroll);
    assert.deepEqual([scroll.isMoving, told.times], [false, 1]);
  });
});
