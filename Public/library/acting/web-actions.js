/** Actions of web apps that users declared: each is given copies, in a tab of its own, and says how it ended. */

import { visit } from "../../shell/elsewhere.js";
import { say } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { jobEnd } from "../../api/job-ends.js";
import { beginAction } from "../../api/opener-api.js";
import { titleFor, usable } from "../../shell/actions.js";
import { documentItem, documentsOf, itemsInWords } from "./library-item.js";

/** @typedef {import("../../api/opener-api.js").Handler} Handler */
/** @typedef {import("../../shell/actions.js").Outcome} Outcome */
/** @typedef {import("./library-item.js").LibraryItem} LibraryItem */
/** @typedef {import("./library-actions.js").LibraryAction} LibraryAction */

/** The server gives a web app so many at a time. */
const MOST = 20;

/**
 * @typedef {object} WebActionParts
 * @property {Pick<import("../../api/api.js").Api, "ask">} api
 * @property {Pick<import("../../api/notices.js").Notices, "show" | "problem" | "failed">} notices
 */

/** @typedef {{id: string, label: string, icon: string, sign?: string, act: () => Promise<Outcome | null>}} OfferedAction */

/**
 * The declared actions, as entries of the list of all actions.
 * @param {readonly Handler[]} handlers
 * @param {(handler: Handler, items: readonly LibraryItem[]) => Promise<Outcome>} run
 * @returns {LibraryAction[]}
 */
export function webActions(handlers, run) {
  return handlers.filter(({ role, rank, url }) => role === "action" && rank !== "none" && url !== undefined).map((handler) => ({
    id: handler.identifier, title: handler.name ?? handler.identifier, icon: "open", ...(handler.icon ? { sign: handler.icon } : {}),
    role: "send", takes: "many", types: handler.contentTypes, act: (items) => run(handler, items),
  }));
}

/**
 * The declared actions that can be done to one open document, as entries of its menu.
 * @param {import("../../api/api.js").Document} document
 * @param {WebActionParts & {handlers: readonly Handler[], types: import("../../api/type-tree.js").TypeTree}} parts
 * @returns {OfferedAction[]}
 */
export function webActionsOn(document, { api, notices, handlers, types }) {
  if (document.trashed) return [];
  const item = documentItem(document);
  const all = webActions(handlers, (handler, items) => runWebAction({ api, notices }, handler, items));
  return usable(all, [item], (_, type) => types.conforms(document.type, type)).map((action) => ({
    id: action.id, label: titleFor(action, [item]), icon: action.icon, ...(action.sign ? { sign: action.sign } : {}),
    act: async () => action.act([item], { anchor: window.document.body }),
  }));
}

/**
 * Gives a web app copies, and waits until it says how it ended, until its job is cancelled, or until its time is over.
 * @param {WebActionParts} parts
 * @param {Handler} handler
 * @param {readonly LibraryItem[]} items
 * @returns {Promise<Outcome>}
 */
export async function runWebAction({ api, notices }, handler, items) {
  const name = handler.name ?? handler.identifier;
  const documents = documentsOf(items);
  if (documents.length > MOST) {
    notices.problem(say("{app} takes at most {number} documents at a time. Select fewer.", { app: name, number: MOST }));
    return "failed";
  }
  try {
    const { url, job } = await beginAction(api, handler.identifier, documents.map(({ id }) => id));
    visit(url);
    const also = { label: say("Show the tab again"), act: () => visit(url) };
    notices.show({ text: say("{app} has got copies: {what}", { app: name, what: itemsInWords(items) }), also });
    return told(await jobEnd(api, job.id), name, notices);
  } catch (error) {
    const isGone = ApiProblem.from(error).code === "not-found";
    notices.failed(error, isGone ? say("{app} is known here no more.", { app: name }) : say("{app} could not be given copies. Try again in a moment.", { app: name }));
    return "failed";
  }
}

/**
 * @param {import("../../api/job-api.js").Job | null} job that has ended
 * @param {string} app
 * @param {WebActionParts["notices"]} notices
 * @returns {Outcome}
 */
function told(job, app, notices) {
  if (job?.state === "cancelled") return "cancelled";
  if (job?.state !== "finished") {
    notices.problem(say("{app} did not say how it ended.", { app }));
    return "failed";
  }
  notices.show({ text: `${app}: ${job.detail || say("Done")}` });
  return "done";
}
