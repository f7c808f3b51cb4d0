/** Lines of documents in which words were found, in a list below the field in which they are typed. */

import { element, setAttributes } from "../../shell/element.js";
import { documentPath } from "../../shell/address.js";
import { say, sayCount } from "../../shell/texts.js";
import { pageUrl } from "../../api/urls.js";
import { numberInWords } from "../../api/words.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/search-api.js").FoundPage} FoundPage */
/** @typedef {import("../../api/search-api.js").Snippet} Snippet */

/**
 * A page of a document with the words.
 * @typedef {object} FoundLine
 * @property {Document} document
 * @property {FoundPage} page
 * @property {number} more how many further pages of the document have words
 * @property {boolean} isFirst whether it is the first one of its document
 */

/** The width of a page's picture, in CSS pixels. */
const PICTURE = 44;

/** So many different words of a line are looked for in the document that it opens. */
const MOST_WORDS = 6;

/** Of taller pages the upper part is shown. */
const TALLEST = 66;

/** The list is as wide as the field, but not narrower, and this far from the window's edges, in CSS pixels. */
const [LEAST_WIDTH, EDGE] = [420, 8];

export class FoundList {
  /** @type {HTMLElement} */
  element = element("div", { class: "found-words" });
  #lines = element("div", { "class": "found-lines", "role": "listbox", "id": "found-lines", "aria-label": say("Words in documents") });
  #foot = element("p", { class: "found-foot" });
  #field;
  #calls;
  /** @type {{line: FoundLine, row: HTMLAnchorElement}[]} */
  #rows = [];
  #chosen = -1;

  /**
   * @param {HTMLInputElement} field
   * @param {{choose: (line: FoundLine) => void}} calls
   * @param {AbortSignal} signal
   */
  constructor(field, calls, signal) {
    this.#field = field;
    this.#calls = calls;
    this.element.popover = "manual";
    this.element.append(this.#lines, this.#foot);
    (field.closest(".search-box") ?? document.body).after(this.element);
    setAttributes(field, { "role": "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "found-lines" });
    this.#lines.addEventListener("click", (event) => this.#clicked(event), { signal });
    signal.addEventListener("abort", () => this.element.remove());
  }

  get isOpen() {
    return this.element.matches(":popover-open");
  }

  /** The line that the arrows have come to; null where they are in the field. */
  get chosen() {
    return this.#rows[this.#chosen]?.line ?? null;
  }

  /**
   * @param {readonly FoundLine[]} lines
   * @param {{total: number, corrections: Readonly<Record<string, readonly string[]>>}} found `total` is 0 where all documents are listed
   */
  fill(lines, { total, corrections }) {
    this.#rows = lines.map((line, index) => ({ line, row: rowOf(line, index) }));
    this.#lines.replaceChildren(...this.#rows.map(({ row }) => row));
    const meant = Object.entries(corrections).map(([typed, words]) => say("Nothing has “{typed}”; found is “{words}”.", { typed, words: words.join("”, “") }));
    const all = total > 0 ? [sayCount(total, "Found in {n} document", "Found in {n} documents")] : [];
    this.#foot.textContent = [...meant, ...all].join(" ");
    this.#choose(-1);
    if (lines.length === 0) this.hide();
    else if (this.isOpen) this.place();
  }

  /** @param {number} waiting how many contents have words that are still to come */
  tellWaiting(waiting) {
    if (waiting > 0) this.#foot.textContent = sayCount(waiting, "The words of {n} document are still being read", "The words of {n} documents are still being read");
  }

  show() {
    if (this.#rows.length === 0) return;
    if (!this.isOpen) this.element.showPopover();
    this.#field.setAttribute("aria-expanded", "true");
    this.place();
  }

  hide() {
    if (this.isOpen) this.element.hidePopover();
    this.#field.setAttribute("aria-expanded", "false");
    this.#choose(-1);
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
    this.#calls.choose(found.line);
  }
}

/**
 * @param {FoundLine} line
 * @param {number} index
 */
function rowOf({ document, page, more, isFirst }, index) {
  const label = element("span", { class: "found-page" }, say("Page {page}", { page: numberInWords(page.page) }));
  const rest = more > 0 ? element("span", { class: "found-more" }, sayCount(more, "and on {n} more page", "and on {n} more pages")) : "";
  return element("a", {
    "class": isFirst ? "found-line begins" : "found-line", "role": "option", "id": `found-line-${index}`, "aria-selected": "false",
    "tabindex": "-1", "href": documentPath(document.id, placeOf(page)),
  }, pictureOf(document, page), element("span", { class: "found-text" },
    element("span", { class: "found-name" }, isFirst ? element("span", {}, document.name) : "", label, rest),
    element("span", { class: "found-snippet" }, ...snippetParts(page.snippet))));
}

/**
 * Where a document opens: at the page, looking for the words that are found on it.
 * @param {FoundPage} page
 * @returns {import("../../shell/address.js").OpenParameters}
 */
export function placeOf({ page, snippet }) {
  const marked = snippet.marks.map(([start, length]) => snippet.text.slice(start, start + length));
  // A page's words have the signs that stand beside them.
  const words = new Set(marked.map((text) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").replaceAll("\"", "")));
  const search = [...words].filter((text) => text !== "").slice(0, MOST_WORDS).map((text) => /\s/.test(text) ? `"${text}"` : text).join(" ");
  return { page, zoom: { mode: "automatic" }, ...(search && { search }) };
}

/**
 * The page, and its hits on it.
 * @param {Document} document
 * @param {FoundPage} page
 */
function pictureOf(document, { page, size: [width, height], hits }) {
  const scale = PICTURE / Math.max(width, 1);
  const pixels = Math.ceil(Math.min(devicePixelRatio, 2)) * PICTURE;
  const size = { width: PICTURE, height: Math.round(Math.min(height * scale, TALLEST)) };
  const image = element("img", { src: pageUrl(document, page, pixels, "webp"), alt: "", loading: "lazy", ...size });
  const marks = hits.flat().map(([x, y, boxWidth, boxHeight]) => {
    const mark = element("span", { class: "found-mark" });
    Object.assign(mark.style, {
      left: `${x * scale}px`, top: `${y * scale}px`, width: `${boxWidth * scale}px`, height: `${boxHeight * scale}px`,
    });
    return mark;
  });
  image.addEventListener("error", () => image.remove(), { once: true });
  return element("span", { "class": "found-picture", "aria-hidden": "true" }, image, ...marks);
}

/** @param {Snippet} snippet */
function snippetParts({ text, marks, cutAtStart, cutAtEnd }) {
  /** @type {(Node | string)[]} */
  const parts = cutAtStart ? ["… "] : [];
  let end = 0;
  for (const [start, length] of marks) {
    parts.push(text.slice(end, start), element("mark", {}, text.slice(start, start + length)));
    end = start + length;
  }
  return [...parts, text.slice(end), ...(cutAtEnd ? [" …"] : [])];
}
