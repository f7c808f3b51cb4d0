/** The library: asks the server as its state says, and hears what happens elsewhere. */

import { ApiProblem } from "../api/api-problem.js";
import { Burst } from "./burst.js";
import { emptyList, reduceTogether, withWaiting } from "./document-store.js";
import { listQuery, placeOf } from "./places.js";
import { TypeTree } from "../api/type-tree.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { LazyModule } from "../shell/lazy-module.js";

/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./burst.js").BurstClock} BurstClock */
/** @typedef {import("./document-store.js").ListAction} ListAction */
/** @typedef {import("../api/event-stream.js").ServerEvent} ServerEvent */
/** @typedef {import("./places.js").Query} Query */

/** Few lists are of documents that are named one by one. */
const naming = new LazyModule(() => import("./named-documents.js"));

/** Documents in the first answer. A list that is scrolled farther comes in parts as large as all that is there. */
const PART = 100;

/** The most that the server sends at once. */
const MOST_AT_ONCE = 1000;

/** The most that a refresh asks for at once; what lies beyond comes as the list is scrolled. */
const LARGEST_PART = 200;

/**
 * @typedef {object} LibraryCalls
 * @property {() => void} changed called when the state has changed
 * @property {(problem: ApiProblem) => void} failed called with each refusal
 */

export class Library {
  #api;
  #calls;
  #state;
  /** The state with the changes that wait, as lists show it. */
  #shown;
  /** @type {readonly import("../api/waiting/waiting-changes.js").WaitingDocument[]} */
  #waiting = [];
  /** @type {((document: Document) => Document) | null} */
  #moved = null;
  /**
   * Documents on their way to the Trash, as they were.
   * @type {Map<string, Document>}
   */
  #going = new Map();
  #types = new TypeTree();
  #asking = new LatestSignal();
  /** @type {Burst<ListAction>} */
  #events;
  /**
   * The listed documents by their ids, made when one is looked up.
   * @type {{of: readonly Document[], byId: ReadonlyMap<string, Document>}}
   */
  #indexed = { of: [], byId: new Map() };
  /** Whether it could not be read anew when it should have been. */
  #behind = false;

  /**
   * @param {Api} api
   * @param {Query} query what to show first
   * @param {LibraryCalls} calls
   * @param {BurstClock} [clock]
   */
  constructor(api, query, calls, clock) {
    this.#api = api;
    this.#calls = calls;
    this.#state = this.#shown = emptyList(query);
    this.#events = new Burst((actions) => this.#take(actions), clock);
  }

  /**
   * The documents that are seen: those of the list before, while that of other words or another order is awaited.
   * @type {readonly Document[]}
   */
  seen = [];

  get state() {
    return this.#shown;
  }

  /**
   * A document as the server has it; null where it is not listed.
   * @param {string} id
   */
  known(id) {
    return this.#byId.get(id) ?? this.#state.reported.get(id) ?? this.#going.get(id) ?? null;
  }

  get #byId() {
    const { documents } = this.#state;
    if (this.#indexed.of !== documents) this.#indexed = { of: documents, byId: new Map(documents.map((document) => [document.id, document])) };
    return this.#indexed.byId;
  }

