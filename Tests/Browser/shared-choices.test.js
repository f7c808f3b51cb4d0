import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { SharedChoices } from "../../Public/workspace/shared-choices.js";

/** A server that keeps what it is told, a browser's memory, and what was heard. */
function played({ kept = {}, remembered = {}, offline = false } = {}) {
  const memory = new Map(Object.entries(remembered));
  const sent = [];
  const heard = [];
  const refuse = () => Promise.reject(new Error("offline"));
  const server = {
    preferences: () => (offline ? refuse() : Promise.resolve({ preferences: kept })),
    setPreference: (...call) => (offline ? refuse() : Promise.resolve(sent.push(call))),
  };
  const store = { get: (key) => memory.get(key) ?? null, set: (key, value) => memory.set(key, value) };
  const choices = new SharedChoices(server, store, "tab-1", (...change) => heard.push(change));
  return { choices, memory, sent, heard };
}

const signal = new AbortController().signal;

describe("choices", () => {
  test("of another browser are taken over, once", async () => {
    const { choices, memory, heard } = played({ kept: { order: "name", rows: 4 }, remembered: { order: "-created" } });
    await choices.load(signal);
    await choices.load(signal);
    assert.deepEqual([heard, memory.get("order")], [[["order", "name"]], "name"]);
  });

  test("of this tab are kept on the server and not heard back", async () => {
    const { choices, sent, heard } = played();
    await choices.set("order", "name");
    choices.heard({ key: "order", value: "name", client: "tab-1" });
    assert.deepEqual([sent, heard], [[["order", "name", "tab-1"]], []]);
  });

  test("of another tab are heard at once", () => {
    const { choices, heard } = played({ remembered: { order: "name" } });
    choices.heard({ key: "order", value: "-size", client: "tab-2" });
    choices.heard({ key: "order", value: null });
    assert.deepEqual([heard, choices.get("order")], [[["order", "-size"]], "-size"]);
  });

  test("without a connection hold in this browser", async () => {
    const { choices } = played({ offline: true });
    await choices.set("order", "name");
    await choices.load(signal);
    assert.equal(choices.get("order"), "name");
  });
});
