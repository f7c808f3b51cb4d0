/** Why a file was not taken, and what to do about it. Pure. */

import { whyRefused } from "../../api/refusals.js";
import { sizeInWords } from "../../api/words.js";
import { say, text } from "../../shell/texts.js";

/** @type {Readonly<Record<string, string>>} */
const REASONS = Object.freeze({
  "offline": text("The connection was lost. Try again when it is back."),
  "signed-out": text("You are signed out. Sign in and try again."),
  "too-large": text("It is larger than this server takes."),
  "storage-full": text("The server's disk is full. Make room and try again."),
  "storage-low": text("The server's disk is nearly full. Make room on it and try again."),
  "quota-exceeded": text("The workspace holds as much as it may. Make room and try again."),
  "read-only": text("The workspace cannot be written at the moment. Try again later."),
  "storage-failed": text("The server could not store it. Try again."),
  "invalid-name": text("Its name is not allowed. Rename it and add it again."),
  "busy": text("The server is busy. Try again in a moment."),
  "file-gone": text("It was changed, moved or removed on this device. Add it again."),
});

/** @param {import("../../api/api-problem.js").ApiProblem} problem */
export function uploadReason(problem) {
  const { code, detail, limit, mayPass } = problem;
  if (code === "too-large" && limit) return say("It is larger than {size}, the most that this server takes.", { size: sizeInWords(limit) });
  const reason = REASONS[code];
  if (reason) return say(reason);
  return detail ? whyRefused(problem) : `${whyRefused(problem)}${mayPass ? ` ${say("Try again.")}` : ""}`;
}
