/** The bar of a selection, in place of the toolbar: what it has, and the actions on that. */

import { foldersOf, itemsInWords } from "../acting/library-item.js";
import { titleFor } from "../../shell/actions.js";
import { button, element, setAttributes } from "../../shell/element.js";
import { say, sayCount } from "../../shell/texts.js";

/** @typedef {import("../acting/library-item.js").LibraryItem} LibraryItem */
/** @typedef {import("../acting/library-actions.js").LibraryAction} LibraryAction */

/**
 * @typedef {object} SelectionBarCalls
 * @property {() => void} close
 * @property {() => void} selectAll
 * @property {(action: LibraryAction, anchor: HTMLElement) => void} act
 * @property {(anchor: HTMLElement) => void} openMenu of all actions
 */

export class SelectionBar {
  /** @type {HTMLElement} */
  element = element("div", { "class": "library-selection", "role": "toolbar", "aria-label": say("Selected documents"), "hidden": true });
  #count = element("h1", { "class": "selection-count", "aria-live": "polite" });
  #tools = element("div", { class: "selection-tools" });
  #calls;
  #signal;
  #more;
  #all;
  /** The actions that it shows, by their ids and titles. */
  #shown = "";

  /**
   * @param {SelectionBarCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
    const close = button({ label: say("Select nothing"), icon: "close", keys: "Escape" }, calls.close, signal);
    this.#all = button({ label: say("Select all"), text: true, class: "quiet selection-all", keys: "Control+A" }, calls.selectAll, signal);
    this.#more = button({ label: say("More"), icon: "more", class: "quiet selection-more" }, () => calls.openMenu(this.#more), signal);
    setAttributes(this.#more, { "aria-haspopup": "menu" });
    this.element.append(close, this.#count, this.#all, this.#tools);
  }

  /**
   * @param {readonly LibraryItem[]} items that are selected
   * @param {readonly LibraryAction[]} actions
   */
  show(items, actions) {
    this.element.hidden = false;
    const text = countInWords(items);
    if (this.#count.textContent !== text) this.#count.textContent = text;
    const shown = actions.map((action) => `${action.id} ${titleFor(action, items)}`).join("\n");
    if (shown !== this.#shown) this.#fill(actions, items);
    this.#shown = shown;
    for (const tool of this.#tools.querySelectorAll("button")) tool.disabled = items.length === 0;
    // A narrow bar has that button only while nothing is selected; its focus stays in the bar.
    if (document.activeElement === this.#all && this.#all.offsetWidth === 0) this.#more.focus();
  }

  hide() {
    this.element.hidden = true;
  }

  /**
   * @param {readonly LibraryAction[]} actions
   * @param {readonly LibraryItem[]} items
   */
  #fill(actions, items) {
    const tools = actions.map((action) => {
      const label = titleFor(action, items);
      /** @type {HTMLButtonElement} */
      const tool = button({ label, icon: action.icon, class: "quiet selection-tool" }, () => this.#calls.act(action, tool), this.#signal);
      if (action.role === "remove") tool.classList.add("removes");
      return tool;
    });
    this.#tools.replaceChildren(...tools, this.#more);
  }
}

/** @param {readonly LibraryItem[]} items */
function countInWords(items) {
  if (items.length === 0) return say("Tap documents to select them");
  return foldersOf(items).length ? itemsOfKindsInWords(items) : sayCount(items.length, "{n} selected", "{n} selected");
}

/**
 * The kinds and numbers, of a single one, too.
 * @param {readonly LibraryItem[]} items
 */
function itemsOfKindsInWords(items) {
  return items.length === 1 ? sayCount(1, "{n} folder", "{n} folders") : itemsInWords(items);
}
