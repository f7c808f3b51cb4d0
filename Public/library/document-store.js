/**
 * The listed documents: one immutable state, and a new one for each event. Pure.
 *
 *             ask                  page, refreshed
 *     (any) ───────► loading ───────────────────────► ready ──more──► loading
 *                       │ failed                        ▲
 *                       └──────────► failed ──more──────┘ (by way of loading)
 *     `refresh` says that the first pages are asked for anew while the list stays as it is.
 *
 * Events (another client, the drop folder) and pages of the list come in any order and may tell of one document. The
 * newer one wins, a document is listed once, and a removed one stays away.
 *
 * After a reset, or with an event of another epoch, version numbers cannot be compared: the server may have gone back
 * to a backup. Listed documents stay in sight until they are refreshed, and give way to every event.
 *
 * Documents on their way to the Trash are left out until the server has answered.
 */

import { belongs, comparisonOf, placeOf } from "./places.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api-problem.js").ApiProblem} ApiProblem */
/** @typedef {import("./places.js").Query} Query */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */

/**
 * @typedef {object} ListState
 * @property {Query} query
 * @property {readonly Document[]} documents in the query's order
 * @property {string | null} next where the list goes on; null when all of it is here
 * @property {"loading" | "ready" | "failed"} status
 * @property {ApiProblem | null} problem
 * @property {boolean} fresh whether an answer to this query has come at all
 * @property {ReadonlyMap<string, number>} heard the last event of each document
 * @property {string | null} epoch that these events are of; null while there was none
 * @property {boolean} past whether what is listed is of another state than what events report
 * @property {ReadonlySet<string>} gone documents that have left since the server was last asked anew
 * @property {ReadonlyMap<string, Document>} reported documents that came in events since the list
 * @property {ReadonlySet<string>} going documents that are being thrown away
 */

/** @typedef {{documents: readonly Document[], next: string | null}} Part */

/**
 * @typedef {{type: "ask", query: Query}
 *   | {type: "more"}
 *   | {type: "refresh"}
 *   | {type: "page", query: Query, cursor: string | null} & Part
 *   | {type: "refreshed", query: Query} & Part
 *   | {type: "failed", query: Query, problem: ApiProblem}
 *   | {type: "reset"}
 *   | {type: "event", kind: string, epoch: string, sequence: number, document: Document}
 *   | {type: "came", document: Document}
 *   | {type: "going", id: string}
 *   | {type: "gone", id: string}
 *   | {type: "stayed", document: Document}} ListAction
 */

/**
 * @param {Query} query
 * @param {ReadonlySet<string>} [going] documents that are being thrown away
 * @returns {ListState}
 */
export function emptyList(query, going = new Set()) {
  return {
    query, documents: [], next: null, status: "loading", problem: null, fresh: false,
    heard: new Map(), epoch: null, past: false, gone: new Set(), reported: new Map(), going,
  };
}

/**
 * @param {ListState} state
 * @param {ListAction} action
 * @param {TypeTree} types
 * @returns {ListState}
 */
export function reduceList(state, action, types) {
  switch (action.type) {
    case "ask":
      return emptyList(action.query, state.going);
    case "more":
      return { ...state, status: "loading", problem: null };
    case "refresh":
      return { ...state, gone: new Set(), reported: new Map() };
    case "page":
      return isAwaited(state, action) ? withPage(state, action) : state;
    case "refreshed":
      return action.query === state.query ? withRefreshed(state, action) : state;
    case "failed":
      return action.query === state.query ? { ...state, status: "failed", problem: action.problem } : state;
    case "reset":
      return withoutPast(state);
    case "event":
      return withEvent(state, action, types);
    case "came":
      return isTrash(state) ? without(state, action.document.id) : withDocument(
        state, action.document, types,
      );
    case "going":
      return without({ ...state, going: new Set(state.going).add(action.id) }, action.id);
    case "gone":
      return withGone(state, action.id);
    case "stayed":
      return withStayed(state, action.document, types);
  }
}

/**
 * An answer to a question that is no longer asked is late and counts for nothing.
 * @param {ListState} state
 * @param {{query: Query, cursor: string | null}} action
 */
function isAwaited(state, action) {
  return action.query === state.query && action.cursor === state.next && state.status === "loading";
}

/**
 * @param {ListState} state
 * @param {Part} page
 * @returns {ListState}
 */
