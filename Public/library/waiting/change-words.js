/** Changes that wait for the connection, and those that could not be made, in plain words. Pure. */

import { reasonOf } from "../folders/folder-actions.js";
import { nameOf, parentOf } from "../../api/folder-path.js";
import { COPY_NOT_MADE } from "../../api/waiting/waiting-copies.js";
import { ApiProblem } from "../../api/api-problem.js";
import { say, sayCount } from "../../shell/texts.js";

/** @typedef {import("../../api/waiting/change-queue.js").PlaceValue} PlaceValue */
/** @typedef {import("../../api/waiting/change-queue.js").QueuedChange} QueuedChange */
/** @typedef {import("../../api/waiting/change-sender.js").Refusal} Refusal */

/** Boards are named without it where it is clear that they are boards. */
const BOARD_ENDING = /\.(board|sheafboard)$/i;

/**
 * A refused change: the reason in words, the text that would be lost, and the way to make the change all the same.
 * @typedef {object} RefusalWords
 * @property {string} text
 * @property {string} [kept] a note that is nowhere else
 * @property {{readonly label: string, readonly how: {readonly makes?: boolean, readonly numbered?: boolean}} | null} again
 */

/** @param {number} count */
export function waitingInWords(count) {
  return sayCount(count, "{n} change waits", "{n} changes wait");
}

/**
 * What becomes of a document.
 * @param {Pick<QueuedChange, "field" | "before" | "after">} change
 */
export function changeInWords({ field, before, after }) {
  switch (field) {
    case "place": return placeInWords(/** @type {PlaceValue} */ (before), /** @type {PlaceValue} */ (after));
    case "tags": return say("Tags: {tags}", { tags: /** @type {readonly string[]} */ (after).join(", ") || say("none") });
    case "favourite": return after ? say("Becomes a favourite") : say("Is a favourite no more");
    case "note": return after ? say("Gets another note") : say("Loses its note");
    case "trashed": return after ? say("Goes to the Trash") : say("Comes back from the Trash");
    case "copied": return say("Is made as a copy");
    case "laid": return layingInWords(/** @type {readonly string[] | null} */ (after));
    case "folder": return folderChangeInWords(/** @type {string | null} */ (before), /** @type {string | null} */ (after));
  }
}

/** @param {readonly string[] | null} documents */
function layingInWords(documents) {
  if (documents === null) return say("Pages are taken off it again");
  return sayCount(documents.length, "Gets the pages of {n} document", "Gets the pages of {n} documents");
}

/**
 * @param {string | null} before
 * @param {string | null} after
 */
function folderChangeInWords(before, after) {
  if (after === null) return say("Goes to the Trash with all that is in it");
  if (before === null) return say("Is made in {folder}", { folder: folderInWords(parentOf(after)) });
  return placeInWords(placeOf(before), placeOf(after)) || say("Comes back from the Trash");
}

/**
 * @param {string} path of a folder
 * @returns {PlaceValue}
 */
function placeOf(path) {
  return { name: nameOf(path), folder: parentOf(path) };
}

/**
 * @param {PlaceValue} before
 * @param {PlaceValue} after
 */
function placeInWords(before, after) {
  const name = before.name === after.name ? "" : say("Is to be called {name}", { name: after.name });
  const folder = before.folder === after.folder ? "" : say("Moves to {folder}", { folder: folderInWords(after.folder) });
  return [name, folder].filter(Boolean).join(", ");
}

/** @param {string} folder */
function folderInWords(folder) {
  return nameOf(folder) || say("Documents");
}

/**
 * @param {Refusal} refusal
 * @returns {RefusalWords}
 */
export function refusalInWords(refusal) {
  const { code, document: { name }, field, after } = refusal;
  if (code === COPY_NOT_MADE) return waitedForCopyInWords(refusal);
  if (field === "copied") return copyRefusalInWords(refusal);
  if (field === "laid") return layingRefusalInWords(refusal);
  if (field === "folder") return folderRefusalInWords(refusal);
  const note = field === "note" && typeof after === "string" && after ? { kept: after } : {};
  switch (code) {
    case "gone": return { text: say("{name} was removed for good elsewhere. It could not be changed.", { name }), again: null, ...note };
    case "in-trash": return { text: say("{name} was moved to the Trash elsewhere, and is as it was.", { name }), again: { label: say("Take it back and change it"), how: {} }, ...note };
    case "other-note": return { text: say("The note of {name} was changed elsewhere meanwhile. Yours is kept here.", { name }), again: { label: say("Use my note"), how: {} }, ...note };
    default: return field === "place" ? placeRefusalInWords(refusal) : { ...otherRefusal(refusal), ...note };
  }
}

/**
 * @param {Refusal} refusal
 * @returns {RefusalWords}
 */
