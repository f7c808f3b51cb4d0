/** The panels of a document that is read: its contents, all its pages in small, its metadata, the hits of a search. */

import { ContentsPanel } from "./contents-panel.js";
import { FindList } from "./find/find-list.js";
import { InfoPanel } from "./info-panel.js";
import { ThumbnailsPanel } from "./thumbnails-panel.js";

/** @typedef {import("./reader.js").Reader} Reader */

/**
 * The document as it is shown now.
 * @typedef {object} PanelSubject
 * @property {import("../api/api.js").Document | null} document
 * @property {Reader | null} reader of its pages
 * @property {readonly import("../api/api.js").OutlineItem[]} outline
 */

/**
 * @typedef {object} PanelParts
 * @property {import("../api/api.js").Api} api
 * @property {Omit<import("./info-panel.js").SuggestionWays, "left"> | null} ways to take what the words of the document suggest; null for an
 *   earlier version
 * @property {import("./reader-panels.js").ReaderPanels} panels
 * @property {() => PanelSubject} shown
 * @property {() => void} moved called when one that follows the page was opened or closed
 */

export class DocumentPanels {
  #parts;

  /** @param {PanelParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Shows the metadata of the document, or no longer. */
  toggleInfo() {
    const { api, ways, panels, shown } = this.#parts;
    const { document } = shown();
    const taken = ways && { ...ways, left: () => panels.closeIfOver() };
    if (document) panels.toggle(InfoPanel, (signal) => new InfoPanel(api, document, () => panels.close(), signal, taken), "info");
  }

  /** @param {import("../api/api.js").Document} document as it is now */
  heard(document) {
    this.#parts.panels.get(InfoPanel)?.show(document);
  }

  /** Shows the contents of the document, or no longer. */
  toggleContents() {
    const { panels, shown, moved } = this.#parts;
    const { reader, outline } = shown();
    if (!reader) return;
    const goTo = (/** @type {number} */ page, /** @type {number} */ top) => {
      void reader.jumpTo(page, null, top);
      panels.closeIfOver();
    };
    const { names } = reader.thumbnails;
    panels.toggle(ContentsPanel, (signal) => new ContentsPanel(outline, names, { goTo, closed: () => panels.close() }, signal), "contents");
    moved();
    panels.get(ContentsPanel)?.focus();
  }

  /** Shows all pages in small, or no longer. */
  toggleThumbnails() {
    const { panels, shown, moved } = this.#parts;
    const { reader } = shown();
    if (!reader || reader.pageCount === 1) return;
    const go = (/** @type {number} */ page) => {
      reader.jumpTo(page, "pages");
      panels.closeIfOver();
    };
    panels.toggle(ThumbnailsPanel, (signal) => new ThumbnailsPanel({ ...reader.thumbnails, go }, () => panels.close(), signal), "pages");
    moved();
    panels.get(ThumbnailsPanel)?.focus();
  }

  /**
   * Lists the hits of a search, or no longer.
   * @param {import("./find/document-find.js").DocumentFind} find
   * @param {Reader} reader
   */
  toggleHits(find, reader) {
    const { panels } = this.#parts;
    const choose = (/** @type {number} */ page, /** @type {number} */ index) => {
      find.choose(page, index);
      panels.closeIfOver();
    };
    panels.toggle(FindList, (signal) => (
      new FindList({ name: (page) => reader.nameOf(page), choose, closed: () => panels.close() }, signal)
    ));
    panels.get(FindList)?.show(find.hits);
  }

  /**
   * Opens the panel that was open when the document was left.
   * @param {import("../shell/address.js").PanelName | undefined} name
   * @param {boolean} live whether the document is shown as it is now
   */
  bringBack(name, live) {
    const { panels, shown } = this.#parts;
    if (!panels.hasRoom) return;
    if (name === "contents" && shown().outline.length > 0) this.toggleContents();
    else if (name === "pages") this.toggleThumbnails();
    else if (name === "info" && live) this.toggleInfo();
  }
}
