import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { chapterAt, chapterName, chapterStep, frameAt, mediaUrls, timeInWords, trackName } from "../../../Public/player/media-facts.js";
import { timeInFigures } from "../../../Public/api/words.js";
import { speak } from "../../../Public/shell/texts.js";
import { TEXTS } from "../../../Public/shell/texts/de.js";

describe("a time", () => {
  test("is written as players write it", () => {
    const written = [0, 7.9, 754, 3723, -3, NaN, Infinity].map(timeInFigures);
    assert.deepEqual(written, ["0:00", "0:07", "12:34", "1:02:03", "0:00", "0:00", "0:00"]);
  });

  test("is said in words", () => {
    assert.equal(timeInWords(3661), "1 hour 1 minute 1 second");
    assert.equal(timeInWords(120), "2 minutes 0 seconds");
    assert.equal(timeInWords(0), "0 seconds");
  });

  test("is said in the language of the app", () => {
    speak("de", TEXTS);
    const said = timeInWords(3723);
    speak("en", {});
    assert.equal(said, "1 Stunde 2 Minuten 3 Sekunden");
  });
});

describe("the strip", () => {
  test("7.8 has the frame i for times from i · duration / 20", () => {
    assert.deepEqual([0, 4.9, 5, 99, 100, 200, -1].map((time) => frameAt(time, 100)), [0, 0, 1, 19, 19, 19, 0]);
  });

  test("shows its first frame while the length is not known", () => {
    assert.deepEqual([frameAt(10, 0), frameAt(10, NaN)], [0, 0]);
  });
});

describe("a chapter", () => {
  const chapters = [{ title: "One", start: 2, end: 5 }, { title: "Two", start: 5, end: 9 }];

  test("is the last one that has begun", () => {
    assert.deepEqual([0, 2, 4.9, 5, 100].map((time) => chapterAt(chapters, time)?.title), [undefined, "One", "One", "Two", "Two"]);
  });

  test("without a title is counted", () => {
    assert.deepEqual([chapterName({ title: "" }, 0), chapterName({ title: "Sowing" }, 1)], ["Chapter 1", "Sowing"]);
  });

  test("is followed by the next one, if there is one", () => {
    const long = [0, 10, 20].map((start) => ({ title: "", start, end: start + 10 }));
    assert.deepEqual([0, 9.9, 10, 20, 29].map((time) => chapterStep(long, time, 1)), [10, 10, 20, null, null]);
  });

  test("begins again on the way back, unless it has just begun", () => {
    const long = [0, 10, 20].map((start) => ({ title: "", start, end: start + 10 }));
    assert.deepEqual([1, 12, 14, 22, 29].map((time) => chapterStep(long, time, -1)), [0, 0, 10, 10, 20]);
    assert.deepEqual([chapterStep([], 5, 1), chapterStep([], 5, -1)], [null, null]);
  });
});

describe("subtitles", () => {
  const track = { index: 2, kind: /** @type {const} */ ("subtitles"), codec: "subrip" };

  test("are named by their title, their language, or their number", () => {
    assert.equal(trackName({ ...track, title: "Director", language: "de" }, "en"), "Director");
    assert.equal(trackName({ ...track, language: "de" }, "en"), "German");
    assert.equal(trackName({ ...track, language: "no language at all" }, "en"), "no language at all");
    assert.equal(trackName(track, "en"), "Track 3");
  });
});

test("the parts of a document have addresses of their own", () => {
  const urls = mediaUrls("a b");
  assert.equal(urls.strip, "/api/v1/documents/a%20b/media/strip");
  assert.equal(urls.subtitles(3), "/api/v1/documents/a%20b/media/subtitles/3");
  assert.equal(urls.stream(1.239), "/api/v1/documents/a%20b/media/stream?start=1.24");
  assert.equal(urls.stream(-1), "/api/v1/documents/a%20b/media/stream?start=0.00");
});
