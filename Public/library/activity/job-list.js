/** Jobs of the server as they are listed: those that go on, and what ended lately. Pure and immutable. */

/** @typedef {import("../../api/job-api.js").Job} Job */

/** So many of those that ended are kept in view. */
export const MOST_ENDED = 30;

const OVER = new Set(["finished", "failed", "cancelled"]);

/** @type {readonly Job[]} */
export const NO_JOBS = Object.freeze([]);

/** @param {Job} job */
export function isOver(job) {
  return OVER.has(job.state);
}

/**
 * A list that was read: the newest first.
 * @param {readonly Job[]} jobs
 * @returns {readonly Job[]}
 */
export function listed(jobs) {
  const sorted = [...jobs].sort((a, b) => b.id - a.id);
  const ended = sorted.filter(isOver).slice(0, MOST_ENDED);
  return sorted.filter((job) => !isOver(job) || ended.includes(job));
}

/**
 * The list after news of a job. News may come late: one that has ended stays as it ended.
 * @param {readonly Job[]} jobs
 * @param {Job} heard
 * @returns {readonly Job[]}
 */
export function withJob(jobs, heard) {
  const known = jobs.find(({ id }) => id === heard.id);
  if (known && isOver(known) && !isOver(heard)) return jobs;
  return listed([heard, ...jobs.filter((job) => job !== known)]);
}

/**
 * How far a job is, from 0 to 1; null where that is not known.
 * @param {Job} job
 */
export function fractionOf({ done, total }) {
  return total ? Math.min(1, done / total) : null;
}

/**
 * How far all that goes on is, from 0 to 1; null where some of it does not say.
 * @param {readonly Job[]} jobs
 * @param {{active: number, fraction: number}} uploads
 */
export function fractionOfAll(jobs, uploads) {
  const running = jobs.filter((job) => !isOver(job)).map(fractionOf);
  const parts = uploads.active > 0 ? [...running, uploads.fraction] : running;
  if (parts.length === 0 || parts.includes(null)) return null;
  return parts.reduce((/** @type {number} */ sum, part) => sum + (part ?? 0), 0) / parts.length;
}

/**
 * Jobs that were seen to go on and have ended since; those that a person cancelled need not be told.
 * @param {readonly Job[]} before
 * @param {readonly Job[]} now
 */
export function endedSince(before, now) {
  const wentOn = new Set(before.filter((job) => !isOver(job)).map(({ id }) => id));
  return now.filter((job) => wentOn.has(job.id) && isOver(job) && job.state !== "cancelled");
}
