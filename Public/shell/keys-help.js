import { element } from "./element.js";
import { Sheet } from "./modal.js";
import { areSingleKeysOn } from "./keys.js";

/** Keys by the screen on which they work. */
const SECTIONS = Object.freeze([
  { name: "Library", keys: [
    ["Arrows", "Move from card to card"], ["Enter", "Open"], ["Space", "Quick look"], ["F2, a slow second click on the name", "Rename"], ["I, Alt Enter", "Details"], ["Delete", "Move to Trash"], ["Ctrl X, C, V", "Cut, copy, paste"], ["Shift N", "New folder"],
    ["X, Ctrl Space", "Select, or not"], ["Shift Arrows, Shift click", "Select up to there"], ["Ctrl A, Escape", "Select all, nothing"], ["Shift F10", "Menu of the card"],
    ["V", "Grid or list"], ["+ −", "Larger or smaller pictures"],
    ["Ctrl Z", "Undo while the message is shown"], ["/", "Search"], ["Escape", "Clear the search"],
  ] },
  { name: "Quick look", keys: [
    ["← →", "Previous and next document"], ["↑ ↓, Page Up, Page Down", "Previous and next page"], ["I", "All documents"], ["S", "Favourite, or not"],
    ["Delete", "Move to Trash"], ["Enter", "Open"], ["Space, Escape", "Close"],
  ] },
  { name: "Document", keys: [
    ["← →; P, N; K, J", "Previous and next page"], ["Page Up, Page Down", "A screen up, down; page by page: previous and next page"],
    ["↑ ↓", "A few lines up, down"], ["Space, Shift Space", "A screen down, up"], ["Home, End", "First and last page"],
    ["Shift Page Down", "Next document in the list"], ["Shift Page Up", "Previous document"], ["D", "List of documents beside it"],
    ["+ −", "Zoom in, zoom out"], ["0", "100 %"], ["W", "Fit width"], ["F", "Fit page"],
    ["G", "All pages"], ["Shift S", "Play or pause a slideshow"], ["Shift P", "Present in a second window"], ["F there", "Fill its screen"], ["V", "Page view"], ["R, Shift R", "Turn right, left"], ["M", "Hide the bars, or show them"], ["A, Shift A", "Marking tools, all marks"], ["Shift Arrows", "Select words"], ["Ctrl A, Ctrl C", "Select all words, copy them"], ["L, U", "Highlight or underline the selected words"], ["1 … 9, 0", "Marking tools: pen, shapes, eraser …"], ["Ctrl Z, Ctrl Shift Z", "Undo and redo marks"], ["B", "Add the page to a board"], ["H", "Versions"], ["I", "Information"], ["O", "Contents"], ["/, Ctrl F", "Find"], ["Enter, F3, with Shift", "Next hit, previous one"], ["Ctrl P", "Print"], ["F2", "Rename"], ["T", "Show touches"],
    ["Ctrl and wheel", "Zoom at the pointer"], ["Escape", "Back to the library"],
  ] },
  { name: "Sound and film", keys: [
    ["Space, K", "Play, pause"], ["← →", "Five seconds"], ["J L", "Ten seconds"], ["0 … 9", "To a tenth"], ["↑ ↓, M", "Volume, mute"],
    ["< >", "Slower, faster"], ["C", "Captions"], ["F", "Full screen"], ["P", "Picture in picture"],
  ] },
  { name: "Versions", keys: [
    ["H", "List them, or end that"], ["↑ ↓, Enter", "Go through the list, show one"],
    ["[ ]", "The older one, the newer one"], ["C", "Compare with now, or end that"], ["R", "Restore"],
    ["1 2 3", "Changes, side by side, flick"], ["X", "Flick between both"], ["N, P", "Next change, previous one"],
    ["Escape", "Back to what the document is now"],
  ] },
  { name: "Board", keys: [
    ["V", "Select and move"], ["P", "Pen"], ["A", "Add pages"], ["Tab, Space", "Go to a card, select it"],
    ["Arrows", "Move what is selected, or the desk"], ["Shift Arrows", "Move it farther"],
    ["+ −", "Larger, smaller; zoom where nothing is selected"], ["R, Shift R", "Turn right, left"],
    ["] [", "A step forward, backward"], ["} {", "To the front, to the back"], ["0", "Show everything"],
    ["Delete", "Delete what is selected"], ["Ctrl A", "Select all"], ["Ctrl C, X, V", "Copy, cut, paste"],
    ["Ctrl Z, Ctrl Shift Z", "Undo, redo"], ["S", "Save as PDF, or stop that"], ["Ctrl P", "Print"], ["H", "Versions"], ["T", "Show touches"],
    ["F2", "Rename"], ["Enter, Escape", "In its name: keep what is typed, or not"],
    ["Escape", "Put back what is dragged; select nothing; put the pen away"],
  ] },
  { name: "Everywhere", keys: [["?", "This sheet"], [",", "Settings"]] },
]);

const ON = "Those that are one letter or sign can be turned off: Settings, Single-key shortcuts.";
const OFF = "Those that are one letter or sign are off. They are turned on in the library: Settings, Single-key shortcuts.";

/** Opens the sheet. */
export function showKeys() {
  // One that was closed just now is there until it hears of that.
  if (document.querySelector(".keys-sheet[open]")) return;
  const note = element("p", { class: "secondary keys-note" }, areSingleKeysOn() ? ON : OFF);
  new Sheet({ title: "Keys", look: "keys-sheet" }).open(note, element("div", { class: "keys-sections" }, ...SECTIONS.map(section)));
}

/** @param {{name: string, keys: string[][]}} part */
function section(part) {
  const rows = part.keys.flatMap(([keys, what]) => [
    element("dt", {}, element("kbd", {}, keys ?? "")), element("dd", {}, what ?? ""),
  ]);
  return element("section", {}, element("h3", {}, part.name), element("dl", {}, ...rows));
}
