/** Changes of folders that wait: the requests that make them, and folders and documents as they are to be by them. Pure. */

import { isWithin, nameOf, parentOf } from "../folder-path.js";
import { ROOT } from "../urls.js";
import { inOrder, withEntries } from "./change-queue.js";

/** @typedef {import("../api.js").Document} Document */
/** @typedef {import("../folder-api.js").Folder} Folder */
/** @typedef {import("../folder-api.js").FolderPage} FolderPage */
/** @typedef {import("./change-queue.js").Entry} Entry */

/**
 * A folder's path before and after; null where there is none. `step` is the removal that is taken back.
 * @typedef {object} FolderWish
 * @property {string | null} before
 * @property {string | null} after
 * @property {string} [step]
 */

/**
 * @typedef {{readonly kind: "folder", readonly wish: FolderWish}
 *   | {readonly kind: "folders", readonly folder: string, readonly isFirst: boolean}
 *   | {readonly kind: "list", readonly folder: string}} FolderRequest
 */

/** Begins the steps of removals that wait. */
export const WAITING_STEP = "waiting-";

const PATH = `${ROOT}/folders`;

/**
 * @param {string} url
 * @param {string} method
 * @param {Record<string, unknown>} members of the body
 * @returns {FolderRequest | null}
 */
export function folderRequestOf(url, method, { folder, to, step }) {
  const [path, query = ""] = url.split("?");
  const asked = new URLSearchParams(query);
  const named = asked.get("folder");
  switch (`${method} ${path}`) {
    case `GET ${PATH}`: return asked.has("deep") ? null : { kind: "folders", folder: named ?? "", isFirst: !asked.has("cursor") };
    case `GET ${ROOT}/documents`: return named ? { kind: "list", folder: named } : null;
    case `POST ${PATH}`: return wished(null, folder);
    case `PATCH ${PATH}`: return wished(folder, to);
    case `DELETE ${PATH}`: return wished(named, null);
    case `POST ${PATH}/restore`: return typeof step === "string" ? wished(null, folder, step) : null;
    default: return null;
  }
}

/**
 * @param {unknown} before
 * @param {unknown} after
 * @param {string} [step]
 * @returns {FolderRequest | null}
 */
function wished(before, after, step) {
  const isPath = (/** @type {unknown} */ value) => value === null || (typeof value === "string" && value !== "");
  if (!isPath(before) || !isPath(after) || before === after) return null;
  const wish = { before: /** @type {string | null} */ (before), after: /** @type {string | null} */ (after) };
  return { kind: "folder", wish: step === undefined ? wish : { ...wish, step } };
}

/** @param {readonly Entry[]} entries */
export function folderEntries(entries) {
  return inOrder(entries.filter(({ field }) => field === "folder"));
}

/**
 * The place on the server of a folder that is shown; null where the folder is only here.
 * @param {string} path
 * @param {readonly Entry[]} entries
 */
export function placeOnServer(path, entries) {
  let place = path;
  for (const { before, after } of [...folderEntries(entries)].reverse()) {
    if (typeof after !== "string" || !isWithin(place, after)) continue;
    if (typeof before !== "string") return null;
    place = before + place.slice(after.length);
  }
  return place;
}

/**
 * The folders in one that is shown, with what waits.
 * @param {string} shown
 * @param {FolderPage | null} page as the server has it; null where there is none
 * @param {readonly Entry[]} entries
 * @param {(path: string) => Folder | null} known a folder as the server has it
 * @returns {FolderPage}
 */
export function pageWith(shown, page, entries, known) {
  const waiting = folderEntries(entries);
  let all = [...page ? [page.folder, ...page.folders] : []];
  for (const { before, after } of waiting) all = withFolder(all, /** @type {string | null} */ (before), /** @type {string | null} */ (after), known);
  const marked = new Set(waiting.map(({ after }) => after));
  const folders = all.filter(({ path }) => path !== "" && parentOf(path) === shown)
    .map((folder) => (marked.has(folder.path) ? { ...folder, waits: true } : folder))
    .map((folder) => (isAround(folder.path, marked) ? { ...folder, hasFolders: true } : folder));
  const folder = all.find(({ path }) => path === shown) ?? emptyFolder(shown);
  return { folder, folders: inOrderOfNames(folders, page), next: page?.next ?? null };
}

