/**
 * Images of the pages behind those that are seen, fetched one after the other before they are turned to. They come into the
 * browser's cache, where a page finds them; those that are no longer next are ended.
 *
 *     idle ──next pages──► fetching the first ──came──► fetching the second ──came──► all there
 *      ▲                        │ others are next: ended                                 │
 *      └────────────────────────┴───────────────────────────────────────────────────────┘
 */

/** So many pages behind the last one that is seen. */
export const PAGES_AHEAD = 2;

/**
 * @typedef {object} AheadImage
 * @property {string} src "" ends it
 * @property {() => Promise<void>} decode
 */

/**
 * @typedef {object} AheadPorts
 * @property {(url: string) => AheadImage} make an image that is asked for behind all others
 * @property {() => boolean} savesData whether the person or the browser wants little to be loaded
 */

export class PagesAhead {
  #ports;
  /** @type {readonly string[]} */
  #wanted = [];
  /**
   * Those that came, or cannot be had: a page that is turned to says why.
   * @type {Map<string, AheadImage>}
   */
  #came = new Map();
  /** @type {{url: string, image: AheadImage} | null} */
  #coming = null;

  /** @param {AheadPorts} [ports] */
  constructor(ports = BROWSER) {
    this.#ports = ports;
  }

  /**
   * Fetches these images from now on, in this order, and no others.
   * @param {readonly string[]} urls
   */
  want(urls) {
    this.#take(urls.length > 0 && this.#ports.savesData() ? [] : urls);
  }

  /** Nothing is fetched any more: something that is seen comes first. */
  rest() {
    this.#take([]);
  }

  /** @param {readonly string[]} urls */
  #take(urls) {
    this.#wanted = urls;
    for (const url of this.#came.keys()) if (!this.#wanted.includes(url)) this.#came.delete(url);
    if (this.#coming && !this.#wanted.includes(this.#coming.url)) this.#end();
    this.#fetchNext();
  }

  #end() {
    if (this.#coming) this.#coming.image.src = "";
    this.#coming = null;
  }

  #fetchNext() {
    const url = this.#coming ? undefined : this.#wanted.find((one) => !this.#came.has(one));
    if (url === undefined) return;
    const coming = this.#coming = { url, image: this.#ports.make(url) };
    const ended = () => {
      if (this.#coming !== coming) return;
      this.#coming = null;
      this.#came.set(url, coming.image);
      this.#fetchNext();
    };
    coming.image.decode().then(ended, ended);
  }
}

/** @type {AheadPorts} */
const BROWSER = Object.freeze({
  make: (url) => {
    const image = new Image();
    image.decoding = "async";
    image.setAttribute("fetchpriority", "low");
    image.src = url;
    return image;
  },
  savesData: () => {
    const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (/** @type {unknown} */ (navigator));
    return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
  },
});
