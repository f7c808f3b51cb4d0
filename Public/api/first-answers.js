/**
 * Answers that the page asks for by itself, before its modules are here. The script in `index.html` fetches the list that
 * was asked for last at the same place, or that of a first visit. Of a document that is opened it fetches what its reader
 * begins with.
 */

import { preference, setPreference } from "../shell/preferences.js";

/** As `index.html` reads it: where the page was, a blank, and the address that it asked for there. */
const KEPT = "first-list";

/** Answers are for the screen that the page begins with: so long after the first was taken, in ms, the rest are old. */
const FRESH = 1000;

/**
 * The answer to what the page has asked for; null when that was something else, or was taken already.
 * @param {string} url
 * @returns {Promise<Response> | null}
 */
export function takeFirstAnswer(url) {
  const answers = globalThis.sheafFirstAnswers;
  const answer = answers?.get(url);
  if (!answers || !answer) return null;
  answers.delete(url);
  setTimeout(() => answers.clear(), FRESH);
  return answer;
}

/** @param {string} url asked for at the place where the page is; the next visit of that place asks for it at once */
export function keepFirstList(url) {
  const kept = `${location.pathname}${location.search} ${url}`;
  if (preference(KEPT) !== kept) setPreference(KEPT, kept);
}
