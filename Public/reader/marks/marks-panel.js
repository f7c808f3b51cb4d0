/** All marks of a document, in a panel beside it. */

import { button, element, linkButton, replaceChildrenInPlace, setAttributes } from "../../shell/element.js";
import { say, text } from "../../shell/texts.js";
import { KIND_NAMES, REMOVALS, marksText } from "./annotation.js";
import { byline } from "./mark-card.js";
import { periodsOf } from "./mark-periods.js";

/** @typedef {import("./annotation.js").Annotation} Annotation */
/** @typedef {import("../../api/annotation-api.js").EmbeddedAnnotation} EmbeddedAnnotation */

/** @type {readonly {name: string, has: (mark: Annotation) => boolean}[]} */
const GROUPS = Object.freeze([
  { name: text("Words"), has: ({ kind }) => marksText(kind) },
  { name: text("Notes"), has: ({ kind, note }) => kind === "note" || note !== "" },
  { name: text("Ink"), has: ({ kind }) => kind === "ink" },
  { name: text("Shapes"), has: ({ kind }) => ["rectangle", "ellipse", "line", "arrow"].includes(kind) },
]);

/** More rows are made when they are asked for. */
const MOST_ROWS = 500;

/**
 * @typedef {object} MarksPanelCalls
 * @property {(page: number) => string} nameOf a page
 * @property {(mark: Annotation) => void} open
 * @property {(mark: Annotation) => void} remove
 * @property {(page: number, box: import("./annotation.js").Box) => void} reveal shows a part of a page
 * @property {() => void} closed
 * @property {{label: string, url: string, name: string}[]} downloads the document with its marks
 */

export class MarksPanel {
  /** @type {HTMLElement} */
  element;
  #calls;
  #signal;
  #list = element("div", { class: "marks-list" });
  #filters = element("div", { "class": "marks-filters", "role": "group", "aria-label": say("Shown marks") });
  #downloads;
  /** @type {readonly Annotation[]} */
  #marks = [];
  /** @type {string | null} */
  #group = null;
  /** @type {string | null} */
  #creator = null;
  /** @type {string | null} */
  #period = null;
  #most = MOST_ROWS;
  /** @type {readonly EmbeddedAnnotation[]} */
  #embedded = [];

  /**
   * @param {MarksPanelCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
    const close = button({ label: say("Close"), icon: "close" }, calls.closed, signal);
    const head = element("div", { class: "info-head" }, element("h2", { id: "marks-title" }, say("Marks")), close);
    this.#downloads = element("div", { class: "marks-downloads" }, ...calls.downloads.map(({ label, url, name }) => (
      linkButton({ label, icon: "download", text: true, class: "outlined" }, { href: url, download: name })
    )));
    this.element = element(
      "aside", { "class": "info-panel marks-panel", "aria-labelledby": "marks-title", "tabindex": -1 }, head, this.#filters, this.#list, this.#downloads,
    );
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** @param {readonly EmbeddedAnnotation[]} annotations that the document brings */
  showEmbedded(annotations) {
    this.#embedded = annotations;
    this.#draw();
  }

