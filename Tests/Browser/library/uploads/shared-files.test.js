import assert from "node:assert/strict";
import { test } from "node:test";

import { sharedInWords } from "../../../../Public/library/uploads/shared-files.js";

/** @param {string} search */
const told = (search) => sharedInWords(new URLSearchParams(search));

test("shared files that were added are counted", () => {
  assert.deepEqual(told("?folder=Inbox&shared=1&failed=0"), { text: "1 file was added to the Inbox.", problem: false });
  assert.equal(told("?shared=1200").text, "1,200 files were added to the Inbox.");
});

test("files that could not be added are a problem, and a way to add them is named", () => {
  const one = "1 file could not be added. Share it once more, or add it here.";
  assert.deepEqual(told("?shared=0&failed=1"), { text: one, problem: true });
  const both = "2 files were added to the Inbox. 3 files could not be added. Share them once more, or add them here.";
  assert.deepEqual(told("?shared=2&failed=3"), { text: both, problem: true });
});

test("an address that counts nothing says nothing", () => {
  for (const search of ["", "?shared=0&failed=0", "?shared=-1&failed=many", "?shared=99999999"]) {
    assert.deepEqual(told(search), { text: "", problem: false });
  }
});
