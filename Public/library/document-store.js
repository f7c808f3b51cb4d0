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

/** @typedef {{type: "event", kind: string, epoch: string, sequence: number, document: Document}} ListEvent */

/**
 * @typedef {{type: "ask", query: Query}
 *   | {type: "more"}
 *   | {type: "refresh"}
 *   | {type: "page", query: Query, cursor: string | null} & Part
 *   | {type: "refreshed", query: Query} & Part
 *   | {type: "failed", query: Query, problem: ApiProblem}
 *   | {type: "reset"}
 *   | ListEvent
 *   | {type: "came", documents: readonly Document[]}
 *   | {type: "going", ids: readonly string[]}
 *   | {type: "gone", ids: readonly string[]}
 *   | {type: "left", ids: readonly string[]}
 *   | {type: "settled", document: Document}
 *   | {type: "stayed", documents: readonly Document[]}} ListAction
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
 * The state after actions that come together. Events that follow one another are taken at once: to go through the list for each
 * of a thousand takes seconds.
 * @param {ListState} state
 * @param {readonly ListAction[]} actions in their order
 * @param {TypeTree} types
 */
export function reduceTogether(state, actions, types) {
  /** @type {Map<string, ListEvent>} */
  let run = new Map();
  for (const action of actions) {
    const isEvent = action.type === "event";
    if (!isEvent || !isTakenWith(run, action)) [state, run] = [withEvents(state, [...run.values()], types), new Map()];
    if (isEvent) run.set(action.document.id, action);
    else state = reduceList(state, action, types);
  }
  return withEvents(state, [...run.values()], types);
}

/**
 * Whether an event does to its document as those before it do to others.
 * @param {ReadonlyMap<string, ListEvent>} run by their documents
 * @param {ListEvent} event
 */
function isTakenWith(run, event) {
  const { done: isFirst, value: first } = run.values().next();
  return isFirst || (placeAfter(first) === placeAfter(event) && first.epoch === event.epoch && !run.has(event.document.id));
}

/**
 * @param {ListEvent} event
 * @returns {"nowhere" | "trash" | "library"} where its document is now
 */
