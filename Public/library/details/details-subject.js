/** The subject of the details: the selection, the document with the focus, or the place. Pure. */

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../places.js").Query} Query */

/**
 * @typedef {{readonly kind: "place", readonly query: Query} | {readonly kind: "one", readonly document: Document}
 *   | {readonly kind: "several", readonly documents: readonly Document[]}} DetailsSubject
 */

/**
 * @typedef {object} ListFacts
 * @property {Query} query
 * @property {readonly Document[]} documents that are listed
 * @property {{has: (id: string) => boolean, size: number}} selection
 * @property {string | null} current the document that had the focus last, or was asked about
 */

/**
 * @param {ListFacts} facts
 * @returns {DetailsSubject}
 */
export function subjectOf({ query, documents, selection, current }) {
  const selected = selection.size > 0 ? documents.filter(({ id }) => selection.has(id)) : [];
  if (selected.length > 1) return { kind: "several", documents: selected };
  const document = selected[0] ?? documents.find(({ id }) => id === current);
  return document ? { kind: "one", document } : { kind: "place", query };
}

/**
 * The size, kinds, folders and times of several documents together.
 * @param {readonly Document[]} documents
 * @param {(document: Document) => string} kindOf
 */
export function summaryOf(documents, kindOf) {
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const document of documents) kinds.set(kindOf(document), (kinds.get(kindOf(document)) ?? 0) + 1);
  const times = documents.map(({ modified }) => modified).sort();
  return {
    size: documents.reduce((sum, { size }) => sum + size, 0),
    kinds: [...kinds].map(([kind, count]) => ({ kind, count })).sort((one, other) => other.count - one.count || (one.kind < other.kind ? -1 : 1)),
    folders: [...new Set(documents.map(({ folder }) => folder))].sort(),
    favourites: documents.filter(({ favourite }) => favourite).length,
    first: times[0] ?? "", last: times.at(-1) ?? "",
  };
}
