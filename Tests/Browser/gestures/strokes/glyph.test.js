import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GlyphPattern, LETTER_R } from "../../../../Public/gestures/strokes/glyph-pattern.js";
import { BAD_INPUT, points, polyline, RATES, reported } from "./drawing.js";

const BOOK_STREAM = points([100, 100], [100, 105], [100, 112], [100, 120], [100, 118], [106, 110], [110, 109]);

/** @param {GlyphPattern} pattern @param {{x: number, y: number}[]} stroke */
function phases(pattern, stroke) {
  const matcher = pattern.matcher();
  return stroke.map((point) => (matcher.add(point), matcher.phase));
}

describe("gestures G: stroke decomposition", () => {
  test("G8 down, up, right compiled from JSON recognizes the letter r", () => {
    const json = '[{"direction": "down"}, {"direction": "up", "travel": 5}, {"direction": "right", "travel": 4}]';
    assert.ok(new GlyphPattern(JSON.parse(json)).matches(BOOK_STREAM));
  });

  test("G8 other glyphs compile as well", () => {
    const hook = new GlyphPattern([{ direction: "right" }, { direction: "down" }, { direction: "left" }]);
    assert.ok(hook.matches(reported(polyline([0, 0], [60, 0], [60, 60], [0, 60]))));
    assert.ok(!hook.matches(reported(polyline([0, 0], [60, 0], [60, 60], [120, 60]))));
  });

  test("G8 what cannot be compiled is refused with the reason", () => {
    assert.throws(() => new GlyphPattern([]), /at least one part/);
    assert.throws(() => new GlyphPattern(JSON.parse('[{"direction": "north"}]')), /north is no direction/);
    assert.throws(() => new GlyphPattern([{ direction: "up", travel: NaN }]), /must be positive/);
  });
});

describe("gestures G: the letter r", () => {
  const r = new GlyphPattern(LETTER_R);

  test("G9 the phases of the book's stream are 0, 0, 0, 1, 2, 3, and the last point recognizes", () => {
    assert.deepEqual(phases(r, BOOK_STREAM).slice(1), [0, 0, 0, 1, 2, 3]);
    assert.ok(r.matches(BOOK_STREAM));
  });

  test("G9 a way down of 8 px is too short", () => {
    assert.ok(!r.matches(points([100, 100], [100, 108], [100, 96], [106, 90], [116, 89])));
  });

  test("G9 an r of any size is one, at any rate, in pixels or not", () => {
    for (const size of [0.5, 1, 3, 8]) {
      const curve = polyline([0, 0], [0, 50 * size], [2 * size, 15 * size], [10 * size, 3 * size], [30 * size, size]);
      for (const rate of RATES) {
        for (const whole of [true, false]) assert.ok(r.matches(reported(curve, { rate, whole })), `${size} at ${rate} Hz`);
      }
    }
  });

  test("G9 an r as hands draw it is one: its stem leans a little, its way up lies beside it, its arch begins anywhere above", () => {
    for (const lean of [-0.2, 0, 0.2]) {
      for (const beside of [0, 0.08]) {
        for (const arch of [0.5, 0.7, 0.9]) {
          const [foot, up] = [lean * 60, 60 * (1 - arch)];
          const curve = polyline([0, 0], [foot, 60], [foot * (1 - arch) + beside * 60, up], [foot * (1 - arch) + 15, 6], [45, 4]);
          assert.ok(r.matches(reported(curve)), `${lean} ${beside} ${arch}`);
        }
      }
    }
  });

  const OTHERS = {
    "a line down": polyline([0, 0], [0, 80]),
    "an L": polyline([0, 0], [0, 60], [50, 60]),
    "a v": polyline([0, 0], [30, 80], [60, 0]),
    "a narrow v": polyline([0, 0], [40, 80], [46, 40], [60, 0]),
    "a v that flares out at its top": polyline([0, 0], [36, 90], [45, 50], [58, 20], [80, 12]),
    "a tick that goes up upright at first": polyline([0, 0], [24, 40], [26, 20], [40, -15], [80, -55]),
    "a tick that begins upright": polyline([0, 0], [2, 30], [6, 36], [20, 14], [70, -40]),
    "a stem with a line up twice as high": polyline([0, 0], [0, 40], [1, 10], [2, -40], [30, -42]),
    "a swipe right": polyline([0, 0], [150, 4]),
    "an r in the midst of a scribble": polyline([0, 0], [80, 0], [80, 60], [82, 20], [120, 18]),
  };
  for (const [name, curve] of Object.entries(OTHERS)) {
    test(`G9 ${name} is no r, at any rate`, () => {
      for (const rate of RATES) assert.equal(r.matches(reported(curve, { rate })), false, `${rate} Hz`);
    });
  }

  test("G9 a round is no r, wherever it begins, whatever its size, shape and sense", () => {
    for (const radius of [20, 60, 200, 600]) {
      for (const height of [0.7, 1, 1.4]) {
        for (let start = 0; start < 360; start += 15) {
          for (const sense of [1, -1]) {
            const round = Array.from({ length: 96 }, (_, step) => {
              const angle = ((start + sense * step * 4) * Math.PI) / 180;
              return { x: 900 + radius * Math.cos(angle), y: 900 + radius * height * Math.sin(angle) };
            });
            assert.equal(r.matches(round), false, `radius ${radius}, ${height} high, from ${start}°, sense ${sense}`);
          }
        }
      }
    }
  });

  test("G9 a tick is no r: its way up leads to the right from the start", () => {
    for (const size of [1, 3]) {
      const tick = polyline([0, 40 * size], [20 * size, 80 * size], [80 * size, 0]);
      for (const rate of RATES) assert.equal(r.matches(reported(tick, { rate })), false, `${size} at ${rate} Hz`);
    }
  });

  test("G9 it is recognized as soon as its last part is seen: an n begins with an r", () => {
    const matcher = r.matcher();
    const n = reported(polyline([0, 0], [0, 60], [0, 8], [30, 4], [30, 60]));
    const seen = n.find((point) => matcher.add(point) === "recognized");
    assert.ok(seen && seen.y < 12 && seen.x < 20);
  });

  test("G9 a stroke that lifts before its end has failed", () => {
    const matcher = r.matcher();
    for (const point of BOOK_STREAM.slice(0, 4)) matcher.add(point);
    assert.equal(matcher.finish(), "failed");
    assert.equal(matcher.add({ x: 110, y: 109 }), "failed");
  });

  for (const [name, input] of Object.entries(BAD_INPUT)) {
    test(`G9 ${name}: no r, and nothing thrown`, () => assert.equal(r.matches(input), false));
  }
});
