/**
 * The marks of a document: at once what a hand did, and by and by what the server has.
 *
 *                     run, undo, redo                     sent                  answered
 *     in step ───────────────────────────► waiting ───────────────► sending ──────────────► in step
 *        ▲                                    ▲  ▲ no connection: later   │
 *        └── heard: edits elsewhere           │  └────────────────────────┤
 *                                             └── more was done ──────────┘
 *
 * A waiting change is kept in the browser until the server has it, also when the window is closed meanwhile.
 */

import { ApiProblem } from "../../api/api-problem.js";
import { compareAnnotations, readAnnotation, writtenAnnotation } from "./annotation.js";
import { NO_HISTORY, possibleChanges, redone, undone, withStep } from "./mark-history.js";

/** @typedef {import("./annotation.js").Annotation} Annotation */
/** @typedef {import("./mark-history.js").MarkHistory} MarkHistory */
/** @typedef {import("../../api/annotation-api.js").AnnotationEdit} AnnotationEdit */
/** @typedef {import("../../api/annotation-api.js").AnnotationNews} AnnotationNews */

/** An annotation that is to be kept, or null where one of this name is to be removed. */
/** @typedef {{readonly id: string, readonly after: Annotation | null}} Change */

/**
 * @typedef {object} MarkPorts
 * @property {string} sha256 of the content
 * @property {(since: string | null) => Promise<AnnotationNews>} news
 * @property {(edit: AnnotationEdit) => Promise<unknown>} edit
 * @property {WaitingMarks} waiting those that the server does not have yet
 * @property {Kept} history undo and redo
 * @property {() => void} changed called when other marks are to be seen
 * @property {(problem: ApiProblem) => void} refused called when the server does not take marks, which are gone then
 * @property {(problem: ApiProblem) => void} waits called once when marks come to wait for a server that cannot have them for a while
 * @property {Pick<import("../../shell/timer.js").Timer, "set" | "clear" | "pending">} timer
 */

/**
 * A change as it waits, with the content on which it was made.
 * @typedef {{readonly sha256: string, readonly after: Annotation | null}} Waiting
 */

/**
 * Changes that the browser keeps, each by itself, so that windows of one document do not write over one another.
 * @typedef {object} WaitingMarks
 * @property {() => Map<string, Waiting>} all by the id of the annotation
 * @property {(id: string) => Waiting | null} one
 * @property {(id: string, change: Waiting | null) => void} set
 */

/**
 * A text that the browser keeps.
 * @typedef {object} Kept
 * @property {() => string | null} get
 * @property {(text: string | null) => void} set
 */

/** Points in one request: a server reads no more values at once. */
const MOST_POINTS = 15_000;

