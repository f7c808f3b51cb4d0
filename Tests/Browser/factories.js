/** Documents for the tests; a test names only what it is about. */

/** @typedef {import("../../Public/api/api.js").Document} Document */

/**
 * @param {Partial<Document>} [facts]
 * @returns {Document}
 */
export function document(facts = {}) {
  const id = facts.id ?? "d1";
  const moment = "2026-11-21T10:00:00Z";
  return {
    id, name: `${id}.pdf`, folder: "", type: "com.adobe.pdf", size: 100, sha256: "00", version: 1,
    created: moment, modified: moment, tags: [], favourite: false, ...facts,
  };
}

/**
 * A moment so many minutes after ten.
 * @param {number} minutes
 */
export function at(minutes) {
  return new Date(Date.UTC(2026, 10, 21, 10, minutes)).toISOString();
}
