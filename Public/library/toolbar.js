/** The bar above the cards: the place, search, order, adding. */

import { button, element, icon, setAttributes } from "../shell/element.js";
import { Timer } from "../shell/timer.js";
import { say } from "../shell/texts.js";
import { numberInWords } from "../api/words.js";
import { ORDERS, orderOf, placeOf, titleOf } from "./places.js";

/** @typedef {import("./places.js").Query} Query */

/** How long typing must rest before the search is asked: keys that come as one, as when a hand falls on several. */
const TYPING_MILLISECONDS = 30;

/**
 * @typedef {object} ToolbarCalls
 * @property {(text: string) => void} search
 * @property {(order: string) => void} sort
 * @property {(anchor: HTMLElement) => void} add
 * @property {(anchor: HTMLElement) => void} addMore lists the other ways to add something
 * @property {() => void} newBoard
 * @property {() => void} newFolder
 * @property {() => void} openPlaces
 * @property {() => void} select begins to select
 * @property {() => void} emptyTrash
 * @property {() => void} details shows what is known of the selection, or no longer
 * @property {(anchor: HTMLElement) => void} look asks for the menu of how the list looks
 */

export class Toolbar {
  /** @type {HTMLElement} */
  element;
  /** The button that opens the places where there is no room for them. */
  placesButton;
  /** The button that shows the details. */
  detailsButton;
  #title = element("h1", { class: "place-title" });
  #count = element("span", { class: "list-count" });
  /** The words that are searched for. */
  field = element("input", {
    "class": "field search-field", "type": "search", "placeholder": say("Search"),
    "aria-label": say("Search"),
    "autocomplete": "off", "spellcheck": "false", "enterkeyhint": "search", "aria-keyshortcuts": "/",
  });
  #order = element("select", { "class": "order-list", "aria-label": say("Order") });
  #orderBox;
  #add;
  #more;
  #board;
  #folder;
  #empty;
  #typing;
  #calls;
  /** @type {Query | null} */
  #query = null;

  /**
   * @param {ToolbarCalls} calls
   * @param {HTMLElement} activity the button that shows what goes on
   * @param {AbortSignal} signal
   */
  constructor(calls, activity, signal) {
    this.#calls = calls;
    this.#typing = new Timer(signal);
    this.placesButton = button(
      { label: say("Library"), icon: "menu", class: "quiet places-button" }, calls.openPlaces, signal,
    );
    setAttributes(this.placesButton, { "aria-expanded": "false", "aria-controls": "places" });
    this.#order.append(...ORDERS.map(({ id, name }) => element("option", { value: id }, say(name))));
    this.#orderBox = element(
      "label", { class: "select-box", title: say("Order") }, icon("sort"), this.#order, icon("down"),
    );
    this.#board = button(
      { label: say("New board"), icon: "board", text: true, class: "outlined board-button" }, calls.newBoard, signal,
    );
    // Folders themselves have the button beside the way up.
    this.#folder = button({ label: say("New folder"), icon: "add-folder", class: "quiet folder-button", keys: "Shift+N" }, calls.newFolder, signal);
    this.#empty = button({ label: say("Empty Trash"), icon: "trash", text: true, class: "outlined empty-button" }, calls.emptyTrash, signal);
    setAttributes(this.#empty, { "aria-label": say("Empty Trash"), "title": say("Empty Trash") });
    setAttributes(this.#board, { "aria-label": say("New board"), "title": say("New board") });
    this.#add = button(
      { label: say("Add files"), icon: "add", text: true, class: "primary add-button" }, () => calls.add(this.#add), signal,
    );
    this.detailsButton = button({ label: say("Details"), icon: "info", class: "quiet details-button", keys: "I Alt+Enter" }, calls.details, signal);
    setAttributes(this.detailsButton, { "aria-pressed": "false" });
    this.#more = button(
      { label: say("More ways to add"), icon: "down", class: "primary add-more" }, () => calls.addMore(this.#more), signal,
    );
    this.#more.setAttribute("aria-haspopup", "menu");
    const select = button({ label: say("Select"), icon: "check", class: "quiet select-button" }, calls.select, signal);
    const look = button({ label: say("View"), icon: "all", class: "quiet look-button" }, () => calls.look(look), signal);
    setAttributes(look, { "aria-haspopup": "menu" });
    const head = element("div", { class: "place-head" }, this.#title, this.#count);
    const search = element("div", { class: "search-box", role: "search" }, icon("search"), this.field);
    this.element = element(
      "header", { class: "toolbar" }, this.placesButton, head, search, activity, look, select, this.detailsButton, this.#orderBox, this.#folder, this.#board, this.#empty,
      this.#add, this.#more,
    );
    this.#listen(signal);
  }

  /**
   * @param {Query} query
   * @param {boolean} isEmpty whether nothing is listed
   * @param {number | null} [count] of what is listed; null while there may be more
   */
  show(query, isEmpty, count = null) {
    const trashed = placeOf(query.place).trashed === true;
    for (const control of [this.#board, this.#add, this.#more]) control.hidden = trashed;
    this.#folder.hidden = trashed || placeOf(query.place).folders === true;
    this.#empty.hidden = !trashed || isEmpty;
    this.#title.textContent = titleOf(query);
    this.#count.textContent = count ? numberInWords(count) : "";
    setAttributes(this.#count, { title: count && say("{count} listed", { count: numberInWords(count) }) });
    this.#showWords(query);
    this.#order.value = orderOf(query);
    this.#orderBox.hidden = placeOf(query.place).sort !== undefined;
  }

  focusSearch() {
    this.field.focus();
    this.field.select();
  }

  /** Words that were typed and not searched for yet are dropped: the place has changed. */
  leave() {
    this.#typing.clear();
    this.field.value = this.#query?.q ?? "";
  }

  /**
   * Words that are being typed stay while the list changes, until the place is another one.
   * @param {Query} query
   */
  #showWords(query) {
    const before = this.#query;
    this.#query = query;
    const same = before?.place === query.place && before.folder === query.folder && before.q === query.q;
    if (same && this.#typing.pending) return;
    this.#typing.clear();
    if (this.field.value.trim() !== query.q) this.field.value = query.q;
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    this.field.addEventListener("input", () => this.#typed(), { signal });
    this.field.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#order.addEventListener("change", () => this.#calls.sort(this.#order.value), { signal });
  }

  #typed() {
    this.#typing.set(TYPING_MILLISECONDS, () => this.#search());
  }

  #search() {
    this.#typing.clear();
    this.#calls.search(this.field.value.trim());
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key === "Enter") this.#search();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (this.field.value === "") this.field.blur();
    this.field.value = "";
    this.#search();
  }
}
