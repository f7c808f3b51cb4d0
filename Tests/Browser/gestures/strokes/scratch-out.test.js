import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ScratchOutDetector } from "../../../../Public/gestures/strokes/scratch-out.js";
import { polyline, RATES, reported } from "./drawing.js";

/**
 * @param {readonly number[]} ys
 * @param {ScratchOutDetector<string>} [detector]
 */
function scratched(ys, detector = new ScratchOutDetector()) {
  detector.began(1);
  for (const y of ys) detector.moved({ x: 0, y });
  return detector;
}

describe("ipad 3.10: scratch-out", () => {
  const COUNTS = /** @type {[number[], number][]} */ ([[[20, 0, 20, 0], 3], [[0, 20, 0, 20], 2], [[0, 20, 0, 20, 0], 3]]);
  for (const [ys, count] of COUNTS) {
    test(`3.10 y ${ys} turns back ${count} times and is ${count >= 3 ? "recognized" : "failed"} on lift`, () => {
      const detector = scratched(ys);
      assert.deepEqual([detector.reversals, detector.state], [count, "possible"]);
      assert.equal(detector.ended(), count >= 3 ? "recognized" : "failed");
    });
  }

  test("3.10 candidate still is no reversal", () => {
    assert.equal(scratched([0, 20, 20, 20, 30]).reversals, 0);
  });

  test("3.10 a tremor of a pixel is no reversal, unless the dead zone is switched off", () => {
    assert.equal(scratched([100, 99, 100, 99]).ended(), "failed");
    assert.equal(scratched([100, 99, 100, 99], new ScratchOutDetector(0)).ended(), "recognized");
  });

  test("3.10 the count is the same however often the finger is reported", () => {
    const zigzag = polyline([0, 0], [15, 40], [30, 0], [45, 40], [60, 0]);
    for (const rate of RATES) {
      for (const whole of [true, false]) {
        const ys = reported(zigzag, { rate, whole }).map(({ y }) => y);
        assert.equal(scratched(ys).reversals, 3, `${rate} Hz`);
      }
    }
  });

  test("3.10 after a reset the next gesture counts from the start", () => {
    const detector = scratched([20, 0, 20, 0]);
    detector.ended();
    detector.reset();
    assert.equal(scratched([0, 20, 0, 20], detector).ended(), "failed");
  });

  test("3.10 points that are no numbers are left out", () => {
    assert.equal(scratched([20, NaN, 0, Infinity, 20, -1e300, 0]).reversals, 3);
  });
});

describe("ipad 3.11: the target", () => {
  test("3.11 the first thing crossed is kept, later ones stay", () => {
    const detector = new ScratchOutDetector();
    for (const [y, hit] of /** @type {[number, string | null][]} */ ([[20, null], [0, "A"], [20, "B"], [0, null]])) {
      detector.moved({ x: 0, y }, hit);
    }
    assert.deepEqual([detector.ended(), detector.target], ["recognized", "A"]);
  });

  test("3.11 a scratch over nothing is recognized and has no target", () => {
    const detector = scratched([20, 0, 20, 0]);
    assert.deepEqual([detector.ended(), detector.target], ["recognized", null]);
  });
});

describe("ipad 3.12: failure", () => {
  test("3.12 two fingers at once fail, and moves are then ignored", () => {
    const detector = new ScratchOutDetector();
    detector.began(2);
    for (const y of [20, 0, 20, 0]) detector.moved({ x: 0, y }, "A");
    assert.deepEqual([detector.ended(), detector.reversals, detector.target], ["failed", 0, null]);
  });

  test("3.12 a second finger in the midst of it fails and forgets the target", () => {
    const detector = new ScratchOutDetector();
    for (const y of [20, 0, 20, 0]) detector.moved({ x: 0, y }, "A");
    detector.began(2);
    assert.deepEqual([detector.ended(), detector.target], ["failed", null]);
  });

  test("3.12 a cancelled one deletes nothing and the next works", () => {
    const detector = scratched([20, 0, 20, 0]);
    detector.cancelled();
    assert.equal(detector.ended(), "failed");
    detector.reset();
    assert.equal(scratched([20, 0, 20, 0], detector).ended(), "recognized");
  });
});
