/** The lines of a tree of folders, and the keys that move through them (ARIA Authoring Practices, "Tree View"). Pure. */

import { parentOf, trailOf } from "../../api/folder-path.js";

/** @typedef {import("../../api/folder-api.js").Folder} Folder */

/**
 * @typedef {object} TreeRow
 * @property {Folder} folder
 * @property {number} level from 1
 * @property {boolean | null} isOpen null where it has no folders
 * @property {number} place among those beside it, from 1
 * @property {number} count of those beside it, itself too
 */

/** A key moves the focus to a line, opens a folder, or closes one. */
/** @typedef {{readonly focus: number} | {readonly open: string} | {readonly close: string}} TreeMove */

/**
 * The lines that are seen: folders below an open one as far as they are known.
 * @param {ReadonlyMap<string, readonly Folder[]>} known folders by the path of the one that holds them
 * @param {ReadonlySet<string>} open paths
 * @returns {TreeRow[]}
 */
export function treeRows(known, open, path = "", level = 1) {
  const folders = known.get(path) ?? [];
  return folders.flatMap((folder, index) => {
    const isOpen = folder.hasFolders ? open.has(folder.path) : null;
    const row = { folder, level, isOpen, place: index + 1, count: folders.length };
    return isOpen ? [row, ...treeRows(known, open, folder.path, level + 1)] : [row];
  });
}

/**
 * @param {readonly TreeRow[]} rows
 * @param {number} index of the line with the focus
 * @param {string} key
 * @returns {TreeMove | null} null where the key means nothing there
 */
export function moveInTree(rows, index, key) {
  const row = rows[index];
  if (!row) return null;
  switch (key) {
    case "ArrowDown": return index < rows.length - 1 ? { focus: index + 1 } : null;
    case "ArrowUp": return index > 0 ? { focus: index - 1 } : null;
    case "Home": return { focus: 0 };
    case "End": return { focus: rows.length - 1 };
    case "ArrowRight": return inward(rows, index);
    case "ArrowLeft": return row.isOpen ? { close: row.folder.path } : outward(rows, row);
    default: return key.length === 1 && key !== " " ? byLetter(rows, index, key) : null;
  }
}

/**
 * The folders that are opened so that one is seen.
 * @param {string} folder
 */
export function opensFor(folder) {
  return trailOf(parentOf(folder));
}

/**
 * @param {readonly TreeRow[]} rows
 * @param {number} index
 * @returns {TreeMove | null}
 */
function inward(rows, index) {
  const row = rows[index];
  if (!row || row.isOpen === null) return null;
  if (!row.isOpen) return { open: row.folder.path };
  return (rows[index + 1]?.level ?? 0) > row.level ? { focus: index + 1 } : null;
}

/**
 * @param {readonly TreeRow[]} rows
 * @param {TreeRow} row
 * @returns {TreeMove | null}
 */
function outward(rows, { folder }) {
  const above = rows.findIndex((other) => other.folder.path === parentOf(folder.path));
  return above < 0 ? null : { focus: above };
}

/**
 * @param {readonly TreeRow[]} rows
 * @param {number} index
 * @param {string} letter
 * @returns {TreeMove | null}
 */
function byLetter(rows, index, letter) {
  const begins = (/** @type {number} */ place) => rows[place]?.folder.name.toLowerCase().startsWith(letter.toLowerCase());
  const order = rows.map((_, step) => (index + 1 + step) % rows.length);
  const found = order.find((place) => place !== index && begins(place));
  return found === undefined ? null : { focus: found };
}
