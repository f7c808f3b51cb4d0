/**
 * Ways of a page out of its document: onto a board, as an image, as a PDF of its own. A menu has them, or the page is
 * dragged to another program.
 */

import { pagesPdfUrl, savedPageUrl } from "../api/urls.js";
import { saveAs } from "../shell/sharing.js";
import { say } from "../shell/texts.js";
import { openActionMenu } from "../shell/tool-actions.js";

/** @typedef {import("../api/api.js").Document} Document */

export class PageOutlets {
  #document;
  #names;
  #isRaster;
  #addToBoard;

  /**
   * @param {Document} document
   * @param {import("../api/page-names.js").PageNames} names
   * @param {{isRaster: boolean, addToBoard: ((page: import("../api/page-names.js").NamedPage, anchor: HTMLElement) => void) | null}} how
   *   whether pages are pictures; what lays one on a board, null where none is
   */
  constructor(document, names, { isRaster, addToBoard }) {
    this.#document = document;
    this.#names = names;
    this.#isRaster = isRaster;
    this.#addToBoard = addToBoard;
  }

  /** @param {number} page */
  saveImage(page) {
    saveAs(savedPageUrl(this.#document, page, this.#isRaster), this.#file(page, "png"));
  }

  /** @param {number} page */
  savePdf(page) {
    saveAs(pagesPdfUrl(this.#document.id, page), this.#file(page, "pdf"));
  }

  /**
   * @param {number} page
   * @param {HTMLElement} anchor
   * @param {{x: number, y: number}} [at] of the window
   */
  openMenu(page, anchor, at) {
    const name = this.#names.name(page);
    const board = this.#addToBoard;
    openActionMenu(anchor, name, [
      ...(board ? [{ id: "page-to-board", label: say("Add to a board"), icon: "board", act: () => board({ number: page, name }, anchor) }] : []),
      { id: "page-as-image", label: say("Save as image"), icon: "image", act: () => this.saveImage(page) },
      { id: "page-as-pdf", label: say("Save as PDF"), icon: "document", act: () => this.savePdf(page) },
    ], at);
  }

  /**
   * A page that is dragged out of the window becomes a PDF where browsers know how.
   * @param {number} page
   * @param {DataTransfer} transfer
   */
  drag(page, transfer) {
    const url = new URL(pagesPdfUrl(this.#document.id, page), location.href).href;
    transfer.setData("DownloadURL", `application/pdf:${this.#file(page, "pdf").replaceAll(":", " ")}:${url}`);
    transfer.setData("text/uri-list", url);
    transfer.effectAllowed = "copy";
  }

  /**
   * @param {number} page
   * @param {string} extension
   */
  #file(page, extension) {
    const { name } = this.#document;
    const stem = name.replace(/\.[^.]+$/u, "") || name;
    return this.#names.count > 1 ? say("{stem} page {page}.{extension}", { stem, page, extension }) : `${stem}.${extension}`;
  }
}
