/** Who opens a document: what the server answers, made safe, and put into words. Pure. */

import { webAddress } from "../shell/elsewhere.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/opener-api.js").Handler} Handler */
/** @typedef {import("../api/opener-api.js").Opener} Opener */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */

/**
 * What can be chosen.
 * @typedef {object} Choice
 * @property {string} identifier
 * @property {string} name fit to stand in a line
 * @property {string | null} url of a web page; null for what opens here
 * @property {boolean} usual whether it opens the document where nobody says what should
 * @property {boolean} chosen whether somebody chose it for this one document
 * @property {boolean} edits whether it is known to change the document, not only to show it
 */

/**
 * @typedef {object} Openers
 * @property {readonly Choice[]} choices best first
 * @property {Choice | null} chosen the one that was chosen for this one document
 * @property {boolean} lost whether one was chosen that does not open it any more
 */

/** Names of others' handlers are not longer than this, in characters. */
const LONGEST_NAME = 60;

/** What ends lines or turns the direction of reading, and so could pass for something else. */
const UNFIT = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * What can be chosen of the openers that the server names. One whose address is no web page's is left out.
 * @param {readonly Opener[]} openers best first
 * @param {Pick<Document, "id" | "handler">} document
 * @returns {Openers}
 */
export function openersOf(openers, document) {
  const safe = openers.map((opener) => ({ opener, isHere: opener.url === `/d/${document.id}`, url: webAddress(opener.url) }));
  const choices = safe.filter(({ isHere, url }) => isHere || url !== null).map(({ opener, isHere, url }, index) => ({
    identifier: opener.identifier, name: nameOf(opener), url: isHere ? null : url, usual: index === 0, chosen: opener.chosen,
    edits: opener.role === "editor",
  }));
  const chosen = choices.find((choice) => choice.chosen) ?? null;
  return { choices, chosen, lost: document.handler !== undefined && chosen === null };
}

/**
 * What a handler is called, in a line of its own: names come from whoever declared them.
 * @param {Pick<Opener, "name" | "identifier">} opener
 */
function nameOf({ name, identifier }) {
  const letters = [...(name.replace(UNFIT, " ").replace(/\s+/gu, " ").trim() || identifier)];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : letters.join("");
}

/**
 * Where a choice leads, whether it is the one that opens the document anyway, and whether the document is edited there;
 * "" where there is nothing to say. Of what opens here only a board is edited.
 * @param {Choice} choice
 */
export function noteOf({ url, usual, chosen, edits }) {
  const standing = chosen ? ["Always, for this document"] : usual ? ["Opens it by default"] : [];
  if (url !== null) standing.push(edits ? "Edits" : "Shows only");
  const place = url === null ? [] : [`${new URL(url).host}, in a new tab`];
  return [...standing, ...place].join(" · ");
}

/**
 * Whether a document could open elsewhere, so that it is worth asking the server who opens it.
 * @param {Pick<Document, "type" | "trashed">} document
 * @param {readonly Handler[]} handlers
 * @param {TypeTree} types
 */
export function mayOpenElsewhere({ type, trashed }, handlers, types) {
  if (trashed !== undefined) return false;
  return handlers.some(({ url, rank, contentTypes }) => (
    url !== undefined && rank !== "none" && contentTypes.some((opened) => types.conforms(type, opened))
  ));
}
