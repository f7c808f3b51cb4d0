import { limitZoom } from "../shell/zoom.js";
import { linesOf } from "./text-lines.js";

/** @typedef {import("./viewport.js").Viewport} Viewport */

/** Detail is at least so many times the fit. */
const DETAIL = 2.5;

/** Zooms nearer than this share are the same. */
const SAME = 0.01;

/** A column that grows by less than this is not worth a zoom. */
const WORTH = 1.2;

/** A box narrower than this share of the page is no column: a page number, a cell of a table. */
const NARROW = 0.2;

/** A column is shown no larger than so many times the detail. */
const LARGEST = 2;

/** Lines of one column lie no farther apart than so many of their heights. */
const LINE_GAP = 2.2;

/** Lines of one column have at least so much of the narrower one's width in common. */
const COMMON = 0.6;

/**
 * The viewport that a double tap leads to (Neuburg, Programming iOS 7, chapter 7). From the fit it is the column that was
 * tapped, or detail in which text is larger than in print, and back.
 * @param {Viewport} viewport
 * @param {number} [column] width of the tapped one, as a share of the page's width as it is shown
 * @param {number} [page] from 1
 */
export function tapped(viewport, column, page = 1) {
  const { fitted, zoom } = viewport;
  const isColumn = column !== undefined && column >= NARROW;
  const fills = isColumn ? viewport.room.width / (column * viewport.layout.frame(page).width) : 0;
  const usual = Math.max(DETAIL * fitted.zoom, 1);
  const detail = limitZoom(fills > WORTH * fitted.zoom ? Math.min(fills, LARGEST * usual) : usual);
  const isBetween = zoom >= fitted.zoom * (1 - SAME) && zoom < detail * (1 - SAME);
  return isBetween ? viewport.scaledTo(detail) : fitted;
}

/** @typedef {readonly [number, number, number, number]} Box left, top, width and height */

/**
 * The column of text around a place: the line there, and those above and below it that go with it.
 * @param {readonly Box[]} boxes of the page's words in the order of reading
 * @param {number} x in the units of the boxes
 * @param {number} y
 * @returns {{left: number, right: number} | null} null where no words are near
 */
export function columnAt(boxes, x, y) {
  const lines = linesOf(boxes.map((box) => ({ text: "", box }))).map(boxOf);
  const at = lines.findIndex(({ left, top, right, bottom }) => {
    const reach = bottom - top;
    return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
  });
  const first = lines[at];
  if (!first) return null;
  let { left, right } = first;
  for (const direction of [1, -1]) {
    let before = first;
    for (let index = at + direction; index >= 0 && index < lines.length; index += direction) {
      const line = lines[index];
      if (!line || !goTogether(before, line, { left, right })) break;
      [left, right, before] = [Math.min(left, line.left), Math.max(right, line.right), line];
    }
  }
  return { left, right };
}

/** @param {readonly {box: Box}[]} line */
function boxOf(line) {
  return {
    left: Math.min(...line.map(({ box }) => box[0])), top: Math.min(...line.map(({ box }) => box[1])),
    right: Math.max(...line.map(({ box }) => box[0] + box[2])), bottom: Math.max(...line.map(({ box }) => box[1] + box[3])),
  };
}

/**
 * Whether a line belongs to the column that the one before it is in.
 * @param {ReturnType<typeof boxOf>} before
 * @param {ReturnType<typeof boxOf>} line
 * @param {{left: number, right: number}} column
 */
function goTogether(before, line, column) {
  const gap = Math.max(line.top - before.bottom, before.top - line.bottom);
  const common = Math.min(column.right, line.right) - Math.max(column.left, line.left);
  const height = Math.min(before.bottom - before.top, line.bottom - line.top);
  return gap < LINE_GAP * height && common >= COMMON * Math.min(column.right - column.left, line.right - line.left);
}
