/** When the first start is explained, and until when. */

import { followLinks } from "../shell/element.js";
import { fetchLateSheets } from "../shell/late-sheets.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { LazyModule } from "../shell/lazy-module.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../library/document-store.js").ListState} ListState */

/** Under this name it is kept that somebody has put the cards away. */
const SEEN = "welcome.seen";

/** The names of the samples that a server puts into a new workspace; the first of them explains more. */
const SAMPLES = Object.freeze(["Welcome to Sheaf.pdf", "Reading list.md", "Desk in the morning.svg"]);

const cards = new LazyModule(async () => {
  const [loaded] = await Promise.all([import("../library/welcome.js"), fetchLateSheets()]);
  return loaded;
});

export class Welcoming {
  #choices;
  #screen;
  #router;
  #shown = new LatestSignal();
  /** The documents and folders that the cards name; "" while they are not shown. */
  #drawn = "";
  /** @type {readonly string[]} */
  #dropFolders = [];

  /**
   * @param {Pick<import("../settings/shared-choices.js").SharedChoices, "get" | "set">} choices
   * @param {Pick<import("../library/library-screen.js").LibraryScreen, "adder" | "setFoot">} screen
   * @param {Pick<import("../shell/router.js").Router, "go">} router
   */
  constructor(choices, screen, router) {
    this.#choices = choices;
    this.#screen = screen;
    this.#router = router;
  }

  /** @param {readonly string[]} names */
  setDropFolders(names) {
    this.#dropFolders = names;
  }

  /**
   * Shows the cards where the list is that of a first start.
   * @param {ListState} state
   */
  async follow({ query, documents, next, fresh, status }) {
    const isFirst = fresh && status === "ready" && next === null && query.place === "all" && query.q === "" && this.#choices.get(SEEN) !== "true"
      && documents.every(({ name }) => SAMPLES.includes(name));
    const drawn = isFirst ? [...documents.map(({ id }) => id), ...this.#dropFolders].join(" ") || "empty" : "";
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const signal = this.#shown.next();
    if (!isFirst) return this.#screen.setFoot(null);
    const loaded = await cards.load().catch(() => null);
    if (!loaded || signal.aborted) return;
    const welcome = documents.find(({ name }) => name === SAMPLES[0]) ?? null;
    const made = loaded.welcomeCards({ welcome, dropFolders: this.#dropFolders }, {
      add: () => this.#screen.adder.choose(), dismiss: () => this.#dismiss(),
    }, signal);
    followLinks(made, (path) => this.#router.go(path), signal);
    this.#screen.setFoot(made);
  }

  #dismiss() {
    void this.#choices.set(SEEN, "true");
    this.#drawn = "";
    this.#shown.abort();
    this.#screen.setFoot(null);
  }
}
