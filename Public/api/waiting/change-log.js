/**
 * Keeps the changes that wait, and those that could not be made, each under a name of its own in the browser.
 *
 * Of private documents nothing is kept: their changes, and those for which the browser has no room, wait in this tab alone.
 */

import { isPrivate } from "../../offline/private-documents.js";
import { inOrder } from "./change-queue.js";

/** @typedef {import("../api.js").Document} Document */
/** @typedef {import("./change-queue.js").Entry} Entry */
/** @typedef {import("./change-sender.js").Refusal} Refusal */

/** Beginnings of the names. */
export const WAITING = "changes.waiting.";
export const REFUSED = "changes.refused.";

/**
 * @typedef {object} ChangeStorage
 * @property {(name: string) => string | null} get
 * @property {(name: string, value: string | null) => void} set
 * @property {(prefix: string) => string[]} names without the prefix
 */

export class ChangeLog {
  #storage;
  /** Those that the browser does not keep. */
  /** @type {Map<string, string>} */
  #held = new Map();
  /** @type {readonly Entry[] | null} */
  #known = null;

  /** @param {ChangeStorage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * @returns {readonly Entry[]} in their order
   */
  get entries() {
    return this.#known ??= inOrder(this.#all(WAITING, isEntry));
  }

  /** Other tabs may have added entries, or sent them. */
  reread() {
    this.#known = null;
  }

  /**
   * @returns {readonly Refusal[]}
   */
  get refusals() {
    return this.#all(REFUSED, isRefusal);
  }

  /** Whether changes would be lost with this tab. */
  get losing() {
    return this.#held.size > 0;
  }

  /**
   * @param {readonly Omit<Entry, "number">[]} entries added behind all others, in this order
   * @returns {readonly Entry[]}
   */
  add(entries) {
    this.reread();
    const last = this.entries.at(-1)?.number ?? 0;
    const added = entries.map((entry, index) => ({ ...entry, number: last + 1 + index }));
    for (const entry of added) this.#set(WAITING + entry.id, entry);
    const hidden = new Set(added.filter(({ document, field, after }) => isPrivate(document) || (field === "tags" && isPrivate({ tags: tagsIn(after) }))).map(({ document }) => document.id));
    if (hidden.size > 0) this.#hide(hidden);
    return added;
  }

  /**
   * @param {readonly Entry[]} entries that may be on the server from now on
   * @param {Partial<Entry>} [more] that is kept with them
   */
  attempt(entries, more = {}) {
    for (const entry of entries) if (!entry.attempted) this.#set(WAITING + entry.id, { ...entry, ...more, attempted: true });
  }

  /**
   * A copy was made: whatever waits for it is meant for the one of the server.
   * @param {Document} copy
   * @param {Document} made
   */
  rename(copy, made) {
    for (const entry of this.entries) {
      if (entry.document.id === copy.id) this.#set(WAITING + entry.id, ofCopy(entry, copy, made));
      else if (entry.field === "copied" && entry.after === copy.id) this.#set(WAITING + entry.id, { ...entry, after: made.id });
      else if (entry.field === "laid") this.#set(WAITING + entry.id, { ...entry, before: laidWith(entry.before, copy.id, made.id), after: laidWith(entry.after, copy.id, made.id) });
    }
  }

  /** @param {readonly Entry[]} entries */
  remove(entries) {
    for (const { id } of entries) this.#set(WAITING + id, null);
  }

  /** @param {Refusal} refusal */
  refuse(refusal) {
    this.#set(REFUSED + refusal.id, refusal);
  }

  /** @param {string} id of a refusal */
  dismiss(id) {
    this.#set(REFUSED + id, null);
  }

  /**
   * A document that has become private: its earlier entries are kept no longer.
   * @param {ReadonlySet<string>} documents
   */
  #hide(documents) {
    for (const entry of this.entries) if (documents.has(entry.document.id)) this.#hold(WAITING + entry.id, JSON.stringify(entry));
  }

  /**
   * @param {string} name
   * @param {Entry | Refusal | null} value
   */
  #set(name, value) {
    this.#known = null;
    const text = value && JSON.stringify(value);
    if (text === null || (value && isPrivate(value.document)) || this.#held.has(name)) return this.#hold(name, text);
    this.#storage.set(name, text);
    if (this.#storage.get(name) !== text) this.#hold(name, text);
    return undefined;
  }

  /**
   * @param {string} name
   * @param {string | null} text
   */
  #hold(name, text) {
    this.#known = null;
    this.#storage.set(name, null);
    if (text === null) this.#held.delete(name);
    else this.#held.set(name, text);
  }

  /**
   * @template One
   * @param {string} prefix
   * @param {(one: unknown) => one is One} isOne
   */
  #all(prefix, isOne) {
    const kept = this.#storage.names(prefix).map((name) => this.#storage.get(prefix + name));
    const held = [...this.#held].filter(([name]) => name.startsWith(prefix)).map(([, text]) => text);
    return [...kept, ...held].map(parsed).filter(isOne);
  }
}

/**
 * The server may have given a copy another name than the one that it had here.
 * @param {Entry} entry
 * @param {Document} copy
 * @param {Document} made
 * @returns {Entry}
 */
function ofCopy(entry, copy, made) {
  const document = { ...entry.document, id: made.id };
  if (entry.field !== "place") return { ...entry, document };
  const [before, after] = [entry.before, entry.after].map((place) => {
    const { name, folder } = /** @type {import("./change-queue.js").PlaceValue} */ (place);
    return { name: name === copy.name ? made.name : name, folder };
  });
  return { ...entry, document, before: before ?? null, after: after ?? null };
}

/**
 * @param {import("./change-queue.js").FieldValue} documents that are laid on a board
 * @param {string} copy
 * @param {string} made
 */
function laidWith(documents, copy, made) {
  return Array.isArray(documents) ? documents.map((id) => (id === copy ? made : id)) : documents;
}

/** @param {import("./change-queue.js").FieldValue} value */
function tagsIn(value) {
  return Array.isArray(value) ? value : [];
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return /** @type {unknown} */ (JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}

/**
 * @param {unknown} one
 * @returns {one is Entry}
 */
function isEntry(one) {
  const { id, number, document, field } = /** @type {Partial<Entry>} */ (one ?? {});
  return typeof id === "string" && Number.isFinite(number) && typeof document?.id === "string" && typeof field === "string";
}

/**
 * @param {unknown} one
 * @returns {one is Refusal}
 */
function isRefusal(one) {
  const { id, document, code } = /** @type {Partial<Refusal>} */ (one ?? {});
  return typeof id === "string" && typeof document?.id === "string" && typeof code === "string";
}
