/** Ways out of the app: text into the clipboard, and files that the browser saves. */

import { element } from "./element.js";

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
  // Beside a modal dialog nothing takes the focus.
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

/**
 * Begins a message in the user's mail program; the user says to whom.
 * @param {string} subject
 * @param {string} body
 */
export function writeMail(subject, body) {
  const link = element("a", { href: mailAddress(subject, body), hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * The address of a message that is begun (RFC 6068), on one line of a subject.
 * @param {string} subject
 * @param {string} body
 */
export function mailAddress(subject, body) {
  const line = subject.replace(/\s+/gu, " ").trim();
  return `mailto:?subject=${encodeURIComponent(line)}&body=${encodeURIComponent(body.replace(/\r?\n/g, "\r\n"))}`;
}

/**
 * Lets the browser save what an address answers.
 * @param {string} url
 * @param {string} name of the file
 */
export function saveAs(url, name) {
  const link = element("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}
