/**
 * Keeps what is shown in an archive.
 *
 *     shouldSave ──yes──► willEncode ──► encode of each part, from the first one down ──► encode of the objects that parts have encoded
 */

import { pathIn, Slot } from "./state-archive.js";

/** @typedef {import("./archive-facts.js").ArchiveFacts} ArchiveFacts */
/** @typedef {import("./state-archive.js").Archive} Archive */
/** @typedef {import("./state-archive.js").KeptPart} KeptPart */
/** @typedef {import("./state-archive.js").Restorable} Restorable */
/** @typedef {import("./state-archive.js").Values} Values */

/**
 * @typedef {object} SavedApp
 * @property {() => boolean} shouldSave
 * @property {(slot: Slot) => void} [willEncode]
 * @property {Restorable} root
 * @property {import("./restorable-objects.js").RestorableObjects} [objects] that are no parts of the tree
 */

/**
 * @param {SavedApp} app
 * @param {ArchiveFacts} facts
 * @returns {Archive | null} null where the app refuses
 */
export function saveState(app, facts) {
  if (!app.shouldSave()) return null;
  const saving = new StateSaving(app);
  return { ...facts, ...saving.save() };
}

class StateSaving {
  #app;
  /** @type {KeptPart[]} */
  #tree = [];
  /** @type {Record<string, Values>} */
  #slots = {};
  /** The objects that a part has encoded, each once. */
  /** @type {Map<{}, string>} */
  #encoded = new Map();

  /** @param {SavedApp} app */
  constructor(app) {
    this.#app = app;
  }

  save() {
    const app = /** @type {Values} */ ({});
    this.#app.willEncode?.(this.#slot(app));
    this.#walk(this.#app.root, null, null);
    // An object may encode another one.
    for (const [object, path] of this.#encoded) /** @type {Restorable} */ (object).encode?.(this.#slot(this.#slots[path] = {}));
    return { app, tree: this.#tree, objects: [...this.#encoded.values()], slots: this.#slots };
  }

  /**
   * @param {Restorable} part
   * @param {string | null} above
   * @param {string | null} presenter
   */
  #walk(part, above, presenter) {
    if (part.restoreId === null) return;
    const path = pathIn(above, part.restoreId);
    // Of two parts with one path nobody could say later whose state it was.
    if (this.#slots[path]) return;
    this.#tree.push({ path, presenter });
    part.encode?.(this.#slot(this.#slots[path] = {}));
    for (const child of part.children?.() ?? []) this.#walk(child, path, null);
    const presented = part.presented?.();
    if (presented) this.#walk(presented, path, path);
  }

  /** @param {Values} values */
  #slot(values) {
    return new Slot(values, { pathOf: (object) => this.#referred(object) });
  }

  /** @param {{}} object that is encoded in a slot */
  #referred(object) {
    const path = this.#app.objects?.pathOf(object) ?? null;
    if (path !== null) this.#encoded.set(object, path);
    return path;
  }
}
