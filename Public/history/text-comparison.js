/** Changes between two versions of a text: lines that went and came, with the changed words marked. */

import { announce } from "../shell/announcer.js";
import { button, element } from "../shell/element.js";
import { say, text } from "../shell/texts.js";
import { comparisonInWords, rowsOf } from "./compared-lines.js";

/** @typedef {import("./compared-lines.js").LineRow} LineRow */
/** @typedef {import("./compared-lines.js").Row} Row */
/** @typedef {import("../api/version-api.js").Comparison} Comparison */

/** So many rows are drawn at a time: a browser lays out thousands at once, not hundreds of thousands. */
const PART = 2000;

/** The kind of a line, for screen readers. */
const KINDS = Object.freeze({
  context: { sign: " ", name: "" }, removed: { sign: "−", name: text("Went:") }, added: { sign: "+", name: text("Came:") },
});

export class TextComparison {
  /** @type {HTMLElement} */
  element;
  tools;
  #body = element("tbody", {});
  #more;
  /** @type {readonly Row[]} */
  #rows;
  #drawn = 0;
  #summary;
  #at = -1;

  /**
   * @param {Comparison} comparison
   * @param {AbortSignal} signal
   */
  constructor(comparison, signal) {
    this.#rows = rowsOf(comparison);
    this.#summary = comparisonInWords(comparison);
    this.#more = button({ label: say("Show more"), text: true, class: "outlined" }, () => this.#draw(), signal);
    const table = element("table", { "class": "diff", "aria-label": say("What changed") }, this.#body);
    const summary = element("p", { class: "diff-summary" }, this.#summary);
    const sheet = element("div", { class: "diff-sheet" }, table);
    sheet.hidden = this.#rows.length === 0;
    this.element = element(
      "div", { "class": "comparison-scroll diff-view", "tabindex": 0, "role": "region", "aria-label": say("Comparison") },
      summary, sheet, this.#more,
    );
    const previous = button({ label: say("Previous change"), icon: "previous", keys: "P" }, () => this.go(-1), signal);
    const next = button({ label: say("Next change"), icon: "next", keys: "N" }, () => this.go(1), signal);
    this.tools = this.#rows.length ? [previous, next] : [];
    this.#draw();
    announce(this.#summary);
  }

  get loading() {
    return false;
  }

  get facts() {
    return { kind: /** @type {const} */ ("text"), page: 1, mode: "lines", summary: this.#summary };
  }

  focus() {
    this.element.focus({ preventScroll: true, focusVisible: false });
  }

  /** @param {KeyboardEvent} event */
  pressed({ key }) {
    if (key === "n") return this.go(1), true;
    if (key === "p") return this.go(-1), true;
    return false;
  }

  /**
   * Goes to the next change, or the one before.
   * @param {1 | -1} direction
   */
  go(direction) {
    const wanted = this.#at + direction;
    while (this.#starts.length <= wanted && this.#drawn < this.#rows.length) this.#draw();
    const starts = this.#starts;
    const target = starts[Math.max(0, Math.min(starts.length - 1, wanted))];
    if (!target) return;
    this.#at = starts.indexOf(target);
    target.scrollIntoView({ block: "center", behavior: "auto" });
    starts.forEach((row) => row.classList.toggle("here", row === target));
    announce(say("Change {number}. {text}", { number: this.#at + 1, text: target.textContent ?? "" }));
  }

  /** The rows that changes begin with, as far as they are drawn. */
  get #starts() {
    return [...this.#body.querySelectorAll("tr.first")];
  }

  #draw() {
    const part = this.#rows.slice(this.#drawn, this.#drawn + PART);
    this.#drawn += part.length;
    this.#body.append(...part.map(drawRow));
    this.#more.hidden = this.#drawn === this.#rows.length;
  }
}

/** @param {Row} row */
function drawRow(row) {
  if (row.kind !== "gap") return drawLine(row);
  const text = row.lines === 1 ? say("One line is the same") : say("{count} lines are the same", { count: row.lines });
  return element("tr", { class: "gap" }, element("td", { colspan: 4 }, text));
}

/** @param {LineRow} row */
function drawLine(row) {
  const { sign, name } = KINDS[row.kind];
  const text = element("td", { class: "diff-text" }, element("span", { class: "visually-hidden" }, say(name)));
  for (const { text: part, changed } of row.segments) text.append(changed ? mark(row.kind, part) : part);
  if (row.unended) text.append(element("span", { class: "diff-unended" }, say("no line feed at the end")));
  return element(
    "tr", { class: `${row.kind}${row.first ? " first" : ""}` },
    element("td", { class: "diff-number" }, row.old === null ? "" : String(row.old)),
    element("td", { class: "diff-number" }, row.new === null ? "" : String(row.new)),
    element("td", { "class": "diff-sign", "aria-hidden": "true" }, sign), text,
  );
}

/**
 * @param {"context" | "removed" | "added"} kind
 * @param {string} text
 */
function mark(kind, text) {
  if (kind === "removed") return element("del", {}, text);
  return kind === "added" ? element("ins", {}, text) : text;
}
