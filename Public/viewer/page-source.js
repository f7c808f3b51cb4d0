/**
 * Where a reader gets its pages from. The viewer knows no server: whoever opens a document hands one in.
 *
 * @typedef {object} PageSource
 * @property {(page: number, width: number) => string} imageUrl the image of a page, so many pixels wide
 * @property {(page: number) => string | null} quickUrl a small image of a page that is likely at hand already
 * @property {(page: number) => Promise<import("./tile-grid.js").PageImage | null>} pageImage what its tiles are cut
 *   from; null when that cannot be had now
 * @property {number} [wholePixels] where there never are tiles: the most pixels of one image of a page
 * @property {(url: string) => Promise<{title: string, again: boolean} | null>} explain why an image did not come, in one
 *   sentence, and whether trying again is of any use; null where it can be had after all
 * @property {(url: string) => Promise<void>} release to be awaited before an image is asked for once more
 */

export {};
