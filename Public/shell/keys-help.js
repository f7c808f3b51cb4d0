import { element } from "./element.js";
import { Sheet } from "./modal.js";
import { areSingleKeysOn, keysMoved } from "./keys.js";
import { keyOf } from "./moved-keys.js";
import { say, text } from "./texts.js";

/** Keys by the screen on which they work, each with what it does. */
/** @type {readonly {readonly name: string, readonly keys: readonly (readonly [string, string])[]}[]} */
export const KEY_SECTIONS = Object.freeze([
  { name: text("Library"), keys: [
    [text("Arrows"), text("Move from card to card")], [text("Enter"), text("Open")], [text("Space"), text("Quick look")], [text("F2, a slow second click on the name"), text("Rename")], [text("I, Alt Enter"), text("Details")], [text("Delete"), text("Move to Trash")], [text("Ctrl X, C, V"), text("Cut, copy, paste")], [text("Shift N"), text("New folder")],
    [text("X, Ctrl Space"), text("Select, or not")], [text("Shift Arrows, Shift click"), text("Select up to there")], [text("Ctrl A, Escape"), text("Select all, nothing")], [text("Shift F10"), text("Menu of the card")],
    ["V", text("Grid or list")], ["R", text("Refresh")], ["+ −", text("Larger or smaller pictures")],
    [text("Ctrl Z"), text("Undo while the message is shown")], ["/", text("Search")], [text("Escape"), text("Clear the search")],
  ] },
  { name: text("Quick look"), keys: [
    ["← →", text("Previous and next document")], [text("↑ ↓, Page Up, Page Down"), text("Previous and next page")], ["I", text("All documents")], ["S", text("Favourite, or not")],
    [text("Delete"), text("Move to Trash")], [text("Enter"), text("Open")], [text("Space, Escape"), text("Close")],
  ] },
  { name: text("Document"), keys: [
    ["← →; P, N; K, J", text("Previous and next page")], [text("Page Up, Page Down"), text("A screen up, down; page by page: previous and next page")],
    ["↑ ↓", text("A few lines up, down")], [text("Space, Shift Space"), text("A screen down, up")], [text("Home, End"), text("First and last page")],
    [text("Shift Page Down"), text("Next document in the list")], [text("Shift Page Up"), text("Previous document")], ["D", text("List of documents beside it")],
    ["+ −", text("Zoom in, zoom out")], ["0", text("100 %")], ["W", text("Fit width")], ["F", text("Fit page")],
    ["G", text("All pages")], [text("Shift S"), text("Play or pause a slideshow")], [text("Shift P"), text("Present in a second window")], [text("F there"), text("Fill its screen")], ["V", text("Page view")], [text("R, Shift R"), text("Turn right, left")], ["M", text("Hide the bars, or show them")], [text("A, Shift A"), text("Marking tools, all marks")], [text("Shift Arrows"), text("Select words")], [text("Ctrl A, Ctrl C"), text("Select all words, copy them")], ["L, U", text("Highlight or underline the selected words")], ["1 … 9, 0", text("Marking tools: pen, shapes, eraser …")], [text("Ctrl Z, Ctrl Shift Z"), text("Undo and redo marks")], ["B", text("Add the page to a board")], ["E", text("Edit the text")], ["H", text("Versions")], ["I", text("Information")], ["O", text("Contents")], [text("/, Ctrl F"), text("Find")], [text("Enter, F3, with Shift"), text("Next hit, previous one")], [text("Ctrl P"), text("Print")], ["F2", text("Rename")], ["T", text("Show touches")],
    [text("Ctrl and wheel"), text("Zoom at the pointer")], [text("Escape"), text("Back to the library")],
  ] },
  { name: text("Sound and film"), keys: [
    [text("Space, K"), text("Play, pause")], ["← →", text("Five seconds")], ["J L", text("Ten seconds")], ["0 … 9", text("To a tenth")], ["↑ ↓, M", text("Volume, mute")],
    ["< >", text("Slower, faster")], ["C", text("Captions")], ["F", text("Full screen")], ["P", text("Picture in picture")], [text("Page Up, Page Down"), text("Previous and next chapter")],
  ] },
  { name: text("Versions"), keys: [
    ["H", text("List them, or end that")], [text("↑ ↓, Enter"), text("Go through the list, show one")],
    ["[ ]", text("The older one, the newer one")], ["C", text("Compare with now, or end that")], ["R", text("Restore")],
    ["1 2 3", text("Changes, side by side, flick")], ["X", text("Flick between both")], ["N, P", text("Next change, previous one")],
    [text("Escape"), text("Back to what the document is now")],
  ] },
  { name: text("Board"), keys: [
    ["V", text("Select and move")], ["P", text("Pen")], ["A", text("Add pages")], [text("Tab, Space"), text("Go to a card, select it")],
    [text("Arrows"), text("Move what is selected, or the desk")], [text("Shift Arrows"), text("Move it farther")],
    ["+ −", text("Larger, smaller; zoom where nothing is selected")], [text("R, Shift R"), text("Turn right, left")],
    ["] [", text("A step forward, backward")], ["} {", text("To the front, to the back")], ["0", text("Show everything")],
    [text("Delete"), text("Delete what is selected")], [text("Ctrl A"), text("Select all")], [text("Ctrl C, X, V"), text("Copy, cut, paste")],
    [text("Ctrl Z, Ctrl Shift Z"), text("Undo, redo")], ["S", text("Save as PDF, or stop that")], [text("Ctrl P"), text("Print")], ["H", text("Versions")], ["T", text("Show touches")],
    ["F2", text("Rename")], [text("Enter, Escape"), text("In its name: keep what is typed, or not")],
    [text("Escape"), text("Put back what is dragged; select nothing; put the pen away")],
  ] },
  { name: text("Everywhere"), keys: [["?", text("This sheet")], [",", text("Settings")]] },
]);

