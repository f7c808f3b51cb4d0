/**
 * A recording and its lines of text. README.md describes the format.
 *
 * Times are relative to the first event and rounded to thousandths of a millisecond, finer than any browser's clock. So
 * 500 ms after a touch stay 500 ms, without the noise of subtraction.
 */

import { placeOf } from "../sample.js";

/** @typedef {import("../sample.js").Sample} Sample */

/**
 * A sample as it is kept: without the object that it hit, whose name it has instead, and without what was predicted.
 * @typedef {Omit<Sample, "target" | "predicted"> & {readonly view?: string}} KeptSample
 */

/**
 * @typedef {object} RecordedEvent
 * @property {number} time ms: when it counted, which timers are compared with
 * @property {readonly KeptSample[]} samples
 */

/**
 * @typedef {object} Recording
 * @property {{readonly width: number, readonly height: number} | null} surface px: the size that it was made on
 * @property {readonly RecordedEvent[]} events in the order of their times
 * @property {boolean} [isCut] whether more has happened than is kept
 * @property {number} duration ms, the wait after the last event included: a timer may have run out in it
 */

/** The value in the first line of a recording. */
export const FORMAT = "gesture-recording";
/** Raised when a reader of the version before would misread it. */
export const VERSION = 1;

const PHASES = Object.freeze(["began", "moved", "ended", "cancelled"]);

/** A text that is no recording, with the line that is wrong. */
export class RecordingError extends Error {
  /** @override */
  name = "RecordingError";

  /**
   * @param {number} line counted from 1
   * @param {string} reason
   */
  constructor(line, reason) {
    super(`line ${line} of the recording: ${reason}`);
    this.line = line;
  }
}

/**
 * Milliseconds to the thousandth.
 * @param {number} time
 */
export function rounded(time) {
  return Math.round(time * 1000) / 1000;
}

/**
 * The recording as text: JSON Lines, a header, a line for each event, and one that says how long it is.
 * @param {Recording} recording
 * @returns {string}
 */
export function linesOf({ surface, events, duration, isCut }) {
  const end = { duration, ...(isCut && { cut: true }) };
  const lines = [{ format: FORMAT, version: VERSION, ...(surface && { surface }) }, ...events, end];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * Reads what {@link linesOf} wrote. A text that was cut off between two lines is read as far as it goes.
 * @param {string} text
 * @returns {Recording}
 * @throws {RecordingError} where it is of another format or version, or no line that can be played
 */
export function recordingFrom(text) {
  const [header, ...lines] = text.split("\n").flatMap(parsed);
  /** @type {Line} */
  const { number, members } = header ?? { number: 1, members: {} };
  if (members["format"] !== FORMAT) throw new RecordingError(number, `is not of the format ${FORMAT}`);
  if (members["version"] !== VERSION) {
    throw new RecordingError(number, `version ${String(members["version"])}, not ${VERSION}`);
  }
  const last = lines.at(-1)?.members;
  const isWhole = last !== undefined && "duration" in last;
  const events = eventsOf(isWhole ? lines.slice(0, -1) : lines);
  const end = events.at(-1)?.time ?? 0;
  const duration = isWhole && isTime(last["duration"]) ? Math.max(end, last["duration"]) : end;
  const isCut = isWhole && last["cut"] === true;
  return { surface: surfaceOf(members["surface"]), events, duration, ...(isCut && { isCut }) };
}

/**
 * A line that is not empty, as counted from 1 in the text.
 * @typedef {{readonly number: number, readonly members: Record<string, unknown>}} Line
 */

/**
 * @param {string} line
 * @param {number} index
 * @returns {Line[]} none for an empty line
 */
function parsed(line, index) {
  if (line.trim() === "") return [];
  try {
    const value = /** @type {unknown} */ (JSON.parse(line));
    if (isRecord(value)) return [{ number: index + 1, members: value }];
  } catch {
    // Said below, as for what is JSON and no object.
  }
  throw new RecordingError(index + 1, "is no JSON object");
}

/**
 * @param {readonly Line[]} lines
 * @returns {RecordedEvent[]}
 */
function eventsOf(lines) {
  let latest = 0;
  return lines.map((line) => {
    const event = eventOf(line);
    if (event.time < latest) throw new RecordingError(line.number, "goes back in time");
    latest = event.time;
    return event;
  });
}

/**
 * @param {Line} line
 * @returns {RecordedEvent}
 */
function eventOf({ number, members: { time, samples } }) {
  if (!isTime(time)) throw new RecordingError(number, "has no time");
  if (!Array.isArray(samples) || !samples.every(isSample)) throw new RecordingError(number, "has no samples");
  return { time, samples };
}

/**
 * Whether all is there that cannot be left out; the arbiter looks after numbers that make no sense.
 * @param {unknown} value
 * @returns {value is KeptSample}
 */
function isSample(value) {
  if (!isRecord(value) || !PHASES.includes(String(value["phase"]))) return false;
  const { id, time, coalesced } = value;
  const areMoments = coalesced === undefined || (Array.isArray(coalesced) && coalesced.every(isRecord));
  return Number.isSafeInteger(id) && typeof time === "number" && areMoments && placeIsSound(value);
}

/** @param {Record<string, unknown>} value */
function placeIsSound({ x, y }) {
  if (x === undefined && y === undefined) return true;
  const sample = /** @type {Sample} */ ({ phase: "moved", id: 0, time: 0, x, y });
  return typeof x === "number" && typeof y === "number" && placeOf(sample, null) !== null;
}

/** @param {unknown} value */
function surfaceOf(value) {
  if (!isRecord(value)) return null;
  const { width, height } = value;
  return isTime(width) && isTime(height) ? { width, height } : null;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @returns {value is number} finite, not negative
 */
function isTime(value) {
  return typeof value === "number" && value >= 0 && value < Infinity;
}
