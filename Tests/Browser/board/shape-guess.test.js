import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isTangled, ShapeGuess } from "../../../Public/board/gestures/shape-guess.js";
import { circle, line, zigzag } from "./hands.js";

const asPoints = (pairs) => pairs.map(([x, y]) => ({ x, y }));

function guessed(pairs) {
  const guess = new ShapeGuess();
  for (const point of asPoints(pairs)) guess.add(point);
  return guess;
}

describe("a guess at a shape", () => {
  test("a line most of the way round is round, and one that only turned is not", () => {
    assert.equal(guessed(circle([100, 100], 60).slice(0, 32)).isRound, true);
    assert.equal(guessed(circle([100, 100], 60).slice(0, 20)).isRound, false);
    assert.equal(guessed(circle([100, 100], 15)).isRound, false);
  });

  test("one that goes to and fro strikes out, and one that goes on in steps does not", () => {
    assert.equal(guessed(zigzag([0, 0], [60, 60])).isScratch, true);
    assert.equal(guessed(zigzag([0, 0], [900, 30])).isScratch, false);
    assert.equal(guessed(line([0, 0], [200, 10])).isScratch, false);
  });

  test("the guess point by point is that of the whole line", () => {
    for (const pairs of [zigzag([0, 0], [60, 60]), circle([50, 50], 40), line([0, 0], [80, 80])]) {
      const guess = guessed(pairs);
      assert.equal(guess.isScratch && !isTangled(guess.line), false);
      assert.deepEqual(guess.line[0], asPoints(pairs)[0]);
    }
    assert.equal(isTangled([]), false);
  });

  test("it keeps one line and copies nothing, and a trembling finger adds nothing", () => {
    const guess = guessed(line([0, 0], [50, 0]));
    const before = guess.line;
    guess.add({ x: 80, y: 0 });
    guess.add({ x: 82, y: 1 });
    assert.equal(guess.line, before);
    assert.deepEqual(guess.line.at(-1), { x: 80, y: 0 });
  });
});
