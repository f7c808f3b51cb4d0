import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { MediaSource } from "../../../Public/player/media-source.js";

/** @returns {any} */
function element() {
  return { src: "", currentTime: 0, duration: NaN, paused: true, plays: 0, play() { this.plays += 1; return Promise.resolve(); } };
}

const stream = (/** @type {number} */ start) => `stream ${start}`;

describe("what a browser can play", () => {
  test("is played as it is, and sought in place", () => {
    const media = element();
    const source = new MediaSource(media, { content: "film", stream });
    assert.deepEqual([media.src, source.state, source.duration], ["film", "native", 0]);
    media.duration = 60;
    source.seek(90);
    assert.deepEqual([media.currentTime, source.time, source.duration], [60, 60, 60]);
    source.seek(-1);
    assert.equal(source.time, 0);
    assert.equal(media.src, "film");
  });
});

describe("what it cannot play", () => {
  test("is converted, and anew from each place that is sought", () => {
    const media = element();
    const source = new MediaSource(media, { content: "film", stream });
    source.know(100);
    assert.equal(source.failed(), true);
    assert.deepEqual([media.src, source.state, source.duration], ["stream 0", "converted", 100]);
    media.paused = false;
    media.currentTime = 5;
    source.seek(40);
    assert.deepEqual([media.src, media.plays], ["stream 40", 1]);
    media.currentTime = 2;
    assert.equal(source.time, 42);
    media.duration = 3;
    assert.equal(source.duration, 100, "a conversion's own length is not that of the film");
  });

  test("is refused when the conversion cannot be played either", () => {
    const source = new MediaSource(element(), { content: "film", stream });
    assert.deepEqual([source.failed(), source.failed(), source.state], [true, false, "refused"]);
  });

  test("is refused at once where nothing converts it", () => {
    const source = new MediaSource(element(), { content: "film", stream: null });
    assert.deepEqual([source.failed(), source.state], [false, "refused"]);
  });
});
