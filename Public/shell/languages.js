/** The languages of the app. Each but English is a table of its own, which only those fetch who speak it. */

import { speak } from "./texts.js";

/**
 * @typedef {object} Language
 * @property {string} tag BCP 47
 * @property {"ltr" | "rtl"} direction in which it is written
 * @property {() => Promise<{TEXTS: import("./texts.js").Texts}>} fetch
 */

/** English, and the languages below. */
const SPOKEN = /^(?:en|de)\b/;

/** @type {readonly Language[]} */
const LANGUAGES = Object.freeze([
  { tag: "de", direction: "ltr", fetch: () => import("./texts/de.js") },
]);

/**
 * Speaks the language that was chosen, or else the first one of the browser's that the app has. English is spoken where that
 * is it, or where its table cannot be had.
 * @param {string | null} chosen
 */
export async function learnLanguage(chosen) {
  const [known] = [chosen, ...navigator.languages].flatMap((tag) => tag?.match(SPOKEN) ?? []);
  const language = LANGUAGES.find(({ tag }) => tag === known);
  const table = await language?.fetch().catch(() => null);
  if (!language || !table) return;
  speak(language.tag, table.TEXTS);
  Object.assign(document.documentElement, { lang: language.tag, dir: language.direction });
}
