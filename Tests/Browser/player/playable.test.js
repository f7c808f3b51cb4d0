import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { lacksATrack } from "../../../Public/player/playable.js";

/**
 * As Chromium says it.
 * @param {string} type
 */
function plays(type) {
  return ["avc1", "mp4a.40.2", "vp8", "vp9", "av01", "opus", "vorbis", "flac", "audio/mpeg", `audio/wav; codecs="1"`].some((known) => type.includes(known));
}

/**
 * @param {string[]} codecs "video/h264" and the like
 * @param {import("../../../Public/player/playable.js").Plays} [browser]
 */
function lacks(codecs, browser = plays) {
  const tracks = codecs.map((one, index) => {
    const [kind, codec] = one.split("/");
    return /** @type {import("../../../Public/player/media-facts.js").Track} */ ({ index, kind, codec });
  });
  return lacksATrack({ duration: 60, tracks, chapters: [] }, browser);
}

describe("a film lacks", () => {
  test("its picture where the browser plays its sound alone", () => {
    for (const codec of ["hevc", "mpeg4", "prores", "wmv3", "mjpeg"]) assert.equal(lacks([`video/${codec}`, "audio/aac"]), true, codec);
  });

  test("its sound where the browser plays its picture alone", () => {
    for (const codec of ["ac3", "eac3", "dts", "mp2", "alac", "truehd"]) assert.equal(lacks(["video/h264", `audio/${codec}`]), true, codec);
  });

  test("nothing where the browser plays picture and sound", () => {
    const films = [
      ["video/h264", "audio/aac"], ["video/h264", "audio/mp3"], ["video/vp9", "audio/opus"], ["video/vp8", "audio/vorbis"], ["video/av1", "audio/opus"],
      ["video/h264", "audio/flac"], ["video/h264", "audio/pcm_s16le"], ["video/h264", "audio/pcm_mulaw"], ["video/h264", "audio/pcm_s24be"],
    ];
    for (const film of films) assert.equal(lacks(film), false, film.join(" "));
  });

  test("nothing where one of several tracks of sound is played", () => {
    assert.equal(lacks(["video/h264", "audio/ac3", "audio/aac"]), false);
  });

  test("nothing that is foretold where it has one kind of track, or none that is played: the browser says so itself", () => {
    assert.deepEqual([["video/hevc"], ["audio/ac3"], ["video/hevc", "audio/ac3"], [], ["video/h264", "subtitles/subrip", "cover/mjpeg"]].map((film) => lacks(film)), [false, false, false, false, false]);
  });

  test("nothing where the browser would not play a conversion either", () => {
    assert.equal(lacks(["video/vp9", "audio/ac3"], (type) => type.includes("vp9")), false);
  });
});
