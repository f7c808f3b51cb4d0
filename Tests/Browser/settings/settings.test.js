import assert from "node:assert/strict";
import { setMaxListeners } from "node:events";
import { describe, test } from "node:test";

import { ApiProblem } from "../../../Public/api/api-problem.js";
import { SettingValues } from "../../../Public/settings/setting-values.js";
import { choiceOf, controlOf, isSame, numberIn, refusalInWords, valueInWords } from "../../../Public/settings/settings.js";
import { SharedChoices } from "../../../Public/settings/shared-choices.js";

const signal = new AbortController().signal;
setMaxListeners(0, signal);

const ORDER = {
  key: "order", title: "Order", initial: "-created",
  choices: [{ value: "-created", title: "Newest first" }, { value: "name", title: "By name" }],
};
const ROWS = { key: "rows", title: "Rows", initial: 4 };

function choices(count) {
  return Array.from({ length: count }, (_, value) => ({ value, title: `Number ${value}` }));
}

/** A server with settings; what it is sent waits until `settle` says how it ends. */
class PlayedServer {
  settings = [ORDER, ROWS];
  kept = {};
  sent = [];
  waiting = [];

  preferences() {
    const initial = Object.fromEntries(this.settings.map(({ key, initial: value }) => [key, value]));
    return Promise.resolve({ settings: this.settings, preferences: { ...initial, ...this.kept } });
  }

  setPreference(key, value, client) {
    return this.#sent(["PUT", key, value, client], () => { this.kept[key] = value; });
  }

  removePreference(key, client) {
    return this.#sent(["DELETE", key, client], () => { delete this.kept[key]; });
  }

  #sent(call, apply) {
    this.sent.push(call);
    return new Promise((resolve, reject) => {
      this.waiting.push((problem) => (problem ? reject(problem) : resolve(apply())));
    });
  }

  async settle(problem) {
    await quiet();
    this.waiting.shift()(problem);
    await quiet();
  }
}

/** Until nothing more follows from what has happened. */
function quiet() {
  return new Promise((resolve) => { setImmediate(resolve); });
}

/** The settings, read from a server; `told` is what the rest of the app heard. */
async function opened() {
  const server = new PlayedServer();
  const memory = new Map();
  const store = {
    get: (key) => memory.get(key) ?? null,
    set: (key, value) => (value === null ? memory.delete(key) : memory.set(key, value)),
  };
  const [reported, refused] = [[], []];
  const shared = new SharedChoices(server, store, "tab-1", (...change) => reported.push(change));
  const values = new SettingValues(shared, { changed: () => undefined, refused: ({ code }, { key }) => refused.push([code, key]) });
  await values.read(signal);
  reported.length = 0;
  const shown = (key) => {
    const { value, problem, offer } = values.facts.find(({ setting }) => setting.key === key);
    return { value, problem, offer };
  };
  return { server, shared, values, reported, refused, shown, memory };
}

describe("a setting's control is", () => {
  for (const [kind, setting] of [
    ["radio", { initial: 0, choices: choices(2) }],
    ["radio", { initial: 0, choices: choices(4) }],
    ["select", { initial: 0, choices: choices(5) }],
    ["radio", { initial: [1], choices: [{ value: [1], title: "One" }] }],
    ["switch", { initial: false }],
    ["text", { initial: "" }],
    ["number", { initial: 4 }],
    ["number", { initial: 0.5 }],
    ["shown", { initial: [1] }],
    ["shown", { initial: { a: 1 } }],
    ["shown", { initial: null }],
    ["shown", { initial: "a", choices: [] }],
    ["switch", { initial: true, choices: null }],
  ]) {
    test(`${kind} for ${JSON.stringify(setting)}`, () => assert.equal(controlOf(setting), kind));
  }
});

describe("a value", () => {
  test("is found among the choices whatever its kind is", () => {
    const setting = { choices: [{ value: { a: [1, null] }, title: "Deep" }, { value: "1", title: "Word" }, { value: 1, title: "Number" }] };
    assert.deepEqual([{ a: [1, null] }, 1, "1", true].map((value) => choiceOf(setting, value)), [0, 2, 1, -1]);
  });

  test("is the same as one with the same members, and as no other", () => {
    assert.ok(isSame({ a: 1, b: [2] }, { b: [2], a: 1 }));
    for (const [one, other] of [[[], {}], [null, {}], [{ a: 1 }, { b: 1 }], [[1], [1, 2]], [0, false], ["1", 1]]) {
      assert.equal(isSame(one, other), false, JSON.stringify([one, other]));
    }
  });

  test("is told in the words of its choice, else as it is", () => {
    assert.equal(valueInWords(ORDER, "name"), "By name");
    assert.equal(valueInWords(ORDER, "gone"), "gone");
    assert.deepEqual([true, false, 4.5, { a: 1 }, null].map((value) => valueInWords(ROWS, value)), ["On", "Off", "4.5", "{\"a\":1}", "null"]);
  });

  test("that is typed is a number, or none", () => {
    assert.deepEqual(["4", " -2.5 ", "1e3", "", " ", "4 rows", "Infinity"].map(numberIn), [4, -2.5, 1000, null, null, null, null]);
  });
});

