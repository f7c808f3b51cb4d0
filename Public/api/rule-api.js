/** Rules: searches with actions on documents that arrive, and on those that are there. */

/**
 * @typedef {object} RuleActions
 * @property {readonly string[]} tags
 * @property {string | null} folder "" is the library itself, null for no move
 * @property {boolean} favourite
 */

/**
 * A rule as a person chooses it.
 * @typedef {object} RuleDraft
 * @property {string} name
 * @property {string} query
 * @property {RuleActions} actions
 * @property {boolean} on
 */

/** @typedef {RuleDraft & {readonly id: string, readonly problem?: string, readonly etag?: string}} Rule `etag` names the state that was read */

/**
 * The changes that a rule would make.
 * @typedef {object} RuleTrial
 * @property {number} total
 * @property {boolean} partial
 * @property {readonly RuleChange[]} documents
 * @property {string} [problem]
 */

/**
 * @typedef {object} RuleChange
 * @property {{id: string, name: string}} document
 * @property {readonly string[]} tags
 * @property {boolean} favourite
 * @property {{from: string, to: string} | null} folder
 * @property {boolean} unchanged
 */

/**
 * Changes that rules made, as one step.
 * @typedef {{id: string, author?: string, rules?: readonly string[], undoes?: string, operations: number}} RuleBatch
 */

/** So long an answer waits for the end of a job, in seconds. */
const WAIT_SECONDS = 30;

export class RuleApi {
  #api;

  /** @param {Pick<import("./api.js").Api, "ask" | "send">} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * All rules in their order.
   * @param {AbortSignal} signal
   * @returns {Promise<{rules: readonly Rule[]}>}
   */
  rules(signal) {
    return this.#api.ask("/rules", { signal });
  }

  /**
   * Keeps a rule in place of what it was, at a place of the order where one is given.
   * @param {Rule} rule `etag` of the state that it takes the place of; any, where it has none
   * @param {number} [position]
   * @returns {Promise<Rule>}
   */
  change({ id, name, query, actions, on, etag }, position) {
    const body = JSON.stringify({ name, query, actions, on, ...(position === undefined ? {} : { position }) });
    return this.#api.ask(`/rules/${encodeURIComponent(id)}`, { method: "PUT", body, ...asRead(etag) });
  }

  /**
   * @param {RuleDraft} draft
   * @returns {Promise<Rule>}
   */
  add({ name, query, actions, on }) {
    return this.#api.ask("/rules", { method: "POST", body: JSON.stringify({ name, query, actions, on }) });
  }

  /** @param {Pick<Rule, "id" | "etag">} rule */
  async remove({ id, etag }) {
    await this.#api.send(`/rules/${encodeURIComponent(id)}`, { method: "DELETE", ...asRead(etag) });
  }

  /**
   * Tells the changes that a rule would make; none is made.
   * @param {Pick<RuleDraft, "query"> & Partial<RuleDraft>} draft
   * @param {AbortSignal} signal
   * @returns {Promise<RuleTrial>}
   */
  try({ query, actions }, signal) {
    return this.#api.ask("/rules/try", { method: "POST", body: JSON.stringify({ query, actions }), signal });
  }

  /**
   * Applies a rule to what is there; the job as it ended.
   * @param {Pick<Rule, "id" | "etag">} rule
   * @returns {Promise<import("./job-api.js").Job & {batch?: string}>}
   */
  async apply({ id, etag }) {
    /** @type {import("./job-api.js").Job & {batch?: string}} */
    let job = await this.#api.ask(`/rules/${encodeURIComponent(id)}/apply`, { method: "POST", ...asRead(etag) });
    while (["running", "cancelling"].includes(job.state)) job = await this.#api.ask(`/jobs/${job.id}?wait=${WAIT_SECONDS}`, {});
    return job;
  }

  /**
   * The changes that rules made lately and that can be undone, the last one first.
   * @param {AbortSignal} signal
   * @returns {Promise<readonly RuleBatch[]>}
   */
  async done(signal) {
    /** @type {{batches: RuleBatch[]}} */
    const { batches } = await this.#api.ask("/batches", { signal });
    const undone = new Set(batches.map(({ undoes }) => undoes));
    return batches.filter(({ id, rules }) => rules && !undone.has(id));
  }

  /** @param {string} batch */
  async undo(batch) {
    await this.#api.ask(`/batches/${encodeURIComponent(batch)}/undo`, { method: "POST" });
  }
}

/**
 * The header by which a change is refused where its subject is another than it was.
 * @param {string | undefined} etag
 * @returns {RequestInit}
 */
function asRead(etag) {
  return etag === undefined ? {} : { headers: { "If-Match": etag } };
}
