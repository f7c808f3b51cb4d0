/** Objects that are no parts of what is shown and have a state, such as a selection. One is kept where a part encodes it. */

import { pathIn } from "./state-archive.js";

/** @typedef {import("./state-archive.js").Restorable} Restorable */

export class RestorableObjects {
  /** @type {Map<{}, string>} */
  #paths = new Map();

  /**
   * @param {Restorable} object
   * @param {string | null} [above] the path of what it belongs to
   */
  register(object, above = null) {
    if (object.restoreId !== null) this.#paths.set(object, pathIn(above, object.restoreId));
  }

  /** @param {{}} object that need not be registered */
  pathOf(object) {
    return this.#paths.get(object) ?? null;
  }

  /**
   * The object of a path; null where none has it.
   * @param {string} path
   * @returns {Restorable | null}
   */
  at(path) {
    for (const [object, other] of this.#paths) if (other === path) return /** @type {Restorable} */ (object);
    return null;
  }
}
