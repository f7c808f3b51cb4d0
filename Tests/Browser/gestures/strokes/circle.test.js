import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { boundsOf } from "../../../../Public/gestures/geometry/rect.js";
import { circleEncloses, examineCircle, isCircle } from "../../../../Public/gestures/strokes/circle.js";
import { inflections } from "../../../../Public/gestures/strokes/inflections.js";
import { arc, BAD_INPUT, points, polyline, random, RATES, reported } from "./drawing.js";

/** An arc in steps of a degree or two. @param {Parameters<typeof arc>[0]} options */
const drawnArc = (options) => reported(arc(options), { rate: 240 });

const polygon36 = (span = 360) => reported(arc({ span }), { rate: 36 });

describe("gestures G: circle detector", () => {
  test("G1 a polygon of 36 corners is a circle with its box, 3 inflections and a full turn", () => {
    const circle = examineCircle(polygon36(), { duration: 1000, surfaceWidth: 390 });
    assert.ok(typeof circle === "object", String(circle));
    assert.deepEqual([circle.center, circle.inflections], [{ x: 200, y: 200 }, 3]);
    assert.deepEqual(Object.values(circle.rect).map(Math.round), [120, 120, 160, 160]);
    assert.ok(Math.abs(circle.transit - 2 * Math.PI) < 0.01);
    assert.ok(Math.abs(circle.radius - 80) < 0.5);
  });

  test("G1 the other way round it is the same circle, turning the other way", () => {
    const circle = isCircle(polygon36(-360), { duration: 1000, surfaceWidth: 390 });
    assert.ok(circle && Math.abs(circle.transit + 2 * Math.PI) < 0.01);
    assert.equal(circle.inflections, 3);
  });

  test("G1 a circle is found wherever it begins", () => {
    for (let from = 0; from < 360; from += 15) assert.ok(isCircle(drawnArc({ from })), `from ${from}`);
  });

  test("G1 an ellipse at a slant is a circle as well", () => {
    const slanted = drawnArc({ squash: 0.55 }).map(({ x, y }) => ({ x: (x - y) * 0.7, y: (x + y) * 0.7 }));
    assert.ok(isCircle(slanted));
  });

  test("G1 an ellipse along the axes is a circle until it is flat", () => {
    assert.ok(isCircle(drawnArc({ squash: 0.5 })));
    assert.equal(examineCircle(drawnArc({ squash: 0.35 })), "too flat");
  });
});

describe("gestures G: duration", () => {
  test("G2 two seconds are allowed, more are not, and no duration is not judged", () => {
    const circle = polygon36();
    assert.ok(isCircle(circle, { duration: 2000 }));
    assert.equal(examineCircle(circle, { duration: 2010 }), "excessive duration");
    assert.ok(isCircle(circle));
  });

  test("G2 a duration that is no number is none", () => {
    assert.equal(examineCircle(polygon36(), { duration: NaN }), "excessive duration");
  });
});

describe("gestures G: inflections", () => {
  test("G3 eight legs of a zig-zag turn back seven times and are no circle", () => {
    const zigzag = points(...Array.from({ length: 9 }, (_, index) => /** @type {[number, number]} */ ([index * 20, (index % 2) * 120])));
    assert.equal(inflections(zigzag, 5), 7);
    assert.equal(examineCircle(zigzag), "too many inflections");
  });

  test("G3 300 samples of a circle in whole pixels are a circle with 3 inflections", () => {
    const circle = isCircle(reported(arc(), { rate: 299, whole: true }), { surfaceWidth: 390 });
    assert.equal(circle?.inflections, 3);
  });

  test("G3 a pause and a tremor are no inflections", () => {
    assert.equal(inflections(points([0, 0], [10, 0], [10, 0], [9, 0], [20, 0]), 2), 0);
  });
});

describe("gestures G: convergence", () => {
  test("G4 the ends lie within a third of the surface's width", () => {
    assert.ok(isCircle(drawnArc({ radius: 150, span: 330 }), { surfaceWidth: 390 }));
    const far = examineCircle(drawnArc({ radius: 300, span: 330 }), { surfaceWidth: 390 });
    assert.equal(far, "start too far from end");
  });

  test("G4 where no surface is known the gap is measured by the stroke", () => {
    assert.ok(isCircle(drawnArc({ radius: 300, span: 330 })));
    assert.equal(examineCircle(reported(polyline([0, 0], [200, 200]))), "start too far from end");
  });
});

