/** What a person has chosen, kept in this browser. Nothing else touches its storage. */

const PREFIX = "sheaf.";

/**
 * @param {string} name
 * @returns {string | null} null where nothing was chosen, or the browser keeps nothing
 */
export function preference(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function setPreference(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // A browser that keeps nothing forgets it with the tab; nothing else depends on it.
  }
}
