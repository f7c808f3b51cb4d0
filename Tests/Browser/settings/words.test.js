import assert from "node:assert/strict";
import { test } from "node:test";

import { withLanguage } from "../../../Public/settings/sections/words.js";

const INSTALLED = ["deu", "eng", "fra"];

test("a language that is taken away leaves the others, where all were meant", () => {
  assert.deepEqual(withLanguage(INSTALLED, [], "eng", false), ["deu", "fra"]);
  assert.deepEqual(withLanguage(INSTALLED, ["fra", "eng"], "eng", false), ["fra"]);
});

test("a language that is added comes last, and all of them are none that is named", () => {
  assert.deepEqual(withLanguage(INSTALLED, ["fra"], "deu", true), ["fra", "deu"]);
  assert.deepEqual(withLanguage(INSTALLED, ["fra", "deu"], "eng", true), []);
});

test("without the last language all are read again", () => {
  assert.deepEqual(withLanguage(INSTALLED, ["fra"], "fra", false), []);
});

test("one that is not installed any more does not stand for one that is", () => {
  assert.deepEqual(withLanguage(INSTALLED, ["pol", "deu"], "eng", true), ["pol", "deu", "eng"]);
});
