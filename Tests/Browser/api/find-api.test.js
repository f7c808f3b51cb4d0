import assert from "node:assert/strict";
import { test } from "node:test";
import { findInDocument } from "../../../Public/api/find-api.js";

const parameters = { text: "a b", matchesCase: true, matchesAccents: false, wholeWords: false, from: 3 };

/** @param {string[]} parts of an answer, as they come */
function answered(parts) {
  const asked = /** @type {string[]} */ ([]);
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const send = async (/** @type {string} */ path) => (asked.push(path), new Response(body));
  return { asked, api: { send } };
}

/** @param {string[]} parts */
async function pieces(parts, signal = new AbortController().signal) {
  const { api, asked } = answered(parts);
  /** @type {unknown[]} */
  const taken = [];
  await findInDocument(/** @type {any} */ (api), "/documents/id%201", parameters, (piece) => taken.push(piece.searched), signal);
  return { taken, asked };
}

test("the answer is taken line by line, wherever the line was cut", async () => {
  const { taken, asked } = await pieces(['{"searched":1,"pages":[]}\n{"sear', 'ched":2,"pages":[],"done":true}', "\n"]);
  assert.deepEqual(taken, [1, 2]);
  assert.deepEqual(asked, ["/documents/id%201/find?q=a+b&case=true&accents=false&words=false&from=3"]);
});

test("a failure in the middle of it is told", async () => {
  await assert.rejects(pieces(['{"searched":1,"pages":[]}\n{"code":"content-changed","detail":"x"}\n']), { code: "content-changed" });
});

test("an answer that ends before its last line is none", async () => {
  await assert.rejects(pieces(['{"searched":1,"pages":[]}\n']), { code: "offline" });
});

test("nothing is taken once it is not waited for any more", async () => {
  const { taken } = await pieces(['{"searched":1,"pages":[],"done":true}\n'], AbortSignal.abort());
  assert.deepEqual(taken, []);
});
