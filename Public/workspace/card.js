/** A document in the library: its first page, its name, its kind and date. */

import { element, icon, setAttributes } from "../shell/element.js";
import { thumbnailUrl } from "./api.js";

/** @typedef {import("./api.js").Document} Document */

/** Device pixels per CSS pixel for which a thumbnail is offered. */
const DENSITIES = Object.freeze([1, 1.5, 2, 3]);

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
 */

export class DocumentCard {
  /** @type {HTMLElement} */
  element;
  #main;
  #action;
  #picture = element("span", { class: "card-picture" });
  #name = element("span", { class: "card-name" });
  #about = element("span", { class: "card-about" });
  #facts;
  #listening = new AbortController();
  /** @type {HTMLImageElement | null} */
  #image = null;

  /**
   * @param {CardFacts} facts
   * @param {CardCalls} calls
   */
  constructor(facts, calls) {
    this.#facts = facts;
    const { signal } = this.#listening;
    this.#main = facts.trashed ? element(
      "div", { class: "card-main" },
    ) : element("a", { class: "card-main" });
    this.#main.append(this.#picture, this.#name, this.#about);
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

  /** What takes the focus for the card. */
  get focusTarget() {
    return this.#facts.trashed ? this.#action : this.#main;
  }

  /** Whether the picture is still on its way. */
  get loading() {
    return this.#image !== null && !this.#image.complete;
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
    this.#image?.removeAttribute("srcset");
    this.#image?.removeAttribute("src");
    this.element.remove();
  }

  #fill() {
    const { document, about, trashed } = this.#facts;
    if (!trashed) setAttributes(this.#main, { href: `/d/${encodeURIComponent(document.id)}` });
    setAttributes(
      this.#main, { title: document.folder ? `${document.folder}/${document.name}` : document.name },
    );
    const label = trashed ? `Restore ${document.name}` : `More for ${document.name}`;
    setAttributes(this.#action, { "aria-label": label, "title": trashed ? "Restore" : "More" });
    this.#name.textContent = document.name;
    this.#about.textContent = about;
    this.#showPicture();
  }

  #showPicture() {
    const { document, picture } = this.#facts;
    const sources = DENSITIES.map(
      (density) => `${thumbnailUrl(document, Math.round(picture * density))} ${density}x`,
    );
    const srcset = sources.join(", ");
    if (this.#image?.srcset === srcset) return;
    const image = element("img", { alt: "", decoding: "async", draggable: "false" });
    image.addEventListener("load", () => this.#showImage(image), { signal: this.#listening.signal });
    image.srcset = srcset;
    image.src = thumbnailUrl(document, picture);
    this.#image = image;
    if (!this.#picture.firstChild) this.#picture.append(blankSheet(this.#facts.icon));
  }

  /** @param {HTMLImageElement} image */
  #showImage(image) {
    if (image !== this.#image || image.parentNode) return;
    this.#picture.replaceChildren(image);
  }

  /**
   * @param {Event} event
   * @param {CardCalls} calls
   */
  #clicked(event, calls) {
    const mouse = /** @type {MouseEvent} */ (event);
    // With a modifier it is the browser's: another tab, another window.
    if (this.#facts.trashed || mouse.ctrlKey || mouse.metaKey || mouse.shiftKey || mouse.altKey) return;
    event.preventDefault();
    calls.open(this.#facts.document);
  }

  /** @param {CardCalls} calls */
  #act(calls) {
    if (this.#facts.trashed) calls.restore(this.#facts.document);
    else calls.more(this.#facts.document, this.#action);
  }
}

/**
 * A sheet of paper that keeps the place of a picture.
 * @param {string} kind name of an icon
 */
export function blankSheet(kind) {
  return element("span", { class: "blank-sheet" }, icon(kind));
}
