/**
 * The app's words in the language of a person. English stands where a text is used, so that the code reads as the screen
 * does. A text is found by it in the table of another language (`shell/texts`), and is English where it is not there.
 *
 *     say("Sign out")                                        Abmelden
 *     say("“{name}” is revoked", { name })                   „Scanner“ ist widerrufen
 *     sayCount(3, "{n} document", "{n} documents")           3 Dokumente
 *     const TITLE = text("Storage")                          found later: say(TITLE)
 */

/**
 * Texts by their English ones; of a text with a number, its forms by `Intl.PluralRules`.
 * @typedef {Readonly<Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>} Texts
 */

/** @typedef {Readonly<Record<string, string | number>>} TextValues */

const ENGLISH = "en";

/** @type {Texts} */
let texts = {};
let language = ENGLISH;
/** @type {Intl.PluralRules | null} */
let plurals = null;
/** @type {Intl.NumberFormat | null} */
let numbers = null;

/**
 * Speaks another language from now on; what is on the screen already stays as it is.
 * @param {string} tag BCP 47
 * @param {Texts} table
 */
export function speak(tag, table) {
  [language, texts, plurals, numbers] = [tag, table, null, null];
}

/** The language that is spoken, for dates and numbers. */
export function spokenLanguage() {
  return language;
}

/**
 * A text in the language that is spoken.
 * @param {string} english with the names of values in braces
 * @param {TextValues} [values]
 */
export function say(english, values) {
  const found = texts[english];
  return filled(typeof found === "string" ? found : english, values);
}

/**
 * A text with a whole number, which stands as `{n}` in it.
 * @param {number} number
 * @param {string} one in English
 * @param {string} other in English; it is found by this one
 * @param {TextValues} [values]
 */
export function sayCount(number, one, other, values) {
  plurals ??= new Intl.PluralRules(language);
  const found = texts[other];
  const form = typeof found === "object" ? found[plurals.select(number)] ?? found.other : undefined;
  return filled(form ?? (number === 1 ? one : other), { ...values, n: sayNumber(number) });
}

/**
 * A whole number with separators: "10,000".
 * @param {number} number
 */
export function sayNumber(number) {
  // The first formatter of a page takes 20 ms, and such numbers have no separators.
  if (number >= 0 && number < 1000 && Number.isInteger(number)) return String(number);
  numbers ??= new Intl.NumberFormat(language);
  return numbers.format(number);
}

/**
 * Marks a text that is said later, so that it is known to be one.
 * @param {string} english
 */
export function text(english) {
  return english;
}

/**
 * @param {string} words
 * @param {TextValues | undefined} values
 */
function filled(words, values) {
  return values ? words.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole)) : words;
}
