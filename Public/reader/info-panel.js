/** The metadata of a document, in a panel beside it. */

import { button, element } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { askMetadata, metadataElements, missingFact } from "../library/details/metadata-view.js";

/** @typedef {import("../api/api.js").Document} Document */

export class InfoPanel {
  #body = element("div", { class: "info-body" });
  element;

  /**
   * @param {Pick<import("../api/api.js").Api, "ask">} api
   * @param {Document} document
   * @param {() => void} closed
   * @param {AbortSignal} signal
   */
  constructor(api, document, closed, signal) {
    const close = button({ label: say("Close"), icon: "close" }, closed, signal);
    const head = element("div", { class: "info-head" }, element("h2", { id: "info-title" }, say("Information")), close);
    this.element = element("aside", { "class": "info-panel", "aria-labelledby": "info-title", "tabindex": -1 }, head, this.#body);
    void this.#load(api, document, signal);
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /**
   * @param {Pick<import("../api/api.js").Api, "ask">} api
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  async #load(api, document, signal) {
    this.#body.append(element("div", { "class": "spinner info-spinner", "role": "status", "aria-label": say("Loading") }));
    try {
      const found = await askMetadata(api, document.id, signal);
      this.#body.replaceChildren(...metadataElements(found, document.id));
    } catch {
      if (!signal.aborted) this.#body.replaceChildren(missingFact(say("It cannot be read just now.")));
    }
  }
}
