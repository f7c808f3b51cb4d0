/** Where a search looks, above what it found: the place, which can be taken away, and how many there are elsewhere. */

import { libraryPath } from "../../shell/address.js";
import { button, element, icon, replaceChildrenInPlace } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { numberInWords } from "../../api/words.js";
import { ruleSection } from "../finding/place-filters.js";
import { titleOf } from "../places.js";
import { isNarrow } from "../search-elsewhere.js";

/** @typedef {import("../document-store.js").ListState} ListState */
/** @typedef {import("../places.js").Query} Query */

/**
 * @typedef {object} SearchScopeParts
 * @property {import("../search-elsewhere.js").SearchElsewhere} elsewhere
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {{open: (section: string) => void}} settings
 */

export class SearchScope {
  /** @type {HTMLElement} */
  element = element("div", { "class": "search-scope", "role": "group", "aria-label": say("Search"), "hidden": true });
  #parts;
  #save;
  #signal;
  #key = "";

  /**
   * @param {SearchScopeParts} parts
   * @param {(query: Query) => void} save keeps a search
   * @param {AbortSignal} signal
   */
  constructor(parts, save, signal) {
    this.#parts = parts;
    this.#save = save;
    this.#signal = signal;
  }

  /** @param {ListState} state */
  show(state) {
    const { query, fresh } = state;
    const isSearch = query.q !== "";
    if (this.element.hidden === isSearch) this.element.hidden = !isSearch;
    if (!isSearch) return;
    const words = fresh ? foundInWords(state, this.#parts.elsewhere.found(query)) : "";
    const key = `${libraryPath(query)} ${words}`;
    if (key === this.#key) return;
    this.#key = key;
    replaceChildrenInPlace(this.element, this.#content(query, words));
  }

  /**
   * @param {Query} query
   * @param {string} words
   */
  #content(query, words) {
    const everywhere = libraryPath({ q: query.q });
    const save = button({ label: say("Save this search"), icon: "add", text: true, class: "quiet small" }, () => this.#save(query), this.#signal);
    const section = ruleSection(query, query.q);
    const rule = button({ label: say("Make a rule"), icon: "tag", text: true, class: "quiet small" }, () => this.#parts.settings.open(section ?? ""), this.#signal);
    const chip = button({ label: say("Not only in {query}", { query: titleOf(query) }), icon: "close", class: "quiet scope-remove" }, () => this.#parts.router.go(everywhere), this.#signal);
    const scope = element("span", { class: "scope-chip" }, icon("search"), element("span", {}, `${say("in")} `, element("bdi", {}, titleOf(query))), chip);
    return [...(isNarrow(query) ? [scope] : []), element("span", { class: "secondary scope-words" }, words), save, ...(section ? [rule] : [])];
  }
}

/**
 * "3 in Telekom, 27 everywhere".
 * @param {ListState} state
 * @param {string} everywhere in words; "" where it is not known
 */
function foundInWords({ query, documents, next }, everywhere) {
  const number = documents.length === 0 ? say("None") : numberInWords(documents.length);
  const count = next === null ? number : say("{number} or more", { number });
  // Words in documents are told of below the cards.
  if (!isNarrow(query)) return documents.length === 0 ? say("None by name") : say("{count} by name", { count });
  const values = { count, place: titleOf(query), everywhere };
  return everywhere ? say("{count} in {place}, {everywhere} everywhere", values) : say("{count} in {place}", values);
}
