/** Items of the menus of a board: on a card, and on the canvas. Pure but for the objects they act on. */

import { documentPath } from "../shell/address.js";
import { say } from "../shell/texts.js";

/** @typedef {import("./board-controller.js").BoardController} BoardController */
/** @typedef {import("../shell/menu.js").MenuItem} MenuItem */

/**
 * Actions on the whole board; an earlier version has no versions and no PDF of its own.
 * @typedef {object} WholeBoardCalls
 * @property {() => void} showAll
 * @property {(() => void) | null} versions lists what it was
 * @property {(() => void) | null} exporting saves it as a PDF, or stops that
 * @property {(() => void) | null} openIn lists what opens it
 * @property {(() => void) | null} toDevice shows the code by which a phone goes on with it
 * @property {() => void} print
 * @property {() => void} touches shows fingers, or hides them
 */

/**
 * @param {{making: boolean, touching: boolean, download: {url: string, name: string}}} state
 * @param {WholeBoardCalls} calls
 * @returns {MenuItem[]}
 */
export function wholeMenu({ making, touching, download }, { showAll, versions, exporting, openIn, toDevice, print, touches }) {
  /** @type {MenuItem[]} */
  const history = versions ? [{ label: say("Versions"), icon: "history", act: versions }] : [];
  /** @type {MenuItem[]} */
  const pdf = exporting ? [{
    label: making ? say("Stop making the PDF") : say("Save as PDF"), icon: making ? "close" : "document", act: exporting,
  }] : [];
  /** @type {MenuItem[]} */
  const opening = openIn ? [{ label: say("Open in…"), icon: "open-in", act: openIn }] : [];
  /** @type {MenuItem[]} */
  const phone = toDevice ? [{ label: say("Send to a phone…"), icon: "touch", act: toDevice }] : [];
  return [
    { label: say("Show everything"), icon: "fit", act: showAll }, ...history, ...opening, ...pdf,
    { label: say("Print"), icon: "print", act: print },
    { label: touching ? say("Hide touches") : say("Show touches"), icon: "touch", act: touches },
    { label: say("Download"), icon: "download", download }, ...phone,
  ];
}

/**
 * The documents before and behind the board in the library's list.
 * @param {Pick<ScreenQueue, "next" | "previous" | "go">} queue
 * @returns {MenuItem[]}
 */
export function queueMenu(queue) {
  const { next, previous } = queue;
  return [
    ...(next ? [{ label: say("Next document"), icon: "next", note: next.name, act: () => void queue.go(1) }] : []),
    ...(previous ? [{ label: say("Previous document"), icon: "previous", note: previous.name, act: () => void queue.go(-1) }] : []),
  ];
}

/** Degrees by which the menu of a card turns it. */
const QUARTER = 90;

/**
 * For what is selected, which `id` is among.
 * @param {BoardController} controller
 * @param {string} id
 * @param {import("../shell/router.js").Router} router
 * @returns {MenuItem[]}
 */
export function itemMenu(controller, id, router) {
  const { model } = controller;
  const card = model.board.cards.find((other) => other.id === id);
  /** @type {MenuItem[]} */
  const opening = card ? [{ label: say("Open document"), icon: "open", act: () => router.go(documentPath(card.document)) }] : [];
  if (model.readOnly) return opening;
  /** @type {MenuItem[]} */
  const stacking = card ? [
    { label: say("Bring to front"), icon: "to-front", act: () => controller.stack("front") },
    { label: say("Send to back"), icon: "to-back", act: () => controller.stack("back") },
  ] : [];
  return [
    ...opening, ...stacking,
    { label: say("Turn right"), icon: "turn-right", act: () => controller.editing.turn(QUARTER) },
    { label: say("Duplicate"), icon: "duplicate", act: () => controller.editing.duplicate() },
    { label: say("Delete"), icon: "trash", danger: true, act: () => controller.editing.deleteSelection() },
  ];
}

/**
 * @param {BoardController} controller
 * @param {() => void} addPages
 * @returns {MenuItem[]}
 */
export function canvasMenu(controller, addPages) {
  /** @type {MenuItem[]} */
  const showing = [{ label: say("Show everything"), icon: "fit", act: () => controller.camera.fitAll() }];
  if (controller.model.readOnly) return showing;
  /** @type {MenuItem[]} */
  const pasting = controller.editing.canPaste ? [{ label: say("Paste"), icon: "keep", act: () => controller.editing.paste() }] : [];
  return [
    { label: say("Add pages"), icon: "add-page", act: addPages }, ...pasting,
    { label: say("Select all"), icon: "select", act: () => controller.editing.selectAll() }, ...showing,
  ];
}
