/** Sections of a list, as it is sorted: by days where it is by dates, by letters where by names. Pure. */

import { say, spokenLanguage } from "../shell/texts.js";
import { folded } from "./places.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {number} first index of its first item
 * @property {number | null} count of its items; null while there may be more of them
 */

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * @param {readonly Document[]} documents in their order
 * @param {string} order as the server has it: a key, with "-" before it for the reverse
 * @param {{now: Date, complete: boolean, language?: string}} options `complete` tells whether the list ends there
 * @returns {readonly Section[]} none where the order has none
 */
export function sectionsOf(documents, order, { now, complete, language }) {
  const titleOf = titlesOf(order.replace("-", ""), now, language);
  if (titleOf === null) return [];
  /** @type {{title: string, first: number}[]} */
  const starts = [];
  for (let first = 0; first < documents.length; first = endOf(documents, first, titleOf)) {
    starts.push({ title: titleOf(/** @type {Document} */ (documents[first])), first });
  }
  return starts.map((start, place) => {
    const end = starts[place + 1]?.first ?? (complete ? documents.length : null);
    return { ...start, count: end === null ? null : end - start.first };
  });
}

/**
 * The end of a section: far ahead at first, then nearer, as a sorted list has each section in one piece.
 * @param {readonly Document[]} documents
 * @param {number} first
 * @param {(document: Document) => string} titleOf
 */
function endOf(documents, first, titleOf) {
  const isIn = (/** @type {number} */ index) => titleOf(/** @type {Document} */ (documents[index])) === titleOf(/** @type {Document} */ (documents[first]));
  let step = 1;
  while (first + step < documents.length && isIn(first + step)) step *= 2;
  let [low, high] = [first + Math.floor(step / 2), Math.min(first + step, documents.length)];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (isIn(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * @param {string} key
 * @param {Date} now
 * @param {string} [language]
 * @returns {((document: Document) => string) | null}
 */
function titlesOf(key, now, language) {
  if (key === "name") return ({ name }) => letterOf(name);
  if (key !== "created" && key !== "modified") return null;
  const days = daysBefore(now);
  const formats = monthFormats(language ?? (spokenLanguage() === "en" ? undefined : spokenLanguage()));
  return (document) => dayOf(new Date(document[key]), days, formats);
}

/**
 * The letter that a name is sorted under, without its accent. Signs and digits come before the letters, and are one section.
 * @param {string} name
 */
function letterOf(name) {
  const [letter = ""] = folded(name);
  return letter < "a" ? "#" : letter.toUpperCase();
}

/** @param {Date} now */
function daysBefore(now) {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  // The week begins on Monday.
  const week = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7));
  return { today: today.getTime(), yesterday: today.getTime() - DAY_MILLISECONDS, week: week.getTime(), year: now.getFullYear() };
}

/** @param {string} [language] */
function monthFormats(language) {
  return {
    month: new Intl.DateTimeFormat(language, { month: "long" }),
    monthOfYear: new Intl.DateTimeFormat(language, { month: "long", year: "numeric" }),
  };
}

/**
 * @param {Date} date
 * @param {ReturnType<typeof daysBefore>} days
 * @param {ReturnType<typeof monthFormats>} formats
 */
function dayOf(date, { today, yesterday, week, year }, { month, monthOfYear }) {
  const time = date.getTime();
  if (Number.isNaN(time)) return "";
  // A clock that is ahead of this one has no tomorrow.
  if (time >= today) return say("Today");
  // The day before may have been an hour longer or shorter.
  if (time >= yesterday + 2 * 60 * 60 * 1000 || new Date(today - 1).toDateString() === date.toDateString()) return say("Yesterday");
  if (time >= week) return say("This week");
  return (date.getFullYear() === year ? month : monthOfYear).format(date);
}
