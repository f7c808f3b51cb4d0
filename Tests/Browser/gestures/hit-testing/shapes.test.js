import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compose, rotation, scaling } from "../../../../Public/gestures/geometry/affine.js";
import { AlphaMask, SOFT_EDGE_CUTOFF } from "../../../../Public/gestures/hit-testing/alpha-mask.js";
import { flattened } from "../../../../Public/gestures/hit-testing/flattened.js";
import { hitOutlines } from "../../../../Public/gestures/hit-testing/hit-outlines.js";
import { CircleShape, LineShape, PathShape, RoundedRectangleShape } from "../../../../Public/gestures/hit-testing/shapes.js";
import { at, frame, hit, node } from "./scene.js";

/** A card below and a shaped or masked one on it. @param {Record<string, unknown>} options @param {number} side */
const over = (options, side = 100) =>
  node("R", frame(0, 0, side, side), {}, node("below", frame(0, 0, side, side)), node("on", frame(0, 0, side, side), options));

describe("gestures E: circular hit test", () => {
  test("E1 within the circle is a hit, beyond it the card below", () => {
    const root = over({ shape: new CircleShape() });
    assert.deepEqual([hit(root, 15, 15), hit(root, 14, 14)], ["on", "below"]);
  });

  test("E1 the rim belongs to the circle, on all four sides", () => {
    const on = node("on", frame(0, 0, 100, 100), { shape: new CircleShape() });
    const rim = [[100, 50], [0, 50], [50, 0], [50, 100]].map(([x, y]) => on.hitTest(at(x, y))?.name);
    assert.deepEqual(rim, ["on", "on", "on", "on"]);
    assert.equal(on.hitTest(at(100.001, 50)), null);
  });

  test("E1 a rounded rectangle misses its corners only", () => {
    const root = over({ shape: new RoundedRectangleShape(20) });
    assert.deepEqual([hit(root, 3, 3), hit(root, 6, 6), hit(root, 50, 1), hit(root, 1, 50)], ["below", "on", "on", "on"]);
    const pill = over({ shape: new RoundedRectangleShape(1000) });
    assert.deepEqual([hit(pill, 14, 14), hit(pill, 15, 15)], ["below", "on"]);
  });
});

describe("interaction C: hit-test by path", () => {
  const triangle = flattened([
    { command: "move", points: [at(0, 100)] }, { command: "line", points: [at(50, 0)] },
    { command: "line", points: [at(100, 100)] }, { command: "close", points: [] },
  ]);

  test("C10 within a triangle is a hit, beside it not", () => {
    const root = over({ shape: new PathShape(triangle) });
    assert.deepEqual([hit(root, 50, 60), hit(root, 5, 5)], ["on", "below"]);
  });

  test("C10 by the even-odd rule the middle of a ring is a miss", () => {
    const ring = (/** @type {number} */ radius) => Array.from({ length: 60 }, (_, index) => {
      const angle = (index / 60) * 2 * Math.PI;
      return at(50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle));
    });
    const root = over({ shape: new PathShape([ring(45), ring(20)]) });
    assert.deepEqual([hit(root, 50, 50), hit(root, 50, 15), hit(root, 3, 3)], ["below", "on", "below"]);
  });

  test("C10 curves are hit where they are drawn", () => {
    const leaf = flattened([
      { command: "move", points: [at(0, 50)] },
      { command: "quadratic", points: [at(50, -50), at(100, 50)] },
      { command: "cubic", points: [at(75, 100), at(25, 100), at(0, 50)] },
    ]);
    const root = over({ shape: new PathShape(leaf) });
    // The curves' own heights at the middle are 0 and 87.5.
    const column = [-1, 1, 87, 89].map((y) => hit(root, 50, y));
    assert.deepEqual(column, [null, "on", "on", "below"]);
  });

  test("C10 a line is hit within half its width, ends and corners included", () => {
    const root = over({ shape: new LineShape([[at(20, 20), at(80, 20), at(80, 80)]], 20) });
    const hits = [[50, 29], [50, 31], [12, 20], [85, 15], [71, 50], [69, 50]].map(([x, y]) => hit(root, x, y));
    assert.deepEqual(hits, ["on", "below", "on", "on", "on", "below"]);
  });

  test("C10 degenerate paths hit nothing and throw nothing", () => {
    for (const outlines of [[], [[]], [[at(5, 5)]], [[at(NaN, 1), at(2, NaN), at(9, 9)]]]) {
      assert.equal(hit(over({ shape: new PathShape(outlines) }), 50, 50), "below");
      assert.equal(hit(over({ shape: new LineShape(outlines, 4) }), 50, 50), "below");
    }
    assert.deepEqual(flattened([{ command: "close", points: [] }]), [[]]);
  });
});