/** Before the first try after one without a connection, in ms; each further one waits twice as long. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

export class DocumentMarks {
  #ports;
  /**
   * As the server has them.
   * @type {Map<string, Annotation>}
   */
  #known = new Map();
  /** @type {string | null} */
  #cursor = null;
  /** The changes that the server does not have yet, by id. */
  #waiting;
  /** Those of them that were found as the document was opened: another window may send them. */
  #found;
  /** @type {MarkHistory} */
  #history;
  #tries = 0;
  /** Whether it was told that marks wait. */
  #isTold = false;
  /** @type {{all: Annotation[], pages: Map<number, Annotation[]>} | null} */
  #order = null;
  /** @type {Promise<void> | null} */
  #talk = null;
  #wantsNews = true;

  /** @param {MarkPorts} ports */
  constructor(ports) {
    this.#ports = ports;
    this.#waiting = ports.waiting.all();
    this.#found = new Set(this.#waiting.values());
    this.#history = /** @type {MarkHistory | null} */ (parsed(ports.history.get())) ?? NO_HISTORY;
  }

  /**
   * All marks, in the order of reading.
   * @returns {readonly Annotation[]}
   */
  get all() {
    return this.#sorted.all;
  }

  /**
   * The marks of a page.
   * @param {number} page
   * @returns {readonly Annotation[]}
   */
  of(page) {
    return this.#sorted.pages.get(page) ?? [];
  }

  get #sorted() {
    if (this.#order) return this.#order;
    const ids = new Set([...this.#known.keys(), ...this.#waiting.keys()]);
    const all = [...ids].flatMap((id) => this.one(id) ?? []).sort(compareAnnotations);
    /** @type {Map<number, Annotation[]>} */
    const pages = new Map();
    for (const mark of all) pages.get(mark.page)?.push(mark) ?? pages.set(mark.page, [mark]);
    return this.#order = { all, pages };
  }

  #changed() {
    this.#order = null;
    this.#ports.changed();
  }

  /**
   * @param {string} id
   * @returns {Annotation | null}
   */
  one(id) {
    const own = this.#waiting.get(id);
    // One on an earlier content is shown when the server has found its place in this one.
    return own?.sha256 === this.#ports.sha256 ? own.after : this.#known.get(id) ?? null;
  }

  /** Whether the server does not have all of it. */
  get isWaiting() {
    return this.#waiting.size > 0;
  }

  get isBusy() {
    return this.#talk !== null;
  }

  /** The names of the steps that can be undone and made again; null where there are none. */
  get steps() {
    return { undo: this.#history.past.at(-1)?.name ?? null, redo: this.#history.future.at(-1)?.name ?? null };
  }

  /** How many steps can be undone and made again. */
  get depths() {
    return { undo: this.#history.past.length, redo: this.#history.future.length };
  }

  /**
   * Makes a step.
   * @param {string} name
   * @param {readonly Change[]} changes
   */
  run(name, changes) {
    const step = { name, changes: changes.map(({ id, after }) => ({ id, before: this.one(id), after })) };
    this.#remember(withStep(this.#history, step));
    this.#make(step.changes);
  }

  /** @returns {string | null} the name of the step that was undone */
  undo() {
    return this.#step(undone(this.#history));
  }

  /** @returns {string | null} the name of the step that was made again */
  redo() {
    return this.#step(redone(this.#history));
  }

  /** Asks the server for what is new, and sends what waits; over when both were tried. */
  refresh() {
    this.#wantsNews = true;
    return this.#converse();
  }

  /**
   * @param {{history: MarkHistory, step: import("./mark-history.js").MarkStep | null}} found
   */
  #step({ history, step }) {
    if (!step) return null;
    this.#remember(history);
    this.#make(possibleChanges(step, (id) => this.one(id)));
    return step.name;
  }

  /** @param {MarkHistory} history */
  #remember(history) {
    this.#history = history;
    this.#ports.history.set(JSON.stringify(history));
  }

  /** @param {readonly Change[]} changes */
  #make(changes) {
    for (const { id, after } of changes) {
      const change = { sha256: this.#ports.sha256, after };
      this.#waiting.set(id, change);
      this.#ports.waiting.set(id, change);
    }
    this.#changed();
    void this.#converse();
  }

  /** One request at a time. */
  #converse() {
    this.#talk ??= this.#talkOn().finally(() => (this.#talk = null));
    return this.#talk;
  }

  async #talkOn() {
    this.#ports.timer.clear();
    try {
      while (this.#waiting.size > 0 || this.#wantsNews) {
        if (this.#waiting.size > 0) await this.#send();
        this.#wantsNews = false;
        this.#take(await this.#ports.news(this.#cursor));
        this.#tries = 0;
        this.#isTold = false;
      }
    } catch (error) {
      this.#wantsNews = true;
      this.#tryLater(ApiProblem.from(error));
    }
  }

  async #send() {
    for (const [id, change] of this.#waiting) {
      if (this.#found.has(change) && !isSame(this.#ports.waiting.one(id), change)) this.#waiting.delete(id);
    }
    if (this.#waiting.size > 0) await this.#sendPart(firstPart(this.#waiting));
  }

  /** @param {readonly [string, Waiting][]} part of one content */
  async #sendPart(part) {
    const edit = {
      sha256: part[0]?.[1].sha256 ?? "", put: part.flatMap(([, { after }]) => (after ? [writtenAnnotation(after)] : [])),
      removed: part.flatMap(([id, { after }]) => (after ? [] : [id])),
    };
    try {
      await this.#ports.edit(edit);
    } catch (error) {
      return this.#refused(part, ApiProblem.from(error));
    }
    for (const [id, { sha256, after }] of part) {
      if (sha256 !== this.#ports.sha256) continue;
      if (after) this.#known.set(id, after);
      else this.#known.delete(id);
    }
    this.#forget(part);
  }

  /**
   * A change that the server does not take must not take other changes with it: they are sent one by one.
   * @param {readonly [string, Waiting][]} part
   * @param {ApiProblem} problem
   */
  async #refused(part, problem) {
    if (problem.mayPass || problem.signedOut) throw problem;
    if (part.length > 1) {
      for (const one of part) await this.#sendPart([one]);
      return;
    }
    this.#forget(part);
    this.#changed();
    this.#ports.refused(problem);
  }

  /**
   * A mark that was changed again meanwhile still waits.
   * @param {readonly [string, Waiting][]} part
   */
  #forget(part) {
    for (const [id, change] of part) {
      if (this.#waiting.get(id) === change) this.#waiting.delete(id);
      if (isSame(this.#ports.waiting.one(id), change)) this.#ports.waiting.set(id, null);
    }
  }

  /** @param {AnnotationNews} news */
  #take({ sha256, cursor, complete, removed, annotations }) {
    // Another content has another reader.
    if (sha256 !== this.#ports.sha256) return;
    if (complete) this.#known.clear();
    for (const id of removed) this.#known.delete(id);
    for (const one of annotations.map(readAnnotation)) if (one) this.#known.set(one.id, one);
    this.#cursor = cursor;
    if (complete || removed.length > 0 || annotations.length > 0) this.#changed();
  }

  /** @param {ApiProblem} problem */
  #tryLater(problem) {
    if (problem.signedOut) return this.#ports.refused(problem);
    if (!problem.mayPass) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    this.#tries += 1;
    // One request that gets lost is not worth a word.
    if (this.isWaiting && this.#tries > 1 && !this.#isTold) {
      this.#isTold = true;
      this.#ports.waits(problem);
    }
    this.#ports.timer.set(wait, () => void this.#converse());
  }
}

/**
 * As many of the changes as one request takes, all of one content.
 * @param {ReadonlyMap<string, Waiting>} waiting
 */
function firstPart(waiting) {
  let points = 0;
  const sha256 = waiting.values().next().value?.sha256;
  return [...waiting].filter(([, one]) => one.sha256 === sha256).filter(([, { after }], index) => {
    points += 4 + (after?.points.length ?? 0) + (after?.boxes.length ?? 0);
    return index === 0 || points <= MOST_POINTS;
  });
}

/**
 * @param {Waiting | null} a
 * @param {Waiting} b
 */
function isSame(a, b) {
  return a?.sha256 === b.sha256 && JSON.stringify(a.after) === JSON.stringify(b.after);
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return /** @type {unknown} */ (JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}
