/** Copies of documents that are made without a connection: shown under an id that only the browser has, until the server gives one. */

import { documentPath, parameters, ROOT } from "../urls.js";

/** @typedef {import("../api.js").Document} Document */
/** @typedef {import("./change-queue.js").Entry} Entry */
/** @typedef {import("./change-queue.js").QueuedChange} QueuedChange */

/** Begins the ids of copies and boards that wait. */
const COPY = "waiting-";

/** The code of changes that a copy was not made for. */
export const COPY_NOT_MADE = "copy-not-made";

/** Documents of a folder that are looked through for a copy whose answer was lost. */
const MOST_LOOKED = 1000;

/**
 * @param {Document} source as it is shown
 * @param {string} folder
 * @param {(name: string) => boolean} isTaken
 * @param {{newId: () => string, now: string}} how
 * @returns {Omit<Entry, "number">}
 */
export function copyEntry(source, folder, isTaken, { newId, now }) {
  const id = newId();
  const document = { ...source, id: newIdHere(id), folder, name: freeName(source.name, isTaken), created: now, copyOf: source.copyOf ?? source.id };
  return { id, document, field: "copied", before: null, after: source.id, at: now };
}

/**
 * A name as the server numbers it.
 * @param {string} name
 * @param {(name: string) => boolean} isTaken
 */
function freeName(name, isTaken) {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${stem} ${number}${ending}`;
  return free;
}

/** @param {string} id */
export function newIdHere(id) {
  return COPY + id;
}

/** @param {string} id */
export function isOnlyHere(id) {
  return id.startsWith(COPY);
}

/**
 * Whether a change is of a copy, or copies it.
 * @param {Pick<QueuedChange, "id" | "field" | "after">} change
 * @param {string} copy
 */
export function isFor({ id, field, after }, copy) {
  return field === "copied" ? after === copy : id === copy;
}

/**
 * The entries that change a document: its own and those of folders; of a copy those since it was made.
 * @param {string} id
 * @param {readonly Entry[]} entries
 */
export function entriesAbout(id, entries) {
  const own = entries.filter(({ document }) => document.id === id);
  const made = own.find(({ field }) => field === "copied");
  return [...own, ...entries.filter(({ field, number }) => field === "folder" && (!made || number > made.number))];
}

/**
 * Entries of copies that were thrown away before they were made.
 * @param {readonly Entry[]} entries in order
 */
export function copiesGivenUp(entries) {
  const waiting = new Set(entries.filter(({ field, attempted }) => field === "copied" && !attempted).map(({ document }) => document.id));
  const givenUp = [...waiting].filter((id) => entries.filter(({ document, field }) => document.id === id && field === "trashed").at(-1)?.after);
  // A copy of a copy needs the first one to be made.
  const gone = new Set(givenUp.filter((id) => !entries.some(({ field, after }) => field === "copied" && after === id)));
  return entries.filter(({ document }) => gone.has(document.id));
}

/**
 * The copy whose making was answered to nobody, by its content and the documents that were there before.
 * @param {QueuedChange} change
 * @param {(path: string, options: RequestInit) => Promise<Response>} ask
 * @returns {Promise<{there: readonly string[], made: Document | null}>}
 */
async function lookedFor({ document, entries }, ask) {
  const path = `/documents${parameters({ folder: document.folder, sort: "-created", limit: MOST_LOOKED })}`;
  /** @type {{documents: readonly Document[]}} */
  const { documents } = await (await ask(path, { cache: "no-cache" })).json();
  const same = documents.filter(({ sha256 }) => sha256 === document.sha256);
  const before = entries.find(({ there }) => there)?.there;
  return { there: same.map(({ id }) => id), made: before ? same.find(({ id }) => !before.includes(id)) ?? null : null };
}

/**
 * @param {QueuedChange} change
 * @param {{ask: (path: string, options: RequestInit) => Promise<Response>, attempted: (there: readonly string[]) => void}} ports
 *   `attempted` is told of documents with the same content before the server may have got it
 * @returns {Promise<Document | null>} the copy; null where the answer has none
 */
export async function makeCopy(change, { ask, attempted }) {
  const { there, made } = await lookedFor(change, ask);
  if (made) return made;
  attempted(there);
  const operations = [{ op: "copy", document: change.after, folder: change.document.folder }];
  const { results } = await (await ask("/batches", { method: "POST", body: JSON.stringify({ operations }) })).json();
  return results[0]?.document ?? null;
}

/**
 * An address of what is asked for of a copy, which its original has, too; null where none is.
 * @param {string} url
 * @param {(id: string) => Document | null} documentOf
 */
export function urlOfOriginal(url, documentOf) {
  const [, encoded = "", rest = ""] = new RegExp(`^${ROOT}/documents/([^/?]+)/(.+)$`).exec(url) ?? [];
  const original = isOnlyHere(encoded) ? documentOf(encoded)?.copyOf : undefined;
  return original === undefined ? null : `${ROOT}${documentPath(original)}/${rest}`;
}
