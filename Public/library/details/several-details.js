/** Several documents together, beside the list: the size of all, their kinds, and tags that are set on all in one step. */

import { libraryPath } from "../../shell/address.js";
import { button, element, followLinks, icon, setAttributes } from "../../shell/element.js";
import { dateInFull, numberInWords, sizeInWords } from "../../api/words.js";
import { summaryOf } from "./details-subject.js";
import { partHeading, TagEditor, tagsOf } from "./tag-editor.js";

/** @typedef {import("../../api/api.js").Document} Document */

/** More kinds than these are summed up. */
const MOST_KINDS = 5;

/**
 * @typedef {object} SeveralDetailParts
 * @property {import("../../api/detail-api.js").DetailApi} details
 * @property {Pick<import("../library.js").Library, "types">} library
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../selection/batch-actions.js").BatchActions, "tag" | "favour">} actions
 */

export class SeveralDetails {
  /** @type {HTMLElement} */
  element = element("div", { class: "details-parts info-body" });
  #parts;
  #count = element("p", { class: "details-count" });
  #favourite;
  #facts = element("dl", { class: "details-facts" });
  #tags;
  /** @type {readonly Document[]} */
  #documents = [];

  /**
   * @param {SeveralDetailParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    const { actions, details, router } = parts;
    this.#favourite = button({ label: "Favourite", icon: "star", text: true, class: "outlined details-favourite-all" }, () => void actions.favour(this.#documents), signal);
    this.#tags = new TagEditor({
      add: (tag) => void actions.tag(this.#documents, { added: [tag], removed: [] }),
      remove: (tag) => void actions.tag(this.#documents, { added: [], removed: [tag] }),
      open: (name) => router.go(libraryPath({ place: "tag", name })), known: () => details.tags(signal),
    }, signal);
    followLinks(this.#facts, (path) => router.go(path), signal);
    this.element.append(this.#count, this.#favourite, element("section", {}, partHeading("Tags", "tag"), this.#tags.element), element("section", {}, partHeading("Facts", "info"), this.#facts));
  }

  /** @param {readonly Document[]} documents */
  show(documents) {
    this.#documents = documents;
    const isFixed = documents.some(({ trashed }) => trashed !== undefined);
    const { size, kinds, folders, favourites, first, last } = summaryOf(documents, (document) => this.#parts.library.types.nameOf(document));
    this.#count.textContent = `${numberInWords(documents.length)} documents`;
    this.#showFavourites(favourites, isFixed);
    this.#tags.show(tagsOf(documents), documents.length, isFixed);
    const shown = kinds.slice(0, MOST_KINDS);
    const rest = kinds.slice(MOST_KINDS).reduce((sum, { count }) => sum + count, 0);
    const [folder = ""] = folders;
    const place = folders.length > 1 ? `${numberInWords(folders.length)} folders`
      : element("a", { class: "info-link", href: libraryPath({ place: "folders", folder }) }, element("bdi", {}, folder || "Folders"));
    /** @type {[string, string | Node][]} */
    const rows = [
      ["Size", sizeInWords(size)], ...shown.map(({ kind, count }) => /** @type {[string, string]} */ ([kind, numberInWords(count)])),
      ...(rest ? [/** @type {[string, string]} */ (["Other kinds", numberInWords(rest)])] : []),
      ["Are in", place], ["First changed", dateInFull(first)], ["Last changed", dateInFull(last)],
    ];
    this.#facts.replaceChildren(...rows.flatMap(([label, value]) => [element("dt", {}, label), element("dd", {}, value)]));
  }

  /**
   * @param {number} favourites of the documents
   * @param {boolean} isFixed whether nothing can be changed
   */
  #showFavourites(favourites, isFixed) {
    const isAll = favourites === this.#documents.length;
    const words = isAll ? "Favourites" : favourites ? `Favourites: ${numberInWords(favourites)} of ${numberInWords(this.#documents.length)}` : "Make favourites";
    setAttributes(this.#favourite, { "aria-pressed": isAll ? "true" : favourites ? "mixed" : "false" });
    this.#favourite.disabled = isFixed;
    this.#favourite.replaceChildren(icon("star"), words);
  }
}
