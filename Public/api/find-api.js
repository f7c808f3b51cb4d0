/** Asks the server where words stand in a document; the answer comes in pieces, a line of JSON each. */

import { ApiProblem } from "./api-problem.js";

/**
 * Places on a page are words, by their place among those of the page, and places in them.
 * @typedef {object} Hit
 * @property {readonly [number, number]} start
 * @property {readonly [number, number]} end behind the last letter
 * @property {readonly (readonly [number, number, number, number])[]} boxes of the words, in page units
 * @property {string} before what stands before it
 * @property {string} text
 * @property {string} after what stands after it
 */

/**
 * @typedef {object} FindPiece
 * @property {number} searched pages so far
 * @property {number} pageCount
 * @property {{page: number, hits: Hit[]}[]} pages
 * @property {number[]} [failed] pages whose words could not be read
 * @property {boolean} [done] whether it is the last one
 * @property {boolean} [cutOff] whether there are more hits than are told
 */

/** @typedef {{text: string, matchesCase: boolean, matchesAccents: boolean, wholeWords: boolean, anyWord?: boolean}} FindParameters */

/**
 * @param {Pick<import("./api.js").Api, "send">} api
 * @param {string} path of the document or its version, as `/documents/ID`
 * @param {FindParameters & {from: number}} parameters `from` is the page to begin with
 * @param {(piece: FindPiece) => void} take called with each piece as it comes
 * @param {AbortSignal} signal
 * @throws {ApiProblem} also in the middle of the answer
 */
export async function findInDocument(api, path, { text, matchesCase, matchesAccents, wholeWords, anyWord = false, from }, take, signal) {
  const query = new URLSearchParams({
    q: text, case: String(matchesCase), accents: String(matchesAccents), words: String(wholeWords), ...(anyWord && { any: "true" }), from: String(from),
  });
  const response = await api.send(`${path}/find?${query}`, { signal });
  let isDone = false;
  for await (const line of linesOf(response)) {
    if (signal.aborted) return;
    const piece = JSON.parse(line);
    if (piece.code) throw new ApiProblem(500, piece.code, piece.detail);
    isDone = piece.done === true;
    take(piece);
  }
  if (!isDone) throw ApiProblem.offline();
}

/**
 * @param {Response} response
 * @throws {ApiProblem} when the line goes away
 */
async function* linesOf(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const part = await reader?.read().catch((error) => {
      throw ApiProblem.from(error);
    });
    if (!part || part.done) break;
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}
