/** Addresses of the server, as programs ask for them. Pure. */

/** @typedef {import("./api.js").Document} Document */

export const ROOT = "/api/v1";

/** Where pages are images of the IIIF Image API 3. */
const IMAGES = "/iiif/3";

/** Address of the server-sent events. */
export const EVENTS_URL = `${ROOT}/events`;

/**
 * The page image with a width in device pixels; carries the content's hash and is kept for ever.
 * @param {Document} document
 * @param {number} page from 1
 * @param {number} width
 * @param {"png" | "jpg" | "webp" | "auto"} format
 */
export function pageUrl(document, page, width, format) {
  return `${documentUrl(document.copyOf ?? document.id)}/pages/${page}${parameters({ width, format, v: document.sha256 })}`;
}

/**
 * The image of a page that is kept as a file: three pixels a point, or those of the picture.
 * @param {Document} document
 * @param {number} page from 1
 * @param {boolean} raster whether the page is a picture
 */
export function savedPageUrl(document, page, raster) {
  return `${documentUrl(document.id)}/pages/${page}${parameters({ scale: raster ? 1 : 3, format: "png" })}`;
}

/**
 * A page as a PDF of its own.
 * @param {string} id
 * @param {number} page from 1
 */
export function pagesPdfUrl(id, page) {
  return `${documentUrl(id)}/rendition${parameters({ format: "pdf", pages: page })}`;
}

/**
 * A part of a page at a size, in pixels; the part in those of its full image. A size beyond that gains detail.
 * @param {Document} document
 * @param {number} page from 1
 * @param {{x: number, y: number, width: number, height: number}} region
 * @param {{width: number, height: number}} size
 * @param {"png" | "webp"} format
 */
export function regionUrl(document, page, { x, y, width, height }, size, format) {
  const larger = size.width > width || size.height > height ? "^" : "";
  const path = `${x},${y},${width},${height}/${larger}${size.width},${size.height}/0/default.${format}`;
  return `${imageUrl(document.id, page)}/${path}${parameters({ v: document.sha256 })}`;
}

/**
 * @param {Document} document
 * @param {number} size of the longer side in device pixels
 */
export function thumbnailUrl(document, size) {
  return `${documentUrl(document.copyOf ?? document.id)}/thumbnail${parameters({ size, format: "webp", v: document.sha256 })}`;
}

/** @param {string} id */
export function contentUrl(id) {
  return `${documentUrl(id)}/content`;
}

/** @param {string} folder */
export function folderArchiveUrl(folder) {
  return `${ROOT}/folders/archive${parameters({ folder })}`;
}

/**
 * @param {string} id
 * @param {number} page from 1
 */
export function imageUrl(id, page) {
  return `${IMAGES}/${encodeURIComponent(id)}_${page}`;
}

/**
 * The path of a document below the API's root.
 * @param {string} id
 */
export function documentPath(id) {
  return `/documents/${encodeURIComponent(id)}`;
}

/** @param {string} id */
export function documentUrl(id) {
  return ROOT + documentPath(id);
}

/**
 * A picture of a text as a QR code.
 * @param {string} text of at most 1,024 bytes
 */
export function qrCodeUrl(text) {
  return `${ROOT}/qr-code${parameters({ text })}`;
}

/**
 * The query of an address; what has no value is left out.
 * @param {Readonly<Record<string, string | number | boolean | null | undefined>>} values
 */
export function parameters(values) {
  const given = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length ? `?${query}` : "";
}
