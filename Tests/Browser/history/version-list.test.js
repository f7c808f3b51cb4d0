import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { VersionHistory } from "../../../Public/history/version-history.js";
import { NO_VERSIONS, currentNumber, neighbour, stepVersions, versionNumbered } from "../../../Public/history/version-list.js";
import { document } from "../factories.js";
import { version, versions } from "./versions.js";

const numbers = (state) => state.versions.map(({ number }) => number);

/** The state after these events. */
function after(...events) {
  return events.reduce(stepVersions, NO_VERSIONS);
}

const ASK = { type: "ask" };
const FIRST = { type: "page", cursor: null, versions: versions(9, 7, true), next: "7" };

describe("the versions that are listed", () => {
  test("come part by part, the newest first", () => {
    const state = after(ASK, FIRST, ASK, { type: "page", cursor: "7", versions: versions(6, 5), next: null });
    assert.deepEqual(numbers(state), [9, 8, 7, 6, 5]);
    assert.deepEqual([state.status, state.next, currentNumber(state)], ["ready", null, 9]);
  });

  test("an answer to a question that is no longer asked counts for nothing", () => {
    const state = after(ASK, FIRST);
    assert.equal(stepVersions(state, { type: "page", cursor: "99", versions: versions(3, 1), next: null }), state);
  });

  test("a new one stands over them, and is the current one alone", () => {
    const state = after(ASK, FIRST, ASK, { type: "newest", versions: [version(10, { current: true }), ...versions(9, 8, true)], next: "8" });
    assert.deepEqual(numbers(state), [10, 9, 8, 7]);
    assert.deepEqual(state.versions.map(({ current }) => current), [true, false, false, false]);
    assert.equal(state.next, "7", "the list goes on where it went on before");
  });

  test("a version that was let go of among the newest leaves, and those below stay", () => {
    const all = after(ASK, { type: "page", cursor: null, versions: versions(9, 1, true), next: null });
    const state = stepVersions(all, { type: "newest", versions: [version(9), version(7)], next: "7" });
    assert.deepEqual(numbers(state), [9, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("a complete answer leaves nothing below it", () => {
    const all = after(ASK, { type: "page", cursor: null, versions: versions(9, 1, true), next: null });
    assert.deepEqual(numbers(stepVersions(all, { type: "newest", versions: versions(9, 6, true), next: null })), [9, 8, 7, 6]);
  });

  test("over a gap nothing is kept: the list goes on below the newest part", () => {
    const state = after(ASK, FIRST, ASK, { type: "newest", versions: versions(40, 31, true), next: "31" });
    assert.deepEqual([numbers(state)[0], numbers(state).length, state.next], [40, 10, "31"]);
  });

  test("a refusal leaves what is known, and asking again clears it", () => {
    const failed = after(ASK, FIRST, ASK, { type: "failed", problem: ApiProblem.offline() });
    assert.deepEqual([failed.status, failed.problem?.code, numbers(failed)], ["failed", "offline", [9, 8, 7]]);
    const asked = stepVersions(failed, ASK);
    assert.deepEqual([asked.status, asked.problem], ["loading", null]);
  });

  test("the next older and newer one are those that can be shown", () => {
    const state = after(ASK, { type: "page", cursor: null, next: null, versions: [version(5), version(4, { kept: false }), version(3)] });
    assert.equal(neighbour(state, 5, "older")?.number, 3);
    assert.equal(neighbour(state, 3, "newer")?.number, 5);
    assert.equal(neighbour(state, 4, "older")?.number, 3, "also from one that is not there");
    assert.deepEqual([neighbour(state, 3, "older"), neighbour(state, 5, "newer")], [null, null]);
    assert.deepEqual([versionNumbered(state, 4)?.kept, versionNumbered(state, 9)], [false, null]);
  });
});

/** A server that answers when it is told to, and what was asked of it. */
class Server {
  /** @type {{cursor: string | null, answer: (part: unknown) => void, refuse: (error: Error) => void}[]} */
  asked = [];

  list = (_id, cursor, signal) => new Promise((answer, refuse) => {
    this.asked.push({ cursor, answer, refuse });
    signal.addEventListener("abort", () => refuse(Object.assign(new Error(), { name: "AbortError" })));
  });
}

function history() {
  const server = new Server();
  const failures = [];
  const life = new AbortController();
  const calls = { changed: () => {}, failed: (problem) => failures.push(problem.code) };
  return { server, failures, life, history: new VersionHistory(server, "d", calls, life.signal) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a document's history", () => {
  test("is asked for once, however often it is begun", async () => {
    const { server, history: versionsOf } = history();
    versionsOf.begin();
    versionsOf.begin();
    assert.equal(server.asked.length, 1);
    server.asked[0]?.answer({ versions: versions(3, 1, true), next: null });
    await settled();
    versionsOf.begin();
    versionsOf.more();
    assert.equal(server.asked.length, 1, "it is complete");
  });

  test("hears of a new version, and not of one that it knows", async () => {
    const { server, history: versionsOf } = history();
    versionsOf.heard(document({ version: 9 }));
    assert.equal(server.asked.length, 0, "no list has asked for it yet");
    versionsOf.begin();
    server.asked[0]?.answer({ versions: versions(3, 1, true), next: null });
    await settled();
    versionsOf.heard(document({ version: 3 }));
    assert.equal(server.asked.length, 1);
    versionsOf.heard(document({ version: 4 }));
    server.asked[1]?.answer({ versions: versions(4, 1, true), next: null });
    await settled();
    assert.equal(currentNumber(versionsOf.state), 4);
  });

  test("an answer that is overtaken by news does not come after it", async () => {
    const { server, failures, history: versionsOf } = history();
    versionsOf.begin();
    versionsOf.heard(document({ version: 4 }));
    server.asked[1]?.answer({ versions: versions(4, 1, true), next: null });
    server.asked[0]?.answer({ versions: versions(3, 1, true), next: null });
    await settled();
    assert.deepEqual([currentNumber(versionsOf.state), failures], [4, []]);
  });

  test("tries again where it failed", async () => {
    const { server, failures, history: versionsOf } = history();
    versionsOf.begin();
    server.asked[0]?.answer({ versions: versions(9, 7, true), next: "7" });
    await settled();
    versionsOf.more();
    server.asked[1]?.refuse(new ApiProblem(503, "busy", ""));
    await settled();
    assert.deepEqual([versionsOf.state.status, failures], ["failed", ["busy"]]);
    versionsOf.retry();
    assert.equal(server.asked[2]?.cursor, "7");
    server.asked[2]?.answer({ versions: versions(6, 1), next: null });
    await settled();
    assert.equal(versionsOf.state.versions.length, 9);
  });

  test("is over with what it belongs to", async () => {
    const { server, failures, life, history: versionsOf } = history();
    versionsOf.begin();
    life.abort();
    await settled();
    versionsOf.heard(document({ version: 4 }));
    assert.deepEqual([server.asked.length, failures], [1, []]);
  });
});
