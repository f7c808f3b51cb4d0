import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BoardExport, pdfName } from "../../../Public/board/board-exporting.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";

/** @typedef {import("../../../Public/board/board-exporting.js").ExportPorts} ExportPorts */

/** An export whose server answers what the test says. @param {Partial<ExportPorts>} [ports] */
function started(ports = {}) {
  /** @type {string[]} */
  const seen = [];
  const life = new AbortController();
  const exporting = new BoardExport({
    stored: () => { seen.push("stored"); return Promise.resolve(""); },
    document: () => ({
      id: "d", name: "Plan.board", folder: "", type: "org.sheaf.board", size: 1, sha256: "", version: 1, created: "", modified: "",
    }),
    rendition: (id) => { seen.push(`rendition ${id}`); return Promise.resolve(new Blob(["%PDF-"])); },
    download: (pdf, name) => void seen.push(`download ${name} ${pdf.size}`),
    working: (text) => void seen.push(`working ${text}`),
    toast: ({ text, problem = false }) => void seen.push(`${problem ? "problem" : "toast"} ${text}`),
    ...ports,
  }, life.signal);
  return { exporting, seen, life };
}

/** Until the caller gives up. @param {AbortSignal} signal @returns {Promise<never>} */
function forever(signal) {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(ApiProblem.aborted())));
}

describe("a board is saved as a PDF", () => {
  test("after it is stored, under its own name", async () => {
    const { exporting, seen } = started();
    await exporting.start();
    assert.deepEqual(seen, [
      "working Making a PDF…", "stored", "rendition d", "download Plan.pdf 5", "toast “Plan.pdf” is in your downloads.", "working ",
    ]);
    assert.equal(exporting.running, false);
  });

  test("not while it cannot be stored", async () => {
    const { exporting, seen } = started({ stored: () => Promise.resolve("offline") });
    assert.equal(await exporting.start(), "failed");
    assert.deepEqual(seen.slice(1), ["problem No PDF was made, because your last changes are not saved yet.", "working "]);
  });

  test("or a line says why not", async () => {
    const refusals = [
      [new ApiProblem(422, "not-showable", "there is nothing on the board"), "There is nothing on this board yet, so there is no PDF of it."],
      [new ApiProblem(422, "document-too-large", "the board has more than 1000 cards"), "No PDF was made: the board has more than 1000 cards."],
      [new ApiProblem(503, "busy", "Too much work is waiting."), "No PDF was made: Too much work is waiting."],
      [ApiProblem.offline(), "No PDF was made: the server cannot be reached."],
      [new ApiProblem(502, "unknown", ""), "No PDF was made: the server could not make it."],
    ];
    for (const [problem, text] of refusals) {
      const { exporting, seen } = started({ rendition: () => Promise.reject(problem) });
      assert.equal(await exporting.start(), "failed");
      assert.deepEqual(seen.slice(-2), [`problem ${text}`, "working "]);
    }
  });

  test("once at a time, and the user hears nothing of one that was stopped", async () => {
    const { exporting, seen } = started({ rendition: (_, signal) => forever(signal) });
    const first = exporting.start();
    await exporting.start();
    assert.deepEqual([exporting.running, seen.filter((line) => line === "stored").length], [true, 1]);
    await Promise.resolve();
    exporting.stop();
    assert.equal(await first, "cancelled");
    assert.deepEqual(seen, ["working Making a PDF…", "stored", "working "]);
  });

  test("not any more when its screen has gone", async () => {
    const { exporting, seen, life } = started({ rendition: (_, signal) => forever(signal) });
    const first = exporting.start();
    life.abort();
    await first;
    assert.equal(seen.some((line) => line.startsWith("download")), false);
  });

  test("under a name that has one extension", () => {
    assert.deepEqual(["a.board", "a.b.sheafboard", "plain", ".board"].map(pdfName), ["a.pdf", "a.b.pdf", "plain.pdf", ".board.pdf"]);
  });
});
