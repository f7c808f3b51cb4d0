/** Choosing pages: first a document, then pages of it. A sheet over what is shown. */

import { button, element, icon } from "../shell/element.js";
import { closeFromBeside, openModal } from "../shell/modal.js";
import { keepWhile } from "../shell/popover.js";
import { Timer } from "../shell/timer.js";
import { PageNames } from "../api/page-names.js";
import { pageUrl, thumbnailUrl } from "../api/urls.js";
import { ApiProblem } from "../api/api-problem.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { say, sayCount } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api.js").Preview} Preview */

/**
 * Pages that were chosen; `aspects` are their heights over their widths.
 * @typedef {{readonly document: Document, readonly pages: readonly number[], readonly aspects: readonly number[]}} Choice
 */

/** Documents that are offered at once. */
const MOST_DOCUMENTS = 200;

/** Sides of the pictures in CSS pixels, and how fine they are drawn. */
const PICTURE = 120;
const DENSITY = 2;

/** How long typing must rest before it is searched. */
const TYPING_MILLISECONDS = 180;

export class PagePicker {
  #api;
  #chosen;
  #offered;
  #listening = new AbortController();
  #asking = new LatestSignal();
  #typing = new Timer(this.#listening.signal);
  #sheet = element("dialog", { "class": "sheet picker", "aria-labelledby": "picker-title" });
  #title = element("h2", { id: "picker-title" });
  #body = element("div", { class: "picker-body" });
  #foot = element("div", { class: "picker-foot" });
  #back;
  #field = element("input", {
    "class": "field search-field", "type": "search", "placeholder": say("Search names"), "aria-label": say("Search names"),
    "autocomplete": "off", "spellcheck": "false",
  });

  /**
   * @param {Api} api
   * @param {(document: Document) => boolean} offered whether a document may have pages
   * @param {(choice: Choice) => void} chosen
   */
  constructor(api, offered, chosen) {
    this.#api = api;
    this.#offered = offered;
    this.#chosen = chosen;
    const { signal } = this.#listening;
    this.#back = button({ label: say("All documents"), icon: "back" }, () => this.#showDocuments(), signal);
    const close = button({ label: say("Close"), icon: "close" }, () => this.#sheet.close(), signal);
    const head = element(
      "div", { class: "sheet-head" }, element("div", { class: "picker-title" }, this.#back, this.#title), close,
    );
    const search = element("div", { class: "search-box", role: "search" }, icon("search"), this.#field);
    this.#sheet.append(head, search, this.#body, this.#foot);
    this.#listen(signal);
  }

  /** Opens the sheet; it forgets itself when it closes. */
  open() {
    document.body.append(this.#sheet);
    openModal(this.#sheet);
    this.#showDocuments();
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   */
  openAt(document, preview) {
    window.document.body.append(this.#sheet);
    openModal(this.#sheet);
    this.#showPages(document, preview);
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    this.#sheet.addEventListener("close", () => this.#end(), { signal });
    closeFromBeside(this.#sheet, signal);
    keepWhile(this.#sheet, () => this.#body.querySelector("[aria-pressed=true]") !== null, signal);
    this.#field.addEventListener(
      "input", () => this.#typing.set(TYPING_MILLISECONDS, () => void this.#list()), { signal },
    );
  }

  #end() {
    this.#asking.abort();
    this.#listening.abort();
    this.#sheet.remove();
  }

  #showDocuments() {
    this.#title.textContent = say("Add pages");
    this.#back.hidden = true;
    this.#foot.replaceChildren();
    this.#sheet.classList.remove("picking-pages");
    void this.#list();
    // Where there is no keyboard, one would come up over what is to be chosen.
    if (matchMedia("(pointer: fine)").matches) this.#field.focus();
  }

  async #list() {
    const signal = this.#asking.next();
    const q = this.#field.value.trim();
    try {
      const query = { sort: "-modified", ...(q ? { q } : {}) };
      const { documents } = await this.#api.list(query, { cursor: null, limit: MOST_DOCUMENTS }, signal);
      const offered = documents.filter(this.#offered);
      if (offered.length) this.#body.replaceChildren(this.#grid(offered.map((one) => this.#documentTile(one))));
      else this.#say(q ? say("Nothing is called “{text}”.", { text: q }) : say("There are no documents yet. Add some in the library."));
    } catch (error) {
      this.#failed(ApiProblem.from(error));
    }
  }

  /** @param {Document} document */
  #documentTile(document) {
    const act = () => void this.#choose(document);
    return this.#tile(thumbnailUrl(document, PICTURE * DENSITY), document.name, act);
  }

  /** @param {Document} document */
  async #choose(document) {
    try {
      const preview = await this.#api.preview(document.id, this.#asking.next());
      if (preview.pages.length === 0) this.#say(say("{name} has no pages that could lie on a board.", { name: document.name }), true);
      else if (preview.pages.length === 1) this.#take(choiceOf(document, preview, [1]));
      else this.#showPages(document, preview);
    } catch (error) {
      this.#failed(ApiProblem.from(error));
    }
  }

  /** @param {Choice} choice */
  #take(choice) {
    this.#sheet.close();
    this.#chosen(choice);
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   */
  #showPages(document, preview) {
    /** @type {Set<number>} */
    const chosen = new Set();
    const add = button({ label: say("Add"), icon: "add", text: true, class: "primary" }, () => {
      if (chosen.size) this.#take(choiceOf(document, preview, [...chosen].sort((a, b) => a - b)));
    }, this.#listening.signal);
    const pages = pagesOf(preview);
    const count = () => {
      const label = chosen.size === 0 ? say("Add pages") : sayCount(chosen.size, "Add {n} page", "Add {n} pages");
      add.lastChild?.replaceWith(label);
      add.setAttribute("aria-disabled", String(chosen.size === 0));
      all.textContent = chosen.size === pages.length ? say("Select none") : say("Select all");
    };
    const names = new PageNames(pages.map(({ label }) => label));
    const tiles = pages.map((page) => this.#pageTile(document, page, names.name(page.number), chosen, count));
    const all = button({ label: say("Select all"), text: true }, () => {
      const target = String(chosen.size < pages.length);
      for (const tile of tiles) if (tile.getAttribute("aria-pressed") !== target) tile.click();
    }, this.#listening.signal);
    count();
    this.#title.textContent = document.name;
    this.#back.hidden = false;
    this.#sheet.classList.add("picking-pages");
    this.#body.replaceChildren(this.#grid(tiles));
    this.#foot.replaceChildren(all, add);
    this.#body.querySelector("button")?.focus({ focusVisible: false });
  }

  /**
   * @param {Document} document
   * @param {Preview["pages"][number]} page
   * @param {string} name
   * @param {Set<number>} chosen
   * @param {() => void} changed
   */
  #pageTile(document, { number, width, height }, name, chosen, changed) {
    const pixels = Math.round(PICTURE * DENSITY * Math.min(1, width / height));
    const act = () => {
      if (!chosen.delete(number)) chosen.add(number);
      tile.setAttribute("aria-pressed", String(chosen.has(number)));
      changed();
    };
    const tile = this.#tile(pageUrl(document, number, pixels, "webp"), name, act);
    tile.setAttribute("aria-pressed", "false");
    return tile;
  }

  /**
   * @param {string} url
   * @param {string} name
   * @param {() => void} act
   */
  #tile(url, name, act) {
    const image = element("img", { alt: "", src: url, loading: "lazy", decoding: "async", draggable: "false" });
    const tile = element(
      "button", { type: "button", class: "picker-tile", title: name },
      element("span", { class: "picker-picture" }, image), element("span", { class: "picker-name" }, name),
    );
    tile.addEventListener("click", act, { signal: this.#listening.signal });
    return tile;
  }

  /** @param {readonly HTMLElement[]} tiles */
  #grid(tiles) {
    return element("ul", { class: "picker-grid" }, ...tiles.map((tile) => element("li", {}, tile)));
  }

  /**
   * @param {string} text
   * @param {boolean} [beside] leaves what can be chosen
   */
  #say(text, beside = false) {
    const note = element("p", { class: "secondary picker-note", role: "status" }, text);
    if (beside) this.#foot.replaceChildren(note);
    else this.#body.replaceChildren(note);
  }

  /** @param {ApiProblem} problem */
  #failed(problem) {
    if (problem.code === "aborted") return;
    this.#say(say("The documents could not be listed. They are safe on the server; try again in a moment."));
  }
}

/**
 * Every page; of those that the server has not measured the shape is that of the last one it has.
 * @param {Preview} preview
 */
function pagesOf({ pages, pageCount }) {
  const last = pages[pages.length - 1];
  return Array.from({ length: Math.max(pages.length, pageCount) }, (_, index) => (
    { width: 1, height: 1, label: "", ...last, ...(index >= pages.length && { label: "" }), ...pages[index], number: index + 1 }
  ));
}

/**
 * @param {Document} document
 * @param {Preview} preview
 * @param {readonly number[]} pages
 * @returns {Choice}
 */
export function choiceOf(document, preview, pages) {
  const all = pagesOf(preview);
  const aspects = pages.map((page) => {
    const { width, height } = all[page - 1] ?? { width: 1, height: 1 };
    return height / width;
  });
  return { document, pages, aspects };
}
