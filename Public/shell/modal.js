/** Windows that take the page for themselves: gestures under way end when one opens. */

import { button, element } from "./element.js";
import { turnElsewhere } from "./late-opening.js";
import { dismissFromBeside } from "./popover.js";
import { whenPressed } from "./presses.js";
import { say } from "./texts.js";

/** @typedef {import("./presses.js").Press} Press */

const OPENS = "sheaf-modal-opens";

/** Sheets that were made so far: each title has an id of its own. */
let made = 0;

/**
 * @typedef {object} SheetLook
 * @property {string} title
 * @property {string} look its own class
 * @property {boolean} [steady] whether a press beside it leaves it open, for what is being typed
 * @property {boolean} [asks] whether it asks before something is done: it is an alert then, and has no button to close it
 */

/** A sheet over what is shown. It forgets itself when it closes. */
export class Sheet {
  /** @type {HTMLDialogElement} */
  element;
  #listening = new AbortController();
  #isLeft = false;

  /** @param {SheetLook} look */
  constructor({ title, look, steady, asks }) {
    made += 1;
    const id = `sheet-title-${made}`;
    const { signal } = this.#listening;
    const sheet = element("dialog", { "class": `sheet ${look}`, "aria-labelledby": id, "role": asks && "alertdialog" });
    this.element = sheet;
    const head = element("div", { class: "sheet-head" }, element("h2", { id }, title));
    if (!asks) head.append(button({ label: say("Close"), icon: "close" }, () => this.#leave(), signal));
    sheet.append(head);
    sheet.addEventListener("cancel", ({ target }) => {
      this.#isLeft ||= target === sheet;
    }, { signal });
    sheet.addEventListener("close", () => {
      this.#listening.abort();
      sheet.remove();
    }, { signal });
    if (!steady) closeFromBeside(sheet, signal, () => this.#leave());
  }

  /** A person closes it, and has answered nothing. */
  #leave() {
    this.#isLeft = true;
    this.close();
  }

  /** Whether a person has closed it by Escape, Close or Cancel, or beside it; else code has. */
  get isLeft() {
    return this.#isLeft;
  }

  /**
   * Ends with the sheet.
   * @returns {AbortSignal}
   */
  get signal() {
    return this.#listening.signal;
  }

  get isOpen() {
    return this.element.open;
  }

  /** @param {...(Node | string)} content below its title */
  open(...content) {
    this.element.append(...content);
    document.body.append(this.element);
    openModal(this.element);
  }

  close() {
    this.element.close();
  }

  /**
   * The row of buttons at the foot of a form: Cancel, and what is to be done.
   * @param {HTMLElement} action
   */
  foot(action) {
    const cancel = button({ label: say("Cancel"), text: true, class: "outlined" }, () => this.#leave(), this.signal);
    return element("div", { class: "name-foot" }, cancel, action);
  }
}

/**
 * Shows a dialog as a modal one, and tells of it first.
 * @param {HTMLDialogElement} dialog that is in its document
 */
export function openModal(dialog) {
  turnElsewhere();
  dialog.ownerDocument.dispatchEvent(new Event(OPENS));
  dialog.showModal();
}

/**
 * Closes all dialogs, menus and other windows over the page, so that something else can be shown: nothing in them is chosen.
 * @param {Document} document
 */
export function closeOverlays(document) {
  turnElsewhere();
  for (const popover of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(":popover-open"))) popover.hidePopover();
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]"))) dialog.close();
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}

/**
 * Calls back each time before a modal dialog opens.
 * @param {EventTarget} document
 * @param {() => void} action
 * @param {AbortSignal} signal ends it
 */
export function whenModalOpens(document, action, signal) {
  document.addEventListener(OPENS, action, { signal });
}

/**
 * Closes a modal dialog after a press beside it that is also let go there. Presses that begin or end inside do not
 * close it: a selection of its text, a press on its margin. `keepWhile` keeps it open for what would be lost.
 * @param {HTMLDialogElement} dialog
 * @param {AbortSignal} signal ends it
 * @param {() => void} [close]
 */
export function closeFromBeside(dialog, signal, close = () => dialog.close()) {
  let isBeside = false;
  whenPressed(dialog, (press) => {
    isBeside = liesBeside(dialog, press);
  }, signal);
  dialog.addEventListener("click", (event) => {
    const closes = isBeside && liesBeside(dialog, event);
    isBeside = false;
    if (closes) dismissFromBeside(dialog, close);
  }, { signal });
}

/**
 * A press beside a modal dialog has the dialog itself as its target.
 * @param {HTMLDialogElement} dialog
 * @param {Press} press
 */
function liesBeside(dialog, { target, clientX, clientY }) {
  const { left, top, right, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
