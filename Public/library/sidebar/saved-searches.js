/** Searches that are kept under a name, the same in all browsers: one of the shared choices, as text. */

import { libraryPath, parseAddress } from "../../shell/address.js";

/** The name of the list among what is chosen. */
export const SEARCHES = "library.searches";

/** So many are kept. */
const MOST_SEARCHES = 50;

/** @typedef {{readonly name: string, readonly path: string}} SavedSearch `path` is the address of what it finds */

/**
 * The searches in a list; none where it is not understood. Only addresses of the library are taken from it.
 * @param {string | null} text
 * @returns {readonly SavedSearch[]}
 */
export function searchesIn(text) {
  try {
    const found = /** @type {unknown} */ (JSON.parse(text ?? "[]"));
    if (!Array.isArray(found)) return [];
    return found.flatMap((one) => (Array.isArray(one) && typeof one[0] === "string" && one[0] !== "" ? searchOf(one[0], one[1]) : [])).slice(0, MOST_SEARCHES);
  } catch {
    return [];
  }
}

/** @param {readonly SavedSearch[]} searches */
export function textOfSearches(searches) {
  return JSON.stringify(searches.map(({ name, path }) => [name, path]));
}

/**
 * With one more, at the end; the same search takes the place of its former name.
 * @param {readonly SavedSearch[]} searches
 * @param {SavedSearch} search
 */
export function withSearch(searches, search) {
  return [...searches.filter(({ path }) => path !== search.path), search].slice(-MOST_SEARCHES);
}

/**
 * @param {readonly SavedSearch[]} searches
 * @param {string} path
 * @param {string} name
 */
export function renamedSearch(searches, path, name) {
  return searches.map((search) => (search.path === path ? { name, path } : search));
}

/**
 * @param {string} name
 * @param {unknown} path
 * @returns {SavedSearch[]}
 */
function searchOf(name, path) {
  if (typeof path !== "string" || !path.startsWith("/?")) return [];
  const address = parseAddress(new URL(path, "http://sheaf.invalid"));
  return address.view === "library" ? [{ name, path: libraryPath(address) }] : [];
}
