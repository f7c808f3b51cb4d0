import assert from "node:assert/strict";
import { afterEach, describe, mock, test } from "node:test";

import { ApiProblem } from "../../../Public/api/api-problem.js";
import { KeyedWrites } from "../../../Public/settings/keyed-writes.js";
import { PreferenceApi } from "../../../Public/api/preference-api.js";
import { SharedChoices } from "../../../Public/settings/shared-choices.js";

/** Until nothing more follows from what has happened. */
function quiet() {
  return new Promise((resolve) => { setImmediate(resolve); });
}

/** Something that writes; what is sent waits until `end` says how it ends. */
function played() {
  const [writes, sent, ending] = [new KeyedWrites(), [], new Map()];
  const write = (key, word) => writes.write(key, () => {
    sent.push(word);
    return new Promise((resolve, reject) => { ending.set(word, (error) => (error ? reject(error) : resolve(word))); });
  });
  const end = async (word, error) => {
    ending.get(word)(error);
    await quiet();
  };
  return { writes, sent, write, end };
}

describe("what is written", () => {
  test("about one thing comes one after the other, also behind a refusal", async () => {
    const { sent, write, end } = played();
    const first = write("rows", "5");
    const second = write("rows", "6");
    assert.deepEqual(sent, ["5"]);
    const refused = assert.rejects(first, /no/);
    await end("5", new Error("no"));
    await refused;
    assert.deepEqual(sent, ["5", "6"]);
    await end("6");
    assert.equal(await second, "6");
  });

  test("about another thing does not wait for one that hangs", () => {
    const { sent, write } = played();
    void write("rows", "5");
    void write("order", "name");
    void write("desk", "Oak");
    assert.deepEqual(sent, ["5", "name", "Oak"]);
  });

  test("has ended when all of it has, also what came meanwhile", async () => {
    const { writes, write, end } = played();
    let isEnded = false;
    void write("rows", "5");
    void writes.ended().then(() => { isEnded = true; });
    void write("rows", "6");
    void write("order", "name");
    for (const word of ["5", "name"]) {
      await end(word);
      assert.equal(isEnded, false);
    }
    await end("6");
    assert.equal(isEnded, true);
    await writes.ended();
  });

  test("is sent at once when the user leaves: the last word of each thing", async () => {
    const { writes, sent, write, end } = played();
    const words = ["5", "6", "7"].map((word) => write("rows", word));
    void write("order", "name");
    void write("order", "size");
    writes.flush();
    writes.flush();
    assert.deepEqual(sent, ["5", "name", "7", "size"]);
    await end("7");
    assert.deepEqual(await Promise.all(words.slice(1)), ["7", "7"]);
  });

  test("after the user has come back waits for all that was sent", async () => {
    const { writes, sent, write, end } = played();
    void write("rows", "5");
    void write("rows", "6");
    writes.flush();
    void write("rows", "7");
    await end("5");
    assert.deepEqual(sent, ["5", "6"]);
    await end("6");
    assert.deepEqual(sent, ["5", "6", "7"]);
  });
});

describe("a choice that hangs", () => {
  /** A server on which what is written to `rows` hangs. */
  const hanging = () => {
    const [sent, memory] = [[], new Map()];
    const server = {
      preferences: async () => ({ preferences: {}, settings: [] }),
      setPreference: (key, value) => {
        sent.push([key, value]);
        return key === "rows" ? new Promise(() => undefined) : Promise.resolve();
      },
    };
    const store = { get: (key) => memory.get(key) ?? null, set: (key, value) => memory.set(key, value) };
    return { sent, choices: new SharedChoices(server, store, "tab-1", () => undefined) };
  };

  test("holds up no other one", async () => {
    const { sent, choices } = hanging();
    void choices.set("rows", "5");
    await choices.set("order", "name");
    void choices.choose("desk", "Oak");
    assert.deepEqual(sent, [["rows", "5"], ["order", "name"], ["desk", "Oak"]]);
  });

  test("holds up no reader that has stopped", async () => {
    const { choices } = hanging();
    void choices.set("rows", "5");
    const leaving = new AbortController();
    const reading = choices.read(leaving.signal);
    await quiet();
    leaving.abort();
    await assert.rejects(reading, { code: "aborted" });
    await assert.rejects(choices.read(leaving.signal), { code: "aborted" });
  });

  test("does not keep the last word from being sent when the page goes", () => {
    const { sent, choices } = hanging();
    for (const rows of ["5", "6", "7"]) void choices.set("rows", rows);
    choices.leave();
    assert.deepEqual(sent, [["rows", "5"], ["rows", "7"]]);
  });
});

describe("a request about choices", () => {
  afterEach(() => mock.restoreAll());

  /** The request hangs until the browser gives up; `giveUp` is that. */
  const patient = () => {
    const [out, asked] = [[], []];
    mock.method(AbortSignal, "timeout", (milliseconds) => {
      const patience = new AbortController();
      out.push([milliseconds, () => patience.abort(new DOMException("", "TimeoutError"))]);
      return patience.signal;
    });
    const hang = (path, options) => {
      asked.push([path, options]);
      return new Promise((_, reject) => {
        options.signal.addEventListener("abort", () => reject(ApiProblem.from(options.signal.reason)));
      });
    };
    return { api: new PreferenceApi({ ask: hang, send: hang }), asked, giveUp: () => out.shift()[1](), out };
  };

  for (const [name, ask] of [
    ["PUT", (api) => api.setPreference("a/b", "x", "tab-1")], ["DELETE", (api) => api.removePreference("a/b", "tab-1")],
  ]) {
    test(`outlives its page, and is not waited for for ever (${name})`, async () => {
      const { api, asked, out, giveUp } = patient();
      const answer = ask(api);
      const [[path, { method, keepalive }]] = asked;
      assert.deepEqual([path, method, keepalive, out[0][0]], ["/preferences/a%2Fb", name, true, 15_000]);
      giveUp();
      await assert.rejects(answer, { code: "unanswered", mayBeDone: true });
    });
  }

  test("that is longer than what browsers let outlive a page is sent all the same", () => {
    const { api, asked } = patient();
    for (const length of [20_000, 22_000]) api.setPreference("note", "ü".repeat(length), "tab-1").catch(() => undefined);
    assert.deepEqual(asked.map(([, { keepalive }]) => keepalive), [true, false]);
  });

  test("that reads ends with its caller, and with patience", async () => {
    const { api, giveUp } = patient();
    const leaving = new AbortController();
    const [left, late] = [api.preferences(leaving.signal), api.preferences(new AbortController().signal)];
    leaving.abort();
    await assert.rejects(left, { code: "aborted" });
    giveUp();
    giveUp();
    await assert.rejects(late, { code: "unanswered" });
  });
});
