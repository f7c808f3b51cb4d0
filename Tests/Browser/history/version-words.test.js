import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { versionFileName } from "../../../Public/history/version-content.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { wayInWords } from "../../../Public/api/version-ways.js";
import {
  dayInWords, momentInWords, restoreRefusal, versionFacts, versionLine, versionNote,
} from "../../../Public/history/version-words.js";
import { version } from "./versions.js";

/** A moment of this clock, whatever its time zone. */
const at = (...parts) => new Date(...parts).toISOString();
const NOW = new Date(2026, 2, 14, 15, 0);

describe("versions in words", () => {
  test("a day is today, yesterday, a date, and a date with its year", () => {
    const days = [at(2026, 2, 14, 0, 1), at(2026, 2, 13, 23, 59), at(2026, 2, 12, 9), at(2024, 11, 31, 9)];
    assert.deepEqual(days.map((day) => dayInWords(day, NOW, "en-GB")), ["Today", "Yesterday", "12 March", "31 December 2024"]);
    assert.equal(dayInWords("nonsense", NOW, "en-GB"), "");
  });

  test("a moment has its time", () => {
    assert.equal(momentInWords(at(2026, 2, 12, 9, 5), NOW, "en-GB"), "12 March, 9:05");
    assert.equal(momentInWords("", NOW, "en-GB"), "");
  });

  test("the author and the origin are named as far as they are known", () => {
    const way = (facts) => wayInWords(version(1, facts));
    assert.equal(way({}), "");
    assert.equal(way({ author: "browser" }), "in the browser");
    assert.equal(way({ author: "the scanner" }), "the scanner");
    assert.equal(way({ origin: "drop-folder" }), "from the drop folder");
    assert.equal(way({ origin: "hand-over", author: "Mail" }), "Mail, from another app");
    assert.equal(way({ origin: "web" }), "from the web");
    assert.equal(way({ origin: "disk", author: "Ada" }), "Ada, changed on the disk");
    assert.equal(way({ origin: "restored", author: "browser" }), "in the browser");
    assert.equal(way({ origin: "something new" }), "");
  });

  test("number, way and size stand on one line", () => {
    assert.equal(versionFacts(version(3, { author: "Ada" })), "Version 3 · Ada · 1.2 KB");
    assert.equal(versionFacts(version(7, { current: true, size: 1 })), "Version 7, now · 1 byte");
  });

  test("versions that came back, and those not kept, are named", () => {
    assert.equal(versionNote(version(4)), "");
    assert.equal(versionNote(version(4, { origin: "restored", restoredFrom: 2 })), "Brought back from version 2");
    assert.equal(versionNote(version(4, { origin: "restored" })), "Brought back");
    assert.match(versionNote(version(4, { kept: false })), /overwritten on the disk/);
  });

  test("the bar counts up to the current one, or to the one it shows", () => {
    const shown = version(3, { created: at(2026, 2, 12, 9) });
    assert.equal(versionLine(shown, 7, NOW, "en-GB"), "Version 3 of 7 · 12 March");
    assert.equal(versionLine(shown, 2, NOW, "en-GB"), "Version 3 of 3 · 12 March");
  });

  test("every refusal says that the document is safe", () => {
    for (const code of ["version-gone", "storage-full", "quota-exceeded", "read-only", "damaged", "a new one"]) {
      assert.match(restoreRefusal(new ApiProblem(500, code, "")), /as it was/, code);
    }
    assert.match(restoreRefusal(new ApiProblem(412, "version-conflict", "")), /nothing was replaced/);
  });

  test("a downloaded version does not take its document's name", () => {
    assert.equal(versionFileName("report.pdf", 3), "report (version 3).pdf");
    assert.equal(versionFileName("notes", 12), "notes (version 12)");
    assert.equal(versionFileName(".profile", 1), ".profile (version 1)");
  });
});