function placeRefusalInWords(refusal) {
  const { code, document: { name, folder } } = refusal;
  const [before, after] = [/** @type {PlaceValue} */ (refusal.before), /** @type {PlaceValue} */ (refusal.after)];
  const target = folderInWords(after.folder);
  switch (code) {
    case "renamed": return {
      text: say("{before} was renamed elsewhere meanwhile, and is called {detail} now.", { before: before.name, detail: name }),
      again: { label: say("Call it {name}", { name: after.name }), how: {} },
    };
    case "moved": return {
      text: say("{name} was moved elsewhere meanwhile, and is in {folder} now.", { name, folder: folderInWords(folder) }),
      again: { label: say("Move it to {folder}", { folder: target }), how: {} },
    };
    case "folder-gone": return {
      text: say("The folder {folder} is no longer there. {name} is where it was.", { folder: target, name }), again: { label: say("Make the folder again"), how: { makes: true } },
    };
    case "name-taken": return before.name === after.name
      ? { text: say("{folder} has something named {name} already. It is where it was.", { folder: target, name }), again: { label: say("Move it with a number"), how: { numbered: true } } }
      : { text: say("Something is named {wanted} already. {name} keeps its name.", { wanted: after.name, name }), again: null };
    default: return otherRefusal(refusal);
  }
}

/**
 * @param {Refusal} refusal
 * @returns {RefusalWords}
 */
function folderRefusalInWords(refusal) {
  const { code, document: { name } } = refusal;
  const after = placeOf(/** @type {string | null} */ (refusal.after) ?? "");
  const target = folderInWords(after.folder);
  switch (code) {
    case "folder-gone": return { text: say("The folder {name} was renamed, moved or removed elsewhere meanwhile. It is as it was left there.", { name }), again: null };
    case "target-gone": return {
      text: say("The folder {folder} is no longer there. {name} is where it was.", { folder: target, name }), again: { label: say("Make the folder again"), how: { makes: true } },
    };
    case "stays-in-trash": return { text: say("The folder {name} is back. What was in it is in the Trash.", { name: after.name }), again: null };
    case "name-taken": return { text: say("{folder} has something named {name} already. It is where it was.", { folder: target, name: after.name }), again: null };
    default: return otherRefusal(refusal);
  }
}

/**
 * @param {Refusal} refusal
 * @returns {RefusalWords}
 */
function copyRefusalInWords(refusal) {
  const { code, document: { name, folder } } = refusal;
  if (code === "gone") return { text: say("{name} could not be made: its original was removed for good elsewhere.", { name }), again: null };
  if (code !== "folder-gone") return otherRefusal(refusal);
  return {
    text: say("The folder {folder} is no longer there. The copy {name} was not made.", { folder: folderInWords(folder), name }),
    again: { label: say("Make the folder again"), how: { makes: true } },
  };
}

/**
 * It goes with the copy when that is tried again.
 * @param {Refusal} refusal
 * @returns {RefusalWords}
 */
function waitedForCopyInWords({ document: { name }, field, before, after }) {
  const note = field === "note" && typeof after === "string" && after ? { kept: after } : {};
  const text = field === "copied"
    ? say("{name} could not be made: its original is a copy that was not made.", { name })
    : say("The copy {name} was not made. This waited for it: {change}.", { name, change: changeInWords({ field, before, after }) });
  return { text, again: null, ...note };
}

/**
 * @param {Refusal} refusal
 * @returns {RefusalWords}
 */
function layingRefusalInWords(refusal) {
  const { code, document: { name }, after } = refusal;
  const [board, count] = [name.replace(BOARD_ENDING, ""), Array.isArray(after) ? after.length : 0];
  if (after === null) return { text: say("The pages could not be taken off “{board}”. They lie there still.", { board }), again: null };
  switch (code) {
    case "gone": return { text: say("Nothing could be laid on “{board}”. {reason}", { board, reason: say("It is no longer there.") }), again: null };
    case "in-trash": return {
      text: say("Nothing could be laid on “{board}”. {reason}", { board, reason: say("The board was moved to the Trash elsewhere.") }), again: { label: say("Take it back and change it"), how: {} },
    };
    case "pages-missing": return {
      text: sayCount(count, "{n} document could not be laid on “{board}”: it has no pages, or is no longer there.", "{n} documents could not be laid on “{board}”: they have no pages, or are no longer there.", { board }),
      again: null,
    };
    default: return { text: say("Nothing could be laid on “{board}”. {reason}", { board, reason: reasonOf(new ApiProblem(400, code, refusal.detail), name) }), again: { label: say("Try again"), how: {} } };
  }
}

/**
 * @param {Refusal} refusal
 * @returns {RefusalWords}
 */
function otherRefusal({ code, detail, document: { name } }) {
  const reason = reasonOf(new ApiProblem(400, code, detail), name);
  return { text: say("{name} could not be changed. {reason}", { name, reason }), again: { label: say("Try again"), how: {} } };
}
