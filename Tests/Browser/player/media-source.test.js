import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ApiProblem } from "../../../Public/api/api-problem.js";
import { AGAIN, MediaSource, SETTLING } from "../../../Public/player/media-source.js";

/** @returns {any} */
function element() {
  return {
    src: "", currentTime: 0, duration: NaN, paused: true, ended: false, error: null, plays: 0,
    play() { this.plays += 1; this.paused = false; return Promise.resolve(); },
  };
}

/** A timer that the test lets go off. */
class HeldTimer {
  milliseconds = -1;
  /** @type {() => void} */
  #act = () => assert.fail("nothing is pending");

  /**
   * @param {number} milliseconds
   * @param {() => void} act
   */
  set(milliseconds, act) {
    this.milliseconds = milliseconds;
    this.#act = act;
  }

  clear() {
    this.milliseconds = -1;
  }

  goOff() {
    this.milliseconds = -1;
    this.#act();
  }
}

const BUSY = new ApiProblem(503, "busy", "too many films are converted at once");
const MISSING = new ApiProblem(422, "converter-missing", "Frames of films need FFmpeg");
const NETWORK = { code: 2 };

/** @param {{stream?: ((start: number) => string) | null, answers?: (ApiProblem | null)[]}} [given] `answers` of the server when it is asked */
function played({ stream = (start) => `stream ${start}`, answers = [] } = {}) {
  const [media, timer] = [element(), new HeldTimer()];
  /** @type {unknown[]} */
  const told = [];
  const source = new MediaSource(media, {
    content: "film", stream, timer, ask: async () => answers.shift() ?? null,
    began: (offset) => told.push(`began ${offset}`), waits: (problem) => told.push(`waits: ${problem?.code ?? "lost"}`),
    refused: (problem) => told.push(`refused: ${problem?.code ?? ""}`),
  });
  const fail = async (/** @type {unknown} */ error = null) => {
    media.error = error;
    source.failed();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { media, timer, told, source, fail };
}

describe("what a browser can play", () => {
  test("is played as it is, and sought in place", () => {
    const { media, source } = played();
    assert.deepEqual([media.src, source.state, source.duration], ["film", "native", 0]);
    media.duration = 60;
    source.seek(90);
    assert.deepEqual([media.currentTime, source.time, source.duration], [60, 60, 60]);
    source.seek(-1);
    assert.equal(source.time, 0);
    assert.equal(media.src, "film");
  });

  test("is fetched anew at its place when the line was lost, and not converted", async () => {
    const { media, timer, told, source, fail } = played();
    media.currentTime = 12;
    media.paused = false;
    await fail(NETWORK);
    assert.deepEqual([told, timer.milliseconds], [["waits: lost"], AGAIN]);
    media.src = "";
    timer.goOff();
    assert.deepEqual([media.src, media.currentTime, source.state, media.plays], ["film", 12, "native", 1]);
  });
});

describe("what it cannot play", () => {
  test("is converted, and anew from each place that is sought", async () => {
    const { media, timer, told, source, fail } = played();
    source.know(100);
    await fail();
    assert.deepEqual([media.src, source.state, source.duration], ["stream 0", "converted", 100]);
    media.paused = false;
    media.currentTime = 5;
    source.seek(40);
    timer.goOff();
    assert.deepEqual([media.src, media.plays], ["stream 40", 1]);
    media.currentTime = 2;
    assert.equal(source.time, 42);
    media.duration = 3;
    assert.equal(source.duration, 100, "a conversion's own length is not that of the film");
    assert.deepEqual(told, ["began 0", "began 40"]);
  });

  test("is converted from its place when more is known of it, and but once", () => {
    const { media, source } = played();
    media.currentTime = 7;
    source.convert();
    media.currentTime = 2;
    source.convert();
    assert.deepEqual([media.src, source.time], ["stream 7", 9]);
  });

  test("is converted once for a key that is held", async () => {
    const { media, timer, told, source } = played();
    source.know(100);
    source.convert();
    for (let press = 0; press < 10; press += 1) source.seek(source.time + 5);
    assert.deepEqual([source.time, timer.milliseconds, media.src], [50, SETTLING, "stream 0"]);
    timer.goOff();
    assert.deepEqual([told, source.time], [["began 0", "began 50"], 50]);
  });

  test("is not converted from its very end, where no frame is", () => {
    const { media, timer, source } = played();
    source.know(100);
    source.convert();
    source.seek(100);
    timer.goOff();
    assert.equal(media.src, "stream 99");
  });

  test("begins anew when it is played at its end", () => {
    const { media, timer, source } = played();
    source.convert();
    source.seek(40);
    timer.goOff();
    media.ended = true;
    source.play();
    assert.deepEqual([media.src, media.plays, source.time], ["stream 0", 1, 0]);
  });

  test("waits while the server is busy, and is tried again at its place", async () => {
    const { media, timer, told, source, fail } = played({ answers: [BUSY, BUSY, BUSY, BUSY] });
    source.convert();
    source.seek(30);
    timer.goOff();
    for (let round = 0; round < 4; round += 1) {
      await fail();
      assert.deepEqual([told.at(-1), timer.milliseconds, source.state, source.time], ["waits: busy", AGAIN, "converted", 30]);
      media.src = "";
      timer.goOff();
      assert.equal(media.src, "stream 30");
    }
  });

  test("is tried at once when it is played in a wait", async () => {
    const { media, source, fail } = played({ answers: [BUSY] });
    source.convert();
    await fail();
    media.src = "";
    source.play();
    assert.deepEqual([media.src, media.plays], ["stream 0", 1]);
  });

  test("goes on where it was when the line was lost", async () => {
    const { media, timer, source, fail } = played({ answers: [ApiProblem.offline()] });
    source.convert();
    media.currentTime = 20;
    await fail(NETWORK);
    timer.goOff();
    assert.equal(media.src, "stream 20");
  });

  test("is refused when the server refuses, with its reason", async () => {
    const { told, source, fail } = played({ answers: [MISSING] });
    await fail();
    await fail();
    assert.deepEqual([told, source.state], [["began 0", "refused: converter-missing"], "refused"]);
  });

  test("is refused when the conversion cannot be played at the same place again and again", async () => {
    const { told, source, fail } = played();
    await fail();
    await fail();
    await fail();
    assert.equal(source.state, "converted");
    await fail();
    assert.deepEqual([told.at(-1), source.state], ["refused: ", "refused"]);
  });

  test("is not refused for an error of a place that was left", async () => {
    const { timer, told, source, fail } = played({ answers: [MISSING] });
    source.convert();
    source.seek(10);
    await fail();
    timer.goOff();
    assert.deepEqual([told, source.state], [["began 0", "began 10"], "converted"]);
  });

  test("is refused at once where nothing converts it", async () => {
    const { told, source, fail } = played({ stream: null });
    await fail();
    assert.deepEqual([told, source.state], [["refused: "], "refused"]);
  });
});
