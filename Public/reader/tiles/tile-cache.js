/**
 * The images of tiles: loaded in the order in which they are wanted, kept while there is room.
 *
 *     absent ──wanted, a place is free──► loading ──decoded──► ready ──not wanted, no room──► absent
 *       ▲                                    │ └──fails──► failed ──wanted no more──► absent
 *       └────────────wanted no more──────────┘
 *
 * The request of a tile that is let go of ends, so that the server need not draw it.
 */

/**
 * @typedef {object} WantedTile
 * @property {string} key its own among all tiles of all pages
 * @property {string} url
 */

/**
 * An image of the page, or its stand-in in a test.
 * @typedef {{src: string, decode: () => Promise<void>}} Loadable
 */

/**
 * @template {Loadable} Image
 * @typedef {{state: "loading" | "ready" | "failed", readonly image: Image}} Entry
 */

/** Images that load at once: as many connections as browsers open to a host over HTTP/1.1. */
export const MOST_LOADING = 6;

/** Images that are kept, wanted or not: 192 MiB when decoded, at 1024 pixels a side. */
export const MOST_KEPT = 48;

/** @template {Loadable} Image */
export class TileCache {
  #makeImage;
  #changed;
  /**
   * Least recently wanted first.
   * @type {Map<string, Entry<Image>>}
   */
  #entries = new Map();
  /** @type {readonly WantedTile[]} */
  #wanted = [];

  /**
   * @param {() => Image} makeImage
   * @param {() => void} changed called when a tile has come, or has failed
   */
  constructor(makeImage, changed) {
    this.#makeImage = makeImage;
    this.#changed = changed;
  }

  /** Images that are loading, or kept. */
  get size() {
    return this.#entries.size;
  }

  /**
   * Says which tiles are wanted from now on, the most urgent first.
   * @param {readonly WantedTile[]} wanted
   */
  want(wanted) {
    this.#wanted = wanted;
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, { state }] of this.#entries) {
      if (state !== "ready" && !keys.has(key)) this.#remove(key);
    }
    this.#touch(wanted);
    this.#evict(keys);
    this.#load();
  }

  /**
   * The decoded image of a tile, if it is there.
   * @param {string} key
   */
  image(key) {
    const entry = this.#entries.get(key);
    return entry?.state === "ready" ? entry.image : null;
  }

  /**
   * Whether a tile's image may still come.
   * @param {string} key
   */
  isComing(key) {
    const state = this.#entries.get(key)?.state;
    return state === "loading" || (state === undefined && this.#wanted.some((wanted) => wanted.key === key));
  }

  /** Lets go of everything. */
  clear() {
    this.#wanted = [];
    for (const key of [...this.#entries.keys()]) this.#remove(key);
  }

  /**
   * The most urgent ones are the last to go.
   * @param {readonly WantedTile[]} wanted
   */
  #touch(wanted) {
    for (const { key } of [...wanted].reverse()) {
      const entry = this.#entries.get(key);
      if (!entry) continue;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
  }

  /** @param {ReadonlySet<string>} wanted */
  #evict(wanted) {
    for (const key of [...this.#entries.keys()]) {
      if (this.#entries.size <= MOST_KEPT) return;
      if (!wanted.has(key)) this.#remove(key);
    }
  }

  #load() {
    let free = MOST_LOADING - [...this.#entries.values()].filter(({ state }) => state === "loading").length;
    for (const { key, url } of this.#wanted) {
      if (free <= 0) return;
      if (this.#entries.has(key)) continue;
      this.#start(key, url);
      free -= 1;
    }
  }

  /**
   * @param {string} key
   * @param {string} url
   */
  #start(key, url) {
    const image = this.#makeImage();
    this.#entries.set(key, { state: "loading", image });
    image.src = url;
    image.decode().then(() => this.#ended(key, image, "ready"), () => this.#ended(key, image, "failed"));
  }

  /**
   * @param {string} key
   * @param {Image} image
   * @param {"ready" | "failed"} state
   */
  #ended(key, image, state) {
    const entry = this.#entries.get(key);
    if (entry?.image !== image) return;
    entry.state = state;
    this.#evict(new Set(this.#wanted.map((wanted) => wanted.key)));
    this.#load();
    this.#changed();
  }

  /** @param {string} key */
  #remove(key) {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry?.state === "loading") entry.image.src = "";
  }
}
