import { ApiProblem } from "./api-problem.js";
import { documentPath } from "./urls.js";

/** @typedef {import("./api.js").Document} Document */

/** How often it is tried where something else of the document changes at the same time. */
const MOST_TRIES = 3;

/**
 * Gives a document another name, unless it has another one by now than is known here. Then it was renamed elsewhere: the problem is
 * `name-changed`, with that name as its detail.
 * @param {Pick<import("./api.js").Api, "send">} api
 * @param {Pick<Document, "id" | "name">} known
 * @param {string} name
 * @returns {Promise<Document>} as it is then
 */
export async function renameKnown(api, known, name) {
  const path = documentPath(known.id);
  for (let tries = 1; ; tries += 1) {
    const found = await api.send(path, { cache: "no-cache" });
    const now = /** @type {Document} */ (await found.json());
    if (now.name !== known.name) throw new ApiProblem(412, "name-changed", now.name);
    const headers = { "Content-Type": "application/json", "If-Match": found.headers.get("ETag") ?? "*" };
    try {
      return await (await api.send(path, { method: "PATCH", headers, body: JSON.stringify({ name }) })).json();
    } catch (error) {
      if (tries === MOST_TRIES || ApiProblem.from(error).status !== 412) throw error;
    }
  }
}
