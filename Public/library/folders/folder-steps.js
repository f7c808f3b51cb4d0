/** Changes of folders among other things that are changed: each comes with what takes it back. */

import { folderIn, isWithin, nameOf } from "../../api/folder-path.js";

/** @typedef {import("../../api/folder-api.js").Folder} Folder */
/** @typedef {import("../../api/batch-api.js").Operation} Operation */
/** @typedef {(folder: Folder) => Promise<() => Promise<unknown>>} FolderStep changes a folder; what it returns takes that back */
/** @typedef {Pick<import("../../api/folder-api.js").FolderApi, "folders" | "makeFolder" | "moveFolder" | "trashFolder" | "restoreFolder">} Folders */

/** Folders and documents in an answer. */
const PART = 1000;

/** A folder is copied under one of so many names. */
const MOST_NAMES = 100;

/**
 * @param {Folders} api
 * @param {string} target the folder that it is to lie in
 * @returns {FolderStep}
 */
export function movingTo(api, target) {
  return async ({ path, name }) => {
    const moved = folderIn(target, name);
    await api.moveFolder(path, moved);
    return () => api.moveFolder(moved, path);
  };
}

/**
 * @param {Folders} api
 * @returns {FolderStep}
 */
export function trashing(api) {
  return async ({ path }) => {
    const { documents, step, waits } = await api.trashFolder(path);
    return async () => {
      if (!waits) await api.makeFolder(path, { parents: true });
      if (documents || waits) await api.restoreFolder(path, step);
    };
  };
}

/**
 * Copies a folder with all that is in it.
 * @param {Folders} api
 * @param {{list: Pick<import("../../api/api.js").Api, "list">, batches: Pick<import("../../api/batch-api.js").BatchApi, "apply">}} documents
 * @param {string} target the folder that the copy is to lie in
 * @returns {FolderStep}
 */
export function copyingTo(api, { list, batches }, target) {
  return async ({ path }) => {
    // The folders below it are known before anything is made: the copy may lie in it.
    const [folders, documents] = [await foldersBelow(api, path), await documentsBelow(list, path)];
    const copy = await madeUnder(api, target, nameOf(path));
    const placed = (/** @type {string} */ folder) => copy + folder.slice(path.length);
    for (const folder of folders) await api.makeFolder(placed(folder), { parents: true });
    /** @type {Operation[]} */
    const operations = documents.map(({ id, name, folder }) => ({ op: "copy", document: id, name, folder: placed(folder) }));
    const { problem } = await batches.apply(operations, () => true);
    if (problem) throw problem;
    return () => api.trashFolder(copy);
  };
}

/**
 * @param {Folders} api
 * @param {string} target
 * @param {string} name with a number where it is taken
 */
async function madeUnder(api, target, name) {
  for (let number = 1; ; number += 1) {
    const path = folderIn(target, number === 1 ? name : `${name} ${number}`);
    const { isNew } = await api.makeFolder(path, { parents: true });
    if (isNew || number === MOST_NAMES) return path;
  }
}

/**
 * @param {Folders} api
 * @param {string} path
 */
async function foldersBelow(api, path) {
  const { signal } = new AbortController();
  /** @type {string[]} */
  const found = [];
  const waiting = [path];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { folders } = await api.folders(one, { cursor: null, limit: PART }, signal);
    for (const folder of folders) {
      found.push(folder.path);
      if (folder.hasFolders) waiting.push(folder.path);
    }
  }
  return found.sort();
}

/**
 * @param {Pick<import("../../api/api.js").Api, "list">} api
 * @param {string} folder
 */
async function documentsBelow(api, folder) {
  const { signal } = new AbortController();
  /** @type {import("../../api/api.js").Document[]} */
  const found = [];
  /** @type {string | null} */
  let cursor = null;
  do {
    /** @type {import("../../api/api.js").DocumentPage} */
    const part = await api.list({ folder, deep: true, sort: "name" }, { cursor, limit: PART }, signal);
    found.push(...part.documents);
    cursor = part.next;
  } while (cursor !== null);
  return found;
}

/**
 * The folders that lie in none of the others: these go along with it.
 * @param {readonly Folder[]} folders
 */
export function outermost(folders) {
  return folders.filter(({ path }) => !folders.some((other) => other.path !== path && isWithin(path, other.path)));
}
