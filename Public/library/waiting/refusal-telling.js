/** Tells of changes that waited and could not be made: of one in full, of several by their number. */

import { sayCount, say } from "../../shell/texts.js";
import { refusalInWords } from "./change-words.js";

/** @typedef {import("../../api/waiting/change-sender.js").Refusal} Refusal */

/**
 * @typedef {object} TellingParts
 * @property {Pick<import("../../api/notices.js").Notices, "show">} notices
 * @property {Pick<import("../../api/waiting/changes-opening.js").ChangesOpening, "again">} changes
 * @property {() => void} open shows all of them
 */

/**
 * @param {readonly Refusal[]} refusals
 * @param {TellingParts} parts
 */
export function tellRefusals(refusals, { notices, changes, open }) {
  const [first] = refusals;
  if (!first) return;
  const show = { label: say("Show"), act: open };
  if (refusals.length > 1) {
    notices.show({ text: sayCount(refusals.length, "{n} change could not be made.", "{n} changes could not be made."), problem: true, also: show });
    return;
  }
  const { text, again } = refusalInWords(first);
  notices.show({ text, problem: true, also: again ? { label: again.label, act: () => changes.again(first, again.how) } : show });
}
