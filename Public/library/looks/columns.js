/** The columns of the library's list: which there are, how wide each is, and which of them have room. Pure. */

import { text } from "../../shell/texts.js";
import { clamp } from "../../gestures/geometry/index.js";

/** @typedef {import("../library-look.js").Look} Look */

/**
 * @typedef {object} Column
 * @property {string} id
 * @property {string} name
 * @property {number} initial its width until it is changed, in units of the root's font size; the name takes what is left
 * @property {number} rank the greater, the sooner it gives way where there is no room
 * @property {string} order the order of a list sorted by it, as the server has it, that a first press chooses
 */

/** @type {readonly Column[]} */
export const COLUMNS = Object.freeze([
  { id: "name", name: text("Name"), initial: 12, rank: 0, order: "name" },
  { id: "folder", name: text("Folder"), initial: 10, rank: 3, order: "folder" },
  { id: "type", name: text("Type"), initial: 9, rank: 2, order: "type" },
  { id: "size", name: text("Size"), initial: 5.5, rank: 4, order: "-size" },
  { id: "changed", name: text("Changed"), initial: 7, rank: 1, order: "-modified" },
  { id: "added", name: text("Added"), initial: 7, rank: 6, order: "-created" },
  { id: "tags", name: text("Tags"), initial: 9, rank: 5, order: "tags" },
]);

/** No column is narrower, nor wider, in units of the root's font size. */
const LEAST = 4;
const MOST = 40;

/** The margins of a row beside its columns, with the picture and the box of the menu; in CSS pixels. */
const ROW_MARGINS = 48 + 44;

/** Between columns, in CSS pixels. */
const COLUMN_GAP = 16;

/**
 * @typedef {Column & {readonly width: number}} PlacedColumn its width in CSS pixels; that of the name is what is left
 */

/**
 * The columns that are shown in a list of that width.
 * @param {number} width of the list, in CSS pixels
 * @param {number} rem the root's font size
 * @param {Pick<Look, "hidden" | "widths">} look
 * @returns {readonly PlacedColumn[]}
 */
export function columnsIn(width, rem, { hidden, widths }) {
  const wanted = COLUMNS.filter(({ id }) => id === "name" || !hidden.includes(id)).map((column) => ({ ...column, width: widthOf(column, rem, widths) }));
  const room = width - ROW_MARGINS;
  const needed = (/** @type {readonly PlacedColumn[]} */ columns) => columns.reduce((sum, column) => sum + column.width + COLUMN_GAP, -COLUMN_GAP);
  let shown = wanted;
  while (shown.length > 1 && needed(shown) > room) {
    const last = Math.max(...shown.map(({ rank }) => rank));
    shown = shown.filter(({ rank }) => rank !== last);
  }
  const left = room - needed(shown);
  return shown.map((column) => (column.id === "name" ? { ...column, width: Math.floor(column.width + left) } : column));
}

/**
 * The widths after a divider has been moved. One column gains what the other loses, so the divider stays under the hand.
 * @param {readonly PlacedColumn[]} columns that are shown
 * @param {number} index of the column before the divider
 * @param {number} by CSS pixels, to the right
 * @param {number} rem
 * @returns {Record<string, number>} of the columns that are another width now; the name takes what is left
 */
export function dividerMoved(columns, index, by, rem) {
  const [before, behind] = [columns[index], columns[index + 1]];
  if (!before || !behind) return {};
  const least = LEAST * rem;
  const way = clamp(by, Math.max(least - before.width, behind.width - MOST * rem), behind.width - least);
  const moved = { [before.id]: Math.round(before.width + way), [behind.id]: Math.round(behind.width - way) };
  delete moved["name"];
  return moved;
}

/**
 * The order that a press on a column's head chooses.
 * @param {Column} column
 * @param {string} current order of the list
 */
export function nextOrder({ order }, current) {
  return order === current ? reversed(order) : order;
}

/**
 * How a list is sorted by a column; null where it is sorted by another one.
 * @param {Column} column
 * @param {string} order of the list
 * @returns {"ascending" | "descending" | null}
 */
export function sortedBy({ order: own }, order) {
  if (order !== own && order !== reversed(own)) return null;
  return order.startsWith("-") ? "descending" : "ascending";
}

/** @param {string} order */
function reversed(order) {
  return order.startsWith("-") ? order.slice(1) : `-${order}`;
}

/**
 * @param {Column} column
 * @param {number} rem
 * @param {Readonly<Record<string, number>>} widths
 */
function widthOf({ id, initial }, rem, widths) {
  return id === "name" ? initial * rem : clamp(widths[id] ?? Math.round(initial * rem), LEAST * rem, MOST * rem);
}
