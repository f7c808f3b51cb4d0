/** The files in an archive, as a tree beside a preview of the one that is chosen. */

import { element, icon, setAttributes } from "../shell/element.js";
import { keyAlong } from "../shell/keys.js";
import { say, sayCount } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";
import { dateInWords, sizeInWords } from "../api/words.js";
import { archiveTree, openAtFirst, ROWS_AT_ONCE, treeRows } from "./archive-tree.js";
import { EntryPreview } from "./entry-preview.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./archive-tree.js").Entry} Entry */
/** @typedef {import("./archive-tree.js").TreeNode} TreeNode */
/** @typedef {import("./archive-tree.js").TreeRow} TreeRow */
/** @typedef {{format: string, whole: boolean, entries: Entry[]}} Listing */

/** A file that was passed faster with the arrow keys is not asked for, in milliseconds. */
const REST = 150;

export class ArchiveView {
  #tree;
  #preview;
  #timer;
  #root;
  #open;
  /** @type {Map<string, number>} */
  #most = new Map();
  /** @type {TreeRow[]} */
  #rows = [];
  /** @type {string | null} */
  #chosen = null;
  element;

  /**
   * @param {{api: import("../api/api.js").Api, document: Document, types: import("../api/type-tree.js").TypeTree,
   *   notices: import("../api/notices.js").Notices, listing: Listing, openDocument: (id: string) => void}} given
   * @param {AbortSignal} signal
   */
  constructor({ listing, ...given }, signal) {
    this.#timer = new Timer(signal);
    this.#root = archiveTree(listing.entries);
    this.#open = openAtFirst(this.#root);
    this.#preview = new EntryPreview(given, signal);
    this.#tree = element("ul", { "class": "archive-tree", "role": "tree", "aria-label": say("Files in {name}", { name: given.document.name }) });
    this.#tree.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.#tree.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.element = element(
      "section", { "class": "archive", "aria-label": say("Archive") },
      element("div", { class: "archive-list" }, element("p", { class: "archive-facts secondary" }, facts(listing)), this.#tree),
      this.#preview.element,
    );
    this.#draw();
    this.#preview.showWhole(listing.entries.length);
  }

  focus() {
    (this.#current() ?? this.#tree).focus({ preventScroll: true });
  }

  /** @returns {HTMLElement | null} */
  #current() {
    return this.#tree.querySelector("[tabindex='0']");
  }

  #draw() {
    const { rows, cut } = treeRows(this.#root, this.#open, this.#most);
    this.#rows = rows;
    const lines = rows.map(line);
    const more = cut.map((path) => element(
      "li", { role: "none" }, element("button", { "type": "button", "class": "button quiet", "data-more": path }, say("More in {path}", { path: path || say("the archive") })),
    ));
    this.#tree.replaceChildren(...lines, ...more);
    this.#mark();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const more = target.closest("[data-more]")?.getAttribute("data-more") ?? null;
    if (more !== null) {
      this.#most.set(more, (this.#most.get(more) ?? ROWS_AT_ONCE) * 4);
      this.#draw();
      return;
    }
    const index = Number(target.closest("[role=treeitem]")?.getAttribute("data-index") ?? "-1");
    const row = this.#rows[index];
    if (!row) return;
    this.#choose(index);
    if (row.node.folder) this.#toggle(row);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.#rows.findIndex(({ node }) => node.path === this.#focused());
    const row = this.#rows[index];
    if (!row || !this.#move(keyAlong(event.key, this.element), index, row)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #focused() {
    return document.activeElement?.getAttribute("data-path") ?? null;
  }

  /**
   * Keys of a tree (WAI-ARIA Authoring Practices, tree view).
   * @param {string} key
   * @param {number} index
   * @param {TreeRow} row
   * @returns {boolean} whether the key means something here
   */
  #move(key, index, row) {
    const isFolder = row.node.folder;
    if (key === "ArrowDown") this.#choose(Math.min(index + 1, this.#rows.length - 1));
    else if (key === "ArrowUp") this.#choose(Math.max(index - 1, 0));
    else if (key === "Home") this.#choose(0);
    else if (key === "End") this.#choose(this.#rows.length - 1);
    else if (key === "ArrowRight" && isFolder && row.open) this.#choose(Math.min(index + 1, this.#rows.length - 1));
    else if (key === "ArrowRight" && isFolder) this.#toggle(row);
    else if (key === "ArrowLeft" && row.open) this.#toggle(row);
    else if (key === "ArrowLeft" && row.parent >= 0) this.#choose(row.parent);
    else if ((key === "Enter" || key === " ") && isFolder) this.#toggle(row);
    else if (key === "Enter") this.#preview.focus();
    else return false;
    return true;
  }

  /** @param {number} index */
  #choose(index) {
    const row = this.#rows[index];
    if (!row) return;
    this.#chosen = row.node.path;
    this.#mark();
    this.focus();
    this.#current()?.scrollIntoView({ block: "nearest" });
    const { entry } = row.node;
    this.#timer.set(REST, () => (row.node.folder || !entry ? this.#preview.showFolder(row.node) : this.#preview.show(row.node.name, entry)));
  }

  #mark() {
    for (const item of this.#tree.querySelectorAll("[role=treeitem]")) {
      const isChosen = item.getAttribute("data-path") === this.#chosen;
      setAttributes(item, { "aria-selected": String(isChosen), "tabindex": isChosen ? 0 : -1 });
    }
    const first = this.#current() ? null : this.#tree.querySelector("[role=treeitem]");
    first?.setAttribute("tabindex", "0");
  }

  /** @param {TreeRow} row */
  #toggle({ node: { path } }) {
    if (!this.#open.delete(path)) this.#open.add(path);
    this.#chosen = path;
    this.#draw();
    this.focus();
  }
}

/** @param {Listing} listing */
function facts({ format, whole, entries }) {
  const files = entries.filter(({ kind }) => kind === "file");
  const size = files.reduce((sum, entry) => sum + (entry.size ?? 0), 0);
  const count = sayCount(files.length, "{n} file", "{n} files");
  const parts = [count, ...(size ? [sizeInWords(size)] : []), ...(format ? [format] : []), ...(whole ? [] : [say("the list is cut")])];
  return parts.join(" · ");
}

/**
 * @param {TreeRow} row
 * @param {number} index
 */
function line({ node, depth, open }, index) {
  const attributes = {
    "role": "treeitem", "class": "archive-row", "aria-level": depth + 1, "aria-expanded": node.folder ? String(open) : null,
    "data-index": index, "data-path": node.path,
  };
  const { entry } = node;
  const size = node.folder || entry?.size !== undefined ? sizeInWords(node.size) : "";
  const item = element(
    "li", attributes,
    element("span", { class: "archive-fold" }, ...(node.folder ? [icon("down")] : [])),
    icon(node.folder ? "folder" : entry?.encrypted ? "lock" : "document"),
    element("span", { class: "archive-name" }, node.name),
    element("span", { class: "archive-date secondary" }, entry?.modified ? dateInWords(entry.modified, new Date()) : ""),
    element("span", { class: "archive-size secondary" }, size),
  );
  item.style.setProperty("--depth", String(Math.min(depth, 12)));
  return item;
}

/**
 * Asks for what is in an archive.
 * @param {import("../api/api.js").Api} api
 * @param {import("../api/api.js").Document} document
 * @param {AbortSignal} signal
 * @returns {Promise<Listing>}
 */
export function askEntries(api, document, signal) {
  return api.ask(`/documents/${encodeURIComponent(document.id)}/entries`, { signal });
}
