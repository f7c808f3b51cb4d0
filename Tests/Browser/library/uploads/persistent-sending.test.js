import assert from "node:assert/strict";
import { File } from "node:buffer";
import { describe, test } from "node:test";
import { ApiProblem } from "../../../../Public/api/api-problem.js";
import { MOST_REFUSALS, persist, PIECE_BYTES, sendInPieces, waitOf } from "../../../../Public/library/uploads/persistent-sending.js";

// Before version 20 Node has it in a module alone.
globalThis.File ??= File;

const file = (size = 3) => new File([new Uint8Array(size)], "a.bin", { lastModified: 1 });

/** Ports that note the calls of a sending; pauses take no time. */
function ports() {
  const told = { pauses: [], stalled: [] };
  return {
    told, stalled: (isStalled) => told.stalled.push(isStalled), pause: async (milliseconds) => void told.pauses.push(milliseconds),
  };
}

/** Fails with these problems, one after the other, and then succeeds. */
function failing(...problems) {
  let calls = 0;
  const attempt = async () => {
    calls += 1;
    const problem = problems.shift();
    if (problem) throw problem;
    return "done";
  };
  return { attempt, get calls() { return calls; } };
}

const refusal = (status, code = "", retryAfter = null) => ApiProblem.parse(status, JSON.stringify({ code }), retryAfter);

describe("something that is tried until it is done", () => {
  test("goes on by itself however often the connection is lost, and says so meanwhile", async () => {
    const work = failing(...Array.from({ length: 20 }, () => ApiProblem.offline()));
    const sending = ports();
    assert.equal(await persist(work.attempt, file(), sending, new AbortController().signal), "done");
    assert.equal(work.calls, 21);
    assert.deepEqual(sending.told.stalled, [...Array.from({ length: 20 }, () => true), false]);
    assert.ok(sending.told.pauses.every((pause, index, all) => index === 0 || pause >= all[index - 1]));
  });

  test("gives a server in trouble some tries, and waits as long as it says", async () => {
    const trouble = Array.from({ length: MOST_REFUSALS }, () => refusal(503, "busy", 7));
    const sending = ports();
    const tried = persist(failing(...trouble).attempt, file(), sending, new AbortController().signal);
    await assert.rejects(tried, { code: "busy" });
    assert.deepEqual(sending.told.pauses, [7000, 7000, 7000, 8000, 16_000]);
  });

  for (const [status, code] of [[400, "invalid-name"], [413, "too-large"], [401, "signed-out"], [507, "storage-full"], [403, "read-only"], [409, "name-taken"]]) {
    test(`is not tried again after ${code}`, async () => {
      const work = failing(refusal(status, code));
      await assert.rejects(persist(work.attempt, file(), ports(), new AbortController().signal), { code });
      assert.equal(work.calls, 1);
    });
  }

  test("is not waited for once its file cannot be read any more, which looks like a lost connection", async () => {
    const gone = { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) }) };
    await assert.rejects(persist(failing(ApiProblem.offline()).attempt, gone, ports(), new AbortController().signal), { code: "file-gone" });
  });

  test("ends when it is given up", async () => {
    const controller = new AbortController();
    const sending = { ...ports(), pause: async () => controller.abort() };
    await assert.rejects(persist(failing(ApiProblem.offline()).attempt, file(), sending, controller.signal), { code: "aborted" });
  });

  test("waits twice as long each time, and half a minute at most", () => {
    assert.deepEqual([1, 2, 3, 6, 99].map((failures) => waitOf(failures, null)), [1000, 2000, 4000, 30_000, 30_000]);
  });
});

/** A server that keeps the bytes of uploads, and fails where it is told to. */
class PlayedServer {
  uploads = new Map();
  log = [];
  /** Problems of the coming pieces; null for none. */
  troubles = [];
  #size = 0;

  async begin({ size }) {
    const address = `/api/v1/uploads/${this.uploads.size + 1}`;
    this.#size = size;
    this.uploads.set(address, 0);
    this.log.push(`begin ${address}`);
    return address;
  }

  async standing(address) {
    this.log.push(`look ${address}`);
    return this.uploads.has(address) ? this.#standing(address) : null;
  }

  async send(address, piece, { offset, progress }) {
    const trouble = this.troubles.shift();
    if (trouble?.kept) this.uploads.set(address, offset + trouble.kept);
    if (trouble) throw trouble.problem;
    if (offset !== this.uploads.get(address)) throw refusal(409, "offset-mismatch");
    this.uploads.set(address, offset + piece.size);
    progress(offset + piece.size);
    this.log.push(`send ${offset}+${piece.size}`);
    return this.#standing(address);
  }

  #standing(address) {
    const offset = this.uploads.get(address);
    return { offset, document: offset === this.#size ? "doc" : null };
  }
}

async function sent(server, size, address = null) {
  const facts = { began: [], progress: [] };
  const target = {
    facts: { name: "a.bin", folder: "", size }, address,
    began: (begun) => facts.began.push(begun), progress: (bytes) => facts.progress.push(bytes),
  };
  const id = await sendInPieces(file(size), target, server, ports(), new AbortController().signal);
  return { id, ...facts };
}

describe("a file that is sent in pieces", () => {
  test("arrives piece by piece", async () => {
    const server = new PlayedServer();
    const { id, began, progress } = await sent(server, PIECE_BYTES * 2 + 5);
    assert.equal(id, "doc");
    assert.deepEqual(began, ["/api/v1/uploads/1"]);
    assert.deepEqual(server.log, [
      "begin /api/v1/uploads/1", `send 0+${PIECE_BYTES}`, `send ${PIECE_BYTES}+${PIECE_BYTES}`, `send ${2 * PIECE_BYTES}+5`,
    ]);
    assert.equal(progress.at(-1), PIECE_BYTES * 2 + 5);
  });

  test("goes on from what the server kept when the connection was lost in the middle of a piece", async () => {
    const server = new PlayedServer();
    server.troubles = [undefined, { problem: ApiProblem.offline(), kept: 100 }];
    await sent(server, PIECE_BYTES * 2);
    assert.deepEqual(server.log.slice(1), [
      `send 0+${PIECE_BYTES}`, "look /api/v1/uploads/1", `send ${PIECE_BYTES + 100}+${PIECE_BYTES - 100}`,
    ]);
  });

  test("goes on from an earlier page's upload, and begins anew where the server has dropped that", async () => {
    const server = new PlayedServer();
    await server.begin({ size: 20 });
    server.uploads.set("/api/v1/uploads/1", 12);
    assert.deepEqual((await sent(server, 20, "/api/v1/uploads/1")).began, []);
    assert.deepEqual(server.log.slice(1), ["look /api/v1/uploads/1", "send 12+8"]);
    const other = new PlayedServer();
    assert.deepEqual((await sent(other, 20, "/api/v1/uploads/9")).began, ["/api/v1/uploads/1"]);
  });

  test("asks for the document where only the answer to the last piece was lost", async () => {
    const server = new PlayedServer();
    server.troubles = [{ problem: ApiProblem.offline(), kept: 20 }];
    assert.equal((await sent(server, 20)).id, "doc");
    assert.deepEqual(server.log, ["begin /api/v1/uploads/1", "look /api/v1/uploads/1"]);
  });
});
