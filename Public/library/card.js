/** A document in the library: its first page, its name, its kind and date. */

import { element, followLinks, icon, setAttributes } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { CardThumbnail } from "./card-thumbnail.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * A text in a column of a list.
 * @typedef {{readonly id: string, readonly text: string}} Cell
 */

/**
 * @typedef {object} CardFacts
 * @property {Document} document
 * @property {number} picture side of the square that the picture fits into, in CSS pixels
 * @property {string} about kind and date
 * @property {string} icon of the kind
 * @property {string | null} label on an empty sheet where it has no picture
 * @property {readonly Cell[]} cells its columns beside the name; none in a grid
 * @property {boolean} trashed
 * @property {boolean} selected
 * @property {boolean} cut whether it waits to be pasted elsewhere
 * @property {boolean} waits whether changes of it wait for the connection
 */

/**
 * @typedef {object} CardParts
 * @property {Pick<import("./document-opening.js").DocumentOpening, "open">} opening
 * @property {Pick<import("./document-actions.js").DocumentActions, "menu" | "restore">} actions
 * @property {Pick<import("../api/api.js").Api, "imageProblem">} api
 */

export class DocumentCard {
  /** A card that is out of sight may become that of another document; those in the Trash have another button. */
  kind;
  /** @type {HTMLElement} */
  element;
  #main;
  #action;
  #check = element("button", { type: "button", class: "card-check", role: "checkbox" }, icon("check"));
  #picture;
  #name = element("span", { class: "card-name", dir: "auto" });
  #about = element("span", { class: "card-about" });
  /** @type {Element | null} */
  #waiting = null;
  /** @type {readonly HTMLElement[]} */
  #cells = [];
  #facts;
  #listening = new AbortController();

  /**
   * @param {CardFacts} facts
   * @param {CardParts} parts
   */
  constructor(facts, { opening, actions, api }) {
    this.#facts = facts;
    this.kind = kindOfCard(facts.trashed);
    const { signal } = this.#listening;
    this.#picture = new CardThumbnail((url, wanted) => api.imageProblem(url, wanted), signal);
    // Documents in the Trash can be opened, too.
    this.#main = element("a", { class: "card-main" });
    this.#main.append(this.#picture.element, this.#name, this.#about);
    this.#action = element(
      "button", { type: "button", class: "card-action" }, icon(facts.trashed ? "restore" : "more"),
    );
    if (!facts.trashed) setAttributes(this.#action, { "aria-haspopup": "menu" });
    this.element = element("li", { class: "card" }, this.#main, this.#action, this.#check);
    followLinks(this.#main, () => void opening.open(this.#facts.document), signal);
    this.#action.addEventListener("click", () => this.#act(actions), { signal });
    this.#fill();
  }

  get key() {
    return this.#facts.document.id;
  }

  get focusTarget() {
    return this.#main;
  }

  /** Whether the picture is still on its way. */
  get loading() {
    return this.#picture.loading;
  }

  /** @param {boolean} reachable */
  setReachable(reachable) {
    setAttributes(this.focusTarget, { tabindex: reachable ? 0 : -1 });
    for (const part of [this.#action, this.#check]) setAttributes(part, { tabindex: reachable ? 0 : -1 });
  }

  /** @param {boolean} held whether its picture is not asked for yet */
  setHeld(held) {
    this.#picture.setHeld(held);
  }

  /** @param {CardFacts} facts */
  update(facts) {
    const { document, picture, about, selected, label, cells } = this.#facts;
    const same = document === facts.document
      && picture === facts.picture && about === facts.about && this.#facts.icon === facts.icon
      && selected === facts.selected && this.#facts.cut === facts.cut && this.#facts.waits === facts.waits && label === facts.label && areSame(cells, facts.cells);
    this.#facts = facts;
    if (!same) this.#fill();
  }

  destroy() {
    this.#listening.abort();
    this.element.remove();
  }

  #fill() {
    const { document, about, trashed, picture, selected, cut } = this.#facts;
    this.element.dataset["document"] = document.id;
    this.element.classList.toggle("selected", selected);
    this.element.classList.toggle("cut", cut);
    setAttributes(this.#check, { "aria-checked": String(selected), "aria-label": say("Select {name}", { name: document.name }), "title": say("Select") });
    setAttributes(this.#main, { href: `/d/${encodeURIComponent(document.id)}` });
    setAttributes(
      this.#main, { title: document.folder ? `${document.folder}/${document.name}` : document.name },
    );
    const label = trashed ? say("Restore {name}", { name: document.name }) : say("More for {name}", { name: document.name });
    setAttributes(this.#action, { "aria-label": label, "title": trashed ? say("Restore") : say("More") });
    this.#name.textContent = document.name;
    this.#about.textContent = about;
    this.#markWaiting();
    this.#picture.show(document, picture, this.#facts.icon, this.#facts.label);
    this.#fillCells();
  }

  /** Changes that wait are marked beside the name, which was just written. */
  #markWaiting() {
    const { waits } = this.#facts;
    this.element.classList.toggle("waits", waits);
    this.#waiting?.remove();
    if (!waits) return;
    const words = say("Waits for the connection");
    // Lines of a name are counted: what stands in them is one.
    this.#name.replaceChildren(element("span", {}, icon("recent"), this.#facts.document.name));
    this.#waiting = element("span", { class: "visually-hidden" }, words);
    this.#main.append(this.#waiting);
    setAttributes(this.#main, { title: `${this.#main.title}\n${words}` });
  }

  #fillCells() {
    const { cells } = this.#facts;
    if (cells.length !== this.#cells.length) {
      for (const cell of this.#cells) cell.remove();
      this.#cells = cells.map(() => element("span"));
      this.#main.append(...this.#cells);
    }
    for (const [place, { id, text }] of cells.entries()) {
      const cell = /** @type {HTMLElement} */ (this.#cells[place]);
      setAttributes(cell, { class: `card-cell cell-${id}` });
      cell.textContent = text;
    }
  }

  /** @param {CardParts["actions"]} actions */
  #act(actions) {
    if (this.#facts.trashed) void actions.restore(this.#facts.document);
    else void actions.menu(this.#facts.document, this.#action);
  }
}

/** @param {boolean} trashed whether its document is in the Trash */
export function kindOfCard(trashed) {
  return trashed ? "trashed" : "document";
}

/**
 * @param {readonly Cell[]} cells
 * @param {readonly Cell[]} others
 */
function areSame(cells, others) {
  return cells.length === others.length && cells.every(({ id, text }, place) => id === others[place]?.id && text === others[place]?.text);
}
