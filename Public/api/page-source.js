/** How the reader and the boards get the pages of a document of this server. */

import { contentUrl, documentPath, pageUrl, regionUrl, thumbnailUrl } from "./urls.js";
import { reasonFor } from "./reasons.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./api.js").Document} Document */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/**
 * The facts of a page's image service.
 * @typedef {object} PageImage
 * @property {Size} full in pixels
 * @property {number} side of a tile, in pixels
 * @property {(tile: Tile) => string} url
 */

/**
 * @typedef {object} Tile
 * @property {string} key its own among all tiles of the page
 * @property {number} factor pixels of the full image that one of its own stands for, along a side
 * @property {Rect} region in pixels of the full image
 * @property {Size} size in its own pixels
 * @property {Rect} frame in fractions of the page's sides
 */

/**
 * A word of a page.
 * @typedef {object} PageWord
 * @property {string} text
 * @property {readonly [number, number, number, number]} box left, top, width and height in page units
 * @property {boolean} [hyphenated] whether the line broke it, and the next word is its rest
 */

/**
 * A place on a page that leads to another page, or to an address of the web.
 * @typedef {object} PageLink
 * @property {readonly [number, number, number, number]} box as that of a word
 * @property {number} [page] from 1
 * @property {readonly [number, number, number, number]} [area] the part of that page
 * @property {string} [address]
 * @property {"nowhere" | "unsafe"} [refusal] why it is not followed
 */

/** @typedef {{words: PageWord[], links: PageLink[]}} PageText words in the order of reading */

/**
 * @typedef {object} PageSource
 * @property {(page: number, width: number) => string} imageUrl the image of a page, so many pixels wide
 * @property {(page: number) => string | null} quickUrl a small image of a page that is likely at hand already
 * @property {(page: number) => Promise<PageImage | null>} pageImage what its tiles are cut
 *   from; null when that cannot be had now
 * @property {number} [wholePixels] where there never are tiles: the most pixels of one image of a page
 * @property {(url: string) => Promise<{title: string, again: boolean} | null>} explain why an image did not come, in one
 *   sentence, and whether trying again is of any use; null where it can be had after all
 * @property {(page: number) => Promise<PageText | null>} [pageText] the words and links of a
 *   page; null when they cannot be had now
 * @property {(url: string) => Promise<void>} release to be awaited before an image is asked for once more
 */

/** More bytes for a page than this are pictures: scans, photographs. Text and drawings stay far below. */
const PICTURE_BYTES = 150_000;

/** Pixels that the first page's card has loaded most likely; any other page is loaded quickly too. */
const QUICK_SIZE = 176;

/**
 * @param {Api} api
 * @param {Document} document
 * @param {number} pageCount
 * @param {AbortSignal} signal ends what it asks for
 * @returns {PageSource}
 */
export function pageSource(api, document, pageCount, signal) {
  const format = formatFor(document.size, pageCount);
  const quick = thumbnailUrl(document, Math.round(QUICK_SIZE * cardDensity(devicePixelRatio)));
  return {
    imageUrl: (page, width) => pageUrl(document, page, width, pageFormat(format)),
    quickUrl: (page) => (page === 1 ? quick : null),
    pageImage: (page) => pageImage(api, document, page, { format, signal }),
    pageText: (page) => pageText(api, documentPath(document.id), page, signal),
    explain: async (url) => {
      const problem = await api.problemOf(url);
      return problem && reasonFor(problem.code, problem.detail);
    },
    release: async (url) => {
      const problem = await api.problemOf(url);
      if (problem?.code === "quarantined") await api.release(document.id);
    },
  };
}

/**
 * The page of a moving picture: the browser gets the file itself, which it alone can move.
 * @param {PageSource} still
 * @param {Document} document
 * @returns {PageSource}
 */
export function movingSource(still, document) {
  return { ...still, imageUrl: () => contentUrl(document.id), pageImage: async () => null };
}

/**
 * @param {Api} api
 * @param {Document} document
 * @param {number} page from 1
 * @param {{format: "png" | "webp", signal: AbortSignal}} options
 * @returns {Promise<PageImage | null>} null where it cannot be had: the page itself says why
 */
async function pageImage(api, document, page, { format, signal }) {
  try {
    const { width, height, tiles } = await api.imageInformation(document.id, page, signal);
    const url = (/** @type {Tile} */ { region, size }) => {
      return regionUrl(document, page, region, size, format);
    };
    return { full: { width, height }, side: tiles[0]?.width ?? Math.max(width, height), url };
  } catch {
    return null;
  }
}

/**
 * The words and links of a page; null where they cannot be had.
 * @param {Api} api
 * @param {string} path of the document or its version, as `/documents/ID`
 * @param {number} page from 1
 * @param {AbortSignal} signal
 * @returns {Promise<PageText | null>}
 */
export async function pageText(api, path, page, signal) {
  const asked = api.ask(`${path}/pages/${page}/text`, { signal });
  return /** @type {Promise<PageText>} */ (asked).catch(() => null);
}

/**
 * PNG for text: exact, small, and an order of magnitude quicker to make than WebP. WebP for pictures, of
 * which a PNG would be many times as large.
 * @param {number} size of the document in bytes
 * @param {number} pageCount
 * @returns {"png" | "webp"}
 */
export function formatFor(size, pageCount) {
  return size / Math.max(1, pageCount) > PICTURE_BYTES ? "webp" : "png";
}

/**
 * The format of whole pages: between pages of text the server knows those that are pictures.
 * @param {"png" | "webp"} format that suits most pages
 */
export function pageFormat(format) {
  return format === "png" ? "auto" : format;
}

/** @param {Document} document */
export function downloadOf(document) {
  return { url: contentUrl(document.id), name: document.name };
}

/**
 * The density that the browser picks from a card's thumbnails.
 * @param {number} pixelRatio
 */
function cardDensity(pixelRatio) {
  return [1, 1.5, 2, 3].find((density) => density >= pixelRatio) ?? 3;
}
