/** Makes an empty text and opens it, to be written. */

import { documentPath } from "../../shell/address.js";
import { say } from "../../shell/texts.js";

/**
 * @typedef {object} NewTextParts
 * @property {Pick<import("../../api/api.js").Api, "create">} api
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../../api/notices.js").Notices, "failed" | "show">} notices
 */

/**
 * @param {NewTextParts} parts
 * @param {string} folder in which it lies
 * @returns {Promise<import("../../shell/actions.js").Outcome>}
 */
export async function makeText({ api, router, notices }, folder) {
  const { href } = location;
  try {
    const { id, name } = await api.create({ name: `${say("Text")}.txt`, folder, type: "text/plain" }, "");
    const open = () => router.go(documentPath(id, undefined, undefined, "text"));
    // A user that has gone elsewhere meanwhile stays there.
    if (location.href === href) open();
    else notices.show({ text: say("{name} was made", { name }), also: { label: say("Open"), act: open } });
    return "done";
  } catch (error) {
    notices.failed(error, say("The text could not be made. Try again in a moment."));
    return "failed";
  }
}
