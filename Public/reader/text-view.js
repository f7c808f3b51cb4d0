/** A text document: its characters on a sheet, and nothing of it is ever taken for markup. */

import { vec } from "../gestures/geometry/index.js";
import { element } from "../shell/element.js";
import { say } from "../shell/texts.js";

/**
 * @param {string} text
 * @param {{whole: boolean, fault: string | null}} facts whether that is all of the document, and why characters may be wrong
 */
export function textView(text, { whole, fault }) {
  const sheet = element("pre", { class: "text-sheet" });
  sheet.textContent = text;
  const view = element(
    "div", { "class": "text-view", "tabindex": 0, "role": "region", "aria-label": say("Text") }, sheet,
  );
  if (text === "") sheet.append(element("span", { class: "secondary" }, say("This document is empty.")));
  if (fault) view.prepend(element("p", { class: "text-more" }, fault));
  if (!whole) view.append(
    element(
      "p", { class: "text-more" }, say("Only the first megabyte is shown. Download the document for the rest."),
    ),
  );
  return view;
}

/**
 * The characters of a text in the encoding that the server found, else in UTF-8.
 * @param {Uint8Array} bytes
 * @param {string | null} [encoding] by its name on the web
 */
export function decodeText(bytes, encoding) {
  // A character that the limit cuts in two at the end is left out rather than shown as broken.
  return decoder(encoding ?? "utf-8").decode(bytes, { stream: true });
}

/** @param {string} encoding */
function decoder(encoding) {
  try {
    return new TextDecoder(encoding);
  } catch {
    // Not every browser knows every encoding.
    return new TextDecoder();
  }
}

/**
 * The place at the top of a text: all of it is one page.
 * @param {HTMLElement | null} view
 */
export function textPlace(view) {
  if (!view?.classList.contains("text-view") || view.scrollTop === 0) return null;
  return { page: 1, fraction: vec(0, view.scrollTop / view.scrollHeight) };
}
