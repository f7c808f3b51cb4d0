import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { metadataSections, pageSizeInWords } from "../../../../Public/library/details/metadata-sections.js";
import { speak } from "../../../../Public/shell/texts.js";

const SHOW = { attachment: (/** @type {number} */ number) => `/a/${number}`, date: (/** @type {string} */ moment) => `on ${moment}`, time: (/** @type {number} */ seconds) => `${seconds} s` };

/** @param {Partial<import("../../../../Public/library/details/metadata-sections.js").Description>} more */
function sections(more) {
  const found = metadataSections({ typeName: "PDF", size: 2048, fields: {}, ...more }, SHOW);
  return Object.fromEntries(found.map(({ title, rows }) => [title, rows.map(({ label, value }) => `${label}: ${value}`)]));
}

describe("the size of a page", () => {
  test("is a paper's name where it is one, upright or across", () => {
    assert.equal(pageSizeInWords({ width: 595.28, height: 841.89 }, "points"), "A4, 210 × 297 mm");
    assert.equal(pageSizeInWords({ width: 792, height: 612 }, "points"), "Letter across, 279 × 216 mm");
    assert.equal(pageSizeInWords({ width: 72, height: 144 }, "points"), "25 × 51 mm");
    assert.equal(pageSizeInWords({ width: 640, height: 480 }, "pixels"), "640 × 480 px");
  });
});

describe("the sections", () => {
  test("of a document without more are its kind and size", () => {
    assert.deepEqual(Object.keys(sections({})), ["File"]);
  });

  test("say why characters of a text may be wrong", () => {
    const encoded = (/** @type {string | null} */ encoding, /** @type {number} */ confidence) => sections({ text: { encoding, confidence } }).File.slice(2);
    assert.deepEqual(encoded("utf-8", 1), ["Encoding: utf-8"]);
    assert.deepEqual(encoded("windows-1252", 0.4), ["Encoding: windows-1252"]);
    assert.deepEqual(encoded("utf-8", 0.9), ["Encoding: utf-8", "Characters: Some bytes of this text are no characters. They are shown as \u{FFFD}."]);
    assert.match(encoded(null, 0)[1] ?? "", /encoding of this text is not known/u);
  });

  test("name what the document says of itself, dates in words", () => {
    const { Document: rows } = sections({ fields: { title: "Garden", created: "2026", unknown: "x" } });
    assert.deepEqual(rows, ["Title: Garden", "Created: on 2026"]);
    assert.deepEqual(sections({ fields: { date: "2026-01-03T13:05:33Z", to: "Bob" } }).Document, ["To: Bob", "Date: on 2026-01-03T13:05:33Z"]);
    assert.deepEqual(sections({ fields: { language: "en, x_1", contentBytes: "65536" } }).Document, ["Language: English, x_1", "Size of files: 65.5 KB"]);
    assert.deepEqual(sections({ fields: { date: "2003" } }).Document, ["Date: 2003"]);
  });

  test("name the colours of a picture in the language that is spoken", () => {
    const colours = (/** @type {string} */ value) => sections({ fields: { colours: value } });
    speak("de", { "Colours": "Farben", "Document": "Dokument", "RGB with transparency": "RGB mit Transparenz" });
    assert.deepEqual(colours("RGB with transparency").Dokument, ["Farben: RGB mit Transparenz"]);
    assert.deepEqual(colours("CMYK").Dokument, ["Farben: CMYK"]);
    speak("en", {});
    assert.deepEqual(colours("RGB with transparency").Document, ["Colours: RGB with transparency"]);
  });

  test("tell one size of all pages, or the most frequent ones", () => {
    const [a4, a5] = [{ width: 595, height: 842, count: 3 }, { width: 420, height: 595, count: 1 }];
    assert.deepEqual(sections({ pageCount: 3, pageFormats: [a4] }).Pages, ["Pages: 3", "Size: A4, 210 × 297 mm"]);
    assert.deepEqual(sections({ pageCount: 4, pageFormats: [a4, a5] }).Pages, [
      "Pages: 4", "3 ×: A4, 210 × 297 mm", "1 ×: A5, 148 × 210 mm",
    ]);
    assert.deepEqual(sections({ pageCount: 1, pageFormats: [a5], unit: "points" }).Pages, ["Size of the page: A5, 148 × 210 mm"]);
  });

  test("of a film are its chapters, folded where they are many", () => {
    const chapters = [{ title: "Opening", start: 0 }, { title: "", start: 90 }];
    const media = { duration: 100, container: "mp4", tracks: [], chapters };
    assert.deepEqual(sections({ media }).Chapters, ["Opening: 0 s", "Chapter 2: 90 s"]);
    const isFolded = (/** @type {typeof chapters} */ list) => (
      metadataSections({ typeName: "", size: 0, fields: {}, media: { ...media, chapters: list } }, SHOW).find(({ title }) => title === "Chapters")?.long
    );
    assert.deepEqual([isFolded(chapters), isFolded(Array.from({ length: 13 }, () => ({ title: "", start: 0 })))], [false, true]);
  });

  test("of a film are its length and tracks", () => {
    const tracks = [
      { index: 0, kind: "video", codec: "h264", width: 640, height: 360, frameRate: 25 },
      { index: 1, kind: "audio", codec: "aac", channels: 2, sampleRate: 48000, language: "deu" },
    ];
    assert.deepEqual(sections({ media: { duration: 8, container: "mp4", bitRate: 123456, tracks } }).Tracks, [
      "Length: 8 s", "Picture: h264, 640 × 360, 25 fps", "Sound: German, aac, 48 kHz, stereo", "Rate: 123 kbit/s",
    ]);
  });

  test("of a picture are the camera's values and the place", () => {
    const camera = { values: { Model: "X100", DateTimeOriginal: "2024:05:01 10:00:00", FNumber: "f/2.0" }, latitude: 48.2, longitude: -16.37 };
    assert.deepEqual(sections({ camera }).Camera, ["Camera: X100", "Taken: on 2024-05-01T10:00:00", "Aperture: f/2.0", "Place: 48.20000, -16.37000"]);
  });

  test("list attachments with where they are downloaded", () => {
    const found = metadataSections({ typeName: "PDF", size: 1, fields: {}, attachments: [{ name: "a.csv", size: 10 }] }, SHOW);
    assert.deepEqual(found[1]?.rows, [{ label: "a.csv", value: "10 bytes", link: "/a/0" }]);
  });

  test("name no attachment so that it reads as another kind of file", () => {
    assert.deepEqual(sections({ attachments: [{ name: "gnp\u202egnp.exe" }] }).Attachments, ["gnpgnp.exe: "]);
  });

  test("list the fields of a form with their values, or with their kind in words", () => {
    const formFields = [{ name: "city", kind: "text", value: "Bern", page: 1 }, { name: "agreed", kind: "button", page: 2 }, { name: "", kind: "text", page: 3 }];
    assert.deepEqual(sections({ formFields }).Form, ["city: Bern", "agreed: Button, page 2", "Text field: Text field, page 3"]);
  });
});
