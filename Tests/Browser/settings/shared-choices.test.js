import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ApiProblem } from "../../../Public/api/api-problem.js";
import { SharedChoices } from "../../../Public/settings/shared-choices.js";

/** A server that keeps what it is told, a browser's memory, and what was heard. */
function played({ kept = {}, settings = [], remembered = {}, offline = false, refusal = null } = {}) {
  const memory = new Map(Object.entries(remembered));
  const sent = [];
  const heard = [];
  const refuse = () => Promise.reject(new Error("offline"));
  const server = {
    preferences: () => (offline ? refuse() : Promise.resolve({ preferences: kept, settings })),
    setPreference: async (...call) => {
      if (offline) return refuse();
      sent.push(call);
      if (refusal) throw refusal;
      return undefined;
    },
  };
  const store = {
    get: (key) => memory.get(key) ?? null,
    set: (key, value) => (value === null ? memory.delete(key) : memory.set(key, value)),
  };
  const connect = (isThere) => { offline = !isThere; };
  const choices = new SharedChoices(server, store, "tab-1", (...change) => heard.push(change));
  return { choices, connect, memory, sent, heard };
}

const signal = new AbortController().signal;

describe("choices", () => {
  test("of another browser are taken over, once", async () => {
    const { choices, memory, heard } = played({ kept: { order: "name", rows: 4 }, remembered: { order: "-created" } });
    await choices.load(signal);
    await choices.load(signal);
    assert.deepEqual([heard, memory.get("order")], [[["order", "name", false]], "name"]);
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
    assert.deepEqual([heard, choices.get("order")], [[["order", "-size", false]], "-size"]);
  });

  test("that another tab has put back are what the server says that holds then", async () => {
    const settings = [{ key: "order", title: "Order", initial: "-created" }];
    const { choices, heard } = played({ kept: { order: "name" }, settings });
    choices.heard({ key: "order", value: "size" });
    choices.heard({ key: "order", value: null });
    assert.deepEqual(heard.at(-1), ["order", null, false]);
    await choices.load(signal);
    choices.heard({ key: "order", value: null });
    assert.deepEqual(heard.at(-1), ["order", "-created", false]);
  });

  test("that are switches are remembered by their words", async () => {
    const { choices, heard } = played({ kept: { keys: false } });
    await choices.load(signal);
    assert.deepEqual([choices.get("keys"), heard], ["false", [["keys", "false", false]]]);
  });

  test("of other kinds are not remembered, and end what was", async () => {
    const { choices, memory } = played({ kept: { rows: 4, order: 4 }, remembered: { order: "name" } });
    await choices.load(signal);
    assert.deepEqual([...memory], []);
  });

  test("without a connection hold in this browser", async () => {
    const { choices } = played({ offline: true });
    await choices.set("order", "name");
    await choices.load(signal);
    assert.equal(choices.get("order"), "name");
  });

  test("made without a connection are sent before the server is asked again, once", async () => {
    const { choices, connect, sent } = played({ offline: true });
    await choices.set("order", "name");
    await choices.set("order", "size");
    connect(true);
    await choices.load(signal);
    await choices.load(signal);
    assert.deepEqual(sent, [["order", "size", "tab-1"]]);
  });

  test("made without a connection give way to what was chosen elsewhere since", async () => {
    const { choices, connect, sent } = played({ offline: true, kept: { order: "-size" } });
    await choices.set("order", "name");
    choices.heard({ key: "order", value: "-size", client: "tab-2" });
    connect(true);
    await choices.load(signal);
    assert.deepEqual([sent, choices.get("order")], [[], "-size"]);
  });

  test("that the server refuses are not sent again", async () => {
    const { choices, sent } = played({ kept: { order: "-created" }, refusal: new ApiProblem(400, "invalid-parameter", "") });
    await choices.set("order", "wrong");
    await choices.load(signal);
    assert.deepEqual([sent.length, choices.get("order")], [1, "-created"]);
  });
});
