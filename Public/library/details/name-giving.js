/** Names that are given to documents and were not typed: told of with a way back, or refused in words. */

import { say } from "../../shell/texts.js";
import { reasonOf } from "../folders/folder-actions.js";

/** @typedef {import("../../api/api.js").Document} Document */

/**
 * @typedef {object} NameGivingParts
 * @property {Pick<import("./document-edits.js").DocumentEdits, "set">} edits
 * @property {Pick<import("../../api/notices.js").Notices, "show" | "failed" | "problem">} notices
 */

/**
 * Gives a document another name.
 * @param {NameGivingParts} parts
 * @param {Document} document
 * @param {string} name
 * @returns {Promise<Document | null>} as it is by then; null where it keeps its name
 */
export async function giveName(parts, document, name) {
  const outcome = await parts.edits.set(document.id, "name", { base: document.name, value: name });
  if ("refused" in outcome) parts.notices.failed(outcome.refused, say("It keeps its name. {reason}", { reason: reasonOf(outcome.refused, name) }));
  if (!("done" in outcome) || outcome.before.name === outcome.done.name) return null;
  sayRenamed(parts, outcome.before, outcome.done);
  return outcome.done;
}

/**
 * @param {NameGivingParts} parts
 * @param {Document} before
 * @param {Document} after
 */
export function sayRenamed({ edits, notices }, before, after) {
  const undo = async () => {
    const outcome = await edits.set(after.id, "name", { base: after.name, value: before.name });
    if (!("done" in outcome)) notices.problem(say("{name} keeps its name.", { name: after.name }));
  };
  notices.show({ text: say("{before} is called {name} now", { before: before.name, name: after.name }), action: { label: say("Undo"), act: () => void undo() } });
}
