/** Notices of rules by the event stream: that they are others now, and what they did to documents that arrived. */

/**
 * The changes that rules made as one step, which can be undone.
 * @typedef {object} RuleReport
 * @property {string} batch
 * @property {readonly {readonly id: string, readonly name: string}[]} rules
 * @property {readonly string[]} documents ids
 * @property {readonly string[]} tags
 * @property {readonly string[]} folders
 * @property {boolean} favourite whether a document became one
 */

/** @type {Set<() => void>} */
const following = new Set();

/**
 * Calls back whenever rules may be others, or may have acted.
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function followRules(changed, signal) {
  following.add(changed);
  signal.addEventListener("abort", () => following.delete(changed));
}

/** Tells all who follow. */
export function rulesChanged() {
  for (const changed of following) changed();
}

/**
 * The report in a notice; null where it is none.
 * @param {import("./event-stream.js").RuleNotice | null} notice
 * @returns {RuleReport | null}
 */
export function reportIn(notice) {
  const { batch, rules, documents, tags, folders, favourite } = notice ?? {};
  const isKnown = typeof batch === "string" && Array.isArray(rules) && Array.isArray(documents) && Array.isArray(tags) && Array.isArray(folders);
  return isKnown ? { batch, rules, documents, tags, folders, favourite: favourite === true } : null;
}
