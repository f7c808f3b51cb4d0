/** Stands in place of the cards, and says why there are none. */

import { libraryPath } from "../shell/address.js";
import { element, waitingSign } from "../shell/element.js";
import { failedView } from "./failed-view.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { LazyModule } from "../shell/lazy-module.js";
import { say } from "../shell/texts.js";
import { placeOf } from "./places.js";

/** @typedef {Pick<import("./library-screen.js").LibraryParts, "api" | "library" | "folders" | "elsewhere" | "router" | "batching">} LibraryNoteParts */

/** Few places show something else than documents. */
const barePlaces = new LazyModule(() => import("./sidebar/bare-places.js"));

/** A list with cards needs no words in place of them. */
const emptyViews = new LazyModule(() => import("./empty-view.js"));

export class LibraryNote {
  element = element("div", { class: "library-note" });
  #parts;
  #calls;
  #signs = new LatestSignal();
  /** The reason that is shown; it is drawn anew only when it is another one, so that its button keeps the focus. */
  #key = "";
  /** Whether its words are on their way. */
  isComing = false;
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
    const { place, folder, name, q } = state.query;
    const waits = none && !isShown;
    const found = isShown && !failed ? elsewhere.found(state.query) : "";
    const key = isShown ? `${state.status} ${state.problem?.code} ${place} ${name} ${place === "area" ? folder : ""} ${q} ${none} ${lost} ${found}` : waits ? "waits" : "";
    if (key === this.#key) return;
    this.#key = key;
    this.#signs.next();
    if (failed) this.element.replaceChildren(failedView(state, { retry: () => this.#parts.library.retry() }, this.#signs.current));
    else if (isShown && placeOf(place).bare) void this.#showBare();
    else if (isShown) void this.#explain(lost, found);
    else this.element.replaceChildren(...(waits ? [waitingSign(say("The library is being read"))] : []));
  }

  async #showBare() {
    const signal = this.#signs.current;
    const part = await this.#coming(barePlaces);
    if (!signal.aborted && part) this.element.replaceChildren(part.barePlace(this.#parts, this.#parts.library.state.query, signal));
  }

  /**
   * A part that is fetched when it is needed; null where it cannot be had.
   * @template Part
   * @param {LazyModule<Part>} wanted
   */
  async #coming(wanted) {
    this.isComing = true;
    const part = await wanted.load().catch(() => null);
    this.isComing = false;
    // The next change asks for it again.
    if (!part) this.#key = "";
    return part;
  }

  /**
   * Says why there are no cards, once the words for it are here.
   * @param {boolean} lost whether it is a folder that is not there
   * @param {string} found elsewhere, in words
   */
  async #explain(lost, found) {
    const signal = this.#signs.current;
    const views = await this.#coming(emptyViews);
    if (!signal.aborted && views) this.element.replaceChildren(lost ? this.#lost(views) : this.#empty(views, found));
  }

  /** @param {typeof import("./empty-view.js")} views */
  #lost({ lostFolder }) {
    return lostFolder(() => this.#parts.router.go(libraryPath({ place: "folders" })), this.#signs.current);
  }

  /**
   * @param {typeof import("./empty-view.js")} views
   * @param {string} found elsewhere, in words
   */
  #empty({ emptyView }, found) {
    const { library, router } = this.#parts;
    const calls = {
      ...this.#calls,
      searchEverywhere: () => router.go(libraryPath({ q: library.state.query.q })),
    };
    return emptyView(library.state, this.#dropFolders, calls, this.#signs.current, found);
  }
}
