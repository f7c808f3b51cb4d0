/** Long work of the server, and imports from the web, which are such work. */

/**
 * A job as the API has it.
 * @typedef {object} Job
 * @property {number} id counted since the server's start
 * @property {string} kind
 * @property {string} title
 * @property {"running" | "suspended" | "cancelling" | "finished" | "failed" | "cancelled"} state
 * @property {number} done
 * @property {number | null} [total]
 * @property {"items" | "bytes"} [unit] of both numbers
 * @property {string} [url] what it fetches; such a job can be suspended
 * @property {string} [document] the id of the document that it made
 * @property {string} started
 * @property {string} [ended]
 * @property {string} [detail]
 * @property {string} [code] of a failure, as that of a problem
 */

/** @typedef {Pick<JobApi, "importFrom">} JobImports */

export class JobApi {
  #api;

  /** @param {Pick<import("./api.js").Api, "ask">} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * All jobs that go on or ended lately, the newest first.
   * @param {AbortSignal} signal
   * @returns {Promise<readonly Job[]>}
   */
  async jobs(signal) {
    /** @type {{jobs: Job[]}} */
    const { jobs } = await this.#api.ask("/jobs", { signal });
    return jobs;
  }

  /**
   * Asks a job to stop, to rest or to go on.
   * @param {number} id
   * @param {"cancel" | "suspend" | "resume"} command
   * @returns {Promise<Job>}
   */
  tell(id, command) {
    return this.#api.ask(`/jobs/${id}/${command}`, { method: "POST" });
  }

  /**
   * Has the server fetch a document from a web address.
   * @param {{url: string, folder: string, name?: string}} source
   * @returns {Promise<Job>}
   */
  importFrom(source) {
    const headers = { "Content-Type": "application/json" };
    return this.#api.ask("/imports", { method: "POST", headers, body: JSON.stringify(source) });
  }
}
