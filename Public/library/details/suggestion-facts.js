/** A name for a document, and the dates in it, taken from its words: offered in its details, and nothing where there is nothing. */

import { documentPath } from "../../shell/address.js";
import { button, element, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { askSuggestions } from "../../api/suggestion-api.js";
import { dayInWords, mayCome, offeredName, placeOfDate } from "./suggested-words.js";
import { partHeading } from "./tag-editor.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/suggestion-api.js").Suggestions} Suggestions */
/** @typedef {import("../../api/suggestion-api.js").SuggestedDate} SuggestedDate */

/** A document that is only passed on the way through the list is not asked about. */
const REST_MILLISECONDS = 400;

/** While its words are being read, it is asked about so often again. */
const AGAIN_MILLISECONDS = 4000;
const MOST_TIMES = 30;

/**
 * @typedef {object} SuggestionFactParts
 * @property {Pick<import("../../api/api.js").Api, "ask">} api
 * @property {Pick<import("../document-opening.js").DocumentOpening, "open">} opening
 * @property {(name: string) => Promise<unknown>} rename gives the document another name; tells how that went
 * @property {() => void} left takes the focus when the offer is gone
 */

export class SuggestionFacts {
  #name = element("bdi", { class: "suggested-name" });
  #use;
  #offer = element("p", { class: "suggested", hidden: true });
  #dates = element("p", { class: "suggested", hidden: true });
  /** @type {HTMLElement} */
  element = element("section", { class: "details-suggestions", hidden: true });
  #parts;
  #signal;
  #timer;
  /** @type {Document | null} */
  #document = null;
  /** The content that the suggestions are of. */
  #content = "";
  #times = 0;
  #isRenaming = false;
  /** @type {Suggestions | null} */
  #found = null;

  /**
   * @param {SuggestionFactParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#timer = new Timer(signal);
    this.#use = button({ label: say("Use it"), text: true, class: "quiet" }, () => void this.#rename(), signal);
    this.#offer.append(element("span", { class: "secondary" }, say("Suggested name:")), " ", this.#name, " ", this.#use);
    this.element.append(partHeading(say("From its words"), "text"), this.#offer, this.#dates);
    this.#dates.addEventListener("click", (event) => this.#follow(event), { signal });
  }

  /** @param {Document} document as it is now */
  show(document) {
    this.#document = document;
    const content = `${document.id} ${document.sha256}`;
    if (content !== this.#content) {
      this.#content = content;
      this.#times = 0;
      this.#found = null;
      this.#timer.set(REST_MILLISECONDS, () => void this.#ask(document.id));
    }
    this.#draw();
  }

  /** @param {string} id */
  async #ask(id) {
    const content = this.#content;
    const answer = await askSuggestions(this.#parts.api, id, this.#signal).catch(() => null);
    if (this.#signal.aborted || content !== this.#content) return;
    if (answer) this.#found = answer;
    this.#draw();
    this.#times += 1;
    if (mayCome(answer) && this.#times < MOST_TIMES) this.#timer.set(AGAIN_MILLISECONDS, () => void this.#ask(id));
  }

  #draw() {
    const document = this.#document;
    if (!document) return;
    const dates = this.#found?.dates ?? [];
    const name = document.trashed ? "" : offeredName(this.#found?.title ?? null, document.name);
    const hadFocus = this.#offer.contains(window.document.activeElement);
    this.#name.textContent = name;
    setAttributes(this.#use, { "aria-label": say("Use the name {name}", { name }) });
    this.#offer.hidden = name === "";
    this.#drawDates(document.id, dates);
    this.element.hidden = name === "" && dates.length === 0;
    if (hadFocus && name === "") this.#parts.left();
  }

  /**
   * @param {string} id
   * @param {readonly SuggestedDate[]} dates
   */
  #drawDates(id, dates) {
    const links = dates.map((date) => element("a", { class: "info-link", href: documentPath(id, placeOfDate(date)), title: date.text }, dayInWords(date.date)));
    // A list that stays as it is keeps the focus.
    if (links.map(({ href }) => href).join() === [...this.#dates.querySelectorAll("a")].map(({ href }) => href).join()) return;
    this.#dates.hidden = links.length === 0;
    this.#dates.replaceChildren(element("span", { class: "secondary" }, say("Dates in it:")), ...links.flatMap((link) => [" ", link]));
  }

  async #rename() {
    const name = this.#name.textContent ?? "";
    if (name === "" || this.#isRenaming) return;
    // The button stays enabled: a disabled one loses the focus.
    this.#isRenaming = true;
    await this.#parts.rename(name);
    this.#isRenaming = false;
  }

  /**
   * A link leads within the app; with a modifier a press is the browser's: another tab, another window.
   * @param {MouseEvent} event
   */
  #follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a");
    const date = this.#found?.dates[[...this.#dates.querySelectorAll("a")].findIndex((one) => one === link)];
    if (!date || !this.#document || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void this.#parts.opening.open(this.#document, placeOfDate(date));
  }
}
