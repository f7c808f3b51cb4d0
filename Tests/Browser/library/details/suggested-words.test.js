import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { dayInWords, mayCome, offeredName, placeOfDate } from "../../../../Public/library/details/suggested-words.js";
import { documentPath } from "../../../../Public/shell/address.js";

const title = (text, ending = ".pdf") => ({ text, name: `${text}${ending}` });

describe("The name that a document's words suggest", () => {
  test("is offered where the document has another one", () => {
    assert.equal(offeredName(title("Rechnung Nr. 2024-117"), "scan0012.pdf"), "Rechnung Nr. 2024-117.pdf");
    assert.equal(offeredName(title("請求書"), "scan.pdf"), "請求書.pdf");
  });

  test("is not offered where the name says it already, but for signs and capitals", () => {
    for (const name of ["Rechnung Nr. 2024-117.pdf", "rechnung_nr_2024-117.PDF", "2024-03-07 Rechnung Nr 2024 117.pdf"]) {
      assert.equal(offeredName(title("Rechnung Nr. 2024-117"), name), "", name);
    }
    assert.equal(offeredName(title("Gru\u0308ße"), "Grüße.pdf"), "");
  });

  test("is none where there is none", () => {
    assert.equal(offeredName(null, "scan.pdf"), "");
    assert.equal(offeredName(title("…"), "scan.pdf"), "");
  });
});

describe("A date in a document", () => {
  test("is said in the language of the app, as the day that it is everywhere", () => {
    assert.equal(dayInWords("2024-03-07", "de"), "7. März 2024");
    assert.equal(dayInWords("2024-03-07", "en-GB"), "7 March 2024");
    assert.equal(dayInWords("soon", "en"), "soon");
  });

  test("leads to its page, and is looked for as it is written", () => {
    const path = (text, page) => documentPath("d", placeOfDate({ date: "2024-03-07", text, page }));
    assert.equal(path("07.03.2024", 2), "/d/d#page=2&search=07.03.2024");
    assert.equal(path("7. März 2024", 1), `/d/d#search=${encodeURIComponent("\"7. März 2024\"")}`);
    assert.equal(path("7 \"March\" 2024", 3), `/d/d#page=3&search=${encodeURIComponent("\"7 March 2024\"")}`);
  });
});

describe("Suggestions are asked for again", () => {
  test("while words or pictures are being read, and after no answer", () => {
    const answer = (state, scans = 0) => ({ state, scans, title: null, dates: [] });
    assert.deepEqual([null, answer("waiting"), answer("none", 2)].map(mayCome), [true, true, true]);
    assert.deepEqual([answer("ready"), answer("ready", 2), answer("none")].map(mayCome), [false, false, false]);
  });
});
