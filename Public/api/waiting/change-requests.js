/** Requests that change documents, as entries that can wait, and what they are answered with meanwhile. Pure. */

import { ROOT } from "../urls.js";
import { fieldOf, isSameValue } from "./change-queue.js";
import { folderRequestOf } from "./folder-changes.js";

/** @typedef {import("../api.js").Document} Document */
/** @typedef {import("../batch-api.js").Operation} Operation */
/** @typedef {import("./change-queue.js").Entry} Entry */
/** @typedef {import("./change-queue.js").Field} Field */
/** @typedef {import("./change-queue.js").FieldValue} FieldValue */

/**
 * The facts that a request gives a document; what is left out stays.
 * @typedef {object} Wish
 * @property {string} id
 * @property {string} [name]
 * @property {string} [folder]
 * @property {readonly string[]} [tags]
 * @property {boolean} [favourite]
 * @property {string | null} [note]
 * @property {boolean} [trashed]
 * @property {boolean} [numbered]
 * @property {{readonly folder?: string}} [copy] a copy is to be made, perhaps in another folder
 */

/**
 * @typedef {{readonly kind: "read", readonly id: string}
 *   | {readonly kind: "change", readonly wishes: readonly Wish[], readonly answer: "document" | "batch" | "nothing"}
 *   | {readonly kind: "undo", readonly batch: string}
 *   | import("./folder-changes.js").FolderRequest} KnownRequest
 */

const DOCUMENT = new RegExp(`^${ROOT}/documents/([^/?]+)(/restore)?$`);
const UNDO = new RegExp(`^${ROOT}/batches/([^/?]+)/undo$`);

/** Facts of a document that wait; a request that changes others is sent as ever. */
const FACTS = new Set(["name", "folder", "tags", "favourite", "note"]);

/**
 * The meaning of a request that can wait; null for all others.
 * @param {string} url
 * @param {RequestInit} options
 * @returns {KnownRequest | null}
 */
export function requestOf(url, { method = "GET", body }) {
  const [, encoded, restore] = DOCUMENT.exec(url) ?? [];
  if (encoded !== undefined) return requestForDocument(decodeURIComponent(encoded), restore ? `${method} restore` : method, body);
  const ofFolder = folderRequestOf(url, method, membersOf(body));
  if (ofFolder || method !== "POST") return ofFolder;
  const batch = UNDO.exec(url)?.[1];
  if (batch !== undefined) return { kind: "undo", batch: decodeURIComponent(batch) };
  return url === `${ROOT}/batches` ? requestForBatch(membersOf(body)["operations"]) : null;
}

/**
 * @param {string} id
 * @param {string} method
 * @param {unknown} body
 * @returns {KnownRequest | null}
 */
function requestForDocument(id, method, body) {
  switch (method) {
    case "GET": return { kind: "read", id };
    case "DELETE": return { kind: "change", wishes: [{ id, trashed: true }], answer: "nothing" };
    case "POST restore": return { kind: "change", wishes: [{ id, trashed: false }], answer: "document" };
    case "PATCH": {
      const facts = membersOf(body);
      const names = Object.keys(facts);
      return names.length > 0 && names.every((name) => FACTS.has(name)) ? { kind: "change", wishes: [{ ...facts, id }], answer: "document" } : null;
    }
    default: return null;
  }
}

/**
 * @param {unknown} operations
 * @returns {KnownRequest | null}
 */
function requestForBatch(operations) {
  const wishes = Array.isArray(operations) ? operations.map(wishOf) : [];
  return wishes.length > 0 && wishes.every((wish) => wish !== null) ? { kind: "change", wishes: /** @type {Wish[]} */ (wishes), answer: "batch" } : null;
}

/**
 * @param {Operation} operation
 * @returns {Wish | null}
 */
function wishOf({ op, document: id, name, folder, conflict, tags, favourite }) {
  if (op === "copy" && name !== undefined) return null;
  switch (op) {
    case "move": return { id, ...(name === undefined ? {} : { name }), ...(folder === undefined ? {} : { folder }), numbered: conflict === "rename" };
    case "trash": return { id, trashed: true };
    case "restore": return { id, trashed: false };
    case "mark": return { id, ...(tags ? { tags } : {}), ...(favourite === undefined ? {} : { favourite }) };
    case "copy": return { id, copy: folder === undefined ? {} : { folder } };
  }
}

/**
 * @param {unknown} body
 * @returns {Record<string, unknown>}
 */
function membersOf(body) {
  try {
    const members = typeof body === "string" ? JSON.parse(body) : null;
    return typeof members === "object" && members !== null ? members : {};
  } catch {
    return {};
  }
}

/**
 * The entries that bring a document to what is wished for.
 * @param {Document} document as it is shown
 * @param {Wish} wish
 * @param {{newId: () => string, now: string}} how `now` in RFC 3339
 * @returns {Omit<Entry, "number">[]}
 */
export function entriesFor(document, wish, { newId, now }) {
  const { name = document.name, folder = document.folder, numbered } = wish;
  /** @type {[Field, FieldValue][]} */
  const values = [
    ["place", { name, folder }], ["tags", wish.tags ?? document.tags], ["favourite", wish.favourite ?? document.favourite],
    ["note", wish.note === undefined ? document.note ?? "" : wish.note ?? ""],
    ["trashed", wish.trashed === undefined ? document.trashed ?? null : wish.trashed ? document.trashed ?? now : null],
  ];
  return values.flatMap(([field, after]) => {
    const before = fieldOf(document, field);
    if (isSameValue(field, before, after)) return [];
    return [{ id: newId(), document, field, before, after, ...(numbered && field === "place" ? { numbered } : {}) }];
  });
}

/**
 * The wish that brings a document back to its state before another one.
 * @param {Document} before
 * @param {Wish} wish what was wished for
 * @returns {Wish}
 */
export function wishBack(before, wish) {
  return {
    id: wish.id,
    ...(wish.name === undefined ? {} : { name: before.name }), ...(wish.folder === undefined ? {} : { folder: before.folder }),
    ...(wish.tags === undefined ? {} : { tags: before.tags }), ...(wish.favourite === undefined ? {} : { favourite: before.favourite }),
    ...(wish.note === undefined ? {} : { note: before.note ?? null }), ...(wish.trashed === undefined ? {} : { trashed: before.trashed !== undefined }),
  };
}

/**
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 * @param {number} [status]
 */
export function answerWith(body, headers = {}, status = 200) {
  if (body === null) return new Response(null, { status: 204 });
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}
