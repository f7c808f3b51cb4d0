import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ApiProblem } from "../../../Public/api/api-problem.js";
import { jobEnd, tellJob } from "../../../Public/api/job-ends.js";

const job = (id, state) => ({ id, state });
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

describe("the end of a job", () => {
  test("is heard from the stream, and of no other job", async () => {
    const end = jobEnd({ ask: async () => job(7, "running") }, 7, () => {});
    await turn();
    tellJob(job(8, "finished"));
    tellJob(job(7, "running"));
    tellJob(job(7, "cancelled"));
    assert.deepEqual(await end, job(7, "cancelled"));
  });

  test("is found by asking again, where the stream did not tell", async () => {
    const answers = [job(9, "running"), new TypeError("offline"), job(9, "finished")];
    const ask = async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    assert.deepEqual(await jobEnd({ ask }, 9, (again) => setImmediate(again)), job(9, "finished"));
  });

  test("is unknown where the server has forgotten the job", async () => {
    const gone = async () => { throw new ApiProblem(404, "not-found", ""); };
    assert.equal(await jobEnd({ ask: gone }, 10, () => {}), null);
  });
});
