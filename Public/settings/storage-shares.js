/** The room that kinds of documents take up, as parts of the whole. Pure. */

import { text } from "../shell/texts.js";

/** @typedef {Pick<import("../api/workspace-api.js").Storage, "kinds" | "versions" | "trash" | "caches">} StorageParts */

/**
 * The names of the families of types, and of what is no document.
 * @type {Readonly<Record<string, string>>}
 */
export const KIND_NAMES = Object.freeze({
  board: text("Boards"), document: text("Documents"), spreadsheet: text("Spreadsheets"), presentation: text("Presentations"), image: text("Pictures"),
  audio: text("Sound"), video: text("Film"), model: text("Models"), message: text("Mail"), font: text("Fonts"),
  archive: text("Archives"), code: text("Code"), text: text("Text"), data: text("Other files"), folder: text("Packages"),
  versions: text("Earlier versions"), trash: text("Trash"), caches: text("Caches"),
});

/**
 * The parts with anything in them, each with its share of all: documents by kind, then what lies beside them.
 * @param {StorageParts} storage
 * @returns {{id: string, bytes: number, documents: number | undefined, fraction: number}[]}
 */
export function sharesOf({ kinds, versions, trash, caches }) {
  const parts = [
    ...kinds.map(({ kind, bytes, documents }) => ({ id: kind, bytes, documents })),
    { id: "versions", bytes: versions.bytes, documents: undefined },
    { id: "trash", bytes: trash.bytes, documents: trash.documents },
    { id: "caches", bytes: caches.bytes, documents: undefined },
  ].filter(({ bytes, documents = 0 }) => bytes > 0 || documents > 0);
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return parts.map((part) => ({ ...part, fraction: all > 0 ? part.bytes / all : 0 }));
}
