import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { INKS, shownInk } from "../../../Public/ink/ink-colors.js";
import { CENTRIPETAL, curveThrough, pointOnCurve } from "../../../Public/ink/ink-curve.js";
import { beadsOf, tracePath } from "../../../Public/ink/ink-drawing.js";
import { distanceToLine } from "../../../Public/gestures/geometry/index.js";
import { simplified } from "../../../Public/ink/ink-simplify.js";
import { widthFactor } from "../../../Public/ink/ink-width.js";
import { StrokeBuilder } from "../../../Public/ink/stroke-builder.js";
import { crossings, strokeBounds } from "../../../Public/ink/stroke-geometry.js";
import { stroke } from "./boards.js";

/** A source of chance that always says the same. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** A line as a hand draws it. @param {number} seed @param {number} count */
function scribble(seed, count) {
  const next = random(seed);
  let [x, y, heading] = [0, 0, 0];
  return Array.from({ length: count }, (_, index) => {
    heading += (next() - 0.5) * 0.8;
    x += Math.cos(heading) * 3;
    y += Math.sin(heading) * 3;
    return [x, y, 0.3 + 0.4 * next(), index * 8];
  });
}

/** Points of the drawn curve. @param {readonly (readonly number[])[]} points @param {number} pieces */
function drawn(points, pieces = 32) {
  return curveThrough(points).flatMap((segment) =>
    Array.from({ length: pieces + 1 }, (_, step) => pointOnCurve(segment, step / pieces)));
}

/** Writes down what it is told to draw. */
class Recorder {
  /** @type {[string, ...number[]][]} */
  calls = [];
  moveTo = (/** @type {number[]} */ ...numbers) => void this.calls.push(["M", ...numbers]);
  lineTo = (/** @type {number[]} */ ...numbers) => void this.calls.push(["L", ...numbers]);
  bezierCurveTo = (/** @type {number[]} */ ...numbers) => void this.calls.push(["C", ...numbers]);
  arc = (/** @type {unknown[]} */ ...numbers) => void this.calls.push(["A", ...numbers.map(Number)]);
  closePath = () => void this.calls.push(["Z"]);
}

describe("F2 the smooth line", () => {
  const points = [[0, 0], [10, 0], [20, 10], [30, 10]];

  test("with exponent 0 is the uniform Catmull-Rom curve of the row", () => {
    const [, middle, last] = curveThrough(points, 0);
    const at = (/** @type {typeof middle} */ segment, /** @type {number} */ t) => {
      assert.ok(segment);
      const { x, y } = pointOnCurve(segment, t);
      return [x, y].map((value) => Math.round(value * 10_000) / 10_000);
    };
    assert.deepEqual([0.25, 0.5, 0.75].map((t) => at(middle, t)), [[12.5, 2.0313], [15, 5], [17.5, 7.9688]]);
    assert.deepEqual([0.25, 0.5, 0.75].map((t) => at(last, t)), [[22.7344, 10.7031], [25.625, 10.625], [28.2031, 10.2344]]);
  });

  test("goes through every point and bends without a kink", () => {
    const curve = curveThrough(points, CENTRIPETAL);
    assert.deepEqual([curve[0]?.from, ...curve.map(({ to }) => to)], points.map(([x, y]) => ({ x, y })));
    curve.slice(1).forEach((segment, index) => {
      const before = curve[index];
      assert.ok(before);
      const into = Math.atan2(before.to.y - before.c2.y, before.to.x - before.c2.x);
      const out = Math.atan2(segment.c1.y - segment.from.y, segment.c1.x - segment.from.x);
      assert.ok(Math.abs(into - out) < 1e-9, `${into} ${out}`);
    });
  });

  test("smooths the first segment like the others", () => {
    const bent = curveThrough([[0, 0], [10, 0], [10, 10]])[0];
    assert.ok(bent && pointOnCurve(bent, 0.5).y < -0.1);
  });

  test("stays near its points however unevenly they lie, and never breaks on equal ones", () => {
    const uneven = [[0, 0], [1, 0], [100, 1], [100, 1], [100, 2], [0, 3]];
    for (const { x, y } of drawn(uneven)) {
      assert.ok(Number.isFinite(x) && x > -10 && x < 110 && y > -30 && y < 30, `${x} ${y}`);
    }
  });
});

