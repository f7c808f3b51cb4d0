/** The words of an app that handed a document over, for people. Pure. */

import { say } from "../shell/texts.js";

/** The longest remark in a line, in characters; the rest is in the details. */
const LONGEST = 280;

/** Members of an annotation that are likely to hold a remark for people. */
const REMARKS = Object.freeze(["note", "message", "text", "comment", "reason", "subject", "title"]);

/** Characters that end lines or turn the direction of reading. */
const UNFIT = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * A remark that may be any JSON, on one line; "" where there is none.
 * @param {unknown} annotation
 * @returns {string}
 */
export function remarkInWords(annotation) {
  const letters = [...textOf(annotation).replace(UNFIT, " ").replace(/\s+/gu, " ").trim()];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : letters.join("");
}

/** @param {unknown} value */
function textOf(value) {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(plain).join(", ");
  const members = Object.entries(value);
  const remark = members.find(([name, text]) => REMARKS.includes(name.toLowerCase()) && typeof text === "string" && text.trim() !== "");
  return remark ? String(remark[1]) : members.map(([name, member]) => `${name}: ${plain(member)}`).join(", ");
}

/** @param {unknown} value */
function plain(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The sender, and its remark: "Handed over by Mail: please sign".
 * @param {{source?: string | undefined, annotation?: unknown}} words
 */
export function handOverInWords({ source, annotation }) {
  const remark = remarkInWords(annotation);
  const from = source ? say("Handed over by {source}", { source }) : say("Handed over by another program");
  return remark ? `${from}: ${remark}` : from;
}
