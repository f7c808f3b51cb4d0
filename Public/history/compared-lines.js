/** The changes of a text, as rows that can be drawn. Pure. */

import { say, sayCount } from "../shell/texts.js";

/** @typedef {import("../api/version-api.js").ComparedLine} ComparedLine */
/** @typedef {import("../api/version-api.js").Comparison} Comparison */

/** @typedef {{readonly text: string, readonly changed: boolean}} Segment */

/**
 * @typedef {{readonly kind: "gap", readonly lines: number}} GapRow lines that are the same in both and left out
 * @typedef {object} LineRow
 * @property {"context" | "removed" | "added"} kind
 * @property {number | null} old its number in the version before
 * @property {number | null} new its number in the version after
 * @property {readonly Segment[]} segments
 * @property {boolean} unended whether it is a last line that no line feed ends
 * @property {boolean} first whether a change begins here
 */

/** @typedef {GapRow | LineRow} Row */

/**
 * All rows, in the order in which they are read.
 * @param {Comparison} comparison
 * @returns {Row[]}
 */
export function rowsOf({ hunks }) {
  /** @type {Row[]} */
  const rows = [];
  let reached = 1;
  for (const { newStart, newCount, lines } of hunks) {
    // Of a hunk that adds nothing the start is the line before it.
    const start = newCount === 0 ? newStart + 1 : newStart;
    if (start > reached) rows.push({ kind: "gap", lines: start - reached });
    let before = "context";
    for (const line of lines) {
      rows.push(rowOf(line, line.kind !== "context" && before === "context"));
      before = line.kind;
    }
    reached = start + newCount;
  }
  return rows;
}

/**
 * @param {ComparedLine} line
 * @param {boolean} first
 * @returns {LineRow}
 */
function rowOf(line, first) {
  const { kind, text, changes } = line;
  return {
    kind, old: line.old ?? null, new: line.new ?? null, segments: segmentsOf(text, changes ?? []),
    unended: line.newline === false, first,
  };
}

/**
 * A line cut where words changed; what lies outside it, or overlaps, is passed over.
 * @param {string} text
 * @param {readonly (readonly [number, number])[]} changes in UTF-16 units
 * @returns {Segment[]}
 */
export function segmentsOf(text, changes) {
  /** @type {Segment[]} */
  const segments = [];
  let at = 0;
  for (const [from, to] of changes) {
    const [start, end] = [Math.max(at, from), Math.min(text.length, to)];
    if (!(start < end)) continue;
    if (start > at) segments.push({ text: text.slice(at, start), changed: false });
    segments.push({ text: text.slice(start, end), changed: true });
    at = end;
  }
  if (at < text.length || segments.length === 0) segments.push({ text: text.slice(at), changed: false });
  return segments;
}

/**
 * How much changed, in a sentence.
 * @param {Comparison} comparison
 */
export function comparisonInWords({ identical, removed, added, truncated }) {
  if (identical) return say("Nothing changed: both are the same, byte by byte.");
  if (removed + added === 0) return say("No line changed, only what is not seen: the file's encoding, or what ends its lines.");
  const parts = [
    removed ? sayCount(removed, "{n} line went", "{n} lines went") : "", added ? sayCount(added, "{n} line came", "{n} lines came") : "",
  ].filter((part) => part !== "");
  return `${parts.join(", ")}.${truncated ? ` ${say("There is more than is shown here; download both to see all of it.")}` : ""}`;
}