describe("settings", () => {
  test("come in the server's order with what holds", async () => {
    const { values, shown } = await opened();
    assert.deepEqual(values.facts.map(({ setting }) => setting.key), ["order", "rows"]);
    assert.deepEqual(shown("order"), { value: "-created", problem: "", offer: null });
  });

  test("that are chosen show at once, reach the server once, and the app when it has them", async () => {
    const { server, values, reported, shown, memory } = await opened();
    void values.choose("order", "name");
    assert.equal(shown("order").value, "name");
    await quiet();
    assert.deepEqual([server.sent, reported], [[["PUT", "order", "name", "tab-1"]], []]);
    await server.settle();
    assert.deepEqual([reported, memory.get("order")], [[["order", "name", true]], "name"]);
    assert.deepEqual(shown("order"), { value: "name", problem: "", offer: "put-back" });
  });

  test("of any kind are written as that kind", async () => {
    const { server, values, memory } = await opened();
    void values.choose("rows", 6);
    await server.settle();
    assert.deepEqual([server.kept, memory.get("rows")], [{ rows: 6 }, undefined]);
  });

  test("that are chosen as they are already are not sent", async () => {
    const { server, values } = await opened();
    values.refuse("rows", "That is no number.");
    await values.choose("rows", 4);
    assert.deepEqual([server.sent, values.facts[1].problem], [[], ""]);
  });

  for (const [problem, words] of [
    [new ApiProblem(400, "invalid-parameter", "rows cannot have that value"), "That value is not possible here. It is as it was before."],
    [ApiProblem.offline(), "You are offline: this may not have been kept. Try again when the connection is back."],
    [new ApiProblem(504, "failed", ""), "This may not have been kept. Try again in a moment."],
    [new ApiProblem(413, "too-large", ""), "That is too long. It is as it was before."],
    [new ApiProblem(507, "storage-full", ""), "This could not be kept. It is as it was before. Try again in a moment."],
  ]) {
    test(`that are refused (${problem.code}) are as before, and say why until another is chosen`, async () => {
      const { server, values, reported, shown, refused } = await opened();
      void values.choose("rows", 4.5);
      await server.settle(problem);
      assert.deepEqual([shown("rows"), refused, reported], [{ value: 4, problem: words, offer: null }, [[problem.code, "rows"]], []]);
      assert.equal(refusalInWords(problem), words);
      void values.choose("rows", 5);
      assert.equal(shown("rows").problem, "");
    });
  }

  test("that are chosen faster than they are kept come one after the other, and the last one counts", async () => {
    const { server, values, shown } = await opened();
    void values.choose("rows", 5);
    void values.choose("rows", 6);
    await quiet();
    assert.equal(server.sent.length, 1);
    await server.settle(new ApiProblem(400, "invalid-parameter", ""));
    assert.deepEqual(shown("rows"), { value: 6, problem: "", offer: "put-back" });
    await server.settle();
    assert.deepEqual([shown("rows").value, server.kept.rows], [6, 6]);
  });

  test("go back to what was kept last, not to what was shown first", async () => {
    const { server, values, shown } = await opened();
    void values.choose("rows", 5);
    void values.choose("rows", 6);
    await server.settle();
    await server.settle(ApiProblem.offline());
    assert.equal(shown("rows").value, 5);
  });

  test("are put back with a DELETE, which can be undone", async () => {
    const { server, values, reported, shown } = await opened();
    void values.choose("order", "name");
    await server.settle();
    void values.putBack("order");
    await server.settle();
    assert.deepEqual([server.sent.at(-1), server.kept], [["DELETE", "order", "tab-1"], {}]);
    assert.deepEqual(shown("order"), { value: "-created", problem: "", offer: "undo" });
    assert.deepEqual(reported.at(-1), ["order", "-created", true]);
    void values.undo("order");
    await server.settle();
    assert.deepEqual([shown("order"), server.kept], [{ value: "name", problem: "", offer: "put-back" }, { order: "name" }]);
  });

  test("that cannot be put back are as before", async () => {
    const { server, values, shown } = await opened();
    server.kept = { rows: 9 };
    await values.read(signal);
    void values.putBack("rows");
    await server.settle(ApiProblem.offline());
    assert.deepEqual([shown("rows").value, shown("rows").offer], [9, "put-back"]);
    assert.match(shown("rows").problem, /^You are offline/);
  });

  test("that the server describes anew are there without another script", async () => {
    const { server, values, shown } = await opened();
    server.settings = [...server.settings, { key: "reader.title", title: "Title", initial: "none" }];
    server.kept = { "reader.title": "mine" };
    await values.read(signal);
    assert.deepEqual(shown("reader.title"), { value: "mine", problem: "", offer: "put-back" });
  });

  test("that are chosen elsewhere are read anew, those chosen here are not", async () => {
    const { server, shared, values, shown } = await opened();
    let reads = 0;
    shared.follow(() => { reads += 1; }, signal);
    shared.heard({ key: "rows", value: 7, client: "tab-1" });
    assert.equal(reads, 0);
    server.kept = { rows: 7 };
    shared.heard({ key: "rows", value: 7, client: "tab-2" });
    assert.equal(reads, 1);
    await values.read(signal);
    assert.equal(shown("rows").value, 7);
  });

  for (const [name, problem] of [
    ["no answer", ApiProblem.offline()], ["a proxy's 502", new ApiProblem(502, "failed", "")], ["a proxy's 504", new ApiProblem(504, "failed", "")],
  ]) {
    test(`that the server took in spite of ${name} show as soon as their event comes`, async () => {
      const { server, shared, values, reported, shown } = await opened();
      shared.follow(() => void values.read(signal), signal);
      void values.choose("order", "name");
      await quiet();
      server.kept = { order: "name" };
      await server.settle(problem);
      assert.equal(shown("order").value, "-created");
      assert.match(shown("order").problem, /may not have been kept/);
      shared.heard({ key: "order", value: "name", client: "tab-1" });
      await quiet();
      assert.deepEqual([shown("order"), reported], [{ value: "name", problem: "", offer: "put-back" }, [["order", "name", false]]]);
      let reads = 0;
      shared.follow(() => { reads += 1; }, signal);
      shared.heard({ key: "order", value: "name", client: "tab-1" });
      assert.equal(reads, 0);
    });
  }

  test("whose event comes before their answer is lost are taken", async () => {
    const { server, shared, values, reported, shown, refused } = await opened();
    void values.choose("order", "name");
    await quiet();
    shared.heard({ key: "order", value: "name", client: "tab-1" });
    await server.settle(new ApiProblem(504, "failed", ""));
    assert.deepEqual([shown("order"), refused], [{ value: "name", problem: "", offer: "put-back" }, []]);
    assert.deepEqual(reported, [["order", "name", true]]);
  });

  test("that are put back are taken, too, when only the answer is lost", async () => {
    const { server, shared, values, shown } = await opened();
    server.kept = { rows: 9 };
    await values.read(signal);
    shared.follow(() => void values.read(signal), signal);
    void values.putBack("rows");
    await server.settle(ApiProblem.offline());
    assert.equal(shown("rows").value, 9);
    server.kept = {};
    shared.heard({ key: "rows", value: null, client: "tab-1" });
    await quiet();
    assert.deepEqual([shown("rows").value, shown("rows").problem], [4, ""]);
    void values.choose("rows", 7);
    await server.settle();
    void values.putBack("rows");
    await quiet();
    shared.heard({ key: "rows", value: null, client: "tab-1" });
    await server.settle(ApiProblem.offline());
    assert.deepEqual([shown("rows").value, shown("rows").problem], [4, ""]);
  });

  test("whose answer is lost are known again once another choice is answered", async () => {
    const { server, shared, values } = await opened();
    let reads = 0;
    shared.follow(() => { reads += 1; }, signal);
    void values.choose("rows", 5);
    await server.settle(ApiProblem.offline());
    void values.choose("rows", 6);
    await server.settle();
    shared.heard({ key: "rows", value: 5, client: "tab-1" });
    assert.equal(reads, 0);
  });

  test("that were refused leave no doubt", async () => {
    const { server, shared, values } = await opened();
    let reads = 0;
    shared.follow(() => { reads += 1; }, signal);
    void values.choose("rows", 5);
    await server.settle(new ApiProblem(400, "invalid-parameter", ""));
    shared.heard({ key: "rows", value: 6, client: "tab-1" });
    assert.equal(reads, 0);
  });

  test("that are chosen while they are read are not overwritten by an older answer", async () => {
    const { server, values, shown } = await opened();
    const answer = later();
    const asked = server.preferences.bind(server);
    server.preferences = () => {
      server.preferences = asked;
      return answer.promise;
    };
    const old = await asked();
    const reading = values.read(signal);
    await quiet();
    void values.choose("rows", 8);
    await quiet();
    answer.resolve(old);
    await server.settle();
    await reading;
    assert.equal(shown("rows").value, 8);
  });

  test("are not shown after their reader has gone", async () => {
    const { server, values, shown } = await opened();
    const leaving = new AbortController();
    const answer = later();
    server.kept = { rows: 9 };
    const late = await server.preferences();
    server.preferences = () => answer.promise;
    const reading = values.read(leaving.signal);
    await quiet();
    leaving.abort();
    answer.resolve(late);
    await reading;
    assert.equal(shown("rows").value, 4);
  });
});

function later() {
  let resolve;
  const promise = new Promise((done) => { resolve = done; });
  return { promise, resolve };
}