function withPage(state, page) {
  const listed = new Map(state.documents.map((document) => [document.id, document]));
  for (const document of page.documents) {
    const known = listed.get(document.id) ?? state.reported.get(document.id);
    if (!state.gone.has(document.id) && !isGoing(state, document.id)) listed.set(document.id, newer(known, document));
  }
  const documents = [...listed.values()].sort(comparisonOf(state.query));
  return { ...state, documents, next: page.next, status: "ready", problem: null, fresh: true };
}

/**
 * The list as it is now; only what was told of while the question was on its way is kept beside it.
 * @param {ListState} state
 * @param {Part} answer
 */
function withRefreshed(state, answer) {
  const documents = state.documents.filter((document) => state.reported.has(document.id));
  return withPage({ ...state, documents, past: false }, answer);
}

/**
 * @param {ListState} state
 * @returns {ListState}
 */
function withoutPast(state) {
  return { ...state, past: true, epoch: null, heard: new Map(), gone: new Set(), reported: new Map() };
}

/**
 * @param {ListState} before
 * @param {{kind: string, epoch: string, sequence: number, document: Document}} event
 * @param {TypeTree} types
 * @returns {ListState}
 */
function withEvent(before, event, types) {
  const { kind, epoch, sequence, document } = event;
  const state = before.epoch === null || before.epoch === epoch ? before : withoutPast(before);
  if (sequence <= (state.heard.get(document.id) ?? -1)) return state;
  const heard = new Map(state.heard).set(document.id, sequence);
  const next = { ...state, heard, epoch };
  if (kind === "document.removed") return without(next, document.id);
  const inTrash = kind === "document.deleted";
  // The document has come to the Trash, from here or from another client.
  const settled = inTrash ? settledGoing(next, document.id) : next;
  return inTrash === isTrash(state) ? withDocument(settled, document, types) : without(settled, document.id);
}

/**
 * The server has taken a document to the Trash. Where it has told so already, what it has told since counts.
 * @param {ListState} state
 * @param {string} id
 */
function withGone(state, id) {
  if (!state.going.has(id)) return state;
  const settled = settledGoing(state, id);
  return isTrash(state) ? settled : without(settled, id);
}

/**
 * A document was to be thrown away and is not.
 * @param {ListState} state
 * @param {Document} document as it was then; it may have been told of since
 * @param {TypeTree} types
 */
function withStayed(state, document, types) {
  const settled = settledGoing(state, document.id);
  if (isTrash(state)) return without(settled, document.id);
  return withDocument(settled, newer(state.reported.get(document.id), document), types);
}

/**
 * @param {ListState} state
 * @param {string} id
 * @returns {ListState}
 */
function settledGoing(state, id) {
  return { ...state, going: new Set([...state.going].filter((other) => other !== id)) };
}

/**
 * Whether a document is left out because it is being thrown away; the Trash shows what has come there.
 * @param {ListState} state
 * @param {string} id
 */
function isGoing(state, id) {
  return state.going.has(id) && !isTrash(state);
}

/**
 * Puts a document where it belongs. Beyond the end of what is loaded it is left out: its page brings it.
 * @param {ListState} state
 * @param {Document} document
 * @param {TypeTree} types
 * @returns {ListState}
 */
function withDocument(state, document, types) {
  const comparable = !state.past || state.reported.has(document.id);
  const known = comparable ? state.documents.find((other) => other.id === document.id) : undefined;
  const newest = newer(known, document);
  const reported = new Map(state.reported).set(document.id, newest);
  const rest = state.documents.filter((other) => other.id !== document.id);
  const gone = new Set(state.gone);
  gone.delete(document.id);
  if (isGoing(state, document.id) || !belongs(state.query, newest, types)) return { ...state, documents: rest, gone, reported };
  const compare = comparisonOf(state.query);
  const index = rest.findIndex((other) => compare(newest, other) < 0);
  const at = index < 0 ? rest.length : index;
  const beyond = at === rest.length && state.next !== null;
  const documents = beyond ? rest : [...rest.slice(0, at), newest, ...rest.slice(at)];
  return { ...state, documents, gone, reported };
}

/**
 * @param {ListState} state
 * @param {string} id
 * @returns {ListState}
 */
function without(state, id) {
  const documents = state.documents.filter((document) => document.id !== id);
  const reported = new Map(state.reported);
  reported.delete(id);
  return { ...state, documents, reported, gone: new Set(state.gone).add(id) };
}

/**
 * @param {Document | undefined} known
 * @param {Document} other
 */
function newer(known, other) {
  if (!known) return other;
  if (known.version !== other.version) return known.version > other.version ? known : other;
  return Date.parse(known.modified) > Date.parse(other.modified) ? known : other;
}

/** @param {ListState} state */
function isTrash(state) {
  return placeOf(state.query.place).trashed === true;
}