const ON = text("Those that are one letter or sign can be turned off: Settings, Single-key shortcuts.");
const OFF = text("Those that are one letter or sign are off. They are turned on in the library: Settings, Single-key shortcuts.");

/** Opens the sheet. */
export function showKeys() {
  // One that was closed just now is there until it hears of that.
  if (document.querySelector(".keys-sheet[open]")) return;
  const note = element("p", { class: "secondary keys-note" }, say(areSingleKeysOn() ? ON : OFF));
  new Sheet({ title: say("Keys"), look: "keys-sheet" }).open(note, element("div", { class: "keys-sections" }, ...KEY_SECTIONS.map(section)));
}

/** @param {typeof KEY_SECTIONS[number]} part */
function section({ name, keys }) {
  const moved = keysMoved()[name];
  const rows = keys.flatMap(([shown, what]) => {
    const known = singleKey(shown);
    const now = known === null ? shown : keyInWords(keyOf(known, moved));
    return [element("dt", {}, element("kbd", {}, say(now))), element("dd", {}, say(what))];
  });
  return element("section", {}, element("h3", {}, say(name)), element("dl", {}, ...rows));
}

/**
 * The key as screens know it of an entry with a single one, a letter or a sign; null of any other entry.
 * @param {string} shown
 */
export function singleKey(shown) {
  return [...shown].length === 1 ? shown.toLowerCase() : null;
}

/**
 * A single key as it is printed on a keyboard: "G", "Shift G".
 * @param {string} key
 */
export function keyInWords(key) {
  const capital = key.toUpperCase();
  return key === capital && key.toLowerCase() !== key ? `Shift ${capital}` : capital;
}

/**
 * The letters and signs of an entry, as a browser names them: "r" and "R" of "R, Shift R".
 * @param {string} shown
 */
export function keysIn(shown) {
  if (shown.startsWith("Ctrl")) return [];
  return shown.split(/[,;] /).flatMap((part) => {
    const shifted = /^Shift (.)$/.exec(part)?.[1];
    if (shifted) return [shifted.toUpperCase()];
    return part.split(" ").filter((word) => [...word].length === 1).map((word) => word.toLowerCase());
  });
}
