/** The offers that are made of a suggestion, in words. Pure. */

import { spokenLanguage } from "../../shell/texts.js";

/** @typedef {import("../../api/suggestion-api.js").Suggestions} Suggestions */
/** @typedef {import("../../api/suggestion-api.js").SuggestedDate} SuggestedDate */

/**
 * The name that is offered; "" where the document has it already, but for signs and capitals.
 * @param {Suggestions["title"]} title
 * @param {string} name the one that the document has
 */
export function offeredName(title, name) {
  if (!title) return "";
  const wanted = lettersOf(title.text);
  return wanted === "" || lettersOf(name).includes(wanted) ? "" : title.name;
}

/** @param {string} text */
function lettersOf(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "");
}

/**
 * A day as a person would write it; a text that is none stays as it is. English dates are written as the browser's user writes
 * them: 7 March, March 7.
 * @param {string} day as in ISO 8601
 * @param {string} [language] BCP 47; when left out the one that was chosen
 */
export function dayInWords(day, language = spokenLanguage()) {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : date.toLocaleDateString(language === "en" ? undefined : language, { dateStyle: "long", timeZone: "UTC" });
}

/**
 * Where a document opens to show a date: at its page, looking for it as it is written.
 * @param {SuggestedDate} date
 * @returns {import("../../shell/address.js").OpenParameters}
 */
export function placeOfDate({ page, text }) {
  const words = text.replaceAll("\"", "");
  return { page, zoom: { mode: "automatic" }, search: /\s/.test(words) ? `"${words}"` : words };
}

/**
 * Whether the words may suggest more in some seconds.
 * @param {Suggestions | null} answer null for one that did not come
 */
export function mayCome(answer) {
  return !answer || answer.state === "waiting" || (answer.state === "none" && answer.scans > 0);
}