function placeAfter({ kind }) {
  if (kind === "document.removed") return "nowhere";
  return kind === "document.deleted" ? "trash" : "library";
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
      return withEvents(state, [action], types);
    case "came":
      return isTrash(state) ? without(state, action.documents.map(idOf)) : withDocuments(state, action.documents, types);
    case "going":
      return without({ ...state, going: new Set([...state.going, ...action.ids]) }, action.ids);
    case "gone":
      return withGone(state, action.ids);
    case "left":
      return without(state, action.ids);
    case "settled":
      return withWaiting(settledGoing(state, [action.document.id]), [action.document], types);
    case "stayed":
      return withStayed(state, action.documents, types);
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
  const ids = new Set(page.documents.map(idOf));
  const listed = new Map(state.documents.filter(({ id }) => ids.has(id)).map((document) => [document.id, document]));
  const rest = listed.size ? state.documents.filter(({ id }) => !ids.has(id)) : state.documents;
  for (const document of page.documents) {
    const known = listed.get(document.id) ?? state.reported.get(document.id);
    if (!state.gone.has(document.id) && !isGoing(state, document.id)) listed.set(document.id, newer(known, document));
  }
  const documents = merged(rest, [...listed.values()], { query: state.query, next: null });
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
 * @param {readonly ListEvent[]} events of one epoch, about different documents that are in one place now
 * @param {TypeTree} types
 * @returns {ListState}
 */
function withEvents(before, [first, ...others], types) {
  if (!first) return before;
  const { epoch } = first;
  const state = before.epoch === null || before.epoch === epoch ? before : withoutPast(before);
  const news = [first, ...others].filter(({ document, sequence }) => sequence > (state.heard.get(document.id) ?? -1));
  if (news.length === 0) return state;
  const heard = new Map(state.heard);
  for (const { document, sequence } of news) heard.set(document.id, sequence);
  const [next, documents, place] = [{ ...state, heard, epoch }, news.map(({ document }) => document), placeAfter(first)];
  if (place === "nowhere") return without(next, documents.map(idOf));
  const inTrash = place === "trash";
  // The documents have come to the Trash, from here or from another client.
  const settled = inTrash ? settledGoing(next, documents.map(idOf)) : next;
  return inTrash === isTrash(state) ? withDocuments(settled, documents, types) : without(settled, documents.map(idOf));
}

/**
 * The server has taken documents to the Trash. Where it has told so already, what it has told since counts.
 * @param {ListState} state
 * @param {readonly string[]} ids
 */
function withGone(state, ids) {
  const waited = ids.filter((id) => state.going.has(id));
  if (waited.length === 0) return state;
  const settled = settledGoing(state, waited);
  return isTrash(state) ? settled : without(settled, waited);
}

/**
 * Documents were to be thrown away and are not.
 * @param {ListState} state
 * @param {readonly Document[]} documents as they were then; events may have reported them since
 * @param {TypeTree} types
 */
function withStayed(state, documents, types) {
  const ids = documents.map(idOf);
  const settled = settledGoing(state, ids);
  if (isTrash(state)) return without(settled, ids);
  return withDocuments(settled, documents.map((document) => newer(state.reported.get(document.id), document)), types);
}

/**
 * @param {ListState} state
 * @param {readonly string[]} ids
 * @returns {ListState}
 */
function settledGoing(state, ids) {
  const settled = new Set(ids);
  return { ...state, going: new Set([...state.going].filter((id) => !settled.has(id))) };
}

/** @param {Document} document */
function idOf({ id }) {
  return id;
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
 * Puts documents where they belong. Beyond the end of what is loaded they are left out: their page brings them.
 * @param {ListState} state
 * @param {readonly Document[]} changed
 * @param {TypeTree} types
 * @returns {ListState}
 */
function withDocuments(state, changed, types) {
  const [reported, gone, ids] = [new Map(state.reported), new Set(state.gone), new Set(changed.map(idOf))];
  const listed = new Map(state.documents.filter(({ id }) => ids.has(id)).map((document) => [document.id, document]));
  const rest = state.documents.filter(({ id }) => !ids.has(id));
  for (const document of changed) {
    const comparable = !state.past || reported.has(document.id);
    reported.set(document.id, newer(comparable ? listed.get(document.id) : undefined, document));
    gone.delete(document.id);
  }
  const belonging = [...ids].flatMap((id) => reported.get(id) ?? [])
    .filter((document) => !isGoing(state, document.id) && belongs(state.query, document, types));
  return { ...state, documents: merged(rest, belonging, state), gone, reported };
}

/**
 * Two lists as one in the order of the query. Nothing of the second list is put behind a list that goes on.
 * @param {readonly Document[]} rest in the order of the query
 * @param {Document[]} added
 * @param {Pick<ListState, "query" | "next">} state
 */
function merged(rest, added, { query, next }) {
  const compare = comparisonOf(query);
  /** @type {Document[]} */
  const documents = [];
  let place = 0;
  for (const document of added.sort(compare)) {
    const until = placeBehind(rest, document, place, compare);
    if (until === rest.length && next !== null) break;
    while (place < until) documents.push(/** @type {Document} */ (rest[place++]));
    documents.push(document);
  }
  return documents.concat(rest.slice(place));
}

/**
 * The place behind all that come before a document, or with it.
 * @param {readonly Document[]} documents in order
 * @param {Document} document
 * @param {number} from from which on it is looked for
 * @param {(a: Document, b: Document) => number} compare
 */
function placeBehind(documents, document, from, compare) {
  let [low, high] = [from, documents.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(/** @type {Document} */ (documents[middle]), document) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The list with documents as they are to be by changes that the server does not have yet: each where it belongs then.
 * @param {ListState} state
 * @param {readonly Document[]} documents
 * @param {TypeTree} types
 */
export function withWaiting(state, documents, types) {
  const inTrash = isTrash(state);
  const [here, away] = [documents.filter(({ trashed }) => (trashed !== undefined) === inTrash), documents.filter(({ trashed }) => (trashed !== undefined) !== inTrash)];
  return withDocuments(without(state, away.map(idOf)), here, types);
}

/**
 * @param {ListState} state
 * @param {readonly string[]} ids
 * @returns {ListState}
 */
function without(state, ids) {
  const left = new Set(ids);
  const documents = state.documents.filter(({ id }) => !left.has(id));
  const reported = new Map([...state.reported].filter(([id]) => !left.has(id)));
  return { ...state, documents, reported, gone: new Set([...state.gone, ...ids]) };
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
