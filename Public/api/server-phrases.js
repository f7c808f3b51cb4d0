/**
 * Sentences that the server writes without a code: titles and ends of jobs, reasons of the disk, missing programs. Each is found by
 * its English form, and said in the language of a person; an unknown one stays as it is. Pure.
 */

import { say, sayCount, spokenLanguage, text } from "../shell/texts.js";

/** With the names of their values in braces, as `say` has them. A test compares the titles of jobs with the server's. */
export const PHRASES = Object.freeze([
  text("Comparing files and index"), text("Reading \"{name}\""), text("Emptying the Trash"), text("Removing what was in the Trash for long"),
  text("Letting go of old versions"), text("Letting go of earlier versions"), text("Taking in files from \"{name}\""), text("Preparing {name}"),
  text("Reading the words of {name}"), text("The words of the scans were read"),
  text("Drawing pages of {name}"), text("Fetch {name} from {host}"), text("Fetch an address"), text("Fetch {name}"),
  text("Apply {name}"), text("{count} documents changed; there are more"),
  text("it failed; the log says why"), text("the document is empty: it has no bytes"), text("{path}, {size} bytes"), text("{drawn} of {total} pages were drawn"),
  text("Office documents need {program}: run `make extras` on the server"), text("Books of this format need {program}: run `make extras` on the server"),
  text("DjVu documents need {program}: run `make extras` on the server"), text("PostScript documents need {program}: run `make extras` on the server"),
  text("Web pages need {program}: run `make extras` on the server"), text("Pictures of this format need {program}: run `make extras` on the server"),
  text("Frames of films need {program}: run `make extras` on the server"), text("The words of scans need {program}: run `make extras` on the server"),
  text("{call}: Permission denied"), text("{call}: No such file or directory"), text("{call}: Not a directory"), text("{call}: Input/output error"),
  text("{call}: Read-only file system"), text("{call}: No space left on device"), text("{call}: Operation not permitted"),
]);

/** @type {readonly [RegExp, (count: number) => string][]} */
const COUNTED = Object.freeze([
  [/^(\d+) versions? (?:was|were) let go of$/, (count) => sayCount(count, "{n} version was let go of", "{n} versions were let go of")],
  [/^(\d+) documents? (?:was|were) removed$/, (count) => sayCount(count, "{n} document was removed", "{n} documents were removed")],
  [/^(\d+) documents? changed$/, (count) => sayCount(count, "{n} document changed", "{n} documents changed")],
  [/^(\d+) files? (?:was|were) taken in$/, (count) => sayCount(count, "{n} file was taken in", "{n} files were taken in")],
  [/^(\d+) added$/, (count) => sayCount(count, "{n} added", "{n} added")],
  [/^(\d+) returned$/, (count) => sayCount(count, "{n} returned", "{n} returned")],
  [/^(\d+) changed$/, (count) => sayCount(count, "{n} changed", "{n} changed")],
  [/^(\d+) moved$/, (count) => sayCount(count, "{n} moved", "{n} moved")],
  [/^(\d+) gone$/, (count) => sayCount(count, "{n} gone", "{n} gone")],
]);

/** @type {{phrase: string, pattern: RegExp}[] | null} */
let known = null;

/**
 * A sentence of the server in the language of a person. In English it stays as it is, and so does an unknown one.
 * @param {string} words
 * @returns {string}
 */
export function phraseInWords(words) {
  if (spokenLanguage() === "en" || words === "") return words;
  known ??= PHRASES.map((phrase) => ({ phrase, pattern: patternOf(phrase) }));
  for (const { phrase, pattern } of known) {
    const values = pattern.exec(words);
    if (values) return say(phrase, values.groups);
  }
  return words.split(", ").map(countInWords).join(", ");
}

/** @param {string} words */
function countInWords(words) {
  for (const [pattern, said] of COUNTED) {
    const found = pattern.exec(words);
    if (found) return said(Number(found[1]));
  }
  return words;
}

/** @param {string} phrase */
function patternOf(phrase) {
  const parts = phrase.split(/\{(\w+)\}/);
  const escaped = parts.map((part, index) => (index % 2 ? `(?<${part}>.+)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${escaped.join("")}$`, "su");
}
