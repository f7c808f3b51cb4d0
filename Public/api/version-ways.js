/** By which way a version came, in words. Pure. */

import { say, text } from "../shell/texts.js";

/** @type {Readonly<Record<string, string>>} */
const WAYS = Object.freeze({
  "drop-folder": text("from the drop folder"),
  "disk": text("changed on the disk"),
  "command-line": text("by a command"),
  "sample": text("came with Sheaf"),
  "hand-over": text("from another app"),
  "web": text("from the web"),
});

/**
 * The author and the origin of a version; "" where neither is known.
 * @param {Pick<import("./version-api.js").Version, "author" | "origin">} version
 */
export function wayInWords({ author, origin }) {
  // The server calls the sessions of all browsers so.
  const who = author === "browser" ? say("in the browser") : author ?? "";
  const way = WAYS[origin];
  return [who, way ? say(way) : ""].filter((part) => part !== "").join(", ");
}
