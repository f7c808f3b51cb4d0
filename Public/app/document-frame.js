/** Where a document's screen stands in the window: lines over it, its versions beside it, and the change from screen to screen. */

import { announce } from "../shell/announcer.js";
import { button, element, isHeldBeside, setAttributes } from "../shell/element.js";
import { momentInWords } from "../history/version-words.js";
import { NoteBar } from "../shell/note-bar.js";
import { say } from "../shell/texts.js";
import { HandedOverBar } from "./handed-over-bar.js";
import { OpeningScreen } from "./plain-screens.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../history/document-versions.js").DocumentVersions} DocumentVersions */

/**
 * @typedef {object} FramedScreen
 * @property {HTMLElement} element
 * @property {() => Promise<void>} load
 * @property {() => void} focus
 * @property {(document: Document, anew: boolean) => void} heard
 */

export class DocumentFrame {
  /** @type {HTMLElement} */
  element;
  #stage = element("div", { class: "opened-stage" });
  #trash = new NoteBar(say("Trash"));
  #handedOver;
  #opening;
  #takeBack;
  #listButton;
  #versions;
  /** @type {Document | null} */
  #document = null;
  /** @type {FramedScreen | null} */
  #coming = null;
  /**
   * The last change of the document while its screen came.
   * @type {[Document, boolean] | null}
   */
  #missed = null;

  /**
   * @param {DocumentVersions} versions
   * @param {import("./opened-document.js").OpenedDocument} opened
   * @param {HTMLElement} listButton shows the list beside the document; it stands behind the way back
   * @param {import("./handed-over-bar.js").HandOverCalls} handOvers
   * @param {AbortSignal} signal
   */
  constructor(versions, opened, listButton, handOvers, signal) {
    this.#versions = versions;
    this.#listButton = listButton;
    this.#takeBack = button({ label: say("Restore"), text: true, class: "outlined" },
      () => this.#document && void opened.takeBack(this.#document), signal);
    this.#handedOver = new HandedOverBar(handOvers, signal);
    this.#opening = new OpeningScreen(() => opened.back(), signal);
    this.#stage.append(this.#opening.element);
    const main = element("div", { class: "opened-main" }, versions.bar, this.#trash.element, this.#handedOver.element, this.#stage);
    this.element = element("div", { class: "opened" }, main);
    versions.mount(this.element);
  }

  /** Whether a screen is taking the place of another. */
  get changing() {
    return this.#coming !== null;
  }

  /**
   * Says what is coming, as long as nothing of it is shown.
   * @param {string} name
   */
  name(name) {
    if (this.#stage.contains(this.#opening.element)) this.#opening.name(name);
  }

  /**
   * Shows a screen when it knows what it shows; what is there stays until then, so that nothing flashes.
   * @param {FramedScreen} screen
   */
  async change(screen) {
    this.#coming = screen;
    this.#missed = null;
    setAttributes(screen.element, { "data-coming": true });
    this.#stage.append(screen.element);
    await screen.load();
    if (this.#coming !== screen) return screen.element.remove();
    this.#coming = null;
    // The focus stays in the list of versions.
    const held = isHeldBeside(this.#stage);
    for (const other of [...this.#stage.children]) if (other !== screen.element) other.remove();
    setAttributes(screen.element, { "data-coming": null });
    screen.element.querySelector(".back-button")?.after(this.#listButton);
    this.#versions.mark(this.element);
    if (!held) screen.focus();
    const missed = /** @type {[Document, boolean] | null} */ (this.#missed);
    if (missed) screen.heard(...missed);
  }

  /**
   * A screen that is coming has nothing yet to compare a change with, and hears of it later.
   * @param {Document} document
   * @param {boolean} anew whether it may have gone back to what it was before
   */
  heard(document, anew) {
    if (this.#coming) this.#missed = [document, anew];
  }

  /**
   * Says that a document is in the Trash, where it is.
   * @param {Document} document
   */
  update(document) {
    this.#document = document;
    this.#handedOver.show(document);
    if (!document.trashed) return this.#trash.hide();
    const text = say("This document was moved to the Trash · {moment}", { moment: momentInWords(document.trashed, new Date()) });
    if (this.#trash.element.hidden) announce(text);
    return this.#trash.show(text, [this.#takeBack]);
  }

  /** Says that a document is gone for good; nothing brings it back. */
  reportRemoved() {
    this.#reportGone(say("This document was removed from the Trash for good"));
  }

  /** Says that the server does not have a document any more, as after a backup was restored. One that never came says so itself. */
  reportMissing() {
    if (this.#document) this.#reportGone(say("This document is no longer on the server"));
  }

  /** @param {string} text */
  #reportGone(text) {
    announce(text);
    this.#trash.show(text, []);
  }
}
