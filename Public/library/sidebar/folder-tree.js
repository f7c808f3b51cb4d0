/** The folders in the sidebar: a tree whose parts are fetched when they are opened. Each line takes documents. */

import { libraryPath } from "../../shell/address.js";
import { element, icon, setAttributes } from "../../shell/element.js";
import { keyAlong } from "../../shell/keys.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { numberInWords } from "../../api/words.js";
import { placeOf } from "../places.js";
import { moveInTree, opensFor, treeRows } from "./tree-rows.js";

/** @typedef {import("../../api/folder-api.js").Folder} Folder */

/** Folders in an answer: more than these beside one another are not listed here. */
const PART = 1000;

/** Events come in bursts: the folders are asked for again after this much quiet. */
const REST_MILLISECONDS = 500;

/** A folder over which something is held opens after so long. */
const HELD_MILLISECONDS = 700;

/**
 * @typedef {object} FolderTreeParts
 * @property {Pick<import("../../api/folder-api.js").FolderApi, "folders">} api
 * @property {(folder: Folder, anchor: HTMLElement) => void} menu opens that of a folder
 * @property {(top: readonly Folder[]) => void} known told of the folders at the top
 * @property {() => void} drawn called when there are other lines
 */

export class FolderTree {
  /** @type {HTMLElement} */
  element = element("ul", { "class": "places folder-tree", "role": "tree", "aria-label": say("Folders"), "hidden": true });
  #parts;
  #signal;
  #asking = new LatestSignal();
  #resting;
  #holding;
  /** @type {Map<string, readonly Folder[]>} */
  #known = new Map();
  /** @type {Set<string>} */
  #open = new Set();
  /** The folder whose line Tab reaches. */
  #current = "";
  #shown = "";

  /**
   * @param {FolderTreeParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#resting = new Timer(signal);
    this.#holding = new Timer(signal);
    signal.addEventListener("abort", () => this.#asking.abort());
    this.element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.element.addEventListener("click", (event) => this.#clicked(event), { signal, capture: true });
    this.element.addEventListener("contextmenu", (event) => this.#menuAsked(event), { signal });
    this.element.addEventListener("dragenter", (event) => this.#held(event.target), { signal });
    this.element.addEventListener("dragleave", () => this.#holding.clear(), { signal });
    void this.refresh();
  }

  /** Something has happened to folders or to what is in them. */
  heard() {
    if (!this.#resting.pending) this.#resting.set(REST_MILLISECONDS, () => void this.refresh());
  }

  /** Asks again for all that is open. */
  async refresh() {
    const signal = this.#asking.next();
    await Promise.all(["", ...this.#open].map((path) => this.#fetch(path, signal)));
    if (!signal.aborted) this.#draw();
  }

  /**
   * Opens what a folder lies in.
   * @param {import("../places.js").Query} query that is shown
   */
  show(query) {
    const folder = placeOf(query.place).folders ? query.folder : "";
    if (folder === this.#shown) return;
    this.#shown = folder;
    if (folder) this.#current = folder;
    const missing = opensFor(folder).filter((path) => !this.#open.has(path));
    for (const path of missing) this.#open.add(path);
    if (missing.length > 0) void this.refresh();
  }

  /**
   * @param {string} path
   * @param {AbortSignal} signal
   */
  async #fetch(path, signal) {
    const page = await this.#parts.api.folders(path, { cursor: null, limit: PART }, signal).catch(() => null);
    if (signal.aborted) return;
    if (page) this.#known.set(path, page.folders);
    // A folder that is gone is not asked for again.
    else if (path !== "") this.#open.delete(path);
    if (path === "" && page) this.#parts.known(page.folders);
  }

  get #rows() {
    return treeRows(this.#known, this.#open);
  }

  #draw() {
    const rows = this.#rows;
    const held = this.#focusedPath();
    if (!rows.some(({ folder }) => folder.path === this.#current)) this.#current = rows[0]?.folder.path ?? "";
    this.element.hidden = rows.length === 0;
    this.element.replaceChildren(...rows.map((row) => this.#line(row)));
    this.#parts.drawn();
    if (held !== null) this.#focus(rows.some(({ folder }) => folder.path === held) ? held : this.#current);
  }

  /** @param {import("./tree-rows.js").TreeRow} row */
  #line({ folder, level, isOpen, place, count }) {
    const fold = element("span", { class: "tree-fold" }, ...(isOpen === null ? [] : [icon("next")]));
    const line = element("a", {
      "class": "place tree-row", "role": "treeitem", "href": libraryPath({ place: "folders", folder: folder.path }), "draggable": "false",
      "aria-level": level, "aria-posinset": place, "aria-setsize": count, "aria-expanded": isOpen === null ? null : String(isOpen),
      "data-folder": folder.path, "title": folder.waits ? `${folder.path}\n${say("Waits for the connection")}` : folder.path, "tabindex": folder.path === this.#current ? 0 : -1,
    }, fold, icon("folder"), element("bdi", { class: "place-name" }, folder.name));
    line.style.setProperty("--level", String(level - 1));
    if (folder.waits) line.append(element("span", { class: "place-waits" }, icon("recent"), element("span", { class: "visually-hidden" }, ` ${say("Waits for the connection")}`)));
    if (folder.documents) line.append(countBadge(folder.documents, "documents"));
    return element("li", { role: "none" }, line);
  }

  /** @param {string} path */
  async #toggle(path) {
    if (this.#open.delete(path)) return this.#draw();
    this.#open.add(path);
    if (!this.#known.has(path)) await this.#fetch(path, this.#signal);
    return this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = this.#rows;
    const index = rows.findIndex(({ folder }) => folder.path === this.#focusedPath());
    const move = moveInTree(rows, index, keyAlong(event.key, this.element));
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    if ("focus" in move) this.#focus(rows[move.focus]?.folder.path ?? "");
    else void this.#toggle("open" in move ? move.open : move.close);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const line = lineOf(target);
    if (!line) return;
    this.#current = line.dataset["folder"] ?? "";
    if (!target.closest(".tree-fold") || !line.hasAttribute("aria-expanded")) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#toggle(this.#current);
  }

  /** @param {MouseEvent} event */
  #menuAsked(event) {
    const line = lineOf(event.target);
    const row = this.#rows.find(({ folder }) => folder.path === line?.dataset["folder"]);
    if (!line || !row) return;
    event.preventDefault();
    this.#parts.menu(row.folder, line);
  }

  /** @param {EventTarget | null} target over which something is held */
  #held(target) {
    const path = lineOf(target)?.dataset["folder"];
    if (path === undefined || this.#open.has(path)) return;
    this.#holding.set(HELD_MILLISECONDS, () => void this.#toggle(path));
  }

  #focusedPath() {
    const { activeElement } = document;
    return this.element.contains(activeElement) ? lineOf(activeElement)?.dataset["folder"] ?? null : null;
  }

  /** @param {string} path */
  #focus(path) {
    this.#current = path;
    for (const line of this.element.querySelectorAll("a")) {
      const isIt = line.dataset["folder"] === path;
      setAttributes(line, { tabindex: isIt ? 0 : -1 });
      if (isIt) line.focus();
    }
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {HTMLElement | null}
 */
function lineOf(target) {
  return target instanceof Element ? target.closest("a[data-folder]") : null;
}

/**
 * A number at the end of a place's line.
 * @param {number} count
 * @param {string} noun
 */
export function countBadge(count, noun) {
  return element("span", { class: "place-count" }, numberInWords(count), element("span", { class: "visually-hidden" }, ` ${noun}`));
}
