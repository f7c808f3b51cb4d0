/** The metadata of a document, in a panel beside it, below a name and dates that its words suggest. */

import { documentPath } from "../shell/address.js";
import { button, element } from "../shell/element.js";
import { fetchLateSheets } from "../shell/late-sheets.js";
import { LazyModule } from "../shell/lazy-module.js";
import { say } from "../shell/texts.js";
import { askMetadata, metadataElements, missingFact } from "../library/details/metadata-view.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * Ways to take what is suggested.
 * @typedef {object} SuggestionWays
 * @property {import("../api/api.js").Api} api
 * @property {Pick<import("../library/library.js").Library, "step" | "state">} library told of a document with another name
 * @property {import("../api/notices.js").Notices} notices
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {() => void} left called when another place of the document is to be seen
 * @property {(document: Document) => void} heard called when it has another name
 */

/** Few documents have suggestions. */
const suggesting = new LazyModule(async () => {
  const [{ SuggestionFacts }, { DocumentEdits }, { giveName }, { DetailApi }] = await Promise.all([
    import("../library/details/suggestion-facts.js"), import("../library/details/document-edits.js"), import("../library/details/name-giving.js"),
    import("../api/detail-api.js"), fetchLateSheets(),
  ]);
  return { SuggestionFacts, DocumentEdits, giveName, DetailApi };
});

export class InfoPanel {
  #body = element("div", { class: "info-body" });
  /** @type {HTMLElement} */
  element;
  #document;
  /** @type {import("../library/details/suggestion-facts.js").SuggestionFacts | null} */
  #suggested = null;

  /**
   * @param {Pick<import("../api/api.js").Api, "ask">} api
   * @param {Document} document
   * @param {() => void} closed
   * @param {AbortSignal} signal
   * @param {SuggestionWays | null} [ways] null where nothing is suggested
   */
  constructor(api, document, closed, signal, ways = null) {
    this.#document = document;
    const close = button({ label: say("Close"), icon: "close" }, closed, signal);
    const head = element("div", { class: "info-head" }, element("h2", { id: "info-title" }, say("Information")), close);
    this.element = element("aside", { "class": "info-panel", "aria-labelledby": "info-title", "tabindex": -1 }, head, this.#body);
    void this.#load(api, signal);
    if (ways) void this.#suggest(ways, signal);
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** @param {Document} document as it is now */
  show(document) {
    this.#document = document;
    this.#suggested?.show(document);
  }

  /**
   * @param {Pick<import("../api/api.js").Api, "ask">} api
   * @param {AbortSignal} signal
   */
  async #load(api, signal) {
    const { id } = this.#document;
    this.#body.append(element("div", { "class": "spinner info-spinner", "role": "status", "aria-label": say("Loading") }));
    try {
      const found = await askMetadata(api, id, signal);
      this.#body.replaceChildren(...metadataElements(found, id));
    } catch {
      if (!signal.aborted) this.#body.replaceChildren(missingFact(say("It cannot be read just now.")));
    }
  }

  /**
   * @param {SuggestionWays} ways
   * @param {AbortSignal} signal
   */
  async #suggest({ api, library, notices, router, left, heard }, signal) {
    const part = await suggesting.load().catch(() => null);
    if (!part || signal.aborted) return;
    const edits = new part.DocumentEdits({ details: new part.DetailApi(api), library });
    const rename = async (/** @type {string} */ name) => {
      const done = await part.giveName({ edits, notices }, this.#document, name);
      if (done) heard(done);
    };
    const open = async (/** @type {Document} */ { id }, /** @type {import("../shell/address.js").OpenParameters | undefined} */ place) => {
      left();
      router.go(documentPath(id, place));
    };
    this.#suggested = new part.SuggestionFacts({ api, opening: { open }, rename, left: () => this.focus() }, signal);
    this.#body.before(element("div", { class: "info-body" }, this.#suggested.element));
    this.#suggested.show(this.#document);
  }
}
