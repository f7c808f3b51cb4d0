/** Cutting and copying in the library. Browsers tell of their own keys and menus by events; `FileAdding` hears of a paste. */

import { isTyping } from "../../shell/keys.js";

/**
 * @typedef {object} ClipboardCalls
 * @property {() => boolean} isShown whether the library is seen, and no sheet over it
 * @property {(isCut: boolean) => string | null} take cuts or copies what is selected; what the system's clipboard is to hold, null for nothing
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