  /** @param {readonly Annotation[]} marks in the order of reading */
  show(marks) {
    this.#marks = marks;
    const creators = [...new Set(marks.map(({ creator }) => creator))].filter(Boolean).sort();
    if (this.#creator && !creators.includes(this.#creator)) this.#creator = null;
    const groups = GROUPS.filter(({ has }) => marks.some(has));
    const periods = periodsOf(marks, new Date());
    if (!periods.some(({ name }) => name === this.#period)) this.#period = null;
    replaceChildrenInPlace(this.#filters, [
      ...(groups.length > 1 ? groups.map(({ name }) => this.#filter(say(name), this.#group === name, () => (this.#group = this.#group === name ? null : name))) : []),
      ...(creators.length > 1 ? creators.map((name) => this.#filter(name, this.#creator === name, () => (this.#creator = this.#creator === name ? null : name))) : []),
      ...periods.map(({ name }) => this.#filter(say(name), this.#period === name, () => (this.#period = this.#period === name ? null : name))),
    ]);
    this.#filters.hidden = this.#filters.childElementCount === 0;
    this.#downloads.hidden = marks.length === 0;
    this.#draw();
  }

  /**
   * @param {string} name
   * @param {boolean} isChosen
   * @param {() => void} choose
   */
  #filter(name, isChosen, choose) {
    const made = button({ label: name, text: true, class: "marks-filter" }, () => {
      choose();
      this.show(this.#marks);
    }, this.#signal);
    setAttributes(made, { "aria-pressed": String(isChosen) });
    return made;
  }

  #draw() {
    const has = GROUPS.find(({ name }) => name === this.#group)?.has ?? (() => true);
    const isThen = periodsOf(this.#marks, new Date()).find(({ name }) => name === this.#period)?.has ?? (() => true);
    const shown = this.#marks.filter((mark) => has(mark) && isThen(mark) && (this.#creator === null || mark.creator === this.#creator));
    if (this.#marks.length === 0) return replaceChildrenInPlace(this.#list, [empty(), ...this.#brought()]);
    const placed = shown.filter(({ isPlaced }) => isPlaced);
    const lost = shown.filter(({ isPlaced }) => !isPlaced);
    const rest = placed.length - this.#most;
    const more = rest > 0 ? [button({ label: say("Show {rest} more", { rest }), text: true, class: "outlined" }, () => {
      this.#most = Infinity;
      this.#draw();
    }, this.#signal)] : [];
    replaceChildrenInPlace(this.#list, [
      ...this.#sections(placed.slice(0, this.#most)), ...more,
      ...(lost.length ? [this.#section(say("Not found in this version"), lost)] : []), ...this.#brought(),
    ]);
  }

  /** Those that the file brings: they are shown on its pages, and stay as they are. */
  #brought() {
    if (this.#embedded.length === 0) return [];
    const rows = this.#embedded.slice(0, this.#most).map(({ page, kind, box, contents = "", words = "", author = "", modified = "", color = "" }) => {
      const note = { label: words || spaced(kind), isQuote: words !== "", note: contents, by: byline({ creator: author, created: modified }), color };
      const open = rowButton({ ...note, by: [this.#calls.nameOf(page), note.by].filter(Boolean).join(" · ") });
      open.addEventListener("click", () => this.#calls.reveal(page, box), { signal: this.#signal });
      return element("li", { class: "marks-row" }, open);
    });
    return [element("section", {}, element("h3", {}, say("In the file")), element("ul", {}, ...rows))];
  }

  /** @param {readonly Annotation[]} marks */
  #sections(marks) {
    const pages = [...new Set(marks.map(({ page }) => page))];
    return pages.map((page) => this.#section(this.#calls.nameOf(page), marks.filter((mark) => mark.page === page)));
  }

  /**
   * @param {string} title
   * @param {readonly Annotation[]} marks
   */
  #section(title, marks) {
    return element("section", {}, element("h3", {}, title), element("ul", {}, ...marks.map((mark) => this.#row(mark))));
  }

  /** @param {Annotation} mark */
  #row(mark) {
    const label = mark.quote?.exact || (mark.kind === "note" ? "" : say(KIND_NAMES[mark.kind]));
    const open = rowButton({ label, isQuote: marksText(mark.kind), note: mark.note, by: byline(mark), color: mark.color });
    open.addEventListener("click", () => this.#calls.open(mark), { signal: this.#signal });
    const remove = button({ label: say(REMOVALS[mark.kind]), icon: "trash", class: "quiet marks-remove" }, () => this.#calls.remove(mark), this.#signal);
    return element("li", { class: "marks-row" }, open, remove);
  }
}

/**
 * @param {{label: string, isQuote: boolean, note: string, by: string, color: string}} words
 */
function rowButton({ label, isQuote, note, by, color }) {
  const dot = element("span", { class: "mark-color" });
  dot.style.background = color || "var(--line)";
  return element(
    "button", { type: "button", class: "marks-open" }, dot,
    element(
      "span", { class: "marks-words" },
      ...(label ? [element("span", { class: isQuote ? "marks-quote" : "marks-kind" }, label)] : []),
      ...(note ? [element("span", { class: "marks-note" }, note)] : []),
      element("span", { class: "mark-by" }, by),
    ),
  );
}

/**
 * @param {string} kind as PDF names it
 */
function spaced(kind) {
  return kind.replace(/(?<=[a-z])(?=[A-Z])/gu, " ");
}

function empty() {
  return element("p", { class: "marks-empty" }, say("No marks yet. Select words and choose Highlight, or press A for the pen and other tools."));
}
