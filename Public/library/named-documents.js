/** Documents that are named one by one, as a list has them. */

import { ApiProblem } from "../api/api-problem.js";
import { belongs } from "./places.js";

/** @typedef {import("../api/api.js").Document} Document */

/** So many are asked for at a time: a browser has six connections. */
const AT_ONCE = 5;

/**
 * Those of the named documents that are there and belong to the query, in its order. Removed ones are left out.
 * @param {Pick<import("../api/api.js").Api, "document">} api
 * @param {import("./places.js").Query} query
 * @param {import("../api/type-tree.js").TypeTree} types
 * @param {AbortSignal} signal
 * @returns {Promise<import("../api/api.js").DocumentPage>}
 * @throws {ApiProblem} where anything but the absence of one stands in the way
 */
export async function namedDocuments(api, query, types, signal) {
  const waiting = [...query.ids ?? []];
  /** @type {Document[]} */
  const found = [];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const document = await api.document(id, signal).catch(orMissing);
      if (document && !document.trashed && belongs(query, document, types)) found.push(document);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { documents: found, next: null };
}

/**
 * @param {unknown} error
 * @returns {null}
 */
function orMissing(error) {
  const problem = ApiProblem.from(error);
  if (problem.status === 404 || problem.status === 410) return null;
  throw problem;
}
