/** Places in documents that the server keeps for all devices. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Api } from "../../../Public/api/api.js";
import { SharedPlaces } from "../../../Public/reader/shared-places.js";

const { fetch } = globalThis;
afterEach(() => void (globalThis.fetch = fetch));

const { signal } = new AbortController();

/** Choices that list these documents, and what the server tells of later. */
function listing(...documents) {
  const all = new Map([["reader.places", JSON.stringify(documents)]]);
  return { chosen: Promise.resolve(), choices: { get: (key) => all.get(key) ?? null, set: (key, value) => void all.set(key, value) }, all };
}

/** The place of a document that the server answers for in this way. */
function placeFor(answer) {
  globalThis.fetch = async () => answer;
  return new SharedPlaces(new Api(), listing("d1")).of("d1", signal);
}

test("a place that is kept is had", async () => {
  const kept = { state: { place: { page: 3 }, keptAt: 7 } };
  assert.deepEqual(await placeFor(Response.json(kept)), { place: { page: 3 }, keptAt: 7 });
});

test("of a document that was never read there is none, however the server says so", async () => {
  assert.equal(await placeFor(new Response(null, { status: 204 })), null);
  assert.equal(await placeFor(new Response('{"code":"not-found"}', { status: 404 })), null);
});

test("an answer without a body is nothing, and no fault", async () => {
  globalThis.fetch = async () => new Response(null, { status: 204 });
  assert.equal(await new Api().ask("/state/at-d1", {}), null);
});

test("a document that is not listed is not asked about, and one that is listed elsewhere is when that is known", async () => {
  const asked = [];
  const api = { ask: async (path) => (asked.push(path), { state: { place: { page: 2 }, keptAt: 1 } }), send: async () => {} };
  const list = listing("d1");
  let tell = () => {};
  list.chosen = new Promise((resolve) => (tell = resolve));
  const places = new SharedPlaces(api, list);
  const [never, later] = [places.of("d2", signal), places.of("d3", signal)];
  await places.of("d1", signal);
  assert.deepEqual(asked, ["/state/at-d1"]);
  list.choices.set("reader.places", '["d3","d1"]');
  tell();
  assert.equal(await never, null);
  assert.deepEqual([(await later).keptAt, asked], [1, ["/state/at-d1", "/state/at-d3"]]);
});

test("a document is listed when its place is sent, once, before those of before, of which the last 300 stay", async () => {
  const list = listing(...Array.from({ length: 300 }, (_, at) => `d${at}`));
  const places = new SharedPlaces({ ask: async () => null, send: async () => {} }, list);
  const listed = () => JSON.parse(list.all.get("reader.places"));
  for (const document of ["new", "new", "d7"]) {
    places.keep(document, { place: { page: 1 }, keptAt: 1 });
    await places.flush(document);
  }
  assert.deepEqual([listed().length, listed()[0], listed().filter((one) => one === "d7").length, listed().at(-1)], [300, "new", 1, "d298"]);
});

test("a list that is none is understood as empty", async () => {
  for (const text of ["{", '{"a":1}', "7", "null", "[1,null]"]) {
    const list = listing();
    list.choices.set("reader.places", text);
    assert.equal(await new SharedPlaces({ ask: () => assert.fail("asked"), send: async () => {} }, list).of("d1", signal), null, text);
  }
});