describe("simplifying", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    test(`of scribble ${seed} leaves every point within the error of the drawn curve`, () => {
      const points = scribble(seed, 400);
      const kept = simplified(points, { error: 0.4, width: 4 });
      const line = drawn(kept, 8);
      const farthest = Math.max(...points.map(([x = 0, y = 0]) => distanceToLine({ x, y }, line)));
      assert.ok(farthest <= 0.4 + 1e-9, String(farthest));
      assert.ok(kept.length < points.length, String(kept.length));
    });
  }

  test("keeps nothing but the ends of a straight line", () => {
    const line = Array.from({ length: 500 }, (_, index) => [index, index / 2, 0.5, index]);
    assert.equal(simplified(line, { error: 0.4, width: 4 }).length, 2);
  });

  test("keeps a swelling of a straight line", () => {
    const line = Array.from({ length: 101 }, (_, index) => [index, 0, index === 50 ? 1 : 0.5, index]);
    const kept = simplified(line, { error: 0.4, width: 8 });
    assert.ok(kept.some(([x]) => x === 50));
  });

  test("of ten thousand points does not overflow any stack", () => {
    assert.ok(simplified(scribble(9, 10_000), { error: 0.4, width: 4 }).length > 100);
  });
});

describe("a stroke while it is drawn", () => {
  const begun = () => new StrokeBuilder({ id: "s", color: "#2b55c9", width: 4 }, 1);

  test("F1 has the points it went through, with time from its start", () => {
    const builder = begun();
    builder.extend([{ x: 10, y: 10, time: 1000 }, { x: 20, y: 10, time: 1016 }, { x: 30, y: 20, time: 1032 }]);
    builder.extend([{ x: 30, y: 20, time: 1040 }]);
    assert.deepEqual(builder.finish(), {
      id: "s", color: "#2b55c9", width: 4, points: [[10, 10, 0.5, 0], [20, 10, 0.5, 16], [30, 20, 0.5, 32]],
    });
  });

  test("F6 is a dot where it did not move", () => {
    const builder = begun();
    builder.extend([{ x: 50, y: 50, time: 5 }]);
    const finished = builder.finish();
    assert.ok(finished);
    const pen = new Recorder();
    assert.equal(tracePath(pen, finished).width, null);
    assert.deepEqual(pen.calls[1]?.slice(0, 4), ["A", 50, 50, 2]);
  });

  test("shows predicted points and never keeps them", () => {
    const builder = begun();
    builder.extend([{ x: 0, y: 0, time: 0 }, { x: 10, y: 5, time: 8 }], [{ x: 99, y: 99, time: 16 }]);
    assert.equal(builder.shown.points.length, 3);
    builder.extend([{ x: 20, y: 0, time: 16 }], [{ x: 30, y: 0, time: 24 }]);
    assert.deepEqual(builder.shown.points.map(([x]) => x), [0, 10, 20, 30]);
    assert.deepEqual(builder.finish()?.points.map(([x]) => x), [0, 10, 20]);
  });

  test("is nothing without a place", () => {
    const builder = begun();
    builder.extend([{ x: NaN, y: 1, time: 0 }, { x: Infinity, y: 1, time: 0 }, { x: 1e300, y: 0, time: 0 }]);
    assert.equal(builder.finish(), null);
  });

  test("bears a clock that goes back and pressures that are none", () => {
    const builder = begun();
    builder.extend([
      { x: 0, y: 0, time: 100, pressure: NaN }, { x: 10, y: 9, time: 50, pressure: 7 },
      { x: 20, y: 0, time: NaN, pressure: -1 }, { x: 30, y: 9, time: 130, pressure: 0.25 },
    ]);
    assert.deepEqual(builder.finish()?.points.map(([, , pressure, t]) => [pressure, t]), [[0.5, 0], [1, 0], [0, 0], [0.25, 30]]);
  });

  test("drawn while zoomed in keeps finer detail", () => {
    const wave = Array.from({ length: 200 }, (_, index) => ({ x: index / 10, y: Math.sin(index / 6) * 0.3, time: index }));
    const far = new StrokeBuilder({ id: "a", color: "#000", width: 4 }, 1);
    const near = new StrokeBuilder({ id: "b", color: "#000", width: 4 }, 8);
    far.extend(wave);
    near.extend(wave);
    const [coarse, fine] = [far.finish()?.points.length ?? 0, near.finish()?.points.length ?? 0];
    assert.ok(coarse < fine, `${coarse} ${fine}`);
  });
});

