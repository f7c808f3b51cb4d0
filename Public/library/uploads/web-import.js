/** Adds what lies at a web address: the server fetches it, as a job. */

import { ApiProblem } from "../../api/api-problem.js";
import { whyRefused } from "../../api/refusals.js";
import { askForName } from "../../shell/name-sheet.js";
import { say, text } from "../../shell/texts.js";
import { webAddressIn } from "./adding-words.js";

/**
 * @typedef {object} WebImportPorts
 * @property {import("../../api/job-api.js").JobImports} imports
 * @property {Pick<import("../../api/notices.js").Notices, "failed" | "problem" | "show">} notices
 * @property {string} folder
 */

const NONE = text("That is no web address. It begins with https://");

/** @type {Readonly<Record<string, string>>} */
const REASONS = Object.freeze({
  "offline": text("The server does not answer. Try again when the connection is back."),
  "not-found": text("This server does not fetch from the web."),
});

/** @param {WebImportPorts} ports */
export function askForAddress(ports) {
  askForName({
    title: say("Add from the web"), label: say("Address"), name: "", action: say("Add"), longest: 2048, missing: say("An address is needed."),
    problemOf: (address) => (address === "" || isBegun(address) || addressIn(address) ? "" : say(NONE)),
    take: (address) => take(address, ports), refused: (reason) => ports.notices.problem(reason),
  });
}

/**
 * The address that a person means, who may leave its beginning out.
 * @param {string} text
 */
function addressIn(text) {
  return webAddressIn(text.includes("://") ? text : `https://${text}`);
}

/**
 * Whether a text may become an address while it is typed.
 * @param {string} text
 */
function isBegun(text) {
  return ["http://", "https://"].some((scheme) => scheme.startsWith(text.toLowerCase()));
}

/**
 * Hands an address to the server; the reason where it will not do, or null.
 * @param {string} text
 * @param {WebImportPorts} ports
 */
export async function take(text, { imports, notices, folder }) {
  const url = addressIn(text);
  if (!url) return say(NONE);
  try {
    await imports.importFrom({ url, folder });
    notices.show({ text: say("Fetching from {hostname}…", { hostname: new URL(url).hostname }) });
    return null;
  } catch (error) {
    const problem = ApiProblem.from(error);
    if (problem.signedOut) notices.failed(problem, "");
    const reason = REASONS[problem.code];
    return reason ? say(reason) : whyRefused(problem);
  }
}
