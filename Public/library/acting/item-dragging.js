/**
 * Documents and folders that are dragged: onto a folder or a step of the way up, onto a board, onto a place of the sidebar. What
 * takes them is marked, and says what it does.
 */

import { element } from "../../shell/element.js";
import { isRecord } from "../../shell/last-seen.js";
import { say } from "../../shell/texts.js";
import { isWithin } from "../../api/folder-path.js";
import { keyAt } from "../selection/list-selecting.js";
import { isMovable, itemsInWords } from "./library-item.js";

/** @typedef {import("./library-item.js").LibraryItem} LibraryItem */

/** The type of the data that dragged items carry beside the address of one of them. */
const KIND = "application/x-sheaf-items";

/**
 * The change that a place makes of items that are dropped on it.
 * @typedef {{readonly does: "move", readonly folder: string} | {readonly does: "tag", readonly tag: string}
 *   | {readonly does: "trash"} | {readonly does: "lay", readonly board: string}} Dropping
 */

/**
 * @typedef {object} DraggingCalls
 * @property {(key: string) => readonly LibraryItem[]} itemsOf what is dragged with a card: the selection, where the card is in it
 * @property {(id: string) => boolean} isBoard whether a listed document is a board
 * @property {(items: readonly LibraryItem[], dropping: Dropping, isCopy: boolean) => void} dropped
 */

export class ItemDragging {
  #calls;
  /**
   * The items that are dragged from here; null where something comes from another window.
   * @type {readonly LibraryItem[] | null}
   */
  #dragged = null;
  /** @type {HTMLElement | null} */
  #marked = null;
  #within;

  /**
   * @param {HTMLElement} within
   * @param {DraggingCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(within, calls, signal) {
    this.#within = within;
    this.#calls = calls;
    within.addEventListener("dragstart", (event) => this.#begin(event), { signal });
    within.addEventListener("dragover", (event) => this.#over(event), { signal });
    within.addEventListener("drop", (event) => this.#drop(event), { signal });
    within.addEventListener("dragend", () => this.#end(), { signal });
    within.addEventListener("dragleave", (event) => {
      if (!within.contains(/** @type {Node | null} */ (event.relatedTarget))) this.#mark(null);
    }, { signal });
  }

  /** @param {DragEvent} event */
  #begin(event) {
    const key = event.target instanceof Element ? keyAt(event.target) : null;
    const items = key ? this.#calls.itemsOf(key) : [];
    if (items.length === 0 || !event.dataTransfer) return;
    this.#dragged = items;
    event.dataTransfer.effectAllowed = "all";
    event.dataTransfer.setData(KIND, JSON.stringify(items));
    if (items.length > 1) this.#showNumber(event.dataTransfer, items);
  }

  /**
   * Several are dragged as a note of what they are.
   * @param {DataTransfer} transfer
   * @param {readonly LibraryItem[]} items
   */
  #showNumber(transfer, items) {
    const note = element("div", { "class": "drag-note", "aria-hidden": "true" }, itemsInWords(items));
    document.body.append(note);
    transfer.setDragImage(note, -12, -12);
    // The browser draws it before the next task.
    setTimeout(() => note.remove());
  }

  /** @param {DragEvent} event */
  #over(event) {
    const target = this.#targetOf(event);
    this.#mark(target);
    if (!target || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = event.ctrlKey && target.dropping.does === "move" ? "copy" : "move";
  }

  /** @param {DragEvent} event */
  #drop(event) {
    const target = this.#targetOf(event);
    this.#mark(null);
    const items = target && (this.#dragged ?? itemsIn(event.dataTransfer?.getData(KIND) ?? ""));
    if (!target || !items?.length) return;
    event.preventDefault();
    this.#calls.dropped(items, target.dropping, event.ctrlKey && target.dropping.does === "move");
  }

  #end() {
    this.#dragged = null;
    this.#mark(null);
  }

  /** @param {{element: HTMLElement, dropping: Dropping} | null} target */
  #mark(target) {
    if (target?.element === this.#marked) return;
    this.#marked?.classList.remove("takes-drop");
    this.#marked?.removeAttribute("data-drop-words");
    this.#marked = target?.element ?? null;
    target?.element.classList.add("takes-drop");
    target?.element.setAttribute("data-drop-words", wordsOf(target.dropping));
    this.#within.classList.toggle("dragging", target !== null);
  }

  /** @param {DragEvent} event */
  #targetOf(event) {
    if (!event.dataTransfer?.types.includes(KIND)) return null;
    const found = closest(event, "[data-folder], [data-tag], .card[data-document], .place");
    const dropping = found && this.#droppingOn(found);
    return found && dropping && this.#mayDrop(dropping) ? { element: found, dropping } : null;
  }

  /**
   * @param {HTMLElement} target
   * @returns {Dropping | null}
   */
  #droppingOn(target) {
    const { folder, tag, document } = target.dataset;
    if (folder !== undefined) return { does: "move", folder };
    if (tag !== undefined) return { does: "tag", tag };
    if (document !== undefined) return this.#calls.isBoard(document) ? { does: "lay", board: document } : null;
    const view = target instanceof HTMLAnchorElement ? new URLSearchParams(target.search).get("view") : null;
    if (view === "trash") return { does: "trash" };
    return view === "folders" ? { does: "move", folder: "" } : null;
  }

  /**
   * Not into itself, and only what can go there.
   * @param {Dropping} dropping
   */
  #mayDrop(dropping) {
    const items = this.#dragged;
    if (items === null) return true;
    if (dropping.does === "lay") return items.some(({ document }) => document && document.id !== dropping.board);
    if (dropping.does === "tag") return items.some(({ document }) => document);
    if (items.some(({ document }) => document?.trashed)) return false;
    if (dropping.does === "trash") return items.every(isMovable);
    return items.every((item) => isMovable(item) && !(item.folder && isWithin(dropping.folder, item.folder.path)));
  }
}

/**
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
function closest({ target }, selector) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

/** @param {Dropping} dropping */
function wordsOf({ does }) {
  return { move: say("Move here"), tag: say("Tag"), trash: say("To the Trash"), lay: say("Add to the board") }[does];
}

/**
 * Items from another window, which may be of another Sheaf.
 * @param {string} text
 * @returns {readonly LibraryItem[]}
 */
function itemsIn(text) {
  try {
    const items = JSON.parse(text);
    const isAll = Array.isArray(items) && items.every((item) => isRecord(item) && (isRecord(item["document"]) || isRecord(item["folder"])));
    return isAll ? items : [];
  } catch {
    return [];
  }
}