  /** @param {string} id of a document on its way to the Trash */
  #remember(id) {
    const document = this.known(id);
    if (document) this.#going.set(id, document);
  }

  /** @param {string} id of a document, which may wait for the connection with changes */
  waitsFor(id) {
    return this.#waiting.some((one) => one.id === id);
  }

  /**
   * Shows documents with the changes that wait for the connection.
   * @param {readonly import("../api/waiting/waiting-changes.js").WaitingDocument[]} waiting
   * @param {((document: Document) => Document) | null} [moved] lays changes of folders over documents; null for none
   */
  lay(waiting, moved = null) {
    [this.#waiting, this.#moved] = [waiting, moved];
    this.#show();
    this.#calls.changed();
  }

  #show() {
    const changed = this.#waiting.map(({ id, known, shown }) => shown(this.known(id) ?? known));
    const { documents } = this.#state;
    if (this.#moved) changed.push(...documents.filter(({ id }) => !this.waitsFor(id)).map(this.#moved).filter((document) => !documents.includes(document)));
    this.#shown = changed.length ? withWaiting(this.#state, changed, this.#types) : this.#state;
  }

  get types() {
    return this.#types;
  }

  /** Whether events were heard that the state does not know yet. */
  get waiting() {
    return this.#events.waiting;
  }

  /**
   * Takes an event about a document. A burst of events is one change of the state.
   * @param {ServerEvent} event
   */
  heard(event) {
    this.#events.add({ type: "event", ...event });
  }

  /** @param {TypeTree} types */
  learn(types) {
    this.#types = types;
    this.#calls.changed();
  }

  /**
   * Shows the answer to another query.
   * @param {Query} query
   */
  ask(query) {
    this.#asking.next();
    this.#behind = false;
    this.step({ type: "ask", query });
    void this.#fetchPart();
  }

  /** Goes on where the list ends; nothing when it is complete or already being fetched. */
  more() {
    if (this.#state.status !== "ready" || this.#state.next === null) return;
    const limit = Math.min(MOST_AT_ONCE, Math.max(PART, this.#state.documents.length));
    this.step({ type: "more" });
    void this.#fetchPart(limit);
  }

  /** Fetches all parts of the list that are left. */
  async all() {
    const { query } = this.#state;
    while (this.#state.query === query && this.#state.status === "ready" && this.#state.next !== null) {
      this.step({ type: "more" });
      await this.#fetchPart(MOST_AT_ONCE);
    }
  }

  /** Tries again what failed. */
  retry() {
    this.step({ type: "more" });
    void (this.#behind ? this.#fetchAnew() : this.#fetchPart());
  }

  /** Asks for the start of the list anew: events may have been missed. */
  async refresh() {
    const { query, fresh } = this.#state;
    // The first answer, if it is still on its way, may be from before.
    if (fresh) await this.#fetchAnew();
    else this.ask(query);
  }

  /** The known documents may be of another state of the server: asks for all of it anew. */
  async reset() {
    this.step({ type: "reset" });
    await this.refresh();
  }

  /** Takes what was heard and waits, for callers that need the newest state. */
  settle() {
    this.#take(this.#events.take());
  }

  /**
   * Behind what was heard before, so that nothing comes out of its order.
   * @param {ListAction} action
   */
  step(action) {
    // Copies that the server does not have are laid over the list.
    if (action.type === "came") action = { ...action, documents: action.documents.filter(({ copyOf }) => !copyOf) };
    if (action.type === "going") for (const id of action.ids) this.#remember(id);
    if (action.type === "stayed") for (const { id } of action.documents) this.#going.delete(id);
    if (action.type === "gone") for (const id of action.ids) this.#going.delete(id);
    this.#take([...this.#events.take(), action]);
  }

  /** @param {readonly ListAction[]} actions */
  #take(actions) {
    const before = this.#state;
    this.#state = reduceTogether(before, actions, this.#types);
    if (this.#state === before) return;
    this.#show();
    this.#calls.changed();
  }

  /**
   * Moves a document to the Trash; it leaves the list at once, for good, and comes back only if that is refused.
   * @param {Document} document
   */
  async trash(document) {
    this.step({ type: "going", ids: [document.id] });
    try {
      await this.#api.trash(document.id);
      this.step({ type: "gone", ids: [document.id] });
    } catch (error) {
      this.step({ type: "stayed", documents: [document] });
      throw ApiProblem.from(error);
    }
  }

  /**
   * Takes a document back from the Trash.
   * @param {Document} document
   * @returns {Promise<Document>} as it is now, perhaps under another name
   */
  async restore(document) {
    const restored = await this.#api.restore(document.id);
    this.step({ type: "came", documents: [restored] });
    return restored;
  }

  async #fetchAnew() {
    const { query, documents } = this.#state;
    this.step({ type: "refresh" });
    const limit = Math.min(LARGEST_PART, Math.max(PART, documents.length));
    try {
      const page = await this.#list(query, { cursor: null, limit });
      this.#behind = false;
      this.step({ type: "refreshed", query, ...page });
    } catch (error) {
      const problem = ApiProblem.from(error);
      this.#behind = this.#behind || problem.code !== "aborted";
      this.#failed(query, problem);
    }
  }

  async #fetchPart(limit = PART) {
    const { query, next: cursor } = this.#state;
    try {
      const page = await this.#list(query, { cursor, limit });
      this.step({ type: "page", query, cursor, ...page });
    } catch (error) {
      this.#failed(query, ApiProblem.from(error));
    }
  }

  /**
   * @param {Query} query
   * @param {{cursor: string | null, limit: number}} part
   * @returns {Promise<import("../api/api.js").DocumentPage>}
   */
  async #list(query, part) {
    const signal = this.#asking.current;
    if (placeOf(query.place).bare) return { documents: [], next: null };
    if (query.ids) return (await naming.load()).namedDocuments(this.#api, query, this.#types, signal);
    return this.#api.list(listQuery(query), part, signal);
  }

  /**
   * @param {Query} query
   * @param {ApiProblem} problem
   */
  #failed(query, problem) {
    if (problem.code === "aborted") return;
    this.step({ type: "failed", query, problem });
    this.#calls.failed(problem);
  }
}
