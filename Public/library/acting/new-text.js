/** Makes an empty text and opens it, to be written. */

import { documentPath } from "../../shell/address.js";
import { say } from "../../shell/texts.js";

/**
 * @typedef {object} NewTextParts
 * @property {Pick<import("../../api/api.js").Api, "create">} api
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../../api/notices.js").Notices, "failed">} notices
 */

/**
 * @param {NewTextParts} parts
 * @param {string} folder in which it lies
 * @returns {Promise<import("../../shell/actions.js").Outcome>}
 */
export async function makeText({ api, router, notices }, folder) {
  try {
    const { id } = await api.create({ name: `${say("Text")}.txt`, folder, type: "text/plain" }, "");
    router.go(documentPath(id, undefined, undefined, "text"));
    return "done";
  } catch (error) {
    notices.failed(error, say("The text could not be made. Try again in a moment."));
    return "failed";
  }
}
