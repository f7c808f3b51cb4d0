/** A page with words that were found: where it opens, its picture with the hits on it, and the words around them. */

import { element } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { pageUrl } from "../../api/urls.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/search-api.js").FoundDocuments} FoundDocuments */
/** @typedef {import("../../api/search-api.js").FoundPage} FoundPage */
/** @typedef {import("../../api/search-api.js").Snippet} Snippet */

/** So many different words of a line are looked for in the document that it opens. */
const MOST_WORDS = 6;

/** Of pages that are taller than so many times their width the upper part is shown. */
const TALLEST = 1.5;

/**
 * The words of a page's snippets that were found, each once.
 * @param {readonly Snippet[]} snippets
 */
export function wordsFound(snippets) {
  const marked = snippets.flatMap(({ text, marks }) => marks.map(([start, length]) => text.slice(start, start + length)));
  // A page's words have the signs that stand beside them.
  const words = new Set(marked.map((text) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").replaceAll("\"", "")));
  return [...words].filter((text) => text !== "").slice(0, MOST_WORDS).map((text) => /\s/.test(text) ? `"${text}"` : text).join(" ");
}

/**
 * Where a document opens: at the page, looking for the words that are found on it.
 * @param {Pick<FoundPage, "page" | "snippet">} page
 * @returns {import("../../shell/address.js").OpenParameters}
 */
export function placeOf({ page, snippet }) {
  const search = wordsFound([snippet]);
  return { page, zoom: { mode: "automatic" }, ...(search && { search }) };
}

/**
 * The page, and its hits on it.
 * @param {Document} document
 * @param {FoundPage} page
 * @param {number} side its width in CSS pixels
 */
export function pictureOf(document, { page, size: [width, height], hits }, side) {
  const scale = side / Math.max(width, 1);
  const pixels = Math.ceil(Math.min(devicePixelRatio, 2)) * side;
  const size = { width: side, height: Math.round(Math.min(height * scale, side * TALLEST)) };
  const image = element("img", { src: pageUrl(document, page, pixels, "webp"), alt: "", loading: "lazy", ...size });
  const marks = hits.flat().map(([x, y, boxWidth, boxHeight]) => {
    const mark = element("span", { class: "found-mark" });
    Object.assign(mark.style, {
      left: `${x * scale}px`, top: `${y * scale}px`, width: `${boxWidth * scale}px`, height: `${boxHeight * scale}px`,
    });
    return mark;
  });
  image.addEventListener("error", () => image.remove(), { once: true });
  return element("span", { "class": "found-picture", "aria-hidden": "true" }, image, ...marks);
}

/**
 * The words of a mark without the signs beside them; all of it where it is signs alone.
 * @param {string} text
 * @param {readonly [number, number]} mark start and length
 */
function bareMark(text, [start, length]) {
  const marked = text.slice(start, start + length);
  const bare = marked.replace(/^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu, "");
  return bare === "" ? { start, end: start + length } : { start: start + marked.indexOf(bare), end: start + marked.indexOf(bare) + bare.length };
}

/** @param {Snippet} snippet */
export function snippetParts({ text, marks, cutAtStart, cutAtEnd }) {
  /** @type {(Node | string)[]} */
  const parts = cutAtStart ? ["… "] : [];
  let end = 0;
  for (const mark of marks) {
    const bare = bareMark(text, mark);
    parts.push(text.slice(end, bare.start), element("mark", {}, text.slice(bare.start, bare.end)));
    end = bare.end;
  }
  return [...parts, text.slice(end), ...(cutAtEnd ? [" …"] : [])];
}

/**
 * Sentences on a query of which not all means what it seems to.
 * @param {Pick<FoundDocuments, "corrections" | "remarks">} found
 * @returns {readonly string[]}
 */
export function remarksInWords({ corrections, remarks }) {
  const meant = Object.entries(corrections).map(([typed, words]) => say("Nothing has “{typed}”; found is “{words}”.", { typed, words: words.join("”, “") }));
  const odd = remarks.flatMap(({ code, part = "" }) => {
    if (code === "not-understood") return [say("“{part}” is not understood, and looked for as words.", { part })];
    return code === "too-many-parts" ? [say("The search has more parts than are looked at.")] : [];
  });
  return [...meant, ...odd];
}
