/** Numbers, sizes and dates in words. Pure; the language and the clock are handed in. */

import { say, sayCount, sayNumber, spokenLanguage } from "../shell/texts.js";

const UNITS = Object.freeze(["bytes", "KB", "MB", "GB", "TB"]);

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * A whole number with separators: "10,000".
 * @param {number} number
 */
export function numberInWords(number) {
  return sayNumber(number);
}

/**
 * A size in decimal units, as file managers count: "1.2 MB".
 * @param {number} bytes
 */
export function sizeInWords(bytes) {
  if (bytes < 1000) return sayCount(bytes, "{n} byte", "{n} bytes");
  let value = bytes;
  let unit = 0;
  while (Number(value.toPrecision(3)) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits).replace(/\.0$/, "").replace(".", decimalPoint())} ${UNITS[unit]}`;
}

/**
 * A moment as a person would say it: today by the time alone, this year by day and month, else with the year.
 * @param {string} moment RFC 3339
 * @param {Date} now
 * @param {string} [language] BCP 47; when left out the one that was chosen, else the browser's
 */
export function dateInWords(moment, now, language = chosenLanguage()) {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MILLISECONDS);
  if (days === 0) return formatOf("time", language).format(date);
  if (days === 1) return say("Yesterday");
  return formatOf(date.getFullYear() === now.getFullYear() ? "day" : "date", language).format(date);
}

/** @type {Readonly<Record<"time" | "day" | "date", Intl.DateTimeFormatOptions>>} */
const FORMATS = Object.freeze({
  time: { hour: "numeric", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  date: { day: "numeric", month: "short", year: "numeric" },
});

/**
 * Formats that were made: to make one takes longer than to use it a hundred times.
 * @type {Map<string, Intl.DateTimeFormat>}
 */
const made = new Map();

/**
 * @param {"time" | "day" | "date"} kind
 * @param {string} [language]
 */
function formatOf(kind, language) {
  const key = `${kind} ${language}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(language, FORMATS[kind]);
  made.set(key, format);
  return format;
}

/**
 * A time as players write it: "0:07", "12:34", "1:02:03".
 * @param {number} seconds
 */
export function timeInFigures(seconds) {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/**
 * A moment with its day and its time; what is none stays as it is.
 * @param {string} moment RFC 3339
 */
export function dateInFull(moment) {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : date.toLocaleString(chosenLanguage(), { dateStyle: "medium", timeStyle: "short" });
}

/**
 * The name of a language; a file may name any word as its language, and that stays as it is.
 * @param {string} tag BCP 47 or ISO 639
 * @param {string} [language] in which it is named; when left out the one that was chosen, else the browser's
 */
export function languageInWords(tag, language = chosenLanguage()) {
  try {
    return new Intl.DisplayNames(language, { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/**
 * One document by its name, several by their number.
 * @param {readonly {name: string}[]} documents
 */
export function documentsInWords(documents) {
  return documents.length === 1 ? documents[0]?.name ?? "" : sayCount(documents.length, "{n} document", "{n} documents");
}

/**
 * How long something stays: "3 days left".
 * @param {string} moment RFC 3339
 * @param {Date} now
 */
export function daysLeftInWords(moment, now) {
  const days = Math.ceil((Date.parse(moment) - now.getTime()) / DAY_MILLISECONDS);
  return days > 0 ? sayCount(days, "{n} day left", "{n} days left") : say("Goes soon");
}

/** English dates are written as the browser's user writes them: 3 Nov, Nov 3. */
function chosenLanguage() {
  const language = spokenLanguage();
  return language === "en" ? undefined : language;
}

function decimalPoint() {
  return (1.5).toLocaleString(spokenLanguage()).charAt(1);
}

/** @param {Date} date */
function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/**
 * Why some characters of a text may be wrong; null where they are right.
 * @param {import("./api.js").Preview["text"]} text the encoding that the server found
 */
export function encodingFault(text) {
  if (!text) return null;
  if (text.encoding === null) return say("The encoding of this text is not known. Some characters may be wrong.");
  // Valid UTF-8 is certain.
  return text.encoding === "utf-8" && text.confidence < 1 ? say("Some bytes of this text are no characters. They are shown as \uFFFD.") : null;
}
