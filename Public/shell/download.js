/** Hands bytes over as a file. */

import { element } from "./element.js";

/** Browsers read the bytes after the click; so long they are kept. */
const KEPT_MILLISECONDS = 60_000;

/**
 * @param {Blob} bytes
 * @param {string} name of the file
 */
export function download(bytes, name) {
  const url = URL.createObjectURL(bytes);
  const link = element("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MILLISECONDS);
}
