/** Sends a file until it has arrived: what an interruption cuts off goes on by itself. No screen, no browser's time. */

import { ApiProblem } from "../../api/api-problem.js";

/** @typedef {import("../../api/resumable-uploads.js").Standing} Standing */
/** @typedef {import("../../api/resumable-uploads.js").UploadFacts} UploadFacts */

/** Longer files go in pieces, each of so many bytes. */
export const PIECE_BYTES = 8 * 1024 * 1024;

/** A server that answers with trouble is asked so many times; one that does not answer, as often as it takes. */
export const MOST_REFUSALS = 6;

const FIRST_MILLISECONDS = 1000;
const LONGEST_MILLISECONDS = 30_000;

/**
 * @typedef {object} SendingPorts
 * @property {(milliseconds: number, signal: AbortSignal) => Promise<void>} pause ends early when the connection is back
 * @property {(isStalled: boolean) => void} stalled told when nothing gets through, and when something does again
 */

/**
 * @typedef {object} PieceTarget
 * @property {UploadFacts} facts
 * @property {string | null} address of the upload, where it was begun before
 * @property {(address: string) => void} began told the address of a new upload
 * @property {(sent: number) => void} progress
 */

/** @typedef {Pick<import("../../api/resumable-uploads.js").ResumableUploads, "begin" | "standing" | "send">} PieceUploads */

/**
 * Tries something until it is done, however often the connection is lost.
 * @template Value
 * @param {() => Promise<Value>} attempt
 * @param {Blob} file whose bytes are sent: one that cannot be read any more looks like a lost connection
 * @param {SendingPorts} ports
 * @param {AbortSignal} signal
 * @returns {Promise<Value>} refused with a problem that does not pass by itself
 */
export async function persist(attempt, file, { pause, stalled }, signal) {
  for (let refusals = 0, losses = 0; ;) {
    try {
      const value = await attempt();
      stalled(false);
      return value;
    } catch (error) {
      const problem = ApiProblem.from(error);
      const isLost = problem.code === "offline" || problem.code === "unanswered";
      if (isLost && !(await isReadable(file))) throw new ApiProblem(0, "file-gone", "");
      [refusals, losses] = isLost ? [0, losses + 1] : [refusals + 1, 0];
      if (!passesByItself(problem) || refusals >= MOST_REFUSALS) throw problem;
      stalled(true);
      await pause(waitOf(Math.max(refusals, losses), problem.retryAfter), signal);
      if (signal.aborted) throw ApiProblem.aborted();
    }
  }
}

/**
 * Sends a file in pieces; an upload that the server does not know any more is begun again.
 * @param {File} file
 * @param {PieceTarget} target
 * @param {PieceUploads} uploads
 * @param {SendingPorts} ports
 * @param {AbortSignal} signal
 * @returns {Promise<string>} the id of the document
 */
export async function sendInPieces(file, target, uploads, ports, signal) {
  let { address } = target;
  /** @type {Standing | null} */
  let standing = null;
  const next = async () => {
    // After whatever went wrong the server is asked how much it has.
    const known = standing;
    standing = null;
    let now = address === null ? null : known ?? await uploads.standing(address, signal);
    if (address === null || now === null || now.offset > file.size) {
      address = await uploads.begin(target.facts, signal);
      target.began(address);
      now = { offset: 0, document: null };
    }
    target.progress(now.offset);
    standing = now.document === null ? await sendPiece(file, address, now.offset, target, uploads, signal) : now;
    return standing;
  };
  for (;;) {
    const { document } = await persist(next, file, ports, signal);
    if (document !== null) return document;
  }
}

/**
 * @param {File} file
 * @param {string} address
 * @param {number} offset
 * @param {PieceTarget} target
 * @param {PieceUploads} uploads
 * @param {AbortSignal} signal
 */
function sendPiece(file, address, offset, { progress }, uploads, signal) {
  return uploads.send(address, file.slice(offset, offset + PIECE_BYTES), { offset, progress }, signal);
}

/**
 * How long it is waited before the next try: as long as the server says, or else twice as long each time.
 * @param {number} failures from 1
 * @param {number | null} retryAfter in seconds
 */
export function waitOf(failures, retryAfter) {
  const own = FIRST_MILLISECONDS * 2 ** Math.min(failures - 1, 10);
  return Math.min(LONGEST_MILLISECONDS, Math.max(own, (retryAfter ?? 0) * 1000));
}

/** @param {ApiProblem} problem */
function passesByItself(problem) {
  // A full disk does not become empty by waiting; another request that goes on with the upload passes.
  return problem.code === "offset-mismatch" || problem.code === "idempotency-key-in-use"
    || (problem.mayPass && problem.status !== 507 && problem.code !== "read-only");
}

/**
 * Whether the first byte of a file can be read: it may have been changed, moved or removed.
 * @param {Blob} file
 */
async function isReadable(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
