/** Requests about directories that are only read: their files are no documents, and have paths, not ids. */

import { parameters } from "./urls.js";

/** @typedef {import("./api.js").Document} Document */
/** @typedef {Pick<import("./api.js").Api, "ask">} Asking */

/**
 * @typedef {object} Area
 * @property {string} name
 * @property {boolean} readOnly
 */

/**
 * A file of an area, as the API has it; its type is told by its name alone.
 * @typedef {object} AreaFile
 * @property {string} name
 * @property {string} path in the area
 * @property {string} type
 * @property {number} size in bytes
 */

/**
 * Some of what lies in a folder of an area.
 * @typedef {object} AreaFolder
 * @property {string} folder
 * @property {readonly {name: string, path: string}[]} folders
 * @property {readonly AreaFile[]} files
 * @property {string | null} next where the rest begins
 */

/**
 * @param {Asking} api
 * @returns {Promise<readonly Area[]>}
 */
export async function listAreas(api) {
  const answer = await /** @type {Promise<{areas: Area[]}>} */ (api.ask("/areas", {}));
  return answer.areas;
}

/**
 * @param {Asking} api
 * @param {string} area its name
 * @param {string} folder
 * @param {string | null} cursor where it goes on
 * @returns {Promise<AreaFolder>}
 */
export function listAreaFolder(api, area, folder, cursor) {
  return api.ask(`/areas/${encodeURIComponent(area)}${parameters({ folder: folder || null, cursor })}`, {});
}

/**
 * Makes a document of a file; the file stays as it is.
 * @param {Asking} api
 * @param {string} area its name
 * @param {string} path of the file
 * @param {string} folder where the document is to lie
 * @returns {Promise<Document>}
 */
export function copyFromArea(api, area, path, folder) {
  const place = path.split("/").map(encodeURIComponent).join("/");
  const body = JSON.stringify({ folder });
  return api.ask(`/areas/${encodeURIComponent(area)}/copy/${place}`, { method: "POST", body });
}
