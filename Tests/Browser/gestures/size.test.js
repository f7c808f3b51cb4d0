/** The sizes in the README: `node Tests/Performance/gestures-size.js --write` renews them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { measureAll, README, sizesIn, withSizes } from "../../Performance/gestures-size.js";

/** By which share a figure may have grown or shrunk before it has to be written anew. */
const TOLERANCE = 0.03;

const said = readFileSync(README, "utf8");
const measured = measureAll();

/** Whether two figures are nearly the same. */
const isNear = (figure, truth) => Math.abs(figure - truth) <= TOLERANCE * truth;

test("The sizes in the README are those of the files, but for a few per cent", () => {
  const sizes = sizesIn(said);
  assert.equal(sizes.length, 5);
  for (const { name, ...figures } of sizes) {
    const truth = measured.find((result) => result.name === name);
    assert.ok(truth, name);
    for (const [key, figure] of Object.entries(figures)) assert.ok(isNear(figure, truth[key]), `${name}, ${key}: ${figure}, not ${truth[key]}`);
  }
});

test("So is what it says beside Hammer.js", () => {
  const [, kilobytes] = /against (\d+) KB of code here/.exec(said) ?? [];
  assert.ok(isNear(Number(kilobytes) * 1000, measured.find(({ name }) => name === "surface, tap, pan and pinch").code), kilobytes);
});

test("The measured sizes are written, and nothing else of the text changes", () => {
  const old = "# A\n| strokes | 1 | 2,000 | 3 | 4 |\n| other | 1 | 2 |\n";
  const text = withSizes(old, [{ name: "strokes", files: 19, bytes: 79306, code: 38699, gzip: 10358 }]);
  assert.equal(text, "# A\n| strokes | 19 | 79,306 | 38,699 | 10,358 |\n| other | 1 | 2 |\n");
  assert.deepEqual(sizesIn(text), [{ name: "strokes", files: 19, bytes: 79306, code: 38699, gzip: 10358 }]);
});
