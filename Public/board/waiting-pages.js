/** Pages that were laid on a board without a connection: they are laid, or taken off again, once it is back. */

import { ApiProblem } from "../api/api-problem.js";
import { documentPath, parameters } from "../api/urls.js";
import { layingOf } from "../api/waiting/waiting-layings.js";
import { choiceOf } from "./page-picker.js";
import { MEDIA_TYPE, readBoard } from "./saving/board-document.js";
import { EMPTY_BOARD, serializeBoard } from "./saving/board-file.js";
import { withDocuments, withoutCards } from "./board-placing.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api.js").Preview} Preview */
/** @typedef {import("../api/waiting/change-queue.js").QueuedChange} QueuedChange */
/** @typedef {import("./page-picker.js").Choice} Choice */
/** @typedef {import("../api/waiting/waiting-layings.js").Ask} Ask */

/** So many pages of each document are laid down: a board is a desk, and no shelf. */
export const MOST_PAGES = 24;

/** Answers after which the pages of a document may be there a moment later. */
const PASSING = new Set([0, 401, 429, 502, 503, 504]);

/**
 * Whether it is not known which pages a document has: nothing is said of them by such an answer.
 * @param {unknown} error
 */
function saysNothing(error) {
  return PASSING.has(ApiProblem.from(error).status);
}

/**
 * The pages of a document that are laid on a board; null where it has none.
 * @param {Document} document
 * @param {Preview | null} preview
 * @returns {Choice | null}
 */
export function layablePages(document, preview) {
  const numbers = preview?.pages.map(({ number }) => number) ?? [];
  return preview && numbers.length ? choiceOf(document, preview, numbers.slice(0, MOST_PAGES)) : null;
}

/**
 * The names of a laying's cards, in their order: each of them is the same however often it is laid.
 * @param {string} laying
 */
export function cardNames(laying) {
  let count = 0;
  return () => `${laying}-${(count += 1)}`;
}

/**
 * Makes the board that pages wait for. The server knows the laying again, and makes one board for it.
 * @param {QueuedChange} change
 * @param {Ask} ask
 * @returns {Promise<Document>}
 */
export async function make({ document: { name, folder }, entries }, ask) {
  const headers = { "Content-Type": MEDIA_TYPE, "Idempotency-Key": layingOf({ entries }) };
  const path = `/documents${parameters({ name, folder: folder || null, conflict: "rename" })}`;
  return (await ask(path, { method: "POST", body: serializeBoard(EMPTY_BOARD), headers })).json();
}

/**
 * Lays what waits on a board, or takes it off, on the board as it is by now.
 * @param {QueuedChange} change
 * @param {Ask} ask
 * @returns {Promise<{board: Document, missing: readonly string[]}>}
 */
export async function lay(change, ask) {
  const path = documentPath(change.id);
  /** @type {Document} */
  const document = await (await ask(path, { cache: "no-cache" })).json();
  const content = readBoard(await (await ask(`${path}/content`, { cache: "no-cache" })).text());
  const begins = `${layingOf(change)}-`;
  const lying = content.cards.map(({ id }) => id).filter((id) => id.startsWith(begins));
  if (change.after === null) return { board: lying.length ? await replace(document, serializeBoard(withoutCards(content, lying)), ask) : document, missing: [] };
  // They are there from a try whose answer was lost.
  if (lying.length > 0) return { board: document, missing: [] };
  const { choices, missing } = await found(/** @type {readonly string[]} */ (change.after), ask);
  if (choices.length === 0) return { board: document, missing };
  const { board } = withDocuments(content, choices, cardNames(layingOf(change)));
  return { board: await replace(document, serializeBoard(board), ask), missing };
}

/**
 * @param {readonly string[]} ids
 * @param {Ask} ask
 */
async function found(ids, ask) {
  /** @type {Choice[]} */
  const choices = [];
  /** @type {string[]} */
  const missing = [];
  for (const id of ids) {
    const choice = await pagesOf(id, ask);
    if (choice) choices.push(choice);
    else missing.push(id);
  }
  return { choices, missing };
}

/**
 * @param {string} id
 * @param {Ask} ask
 */
async function pagesOf(id, ask) {
  try {
    const document = /** @type {Document} */ (await (await ask(documentPath(id), { cache: "no-cache" })).json());
    return document.trashed ? null : layablePages(document, await (await ask(`${documentPath(id)}/preview`, {})).json());
  } catch (error) {
    if (saysNothing(error)) throw error;
    return null;
  }
}

/**
 * @param {Document} document
 * @param {string} text
 * @param {Ask} ask
 * @returns {Promise<Document>}
 */
async function replace(document, text, ask) {
  const headers = { "Content-Type": MEDIA_TYPE, "If-Match": `"${document.sha256}"` };
  return (await ask(`${documentPath(document.id)}/content`, { method: "PUT", body: text, headers })).json();
}
