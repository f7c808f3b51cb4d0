/** The purpose of each place in words, and how something comes to be in it. Pure. */

import { say, text } from "../shell/texts.js";
import { placeOf } from "./places.js";

/** @typedef {import("./places.js").Query} Query */

/**
 * `purpose` says what a place shows, `empty` that there is nothing, `hint` what to do then.
 * @typedef {{readonly purpose: string, readonly empty: string, readonly hint: string}} PlaceWords
 */

const BY_THEMSELVES = text("They appear here by themselves when there are some.");

/** @type {Readonly<Record<string, PlaceWords>>} */
const WORDS = Object.freeze({
  all: { purpose: text("Every document, whatever folder it is in."), empty: text("Nothing here yet"), hint: text("Drop a file here.") },
  opened: {
    purpose: text("What you opened last, on any of your devices."), empty: text("Nothing was opened yet"),
    hint: text("Documents that you open are listed here, the last one first."),
  },
  added: { purpose: text("What came in last, from whatever place."), empty: text("Nothing here yet"), hint: text("What you add, or drop folders bring, is at the front here.") },
  recent: { purpose: text("What was changed last."), empty: text("Nothing here yet"), hint: text("Documents that you change are at the front here.") },
  favourites: {
    purpose: text("Documents that you want at hand."), empty: text("No favourites yet"),
    hint: text("Select a document and press the star, or use the star in its details. It stays in its folder."),
  },
  inbox: {
    purpose: text("What other programs handed over, and what drop folders brought in."), empty: text("The Inbox is empty"),
    hint: text("Files from drop folders and other programs wait here until you put them into a folder."),
  },
  folders: { purpose: text("One folder after the other."), empty: text("This folder is empty"), hint: text("Drop files here, drag documents onto its name, or make a folder in it.") },
  trash: { purpose: text("What you deleted, until it is taken back or goes for good."), empty: text("The Trash is empty"), hint: text("What you delete waits here until you take it back.") },
  images: { purpose: text("Photographs, drawings and scans."), empty: text("No pictures yet"), hint: BY_THEMSELVES },
  pdf: { purpose: text("PDF documents."), empty: text("No PDFs yet"), hint: BY_THEMSELVES },
  documents: { purpose: text("PDFs, books, texts and presentations."), empty: text("No PDFs or office documents yet"), hint: BY_THEMSELVES },
  spreadsheets: { purpose: text("Tables that calculate."), empty: text("No spreadsheets yet"), hint: BY_THEMSELVES },
  presentations: { purpose: text("Slides."), empty: text("No presentations yet"), hint: BY_THEMSELVES },
  text: { purpose: text("Plain text, notes and source code."), empty: text("No text files yet"), hint: BY_THEMSELVES },
  sound: { purpose: text("Music and recordings."), empty: text("No sound yet"), hint: BY_THEMSELVES },
  film: { purpose: text("Films and clips."), empty: text("No films yet"), hint: BY_THEMSELVES },
  archives: { purpose: text("ZIP files and the like."), empty: text("No archives yet"), hint: BY_THEMSELVES },
  boards: { purpose: text("Boards, on which pages are laid side by side."), empty: text("No boards yet"), hint: text("New board makes one. Pages of documents are laid on it.") },
});

/**
 * @param {Query} query
 * @returns {PlaceWords}
 */
export function wordsOf({ place, name }) {
  if (place === "tag") return {
    purpose: say("Every document that is tagged {name}.", { name }), empty: say("No document is tagged “{name}”", { name }),
    hint: say("Select documents and choose Tags, or add it in their details."),
  };
  const words = WORDS[placeOf(place).id];
  return words ? { purpose: say(words.purpose), empty: say(words.empty), hint: say(words.hint) } : { purpose: "", empty: say("Nothing here"), hint: "" };
}
