/** Quick looks: their part of the app is fetched when it is idle, or when the first one is asked for. */

import { fetchLateSheets } from "../shell/late-sheets.js";
import { LazyModule } from "../shell/lazy-module.js";

/** @typedef {import("../library/looking.js").LookRequest} LookRequest */
/** @typedef {import("../library/looking.js").Looks} Looks */

export const quickLooks = new LazyModule(async () => {
  const [part] = await Promise.all([import("../quick-look/looking-around.js"), fetchLateSheets()]);
  return part;
});

/** @implements {Looks} */
export class QuickLooking {
  #parts;
  /** @type {import("../quick-look/looking-around.js").LookingAround | null} */
  #looks = null;

  /** @param {import("../quick-look/looking-around.js").LookingParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Opens a quick look.
   * @param {Omit<LookRequest, "home">} request
   */
  async open(request) {
    (await this.#fetched())?.open(request);
  }

  /**
   * A quick look at all that lies in a folder, at any depth.
   * @param {import("../api/folder-api.js").Folder} folder
   * @param {import("../library/looking.js").LookedCards} cards
   */
  async openFolder(folder, cards) {
    await (await this.#fetched())?.openFolder(folder, cards);
  }

  /** The document of the library's list that is looked at; null while there is none. */
  get shown() {
    return this.#looks?.shown ?? null;
  }

  /** The library's list may have changed. */
  follow() {
    this.#looks?.follow();
  }

  /** Something else is shown. */
  close() {
    this.#looks?.close();
  }

  async #fetched() {
    const part = quickLooks.loaded ?? await this.#parts.notices.load(quickLooks);
    if (part) this.#looks ??= new part.LookingAround(this.#parts);
    return this.#looks;
  }
}
