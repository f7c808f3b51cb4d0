/** Names for what comes without one, and addresses. Pure; the clock is handed in. */

import { say } from "../../shell/texts.js";

/** @typedef {import("../../api/api.js").Document} Document */

/** Names that browsers give to pictures that have none. */
const NAMELESS = /^(image|photo|video|unknown|blob|clipboard)?\.[a-z0-9]{2,5}$/iu;

/** @type {Readonly<Record<string, string>>} */
const EXTENSIONS = Object.freeze({
  "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif", "image/svg+xml": "svg", "image/heic": "heic",
  "video/mp4": "mp4", "video/quicktime": "mov", "text/plain": "txt", "text/html": "html", "application/pdf": "pdf",
});

/**
 * A name with the moment in it: "Picture 2026-11-28 09.05.07.png". No system refuses it, and names sort by time.
 * @param {string} what
 * @param {string} type a media type
 * @param {Date} now
 */
export function datedName(what, type, now) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-");
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(".");
  const extension = EXTENSIONS[type.split(";")[0] ?? ""];
  return `${what} ${day} ${time}${extension ? `.${extension}` : ""}`;
}

/**
 * A file under a name of its own, where it has none but what the browser made up.
 * @param {File} file
 * @param {string} what
 * @param {Date} now
 */
export function named(file, what, now) {
  if (file.name && !NAMELESS.test(file.name)) return file;
  return new File([file], datedName(what, file.type, now), { type: file.type, lastModified: file.lastModified });
}

/**
 * The documents that what was copied becomes: the files, or else the text, where there is more in it than space.
 * @param {readonly File[]} files
 * @param {string} text
 * @param {Date} now
 */
export function pastedFiles(files, text, now) {
  if (files.length) return files.map((file) => named(file, say("Picture"), now));
  if (!text.trim()) return [];
  return [new File([text], datedName(say("Text"), "text/plain", now), { type: "text/plain;charset=utf-8", lastModified: now.getTime() })];
}

/**
 * Where a document lies, in words.
 * @param {Pick<Document, "folder">} document
 */
export function placeInWords({ folder }) {
  return folder.split("/").at(-1) || say("All documents");
}

/**
 * The web address in a text; null where it is none that a server fetches.
 * @param {string} text
 */
export function webAddressIn(text) {
  try {
    const url = new URL(text.trim());
    return ["http:", "https:"].includes(url.protocol) && url.hostname !== "" && !url.username && !url.password ? url.href : null;
  } catch {
    return null;
  }
}
