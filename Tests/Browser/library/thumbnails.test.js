import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiProblem, secondsOf } from "../../../Public/api/api-problem.js";
import { isPassing, ThumbnailTries, waitBefore } from "../../../Public/api/thumbnail-tries.js";

/** Tries whose clock is turned by hand, and whose questions are answered in order. */
function tries(answers) {
  const seen = { waits: [], asked: [], shown: 0, signals: [] };
  let action = null;
  const timer = {
    set: (milliseconds, then) => { seen.waits.push(milliseconds); action = then; },
    clear: () => { action = null; },
  };
  const made = new ThumbnailTries({
    timer, again: () => { seen.shown += 1; }, chance: () => 0,
    ask: (url, signal) => { seen.asked.push(url); seen.signals.push(signal); return Promise.resolve(answers.shift() ?? null); },
  });
  const passes = async () => {
    const then = action;
    action = null;
    then?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { made, seen, passes, pending: () => action !== null };
}

const busy = (retryAfter = null) => new ApiProblem(503, "busy", "", retryAfter);

describe("a picture that did not come", () => {
  test("is asked for after 2, 4, 8 seconds and so on, up to a minute", () => {
    const seconds = Array.from({ length: 8 }, (_, index) => waitBefore(index, null, 0) / 1000);
    assert.deepEqual(seconds, [2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test("is never asked for sooner than the server said, nor put off for hours", () => {
    assert.equal(waitBefore(0, 30, 0), 30_000);
    assert.equal(waitBefore(2, 1, 0), 8000);
    assert.equal(waitBefore(0, 86_400, 0), 600_000);
  });

  test("does not come back together with all others", () => {
    assert.deepEqual([waitBefore(0, null, 0), waitBefore(0, null, 1)], [2000, 2500]);
  });

  test("is shown once it is there, and nothing goes on", async () => {
    const { made, seen, passes, pending } = tries([busy(), busy(20), null]);
    made.failed("a");
    await passes();
    await passes();
    await passes();
    assert.deepEqual(seen.waits, [2000, 4000, 20_000]);
    assert.deepEqual([seen.asked, seen.shown, pending()], [["a", "a", "a"], 1, false]);
  });

  test("is asked for on and on while the server is busy or away", async () => {
    const { made, seen, passes, pending } = tries([...Array(30).fill(busy()), ApiProblem.offline()]);
    made.failed("a");
    for (let count = 0; count < 31; count += 1) await passes();
    assert.equal(seen.asked.length, 31);
    assert.ok(pending());
  });

  test("is not asked for again where it was refused", async () => {
    for (const status of [400, 401, 403, 404, 422, 500]) {
      const { made, seen, passes, pending } = tries([new ApiProblem(status, "x", "")]);
      made.failed("a");
      await passes();
      assert.deepEqual([seen.shown, pending()], [0, false], String(status));
    }
  });

  test("counts as damaged where it is there and cannot be seen", async () => {
    const { made, seen, passes, pending } = tries([]);
    for (let count = 0; count < 5; count += 1) {
      made.failed("a");
      await passes();
    }
    assert.deepEqual([seen.asked.length, pending()], [2, false]);
  });

  test("is forgotten when its card goes, also in the middle of the question", async () => {
    const waiting = tries([]);
    waiting.made.failed("a");
    waiting.made.stop();
    assert.equal(waiting.pending(), false);
    const asking = tries([null]);
    asking.made.failed("a");
    const passed = asking.passes();
    asking.made.stop();
    await passed;
    assert.deepEqual([asking.seen.shown, asking.seen.signals[0]?.aborted], [0, true]);
  });

  test("starts from the beginning when another picture is wanted", async () => {
    const { made, seen, passes } = tries([busy(), busy()]);
    made.failed("a");
    await passes();
    made.begin();
    made.failed("b");
    assert.deepEqual(seen.waits, [2000, 4000, 2000]);
    await passes();
    assert.deepEqual(seen.asked, ["a", "b"]);
  });

  test("comes later where the server is busy or cannot be reached, and never where it refuses", () => {
    const passing = [busy(), new ApiProblem(429, "x", ""), ApiProblem.offline()].map(isPassing);
    const final = [new ApiProblem(404, "not-found", ""), new ApiProblem(500, "failed", ""), ApiProblem.aborted()].map(isPassing);
    assert.deepEqual([passing, final], [[true, true, true], [false, false, false]]);
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 10, 22, 4, 0, 0);

  test("is seconds or a date", () => {
    assert.equal(secondsOf("120", now), 120);
    assert.equal(secondsOf(" 0 ", now), 0);
    assert.equal(secondsOf("Sun, 22 Nov 2026 04:00:30 GMT", now), 30);
  });

  test("of the past is now", () => {
    assert.equal(secondsOf("Sun, 22 Nov 2026 03:00:00 GMT", now), 0);
  });

  test("that is missing, or not understood, says nothing", () => {
    for (const header of [null, "", "soon", "-5", "1.5", "1e9", "99999999999", "Sun, not a date GMT", "2026-11-22T04:00:30Z"]) {
      assert.equal(secondsOf(header, now), null, String(header));
    }
  });

  test("goes with a refusal", () => {
    assert.equal(ApiProblem.parse(503, "", 7).retryAfter, 7);
    assert.equal(ApiProblem.parse(503, "").retryAfter, null);
  });
});
