/** The documents that are like one, in its details: copies, other forms, and texts with passages in common. */

import { documentPath, NO_HISTORY } from "../../shell/address.js";
import { element, followLinks, icon, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { askSimilar } from "../../api/similar-api.js";
import { dateInWords } from "../../api/words.js";
import { CardThumbnail } from "../card-thumbnail.js";
import { placeInWords } from "../uploads/adding-words.js";
import { partHeading } from "./tag-editor.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/similar-api.js").SimilarDocument} SimilarDocument */

/** So many are listed. */
const MOST_LISTED = 6;

/** Side of the square of a picture, in CSS pixels. */
const PICTURE = 44;

/** A document that is only passed on the way through the list is not asked about. */
const REST_MILLISECONDS = 400;

/** While its words are being read, it is asked about so often again. */
const AGAIN_MILLISECONDS = 4000;
const MOST_TIMES = 30;

/**
 * @typedef {object} SimilarFactParts
 * @property {Pick<import("../../api/api.js").Api, "ask" | "imageProblem">} api
 * @property {Pick<import("../library.js").Library, "types">} library
 * @property {Pick<import("../document-opening.js").DocumentOpening, "open">} opening
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 */

export class SimilarFacts {
  #list = element("ul", { class: "similar-list" });
  /** @type {HTMLElement} */
  element = element("section", { class: "details-similar", hidden: true }, partHeading(say("Similar"), "duplicate"), this.#list);
  #parts;
  #signal;
  #timer;
  /** The content that the list is of, and its document. */
  #content = "";
  #id = "";
  #times = 0;
  /** @type {readonly SimilarDocument[]} */
  #found = [];

  /**
   * @param {SimilarFactParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#timer = new Timer(signal);
    followLinks(this.#list, (path) => this.#open(path), signal);
  }

  /** @param {Document} document as it is now */
  show({ id, sha256 }) {
    if (`${id} ${sha256}` === this.#content) return;
    this.#content = `${id} ${sha256}`;
    this.#id = id;
    this.#times = 0;
    this.#draw([]);
    this.#timer.set(REST_MILLISECONDS, () => void this.#ask(id));
  }

  /** @param {string} id */
  async #ask(id) {
    const content = this.#content;
    const answer = await askSimilar(this.#parts.api, id, MOST_LISTED, this.#signal).catch(() => null);
    if (this.#signal.aborted || content !== this.#content) return;
    if (answer) this.#draw(answer.documents);
    this.#times += 1;
    // A question that failed is asked again, too.
    if ((!answer || answer.state === "waiting") && this.#times < MOST_TIMES) this.#timer.set(AGAIN_MILLISECONDS, () => void this.#ask(id));
  }

  /** @param {readonly SimilarDocument[]} found */
  #draw(found) {
    this.#found = found;
    this.element.hidden = found.length === 0;
    this.#list.replaceChildren(...found.map((similar) => this.#row(similar)));
  }

  /** @param {SimilarDocument} similar */
  #row({ document, likeness, relation }) {
    const { api, library } = this.#parts;
    const picture = new CardThumbnail((url, wanted) => api.imageProblem(url, wanted), this.#signal);
    picture.show(document, PICTURE, library.types.iconOf(document), null);
    picture.setHeld(false);
    const words = likenessInWords(relation, likeness);
    const about = `${placeInWords(document)} · ${dateInWords(document.modified, new Date())}`;
    const link = element(
      "a", { class: "similar-row", href: documentPath(document.id) }, picture.element,
      element("span", { class: "similar-words" }, element("bdi", { class: "similar-name" }, document.name), element("span", {}, words), element("span", { class: "secondary" }, about)),
    );
    setAttributes(link, { title: document.name });
    return element("li", {}, link, ...(relation === "same" ? [] : [this.#comparison(document)]));
  }

  /** @param {Document} other */
  #comparison(other) {
    const link = element("a", { class: "button quiet similar-compare", href: documentPath(this.#id, undefined, { ...NO_HISTORY, other: other.id }) }, icon("compare"));
    setAttributes(link, { "aria-label": say("Compare with {name}", { name: other.name }), "title": say("Compare") });
    return link;
  }

  /** @param {string} path */
  #open(path) {
    const similar = this.#found.find(({ document }) => documentPath(document.id) === path);
    if (similar) void this.#parts.opening.open(similar.document);
    else this.#parts.router.go(path);
  }
}

/**
 * How like a document is, in words.
 * @param {SimilarDocument["relation"]} relation
 * @param {number} likeness from 0 to 1
 */
export function likenessInWords(relation, likeness) {
  const percent = `${Math.round(100 * likeness)} %`;
  switch (relation) {
    case "same": return say("The same content");
    case "nearly-same": return say("Nearly the same");
    case "earlier": return say("An earlier form, {percent} alike", { percent });
    case "later": return say("A later form, {percent} alike", { percent });
    case "alike": return say("{percent} alike", { percent });
  }
}
