/** Lines of documents in which words were found, in a list below the field in which they are typed. */

import { element, icon, setAttributes } from "../../shell/element.js";
import { documentPath } from "../../shell/address.js";
import { say, sayCount } from "../../shell/texts.js";
import { thumbnailUrl } from "../../api/urls.js";
import { numberInWords } from "../../api/words.js";
import { pictureOf, placeOf, remarksInWords, snippetParts } from "./found-page.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/search-api.js").FoundPage} FoundPage */
/** @typedef {import("../../api/search-api.js").FoundDocuments} FoundDocuments */

/**
 * A page of a document with the words, or a document whose name has them, and none of its pages.
 * @typedef {object} FoundLine
 * @property {Document} document
 * @property {FoundPage | null} page
 * @property {number} more how many further pages of the document have words
 * @property {boolean} isFirst whether it is the first one of its document
 */

/** The width of a page's picture, in CSS pixels. */
const PICTURE = 44;

/** The list is as wide as the field, but not narrower, and this far from the window's edges, in CSS pixels. */
const [LEAST_WIDTH, EDGE] = [420, 8];

export class FoundList {
  /** @type {HTMLElement} */
  element = element("div", { class: "found-words" });
  #lines = element("div", { "class": "found-lines", "role": "listbox", "id": "found-lines", "aria-label": say("Words in documents") });
  #foot = element("p", { class: "found-foot" });
  /** Remarks on the query, before how much of the index is still to come. */
  #remarks = "";
  #field;
  #calls;
  /** @type {{choose: () => void, row: HTMLAnchorElement}[]} */
  #rows = [];
  #isWorthIt = false;
  #chosen = -1;

