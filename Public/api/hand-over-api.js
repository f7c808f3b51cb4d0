/** Documents that other apps handed over, and that wait to be shown. */

import { ApiProblem } from "./api-problem.js";
import { documentPath } from "./urls.js";

/** @typedef {import("./api.js").Document} Document */

/**
 * The words of the app that hands a document over.
 * @typedef {object} HandOver
 * @property {string} [source] the name of the app
 * @property {unknown} [annotation] its remarks: any JSON
 * @property {boolean} open whether the document is to be shown at once
 */

/** More than so many are not shown one after the other: they lie in the Inbox. */
const MOST = 50;

/**
 * The documents of the Inbox that wait to be shown, the oldest first.
 * @param {Pick<import("./api.js").Api, "list">} api
 * @param {AbortSignal} signal
 * @returns {Promise<readonly Document[]>}
 */
export async function askWaiting(api, signal) {
  const { documents } = await api.list({ folder: "Inbox", sort: "-created" }, { cursor: null, limit: MOST }, signal);
  return documents.filter(({ provenance }) => provenance?.open === true).reverse();
}

/**
 * Says that a document is shown here. Of several tabs and devices one shows it.
 * @param {Pick<import("./api.js").Api, "ask" | "send">} api
 * @param {string} id
 * @returns {Promise<Document | null>} null where it is shown elsewhere, or is there no more
 */
export async function claim(api, id) {
  try {
    const response = await api.send(documentPath(id), { cache: "no-cache" });
    const document = /** @type {Document} */ (await response.json());
    if (document.provenance?.open !== true || document.trashed !== undefined) return null;
    const headers = { "Content-Type": "application/json", "If-Match": response.headers.get("ETag") ?? "*" };
    return await /** @type {Promise<Document>} */ (api.ask(documentPath(id), { method: "PATCH", headers, body: JSON.stringify({ open: false }) }));
  } catch (error) {
    if (["version-conflict", "not-found"].includes(ApiProblem.from(error).code)) return null;
    throw error;
  }
}
