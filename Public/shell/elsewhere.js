/** The way to other places on the web: in a tab that knows nothing of this one, and to web pages alone. */

import { element } from "./element.js";

/** Attributes of a link to another site: its page gets neither this window nor this address. */
export const ELSEWHERE = Object.freeze({
  "target": "_blank", "rel": "noopener noreferrer", "referrerpolicy": "no-referrer",
});

/**
 * The address of a web page, written out. Null for all else: an address that would run here (`javascript:`, `data:`),
 * one that starts a program, one with a name and a password.
 * @param {string} text
 * @returns {string | null}
 */
export function webAddress(text) {
  try {
    const { protocol, username, password, href } = new URL(text);
    const isWeb = protocol === "https:" || protocol === "http:";
    return isWeb && !username && !password ? href : null;
  } catch {
    return null;
  }
}

/**
 * Opens a web page in a tab of its own; nothing for what {@link webAddress} refuses.
 * @param {string} address
 */
export function visit(address) {
  const href = webAddress(address);
  if (href === null) return;
  const link = element("a", { href, ...ELSEWHERE });
  document.body.append(link);
  link.click();
  link.remove();
}
