/**
 * Sends what waits, in order and one after the other, each change held against the document as it was read just before.
 *
 *     resting ──begin──► alone ──► reading ──► sending ──► the next one … ──► resting
 *                                    │            └─ changed meanwhile: read again
 *                                    └─ no connection, busy, signed out: resting, and again after a while or when it is asked
 */

import { ApiProblem } from "../api-problem.js";
import { decide } from "./change-decision.js";
import { queueOf } from "./change-queue.js";
import { COPY_NOT_MADE, isFor, isOnlyHere, makeCopy } from "./waiting-copies.js";

/** @typedef {import("../api.js").Document} Document */
/** @typedef {import("./change-decision.js").Decision} Decision */
/** @typedef {import("./change-queue.js").Entry} Entry */
/** @typedef {import("./change-queue.js").Field} Field */
/** @typedef {import("./change-queue.js").FieldValue} FieldValue */
/** @typedef {import("./change-queue.js").PlaceValue} PlaceValue */
/** @typedef {import("./change-queue.js").QueuedChange} QueuedChange */

/**
 * A change that could not be made, with all that it was to do.
 * @typedef {object} Refusal
 * @property {string} id
 * @property {string} code a conflict, `folder-gone`, or the server's code
 * @property {string} detail the server's own sentence
 * @property {Document} document as it is; as it was where it is gone
 * @property {Field} field
 * @property {FieldValue} before
 * @property {FieldValue} after
 */

/** A document as it was read, with its entity tag; null where there is none. */
/** @typedef {{readonly document: Document, readonly etag: string} | null} Read */

/**
 * @typedef {object} SenderPorts
 * @property {Pick<import("./change-log.js").ChangeLog, "entries" | "reread" | "attempt" | "remove" | "refuse" | "rename">} log
 * @property {(id: string) => Promise<Read>} read
 * @property {Pick<import("./waiting-folders.js").WaitingFolders, "has" | "send">} folders
 * @property {(decided: Exclude<Decision, {does: "nothing" | "tell"}>, read: NonNullable<Read>, numbered: boolean) => Promise<Document | null>} send
 *   answered with the document as it is then; null where the answer has none
 * @property {(body: () => Promise<void>) => Promise<void>} alone runs it while no other tab sends
 * @property {(document: Document | null) => void} settled called after each change, with the document as the server has it
 * @property {(path: string, options: RequestInit) => Promise<Response>} ask below the API's root; fails with a problem
 * @property {() => Promise<import("./waiting-layings.js").Laying>} laying makes boards, and lays pages on them
 * @property {(id: string, made: Document) => void} renamed called when a copy that was only here is on the server
 * @property {(refusal: Refusal) => void} refused
 * @property {() => void} drained called when nothing waits any more
 * @property {(problem: ApiProblem) => void} stopped called when the rest waits on
 * @property {Pick<import("../../shell/timer.js").Timer, "set" | "clear">} timer
 */

/** So often a document may be changed by others between a reading and a change. */
const MOST_TRIES = 4;

