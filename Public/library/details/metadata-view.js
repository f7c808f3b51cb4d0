/** The metadata of a document, as elements: the same in the reader and beside the list. */

import { element, icon } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { whyRefused } from "../../api/refusals.js";
import { documentPath, documentUrl } from "../../api/urls.js";
import { dateInFull, numberInWords, timeInFigures } from "../../api/words.js";
import { metadataSections } from "./metadata-sections.js";

/** @typedef {import("./metadata-sections.js").Description} Description */
/** @typedef {import("./metadata-sections.js").Row} Row */
/** @typedef {import("./metadata-sections.js").Section} Section */

/**
 * @param {Pick<import("../../api/api.js").Api, "ask">} api
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<Description>}
 */
export function askMetadata(api, id, signal) {
  return api.ask(`${documentPath(id)}/metadata`, { signal });
}

/**
 * @param {Description} found
 * @param {string} id
 * @param {readonly string[]} [known] labels of facts that are shown beside it already
 * @returns {HTMLElement[]}
 */
export function metadataElements(found, id, known = []) {
  const attachment = (/** @type {number} */ number) => `${documentUrl(id)}/attachments/${number}`;
  const sections = metadataSections(found, { attachment, date: dateInFull, time: timeInFigures });
  const shown = sections.map((section) => ({ ...section, rows: section.rows.filter(({ label }) => !known.some((one) => say(one) === label)) }));
  const views = shown.filter(({ rows }) => rows.length > 0).map(sectionView);
  return found.reason ? [...views, missingFact(whyRefused(found.reason))] : views;
}

/**
 * @param {string} words why there is no more
 * @returns {HTMLElement}
 */
export function missingFact(words) {
  return element("p", { class: "secondary" }, words);
}

/**
 * Labels and values in two columns.
 * @param {readonly Row[]} rows
 */
function factList(rows) {
  return element("dl", {}, ...rows.flatMap(({ label, value, link }) => {
    const name = link ? element("a", { class: "info-link", href: link, download: label }, icon("download"), label) : label;
    return [element("dt", {}, name), element("dd", {}, value)];
  }));
}

/** @param {Section} section */
function sectionView({ title, rows, long }) {
  const list = factList(rows);
  if (!long) return element("section", {}, element("h3", {}, title), list);
  return element("details", {}, element("summary", {}, `${title} (${numberInWords(rows.length)})`), list);
}
