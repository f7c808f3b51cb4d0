/** Places in documents that the server keeps for all devices. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Api } from "../../../Public/api/api.js";
import { SharedPlaces } from "../../../Public/reader/shared-places.js";

const { fetch } = globalThis;
afterEach(() => void (globalThis.fetch = fetch));

const { signal } = new AbortController();

/** A list of these documents. */
function listing(...documents) {
  return { has: async (document) => documents.includes(document), add: (document) => documents.unshift(document), documents };
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

test("a document that is not listed is not asked about", async () => {
  const places = new SharedPlaces({ ask: () => assert.fail("asked"), send: async () => {} }, listing("d1"));
  assert.equal(await places.of("d2", signal), null);
});

test("a document is listed when its place is sent", async () => {
  const list = listing("d1");
  const places = new SharedPlaces({ ask: async () => null, send: async () => {} }, list);
  places.keep("new", { place: { page: 1 }, keptAt: 1 });
  assert.deepEqual(list.documents, ["d1"]);
  await places.flush("new");
  assert.deepEqual(list.documents, ["new", "d1"]);
});
