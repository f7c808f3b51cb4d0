/** Files that are chosen, dropped, pasted or taken: where they go, and what is shown then. */

import { element } from "../../shell/element.js";
import { isTyping } from "../../shell/keys.js";
import { LazyModule } from "../../shell/lazy-module.js";
import { chosenFiles } from "./dropped-files.js";
import { folderIn } from "../../api/folder-path.js";
import { placeOf, shownFolder } from "../places.js";

/** @typedef {import("./uploader.js").FileInFolder} FileInFolder */

/**
 * @typedef {object} FileAddingPorts
 * @property {import("../library.js").Library} library
 * @property {import("./uploader.js").Uploader} uploader
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../library-screen.js").LibraryScreen, "element" | "place">} screen
 * @property {Pick<import("../../api/notices.js").Notices, "load" | "problem" | "failed" | "show">} notices
 * @property {import("../../api/job-api.js").JobImports} imports
 * @property {() => unknown} makeFolder
 * @property {() => unknown} makeText
 * @property {() => unknown} makeBoard
 * @property {(text: string) => boolean} pasteItems pastes items that were cut or copied here; false where the text stands for none
 */

const menus = new LazyModule(() => import("./adding-menu.js"));

export class FileAdding {
  #ports;

  /**
   * @param {FileAddingPorts} ports
   * @param {AbortSignal} signal
   */
  constructor(ports, signal) {
    this.#ports = ports;
    document.addEventListener("paste", (event) => this.#pasted(event), { signal });
  }

  /** Opens the browser's file chooser, for the kinds that are shown. */
  choose() {
    this.chooseBy({ multiple: true, accept: this.accept || null });
  }

  /**
   * Opens another chooser of the browser.
   * @param {import("../../shell/element.js").Attributes} attributes of the chooser
   * @param {(files: FileInFolder[]) => FileInFolder[]} [change]
   */
  chooseBy(attributes, change = (files) => files) {
    const input = element("input", { type: "file", ...attributes });
    input.addEventListener("change", () => this.add(change(chosenFiles(input.files ?? []))), { once: true });
    input.click();
  }

  /**
   * Lists the other ways to add something.
   * @param {HTMLElement} anchor
   */
  async more(anchor) {
    const menu = await this.#ports.notices.load(menus);
    menu?.openAddingMenu(anchor, this, { ...this.#ports, folder: this.#folder });
  }

  /** The types that a chooser takes while documents of one kind are shown; "" for all. */
  get accept() {
    const { library, screen } = this.#ports;
    const { type } = placeOf(library.state.query.place);
    return type && !screen.element.hidden ? library.types.accept(type) : "";
  }

  /**
   * Adds files to the folder that is shown, or to the workspace. A place of one kind stays, also where a file of another is dropped.
   * @param {FileInFolder[]} files
   */
  add(files) {
    if (files.length === 0) return;
    const { library, uploader, router, screen } = this.#ports;
    const { query } = library.state;
    const folder = this.#folder;
    const isOfKind = placeOf(query.place).type !== undefined;
    const stays = folder !== null || !(screen.element.hidden || query.q || !(isOfKind || ["all", "recent"].includes(query.place)));
    if (!stays) router.go("/");
    screen.place.toTop();
    const wanted = isOfKind && stays ? files.map((file) => ({ ...file, place: query.place })) : files;
    void uploader.add(folder ? wanted.map((file) => within(folder, file)) : wanted);
  }

  /**
   * Adds what was copied elsewhere: files, pictures, or a text.
   * @param {readonly File[]} files
   * @param {string} text
   */
  async paste(files, text) {
    const menu = await this.#ports.notices.load(menus);
    this.add((menu?.pastedFiles(files, text, new Date()) ?? []).map((file) => ({ file, folder: "", isPasted: true })));
  }

  /** The folder that is shown; null where none is. */
  get #folder() {
    const { library, screen } = this.#ports;
    return screen.element.hidden ? null : shownFolder(library.state.query);
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const { clipboardData, defaultPrevented, target } = event;
    const isElsewhere = this.#ports.screen.element.hidden || document.querySelector("dialog[open], .menu-room") !== null;
    if (!clipboardData || defaultPrevented || isElsewhere || isTyping(target)) return;
    // Later it cannot be read any more.
    const [files, text] = [[...clipboardData.files], clipboardData.getData("text/plain")];
    event.preventDefault();
    if (files.length === 0 && (this.#ports.pasteItems(text) || !text.trim())) return;
    void this.paste(files, text);
  }
}

/**
 * A file that is added while a folder is shown goes into it.
 * @param {string} folder
 * @param {FileInFolder} added
 */
function within(folder, added) {
  if (added.folder === folder) return added;
  return { ...added, folder: added.folder ? folderIn(folder, added.folder) : folder };
}
