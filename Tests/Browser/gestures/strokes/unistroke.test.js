import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TEMPLATES } from "../../../../Public/gestures/strokes/templates.js";
import { UnistrokeRecognizer } from "../../../../Public/gestures/strokes/unistroke-recognizer.js";
import { Stroke } from "../../../../Public/gestures/strokes/stroke.js";
import { arc, BAD_INPUT, polyline, random, RATES, reported } from "./drawing.js";

const recognizer = new UnistrokeRecognizer(TEMPLATES);

/** Drawings of our own, none of them a template. @type {Record<string, (share: number) => {x: number, y: number}>} */
const DRAWINGS = {
  arrow: polyline([10, 90], [120, 20], [84, 26], [120, 20], [108, 55]),
  caret: polyline([0, 110], [52, 6], [95, 104]),
  check: polyline([0, 60], [30, 108], [104, 10]),
  circle: arc({ span: -372, from: -80 }),
  delete_mark: polyline([14, 0], [92, 110], [4, 104], [86, 6]),
  left_sq_bracket: polyline([44, 3], [0, 0], [3, 118], [50, 116]),
  rectangle: polyline([0, 3], [2, 80], [130, 76], [128, 0], [5, 4]),
  right_sq_bracket: polyline([0, 2], [46, 0], [44, 112], [2, 115]),
  star: polyline([22, 104], [54, 0], [86, 98], [0, 40], [108, 38], [24, 100]),
  triangle: polyline([56, 0], [4, 84], [110, 88], [58, 4]),
  v: polyline([0, 4], [48, 108], [92, 0]),
  x: polyline([4, 4], [72, 96], [78, 2], [0, 100]),
};

describe("unistroke recognizer", () => {
  test("the sixteen signs ship, each with a template", () => {
    assert.equal(recognizer.names.length, 16);
  });

  test("every template is its own sign", () => {
    for (const { name, points } of TEMPLATES) assert.equal(recognizer.recognize(points)?.name, name);
  });

  for (const [name, curve] of Object.entries(DRAWINGS)) {
    test(`${name}: the same sign from 30 to 1,000 reports a second, in pixels or not`, () => {
      for (const rate of RATES) {
        for (const whole of [true, false]) {
          assert.equal(recognizer.recognize(reported(curve, { rate, whole }))?.name, name, `${rate} Hz`);
        }
      }
    });

    test(`${name}: size, place and a little turn do not matter`, () => {
      const stroke = reported(curve);
      const [cosine, sine] = [Math.cos(0.35), Math.sin(0.35)];
      for (const [factor, offset] of [[0.3, -500], [1, 0], [20, 1e4]]) {
        const moved = stroke.map(({ x, y }) => ({
          x: (x * cosine - y * sine) * factor + offset, y: (x * sine + y * cosine) * factor - offset,
        }));
        assert.equal(recognizer.recognize(moved)?.name, name);
      }
    });
  }

  test("a sign upside down is not that sign: a caret and a v do not answer for each other", () => {
    const stroke = reported(DRAWINGS.v);
    const turned = stroke.map(({ x, y }) => ({ x: -x, y: -y }));
    assert.notEqual(recognizer.recognize(turned)?.name, "v");
    const anyWay = new UnistrokeRecognizer(TEMPLATES, { maximumTurn: Math.PI });
    assert.equal(anyWay.recognize(turned)?.name, "v");
  });

  test("the score is 1 for a template itself, and the rival lies below", () => {
    const star = TEMPLATES.find(({ name }) => name === "star");
    const match = recognizer.recognize(star?.points ?? []);
    assert.ok(match && Math.abs(match.score - 1) < 1e-9 && match.margin > 0.1);
    assert.notEqual(match.rival, "star");
  });
});

describe("unistroke rejection", () => {
  test("most scribbles are none of the signs", () => {
    const next = random(11);
    const scribble = () => {
      let [x, y, heading, bend] = [0, 0, 0, 0];
      return Array.from({ length: 80 }, () => {
        bend = 0.9 * bend + (next() - 0.5) * 0.5;
        heading += bend + (next() < 0.08 ? (next() - 0.5) * 6 : 0);
        return { x: (x += 5 * Math.cos(heading)), y: (y += 5 * Math.sin(heading)) };
      });
    };
    const named = Array.from({ length: 400 }, scribble).filter((points) => recognizer.recognize(points)).length;
    assert.ok(named < 40, `${named} of 400`);
  });

  test("a straight line is none of them, whichever way it goes", () => {
    for (let angle = 0; angle < 360; angle += 15) {
      const [x, y] = [200 * Math.cos((angle * Math.PI) / 180), 200 * Math.sin((angle * Math.PI) / 180)];
      for (const rate of RATES) assert.equal(recognizer.recognize(reported(polyline([0, 0], [x, y]), { rate, whole: true })), null);
    }
  });

  test("the nearest sign is told of a stroke that is none", () => {
    const hook = reported(polyline([0, 0], [200, 0], [200, 30]));
    assert.equal(recognizer.recognize(hook), null);
    assert.ok((recognizer.nearest(hook)?.score ?? 1) < 0.82);
  });

  for (const [name, input] of Object.entries(BAD_INPUT)) {
    test(`${name}: no sign, and nothing thrown`, () => {
      assert.equal(recognizer.recognize(input), null);
      assert.equal(Stroke.through(input), null);
    });
  }

  test("two points are a line and none of the signs", () => {
    assert.equal(recognizer.recognize([{ x: 0, y: 0 }, { x: 50, y: 0 }]), null);
  });
});

describe("unistroke teaching", () => {
  const house = polyline([0, 100], [0, 40], [50, 0], [100, 40], [100, 100], [0, 100]);

  test("a sign that was taught once is known, and forgotten again", () => {
    const own = new UnistrokeRecognizer(TEMPLATES);
    own.teach("house", reported(house));
    assert.equal(own.recognize(reported(house, { rate: 120, whole: true }))?.name, "house");
    own.forget("house");
    assert.notEqual(own.recognize(reported(house))?.name, "house");
  });

  test("a line can be taught, and is then known", () => {
    const own = new UnistrokeRecognizer(TEMPLATES);
    own.teach("dash", reported(polyline([0, 0], [100, 0])));
    assert.equal(own.recognize(reported(polyline([5, 5], [160, 12])))?.name, "dash");
    assert.equal(own.recognize(reported(DRAWINGS.v))?.name, "v");
  });

  test("points that are no stroke cannot be taught", () => {
    assert.throws(() => recognizer.teach("nothing", []), { name: "RangeError", message: /nothing needs at least two/ });
  });

  test("a recognizer that knows nothing recognizes nothing, and one that knows one sign has no rival", () => {
    assert.equal(new UnistrokeRecognizer([]).recognize(reported(house)), null);
    const only = new UnistrokeRecognizer([{ name: "house", points: reported(house) }]);
    assert.equal(only.recognize(reported(house))?.rival, null);
  });
});