  /**
   * @param {HTMLInputElement} field
   * @param {readonly HTMLElement[]} heads above the lines
   * @param {{choose: (line: FoundLine) => void, all: () => void, closed: () => void}} calls `all` shows all that is found in the library
   * @param {AbortSignal} signal
   */
  constructor(field, heads, calls, signal) {
    this.#field = field;
    this.#calls = calls;
    this.element.popover = "manual";
    this.element.append(...heads, this.#lines, this.#foot);
    (field.closest(".search-box") ?? document.body).after(this.element);
    setAttributes(field, { "role": "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "found-lines" });
    this.#lines.addEventListener("click", (event) => this.#clicked(event), { signal });
    signal.addEventListener("abort", () => this.element.remove());
  }

  get isOpen() {
    return this.element.matches(":popover-open");
  }

  /** Whether the arrows have come to a line. */
  get hasChosen() {
    return this.#chosen >= 0;
  }

  /** Does what the chosen line is there for. */
  choose() {
    this.#rows[this.#chosen]?.choose();
  }

  /**
   * @param {readonly FoundLine[]} lines
   * @param {FoundDocuments | null} found
   * @param {{href: string, isKept: boolean, problem?: string}} options the address of all that is found, whether the list is shown without
   *   lines, too, and why nothing could be looked for
   */
  fill(lines, found, { href, isKept, problem = "" }) {
    this.#rows = lines.map((line, index) => ({ choose: () => this.#calls.choose(line), row: rowOf(line, index) }));
    if (found && found.total > 0) this.#rows.push({ choose: this.#calls.all, row: rowOfAll(found, href, lines.length) });
    this.#lines.replaceChildren(...this.#rows.map(({ row }) => row));
    this.#lines.hidden = this.#rows.length === 0;
    const none = found && isKept && found.total === 0 ? [say("Nothing is found with these filters.")] : [];
    this.#remarks = [...found ? remarksInWords(found) : [], ...none, ...problem ? [problem] : []].join(" ");
    this.#foot.textContent = this.#remarks;
    this.#choose(-1);
    this.#isWorthIt = lines.length > 0 || isKept;
    if (!this.#isWorthIt) this.hide();
    else if (this.isOpen) this.place();
  }

  /** @param {number} waiting how many contents have words that are still to come */
  tellWaiting(waiting) {
    const words = waiting > 0 ? sayCount(waiting, "The words of {n} document are still being read", "The words of {n} documents are still being read") : "";
    this.#foot.textContent = [this.#remarks, words].filter(Boolean).join(" ");
  }

  show() {
    if (!this.#isWorthIt) return;
    if (!this.isOpen) this.element.showPopover();
    this.#field.setAttribute("aria-expanded", String(this.#rows.length > 0));
    this.place();
  }

  hide() {
    const { isOpen } = this;
    if (isOpen) this.element.hidePopover();
    this.#field.setAttribute("aria-expanded", "false");
    this.#choose(-1);
    if (isOpen) this.#calls.closed();
  }

  /** Puts it below the field, or above one that is low on the screen. */
  place() {
    if (!this.isOpen) return;
    const box = (this.#field.parentElement ?? this.#field).getBoundingClientRect();
    const width = Math.min(Math.max(box.width, LEAST_WIDTH), innerWidth - 2 * EDGE);
    const left = Math.min(Math.max(box.left, EDGE), innerWidth - EDGE - width);
    const height = visualViewport?.height ?? innerHeight;
    const [above, below] = [box.top - 2 * EDGE, height - box.bottom - 2 * EDGE];
    const isBelow = below >= above;
    Object.assign(this.element.style, {
      left: `${left}px`, width: `${width}px`, maxHeight: `${Math.max(above, below)}px`,
      top: isBelow ? `${box.bottom + EDGE / 2}px` : "auto", bottom: isBelow ? "auto" : `${innerHeight - box.top + EDGE / 2}px`,
    });
  }

  /** @param {1 | -1} direction from the field to the first line or the last one, and back to the field */
  step(direction) {
    const count = this.#rows.length + 1;
    this.#choose((this.#chosen + 1 + direction + count) % count - 1);
    this.#rows[this.#chosen]?.row.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} index -1 for none */
  #choose(index) {
    this.#rows[this.#chosen]?.row.setAttribute("aria-selected", "false");
    this.#chosen = index;
    const row = this.#rows[index]?.row;
    row?.setAttribute("aria-selected", "true");
    setAttributes(this.#field, { "aria-activedescendant": row?.id ?? null });
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const row = event.target instanceof Element ? event.target.closest("a") : null;
    const found = this.#rows.find((other) => other.row === row);
    // With a key held, the browser opens the address elsewhere.
    if (!found || event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    found.choose();
  }
}

/**
 * @param {FoundLine} line
 * @param {number} index
 */
function rowOf({ document, page, more, isFirst }, index) {
  if (!page) return rowOfName(document, index);
  const label = element("span", { class: "found-page" }, say("Page {page}", { page: numberInWords(page.page) }));
  const rest = more > 0 ? element("span", { class: "found-more" }, sayCount(more, "and on {n} more page", "and on {n} more pages")) : "";
  return element("a", {
    "class": isFirst ? "found-line begins" : "found-line", "role": "option", "id": `found-line-${index}`, "aria-selected": "false",
    "tabindex": "-1", "href": documentPath(document.id, placeOf(page)),
  }, pictureOf(document, page, PICTURE), element("span", { class: "found-text" },
    element("span", { class: "found-name" }, isFirst ? element("span", {}, document.name) : "", label, rest),
    element("span", { class: "found-snippet" }, ...snippetParts(page.snippet))));
}

/**
 * @param {Document} document
 * @param {number} index
 */
function rowOfName(document, index) {
  const picture = element("img", { src: thumbnailUrl(document, PICTURE * 2), alt: "", loading: "lazy", width: PICTURE });
  return element("a", {
    "class": "found-line begins", "role": "option", "id": `found-line-${index}`, "aria-selected": "false", "tabindex": "-1", "href": documentPath(document.id),
  }, element("span", { "class": "found-picture", "aria-hidden": "true" }, picture), element("span", { class: "found-text" },
    element("span", { class: "found-name" }, element("span", {}, document.name)),
    element("span", { class: "found-snippet" }, document.folder)));
}

/**
 * @param {FoundDocuments} found
 * @param {string} href
 * @param {number} index
 */
function rowOfAll({ total, partial }, href, index) {
  const words = partial ? sayCount(total, "{n} document, and more", "{n} documents, and more") : sayCount(total, "Show the document in the library", "All {n} documents");
  return element(
    "a", { "class": "found-all", "role": "option", "id": `found-line-${index}`, "aria-selected": "false", "tabindex": "-1", href }, icon("search"), element("span", {}, words),
  );
}
