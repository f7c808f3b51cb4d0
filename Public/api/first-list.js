/**
 * The list that the page asks for by itself, before its modules are here. The script in `index.html` fetches the address that
 * was asked for last at the same place, or the one of a first visit.
 */

import { preference, setPreference } from "../shell/preferences.js";

/** As `index.html` reads it: where the page was, a blank, and the address that it asked for there. */
const KEPT = "first-list";

/**
 * The answer to what the page has asked for; null when that was something else, or was taken already.
 * @param {string} url
 * @returns {Promise<Response> | null}
 */
export function takeFirstList(url) {
  const first = globalThis.sheafFirstList;
  globalThis.sheafFirstList = undefined;
  return first?.url === url ? first.answer : null;
}

/** @param {string} url asked for at the place where the page is; the next visit of that place asks for it at once */
export function keepFirstList(url) {
  const kept = `${location.pathname}${location.search} ${url}`;
  if (preference(KEPT) !== kept) setPreference(KEPT, kept);
}
