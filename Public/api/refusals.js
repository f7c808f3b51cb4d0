/**
 * Refusals of the server in words for people, by the `code` of the problem. In English the server's own sentence is said, which
 * names the very thing. In another language it is that of the code. Pure.
 */

import { say, spokenLanguage, text } from "../shell/texts.js";
import { phraseInWords } from "./server-phrases.js";
import { sizeInWords } from "./words.js";

/**
 * The sentence of each code. A test compares the codes with those of the server.
 * @type {Readonly<Record<string, string>>}
 */
export const REFUSALS = Object.freeze({
  "not-found": text("It is not there any more."),
  "content-missing": text("Its file is not on the server's disk at the moment."),
  "content-unreadable": text("The server may not read its file: the permissions of the file forbid it."),
  "area-away": text("The folder of this area does not answer. Try again when its disk is back."),
  "version-gone": text("The bytes of this version are no longer kept."),
  "invalid-name": text("The server does not take this name. Choose another one."),
  "invalid-parameter": text("The server does not take that in this form."),
  "unsuitable-handler": text("That program does not open documents of this kind."),
  "viewer-only": text("This kind of document is only shown here, and not edited."),
  "name-taken": text("Something has that name there already."),
  "built-in": text("It belongs to Sheaf and cannot be removed."),
  "in-use": text("Another declaration refers to it. Remove that one first."),
  "not-in-trash": text("It is not in the Trash any more."),
  "folder-stays": text("The folder cannot lie there, or be removed."),
  "version-conflict": text("It was changed elsewhere meanwhile."),
  "precondition-failed": text("It was changed elsewhere meanwhile."),
  "content-mismatch": text("It changed while it was being sent. Try again."),
  "too-large": text("It is more than this server takes at once."),
  "document-too-large": text("This document is too large to be shown."),
  "storage-full": text("The server's disk is full. Make room and try again."),
  "storage-low": text("The server's disk is nearly full. Make room on it and try again."),
  "quota-exceeded": text("The workspace holds as much as it may. Make room and try again."),
  "read-only": text("It can only be read there, and not changed."),
  "storage-failed": text("The server could not write it to its disk, or read it there."),
  "workspace-busy": text("Another server uses this workspace."),
  "password-required": text("It is locked with a password."),
  "damaged": text("Its content is damaged, or not of its kind."),
  "not-showable": text("Nothing here shows this kind of document."),
  "converter-missing": text("A program that shows this kind of document is missing on the server. “make extras” installs it there."),
  "not-comparable": text("Contents of these kinds cannot be compared."),
  "unfit-package": text("It is a package that was packed by something else. Unpack it, and put the folder into Documents."),
  "render-timeout": text("Drawing it took too long."),
  "render-memory": text("Drawing it needed too much memory."),
  "renderer-crashed": text("Drawing it failed."),
  "quarantined": text("Drawing it failed more than once, and is not tried by itself any more."),
  "content-changed": text("Another program writes to its file just now. Try again in a moment."),
  "session-closed": text("It is no longer open for editing. Open it anew."),
  "superseded-content": text("A newer content was saved already."),
  "offset-mismatch": text("The server has got another part of this file than the browser knows. Try again."),
  "address-refused": text("The address leads to a machine that is not on the public internet. The server does not fetch from there."),
  "fetch-failed": text("The address gave nothing: it does not answer, refuses, or the line was cut."),
  "fetch-timeout": text("The address did not answer in time."),
  "fetcher-missing": text("Fetching from the web needs programs that are missing on the server. “make extras” installs them there."),
  "unwanted-type": text("What lies there is of another kind than what was wanted."),
  "not-suspendable": text("This work cannot be paused."),
  "address-expired": text("The address was good for a time that is over."),
  "address-used": text("The address was good for one use, which is over."),
  "busy": text("The server is busy. Try again in a moment."),
  "internal-error": text("Something went wrong in the server. Its log says more."),
  "host-not-allowed": text("This server does not answer to that name. “--allow-host NAME” allows it."),
  "cross-site": text("Another site may not change documents here."),
  "too-many-requests": text("Too much is asked for at a time. Try again in a moment."),
  "too-many-streams": text("Too many windows of yours listen to this server. Close some of them."),
  "too-many-guesses": text("There were too many wrong tries. Wait a little."),
  "token-read-only": text("This token may read, and change nothing."),
  "sign-in-off": text("This server lets everyone in who reaches it: there is nothing to manage here."),
  "sign-in-required": text("You are signed out. Sign in and try again."),
  "sign-in-link-used": text("This link to sign in was used already, or is too old. “sheaf token link” prints a new one."),
  "browser-required": text("This can be managed only in a browser that is signed in."),
  "not-ready": text("The server is not ready yet. Try again in a moment."),
  "idempotency-key-in-use": text("The same file is still being sent."),
  "idempotency-key-reused": text("Another file was sent under the same mark. Add this one again."),
  "incomplete-body": text("Not all of it arrived. Try again."),
  "request-timeout": text("It did not arrive in time. Try again."),
  "stopping": text("The server is stopping. Try again in a moment."),
  "not-implemented": text("This server cannot do that."),
});

/**
 * Codes that only a wrong request gets, which the app does not send. Their readers write programs, and read the server's sentence.
 * @type {ReadonlySet<string>}
 */
export const FOR_PROGRAMS = new Set([
  "malformed-request", "malformed-multipart", "method-not-allowed", "unsupported-media-type", "header-too-large", "address-too-long",
  "version-not-supported", "range-not-satisfiable", "tus-version", "disconnected",
]);

/**
 * Why something was refused, as a sentence.
 * @param {{code: string, detail: string, limit?: number | null}} problem
 * @returns {string}
 */
export function whyRefused({ code, detail, limit }) {
  const own = REFUSALS[code];
  if (detail && (!own || spokenLanguage() === "en")) return sentence(phraseInWords(detail));
  const phrase = phraseInWords(detail);
  if (phrase !== detail) return sentence(phrase);
  if (code === "too-large" && limit) return say("It is larger than {size}, the most that this server takes.", { size: sizeInWords(limit) });
  return say(own ?? text("The server refused it."));
}

/**
 * Words as a sentence.
 * @param {string} words
 */
export function sentence(words) {
  const begun = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
