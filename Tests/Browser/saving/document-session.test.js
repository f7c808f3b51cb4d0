import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DocumentSession } from "../../../Public/saving/document-session.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";

/** @typedef {import("../../../Public/api/api.js").Document} Document */
/** @typedef {import("../../../Public/api/session-api.js").Session} Session */

const BOARD = /** @type {Document} */ ({ id: "d", name: "Plan.board", folder: "", sha256: "one", version: 1 });

/** @param {Partial<Session>} facts @returns {Session} */
function session(facts) {
  return { id: "s1", state: "clean", base: { sha256: "two", version: 2 }, loaded: "one", savingError: null, ...facts };
}

/** A server that answers what it is told to, and tells what it was asked. */
function started() {
  /** @type {string[]} */
  const asked = [];
  /** @type {(Partial<Session> | string | Promise<Partial<Session> | string>)[]} sessions, or codes of refusals, for each content */
  const answers = [];
  let opened = 0;
  const api = {
    openSession: async (/** @type {string} */ id, /** @type {string} */ loaded) => {
      opened += 1;
      asked.push(`open ${id} ${loaded}`);
      return session({ id: `s${opened}`, loaded });
    },
    session: async (/** @type {string} */ id, /** @type {string} */ name) => {
      asked.push(`ask ${name}`);
      const answer = answers.shift() ?? {};
      if (typeof answer === "string") throw new ApiProblem(409, answer, "");
      return session(answer);
    },
    /** @type {(...handed: [string, string, string, {sequence: number, loaded: string, leaving: boolean}]) => Promise<Session>} */
    handOver: async (id, name, text, { sequence, loaded, leaving }) => {
      asked.push(`${leaving ? "last" : "hand"} ${name} ${sequence} ${loaded} ${text.length > 99 ? "…" : text}`);
      const answer = await (answers.shift() ?? {});
      if (typeof answer === "string") throw new ApiProblem(409, answer, "");
      return session(answer);
    },
    decide: async (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ keep) => {
      asked.push(`decide ${id} ${name} ${keep}`);
      const answer = answers.shift() ?? {};
      if (typeof answer === "string") throw new ApiProblem(404, answer, "");
      const copy = { ...BOARD, id: "copy", name: "Plan (conflict).board", sha256: "mine" };
      return { session: session(answer), document: keep === "both" ? copy : { ...BOARD, sha256: "mine", version: 3 } };
    },
    closeSession: async (/** @type {string} */ id, /** @type {string} */ name) => void asked.push(`close ${id} ${name}`),
  };
  return { store: new DocumentSession(api, BOARD, "text/plain"), asked, answers };
}

describe("a board that is worked on", () => {
  test("is handed over with growing numbers, as a change of what was read", async () => {
    const { store, asked } = started();
    assert.equal(await store.save("a", false), "stored");
    assert.equal(await store.save("b", false), "stored");
    assert.deepEqual(asked, ["open d one", "hand s1 1 one a", "hand s1 2 one b"]);
    assert.deepEqual([store.document.sha256, store.document.version], ["two", 2]);
  });

  test("is handed over at once when the page goes away", async () => {
    const { store, asked } = started();
    await store.open();
    const saved = store.save("a", true);
    assert.deepEqual(asked, ["open d one", "last s1 1 one a"], "before any caller waited");
    assert.equal(await saved, "stored");
    await store.save("x".repeat(70_000), true);
    assert.equal(asked.at(-1), "hand s1 2 one …", "what browsers do not take with them goes as usual");
  });

  test("opens one session for all that ask for it at the same time", async () => {
    const { store, asked } = started();
    await Promise.all([store.open(), store.open(), store.save("a", false)]);
    assert.deepEqual(asked, ["open d one", "hand s1 1 one a"]);
  });

  test("goes on in another session when the server has let go of the first", async () => {
    for (const code of ["session-closed", "not-found"]) {
      const { store, asked, answers } = started();
      await store.open();
      answers.push(code);
      assert.equal(await store.save("a", false), "stored");
      assert.deepEqual(asked, ["open d one", "hand s1 1 one a", "open d one", "hand s2 1 one a"]);
    }
  });

  test("lets the server know that the board is still open, and finds out when that was too late", async () => {
    const { store, asked, answers } = started();
    await store.stay();
    await store.stay();
    answers.push("offline");
    await store.stay();
    answers.push("session-closed");
    await store.stay();
    assert.deepEqual(asked, ["open d one", "ask s1", "ask s1", "ask s1", "open d one"]);
  });

  test("says when it is in conflict, when it could not be saved, and when other clients have gone on", async () => {
    const { store, answers } = started();
    answers.push({ state: "inConflict" });
    assert.equal(await store.save("a", false), "conflict");
    answers.push({ state: "savingError", savingError: { code: "storage-full", detail: "the disk is full" } });
    await assert.rejects(store.save("b", false), { code: "storage-full" });
    answers.push({ loaded: "theirs", base: { sha256: "theirs", version: 9 } });
    assert.equal(await store.save("c", false), "behind");
    assert.equal(store.document.sha256, "one", "the content of another client is not taken for what is shown");
    answers.push("too-large");
    await assert.rejects(store.save("d", false), { code: "too-large" });
  });
});

