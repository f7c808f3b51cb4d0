/** A part of the sidebar with a heading that folds it, and lines of places. */

import { button, element, icon, setAttributes } from "../../shell/element.js";
import { openMenu } from "../../shell/menu.js";
import { preference, setPreference } from "../../shell/preferences.js";
import { say } from "../../shell/texts.js";
import { countBadge } from "./folder-tree.js";

/**
 * A line that leads to a place.
 * @typedef {object} PlaceLine
 * @property {string} path its address
 * @property {string} name
 * @property {string} icon
 * @property {{count: number, noun: string}} [badge]
 * @property {string} [tag] that what is dropped on it gets
 * @property {string} [state] says what is wrong with it
 * @property {readonly import("../../shell/menu.js").MenuItem[]} [menu]
 */

export class PlaceSection {
  /** @type {HTMLElement} */
  element;
  #list = element("ul", { class: "places" });
  #signal;
  #key = "";

  /**
   * @param {{title: string, id: string}} what `id` names it for the memory of this browser
   * @param {AbortSignal} signal
   */
  constructor({ title, id }, signal) {
    this.#signal = signal;
    const name = `library.folded.${id}`;
    const head = button({ label: title, text: true, class: "fold-head" }, () => {
      const folds = !this.#list.hidden;
      setPreference(name, folds ? "true" : null);
      fold(folds);
    }, signal);
    head.append(icon("down"));
    const fold = (/** @type {boolean} */ folds) => {
      this.#list.hidden = folds;
      setAttributes(head, { "aria-expanded": String(!folds), "aria-controls": this.#list.id });
    };
    this.#list.id = `places-${id}`;
    this.element = element("div", { class: "place-section", hidden: true }, element("h2", { class: "section-title" }, head), this.#list);
    fold(preference(name) !== null);
  }

  /**
   * Shows lines; without any the whole part is hidden.
   * @param {readonly PlaceLine[]} lines
   * @returns {boolean} whether other lines are shown now
   */
  show(lines) {
    const key = JSON.stringify(lines.map(({ path, name, badge, state }) => [path, name, badge, state]));
    if (key === this.#key) return false;
    this.#key = key;
    const held = this.#list.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
    this.element.hidden = lines.length === 0;
    this.#list.replaceChildren(...lines.map((line) => this.#line(line)));
    const again = held ? [...this.#list.querySelectorAll("a")].find((link) => link.getAttribute("href") === held) : null;
    again?.focus({ preventScroll: true });
    return true;
  }

  /** @param {PlaceLine} line */
  #line({ path, name, icon: drawing, badge, tag, state, menu }) {
    const link = element("a", { class: "place", href: path, title: state ? `${name}: ${state}` : name }, icon(state ? "warning" : drawing), element("bdi", { class: "place-name" }, name));
    if (tag !== undefined) link.dataset["tag"] = tag;
    if (state) link.append(element("span", { class: "visually-hidden" }, `: ${state}`));
    if (badge && badge.count > 0) link.append(countBadge(badge.count, badge.noun));
    if (!menu) return element("li", {}, link);
    const open = () => openMenu(more, name, menu);
    const more = button({ label: say("More for {name}", { name }), icon: "more", class: "quiet place-more" }, open, this.#signal);
    setAttributes(more, { "aria-haspopup": "menu" });
    link.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      open();
    }, { signal: this.#signal });
    return element("li", { class: "place-line" }, link, more);
  }
}
