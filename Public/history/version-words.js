/** Versions in words: when, who, which way, how large. Pure; the language and the clock are handed in. */

import { say, spokenLanguage, text } from "../shell/texts.js";
import { wayInWords } from "../api/version-ways.js";
import { sizeInWords } from "../api/words.js";

/** @typedef {import("../api/api-problem.js").ApiProblem} ApiProblem */
/** @typedef {import("../api/version-api.js").Version} Version */

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * The day of a moment: today, yesterday, day and month, and the year where it is another one.
 * @param {string} moment RFC 3339
 * @param {Date} now
 * @param {string} [language] BCP 47; the browser's when left out
 */
export function dayInWords(moment, now, language = chosenLanguage()) {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MILLISECONDS);
  if (days === 0) return say("Today");
  if (days === 1) return say("Yesterday");
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: /** @type {const} */ ("numeric") };
  return date.toLocaleDateString(language, { day: "numeric", month: "long", ...year });
}

/**
 * @param {string} moment RFC 3339
 * @param {Date} now
 * @param {string} [language]
 */
export function momentInWords(moment, now, language = chosenLanguage()) {
  const day = dayInWords(moment, now, language);
  if (!day) return "";
  return `${day}, ${new Date(moment).toLocaleTimeString(language, { hour: "numeric", minute: "2-digit" })}`;
}

/** English dates are written as the browser's user writes them. */
function chosenLanguage() {
  const language = spokenLanguage();
  return language === "en" ? undefined : language;
}

/** @param {Date} date */
function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/**
 * The line below the moment of a version.
 * @param {Version} version
 */
export function versionFacts(version) {
  const { number, current, size } = version;
  const name = current ? say("Version {number}, now", { number }) : say("Version {number}", { number });
  return [name, wayInWords(version), sizeInWords(size)].filter((part) => part !== "").join(" · ");
}

/**
 * A note about a version; "" for none.
 * @param {Version} version
 */
export function versionNote({ origin, restoredFrom, kept }) {
  if (!kept) return say("Its content was overwritten on the disk before Sheaf could keep it");
  if (origin !== "restored") return "";
  return restoredFrom === null ? say("Brought back") : say("Brought back from version {number}", { number: restoredFrom });
}

/**
 * The line of the bar over a version.
 * @param {{number: number, created: string}} version
 * @param {number} newest the number of the current one
 * @param {Date} now
 * @param {string} [language]
 */
export function versionLine({ number, created }, newest, now, language) {
  return say("Version {number} of {count} · {date}", { number, count: Math.max(number, newest), date: dayInWords(created, now, language) });
}

/** @type {Readonly<Record<string, string>>} */
const REFUSALS = Object.freeze({
  "version-conflict": text("The document was changed a moment ago, so nothing was replaced. Look at what is new, then restore again."),
  "version-gone": text("The content of this version is not kept any more. The document is as it was."),
  "not-found": text("This version was let go of in the meantime. The document is as it was."),
  "trashed": text("The document is in the Trash. Take it back first."),
  "storage-full": text("The server's disk is full. The document is as it was."),
  "storage-low": text("The server's disk is nearly full. The document is as it was."),
  "quota-exceeded": text("The workspace holds as much as it may. The document is as it was."),
  "read-only": text("The workspace cannot be written at the moment. The document is as it was."),
  "damaged": text("What is kept of this version is damaged. The document is as it was."),
  "offline": text("The server cannot be reached. Try again when it is back."),
});

/**
 * Why a version was not restored, and what is safe.
 * @param {ApiProblem} problem
 */
export function restoreRefusal({ code }) {
  const refusal = REFUSALS[code];
  return refusal ? say(refusal) : say("The version could not be restored. The document is as it was; try again in a moment.");
}
