/** Removes documents of the Trash for good. The code for that is fetched when it is first needed. */

import { LazyModule } from "../shell/lazy-module.js";

/** @typedef {import("./trash-emptying.js").TrashEmptying} TrashEmptying */
/** @typedef {import("./trash-emptying.js").TrashEmptyingParts & {notices: Pick<import("../api/notices.js").Notices, "load">}} TrashParts */

const emptying = new LazyModule(() => import("./trash-emptying.js"));

export class Trash {
  #parts;

  /** @param {TrashParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Asks, and then removes all that is in the Trash. */
  async empty() {
    await (await this.#emptying())?.empty();
  }

  /**
   * Asks, and then removes documents.
   * @param {readonly import("../api/api.js").Document[]} documents
   * @returns {ReturnType<TrashEmptying["remove"]>}
   */
  async remove(documents) {
    const emptying = await this.#emptying();
    return emptying ? emptying.remove(documents) : "failed";
  }

  async #emptying() {
    const part = await this.#parts.notices.load(emptying);
    return part && new part.TrashEmptying(this.#parts);
  }
}
