/** The sections of the settings, and what is found where. Data and pure functions. */

import { say, text } from "../shell/texts.js";

/**
 * The screen's parts that sections need.
 * @typedef {object} SectionParts
 * @property {import("../api/api.js").Api} api
 * @property {import("./shared-choices.js").SharedChoices} choices
 * @property {import("../api/notices.js").Notices} notices
 * @property {() => string} place the path of what is shown below the settings
 * @property {() => void} typesChanged called when types or handlers are others now
 * @property {() => void} documentsChanged called when documents of the library went or came
 */

/**
 * @typedef {(parts: SectionParts, signal: AbortSignal) => HTMLElement} MakeSection
 */

/**
 * @typedef {object} SectionFacts
 * @property {string} id as in the address
 * @property {string} title
 * @property {string} icon
 * @property {readonly string[]} contents what is set there, by which it is found
 */

/** @type {readonly SectionFacts[]} */
export const SECTIONS = Object.freeze([
  {
    id: "appearance", title: text("Appearance"), icon: "highlighter",
    contents: [
      text("Theme"), text("Density"), text("Size of text and controls"), text("Language"), text("Order of the library"),
      text("Pages in dark mode"),
    ],
  },
  { id: "keys", title: text("Keys"), icon: "keys", contents: [text("Single-key shortcuts"), text("All keys")] },
  {
    id: "opening", title: text("Opening"), icon: "open-in",
    contents: [text("What opens each kind of document"), text("Web apps"), text("Types of your own")],
  },
  {
    id: "folders", title: text("Drop folders"), icon: "folder",
    contents: [text("Drop folders"), text("Documents that are no longer drawn")],
  },
  {
    id: "rules", title: text("Rules"), icon: "tag",
    contents: [text("Rules"), text("What is done with documents that arrive"), text("What rules did")],
  },
  {
    id: "words", title: text("Words and scans"), icon: "search",
    contents: [text("Words"), text("Scans"), text("Hours in which scans are read"), text("Languages of scans")],
  },
  {
    id: "storage", title: text("Storage"), icon: "archive",
    contents: [text("What takes up room"), text("Empty the Trash"), text("Earlier versions"), text("Caches")],
  },
  {
    id: "access", title: text("Access"), icon: "lock",
    contents: [text("Tokens of programs"), text("Signed-in browsers"), text("Sign out")],
  },
  { id: "devices", title: text("Add a device"), icon: "touch", contents: [text("QR code for a phone")] },
  { id: "about", title: text("About"), icon: "info", contents: [text("Version"), text("Licences"), text("Health")] },
]);

/**
 * @param {string} id
 * @returns {SectionFacts | null}
 */
export function sectionOf(id) {
  return SECTIONS.find((section) => section.id === id) ?? null;
}

/** @param {string} id "" for the list of sections */
export function settingsPath(id) {
  return id ? `/settings/${id}` : "/settings";
}

/**
 * The sections in which all words are found, each with what they were found in; all of them for no words.
 * @param {string} query
 * @returns {{section: SectionFacts, found: readonly string[]}[]}
 */
export function sectionsWith(query) {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const has = (/** @type {string} */ title) => words.every((word) => folded(title).includes(word));
  return SECTIONS.map((section) => {
    const found = words.length ? section.contents.map((one) => say(one)).filter(has) : [];
    return { section, found, isFound: words.length === 0 || found.length > 0 || has(say(section.title)) };
  }).filter(({ isFound }) => isFound).map(({ section, found }) => ({ section, found }));
}

/**
 * Without case and accents.
 * @param {string} words
 */
function folded(words) {
  return words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