describe("gestures E: hit-test by pixel", () => {
  test("E2 with soft edges 84 and 85 miss, 86 hits, and a miss reaches the card below", () => {
    const mask = new AlphaMask(3, 1, [84, 85, 86], SOFT_EDGE_CUTOFF);
    const root = over({ mask }, 3);
    assert.deepEqual([0.5, 1.5, 2.5].map((x) => hit(root, x, 1)), ["below", "below", "on"]);
  });

});

describe("interaction C: hit-test by pixel, stretched or not", () => {
  test("C11 corners that are transparent miss; 2 of 255 is transparent, 3 is not", () => {
    const data = [[0, 255, 2], [255, 255, 255], [3, 255, 0]].flat().flatMap((alpha) => [9, 9, 9, alpha]);
    const root = over({ mask: AlphaMask.of({ width: 3, height: 3, data }) }, 3);
    const rows = [0.5, 1.5, 2.5].map((y) => [0.5, 1.5, 2.5].map((x) => hit(root, x, y) === "on"));
    assert.deepEqual(rows, [[false, true, false], [true, true, true], [true, true, false]]);
  });

  test("C12 a picture of 10 by 10 shown 100 by 100 answers (55, 55) by its pixel (5, 5)", () => {
    const alpha = Array.from({ length: 100 }, (_, pixel) => (pixel === 55 ? 255 : 0));
    const root = over({ mask: new AlphaMask(10, 10, alpha) });
    assert.deepEqual([hit(root, 55, 55), hit(root, 50, 59.9), hit(root, 49, 55), hit(root, 55, 61)], ["on", "on", "below", "below"]);
  });

  test("C11 a mask of too few values is refused", () => {
    assert.throws(() => new AlphaMask(2, 2, [1, 2, 3]), /2 × 2 needs that many values, not 3/);
    assert.throws(() => new AlphaMask(0, 0, []), RangeError);
  });

  test("C11 outside the picture, and nowhere, is a miss", () => {
    const mask = new AlphaMask(1, 1, [255]);
    for (const point of [at(-1, 0), at(0, 11), at(NaN, 0)]) assert.equal(mask.covers(point, frame(0, 0, 10, 10)), false);
    assert.equal(mask.covers(at(0, 0), frame(0, 0, 0, 0)), false);
  });
});

describe("gestures E: distorted and reduced masks", () => {
  test("E3 turned by a right angle and doubled, 1,000 points answer as the picture does", () => {
    const size = 16;
    const opaque = (/** @type {number} */ column, /** @type {number} */ row) => (column * 7 + row * 3) % 5 < 2;
    const alpha = Array.from({ length: size * size }, (_, pixel) => (opaque(pixel % size, Math.floor(pixel / size)) ? 255 : 0));
    const card = node("on", frame(100, 100, 64, 64), {
      mask: new AlphaMask(size, size, alpha), transform: compose(rotation(Math.PI / 2), scaling(2)),
    });
    const root = node("R", frame(0, 0, 300, 300), {}, card);
    for (let sample = 0; sample < 1000; sample++) {
      const [x, y] = [(sample * 61) % 300 + 0.31, (sample * 97) % 300 + 0.27];
      // About its center at (132, 132) a turn by 90 degrees takes (u, v) to (-v, u).
      const [u, v] = [(y - 132) / 2 + 32, -(x - 132) / 2 + 32];
      const inside = u >= 0 && v >= 0 && u < 64 && v < 64;
      const expected = inside && opaque(Math.floor(u / 4), Math.floor(v / 4));
      assert.equal(hit(root, x, y) === "on", expected, `${x}, ${y}`);
    }
  });
});

test("E4 the outline of a shape is drawn, not only its box", () => {
  const shapes = [new CircleShape(), new RoundedRectangleShape(10), new PathShape([[at(0, 0), at(9, 0), at(0, 9)]])];
  for (const shape of shapes) {
    const [outline] = hitOutlines(over({ shape })).slice(1);
    const inner = outline.shape.flat();
    assert.ok(inner.length >= 3 && inner.every(({ x, y }) => x >= -1e-9 && y >= -1e-9 && x <= 100.001 && y <= 100.001));
  }
});
