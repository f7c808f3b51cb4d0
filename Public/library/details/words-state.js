/** How far the index of words is with one document, in words. Pure. */

import { say, sayCount, text } from "../../shell/texts.js";
import { numberInWords } from "../../api/words.js";

/** @typedef {import("../../api/search-api.js").DocumentWords} DocumentWords */

/** @type {Readonly<Record<string, string>>} */
const REASONS = Object.freeze({
  "password-required": text("the document is locked"), "not-showable": text("this kind of document has no pages with words"), "damaged": text("its content is damaged"),
  "converter-missing": text("a program that reads it is missing on the server"), "document-too-large": text("it is too large"),
});

/** @param {DocumentWords} words */
export function wordsState(words) {
  if (words.state === "refused") return say("None: {reason}", { reason: say(REASONS[words.reason ?? ""] ?? text("it could not be read")) });
  if (words.state === "waiting") return waitingState(words);
  return [readState(words), ...(words.scans > 0 ? [sayCount(words.scans, "{n} picture is still to be read", "{n} pictures are still to be read")] : [])].join("; ");
}

/** @param {DocumentWords} words */
function waitingState({ pages, pageCount }) {
  return pages > 0 && pageCount ? say("Being read, {pages} of {count}", { pages: numberInWords(pages), count: numberInWords(pageCount) }) : say("To be read");
}

/** @param {DocumentWords} words */
function readState({ pages, recognized, scans }) {
  if (pages === 0) return say("None");
  if (recognized === 0) return scans === pages ? say("None yet") : sayCount(pages, "Its page", "All {n} pages");
  if (recognized === pages) return sayCount(pages, "Read from the picture of its page", "Read from the pictures of {n} pages");
  return sayCount(recognized, "{pages} pages, {n} of them read from its picture", "{pages} pages, {n} of them read from pictures", { pages: numberInWords(pages - scans) });
}
