/** Hands on the reader and the board that were recorded in Chromium lead to the same place without it. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { playBoard, playReader } from "./app-replay.js";

const RECORDINGS = new URL("recordings/app/", import.meta.url);
const PLAYS = { board: playBoard, reader: playReader };

describe("gestures B: the app's own recordings", () => {
  for (const file of readdirSync(RECORDINGS)) {
    const [what] = file.split("-");
    test(`B18 what real touches did is done again on the ${what}: ${file.slice(what.length + 1, -".json".length)}`, () => {
      const { given, recording, led } = JSON.parse(readFileSync(new URL(file, RECORDINGS), "utf8"));
      const text = recording.map((line) => `${JSON.stringify(line)}\n`).join("");
      assert.ok(recording.length > 4);
      assert.deepEqual(PLAYS[what]({ ...given, recording: text }), led);
    });
  }
});
