/** The keys of an open document: those of its screen, and those of its pages. */

import { isPlain, isPrintKey, isSelectAllKey, isTyping } from "../shell/keys.js";
import { toggleTouches } from "../shell/shown-touches.js";
import { say } from "../shell/texts.js";
import { ADD_TO_BOARD, PAGE_VIEW } from "./reader-actions.js";

/** @typedef {import("./reader.js").Reader} Reader */
/** @typedef {import("./reader-actions.js").ReaderCommands} ReaderCommands */

/** @typedef {{pressed: (event: KeyboardEvent) => boolean}} KeyTaker returns whether a key means anything to it */

/**
 * @typedef {object} KeyedScreen
 * @property {Reader | null} reader whose pages are shown
 * @property {KeyTaker | null} player
 * @property {KeyTaker | null} find
 * @property {KeyTaker | null} marking
 * @property {KeyTaker} next the way on from the end of the document
 * @property {import("./reader-bars.js").ReaderBars} bars
 * @property {import("./reader-panels.js").ReaderPanels} panels
 * @property {() => void} touched called when a key has moved the pages
 * @property {boolean} hasInfo whether its metadata can be shown
 * @property {boolean} hasContents whether the document has a table of contents
 * @property {(label: string) => boolean} act does what a tool does; false where there is no such tool
 * @property {ReaderCommands} commands
 */

/**
 * Keys that open a menu at its tool.
 * @type {Readonly<Record<string, string>>}
 */
const MENUS = Object.freeze({ "b": ADD_TO_BOARD, "v": PAGE_VIEW });

/**
 * As in PDF.js, the viewer of Firefox, where that has them.
 * @type {Readonly<Record<string, (reader: Reader) => void>>}
 */
const KEYS = Object.freeze({
  "ArrowLeft": (reader) => reader.goBeside(-1),
  "ArrowRight": (reader) => reader.goBeside(1),
  "p": (reader) => reader.goBeside(-1),
  "k": (reader) => reader.goBeside(-1),
  "n": (reader) => reader.goBeside(1),
  "j": (reader) => reader.goBeside(1),
  "ArrowUp": (reader) => reader.goLine(-1),
  "ArrowDown": (reader) => reader.goLine(1),
  "PageUp": (reader) => reader.goOn(-1),
  "PageDown": (reader) => reader.goOn(1),
  "Home": (reader) => reader.goTo(1),
  "End": (reader) => reader.goTo(reader.pageCount),
  " ": (reader) => reader.goScreen(1),
  "Shift+ ": (reader) => reader.goScreen(-1),
  "+": (reader) => reader.step(1),
  "=": (reader) => reader.step(1),
  "-": (reader) => reader.step(-1),
  "0": (reader) => reader.choose({ mode: "scale", scale: 1 }),
  "w": (reader) => reader.choose({ mode: "width" }),
  "f": (reader) => reader.choose({ mode: "page" }),
  "r": (reader) => reader.rotate(1),
  "R": (reader) => reader.rotate(-1),
});

/**
 * Does what a key stands for in an open document; false where it stands for nothing. Parts that lie over the pages have it first.
 * @param {KeyboardEvent} event
 * @param {KeyedScreen} screen
 */
export function pressScreenKey(event, screen) {
  const { bars, reader } = screen;
  if (event.key === "Tab") return bars.show(), false;
  if (event.key === "Escape" && reader?.stopCopying()) return true;
  if (event.key === "Escape" && bars.areHidden) return bars.show(), true;
  if (event.key === "m" && isPlain(event) && reader) return bars.toggle(), true;
  return pressOverPages(event, screen) || pressPanelKey(event, screen) || pressPageKey(event, screen);
}

/**
 * @param {KeyboardEvent} event
 * @param {KeyedScreen} screen
 */
function pressOverPages(event, { reader, marking, panels, find }) {
  if (event.key === "Escape" && reader?.clearSelection()) return true;
  if (marking?.pressed(event)) return true;
  if (event.key === "Escape" && panels.isOpen) return panels.close(), true;
  return find?.pressed(event) ?? false;
}

/**
 * @param {KeyboardEvent} event
 * @param {KeyedScreen} screen
 */
function pressPanelKey(event, { hasInfo, hasContents, commands }) {
  if (!isPlain(event)) return false;
  if (event.key === "i" && hasInfo) return commands.info(), true;
  if (event.key === "o" && hasContents) return commands.contents(), true;
  if (event.key === "e" && commands.edit) return commands.edit(), true;
  return false;
}

/**
 * @param {KeyboardEvent} event
 * @param {KeyedScreen} screen
 */
function pressPageKey(event, { reader, player, next, bars, act, commands, touched }) {
  if (player?.pressed(event) || next.pressed(event)) return true;
  if (!reader) return false;
  if (isPrintKey(event)) return commands.print(), true;
  const menu = isPlain(event) && MENUS[event.key];
  if (menu && (bars.show(), act(say(menu)))) return true;
  if (event.key === "g" && isPlain(event)) return commands.thumbnails(), true;
  if (event.key === "t" && isPlain(event)) return toggleTouches(), true;
  if (event.key === "P" && event.shiftKey && isPlain(event)) return commands.along.togglePresenting(), true;
  if (event.key === "S" && event.shiftKey && isPlain(event)) return act(say("Play slideshow"));
  const isTaken = pressReaderKey(reader, event);
  if (isTaken) touched();
  return isTaken;
}

/**
 * Does what a key stands for; false where it stands for nothing.
 * @param {Reader} reader
 * @param {KeyboardEvent} event
 */
function pressReaderKey(reader, event) {
  if (isSelectAllKey(event)) return reader.selectAll();
  if (!isTyping(event.target) && reader.selection.extend(event)) return true;
  // With a modifier they are the browser's: its own zoom must keep working.
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  if (event.shiftKey && /^(Arrow|Home|End|Page)/u.test(event.key)) return false;
  const shifted = event.shiftKey && event.key === " " ? "Shift+ " : event.key;
  const action = KEYS[shifted];
  if (!action) return false;
  action(reader);
  return true;
}
