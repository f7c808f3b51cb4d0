/** Choices of a person that this browser keeps. No other file touches its storage. */

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
 * @param {string | null} value null where nothing is chosen any more
 */
export function setPreference(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // A browser that keeps nothing forgets it with the tab; nothing else depends on it.
  }
}

/**
 * Hears of choices that other tabs make.
 * @param {string} prefix
 * @param {() => void} changed called when one whose name begins so was kept or forgotten
 * @param {AbortSignal} signal
 */
export function followPreferences(prefix, changed, signal) {
  window.addEventListener("storage", ({ key }) => key?.startsWith(PREFIX + prefix) && changed(), { signal });
}

/**
 * The names that begin with a prefix, without it.
 * @param {string} prefix
 */
export function preferencesFrom(prefix) {
  const whole = PREFIX + prefix;
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(whole)).map((name) => name.slice(whole.length));
  } catch {
    return [];
  }
}