describe("gestures G: transit angle", () => {
  test("G5 from 315 degrees on it is a circle", () => {
    assert.equal(examineCircle(drawnArc({ span: 314 })), "too short");
    assert.ok(isCircle(drawnArc({ span: 316 })));
  });

  test("G5 up to 540 degrees it is a circle", () => {
    assert.ok(isCircle(drawnArc({ radius: 60, span: 535 })));
    assert.equal(examineCircle(drawnArc({ radius: 60, span: 545 })), "too long");
  });

  test("G5 a hasty circle may go less about its middle where its direction turns far enough", () => {
    const hasty = (/** @type {number} */ share) => {
      const angle = ((-30 - 300 * share) * Math.PI) / 180;
      const radius = 80 * (share < 0.2 ? 0.72 + 1.4 * share : 1);
      return { x: 200 + radius * Math.cos(angle), y: 200 + radius * Math.sin(angle) };
    };
    const circle = isCircle(reported(hasty, { rate: 120 }));
    assert.ok(circle && Math.abs(circle.transit) < (315 * Math.PI) / 180);
    assert.equal(examineCircle(drawnArc({ span: 300 })), "too short");
  });

  test("G5 a line out and back is none", () => {
    const out = polyline([0, 100], [200, 100], [0, 100]);
    assert.equal(isCircle(reported(out, { rate: 38 })), null);
    assert.equal(isCircle(reported(polyline([0, 0], [150, 100], [0, 0]), { rate: 38 })), null);
  });

  test("G5 coincident points and a point at the center are no trouble", () => {
    assert.equal(isCircle(points([50, 50], [50, 50])), null);
    assert.ok(isCircle(polygon36().flatMap((point) => [point, point])));
    assert.equal(isCircle(points([0, 0], [100, 0], [50, 50], [50, 50], [100, 100], [0, 100])), null);
  });

  test("G5 less than 24 px is too small to mean one", () => {
    assert.equal(examineCircle(drawnArc({ radius: 11 })), "too small");
    assert.ok(isCircle(drawnArc({ radius: 13 })));
  });
});

describe("gestures G: circle result", () => {
  test("G6 a point at the origin belongs to the box", () => {
    assert.deepEqual(boundsOf(points([0, 0], [10, 5], [20, 8])), { x: 0, y: 0, width: 20, height: 8 });
  });

  test("G6 a circle round two of five cards selects those two", () => {
    const circle = isCircle(drawnArc({ span: 340 }));
    assert.ok(circle);
    const cards = points([170, 180], [230, 230], [300, 200], [140, 140], [10, 10]);
    assert.deepEqual(cards.map((card) => circleEncloses(circle, card)), [true, true, false, false, false]);
  });

  test("G6 the centroid is the mean of the line, not of the reports", () => {
    const slowStart = [...Array.from({ length: 400 }, () => ({ x: 280, y: 200 })), ...polygon36()];
    const circle = isCircle(slowStart);
    assert.ok(circle && Math.hypot(circle.centroid.x - 200, circle.centroid.y - 200) < 3);
  });
});

describe("gestures G: what is round and what has corners", () => {
  const SHAPES = {
    square: polyline([0, 0], [0, 100], [100, 100], [100, 0], [0, 0]),
    "upright rectangle": polyline([0, 0], [0, 120], [80, 120], [80, 0], [3, 2]),
    triangle: polyline([60, 0], [0, 100], [120, 100], [60, 0]),
    diamond: polyline([60, 0], [0, 60], [60, 120], [120, 60], [60, 0]),
    pentagon: polyline([60, 0], [3, 41], [25, 109], [95, 109], [117, 41], [60, 0]),
    "loop with tails": (/** @type {number} */ share) => {
      if (share < 0.15) return polyline([20, 270], [200, 280])(share / 0.15);
      return share < 0.85 ? arc({ from: 90, span: -360 })((share - 0.15) / 0.7) : polyline([200, 280], [380, 270])((share - 0.85) / 0.15);
    },
    "half circle closed by a line": (/** @type {number} */ share) =>
      share < 0.6 ? arc({ span: 180 })(share / 0.6) : polyline([120, 200], [280, 200])((share - 0.6) / 0.4),
  };
  for (const [name, curve] of Object.entries(SHAPES)) {
    test(`G1 a ${name} is no circle, at any rate`, () => {
      for (const rate of RATES.slice(1)) assert.equal(isCircle(reported(curve, { rate })), null, `${rate} Hz`);
    });
  }

  test("G1 of 2,000 scribbles at most one is a circle", () => {
    const next = random(7);
    let found = 0;
    for (let scribble = 0; scribble < 2000; scribble++) {
      const corners = Array.from({ length: 3 + Math.floor(next() * 6) }, () => /** @type {[number, number]} */ ([next() * 200, next() * 200]));
      if (isCircle(reported(polyline(...corners)))) found++;
    }
    assert.ok(found <= 1, `${found} of 2000`);
  });
});

describe("gestures G: sample density", () => {
  const HANDS = { round: arc(), egg: arc({ squash: 0.8, from: -100, span: -370 }), open: arc({ span: 330, from: 200 }) };
  for (const [name, curve] of Object.entries(HANDS)) {
    test(`G3 ${name}: the same circle from 30 to 1,000 reports a second, in pixels or not`, () => {
      for (const rate of RATES) {
        for (const whole of [false, true]) {
          const circle = isCircle(reported(curve, { rate, whole, duration: 0.6 }));
          assert.ok(circle, `${rate} Hz${whole ? " in pixels" : ""}`);
          assert.ok(Math.hypot(circle.center.x - 200, circle.center.y - 200) < 4);
          assert.ok(circle.inflections <= 5);
        }
      }
    });
  }

  for (const [name, input] of Object.entries(BAD_INPUT)) {
    test(`G1 ${name}: no circle, and nothing thrown`, () => assert.equal(isCircle(input), null));
  }

  test("G1 reports gone wrong among good ones are left out", () => {
    const wrong = points([NaN, 3], [Infinity, 0], [1e300, -1e300]);
    assert.ok(isCircle(polygon36().flatMap((point, index) => (index % 5 ? [point] : [point, ...wrong]))));
  });
});
