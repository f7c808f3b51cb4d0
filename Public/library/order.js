/** The orders of the list, as the server has them: ties are broken by id. Pure. */

/** @typedef {import("../api/api.js").Document} Document */

/** @type {Readonly<Record<string, (document: Document) => string | number>>} */
const KEYS = Object.freeze({
  name: (document) => document.name.toLowerCase(),
  created: (document) => Date.parse(document.created),
  modified: (document) => Date.parse(document.modified),
  size: (document) => document.size,
});

/**
 * @param {string} order a key, with "-" before it for the reverse
 * @returns {(a: Document, b: Document) => number}
 */
export function compareBy(order) {
  const descending = order.startsWith("-");
  const key = KEYS[descending ? order.slice(1) : order];
  return (a, b) => {
    const byKey = key ? compare(key(a), key(b)) : 0;
    return (byKey || compare(a.id, b.id)) * (descending ? -1 : 1);
  };
}

/**
 * @template {string | number} Value
 * @param {Value} a
 * @param {Value} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
