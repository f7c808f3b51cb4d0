/** The bar of a selection, in place of the toolbar: how many documents it has, and the actions on them. */

import { numberInWords } from "../../api/words.js";
import { button, element, setAttributes } from "../../shell/element.js";
import { openMenu } from "../../shell/menu.js";

/** @typedef {import("../../api/api.js").Document} Document */

/**
 * An action on selected documents, as data: the bar, menus and keys are made of it.
 * @typedef {object} SelectionAction
 * @property {string} label
 * @property {string} icon
 * @property {boolean} [danger]
 * @property {(documents: readonly Document[], anchor: HTMLElement) => void} act
 */

/**
 * @typedef {object} SelectionBarCalls
 * @property {() => void} close
 * @property {() => void} selectAll
 * @property {() => readonly Document[]} selected
 */

export class SelectionBar {
  /** @type {HTMLElement} */
  element = element("div", { "class": "library-selection", "role": "toolbar", "aria-label": "Selected documents", "hidden": true });
  #count = element("h2", { "class": "selection-count", "aria-live": "polite" });
  #tools = element("div", { class: "selection-tools" });
  #calls;
  #signal;
  /** @type {readonly SelectionAction[]} */
  #actions = [];

  /**
   * @param {SelectionBarCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
    const close = button({ label: "Select nothing", icon: "close", keys: "Escape" }, calls.close, signal);
    const all = button({ label: "Select all", text: true, class: "quiet selection-all", keys: "Control+A" }, calls.selectAll, signal);
    this.element.append(close, this.#count, all, this.#tools);
  }

  /**
   * @param {number} count of what is selected
   * @param {readonly SelectionAction[]} actions
   */
  show(count, actions) {
    this.element.hidden = false;
    const text = count === 0 ? "Tap documents to select them" : `${numberInWords(count)} selected`;
    if (this.#count.textContent !== text) this.#count.textContent = text;
    if (actions !== this.#actions) this.#fill(actions);
    for (const tool of this.#tools.querySelectorAll("button")) tool.disabled = count === 0;
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {readonly SelectionAction[]} actions */
  #fill(actions) {
    this.#actions = actions;
    const tools = actions.map(({ label, icon, act }) => {
      /** @type {HTMLButtonElement} */
      const tool = button({ label, icon, class: "quiet selection-tool" }, () => act(this.#calls.selected(), tool), this.#signal);
      return tool;
    });
    const more = button({ label: "More", icon: "more", class: "quiet selection-more" }, () => this.openMenu(more), this.#signal);
    setAttributes(more, { "aria-haspopup": "menu" });
    this.#tools.replaceChildren(...tools, more);
  }

  /**
   * Opens the menu of all actions: on a narrow screen the bar has room for the first ones.
   * @param {HTMLElement} anchor
   * @param {import("../../gestures/geometry/index.js").Point} [at] the point of the window that was pressed
   */
  openMenu(anchor, at) {
    const all = { label: "Select all", icon: "check", act: this.#calls.selectAll };
    openMenu(anchor, "Selected documents", [all, ...this.#actions.map(({ label, icon, danger, act }) => ({
      label, icon, ...(danger ? { danger } : {}), act: () => act(this.#calls.selected(), anchor),
    }))], at);
  }
}
