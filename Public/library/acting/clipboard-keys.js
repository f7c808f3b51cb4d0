/**
 * Cutting, copying and pasting in the library. Browsers tell of their own keys and menus by three events.
 *
 * Files of the system's clipboard are added where files are dropped, too.
 */

import { isTyping } from "../../shell/keys.js";

/**
 * @typedef {object} ClipboardCalls
 * @property {() => boolean} isShown whether the library is seen, and no sheet over it
 * @property {(isCut: boolean) => string | null} take cuts or copies what is selected; what the system's clipboard is to hold, null for nothing
 * @property {(text: string) => void} paste told which text the system's clipboard has
 * @property {(files: readonly File[]) => void} add
 */

/**
 * @param {Document} document
 * @param {ClipboardCalls} calls
 * @param {AbortSignal} signal
 */
export function followClipboard(document, calls, signal) {
  const take = (/** @type {ClipboardEvent} */ event) => {
    if (!isMeant(event, calls) || hasMarkedText(document)) return;
    const text = calls.take(event.type === "cut");
    if (text === null) return;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("cut", take, { signal });
  document.addEventListener("copy", take, { signal });
  document.addEventListener("paste", (event) => {
    const files = [...event.clipboardData?.files ?? []];
    if (!isMeant(event, calls)) return;
    event.preventDefault();
    if (files.length) calls.add(files);
    else calls.paste(event.clipboardData?.getData("text/plain") ?? "");
  }, { signal });
  // Without a marked text there is nothing to cut or copy, unless a page says so.
  for (const kind of ["beforecut", "beforecopy", "beforepaste"]) {
    document.addEventListener(kind, (event) => isMeant(event, calls) && !hasMarkedText(document) && event.preventDefault(), { signal });
  }
}

/**
 * @param {Event} event
 * @param {ClipboardCalls} calls
 */
function isMeant(event, { isShown }) {
  return !event.defaultPrevented && !isTyping(event.target) && isShown();
}

/** @param {Document} document */
function hasMarkedText(document) {
  return document.getSelection()?.isCollapsed === false;
}
