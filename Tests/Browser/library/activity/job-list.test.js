import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { endedSince, fractionOfAll, listed, MOST_ENDED, NO_JOBS, withJob } from "../../../../Public/library/activity/job-list.js";
import { jobInWords } from "../../../../Public/library/activity/job-row.js";
import { rowsInView, SPARE_ROWS } from "../../../../Public/library/activity/row-window.js";

const job = (id, state = "running", facts = {}) => ({ id, kind: "import", title: `Job ${id}`, state, done: 0, started: "", ...facts });
const line = (jobs) => jobs.map(({ id, state }) => `${id}:${state}`).join(" ");

describe("the list of jobs", () => {
  test("has the newest first, however they are told", () => {
    assert.equal(line(listed([job(1), job(3), job(2, "finished")])), "3:running 2:finished 1:running");
    assert.equal(line(withJob(withJob(NO_JOBS, job(1)), job(2))), "2:running 1:running");
  });

  test("follows a job, and takes no late news of one that has ended", () => {
    let jobs = listed([job(1)]);
    for (const state of ["suspended", "running", "cancelling", "cancelled", "running"]) jobs = withJob(jobs, job(1, state));
    assert.equal(line(jobs), "1:cancelled");
  });

  test("keeps all that go on, and the last of those that ended", () => {
    const jobs = listed([job(0), ...Array.from({ length: 100 }, (_, index) => job(index + 1, "finished"))]);
    assert.equal(jobs.length, MOST_ENDED + 1);
    assert.deepEqual([jobs[0].id, jobs.at(-1).id], [100, 0]);
  });

  test("LN-1 tells which were seen to go on and have ended, each once, and none that was cancelled", () => {
    const before = listed([job(1), job(2), job(3, "cancelling"), job(4, "finished"), job(5, "suspended")]);
    const now = listed([job(1, "finished"), job(2, "failed"), job(3, "cancelled"), job(4, "finished"), job(5), job(6, "finished")]);
    assert.equal(line(endedSince(before, now)), "2:failed 1:finished");
    assert.deepEqual(endedSince(now, now), []);
    assert.deepEqual(endedSince(NO_JOBS, now), []);
  });

  test("says how far all is, where all say it", () => {
    const half = job(1, "running", { done: 5, total: 10 });
    assert.equal(fractionOfAll([half], { active: 0, fraction: 0 }), 0.5);
    assert.equal(fractionOfAll([half], { active: 2, fraction: 1 }), 0.75);
    assert.equal(fractionOfAll([half, job(2)], { active: 0, fraction: 0 }), null);
    assert.equal(fractionOfAll([job(2, "finished")], { active: 0, fraction: 0 }), null);
  });
});

describe("a job in words", () => {
  const words = (state, facts) => jobInWords(job(1, state, facts), new Date());

  test("tells its progress in its unit, and no percentage of an unknown whole", () => {
    assert.equal(words("running", { done: 3, total: 1200 }), "3 of 1,200");
    assert.equal(words("running", { done: 1_500_000, total: 3_000_000, unit: "bytes" }), "1.5 MB of 3 MB");
    assert.equal(words("running", { done: 7, total: null }), "7");
    assert.equal(words("running", {}), "Under way");
    assert.equal(words("suspended", { done: 3, total: 4 }), "Paused, 3 of 4");
    assert.equal(words("cancelling", {}), "Stopping…");
  });

  test("tells how it ended", () => {
    assert.equal(words("finished", { detail: "3 documents were removed" }), "3 documents were removed");
    assert.equal(words("failed", { detail: "the disk is full" }), "Failed: the disk is full");
    assert.equal(words("cancelled", {}), "Cancelled");
  });
});

describe("rows in view", () => {
  test("are few of thousands, with some to spare", () => {
    assert.deepEqual(rowsInView(5000, 56, 56_000, 560), { first: 1000 - SPARE_ROWS, end: 1010 + SPARE_ROWS });
  });

  test("end where the list ends", () => {
    assert.deepEqual(rowsInView(3, 56, 0, 560), { first: 0, end: 3 });
    assert.deepEqual(rowsInView(0, 56, -100, 560), { first: 0, end: 0 });
    assert.deepEqual(rowsInView(5, 56, 9999, 560), { first: 5, end: 5 });
  });
});
