/** Several documents together, beside the list: the size of all, their kinds, and tags that are set on all in one step. */

import { libraryPath } from "../../shell/address.js";
import { button, element, followLinks, icon, setAttributes } from "../../shell/element.js";
import { say, sayCount } from "../../shell/texts.js";
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
    this.#favourite = button({ label: say("Favourite"), icon: "star", text: true, class: "outlined details-favourite-all" }, () => void actions.favour(this.#documents), signal);
    this.#tags = new TagEditor({
      add: (tag) => void actions.tag(this.#documents, { added: [tag], removed: [] }),
      remove: (tag) => void actions.tag(this.#documents, { added: [], removed: [tag] }),
      open: (name) => router.go(libraryPath({ place: "tag", name })), known: () => details.tags(signal),
    }, signal);
    followLinks(this.#facts, (path) => router.go(path), signal);
    this.element.append(this.#count, this.#favourite, element("section", {}, partHeading(say("Tags"), "tag"), this.#tags.element), element("section", {}, partHeading(say("Facts"), "info"), this.#facts));
  }

  /** @param {readonly Document[]} documents */
  show(documents) {
    this.#documents = documents;
    const isFixed = documents.some(({ trashed }) => trashed !== undefined);
    const { size, kinds, folders, favourites, first, last } = summaryOf(documents, (document) => this.#parts.library.types.nameOf(document));
    this.#count.textContent = sayCount(documents.length, "{n} document", "{n} documents");
    this.#showFavourites(favourites, isFixed);
    this.#tags.show(tagsOf(documents), documents.length, isFixed);
    const shown = kinds.slice(0, MOST_KINDS);
    const rest = kinds.slice(MOST_KINDS).reduce((sum, { count }) => sum + count, 0);
    const [folder = ""] = folders;
    const place = folders.length > 1 ? sayCount(folders.length, "{n} folder", "{n} folders")
      : element("a", { class: "info-link", href: libraryPath({ place: "folders", folder }) }, element("bdi", {}, folder || say("Folders")));
    /** @type {[string, string | Node][]} */
    const rows = [
      [say("Size"), sizeInWords(size)], ...shown.map(({ kind, count }) => /** @type {[string, string]} */ ([kind, numberInWords(count)])),
      ...(rest ? [/** @type {[string, string]} */ ([say("Other kinds"), numberInWords(rest)])] : []),
      [say("Are in"), place], [say("First changed"), dateInFull(first)], [say("Last changed"), dateInFull(last)],
    ];
    this.#facts.replaceChildren(...rows.flatMap(([label, value]) => [element("dt", {}, label), element("dd", {}, value)]));
  }

  /**
   * @param {number} favourites of the documents
   * @param {boolean} isFixed whether nothing can be changed
   */
  #showFavourites(favourites, isFixed) {
    const isAll = favourites === this.#documents.length;
    const words = isAll ? say("Favourites") : favourites ? say("Favourites: {number} of {total}", { number: numberInWords(favourites), total: numberInWords(this.#documents.length) }) : say("Make favourites");
    setAttributes(this.#favourite, { "aria-pressed": isAll ? "true" : favourites ? "mixed" : "false" });
    this.#favourite.disabled = isFixed;
    this.#favourite.replaceChildren(icon("star"), words);
  }
}
