/** A document in the library: its first page, its name, its kind and date. */

import { element, icon, setAttributes } from "../shell/element.js";
import { CardThumbnail } from "./card-thumbnail.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} CardFacts
 * @property {Document} document
 * @property {number} picture side of the square that the picture fits into, in CSS pixels
 * @property {string} about kind and date
 * @property {string} icon of the kind
 * @property {boolean} trashed
 */

/**
 * @typedef {object} CardCalls
 * @property {(document: Document) => void} open
 * @property {(document: Document, anchor: HTMLElement) => void} more
 * @property {(document: Document) => void} restore
 * @property {import("../api/thumbnail-tries.js").TryPorts["ask"]} whyNoPicture why a picture cannot be had; null when it can
 */

export class DocumentCard {
  /** @type {HTMLElement} */
  element;
  #main;
  #action;
  #picture;
  #name = element("span", { class: "card-name" });
  #about = element("span", { class: "card-about" });
  #facts;
  #listening = new AbortController();

  /**
   * @param {CardFacts} facts
   * @param {CardCalls} calls
   */
  constructor(facts, calls) {
    this.#facts = facts;
    const { signal } = this.#listening;
    this.#picture = new CardThumbnail(calls.whyNoPicture, signal);
    // Documents in the Trash can be opened, too.
    this.#main = element("a", { class: "card-main" });
    this.#main.append(this.#picture.element, this.#name, this.#about);
    this.#action = element(
      "button", { type: "button", class: "card-action" }, icon(facts.trashed ? "restore" : "more"),
    );
    if (!facts.trashed) setAttributes(this.#action, { "aria-haspopup": "menu" });
    this.element = element("li", { class: "card" }, this.#main, this.#action);
    this.#main.addEventListener("click", (event) => this.#clicked(event, calls), { signal });
    this.#action.addEventListener("click", () => this.#act(calls), { signal });
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

  /**
   * Whether the card is the one that Tab reaches.
   * @param {boolean} reachable
   */
  setReachable(reachable) {
    setAttributes(this.focusTarget, { tabindex: reachable ? 0 : -1 });
    setAttributes(this.#action, { tabindex: reachable ? 0 : -1 });
  }

  /** @param {CardFacts} facts */
  update(facts) {
    const { document, picture, about } = this.#facts;
    const same = document === facts.document
      && picture === facts.picture && about === facts.about && this.#facts.icon === facts.icon;
    this.#facts = facts;
    if (!same) this.#fill();
  }

  destroy() {
    this.#listening.abort();
    this.element.remove();
  }

  #fill() {
    const { document, about, trashed, picture } = this.#facts;
    this.element.dataset["document"] = document.id;
    setAttributes(this.#main, { href: `/d/${encodeURIComponent(document.id)}` });
    setAttributes(
      this.#main, { title: document.folder ? `${document.folder}/${document.name}` : document.name },
    );
    const label = trashed ? `Restore ${document.name}` : `More for ${document.name}`;
    setAttributes(this.#action, { "aria-label": label, "title": trashed ? "Restore" : "More" });
    this.#name.textContent = document.name;
    this.#about.textContent = about;
    this.#picture.show(document, picture, this.#facts.icon);
  }

  /**
   * @param {Event} event
   * @param {CardCalls} calls
   */
  #clicked(event, calls) {
    const mouse = /** @type {MouseEvent} */ (event);
    // With a modifier it is the browser's: another tab, another window.
    if (mouse.ctrlKey || mouse.metaKey || mouse.shiftKey || mouse.altKey) return;
    event.preventDefault();
    calls.open(this.#facts.document);
  }

  /** @param {CardCalls} calls */
  #act(calls) {
    if (this.#facts.trashed) calls.restore(this.#facts.document);
    else calls.more(this.#facts.document, this.#action);
  }
}
