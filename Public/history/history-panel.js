/** The versions of a document, listed beside it: one is chosen to be shown, compared, brought back, downloaded. */

import { button, element, icon, setAttributes } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { momentInWords, versionFacts, versionNote } from "./version-words.js";

/** @typedef {import("../api/version-api.js").Version} Version */
/** @typedef {import("./version-list.js").VersionListState} VersionListState */

/** So near to its end, in CSS pixels, the list goes on by itself. */
const NEAR_END = 160;

export class HistoryPanel {
  /** @type {HTMLElement} */
  element;
  #versions;
  #list = element("ol", { class: "version-list" });
  #note = element("p", { class: "history-note", role: "status" });
  #scroller;
  #close;
  #retry;
  #more;
  /** Whether a version is to have the focus as soon as there is one. */
  #awaited = false;
  /** @type {Map<number, VersionRow>} */
  #rows = new Map();
  /**
   * The version that Tab reaches.
   * @type {number | null}
   */
  #reachable = null;

  /**
   * @param {import("./document-versions.js").DocumentVersions} versions
   * @param {AbortSignal} signal
   */
  constructor(versions, signal) {
    this.#versions = versions;
    this.#close = button({ label: say("Close versions"), icon: "close", keys: "H" }, () => versions.close(), signal);
    const head = element("div", { class: "history-head" }, element("h2", { id: "history-title" }, say("Versions")), this.#close);
    this.#retry = button({ label: say("Try again"), text: true, class: "outlined" }, () => versions.history.retry(), signal);
    this.#more = button({ label: say("Older versions"), text: true, class: "quiet history-more" }, () => versions.history.more(), signal);
    this.#scroller = element("div", { class: "history-scroll" }, this.#list, this.#note, this.#retry, this.#more);
    this.element = element("aside", { "class": "history", "aria-labelledby": "history-title" }, head, this.#scroller);
    this.#scroller.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    this.#list.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#list.addEventListener("click", (event) => this.#clicked(event), { signal });
  }

  /**
   * @param {VersionListState} state
   * @param {number | null} shown the number of the version that is shown; null for the current one
   */
  draw(state, shown) {
    const { versions, status, next, fresh } = state;
    const now = new Date();
    const held = this.element.contains(document.activeElement) ? this.#focusedNumber() : null;
    this.#rows = this.#matched(versions);
    const rows = versions.flatMap((version) => this.#rows.get(version.number) ?? []);
    versions.forEach((version) => this.#rows.get(version.number)?.show(version, now, isShown(version, shown)));
    this.#arrange(rows.map((row) => row.element));
    this.#mark(this.#reachableIn(versions, shown));
    const cameLate = this.#awaited && this.#rows.size > 0 && this.#close === document.activeElement;
    if (cameLate || (held !== null && !this.#rows.has(held))) this.focus();
    this.#note.textContent = noteOf(state);
    this.#retry.hidden = status !== "failed" || state.problem?.mayPass === false;
    this.#more.hidden = next === null || status === "failed" || !fresh;
  }

  /** The focus goes to the version that is shown, or to the first; while there is none, to what closes the list. */
  focus() {
    const row = this.#reachable === null ? null : this.#rows.get(this.#reachable);
    this.#awaited = !row;
    (row?.main ?? this.#close).focus();
  }

  /**
   * The rows of these versions; those that are known stay, and with them the focus.
   * @param {readonly Version[]} versions
   */
  #matched(versions) {
    return new Map(versions.map((version) => [version.number, this.#rows.get(version.number) ?? new VersionRow(version)]));
  }

  /** @param {readonly HTMLElement[]} wanted */
  #arrange(wanted) {
    for (const child of [...this.#list.children]) if (!wanted.includes(/** @type {HTMLElement} */ (child))) child.remove();
    wanted.forEach((row, index) => {
      if (this.#list.children[index] !== row) this.#list.insertBefore(row, this.#list.children[index] ?? null);
    });
  }

  /**
   * @param {readonly Version[]} versions
   * @param {number | null} shown
   */
  #reachableIn(versions, shown) {
    const kept = versions.find(({ number }) => number === this.#reachable);
    const wanted = versions.find((version) => isShown(version, shown));
    return (kept ?? wanted ?? versions[0])?.number ?? null;
  }

  /** @param {number | null} number */
  #mark(number) {
    this.#reachable = number;
    for (const row of this.#rows.values()) row.setReachable(row.number === number);
  }

  #focusedNumber() {
    return numberOf(document.activeElement);
  }

  #scrolled() {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    if (scrollTop + clientHeight > scrollHeight - NEAR_END) this.#versions.history.more();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target).closest("button");
    const row = this.#rows.get(numberOf(target) ?? 0);
    if (!row || !target) return;
    this.#mark(row.number);
    if (target === row.more) this.#versions.menu(row.version, row.more);
    else this.#versions.choose(row.version);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const row = this.#rows.get(numberOf(/** @type {Element} */ (event.target)) ?? 0);
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const done = this.#moved(row, event.key) || this.#acted(row, event);
    if (!done) return;
    event.preventDefault();
    // These are keys of the document, too.
    event.stopPropagation();
  }

  /**
   * @param {VersionRow} row
   * @param {string} key
   */
  #moved(row, key) {
    const rows = [...this.#rows.values()];
    const at = rows.indexOf(row);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
    if (target === undefined) return false;
    const next = rows[Math.max(0, Math.min(rows.length - 1, target))] ?? row;
    this.#mark(next.number);
    next.main.focus();
    if (next === rows[rows.length - 1]) this.#versions.history.more();
    return true;
  }

  /**
   * @param {VersionRow} row
   * @param {KeyboardEvent} event
   */
  #acted(row, { key, shiftKey }) {
    if (key === "ContextMenu" || (key === "F10" && shiftKey)) return this.#versions.menu(row.version, row.more), true;
    if (key === "c" && canBeRead(row.version)) return this.#versions.compare(row.number, "now"), true;
    if (key === "r" && canBeRead(row.version)) return void this.#versions.restore(row.number), true;
    return false;
  }
}

class VersionRow {
  /** @type {HTMLElement} */
  element;
  main = element("button", { type: "button", class: "version-main" });
  more;
  #version;
  #when = element("span", { class: "version-when" });
  #facts = element("span", { class: "version-facts" });
  #note = element("span", { class: "version-note" });

  /** @param {Version} version */
  constructor(version) {
    const { number } = version;
    this.#version = version;
    this.more = element("button", {
      "type": "button", "class": "button quiet version-more", "aria-haspopup": "menu", "aria-expanded": "false",
      "aria-label": say("More for version {number}", { number }), "title": say("More"),
    }, icon("more"));
    this.main.append(this.#when, this.#facts, this.#note);
    this.element = element("li", { "class": "version", "data-number": number }, this.main, this.more);
  }

  get number() {
    return this.#version.number;
  }

  get version() {
    return this.#version;
  }

  /**
   * @param {Version} version
   * @param {Date} now
   * @param {boolean} shown whether it is the one that is shown
   */
  show(version, now, shown) {
    this.#version = version;
    this.#when.textContent = momentInWords(version.created, now);
    this.#facts.textContent = versionFacts(version);
    this.#note.textContent = versionNote(version);
    this.#note.hidden = this.#note.textContent === "";
    setAttributes(this.element, { "data-current": version.current, "data-gone": !version.kept });
    setAttributes(this.main, { "aria-current": shown && "true" });
  }

  /** @param {boolean} reachable */
  setReachable(reachable) {
    for (const control of [this.main, this.more]) setAttributes(control, { tabindex: reachable ? 0 : -1 });
  }
}

/**
 * Whether something can be done with it that is of any use: it is there, and it is not what the document is anyway.
 * @param {Version} version
 */
export function canBeRead({ kept, current }) {
  return kept && !current;
}

/**
 * @param {Version} version
 * @param {number | null} shown
 */
function isShown({ number, current }, shown) {
  return shown === null ? current : number === shown;
}

/** @param {Element | null} target */
function numberOf(target) {
  const row = target?.closest("[data-number]");
  return row instanceof HTMLElement ? Number(row.dataset["number"]) : null;
}

/** @param {VersionListState} state */
function noteOf({ status, versions, fresh, next }) {
  if (status === "failed") return say("The versions could not be listed. They are safe on the server.");
  if (!fresh) return say("Looking for versions…");
  if (next === null && versions.length === 1) return say("Each change makes a version, and none has been made since.");
  return "";
}
