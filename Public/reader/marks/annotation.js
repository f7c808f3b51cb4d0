/** A mark on a page as the app has it, and as the API does (W3C Web Annotation). Pure. */

import { text } from "../../shell/texts.js";

/** @typedef {import("../../api/annotation-api.js").WebAnnotation} WebAnnotation */
/** @typedef {import("../../ink/stroke-geometry.js").InkPoint} InkPoint */
/** @typedef {readonly [number, number, number, number]} Box left, top, width and height, in page units */

/** @typedef {"highlight" | "underline" | "strikeout" | "ink" | "note" | "rectangle" | "ellipse" | "line" | "arrow"} MarkKind */

/** @typedef {{readonly exact: string, readonly prefix: string, readonly suffix: string}} Quote */

/**
 * Immutable; places are in page units.
 * @typedef {object} Annotation
 * @property {string} id a UUID
 * @property {MarkKind} kind
 * @property {number} page from 1
 * @property {string} color as `#rrggbb`
 * @property {number} width of lines
 * @property {readonly Box[]} boxes of marked lines, or the one of a shape
 * @property {readonly InkPoint[]} points of ink, the ends of a line, or the place of a note
 * @property {Quote | null} quote the marked words
 * @property {string} note
 * @property {string} creator "" where the server does not know
 * @property {string} created RFC 3339
 * @property {string} modified RFC 3339
 * @property {boolean} isPlaced whether its place was found in this content
 */

/** Kinds that lie on words. */
const TEXT_KINDS = Object.freeze(/** @type {const} */ (["highlight", "underline", "strikeout"]));

/** @param {MarkKind} kind */
export function marksText(kind) {
  return /** @type {readonly MarkKind[]} */ (TEXT_KINDS).includes(kind);
}

/** @type {Readonly<Record<MarkKind, string>>} */
export const KIND_NAMES = Object.freeze({
  highlight: text("Highlight"), underline: text("Underline"), strikeout: text("Strike out"), ink: text("Ink"), note: text("Note"), rectangle: text("Rectangle"),
  ellipse: text("Ellipse"), line: text("Line"), arrow: text("Arrow"),
});

/** The name of the action that removes a mark of each kind. */
export const REMOVALS = Object.freeze({
  highlight: text("Remove highlight"), underline: text("Remove underline"), strikeout: text("Remove strike out"), ink: text("Remove ink"),
  note: text("Remove note"), rectangle: text("Remove rectangle"), ellipse: text("Remove ellipse"), line: text("Remove line"), arrow: text("Remove arrow"),
});

/**
 * A new annotation.
 * @param {Pick<Annotation, "id" | "kind" | "page" | "color"> & Partial<Annotation>} parts
 * @param {Date} now
 * @returns {Annotation}
 */
export function newAnnotation(parts, now) {
  const time = now.toISOString();
  return { width: 2, boxes: [], points: [], quote: null, note: "", creator: "", created: time, modified: time, isPlaced: true, ...parts };
}

/**
 * @param {WebAnnotation} json
 * @returns {Annotation | null} null for one of a kind that the app does not know
 */
export function readAnnotation(json) {
  const mark = /** @type {Partial<Record<string, unknown>>} */ (json["mark"] ?? {});
  const kind = /** @type {MarkKind} */ (mark["kind"]);
  if (!(kind in KIND_NAMES)) return null;
  const creator = /** @type {{name?: string} | undefined} */ (json["creator"]);
  const body = /** @type {{value?: string} | undefined} */ (json["body"]);
  return {
    id: String(json["id"]).replace(/^urn:uuid:/u, ""), kind, page: Number(mark["page"]), color: String(mark["color"]),
    width: Number(mark["width"]), boxes: /** @type {Box[]} */ (mark["boxes"] ?? []), points: /** @type {InkPoint[]} */ (mark["points"] ?? []),
    quote: readQuote(json["target"]), note: body?.value ?? "", creator: creator?.name ?? "",
    created: String(json["created"]), modified: String(json["modified"]), isPlaced: mark["placed"] !== false,
  };
}

/**
 * @param {unknown} target
 * @returns {Quote | null}
 */
function readQuote(target) {
  const { selector } = /** @type {{selector?: unknown}} */ (target ?? {});
  /** @typedef {Partial<Quote> & {type?: string}} Selector */
  const selectors = /** @type {(Selector & {refinedBy?: Selector})[]} */ (Array.isArray(selector) ? selector : [selector]);
  const found = selectors.flatMap((one) => [one, one?.refinedBy]).find((one) => one?.type === "TextQuoteSelector");
  return found ? { exact: found.exact ?? "", prefix: found.prefix ?? "", suffix: found.suffix ?? "" } : null;
}

/**
 * @param {Annotation} annotation
 * @returns {WebAnnotation}
 */
export function writtenAnnotation({ id, kind, page, color, width, boxes, points, quote, note, creator, created, isPlaced }) {
  const mark = {
    kind, page, color, width, ...(boxes.length && { boxes }), ...(points.length && { points: points.map((point) => point.slice(0, 3)) }),
    ...(!isPlaced && { placed: false }),
  };
  return {
    "@context": "http://www.w3.org/ns/anno.jsonld", "type": "Annotation", "id": `urn:uuid:${id}`, created, mark,
    ...(note && { body: { type: "TextualBody", value: note, purpose: "commenting" } }),
    ...(creator && { creator: { type: "Person", name: creator } }),
    ...(quote && { target: { selector: { type: "TextQuoteSelector", ...quote } } }),
  };
}

/**
 * Whether two states of an annotation say the same, whatever their author and time.
 * @param {Annotation | null} a
 * @param {Annotation | null} b
 */
export function isSameAnnotation(a, b) {
  if (a === b || !a || !b) return a === b;
  return JSON.stringify(writtenAnnotation({ ...a, creator: "", created: "" })) === JSON.stringify(writtenAnnotation({ ...b, creator: "", created: "" }));
}

/**
 * In the order of reading: by page, from above, then by age.
 * @param {Annotation} a
 * @param {Annotation} b
 */
export function compareAnnotations(a, b) {
  const age = a.created.localeCompare(b.created) || a.id.localeCompare(b.id);
  return a.page - b.page || topOf(a) - topOf(b) || age;
}

/** @param {Annotation} annotation */
function topOf({ boxes, points }) {
  return Math.min(...boxes.map(([, top]) => top), ...points.map(([, y = 0]) => y));
}
