/** The library's list in rows, beside the document that is open: the same documents in the same order, and only rows near what is seen. */

import { dateInWords } from "../api/words.js";
import { element, followLinks, icon, setAttributes } from "../shell/element.js";
import { whenPressed } from "../shell/presses.js";
import { onResize } from "../shell/resize.js";
import { say } from "../shell/texts.js";
import { CardThumbnail } from "./card-thumbnail.js";
import { sortInto } from "./reading-order.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} BesideParts
 * @property {Pick<import("../api/api.js").Api, "imageProblem">} api
 * @property {Pick<import("./library.js").Library, "state" | "types" | "more" | "waitsFor">} library
 * @property {(id: string) => void} choose
 * @property {(document: Document, from: import("./acting/library-actions.js").Origin) => void} menu opens that of a document
 */

/** The height of a row in units of the root's font size, with the room between two. */
const ROW_REMS = 4.25;

/** Side of the square of a picture, in CSS pixels. */
const PICTURE = 44;

/** Rows beyond what is seen. */
const MARGIN = 6;

/** So near the end more is asked for, in rows. */
const NEAR_END = 30;

export class BesideList {
  #list = element("ul", { "class": "beside-rows", "aria-label": say("Documents beside") });
  /** @type {HTMLElement} */
  element = element("div", { class: "beside-scroll" }, this.#list);
  #parts;
  /** @type {Map<string, BesideRow>} */
  #rows = new Map();
  /** @type {readonly Document[]} */
  #documents = [];
  /** @type {string | null} */
  #shown = null;
  /**
   * The document whose row was scrolled to. One that is listed later is not, once the user has scrolled.
   * @type {string | null}
   */
  #revealed = null;
  /**
   * The row that Tab reaches; null for that of the open document.
   * @type {string | null}
   */
  #current = null;

  /**
   * @param {BesideParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.element.addEventListener("scroll", () => this.#draw(), { signal, passive: true });
    this.#list.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#list.addEventListener("contextmenu", (event) => this.#menuAsked(event), { signal });
    this.#list.addEventListener("focusin", (event) => this.#focused(event), { signal });
    onResize(this.element, () => this.#draw(), signal);
    const scrolled = () => { this.#revealed = this.#shown; };
    whenPressed(this.element, scrolled, signal);
    for (const kind of ["wheel", "keydown"]) this.element.addEventListener(kind, scrolled, { signal, passive: true });
    signal.addEventListener("abort", () => this.#rows.forEach((row) => row.destroy()));
  }

  /**
   * Shows what the library lists by now.
   * @param {string | null} shown the open document
   */
  show(shown) {
    if (shown !== this.#shown && !this.element.contains(document.activeElement)) this.#current = null;
    this.#shown = shown;
    this.#documents = this.#parts.library.state.documents;
    this.#draw();
    if (shown !== this.#revealed) this.reveal();
  }

  /** Scrolls to the row of the open document, where it is out of sight. */
  reveal() {
    const index = this.#indexOf(this.#shown);
    if (index < 0 || this.element.clientHeight === 0) return;
    this.#revealed = this.#shown;
    this.#scrollTo(index);
  }

  /** Gives the focus to the row of the open document, or the first one. */
  focus() {
    this.#focusIndex(Math.max(0, this.#indexOf(this.#current ?? this.#shown)));
  }

  get #height() {
    return Math.round(ROW_REMS * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  }

  /** @param {string | null} id */
  #indexOf(id) {
    return this.#documents.findIndex((document) => document.id === id);
  }

  #draw() {
    const { clientHeight, scrollTop } = this.element;
    if (clientHeight === 0) return;
    const height = this.#height;
    const count = this.#documents.length;
    this.#list.style.height = `${count * height}px`;
    const first = Math.max(0, Math.floor(scrollTop / height) - MARGIN);
    const end = Math.min(count, Math.ceil((scrollTop + clientHeight) / height) + MARGIN);
    const near = this.#documents.slice(first, end);
    this.#clear(new Set(near.map(({ id }) => id)));
    const meant = this.#indexOf(this.#current ?? this.#shown);
    // Where that row is out of sight, Tab reaches the first one that is seen.
    const reachable = meant >= first && meant < end ? meant : Math.min(Math.ceil(scrollTop / height), count - 1);
    near.forEach((document, offset) => this.#drawRow(document, first + offset, { height, reachable }));
    this.#sort(near, first);
    if (end + NEAR_END > count) this.#parts.library.more();
  }

  /** @param {ReadonlySet<string>} near rows that stay; so does the one with the focus, while it is listed */
  #clear(near) {
    for (const [id, row] of this.#rows) {
      if (near.has(id) || (row.element.contains(document.activeElement) && this.#indexOf(id) >= 0)) continue;
      row.destroy();
      this.#rows.delete(id);
    }
  }

  /**
   * @param {Document} document
   * @param {number} index
   * @param {{height: number, reachable: number}} drawing with the row that Tab reaches
   */
  #drawRow(document, index, { height, reachable }) {
    const { api, library, choose } = this.#parts;
    const { types } = library;
    let row = this.#rows.get(document.id);
    if (!row) {
      row = new BesideRow((url, wanted) => api.imageProblem(url, wanted), choose);
      this.#rows.set(document.id, row);
      this.#list.append(row.element);
    }
    const about = `${types.nameOf(document)} · ${dateInWords(document.modified, new Date())}`;
    row.show(document, {
      about, icon: types.iconOf(document), waits: library.waitsFor(document.id), isShown: document.id === this.#shown, isReachable: index === reachable,
    });
    row.place(index, height, this.#documents.length);
  }

  /**
   * Rows are read in the order in which they stand. The one with the focus may be far from the others.
   * @param {readonly Document[]} near
   * @param {number} first
   */
  #sort(near, first) {
    const places = new Map(near.map(({ id }, offset) => [id, first + offset]));
    const placeOf = (/** @type {string} */ id) => places.get(id) ?? this.#indexOf(id);
    const sorted = [...this.#rows].sort(([one], [other]) => placeOf(one) - placeOf(other));
    sortInto(this.#list, sorted.map(([, { element: row }]) => row));
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const row = /** @type {Element} */ (event.target).closest("[data-document]");
    this.#current = row?.getAttribute("data-document") ?? null;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const index = this.#indexOf(this.#current);
    /** @type {Readonly<Record<string, number>>} */
    const targets = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: this.#documents.length - 1 };
    const target = targets[event.key];
    if (index < 0 || target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#focusIndex(Math.min(Math.max(0, target), this.#documents.length - 1));
  }

  /** @param {MouseEvent} event */
  #menuAsked(event) {
    const row = /** @type {Element} */ (event.target).closest("[data-document]");
    const document = this.#documents[this.#indexOf(row?.getAttribute("data-document") ?? null)];
    const anchor = row?.querySelector("a");
    if (!document || !anchor) return;
    event.preventDefault();
    // A key has no place of its own.
    const isKey = event.detail === 0 && event.button !== 2;
    this.#parts.menu(document, { anchor, ...(isKey ? {} : { at: { x: event.clientX, y: event.clientY } }) });
  }

  /** @param {number} index */
  #focusIndex(index) {
    const document = this.#documents[index];
    if (!document) return;
    this.#current = document.id;
    this.#scrollTo(index);
    this.#draw();
    this.#rows.get(document.id)?.focus();
  }

  /** @param {number} index */
  #scrollTo(index) {
    const { scrollTop, clientHeight } = this.element;
    const height = this.#height;
    const top = this.#list.offsetTop + index * height;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this.element.scrollTop = top + height - clientHeight;
  }
}

class BesideRow {
  #main = element("a", { class: "beside-row" });
  element = element("li", {}, this.#main);
  #name = element("span", { class: "beside-name" });
  #about = element("span", { class: "card-about" });
  #life = new AbortController();
  #picture;
  #id = "";
  #waits = false;

  /**
   * @param {import("../api/thumbnail-tries.js").TryPorts["ask"]} ask
   * @param {(id: string) => void} choose
   */
  constructor(ask, choose) {
    const { signal } = this.#life;
    this.#picture = new CardThumbnail(ask, signal);
    this.#picture.setHeld(false);
    this.#main.append(this.#picture.element, element("span", { class: "beside-words" }, this.#name, this.#about));
    followLinks(this.element, () => choose(this.#id), signal);
  }

  /**
   * @param {Document} document
   * @param {{about: string, icon: string, waits: boolean, isShown: boolean, isReachable: boolean}} facts
   */
  show(document, { about, icon: picture, waits, isShown, isReachable }) {
    this.#id = document.id;
    this.element.dataset["document"] = document.id;
    if (this.#name.textContent !== document.name || this.#waits !== waits) this.#write(document.name, waits);
    const words = say("Waits for the connection");
    if (this.#about.textContent !== about) this.#about.textContent = about;
    setAttributes(this.#main, {
      "href": `/d/${encodeURIComponent(document.id)}`, "title": waits ? `${document.name}\n${words}` : document.name, "aria-label": waits ? `${document.name}, ${about}, ${words}` : null, "aria-current": isShown && "page", "tabindex": isReachable ? 0 : -1,
    });
    this.#picture.show(document, PICTURE, picture, null);
  }

  /**
   * @param {string} name
   * @param {boolean} waits whether a change waits for the connection
   */
  #write(name, waits) {
    this.#waits = waits;
    this.#name.replaceChildren(...waits ? [icon("recent")] : [], name);
  }

  /**
   * @param {number} index
   * @param {number} height
   * @param {number} count
   */
  place(index, height, count) {
    this.element.style.transform = `translateY(${index * height}px)`;
    this.element.style.height = `${height}px`;
    setAttributes(this.element, { "aria-posinset": index + 1, "aria-setsize": count });
  }

  focus() {
    this.#main.focus({ preventScroll: true });
  }

  destroy() {
    this.#life.abort();
    this.element.remove();
  }
}
