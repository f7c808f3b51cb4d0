/** Below the empty field of the search: searches that were made last, and those that were saved. */

import { button, element, followLinks, icon, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { SEARCHES, searchesIn } from "../sidebar/saved-searches.js";
import { SEARCHED, searchedIn, withoutSearched, withSearched } from "./recent-searches.js";

/**
 * @typedef {object} SearchedCalls
 * @property {(words: string) => void} search looks for words once more
 * @property {(path: string) => void} go shows a saved search
 * @property {() => void} leave goes back to the field
 * @property {() => void} emptied called when nothing is left
 */

export class SearchedList {
  /** @type {HTMLElement} */
  element = element("div", { class: "searched", hidden: true });
  #choices;
  #calls;
  #signal;

  /**
   * @param {Pick<import("../sidebar/search-places.js").SearchChoices, "get" | "set">} choices
   * @param {SearchedCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(choices, calls, signal) {
    this.#choices = choices;
    this.#calls = calls;
    this.#signal = signal;
    // The field keeps the focus, and a phone its keyboard.
    this.element.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    this.element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    followLinks(this.element, (path) => calls.go(path), signal);
  }

  get #searched() {
    return searchedIn(this.#choices.get(SEARCHED));
  }

  /** @param {string} words that were looked for */
  record(words) {
    const before = this.#searched;
    const after = withSearched(before, words);
    if (String(after) !== String(before)) this.#keep(after);
  }

  /**
   * @param {boolean} isWanted
   * @returns {boolean} whether there is something to choose
   */
  show(isWanted) {
    const saved = searchesIn(this.#choices.get(SEARCHES));
    const searched = this.#searched;
    const isShown = isWanted && searched.length + saved.length > 0;
    this.element.hidden = !isShown;
    if (!isShown) return false;
    const clear = button({ label: say("Clear all"), text: true, class: "quiet small" }, () => this.#change([]), this.#signal);
    this.element.replaceChildren(
      ...searched.length ? [part(say("Recent searches"), searched.map((words) => this.#recent(words)), clear)] : [],
      ...saved.length ? [part(say("Saved searches"), saved.map(({ name, path }) => savedLine(name, path)))] : [],
    );
    return true;
  }

  /** Gives the first line the focus; false where there is none. */
  focus() {
    this.#lines[0]?.focus();
    return !this.element.hidden;
  }

  /** @param {string} words */
  #recent(words) {
    const open = element("button", { type: "button", class: "searched-line" }, icon("recent"), element("bdi", {}, words));
    open.addEventListener("click", () => this.#calls.search(words), { signal: this.#signal });
    const remove = button({ label: say("Remove the search {words}", { words }), icon: "close", class: "quiet searched-remove" }, () => this.#remove(words), this.#signal);
    open.dataset["words"] = words;
    return element("li", {}, open, remove);
  }

  /** @param {string} words */
  #remove(words) {
    this.#change(withoutSearched(this.#searched, words));
  }

  /** @param {readonly string[]} searches */
  #change(searches) {
    const hadFocus = this.element.contains(document.activeElement);
    const place = this.#lines.findIndex((line) => line.parentElement?.contains(document.activeElement));
    this.#keep(searches);
    if (!this.show(true)) this.#calls.emptied();
    const next = this.#lines[Math.min(Math.max(place, 0), this.#lines.length - 1)];
    if (hadFocus && next) next.focus();
    else if (hadFocus) this.#calls.leave();
  }

  /** @param {readonly string[]} searches */
  #keep(searches) {
    void this.#choices.set(SEARCHED, JSON.stringify(searches));
  }

  get #lines() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(".searched-line"))];
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const lines = this.#lines;
    const place = lines.findIndex((line) => line.parentElement?.contains(document.activeElement));
    const words = lines[place]?.dataset["words"];
    if (event.key === "ArrowDown") lines[Math.min(place + 1, lines.length - 1)]?.focus();
    else if (event.key === "ArrowUp" && place > 0) lines[place - 1]?.focus();
    else if (event.key === "ArrowUp" || event.key === "Escape") this.#calls.leave();
    else if (event.key === "Delete" && words !== undefined) this.#remove(words);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * @param {string} title
 * @param {readonly HTMLElement[]} lines
 * @param {...HTMLElement} buttons
 */
function part(title, lines, ...buttons) {
  const list = element("ul", {}, ...lines);
  setAttributes(list, { "aria-label": title });
  return element("section", {}, element("div", { class: "searched-head" }, element("span", { "aria-hidden": "true" }, title), ...buttons), list);
}

/**
 * @param {string} name
 * @param {string} path
 */
function savedLine(name, path) {
  return element("li", {}, element("a", { class: "searched-line", href: path }, icon("search"), element("bdi", {}, name)));
}
