/** Names of what the server keeps, as a shared choice. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ListedNames } from "../../../Public/settings/listed-names.js";

/** A list of at most three with these names, and what the server tells of later. */
function listing(text, chosen = Promise.resolve()) {
  const all = new Map([["kept", text]]);
  const choices = { get: (key) => all.get(key) ?? null, set: (key, value) => void all.set(key, value) };
  return { list: new ListedNames("kept", 3, choices, chosen), all };
}

test("a listed name is known at once, any other when it is known what was listed elsewhere", async () => {
  let tell = () => {};
  const { list, all } = listing('["d1"]', new Promise((resolve) => (tell = resolve)));
  const [never, later] = [list.has("d2"), list.has("d3")];
  assert.equal(await list.has("d1"), true);
  all.set("kept", '["d3","d1"]');
  tell();
  assert.deepEqual([await never, await later], [false, true]);
});

test("a name is listed once, before those of before, of which the oldest are forgotten", () => {
  const { list, all } = listing('["d1","d2","d3"]');
  for (const name of ["new", "new", "d1"]) list.add(name);
  assert.equal(all.get("kept"), '["new","d1","d2"]');
});

test("without a connection nothing is listed, since nothing arrives", (context) => {
  const { list, all } = listing("[]");
  const own = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { onLine: false }, configurable: true });
  context.after(() => (own ? Object.defineProperty(globalThis, "navigator", own) : delete globalThis.navigator));
  list.add("d1");
  assert.equal(all.get("kept"), "[]");
});

test("a list that is none is understood as empty", async () => {
  for (const text of ["{", '{"a":1}', "7", "null", "[1,null]"]) assert.equal(await listing(text).list.has("d1"), false, text);
});
