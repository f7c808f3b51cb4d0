/** Hands on what is read: a link to the place, and the page as an image. */

import { element } from "../shell/element.js";

/** @typedef {import("../shell/zoom.js").Zoom} Zoom */

/** @type {Readonly<Record<string, string>>} */
const FITS = Object.freeze({ automatic: "auto", width: "page-width", page: "page-fit" });

/**
 * The address of a place in a document, in the words of PDF open parameters: `#page=3&zoom=150,0,420`.
 * @param {string} address of the document, with its version where it is one
 * @param {{page: number, top: number}} here how far below the upper edge of the page, in page units
 * @param {Zoom} zoom
 */
export function addressOfPlace(address, { page, top }, zoom) {
  const size = zoom.mode === "scale" ? String(Math.round(zoom.scale * 100)) : FITS[zoom.mode];
  const down = Math.round(top);
  return `${address.split("#")[0]}#page=${page}&zoom=${size}${down > 0 ? `,0,${down}` : ""}`;
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is in the clipboard
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/**
 * Pages that came without encryption have no other way.
 * @param {string} text
 */
function copySelected(text) {
  const field = element("textarea", { "class": "visually-hidden", "readonly": true, "aria-hidden": "true" });
  const focused = document.activeElement;
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

/**
 * Lets the browser save what an address answers.
 * @param {string} url
 * @param {string} name of the file
 */
export function saveAs(url, name) {
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
