/** Reads each entry of a board's file, however it was written. Pure. */

/** @typedef {import("./board-file.js").Card} Card */
/** @typedef {import("./board-file.js").InkPoint} InkPoint */
/** @typedef {import("./board-file.js").Stroke} Stroke */

/** The width of a card that says nothing of it, in board units: a page that can be read at zoom 1. */
export const CARD_WIDTH = 320;

/** The width of a line of ink that says nothing of it, in board units. */
const STROKE_WIDTH = 3;

/** The colour of ink that says nothing of it. */
const STROKE_COLOR = "#1c1a18";

/**
 * Farther out, in board units, nothing can be drawn any more: a single-precision transform has no fractions
 * of a unit left.
 */
const FARTHEST = 8_000_000;

/**
 * @template Entry
 * @typedef {{known: Entry[], others: unknown[]}} Sorted
 */

/**
 * @param {unknown} entries
 * @returns {Sorted<Card>}
 */
export function readCards(entries) {
  return sorted(entries, (entry, index) => readCard(entry, index), new Set(), "card");
}

/**
 * @param {unknown} entries
 * @param {Set<string>} taken ids of the cards
 * @returns {Sorted<Stroke>}
 */
export function readStrokes(entries, taken) {
  return sorted(entries, (entry) => readStroke(entry), taken, "stroke");
}

/**
 * Takes apart what is understood and what is not; gives ids where they are missing or taken.
 * @template {{id: string}} Entry
 * @param {unknown} entries
 * @param {(entry: Record<string, unknown>, index: number) => Entry | null} read
 * @param {Set<string>} taken
 * @param {string} kind
 * @returns {Sorted<Entry>}
 */
function sorted(entries, read, taken, kind) {
  /** @type {Sorted<Entry>} */
  const result = { known: [], others: [] };
  const all = Array.isArray(entries) ? entries : entries === undefined ? [] : [entries];
  all.forEach((entry, index) => {
    const made = isObject(entry) ? read(entry, index) : null;
    const id = made && freeId(made.id, taken, `${kind}-${index + 1}`);
    if (!made || !id) return result.others.push(entry);
    taken.add(id);
    return result.known.push({ ...made, id });
  });
  return result;
}

/**
 * @param {string} id
 * @param {Set<string>} taken
 * @param {string} otherwise
 */
function freeId(id, taken, otherwise) {
  let free = id || otherwise;
  for (let count = 2; taken.has(free); count += 1) free = `${id || otherwise}-${count}`;
  return free;
}

/**
 * @param {Record<string, unknown>} entry
 * @param {number} index
 * @returns {Card | null}
 */
function readCard(entry, index) {
  const { document, page = 1, x = 0, y = 0 } = entry;
  if (typeof document !== "string" || document === "" || !isPlace(x) || !isPlace(y)) return null;
  if (!Number.isInteger(page) || Number(page) < 1) return null;
  return {
    ...entry,
    id: nameOf(entry.id), document, page: Number(page), x, y,
    width: positive(entry.width, CARD_WIDTH),
    scale: positive(entry.scale, 1),
    rotation: finite(entry.rotation, 0),
    z: finite(entry.z, index),
  };
}

/**
 * @param {Record<string, unknown>} entry
 * @returns {Stroke | null}
 */
function readStroke(entry) {
  const points = entry.points;
  if (!Array.isArray(points) || points.length === 0 || !points.every(isInkPoint)) return null;
  return {
    ...entry,
    id: nameOf(entry.id),
    color: typeof entry.color === "string" ? entry.color : STROKE_COLOR,
    width: positive(entry.width, STROKE_WIDTH),
    points,
  };
}

/**
 * @param {unknown} point
 * @returns {point is InkPoint}
 */
function isInkPoint(point) {
  return Array.isArray(point) && isPlace(point[0]) && isPlace(point[1]) && point.every(Number.isFinite);
}

/** @param {unknown} id */
function nameOf(id) {
  return typeof id === "string" ? id : typeof id === "number" ? String(id) : "";
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
function isPlace(value) {
  return typeof value === "number" && Math.abs(value) <= FARTHEST;
}

/**
 * @param {unknown} value
 * @param {number} otherwise
 */
function finite(value, otherwise) {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

/**
 * @param {unknown} value
 * @param {number} otherwise
 */
function positive(value, otherwise) {
  return typeof value === "number" && value > 0 && value <= FARTHEST ? value : otherwise;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
