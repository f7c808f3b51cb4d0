/** The rows of what was found by words, selected as cards are: one selection has both. */

import { element, icon, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";

/** @typedef {import("../../api/api.js").Document} Document */

/**
 * @typedef {object} FoundSelectingCalls
 * @property {Pick<import("../selection/list-selecting.js").ListSelecting, "selection" | "clicked" | "extend">} selecting
 * @property {() => readonly Document[]} rows the documents of all rows, in their order
 * @property {() => readonly Document[]} cards the documents of the cards above
 * @property {(key: string) => boolean} isCut
 */

export class FoundSelecting {
  #element;
  #calls;

  /**
   * @param {HTMLElement} element that has the rows
   * @param {FoundSelectingCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(element, calls, signal) {
    this.#element = element;
    this.#calls = calls;
    element.addEventListener("click", (event) => calls.selecting.clicked(event, this.#order), { signal, capture: true });
  }

  /** The documents that have a row and no card. */
  get documents() {
    const cards = new Set(this.#calls.cards().map(({ id }) => id));
    return this.#calls.rows().filter(({ id }) => !cards.has(id));
  }

  /** The order of a range that ends at a row: a document with a card and a row counts as its row. */
  get #order() {
    const rows = this.#calls.rows().map(({ id }) => id);
    const known = new Set(rows);
    return [...this.#calls.cards().map(({ id }) => id).filter((id) => !known.has(id)), ...rows];
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  extend(from, to) {
    this.#calls.selecting.extend(from, to, this.#order);
  }

  /** Shows on the rows that are drawn which of them are selected. */
  mark() {
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.#element.querySelectorAll(".found-document"))) this.#markRow(row);
  }

  /** @param {HTMLElement} row */
  #markRow(row) {
    const id = row.dataset["document"] ?? "";
    const isSelected = this.#calls.selecting.selection.has(id);
    row.classList.toggle("selected", isSelected);
    row.classList.toggle("cut", this.#calls.isCut(id));
    const check = row.querySelector(".card-check");
    if (check) setAttributes(check, { "aria-checked": String(isSelected) });
  }

  /**
   * A row with its check, as it is selected now.
   * @param {HTMLElement} row
   * @param {Document} document
   */
  withCheck(row, document) {
    const check = element("button", { type: "button", class: "card-check", role: "checkbox", tabindex: -1 }, icon("check"));
    setAttributes(check, { "aria-label": say("Select {name}", { name: document.name }), "title": say("Select") });
    row.append(check);
    this.#markRow(row);
    return row;
  }

  /**
   * The rows of which something lies in an area, as far as they are drawn.
   * @param {import("../../gestures/geometry/index.js").Rect} area of what is scrolled over
   * @param {HTMLElement} scroller
   */
  keysIn({ x, y, width, height }, scroller) {
    const box = scroller.getBoundingClientRect();
    const [left, top] = [box.left + x, box.top + y - scroller.scrollTop];
    const rows = [.../** @type {NodeListOf<HTMLElement>} */ (this.#element.querySelectorAll(".found-document"))];
    return rows.filter((row) => {
      const at = row.getBoundingClientRect();
      return at.left < left + width && at.right > left && at.top < top + height && at.bottom > top;
    }).map(({ dataset }) => dataset["document"] ?? "");
  }
}
