/** The metadata of a document, in a panel beside it. */

import { button, element, icon } from "../shell/element.js";
import { documentUrl } from "../api/urls.js";
import { numberInWords } from "../api/words.js";
import { timeInFigures } from "../player/media-facts.js";
import { infoSections } from "./info-sections.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./info-sections.js").Section} Section */

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
    const close = button({ label: "Close", icon: "close" }, closed, signal);
    const head = element("div", { class: "info-head" }, element("h2", { id: "info-title" }, "Information"), close);
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
    this.#body.append(element("div", { "class": "spinner info-spinner", "role": "status", "aria-label": "Loading" }));
    try {
      const found = await /** @type {Promise<import("./info-sections.js").Description>} */ (
        api.ask(`/documents/${encodeURIComponent(document.id)}/metadata`, { signal })
      );
      const attachment = (/** @type {number} */ number) => `${documentUrl(document.id)}/attachments/${number}`;
      const sections = infoSections(found, { attachment, date: dateInFull, time: timeInFigures });
      this.#body.replaceChildren(...sections.map(sectionView), ...(found.reason ? [missing(found.reason.detail)] : []));
    } catch {
      if (!signal.aborted) this.#body.replaceChildren(missing("It cannot be read just now."));
    }
  }
}

/** @param {Section} section */
function sectionView({ title, rows, long }) {
  const list = element("dl", {}, ...rows.flatMap(({ label, value, link }) => {
    const name = link ? element("a", { class: "info-link", href: link, download: label }, icon("download"), label) : label;
    return [element("dt", {}, name), element("dd", {}, value)];
  }));
  if (!long) return element("section", {}, element("h3", {}, title), list);
  return element("details", {}, element("summary", {}, `${title} (${numberInWords(rows.length)})`), list);
}

/** @param {string} words */
function missing(words) {
  return element("p", { class: "secondary" }, words);
}

/** @param {string} moment */
function dateInFull(moment) {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
