import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ApiProblem } from "../../../Public/api/api-problem.js";
import { pdfOf } from "../../../Public/reader/searchable-pdf.js";

const busy = () => new ApiProblem(503, "busy", "");

describe("a PDF with searchable text", () => {
  test("is asked for again until the scans are read", async () => {
    const asked = [];
    const pauses = [];
    const api = { send: async (path) => {
      asked.push(path);
      if (asked.length < 3) throw busy();
      return new Response("%PDF");
    } };
    const blob = await pdfOf(api, "a b", new AbortController().signal, async (time) => void pauses.push(time));
    assert.equal(await blob.text(), "%PDF");
    assert.deepEqual(asked, Array(3).fill("/documents/a%20b/rendition?ocr=1"));
    assert.equal(pauses.length, 2);
  });

  test("is not asked for again after any other refusal", async () => {
    const api = { send: async () => { throw new ApiProblem(422, "converter-missing", ""); } };
    await assert.rejects(pdfOf(api, "a", new AbortController().signal, async () => {}), { code: "converter-missing" });
  });

  test("ends when it is stopped", async () => {
    const stopping = new AbortController();
    const api = { send: async () => { throw busy(); } };
    await assert.rejects(pdfOf(api, "a", stopping.signal, async () => stopping.abort()), { code: "aborted" });
  });
});
