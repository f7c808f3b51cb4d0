/**
 * Documents and folders that were cut or copied, until something else is. All windows of the browser have one clipboard.
 *
 *     empty ──cut──► cut ──paste, Escape──► empty
 *       └────copy──► copied ──paste──► copied
 *
 * The names also go to the clipboard of the system. Where that holds something else at a paste, it was filled later, and what is
 * here counts no more.
 */

import { preference, setPreference } from "../../shell/preferences.js";
import { isRecord } from "../../shell/last-seen.js";

/** @typedef {import("./library-item.js").LibraryItem} LibraryItem */
/**
 * @typedef {{readonly isCut: boolean, readonly items: readonly LibraryItem[], readonly text: string | null}} Clip `text` is null
 * where the clipboard of the system could not be filled
 */

/**
 * Where the clipboard is kept for other windows.
 * @typedef {{read: () => string | null, write: (text: string | null) => void}} ClipStore
 */

const KEPT = "clipboard";

/** @returns {ClipStore} */
export function browserClips() {
  return { read: () => preference(KEPT), write: (text) => setPreference(KEPT, text) };
}

export class ItemClipboard {
  /**
   * The names that were taken last.
   * @type {string | null}
   */
  #last = null;
  #store;
  #changed;
  /**
   * The clip as it was read last, and the keys of what was cut.
   * @type {{from: string | null, clip: Clip | null, cut: ReadonlySet<string>}}
   */
  #read = { from: null, clip: null, cut: new Set() };

  /**
   * @param {ClipStore} store
   * @param {() => void} changed called when other items are cut
   */
  constructor(store, changed) {
    this.#store = store;
    this.#changed = changed;
  }

  /** @returns {Clip | null} */
  get clip() {
    return this.#known.clip;
  }

  /** The keys of the items that were cut. */
  get cut() {
    return this.#known.cut;
  }

  get #known() {
    const from = this.#store.read();
    if (from === this.#read.from) return this.#read;
    const clip = clipOf(from);
    return this.#read = { from, clip, cut: new Set(clip?.isCut ? clip.items.map(({ key }) => key) : []) };
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @param {boolean} isCut
   * @returns {string} what the clipboard of the system is to hold
   */
  take(items, isCut) {
    const text = this.#last = items.map(({ name }) => name).join("\n");
    this.#store.write(JSON.stringify({ isCut, items, text }));
    this.#changed();
    return text;
  }

  /** The clipboard of the system could not be filled: what it holds says nothing. */
  standAlone() {
    const { clip } = this;
    if (clip) this.#store.write(JSON.stringify({ ...clip, text: null }));
  }

  /** Leaves what was cut where it is; false where nothing was. */
  drop() {
    const { clip } = this;
    if (clip?.isCut) this.clear();
    return clip?.isCut ?? false;
  }

  clear() {
    this.#store.write(null);
    this.#changed();
  }

  /**
   * Whether a text in the clipboard of the system is only the names of what was cut or copied here, perhaps used by now.
   * @param {string} text
   */
  isOwn(text) {
    return this.pastedWith(text) !== null || (this.#last !== null && text.replaceAll("\r\n", "\n").trim() === this.#last.trim());
  }

  /**
   * The clip, unless the clipboard of the system was filled later.
   * @param {string} text that is in there
   */
  pastedWith(text) {
    const { clip } = this;
    if (clip === null || clip.text === null) return clip;
    return text.replaceAll("\r\n", "\n").trim() === clip.text.trim() ? clip : null;
  }
}

/**
 * Other windows write there, too, perhaps of another Sheaf.
 * @param {string | null} text
 * @returns {Clip | null}
 */
function clipOf(text) {
  if (text === null) return null;
  try {
    const clip = JSON.parse(text);
    const isClip = isRecord(clip) && Array.isArray(clip["items"]) && clip["items"].length > 0 && clip["items"].every(isItem);
    return isClip ? /** @type {Clip} */ (/** @type {unknown} */ (clip)) : null;
  } catch {
    return null;
  }
}

/** @param {unknown} item */
function isItem(item) {
  return isRecord(item) && typeof item["key"] === "string" && (isRecord(item["document"]) || isRecord(item["folder"]));
}
