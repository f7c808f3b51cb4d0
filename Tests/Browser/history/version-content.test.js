import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { wholeMenu } from "../../../Public/board/board-menus.js";
import { BoardVersion } from "../../../Public/board/saving/board-version.js";
import { VersionContent, documentAsOf } from "../../../Public/history/version-content.js";
import { ONE_COLUMN } from "../../../Public/reader/page-layout.js";
import { Viewport } from "../../../Public/reader/viewport.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { document } from "../factories.js";
import { version } from "./versions.js";

const NOW = document({ id: "d", name: "report.pdf", version: 7, sha256: "now", size: 9, trashed: "2026-03-12T10:00:00Z" });
const THEN = version(3, { sha256: "then", size: 0, type: "public.plain-text" });

/** The content of version 3, on a server that answers as it is told to. */
function content(answers = {}) {
  const opened = [];
  const api = { document: async () => NOW };
  const versions = { version: async () => THEN, preview: async () => ({ kind: "text", pages: [] }), ...answers };
  return { opened, content: new VersionContent(api, versions, { id: "d", number: 3 }, (found) => opened.push(found.number)) };
}

describe("what a document was", () => {
  test("has the name and the place that it has now, and all else as it was", () => {
    const then = documentAsOf(NOW, THEN);
    assert.deepEqual(
      [then.id, then.name, then.version, then.sha256, then.size, then.type, then.modified, then.trashed],
      ["d", "report.pdf", 3, "then", 0, "public.plain-text", THEN.created, NOW.trashed],
    );
  });

  test("is told of as soon as it is known, before its pages are", async () => {
    const { opened, content: read } = content({ preview: async () => Promise.reject(new ApiProblem(410, "version-gone", "")) });
    await assert.rejects(read.load(new AbortController().signal), { code: "version-gone" });
    assert.deepEqual(opened, [3]);
  });

  test("that was let go of is told from a document that is not there", async () => {
    const { content: read } = content({ version: async () => Promise.reject(new ApiProblem(404, "not-found", "")) });
    await assert.rejects(read.load(new AbortController().signal), { code: "version-let-go" });
  });

  test("that is empty is read without asking for a range of nothing", async () => {
    const { content: read } = content({ head: async () => assert.fail("nothing is asked for") });
    const { document: then } = await read.load(new AbortController().signal);
    assert.deepEqual(await read.head(then, 100, new AbortController().signal), { bytes: new Uint8Array(0), whole: true });
  });

  test("has no tiles, and larger images instead", () => {
    const source = content().content.pages(NOW, 3);
    const page = { pages: [{ width: 612, height: 792 }], unit: 96 / 72, raster: false, box: { width: 900, height: 900 }, pixelRatio: 2, arrangement: ONE_COLUMN, turn: 0, bars: { top: 0, bottom: 0 } };
    const zoom = { mode: "scale", scale: 1.5 };
    const tiled = new Viewport({ ...page, zoom });
    const whole = new Viewport({ ...page, zoom, wholePixels: source.wholePixels });
    assert.deepEqual([tiled.isTiled(1), whole.isTiled(1)], [true, false]);
    assert.ok(whole.imageWidth(1) >= 612 * (96 / 72) * 1.5 * 2, "it is sharp");
    const far = whole.with({ zoom: { mode: "scale", scale: 40 } });
    assert.ok(far.imageWidth(1) ** 2 * (792 / 612) <= source.wholePixels * 1.01, "and bounded");
  });
});

describe("a board as it was", () => {
  const download = { url: "/then", name: "then.board" };
  const calls = { showAll() {}, print() {}, touches() {}, versions() {}, exporting() {} };
  const labels = (state, given) => wholeMenu({ making: false, touching: false, download, ...state }, { ...calls, ...given }).map(({ label }) => label);

  test("offers neither versions nor a PDF, which would be of what it is now", () => {
    assert.deepEqual(labels({}, { versions: null, exporting: null }), ["Show everything", "Print", "Show touches", "Download"]);
  });

  test("a board as it is now offers both", () => {
    assert.deepEqual(
      labels({ making: true, touching: true }, {}),
      ["Show everything", "Versions", "Stop making the PDF", "Print", "Hide touches", "Download"],
    );
  });

  test("is never written", async () => {
    const board = new BoardVersion(NOW, download);
    assert.deepEqual([board.current, board.download, board.document], [false, download, NOW]);
    await assert.rejects(board.save(), { code: "read-only" });
    assert.equal(await board.decide(), "behind");
  });
});
