/** The menus of a board: where they open, by which key, and on what. */

import { TouchOverlay } from "../gestures/index.js";
import { canvasMenu, itemMenu, queueMenu, wholeMenu } from "./board-menus.js";
import { toggleTouches } from "../shell/shown-touches.js";
import { say } from "../shell/texts.js";
import { openActionMenu } from "../shell/tool-actions.js";

/** @typedef {import("./board-controller.js").BoardController} BoardController */
/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {import("../shell/actions.js").Outcome} Outcome */

/**
 * @typedef {object} BoardMenuPorts
 * @property {BoardController} controller
 * @property {BoardView} view
 * @property {import("../saving/document-session.js").DocumentSession | import("./saving/board-version.js").BoardVersion} store
 * @property {ScreenParts} parts
 * @property {() => void} addPages
 * @property {() => boolean} making whether a PDF is being made
 * @property {() => Outcome | Promise<Outcome>} saveAsPDF
 * @property {() => Promise<Outcome>} print
 */

export class BoardMenuOpening {
  #ports;
  #model;

  /** @param {BoardMenuPorts} ports */
  constructor(ports) {
    this.#ports = ports;
    this.#model = ports.controller.model;
  }

  /**
   * Opens the menu of a card, a stroke or the canvas.
   * @param {string | null} id null for the canvas
   * @param {import("../gestures/geometry/index.js").Point} point of the view
   */
  open(id, point) {
    const { controller, parts: { router }, addPages, view } = this.#ports;
    const items = id === null ? canvasMenu(controller, addPages) : itemMenu(controller, id, router);
    const { left, top } = view.element.getBoundingClientRect();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const anchor = focused && view.element.contains(focused) ? focused : view.element;
    this.#list(anchor, id === null ? say("Board") : say("Card"), items, { x: point.x + left, y: point.y + top });
  }

  /** @param {HTMLElement} anchor */
  openWhole(anchor) {
    const { controller, store, parts: { versions, opened, queue }, saveAsPDF, print, making } = this.#ports;
    const { current, download: file } = store;
    this.#list(anchor, say("Board"), [...wholeMenu(
      { making: making(), touching: TouchOverlay.of(document).enabled, download: file },
      {
        showAll: () => controller.camera.fitAll(), versions: current ? () => versions.toggle(anchor) : null,
        exporting: current ? saveAsPDF : null, openIn: current ? () => opened.openIn(store.document, anchor) : null, toDevice: current ? () => opened.sendToDevice() : null,
        print, touches: toggleTouches,
      },
    ), ...(current ? queueMenu(queue) : [])]);
  }

  /**
   * Lists the actions that the user wants.
   * @param {HTMLElement} anchor
   * @param {string} name
   * @param {readonly import("../shell/tool-actions.js").ActionItem[]} items
   * @param {import("../gestures/geometry/index.js").Point} [at] of the window
   */
  #list(anchor, name, items, at) {
    const wanted = items.filter(({ id }) => this.#ports.parts.opened.isWanted(id));
    if (wanted.length > 0) openActionMenu(anchor, name, wanted, at);
  }

  /**
   * Space and Enter select the card that has the focus; the menu key opens its menu.
   * @param {KeyboardEvent} event
   */
  pressedOnCard(event) {
    const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    const id = isMenuKey || event.key === " " || event.key === "Enter" ? this.#ports.view.cardAt(event.target) : null;
    if (!id) return false;
    const { selection } = this.#model;
    if (isMenuKey) return this.#openOnCard(id), true;
    const others = event.shiftKey ? [...selection].filter((other) => other !== id) : [];
    this.#model.select(selection.has(id) ? others : [...others, id]);
    return true;
  }

  /**
   * By the keyboard: in the middle of the card.
   * @param {string} id
   */
  #openOnCard(id) {
    const card = this.#model.board.cards.find((other) => other.id === id);
    if (!this.#model.selection.has(id)) this.#model.select([id]);
    if (card) this.open(id, this.#model.viewport.toView(card));
  }
}
