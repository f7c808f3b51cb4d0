/** Filters of a search above what is found: those that hold, to be taken away, and those that would make it fewer, with counts. */

import { element, icon, setAttributes } from "../../shell/element.js";
import { keyAlong } from "../../shell/keys.js";
import { say, sayCount } from "../../shell/texts.js";
import { numberInWords } from "../../api/words.js";
import { facetChoices, filtersIn, withFilter, withoutFilter } from "./search-filters.js";
import { typeMeant, typeWord } from "./type-words.js";

/** @typedef {import("../../api/type-tree.js").TypeTree} TypeTree */

/** @type {Readonly<Record<string, string>>} */
const ICONS = Object.freeze({ type: "document", folder: "folder", tag: "tag", year: "recent", before: "recent", after: "recent", is: "star" });

export class SearchChips {
  /** @type {HTMLElement} */
  element = element("div", { "class": "found-chips", "role": "toolbar", "aria-label": say("Filters of the search"), "hidden": true });
  #calls;
  /** @type {HTMLButtonElement[]} */
  #chips = [];
  #signal;

  /**
   * @param {{change: (text: string) => void, leave: () => void, types: () => TypeTree}} calls `leave` goes back to the field
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
    // The field keeps the focus, and a phone its keyboard, when a hand presses a filter.
    this.element.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    this.element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.element.addEventListener("focusin", ({ target }) => this.#reach(/** @type {HTMLButtonElement} */ (target)), { signal });
  }

  /**
   * @param {string} text of the search
   * @param {Pick<import("../../api/search-api.js").FoundDocuments, "facets" | "total"> | null} found null where nothing is known of it
   * @returns {number} how many filters hold
   */
  show(text, found) {
    const types = this.#calls.types();
    const word = (/** @type {string} */ identifier) => typeWord(types.all, identifier);
    const filters = filtersIn(text);
    const choices = found?.facets ? facetChoices(found.facets, { text, total: found.total, typeWord: word }) : [];
    this.#fill([
      ...filters.map((filter) => this.#chipOf(filter, withoutFilter(text, filter))),
      ...choices.map((choice) => this.#offerOf(choice, choice.kind === "type" ? word(choice.value) : choice.value, withFilter(text, choice.text))),
    ]);
    return filters.length;
  }

  /** @param {readonly HTMLButtonElement[]} chips */
  #fill(chips) {
    const key = this.#chips.find((chip) => chip === document.activeElement)?.dataset["key"];
    this.#chips = [...chips];
    this.element.replaceChildren(...chips);
    this.element.hidden = chips.length === 0;
    const next = chips.find((chip) => chip.dataset["key"] === key);
    if (key !== undefined) (next ?? chips[0])?.focus({ preventScroll: true });
    if (key !== undefined && chips.length === 0) this.#calls.leave();
    if (chips[0]) this.#reach(next ?? chips[0]);
  }

  /**
   * @param {import("./search-filters.js").SearchFilter} filter that holds
   * @param {string} text without it
   */
  #chipOf({ kind, value, isExcluded }, text) {
    const label = isExcluded ? say("not {filter}", { filter: this.#label(kind, value) }) : this.#label(kind, value);
    const chip = this.#chip(kind, value, text, label, icon("close"));
    setAttributes(chip, { "class": "found-chip holds", "aria-label": say("Without the filter {filter}", { filter: label }) });
    return chip;
  }

  /**
   * @param {import("./search-filters.js").FacetChoice} choice
   * @param {string} typed the value as it is typed
   * @param {string} text with it
   */
  #offerOf({ kind, documents }, typed, text) {
    const label = this.#label(kind, typed);
    const chip = this.#chip(kind, typed, text, label, element("span", { class: "found-chip-count" }, numberInWords(documents)));
    setAttributes(chip, { "aria-label": sayCount(documents, "Only {filter}: {n} document", "Only {filter}: {n} documents", { filter: label }) });
    return chip;
  }

  /**
   * @param {string} kind
   * @param {string} value
   * @param {string} text of the search when it is pressed
   * @param {string} label
   * @param {Node} end
   */
  #chip(kind, value, text, label, end) {
    const chip = element("button", { type: "button", class: "found-chip", tabindex: -1 }, icon(ICONS[kind] ?? "select"), element("bdi", {}, label), end);
    chip.dataset["key"] = `${kind} ${value.toLowerCase()}`;
    chip.addEventListener("click", () => this.#calls.change(text), { signal: this.#signal });
    return chip;
  }

  /**
   * @param {string} kind
   * @param {string} value as it is typed
   */
  #label(kind, value) {
    if (kind === "type") return say(typeMeant(this.#calls.types().all, value)?.name ?? value);
    return kind === "folder" || kind === "tag" || kind === "year" ? value : `${kind}:${value}`;
  }

  /** @param {HTMLButtonElement} chip that Tab leads to */
  #reach(chip) {
    for (const other of this.#chips) setAttributes(other, { tabindex: other === chip ? 0 : -1 });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const place = this.#chips.findIndex((chip) => chip === document.activeElement);
    const last = this.#chips.length - 1;
    const key = keyAlong(event.key, this.element);
    const wanted = new Map([["ArrowRight", Math.min(place + 1, last)], ["ArrowLeft", Math.max(place - 1, 0)], ["Home", 0], ["End", last]]).get(key);
    if (wanted !== undefined) this.#chips[wanted]?.focus();
    else if (["Escape", "ArrowUp", "ArrowDown"].includes(key)) this.#calls.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
