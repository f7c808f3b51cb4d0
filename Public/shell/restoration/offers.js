/** Offers to go on with a document: what a browser tells others of the one that it shows, and how an offer reads. Pure. */

import { isRecord } from "../last-seen.js";
import { say } from "../texts.js";
import { deviceInWords } from "./device-name.js";

/** @typedef {import("./state-archive.js").Archive} Archive */
/** @typedef {{client: string, id: string, page: number, path: string, device: {browser: string, system: string} | null}} Offer `device` is null for this one */

/** So long what was read in this browser is offered, and what was dismissed is not, in ms. */
export const DAY = 24 * 3600 * 1000;

/** Of longer names the middle is left out. */
const LONGEST_NAME = 64;

/**
 * The text by which this browser tells other devices of the document that it shows.
 * @param {{id: string, page: number, path: string} | null} place null where no document is shown, or a private one
 * @param {string} client
 * @param {{browser: string, system: string}} device
 */
export function tellingOf(place, client, device) {
  const { id = null, page = 1, path = "/" } = place ?? {};
  return { client, id, page, path, ...device };
}

/**
 * The document that was shown when the archive was made; null where none was, or not within the last day.
 * @param {Archive | null} archive
 * @param {string} client
 * @param {number} now in ms since 1970
 * @returns {Offer | null}
 */
export function ownOffer(archive, client, now) {
  const isRecent = archive !== null && now - Date.parse(archive.savedAt) < DAY;
  const offer = isRecent ? understoodOffer({ ...archive.slots["shell/document"], client }) : null;
  return offer && { ...offer, device: null };
}

/**
 * @param {unknown} kept
 * @returns {Offer | null}
 */
export function understoodOffer(kept) {
  if (!isRecord(kept)) return null;
  const { client, id, page, path, browser, system } = kept;
  if (typeof client !== "string" || typeof id !== "string" || typeof path !== "string") return null;
  // A client that may write there must not lead anywhere else.
  if (!path.startsWith(`/d/${encodeURIComponent(id)}`)) return null;
  const device = { browser: nameIn(browser), system: nameIn(system) };
  return { client, id, page: typeof page === "number" && Number.isSafeInteger(page) ? page : 1, path, device };
}

/**
 * @param {Offer} offer
 * @param {string} name of the document
 */
export function offerInWords({ page, device }, name) {
  name = shortened(name);
  if (!device) return page > 1 ? say("Continue with {name}, page {page}", { name, page }) : say("Continue with {name}", { name });
  const from = deviceInWords(device);
  return page > 1 ? say("Continue here: {name}, page {page}, from {device}", { name, page, device: from }) : say("Continue here: {name}, from {device}", { name, device: from });
}

/**
 * A long name without its middle: its end tells it from others, and the page stays in sight.
 * @param {string} name
 */
function shortened(name) {
  const letters = [...name];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 20).join("")}…${letters.slice(-18).join("")}` : name;
}

/** @param {unknown} name */
function nameIn(name) {
  return typeof name === "string" ? name.slice(0, 40) : "";
}
