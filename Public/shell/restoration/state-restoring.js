/**
 * Restores what an archive keeps.
 *
 *     shouldRestore ──yes──► factories, from the first part down ──► decode, in the same order ──► decode of the objects
 *       ──► didDecode ──► finishedRestoring, in the same order ──► what takes longer has ended
 *
 * A factory returns its part as the app has it, or makes it; with null neither it nor what is below it is restored. A part
 * that fails is left as it is, and the others are restored.
 */

import { identifiersOf, pathAbove, Slot } from "./state-archive.js";

/** @typedef {import("./state-archive.js").Archive} Archive */
/** @typedef {import("./state-archive.js").Restorable} Restorable */
/** @typedef {(slot: Slot, path: readonly string[]) => Restorable | null | Promise<Restorable | null>} Factory */

/**
 * @typedef {object} RestoredApp
 * @property {(slot: Slot) => boolean} shouldRestore
 * @property {Readonly<Record<string, Factory>>} factories by the last identifier of a path
 * @property {Factory} [make] for those whose identifier has no factory
 * @property {import("./restorable-objects.js").RestorableObjects} [objects]
 * @property {(slot: Slot) => void} [didDecode]
 */

export class StateRestoring {
  #app;
  #archive;
  #failed;
  /** @type {Map<string, Restorable>} */
  #made = new Map();
  /** @type {Set<Promise<unknown>>} */
  #pending = new Set();
  #isWhole = true;

  /**
   * @param {RestoredApp} app
   * @param {Archive} archive
   * @param {(error: unknown, path: string) => void} failed told of each part that failed
   */
  constructor(app, archive, failed) {
    this.#app = app;
    this.#archive = archive;
    this.#failed = failed;
  }

  /** @returns {Promise<boolean>} whether all has been restored, and nothing has failed */
  async run() {
    const app = this.#slot(this.#archive.app);
    if (!this.#app.shouldRestore(app)) return true;
    for (const part of this.#archive.tree) await this.#add(part);
    for (const path of this.#archive.objects) await this.#addObject(path);
    for (const [path, part] of this.#made) this.#try(path, () => part.decode?.(this.#slotOf(path)));
    this.#try("", () => this.#app.didDecode?.(app));
    for (const [path, part] of this.#made) this.#try(path, () => part.finishedRestoring?.());
    // Pending work may begin more of it.
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    return this.#isWhole;
  }

  /** @param {import("./state-archive.js").KeptPart} part */
  async #add({ path, presenter }) {
    const above = presenter ?? pathAbove(path);
    if (above !== null && !this.#made.has(above)) return;
    const ids = identifiersOf(path);
    const make = this.#factoryOf(ids.at(-1) ?? "");
    await this.#take(path, () => make?.(this.#slotOf(path), ids) ?? null);
  }

  /** @param {string} path */
  async #addObject(path) {
    const above = pathAbove(path);
    if (above !== null && !this.#made.has(above)) return;
    const ids = identifiersOf(path);
    const { objects } = this.#app;
    await this.#take(path, () => objects?.at(path) ?? this.#factoryOf(ids.at(-1) ?? "")?.(this.#slotOf(path), ids) ?? null);
  }

  /** @param {string} id */
  #factoryOf(id) {
    const { factories, make } = this.#app;
    return Object.hasOwn(factories, id) ? factories[id] : make;
  }

  /**
   * @param {string} path
   * @param {() => Restorable | null | Promise<Restorable | null>} make
   */
  async #take(path, make) {
    try {
      const part = await make();
      if (part) this.#made.set(path, part);
    } catch (error) {
      this.#fail(error, path);
    }
  }

  /**
   * @param {string} path
   * @param {() => void | Promise<unknown>} act
   */
  #try(path, act) {
    try {
      const coming = act();
      if (coming) this.#await(path, coming);
    } catch (error) {
      this.#fail(error, path);
    }
  }

  /**
   * @param {string} path
   * @param {Promise<unknown>} coming
   */
  #await(path, coming) {
    const ended = coming.catch((error) => this.#fail(error, path)).finally(() => this.#pending.delete(ended));
    this.#pending.add(ended);
  }

  /**
   * @param {unknown} error
   * @param {string} path
   */
  #fail(error, path) {
    this.#isWhole = false;
    this.#failed(error, path);
  }

  /** @param {string} path */
  #slotOf(path) {
    return this.#slot(this.#archive.slots[path] ?? {});
  }

  /** @param {import("./state-archive.js").Values} values */
  #slot(values) {
    return new Slot(values, { at: (path) => this.#made.get(path) });
  }
}
