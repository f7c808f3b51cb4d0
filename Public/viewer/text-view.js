/** A text document: its characters on a sheet, and nothing of it is ever taken for markup. */

import { element } from "../shell/element.js";

/** At most so many bytes are shown; a browser lays out a megabyte of text at once, not a hundred. */
export const TEXT_LIMIT = 1024 * 1024;

/**
 * @param {string} text
 * @param {boolean} whole whether that is all of the document
 */
export function textView(text, whole) {
  const sheet = element("pre", { class: "text-sheet" });
  sheet.textContent = text;
  const view = element(
    "div", { "class": "text-view", "tabindex": 0, "role": "region", "aria-label": "Text" }, sheet,
  );
  if (text === "") sheet.append(element("span", { class: "secondary" }, "This document is empty."));
  if (!whole) view.append(
    element(
      "p", { class: "text-more" }, "Only the first megabyte is shown. Download the document for the rest.",
    ),
  );
  return view;
}

/**
 * The characters of a text of unknown encoding: UTF-16 where it says so, UTF-8 else.
 * @param {Uint8Array} bytes
 */
export function decodeText(bytes) {
  const [first, second] = bytes;
  const little = first === 0xff && second === 0xfe;
  const big = first === 0xfe && second === 0xff;
  const encoding = little ? "utf-16le" : big ? "utf-16be" : "utf-8";
  // A character that the limit cuts in two at the end is left out rather than shown as broken.
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}
