/** A calm line over what is shown that says what it is, and what can be done about it. */

import { element } from "./element.js";

export class NoteBar {
  /** @type {HTMLElement} */
  element;
  #text = element("p", { class: "note-text" });
  #actions = element("div", { class: "note-actions" });

  /** @param {string} name what a screen reader calls it */
  constructor(name) {
    this.element = element("div", { "class": "note-bar", "role": "region", "aria-label": name, "hidden": true });
    this.element.append(this.#text, this.#actions);
  }

  /**
   * @param {string | Node} text
   * @param {readonly HTMLElement[]} actions those that stay keep the focus
   */
  show(text, actions) {
    if (typeof text === "string") this.#text.textContent = text;
    else if (text.parentNode !== this.#text) this.#text.replaceChildren(text);
    const same = actions.length === this.#actions.children.length
      && actions.every((action, index) => action === this.#actions.children[index]);
    if (!same) this.#actions.replaceChildren(...actions);
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