/**
 * Whether one of the folders lies in another one.
 * @param {string} path
 * @param {ReadonlySet<unknown>} folders
 */
function isAround(path, folders) {
  return [...folders].some((folder) => typeof folder === "string" && folder !== path && isWithin(folder, path));
}

/**
 * @param {readonly Folder[]} folders
 * @param {string | null} before
 * @param {string | null} after
 * @param {(path: string) => Folder | null} known
 */
function withFolder(folders, before, after, known) {
  if (after === null) return folders.filter(({ path }) => before === null || !isWithin(path, before));
  const moved = folders.map((folder) => (before !== null && isWithin(folder.path, before) ? at(folder, after + folder.path.slice(before.length)) : folder));
  if (moved.some(({ path }) => path === after)) return moved;
  return [...moved, at((before !== null && known(before)) || emptyFolder(after), after)];
}

/**
 * @param {Folder} folder
 * @param {string} path
 * @returns {Folder}
 */
function at(folder, path) {
  return { ...folder, path, name: nameOf(path) };
}

/**
 * @param {string} path
 * @returns {Folder}
 */
export function emptyFolder(path) {
  return { name: nameOf(path), path, documents: 0, hasFolders: false, etag: "" };
}

/**
 * Folders stay in the server's order; those that came from elsewhere are put among them.
 * @param {readonly Folder[]} folders
 * @param {FolderPage | null} page
 */
function inOrderOfNames(folders, page) {
  const ordered = new Set(page?.folders.map(({ path }) => path));
  const stay = folders.filter(({ path }) => ordered.has(path));
  for (const folder of folders.filter(({ path }) => !ordered.has(path))) {
    const behind = stay.findIndex(({ name }) => NAMES.compare(name, folder.name) > 0);
    stay.splice(behind < 0 ? stay.length : behind, 0, folder);
  }
  return stay;
}

const NAMES = new Intl.Collator(undefined, { numeric: true });

/**
 * Lays the changes of folders over documents; null where no folder waits.
 * @param {readonly Entry[]} entries
 * @returns {((document: Document) => Document) | null}
 */
export function movedDocuments(entries) {
  const waiting = folderEntries(entries);
  if (waiting.length === 0) return null;
  const touched = waiting.flatMap(({ before }) => (typeof before === "string" ? [before] : []));
  return (document) => (touched.some((path) => isWithin(document.folder, path)) ? withEntries(document, waiting) : document);
}

/**
 * The entry of a change, which belongs to earlier ones of the same folder.
 * @param {FolderWish} wish
 * @param {readonly Entry[]} entries
 * @param {{newId: () => string, now: string}} how
 * @returns {Omit<Entry, "number">}
 */
export function folderEntry({ before, after, step }, entries, { newId, now }) {
  const id = newId();
  const earlier = folderEntries(entries).filter((entry) => (step === undefined ? before !== null && entry.after === before : step === WAITING_STEP + entry.id)).at(-1);
  const isLast = earlier && (step !== undefined || !entries.some((entry) => entry.number > earlier.number && entry.field === "folder" && entry.before === before));
  const document = isLast ? earlier.document : folderAsDocument(`folder ${id}`, before ?? after ?? "");
  return { id, document, field: "folder", before, after, at: now, ...(step === undefined ? {} : { step }) };
}

/**
 * Entries are of documents: that of a folder has its name and place.
 * @param {string} id
 * @param {string} path
 */
function folderAsDocument(id, path) {
  return /** @type {Document} */ (/** @type {unknown} */ ({ id, name: nameOf(path), folder: parentOf(path), tags: [] }));
}
