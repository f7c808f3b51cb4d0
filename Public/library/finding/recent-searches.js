/** Searches that were made last, the same in all browsers: one of the shared choices, as text. Pure. */

/** The name of the list among what is chosen. */
export const SEARCHED = "library.searched";

/** So many are kept. */
const MOST = 8;

/** Longer ones were pasted, and are not kept. */
const LONGEST = 200;

/**
 * The searches in a list, the last one first; none where it is not understood.
 * @param {string | null} text
 * @returns {readonly string[]}
 */
export function searchedIn(text) {
  try {
    const found = /** @type {unknown} */ (JSON.parse(text ?? "[]"));
    return Array.isArray(found) ? found.filter((words) => typeof words === "string" && words !== "").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/**
 * With one more, which is the first then.
 * @param {readonly string[]} searches
 * @param {string} words
 * @returns {readonly string[]}
 */
export function withSearched(searches, words) {
  const wanted = words.trim();
  if (wanted === "" || wanted.length > LONGEST) return searches;
  return [wanted, ...withoutSearched(searches, wanted)].slice(0, MOST);
}

/**
 * @param {readonly string[]} searches
 * @param {string} words in any case
 */
export function withoutSearched(searches, words) {
  return searches.filter((search) => search.toLowerCase() !== words.toLowerCase());
}
