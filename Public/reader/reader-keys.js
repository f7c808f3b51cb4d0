import { isSelectAllKey, isTyping } from "../shell/keys.js";

/** @typedef {import("./reader.js").Reader} Reader */

/** @type {Readonly<Record<string, (reader: Reader) => void>>} */
const KEYS = Object.freeze({
  "ArrowLeft": (reader) => reader.goBeside(-1),
  "ArrowRight": (reader) => reader.goBeside(1),
  "ArrowUp": (reader) => reader.goLine(-1),
  "ArrowDown": (reader) => reader.goLine(1),
  "PageUp": (reader) => reader.goBeside(-1),
  "PageDown": (reader) => reader.goBeside(1),
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
 * Does what a key stands for; false where it stands for nothing.
 * @param {Reader} reader
 * @param {KeyboardEvent} event
 */
export function pressReaderKey(reader, event) {
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