describe("a board that is handed over while something is on its way", () => {
  /** The answer to one content, given when a test says so. @returns {[Promise<Partial<Session> | string>, (answer: Partial<Session> | string) => void]} */
  function late() {
    /** @type {(answer: Partial<Session> | string) => void} */
    let answer = () => {};
    return [new Promise((resolve) => { answer = resolve; }), (given) => answer(given)];
  }

  /** Two on their way, in a session that is open. @param {string} first @param {string} second */
  async function both(first, second) {
    const played = started();
    await played.store.open();
    const [[one, answerFirst], [two, answerSecond]] = [late(), late()];
    played.answers.push(one, two);
    const saved = [played.store.save(first, false), played.store.save(second, true)];
    return { ...played, saved, answerFirst, answerSecond };
  }

  test("goes behind it at once, with the next number", async () => {
    const { asked, saved, answerFirst, answerSecond } = await both("a", "b");
    assert.deepEqual(asked, ["open d one", "hand s1 1 one a", "last s1 2 one b"]);
    answerFirst({});
    answerSecond({});
    assert.deepEqual(await Promise.all(saved), ["stored", "stored"]);
  });

  test("is the one that counts where the earlier one is answered later", async () => {
    const { store, saved, answerFirst, answerSecond } = await both("a", "b");
    answerSecond({ base: { sha256: "three", version: 3 } });
    await saved[1];
    answerFirst({});
    await saved[0];
    assert.deepEqual([store.document.sha256, store.document.version], ["three", 3]);
  });

  test("has the same number where it is the same, and is not sent twice for the same reason", async () => {
    const { store, asked, saved, answerFirst, answerSecond } = await both("a", "a");
    assert.deepEqual(asked.slice(1), ["hand s1 1 one a", "last s1 1 one a"]);
    const third = [store.save("a", true), store.save("a", false)];
    assert.equal(asked.length, 3);
    answerFirst({});
    answerSecond({});
    assert.deepEqual(await Promise.all([...saved, ...third]), ["stored", "stored", "stored", "stored"]);
    await store.save("a", false);
    assert.equal(asked.at(-1), "hand s1 2 one a", "once it was answered it is another");
  });

  test("goes on alone in another session when the server has let go of the first", async () => {
    for (const order of [[0, 1], [1, 0]]) {
      const { asked, saved, answerFirst, answerSecond } = await both("a", "b");
      for (const index of order) [answerFirst, answerSecond][index]?.("session-closed");
      const [first, second] = await Promise.allSettled(saved);
      assert.deepEqual([first?.status, second?.status], ["rejected", "fulfilled"]);
      assert.deepEqual(asked.slice(3), ["open d one", "last s2 1 one b"]);
    }
  });
});

describe("a conflict", () => {
  test("decided for mine goes on with that", async () => {
    const { store, asked, answers } = started();
    await store.save("a", false);
    answers.push({ loaded: "mine" });
    assert.equal(await store.decide("mine"), "stored");
    assert.deepEqual([store.document.id, store.document.sha256, store.document.version], ["d", "mine", 3]);
    answers.push({ loaded: "mine" });
    assert.equal(await store.save("b", false), "stored");
    assert.equal(asked.at(-1), "hand s1 2 mine b");
  });

  test("decided for theirs is read again", async () => {
    const { store } = started();
    await store.save("a", false);
    assert.equal(await store.decide("theirs"), "behind");
  });

  test("decided for both goes on in a document of its own", async () => {
    const { store, asked, answers } = started();
    await store.save("a", false);
    answers.push({ loaded: "theirs" });
    assert.equal(await store.decide("both"), "stored");
    assert.equal(store.document.id, "copy");
    answers.push({ loaded: "mine" });
    assert.equal(await store.save("b", false), "stored");
    assert.deepEqual(asked.slice(2), ["decide d s1 both", "close d s1", "open copy mine", "hand s2 1 mine b"]);
  });

  test("decided by another client is read again, and one that cannot be decided stays", async () => {
    const { store, answers } = started();
    assert.equal(await store.decide("mine"), "behind", "without a session there is none");
    await store.save("a", false);
    answers.push({ state: "inConflict" }, { state: "clean" }, "session-closed", "offline");
    assert.deepEqual(
      [await store.ask(), await store.ask(), await store.ask(), await store.ask()],
      ["conflict", "behind", "behind", "conflict"],
    );
    answers.push("not-found");
    assert.equal(await store.decide("mine"), "behind");
    answers.push("version-conflict");
    await assert.rejects(store.decide("mine"), { code: "version-conflict" });
  });

  test("a session that is closed is opened again by the next change", async () => {
    const { store, asked } = started();
    store.close();
    await store.save("a", false);
    store.close();
    await store.save("b", false);
    assert.deepEqual(asked.slice(2), ["close d s1", "open d two", "hand s2 1 two b"]);
  });
});
