/**
 * Where a board gets its pages from. The board knows no server: whoever opens it hands one in.
 *
 * @typedef {object} BoardPages
 * @property {(document: string, page: number, width: number) => string | null} imageUrl the image of a page, so
 *   many pixels wide; null while nothing is known of the document
 * @property {(document: string, page: number) => string | null} quickUrl a small image that is soon at hand
 * @property {(document: string, page: number) => number} nativeWidth pixels that a page itself has; Infinity
 *   where it has none
 * @property {(document: string) => string} name of the document
 * @property {(document: string) => string | null} trouble why its pages are not shown; null where they are
 * @property {(document: string) => void} want asks for a document of which nothing is known
 */

export {};
