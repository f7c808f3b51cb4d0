/** The saved searches in the sidebar. */

import { libraryPath, parseAddress } from "../../shell/address.js";
import { askForName } from "../../shell/name-sheet.js";
import { say } from "../../shell/texts.js";
import { ruleSection } from "../finding/place-filters.js";
import { libraryQuery } from "../library-asking.js";
import { titleOf } from "../places.js";
import { PlaceSection } from "./place-section.js";
import { renamedSearch, SEARCHES, searchesIn, textOfSearches, withSearch } from "./saved-searches.js";

/** @typedef {import("../places.js").Query} Query */
/** @typedef {import("./saved-searches.js").SavedSearch} SavedSearch */

/**
 * @typedef {object} SearchChoices
 * @property {(key: string) => string | null} get
 * @property {(key: string, value: string) => unknown} set
 * @property {(action: () => void, signal: AbortSignal) => void} follow
 */

/** The longest name of a search, in characters. */
const LONGEST_NAME = 80;

/**
 * @typedef {object} SearchPlaceParts
 * @property {SearchChoices} choices
 * @property {{open: (section: string) => void}} settings
 * @property {{notices: import("../../api/notices.js").Notices}} batching
 */

export class SearchPlaces {
  #parts;
  #changed;
  #section;

  /**
   * @param {SearchPlaceParts} parts
   * @param {() => void} changed called when there are other lines
   * @param {AbortSignal} signal
   */
  constructor(parts, changed, signal) {
    this.#parts = parts;
    this.#changed = changed;
    this.#section = new PlaceSection({ title: say("Saved searches"), id: "searches" }, signal);
    parts.choices.follow(() => this.#draw(), signal);
    this.#draw();
  }

  get element() {
    return this.#section.element;
  }

  get #searches() {
    return searchesIn(this.#parts.choices.get(SEARCHES));
  }

  /**
   * Asks for the name under which a search is kept.
   * @param {Query} query
   */
  save(query) {
    const path = libraryPath({ ...query, sort: null });
    const before = this.#searches.find((search) => search.path === path);
    const named = query.place === "all" ? query.q : say("{text} in {place}", { text: query.q, place: titleOf(query) });
    this.#ask(say("Save this search"), before?.name ?? named, say("Save"), (name) => {
      this.#keep(withSearch(this.#searches, { name, path }), say("The search {name} is in the sidebar now", { name }));
    });
  }

  #draw() {
    const lines = this.#searches.map((search) => ({
      path: search.path, name: search.name, icon: "search",
      menu: [
        { label: say("Rename"), icon: "pen", act: () => this.#rename(search) },
        ...this.#ruleItem(search),
        { label: say("Remove"), icon: "trash", danger: true, act: () => this.#keep(this.#searches.filter(({ path }) => path !== search.path), say("The search {name} was removed", { name: search.name })) },
      ],
    }));
    if (this.#section.show(lines)) this.#changed();
  }

  /** @param {SavedSearch} search */
  #ruleItem({ name, path }) {
    const address = parseAddress(new URL(path, location.href));
    const section = address.view === "library" ? ruleSection(libraryQuery(address, this.#parts.choices), name) : null;
    return section ? [{ label: say("Make a rule"), icon: "tag", act: () => this.#parts.settings.open(section) }] : [];
  }

  /** @param {SavedSearch} search */
  #rename({ name: before, path }) {
    this.#ask(say("Rename the search {before}", { before }), before, say("Rename"), (name) => this.#keep(renamedSearch(this.#searches, path, name), say("The search {before} is called {name} now", { before, name })));
  }

  /**
   * @param {string} title
   * @param {string} name
   * @param {string} action
   * @param {(name: string) => void} take
   */
  #ask(title, name, action, take) {
    askForName({
      title, label: say("Name"), name: name.slice(0, LONGEST_NAME), action, refused: () => undefined,
      problemOf: (text) => (text.length > LONGEST_NAME ? say("This name is too long.") : ""),
      take: async (given) => (take(given), null),
    });
  }

  /**
   * @param {readonly SavedSearch[]} searches
   * @param {string} text
   * @param {boolean} [isUndo]
   */
  #keep(searches, text, isUndo = false) {
    const before = this.#searches;
    void this.#parts.choices.set(SEARCHES, textOfSearches(searches));
    this.#draw();
    const action = { label: say("Undo"), act: () => this.#keep(before, say("Undone"), true) };
    this.#parts.batching.notices.show({ text, ...(isUndo ? {} : { action }) });
  }
}
