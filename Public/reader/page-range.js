/** Pages in words: "1-5, 8". Pure. */

/** @typedef {import("../api/page-names.js").PageNames} PageNames */

/**
 * The pages that a text means, by their labels or numbers, each once and in their order.
 * @param {string} text
 * @param {PageNames} names
 * @returns {readonly number[] | null} from 1; null where a part of it means none
 */
export function pagesIn(text, names) {
  const parts = text.split(/[,;]/).map((part) => part.trim()).filter((part) => part !== "");
  /** @type {Set<number>} */
  const pages = new Set();
  for (const part of parts) {
    const range = rangeOf(part, names);
    if (!range) return null;
    for (let page = range.first; page <= range.last; page += 1) pages.add(page);
  }
  return pages.size ? [...pages].sort((a, b) => a - b) : null;
}

/**
 * A label may have a dash in it, so a page is looked for before a range.
 * @param {string} part
 * @param {PageNames} names
 */
function rangeOf(part, names) {
  const single = names.exactly(part);
  if (single !== null) return { first: single, last: single };
  const ends = part.split(/\s*[-–—]\s*/).map((end) => names.exactly(end));
  const [first, last] = ends;
  return ends.length === 2 && first && last && first <= last ? { first, last } : null;
}
