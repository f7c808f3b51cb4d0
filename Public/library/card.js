/** A document in the library: its first page, its name, its kind and date. */

import { element, followLinks, icon, setAttributes } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { CardThumbnail } from "./card-thumbnail.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} CardFacts
 * @property {Document} document
 * @property {number} picture side of the square that the picture fits into, in CSS pixels
 * @property {string} about kind and date
 * @property {string} icon of the kind
 * @property {boolean} trashed
 * @property {boolean} selected
 */

/**
 * @typedef {object} CardParts
 * @property {Pick<import("./document-opening.js").DocumentOpening, "open">} opening
 * @property {Pick<import("./document-actions.js").DocumentActions, "menu" | "restore">} actions
 * @property {Pick<import("../api/api.js").Api, "imageProblem">} api
 */

export class DocumentCard {
  /** @type {HTMLElement} */
  element;
  #main;
  #action;
  #check = element("button", { type: "button", class: "card-check", role: "checkbox" }, icon("check"));
  #picture;
  #name = element("span", { class: "card-name" });
  #about = element("span", { class: "card-about" });
  #facts;
  #listening = new AbortController();

  /**
   * @param {CardFacts} facts
   * @param {CardParts} parts
   */
  constructor(facts, { opening, actions, api }) {
    this.#facts = facts;
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

  /** @param {CardFacts} facts */
  update(facts) {
    const { document, picture, about } = this.#facts;
    const same = document === facts.document
      && picture === facts.picture && about === facts.about && this.#facts.icon === facts.icon
      && this.#facts.selected === facts.selected;
    this.#facts = facts;
    if (!same) this.#fill();
  }

  destroy() {
    this.#listening.abort();
    this.element.remove();
  }

  #fill() {
    const { document, about, trashed, picture, selected } = this.#facts;
    this.element.dataset["document"] = document.id;
    this.element.classList.toggle("selected", selected);
    setAttributes(this.#check, { "aria-checked": String(selected), "aria-label": say("Select {name}", { name: document.name }), "title": say("Select") });
    setAttributes(this.#main, { href: `/d/${encodeURIComponent(document.id)}` });
    setAttributes(
      this.#main, { title: document.folder ? `${document.folder}/${document.name}` : document.name },
    );
    const label = trashed ? `Restore ${document.name}` : `More for ${document.name}`;
    setAttributes(this.#action, { "aria-label": label, "title": trashed ? say("Restore") : say("More") });
    this.#name.textContent = document.name;
    this.#about.textContent = about;
    this.#picture.show(document, picture, this.#facts.icon);
  }

  /** @param {CardParts["actions"]} actions */
  #act(actions) {
    if (this.#facts.trashed) void actions.restore(this.#facts.document);
    else actions.menu(this.#facts.document, this.#action);
  }
}
