/** Stands in place of the cards, and says why there are none. */

import { libraryPath } from "../shell/address.js";
import { element } from "../shell/element.js";
import { waitingSign } from "../shell/notice-view.js";
import { emptyView, lostFolder } from "./empty-view.js";
import { LatestSignal } from "../shell/latest-signal.js";

/** @typedef {Pick<import("./library-screen.js").LibraryParts, "library" | "folders" | "elsewhere" | "router">} LibraryNoteParts */

export class LibraryNote {
  element = element("div", { class: "library-note" });
  #parts;
  #calls;
  #signs = new LatestSignal();
  /** The reason that is shown; it is drawn anew only when it is another one, so that its button keeps the focus. */
  #key = "";
  /** @type {readonly string[]} */
  #dropFolders = [];

  /**
   * @param {LibraryNoteParts} parts
   * @param {{add: () => void, clearSearch: () => void}} calls
   */
  constructor(parts, calls) {
    this.#parts = parts;
    this.#calls = calls;
  }

  /** @param {readonly string[]} names */
  setDropFolders(names) {
    this.#dropFolders = names;
    this.#key = "";
  }

  /** @param {boolean} none whether there are no cards */
  show(none) {
    const { library: { state }, folders, elsewhere } = this.#parts;
    const failed = state.status === "failed";
    const lost = folders.problem?.code === "not-found";
    const isShown = failed || (none && state.fresh && folders.fresh);
    const { place, q } = state.query;
    const waits = none && !isShown;
    const found = isShown && !failed ? elsewhere.found(state.query) : "";
    const key = isShown ? `${state.status} ${state.problem?.code} ${place} ${q} ${none} ${lost} ${found}` : waits ? "waits" : "";
    if (key === this.#key) return;
    this.#key = key;
    this.#signs.next();
    const view = () => (lost ? this.#lost() : this.#empty(found));
    this.element.replaceChildren(...(isShown ? [view()] : waits ? [waitingSign("The library is being read")] : []));
  }

  #lost() {
    return lostFolder(() => this.#parts.router.go(libraryPath({ place: "folders" })), this.#signs.current);
  }

  /** @param {string} found elsewhere, in words */
  #empty(found) {
    const { library, router } = this.#parts;
    const calls = {
      ...this.#calls, retry: () => library.retry(),
      searchEverywhere: () => router.go(libraryPath({ q: library.state.query.q })),
    };
    return emptyView(library.state, this.#dropFolders, calls, this.#signs.current, found);
  }
}
