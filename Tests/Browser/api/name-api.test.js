import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ApiProblem } from "../../../Public/api/api-problem.js";
import { renameKnown } from "../../../Public/api/name-api.js";

/** A server with one document, which is changed by others before so many of the changes that are asked for. */
function served({ name = "a.txt", busy = 0 } = {}) {
  const state = { name, etag: 1, asked: /** @type {string[]} */ ([]) };
  let left = busy;
  const api = {
    send: async (/** @type {string} */ _, /** @type {RequestInit} */ { method = "GET", headers, body }) => {
      state.asked.push(method);
      if (method === "PATCH") {
        if (left > 0) [left, state.etag] = [left - 1, state.etag + 1];
        if (/** @type {Record<string, string>} */ (headers)["If-Match"] !== `"${state.etag}"`) throw new ApiProblem(412, "version-conflict", "");
        state.name = JSON.parse(String(body)).name;
      }
      return new Response(JSON.stringify({ id: "d", name: state.name }), { headers: { ETag: `"${state.etag}"` } });
    },
  };
  return { api, state };
}

describe("another name for a document", () => {
  test("is given to the document as it is known", async () => {
    const { api, state } = served();
    assert.equal((await renameKnown(api, { id: "d", name: "a.txt" }, "b.txt")).name, "b.txt");
    assert.deepEqual(state.asked, ["GET", "PATCH"]);
  });

  test("is not given where another window gave one", async () => {
    const { api, state } = served({ name: "theirs.txt" });
    await assert.rejects(renameKnown(api, { id: "d", name: "a.txt" }, "b.txt"), { code: "name-changed", detail: "theirs.txt" });
    assert.deepEqual([state.name, state.asked], ["theirs.txt", ["GET"]]);
  });

  test("is tried again where something else of the document has changed", async () => {
    const { api, state } = served({ busy: 2 });
    await renameKnown(api, { id: "d", name: "a.txt" }, "b.txt");
    assert.deepEqual([state.name, state.asked.length], ["b.txt", 6]);
  });

  test("is given up where that never ends", async () => {
    const { api, state } = served({ busy: 9 });
    await assert.rejects(renameKnown(api, { id: "d", name: "a.txt" }, "b.txt"), { status: 412 });
    assert.equal(state.name, "a.txt");
  });
});
