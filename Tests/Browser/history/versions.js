/** Versions for the tests; a test names only what it is about. */

/** @typedef {import("../../../Public/api/version-api.js").Version} Version */

/**
 * @param {number} number
 * @param {Partial<Version>} [facts]
 * @returns {Version}
 */
export function version(number, facts = {}) {
  return {
    number, sha256: `hash${number}`, size: 1200, type: "com.adobe.pdf", created: "2026-03-12T10:00:00Z", origin: "api",
    author: null, restoredFrom: null, kept: true, current: false, ...facts,
  };
}

/**
 * Versions from one number down to another, the first of them current if it says so.
 * @param {number} from
 * @param {number} to
 */
export function versions(from, to, current = false) {
  return Array.from({ length: from - to + 1 }, (_, index) => version(from - index, { current: current && index === 0 }));
}
