/** Previous, a field with the page's label and its position, next. */

import { numberInWords } from "../api/words.js";
import { button, element, setAttributes } from "../shell/element.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/page-names.js").PageNames} PageNames */

/** The field is no wider, in characters; a longer label is cut off. */
const WIDEST = 8;

export class PageControls {
  /** @type {HTMLElement} */
  element;
  #field = element("input", {
    "class": "field page-field", "type": "text", "autocomplete": "off", "spellcheck": "false",
    "aria-label": say("Page"), "enterkeyhint": "go", "maxlength": 40,
  });
  #total = element("span", { class: "page-total" });
  #previous;
  #next;
  #go;
  #page = 1;
  #names;

  /**
   * @param {PageNames} names of all pages
   * @param {{go: (page: number) => void, turn: (direction: 1 | -1) => void}} calls `go` is called with the page that was asked for,
   *   `turn` for the one before or behind
   * @param {AbortSignal} signal
   */
  constructor(names, { go, turn }, signal) {
    this.#names = names;
    this.#go = go;
    const previous = { label: say("Previous page"), icon: "previous", keys: "ArrowLeft P K" };
    const next = { label: say("Next page"), icon: "next", keys: "ArrowRight N J" };
    this.#previous = button(previous, () => turn(-1), signal);
    this.#next = button(next, () => turn(1), signal);
    const group = { "class": "page-controls", "role": "group", "aria-label": say("Page") };
    this.element = element("div", group, this.#previous, this.#field, this.#total, this.#next);
    setAttributes(this.#field, { inputmode: names.isNumeric ? "numeric" : "text" });
    this.#field.style.width = `${Math.min(WIDEST, Math.max(names.longest, numberInWords(names.count).length)) + 2.5}ch`;
    this.#listen(signal);
  }

  /** @param {number} page */
  show(page) {
    this.#page = page;
    if (document.activeElement !== this.#field) this.#field.value = this.#names.label(page);
    this.#total.textContent = this.#names.position(page);
    setAttributes(this.#previous, { "aria-disabled": page <= 1 && "true" });
    setAttributes(this.#next, { "aria-disabled": page >= this.#names.count && "true" });
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    this.#field.addEventListener("focus", () => this.#field.select(), { signal });
    this.#field.addEventListener("change", () => this.#entered(), { signal });
    this.#field.addEventListener("blur", () => this.show(this.#page), { signal });
    this.#field.addEventListener("keydown", (event) => this.#pressed(event), { signal });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    event.stopPropagation();
    if (event.key === "Enter") this.#entered();
    if (event.key === "Escape") this.#field.value = this.#names.label(this.#page);
    if (event.key === "Enter" || event.key === "Escape") this.#field.blur();
  }

  #entered() {
    const { value } = this.#field;
    const page = value === this.#names.label(this.#page) ? null : this.#names.find(value);
    if (page !== null && page !== this.#page) this.#go(page);
    this.#field.value = this.#names.label(this.#page);
  }
}
