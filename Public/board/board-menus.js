/** Items of the menus of a board: on a card, and on the canvas. Pure but for the objects they act on. */

import { documentPath } from "../shell/address.js";
import { say } from "../shell/texts.js";

/** @typedef {import("./board-controller.js").BoardController} BoardController */
/** @typedef {import("../shell/tool-actions.js").ActionItem} ActionItem */
/** @typedef {import("../shell/actions.js").Outcome} Outcome */

/**
 * Actions on the whole board; an earlier version has no versions and no PDF of its own.
 * @typedef {object} WholeBoardCalls
 * @property {() => void} showAll
 * @property {(() => void) | null} versions lists what it was
 * @property {(() => Outcome | Promise<Outcome>) | null} exporting saves it as a PDF, or stops that
 * @property {(() => void) | null} openIn lists what opens it
 * @property {(() => void) | null} toDevice shows the code by which a phone goes on with it
 * @property {() => Promise<Outcome>} print
 * @property {() => void} touches shows fingers, or hides them
 */

/**
 * @param {{making: boolean, touching: boolean, download: {url: string, name: string}}} state
 * @param {WholeBoardCalls} calls
 * @returns {ActionItem[]}
 */
export function wholeMenu({ making, touching, download }, { showAll, versions, exporting, openIn, toDevice, print, touches }) {
  /** @type {ActionItem[]} */
  const history = versions ? [{ id: "board-versions", label: say("Versions"), icon: "history", act: versions }] : [];
  /** @type {ActionItem[]} */
  const pdf = exporting ? [{
    id: "board-pdf", label: making ? say("Stop making the PDF") : say("Save as PDF"), icon: making ? "close" : "document", act: exporting,
  }] : [];
  /** @type {ActionItem[]} */
  const opening = openIn ? [{ id: "open-in", label: say("Open in…"), icon: "open-in", act: openIn }] : [];
  /** @type {ActionItem[]} */
  const phone = toDevice ? [{ id: "to-device", label: say("Send to a phone…"), icon: "touch", act: toDevice }] : [];
  return [
    { id: "board-show-all", label: say("Show everything"), icon: "fit", act: showAll }, ...history, ...opening, ...pdf,
    { id: "print", label: say("Print"), icon: "print", act: print },
    { id: "show-touches", label: touching ? say("Hide touches") : say("Show touches"), icon: "touch", act: touches },
    { id: "download", label: say("Download"), icon: "download", download }, ...phone,
  ];
}

/**
 * The documents before and behind the board in the library's list.
 * @param {Pick<ScreenQueue, "next" | "previous" | "go">} queue
 * @returns {ActionItem[]}
 */
export function queueMenu(queue) {
  const { next, previous } = queue;
  return [
    ...(next ? [{ id: "document-next", label: say("Next document"), icon: "next", note: next.name, act: () => queue.go(1) }] : []),
    ...(previous ? [{ id: "document-previous", label: say("Previous document"), icon: "previous", note: previous.name, act: () => queue.go(-1) }] : []),
  ];
}

/** Degrees by which the menu of a card turns it. */
const QUARTER = 90;

/**
 * For what is selected, which `id` is among.
 * @param {BoardController} controller
 * @param {string} id
 * @param {import("../shell/router.js").Router} router
 * @returns {ActionItem[]}
 */
export function itemMenu(controller, id, router) {
  const { model } = controller;
  const card = model.board.cards.find((other) => other.id === id);
  /** @type {ActionItem[]} */
  const opening = card ? [{ id: "open", label: say("Open document"), icon: "open", act: () => router.go(documentPath(card.document)) }] : [];
  if (model.readOnly) return opening;
  /** @type {ActionItem[]} */
  const stacking = card ? [
    { id: "board-to-front", label: say("Bring to front"), icon: "to-front", act: () => controller.stack("front") },
    { id: "board-to-back", label: say("Send to back"), icon: "to-back", act: () => controller.stack("back") },
  ] : [];
  return [
    ...opening, ...stacking,
    { id: "board-turn", label: say("Turn right"), icon: "turn-right", act: () => controller.editing.turn(QUARTER) },
    { id: "board-duplicate", label: say("Duplicate"), icon: "duplicate", act: () => controller.editing.duplicate() },
    { id: "board-delete", label: say("Delete"), icon: "trash", danger: true, act: () => controller.editing.deleteSelection() },
  ];
}

/**
 * @param {BoardController} controller
 * @param {() => void} addPages
 * @returns {ActionItem[]}
 */
export function canvasMenu(controller, addPages) {
  /** @type {ActionItem[]} */
  const showing = [{ id: "board-show-all", label: say("Show everything"), icon: "fit", act: () => controller.camera.fitAll() }];
  if (controller.model.readOnly) return showing;
  /** @type {ActionItem[]} */
  const pasting = controller.editing.canPaste ? [{ id: "board-paste", label: say("Paste"), icon: "keep", act: () => controller.editing.paste() }] : [];
  return [
    { id: "board-add-pages", label: say("Add pages"), icon: "add-page", act: addPages }, ...pasting,
    { id: "board-select-all", label: say("Select all"), icon: "select", act: () => controller.editing.selectAll() }, ...showing,
  ];
}