describe("drawing a stroke", () => {
  test("of even pressure is one curve to be stroked", () => {
    const pen = new Recorder();
    const { width } = tracePath(pen, stroke([[0, 0, 0.5, 0], [10, 0, 0.5, 8], [20, 10, 0.5, 16]]));
    assert.equal(width, 4);
    assert.deepEqual(pen.calls.map(([kind]) => kind).join(""), "MCC");
  });

  test("pressure widens and narrows it about its own width", () => {
    assert.deepEqual([0, 0.5, 1, 3, -1].map(widthFactor).map((factor) => Number(factor.toFixed(6))), [0.4, 1, 1.6, 1.6, 0.4]);
    const beads = beadsOf(stroke([[0, 0, 0, 0], [100, 0, 1, 8]]));
    assert.ok(beads.every((bead, index) => index === 0 || bead.radius >= (beads[index - 1]?.radius ?? 0)));
    assert.ok(Math.abs((beads[0]?.radius ?? 0) - 0.8) < 1e-9 && Math.abs((beads.at(-1)?.radius ?? 0) - 3.2) < 1e-9);
  });

  test("an outline winds the same way everywhere, so that no overlap is a hole", () => {
    for (const seed of [1, 2, 3]) {
      const pen = new Recorder();
      tracePath(pen, stroke(scribble(seed, 60)));
      const quads = pen.calls.flatMap(([kind], index) => kind === "L" && pen.calls[index - 1]?.[0] === "M"
        ? [pen.calls.slice(index - 1, index + 3)] : []);
      assert.ok(quads.length > 50);
      for (const quad of quads) assert.ok(area(quad.map(([, x = 0, y = 0]) => [x, y])) <= 0);
      assert.ok(pen.calls.filter(([kind]) => kind === "A").every((call) => call[6] === 1));
    }
  });

  test("its ink stays within its bounds", () => {
    for (const seed of [4, 5, 6]) {
      const line = stroke(scribble(seed, 200), { width: 12 });
      const { x, y, width, height } = strokeBounds(line);
      for (const bead of beadsOf(line)) {
        assert.ok(bead.x - bead.radius >= x && bead.x + bead.radius <= x + width);
        assert.ok(bead.y - bead.radius >= y && bead.y + bead.radius <= y + height);
      }
    }
  });
});

/** Twice the area; its sign says which way around. @param {number[][]} corners */
function area(corners) {
  return corners.reduce((sum, [x = 0, y = 0], index) => {
    const [u = 0, v = 0] = corners[(index + 1) % corners.length] ?? [];
    return sum + x * v - u * y;
  }, 0);
}

describe("where ink is", () => {
  const line = stroke([[0, 0], [100, 0]]);

  test("a zigzag crosses it as often as it goes over it", () => {
    assert.equal(crossings(line, [[10, -5], [12, 5], [14, -5], [16, 5]].map(([x = 0, y = 0]) => ({ x, y }))), 3);
    assert.equal(crossings(line, [{ x: 0, y: 50 }, { x: 100, y: 50 }]), 0);
  });
});

describe("colours of ink in the dark", () => {
  /** @param {string} hex */
  const luminance = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  /** @param {string} a @param {string} b */
  const contrast = (a, b) => {
    const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((p, q) => p - q);
    return (high + 0.05) / (low + 0.05);
  };

  for (const color of [...INKS.map((ink) => ink.color), "#000", "#ffffff", "#ff0", "#00f", "#0F0"]) {
    test(`${color} is seen on the dark desk and on a white page`, () => {
      const shown = shownInk(color, true);
      assert.ok(contrast(shown, "#151413") >= 3.5, `${shown} on the desk`);
      assert.ok(contrast(shown, "#ffffff") >= 3.5, `${shown} on a page`);
    });
  }

  test("is seen by day as it was chosen", () => {
    assert.deepEqual(INKS.map((ink) => shownInk(ink.color, false)), INKS.map((ink) => ink.color));
  });

  test("anything else is black ink, never a way into the style", () => {
    assert.equal(shownInk("url(javascript:1)", false), "#1c1a18");
  });
});
