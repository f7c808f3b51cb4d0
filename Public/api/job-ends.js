/**
 * The ends of jobs that something waits for. The event stream tells of them; one that was missed is asked for after a while.
 */

import { ApiProblem } from "./api-problem.js";

/** @typedef {import("./job-api.js").Job} Job */

const OVER = new Set(["finished", "failed", "cancelled"]);

const AGAIN_MILLISECONDS = 30_000;

/** @type {Map<number, (job: Job) => void>} */
const waiting = new Map();

/** @param {Job} job as it is now */
export function tellJob(job) {
  if (OVER.has(job.state)) waiting.get(job.id)?.(job);
}

/**
 * Waits until a job has ended.
 * @param {Pick<import("./api.js").Api, "ask">} api
 * @param {number} id
 * @param {(action: () => void, milliseconds: number) => void} [later] calls back once, for tests
 * @returns {Promise<Job | null>} null where the server knows it no more
 */
export function jobEnd(api, id, later = setTimeout) {
  return new Promise((resolve) => {
    const end = (/** @type {Job | null} */ job) => (waiting.delete(id), resolve(job));
    const look = async () => {
      if (waiting.get(id) !== end) return;
      try {
        const job = /** @type {Job} */ (await api.ask(`/jobs/${id}`, {}));
        if (OVER.has(job.state)) return end(job);
      } catch (error) {
        const problem = ApiProblem.from(error);
        if (problem.code === "not-found" || problem.signedOut) return end(null);
      }
      later(() => void look(), AGAIN_MILLISECONDS);
    };
    waiting.set(id, end);
    void look();
  });
}
