/** The purpose of each place in words, and how something comes to be in it. Pure. */

import { placeOf } from "./places.js";

/** @typedef {import("./places.js").Query} Query */

/**
 * `purpose` says what a place shows, `empty` that there is nothing, `hint` what to do then.
 * @typedef {{readonly purpose: string, readonly empty: string, readonly hint: string}} PlaceWords
 */

const BY_THEMSELVES = "They appear here by themselves when there are some.";

/** @type {Readonly<Record<string, PlaceWords>>} */
const WORDS = Object.freeze({
  all: { purpose: "Every document, whatever folder it is in.", empty: "Nothing here yet", hint: "Drop a file here." },
  opened: {
    purpose: "What you opened last, on any of your devices.", empty: "Nothing was opened yet",
    hint: "Documents that you open are listed here, the last one first.",
  },
  added: { purpose: "What came in last, from whatever place.", empty: "Nothing here yet", hint: "What you add, or drop folders bring, is at the front here." },
  recent: { purpose: "What was changed last.", empty: "Nothing here yet", hint: "Documents that you change are at the front here." },
  favourites: {
    purpose: "Documents that you want at hand.", empty: "No favourites yet",
    hint: "Select a document and press the star, or use the star in its details. It stays in its folder.",
  },
  inbox: {
    purpose: "What other programs handed over, and what drop folders brought in.", empty: "The Inbox is empty",
    hint: "Files from drop folders and other programs wait here until you put them into a folder.",
  },
  folders: { purpose: "One folder after the other.", empty: "This folder is empty", hint: "Drop files here, drag documents onto its name, or make a folder in it." },
  trash: { purpose: "What you deleted, until it is taken back or goes for good.", empty: "The Trash is empty", hint: "What you delete waits here until you take it back." },
  images: { purpose: "Photographs, drawings and scans.", empty: "No pictures yet", hint: BY_THEMSELVES },
  pdf: { purpose: "PDF documents.", empty: "No PDFs yet", hint: BY_THEMSELVES },
  documents: { purpose: "PDFs, books, texts and presentations.", empty: "No PDFs or office documents yet", hint: BY_THEMSELVES },
  spreadsheets: { purpose: "Tables that calculate.", empty: "No spreadsheets yet", hint: BY_THEMSELVES },
  presentations: { purpose: "Slides.", empty: "No presentations yet", hint: BY_THEMSELVES },
  text: { purpose: "Plain text, notes and source code.", empty: "No text files yet", hint: BY_THEMSELVES },
  sound: { purpose: "Music and recordings.", empty: "No sound yet", hint: BY_THEMSELVES },
  film: { purpose: "Films and clips.", empty: "No films yet", hint: BY_THEMSELVES },
  archives: { purpose: "ZIP files and the like.", empty: "No archives yet", hint: BY_THEMSELVES },
  boards: { purpose: "Boards, on which pages are laid side by side.", empty: "No boards yet", hint: "New board makes one. Pages of documents are laid on it." },
});

/**
 * @param {Query} query
 * @returns {PlaceWords}
 */
export function wordsOf({ place, name }) {
  if (place === "tag") return {
    purpose: `Every document that is tagged ${name}.`, empty: `No document is tagged “${name}”`,
    hint: "Select documents and choose Tags, or add it in their details.",
  };
  return WORDS[placeOf(place).id] ?? { purpose: "", empty: "Nothing here", hint: "" };
}
