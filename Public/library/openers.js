/** Handlers of a document: the server's answer, made safe, and put into words. Pure. */

import { webAddress } from "../shell/elsewhere.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/opener-api.js").Handler} Handler */
/** @typedef {import("../api/opener-api.js").Opener} Opener */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */

/**
 * A handler that can be chosen.
 * @typedef {object} Choice
 * @property {string} identifier
 * @property {string} name fit to stand in a line
 * @property {string | null} host of the web page that opens it; null for what opens here
 * @property {boolean} usual whether it is the default of the document's type
 * @property {boolean} chosen whether it was chosen for this one document
 * @property {boolean} edits whether it is known to change the document, not only to show it
 */

/**
 * @typedef {object} Openers
 * @property {readonly Choice[]} choices best first
 * @property {Choice | null} chosen the one that was chosen for this one document
 * @property {boolean} lost whether one was chosen that does not open it any more
 */

/** The longest shown name of a handler, in characters. */
const LONGEST_NAME = 60;

/** Characters that end lines or turn the direction of reading, and so could disguise a name. */
const UNFIT = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * The handlers that the server names, without those whose address is no web page's.
 * @param {readonly Opener[]} openers best first
 * @param {Pick<Document, "id" | "handler">} document
 * @param {readonly Handler[]} [handlers] all that are declared
 * @returns {Openers}
 */
export function openersOf(openers, document, handlers = []) {
  const safe = openers.map((opener) => ({ opener, isHere: opener.url === `/d/${document.id}`, host: hostOf(opener, handlers) }));
  const choices = safe.filter(({ isHere, host }) => isHere || host !== null).map(({ opener, isHere, host }, index) => ({
    identifier: opener.identifier, name: nameOf(opener), host: isHere ? null : host, usual: index === 0, chosen: opener.chosen,
    edits: opener.role === "editor",
  }));
  const chosen = choices.find((choice) => choice.chosen) ?? null;
  return { choices, chosen, lost: document.handler !== undefined && chosen === null };
}

/**
 * The site that a handler leads to; null where its address is no web page's. The server tells the address only with a copy in it.
 * @param {Opener} opener
 * @param {readonly Handler[]} handlers
 */
function hostOf({ identifier, url }, handlers) {
  const template = url ?? handlers.find((handler) => handler.identifier === identifier)?.url ?? "";
  const address = webAddress(template);
  return address === null ? null : new URL(address).host;
}

/**
 * The name of a handler, on one line: the author of its declaration wrote it.
 * @param {Pick<Opener, "name" | "identifier">} opener
 */
function nameOf({ name, identifier }) {
  const letters = [...(say(name).replace(UNFIT, " ").replace(/\s+/gu, " ").trim() || identifier)];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : letters.join("");
}

/**
 * A note of the site a choice leads to, whether it is the default, and whether the document is edited there; "" for
 * none. Of the handlers here only the board edits.
 * @param {Choice} choice
 */
export function noteOf({ host, usual, chosen, edits }) {
  const standing = chosen ? [say("Always, for this document")] : usual ? [say("Opens it by default")] : [];
  if (host !== null) standing.push(edits ? say("Edits") : say("Shows only"));
  const place = host === null ? [] : [say("{host}, in a new tab", { host })];
  return [...standing, ...place].join(" · ");
}

/**
 * Whether anything that is declared opens a document; it may be, where no declaration is known. Handlers of Sheaf's own that
 * show pages, entries or films are declared for more types than there is something to show of.
 * @param {Pick<Document, "type" | "previewable">} document
 * @param {readonly Handler[]} handlers
 * @param {TypeTree} types
 */
export function mayOpen({ type, previewable }, handlers, types) {
  const works = (/** @type {Handler} */ { url, role }) => url !== undefined || role === "editor" || previewable !== false;
  return handlers.length === 0 || handlers.some((handler) => works(handler) && opens(handler, type, types));
}

/**
 * Whether a document could open elsewhere, so that it is worth asking the server who opens it.
 * @param {Pick<Document, "type" | "trashed">} document
 * @param {readonly Handler[]} handlers
 * @param {TypeTree} types
 */
export function mayOpenElsewhere({ type, trashed }, handlers, types) {
  if (trashed !== undefined) return false;
  return handlers.some((handler) => handler.url !== undefined && opens(handler, type, types));
}

/**
 * @param {Handler} handler
 * @param {string} type
 * @param {TypeTree} types
 */
function opens({ rank, role, contentTypes }, type, types) {
  return rank !== "none" && role !== "action" && contentTypes.some((opened) => types.conforms(type, opened));
}