/** Before the first try after one that failed, in ms; each further one waits twice as long. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

export class ChangeSender {
  #ports;
  #failures = 0;
  /** Over in the very moment in which it looks for no more: what begins it after that begins it anew. */
  #isSending = false;
  #wantsMore = false;

  /** @param {SenderPorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /** Sends the changes that wait; once more where some were added meanwhile. */
  begin() {
    this.#wantsMore = true;
    if (!this.#isSending) void this.#sendOn();
  }

  async #sendOn() {
    this.#isSending = true;
    try {
      while (this.#wantsMore && this.#hasEntries) {
        this.#wantsMore = false;
        this.#ports.timer.clear();
        await this.#ports.alone(() => this.#drain()).then(() => (this.#failures = 0), (error) => this.#later(ApiProblem.from(error)));
      }
    } finally {
      this.#isSending = false;
    }
  }

  get #hasEntries() {
    this.#ports.log.reread();
    return this.#ports.log.entries.length > 0;
  }

  async #drain() {
    const { log, drained } = this.#ports;
    for (let hasSent = false; ; hasSent = true) {
      log.reread();
      const { changes: [next], spent } = queueOf(log.entries);
      if (spent.length > 0) log.remove(spent);
      if (!next) return void (hasSent && drained());
      await this.#make(next);
    }
  }

  /** @param {QueuedChange} change */
  async #make(change) {
    if (change.field === "folder") return this.#makeFolder(change);
    if (change.field === "laid" && isOnlyHere(change.id)) return this.#makeBoard(change);
    for (let tries = 1; ; tries += 1) {
      const read = await this.#ports.read(change.field === "copied" ? String(change.after) : change.id);
      try {
        return await this.#try(change, read);
      } catch (error) {
        const problem = ApiProblem.from(error);
        if (isPassing(problem)) throw problem;
        const isBehind = problem.status === 412 || problem.status === 404;
        if (!isBehind || tries === MOST_TRIES) return this.#refuse(change, read, problem.code, problem.detail);
      }
    }
  }

  /** @param {QueuedChange} change */
  async #makeFolder(change) {
    const { log, folders } = this.#ports;
    try {
      const conflict = await folders.send(change, () => log.attempt(change.entries));
      return conflict === null ? this.#settle(change, null) : this.#refuse(change, null, conflict, "");
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (isPassing(problem)) throw problem;
      return this.#refuse(change, null, problem.code, problem.detail);
    }
  }

  /**
   * @param {QueuedChange} change
   * @param {Read} read
   */
  async #try(change, read) {
    const decided = decide(change, read?.document ?? null);
    if (decided.does === "tell") return this.#refuse(change, read, decided.conflict, "");
    if (decided.does === "nothing" || read === null) return this.#settle(change, read?.document ?? null);
    if (change.field === "copied") return this.#makeCopy(change);
    if (change.field === "laid") return this.#lay(change);
    const folder = decided.does === "change" ? decided.facts.folder : undefined;
    const makes = change.entries.some((entry) => entry.makes);
    if (folder && !makes && !(await this.#ports.folders.has(folder))) return this.#refuse(change, read, "folder-gone", "");
    this.#ports.log.attempt(change.entries);
    return this.#settle(change, await this.#ports.send(decided, read, isNumbered(change)));
  }

  /** @param {QueuedChange} change */
  async #makeCopy(change) {
    const { log, ask, folders, renamed } = this.#ports;
    const { document: { id, folder }, entries } = change;
    const makes = entries.some((entry) => entry.makes);
    if (folder && !makes && !(await folders.has(folder))) return this.#refuse(change, null, "folder-gone", "");
    if (folder && makes) await ask("/folders", { method: "POST", body: JSON.stringify({ folder, parents: true }) });
    const made = await makeCopy(change, { ask, attempted: (there) => log.attempt(entries, { there }) });
    log.remove(entries);
    if (made) {
      log.rename(change.document, made);
      renamed(id, made);
    }
    return this.#ports.settled(made);
  }

  /**
   * Makes the board that pages are to lie on; these are laid in the next step.
   * @param {QueuedChange} change
   */
  async #makeBoard(change) {
    const { log, laying, ask, renamed, settled } = this.#ports;
    try {
      const { make } = await laying();
      log.attempt(change.entries);
      const made = await make(change, ask);
      log.rename(change.document, made);
      renamed(change.id, made);
      return settled(made);
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (isPassing(problem)) throw problem;
      return this.#refuse(change, null, problem.code, problem.detail);
    }
  }

  /**
   * Pages that are missing are told of, and keep no others from the board.
   * @param {QueuedChange} change
   */
  async #lay(change) {
    const { log, laying, ask, refused } = this.#ports;
    const { lay } = await laying();
    log.attempt(change.entries);
    const { board, missing } = await lay(change, ask);
    const refusal = { id: change.entries[0]?.id ?? "", code: "pages-missing", detail: "", document: board, field: change.field, before: null, after: missing };
    if (missing.length > 0) log.refuse(refusal);
    this.#settle(change, board);
    if (missing.length > 0) refused(refusal);
  }

  /**
   * @param {QueuedChange} change
   * @param {Document | null} document
   */
  #settle({ entries }, document) {
    this.#ports.log.remove(entries);
    this.#ports.settled(document);
  }

  /**
   * It is kept as refused before it is no longer kept as waiting: a tab that ends in between tells of it once.
   * @param {QueuedChange} change
   * @param {Read} read
   * @param {string} code
   * @param {string} detail
   */
  #refuse(change, read, code, detail) {
    const { field, before, after, entries } = change;
    const refusal = { id: entries[0]?.id ?? "", code, detail, document: (field !== "copied" && read?.document) || change.document, field, before, after };
    const waiting = field === "copied" ? this.#waitingFor(change.id) : [];
    this.#ports.log.refuse(refusal);
    this.#settle(change, read?.document ?? null);
    this.#ports.refused(refusal);
    for (const one of waiting) this.#refuse(one, null, COPY_NOT_MADE, "");
  }

  /**
   * The changes of a copy, and copies of it.
   * @param {string} copy
   */
  #waitingFor(copy) {
    return queueOf(this.#ports.log.entries).changes.filter((change) => isFor(change, copy));
  }

  /** @param {ApiProblem} problem */
  #later(problem) {
    this.#ports.stopped(problem);
    if (problem.signedOut) return;
    const wait = Math.min(LONGEST_WAIT, Math.max(FIRST_WAIT * 2 ** Math.min(this.#failures, 6), (problem.retryAfter ?? 0) * 1000));
    this.#failures += 1;
    this.#ports.timer.set(wait, () => this.begin());
  }
}

/** @param {ApiProblem} problem after which the change waits on */
function isPassing(problem) {
  return problem.mayPass || problem.signedOut || problem.code === "aborted";
}

/** @param {QueuedChange} change */
function isNumbered({ entries, before, after, field }) {
  const isRenamed = field === "place" && /** @type {PlaceValue} */ (before).name !== /** @type {PlaceValue} */ (after).name;
  return !isRenamed && entries.some(({ numbered }) => numbered);
}
