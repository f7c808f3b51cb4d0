/** A change that has waited, held against the document as the server has it by then. Pure. */

import { mergedTags } from "./change-queue.js";

/** @typedef {import("../api.js").Document} Document */
/** @typedef {import("../detail-api.js").DocumentChanges} DocumentChanges */
/** @typedef {import("./change-queue.js").FieldValue} FieldValue */
/** @typedef {import("./change-queue.js").PlaceValue} PlaceValue */
/** @typedef {import("./change-queue.js").QueuedChange} QueuedChange */

/**
 * Why a change cannot be made as it was meant. The document is gone for good, in the Trash, renamed or moved elsewhere, or has
 * another note by now.
 * @typedef {"gone" | "in-trash" | "renamed" | "moved" | "other-note"} Conflict
 */

/**
 * @typedef {{readonly does: "nothing"}
 *   | {readonly does: "trash" | "restore"}
 *   | {readonly does: "change", readonly facts: DocumentChanges & {readonly folder?: string}}
 *   | {readonly does: "tell", readonly conflict: Conflict}} Decision
 */

const NOTHING = Object.freeze(/** @type {const} */ ({ does: "nothing" }));

/**
 * @param {QueuedChange} change
 * @param {Document | null} now null where there is none any more
 * @returns {Decision}
 */
export function decide(change, now) {
  if (change.field === "copied") return now === null ? conflict("gone") : { does: "change", facts: {} };
  if (change.field === "laid") return decideLaid(change, now);
  const isThrownAway = change.field === "trashed" && change.after !== null;
  if (now === null) return isThrownAway ? NOTHING : conflict("gone");
  if (isThrownAway) return now.trashed ? NOTHING : { does: "trash" };
  if (change.field === "trashed") return now.trashed ? { does: "restore" } : NOTHING;
  return now.trashed ? conflict("in-trash") : decideFact(change, now);
}

/**
 * @param {QueuedChange} change
 * @param {Document | null} board
 * @returns {Decision}
 */
function decideLaid({ after }, board) {
  if (board === null) return after === null ? NOTHING : conflict("gone");
  return board.trashed ? conflict("in-trash") : { does: "change", facts: {} };
}

/**
 * @param {QueuedChange} change
 * @param {Document} now
 * @returns {Decision}
 */
function decideFact({ field, known, after }, now) {
  if (field === "place") return decidePlace(/** @type {readonly PlaceValue[]} */ (known), /** @type {PlaceValue} */ (after), now);
  if (field === "tags") return decideTags(/** @type {readonly (readonly string[])[]} */ (known), /** @type {readonly string[]} */ (after), now);
  if (field === "favourite") return now.favourite === after ? NOTHING : { does: "change", facts: { favourite: after === true } };
  const note = now.note ?? "";
  if (note === after) return NOTHING;
  return known.includes(note) ? { does: "change", facts: { note: String(after) || null } } : conflict("other-note");
}

/**
 * @param {readonly PlaceValue[]} known
 * @param {PlaceValue} after
 * @param {Document} now
 * @returns {Decision}
 */
function decidePlace(known, after, now) {
  const name = decidePart(known.map((place) => place.name), after.name, now.name);
  const folder = decidePart(known.map((place) => place.folder), after.folder, now.folder);
  if (name === "differs") return conflict("renamed");
  if (folder === "differs") return conflict("moved");
  if (name === "stays" && folder === "stays") return NOTHING;
  return { does: "change", facts: { ...(name === "changes" ? { name: after.name } : {}), ...(folder === "changes" ? { folder: after.folder } : {}) } };
}

/**
 * @param {readonly string[]} known
 * @param {string} after
 * @param {string} now
 * @returns {"stays" | "changes" | "differs"}
 */
function decidePart(known, after, now) {
  if (now === after || known.every((value) => value === after)) return "stays";
  return known.includes(now) ? "changes" : "differs";
}

/**
 * @param {readonly (readonly string[])[]} known
 * @param {readonly string[]} after
 * @param {Document} now
 * @returns {Decision}
 */
function decideTags(known, after, now) {
  const tags = mergedTags(now.tags, known, after);
  return JSON.stringify(tags) === JSON.stringify(now.tags) ? NOTHING : { does: "change", facts: { tags } };
}

/**
 * @param {Conflict} why
 * @returns {Decision}
 */
function conflict(why) {
  return { does: "tell", conflict: why };
}
