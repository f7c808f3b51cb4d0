/** Previous, a field with the page's number, next. */

import { button, element, setAttributes } from "../shell/element.js";

export class PageControls {
  /** @type {HTMLElement} */
  element;
  #field = element("input", {
    "class": "field page-field", "type": "text", "inputmode": "numeric", "autocomplete": "off",
    "aria-label": "Page", "enterkeyhint": "go", "maxlength": 6,
  });
  #previous;
  #next;
  #go;
  #page = 1;
  #count;

  /**
   * @param {number} count how many pages there are
   * @param {(page: number) => void} go called with the page that was asked for
   * @param {AbortSignal} signal
   */
  constructor(count, go, signal) {
    this.#count = count;
    this.#go = go;
    const previous = { label: "Previous page", icon: "previous", keys: "ArrowLeft PageUp" };
    const next = { label: "Next page", icon: "next", keys: "ArrowRight PageDown" };
    this.#previous = button(previous, () => go(this.#page - 1), signal);
    this.#next = button(next, () => go(this.#page + 1), signal);
    const total = element("span", { class: "page-total" }, `of ${count}`);
    const group = { "class": "page-controls", "role": "group", "aria-label": "Page" };
    this.element = element("div", group, this.#previous, this.#field, total, this.#next);
    this.#field.style.width = `${String(count).length + 2.5}ch`;
    this.#listen(signal);
  }

  /** @param {number} page */
  show(page) {
    this.#page = page;
    if (document.activeElement !== this.#field) this.#field.value = String(page);
    setAttributes(this.#previous, { "aria-disabled": page <= 1 && "true" });
    setAttributes(this.#next, { "aria-disabled": page >= this.#count && "true" });
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
    if (event.key === "Escape") this.#field.value = String(this.#page);
    if (event.key === "Enter" || event.key === "Escape") this.#field.blur();
  }

  #entered() {
    const page = Number.parseInt(this.#field.value, 10);
    if (Number.isFinite(page) && page !== this.#page) this.#go(Math.max(1, Math.min(this.#count, page)));
    this.#field.value = String(this.#page);
  }
}
