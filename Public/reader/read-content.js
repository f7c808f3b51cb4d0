import { PageNames } from "../api/page-names.js";
import { encodingFault } from "../api/words.js";
import { imageWidth } from "../shell/resolution.js";
import { say, sayCount } from "../shell/texts.js";
import { CSS_PIXELS_PER_POINT } from "./viewport.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api.js").Preview} Preview */
/** @typedef {import("../api/page-source.js").PageSource} PageSource */

/**
 * A document that is read: as it is now (`current-content.js`), or as it was (`version-content.js`).
 * @typedef {object} ReadContent
 * @property {boolean} live whether it is what the document is now
 * @property {(signal: AbortSignal) => Promise<{document: Document, preview: Preview}>} load
 * @property {(document: Document, pageCount: number, signal: AbortSignal) => import("../api/page-source.js").PageSource} pages
 * @property {(document: Document, limit: number, signal: AbortSignal) => Promise<{bytes: Uint8Array, whole: boolean}>} head
 * @property {(document: Document, parameters: import("../api/find-api.js").FindParameters & {from: number},
 *   take: (piece: import("../api/find-api.js").FindPiece) => void, signal: AbortSignal) => Promise<void>} [find]
 * @property {(document: Document) => {url: string, name: string}} download
 * @property {(document: Document) => Promise<void>} release lets it be drawn again that stopped the renderer
 */

/** @typedef {(page: number) => HTMLElement | null} PrintedMarks null where the page has none */

/**
 * The pages of a document, to be shown or printed.
 * @typedef {object} PagedDocument
 * @property {readonly import("../gestures/geometry/index.js").Size[]} pages in page units
 * @property {number} unit CSS pixels of a page unit at 100 %
 * @property {boolean} raster whether pages are pixels, which take the size of the paper when they are printed
 * @property {PrintedMarks} [marks] of pages, for the printer
 * @property {PageNames} names
 * @property {PageSource} source
 */

/**
 * A document that was read: `text` is the beginning of one; null for pages, and for what cannot be shown.
 * @typedef {object} Found
 * @property {Document} document
 * @property {Preview} preview
 * @property {{bytes: Uint8Array, whole: boolean} | null} text
 */

/**
 * @typedef {object} ReaderContext
 * @property {ReadContent} content
 * @property {import("../api/api.js").Api} api
 * @property {Pick<import("../settings/shared-choices.js").SharedChoices, "get">} choices
 * @property {Promise<import("../api/type-tree.js").TypeTree>} types
 * @property {Pick<import("../library/library.js").Library, "step" | "state">} library
 * @property {string} id
 * @property {import("../shell/address.js").OpenParameters} open
 * @property {import("./document-places.js").KeptOpening | null} kept the place of the visit before; null where that has no say
 * @property {{choosePage: (document: Document, page: import("../api/page-names.js").NamedPage, anchor: HTMLElement) => unknown}} boards
 */

/**
 * The notice about a document of which not all pages are here, or not all characters; null where all are.
 * @param {Preview} preview
 */
export function caveatsInWords({ preparing, truncated, pageCount, text }) {
  if (preparing) return sayCount(pageCount, "The first {n} pages are here; more are being prepared", "The first {n} pages are here; more are being prepared");
  const extent = truncated ? say("Only the beginning is shown. Download the document to have all of it.") : null;
  return [extent, encodingFault(text)].filter(Boolean).join(" ") || null;
}

/**
 * How many pages a document has; null for what has none, and where more of them are being made.
 * @param {Preview} preview
 */
export function pageCountOf({ kind, pageCount, pages, preparing }) {
  return kind === "pages" && !preparing ? Math.max(pageCount, pages.length) : null;
}

/**
 * The pages of a document. A very long one lists only its first sizes; the rest are taken to be like the last of those.
 * @param {Preview} preview
 * @param {boolean} raster whether its pages are pixels
 * @param {(pageCount: number) => PageSource} sourceOf
 * @returns {PagedDocument}
 */
export function pagedDocument(preview, raster, sourceOf) {
  const last = preview.pages[preview.pages.length - 1] ?? { width: 1, height: 1 };
  const length = Math.max(preview.pageCount, preview.pages.length);
  const pages = Array.from({ length }, (_, index) => preview.pages[index] ?? last);
  const names = new PageNames(pages.map((_, index) => preview.pages[index]?.label ?? ""));
  const { pageText, imageUrl, ...source } = sourceOf(length);
  // A picture has no words.
  const words = raster || !pageText ? {} : { pageText };
  return { pages, names, unit: raster ? 1 : CSS_PIXELS_PER_POINT, raster, source: { ...source, ...words, imageUrl: within(pages, imageUrl) } };
}

/**
 * Images no longer than the server draws them: a page that is a thousand times as long as wide has a narrower one.
 * @param {PagedDocument["pages"]} pages
 * @param {PageSource["imageUrl"]} imageUrl
 * @returns {PageSource["imageUrl"]}
 */
function within(pages, imageUrl) {
  return (page, wanted) => {
    const { width, height } = pages[page - 1] ?? { width: 1, height: 1 };
    return imageUrl(page, imageWidth({ width: wanted, height: (wanted * height) / width }, 1, Infinity));
  };
}
