import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PanGestureRecognizer } from "../../../Public/gestures/index.js";
import { PageSwipeGestureRecognizer } from "../../../Public/reader/page-swipe.js";
import { Lab } from "../gestures/lab.js";

/** A pan that waits for the swipe, as on the pages; returns what was recognized of `stream`. */
function recognized(stream) {
  const lab = new Lab();
  const [pan, swipe, seen] = [new PanGestureRecognizer(), new PageSwipeGestureRecognizer(), []];
  pan.requireToFail(swipe);
  pan.addTarget(() => seen.push(`pan ${Math.round(pan.translation().y)}`));
  swipe.addTarget(() => seen.push(`swipe ${swipe.direction}`));
  lab.add(lab.R, "pan", pan);
  lab.add(lab.R, "swipe", swipe);
  lab.play(stream);
  return seen;
}

describe("E60 a swipe against a pan", () => {
  test("a fast way to the side turns the page, and nothing scrolls", () => {
    assert.deepEqual(recognized("D1(300,200)@0 M1(280,202) M1(262,203) M1(244,203) U1"), ["swipe left"]);
    assert.deepEqual(recognized("D1(100,200)@0 M1(130,195) M1(155,190) U1"), ["swipe right"]);
  });

  test("a finger that goes up or down pans as soon as a pan begins, as if there were no swipe", () => {
    assert.equal(recognized("D1(200,200)@0 M1(200,207) M1(201,211)")[0], "pan 1");
  });

  test("so does one that goes down at a slant", () => {
    assert.equal(recognized("D1(200,200)@0 M1(210,208)")[0], "pan 2");
  });

  test("a slow way to the side pans when it has taken too long for a swipe, from where the slop was gone", () => {
    const seen = recognized("D1(300,200)@0 M1(280,204)@200 T(410) M1(270,206)@420 U1@440");
    assert.equal(seen.at(-1), "pan 4");
    assert.ok(seen.every((entry) => entry.startsWith("pan")));
  });

  test("a second finger is no swipe", () => {
    const seen = recognized("D1(300,200)@0 M1(285,200) D2(350,200) M1(240,200) M2(300,200)");
    assert.ok(seen.length > 0 && seen.every((entry) => entry.startsWith("pan")), String(seen));
  });
});
