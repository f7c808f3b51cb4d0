/**
 * Items in rows and columns, all of one size, and in sections, so that any number of them can be scrolled over. Pure.
 *
 * A grid of pictures and a list of rows are the same layout with other measures: a list has one column.
 */

import { clamp, overlap } from "../gestures/geometry/index.js";

/** @typedef {import("./sections.js").Section} Section */
/** @typedef {import("./library-look.js").Size} Size */

/** In CSS pixels. */
const GAP = 20;
const ROW_GAP = 24;
const SECTION_GAP = 20;

/** Rows have no gap between them. A head is to be nearer to its own rows than to those before it. */
const ROW_SECTION_GAP = 16;
const NARROW = 600;
const PICTURE_SMALLEST = 72;

/** The width of the narrow layout's margins, which a list of {@link NARROW} does not have. */
const NARROW_MARGINS = 2 * 16;

/**
 * The widths that cards come near to, and the largest side of a picture in them; on narrow screens there are fewer columns.
 * @type {Readonly<Record<Size, {wanted: number, narrow: number, largest: number}>>}
 */
const CARDS = Object.freeze({
  small: { wanted: 112, narrow: 96, largest: 112 },
  medium: { wanted: 176, narrow: 140, largest: 176 },
  large: { wanted: 272, narrow: 260, largest: 344 },
});

/** Pictures grow in such steps, so that the server is asked for few sizes. */
const PICTURE_STEP = 8;

/** Heights in units of the root's font size: the text under a picture, a section's head, a row, and one of two lines. */
const TEXT_REMS = 4.25;
const HEAD_REMS = 2.5;
const ROW_HEAD_REMS = 2;
const ROW_REMS = 2.25;
const TALL_ROW_REMS = 3.75;

/** Pictures beside the words of a row. */
const ROW_PICTURE = 24;
const TALL_ROW_PICTURE = 40;

/** As many rows the keys Page Up and Page Down pass over. */
const PAGE_ROWS = 3;

/**
 * The items of a section, or all of a list without sections.
 * @typedef {object} Band
 * @property {number} first index of its first item
 * @property {number} end that behind its last item
 * @property {number} top of its head, or of its first row where it has none
 * @property {number} body the top of its first row
 * @property {number} bottom of its last row
 * @property {Section | null} section
 */

/**
 * @typedef {object} Measures
 * @property {number} columns
 * @property {number} picture side of the square that a picture fits into
 * @property {number} cardWidth
 * @property {number} cardHeight
 * @property {number} pitchX from one column to the next
 * @property {number} pitchY from one row to the next
 * @property {number} headHeight of a section's head
 * @property {number} [mirroredIn] the width in which columns follow one another from right to left; left out from left to right
 */

/** @typedef {Measures & {readonly bands: readonly Band[], readonly height: number}} ListLayout */

/**
 * Cards with pictures.
 * @param {number} count how many cards
 * @param {number} width for all columns
 * @param {number} rem the root's font size
 * @param {{size?: Size, sections?: readonly Section[], isMirrored?: boolean}} [options]
 * @returns {ListLayout}
 */
export function layoutGrid(count, width, rem, options = {}) {
  const { size = "medium", sections = [], isMirrored = false } = options;
  const { wanted, narrow, largest } = CARDS[size];
  const columns = Math.max(1, Math.floor((width + GAP) / ((width < NARROW - NARROW_MARGINS ? narrow : wanted) + GAP)));
  const cardWidth = Math.floor((width - GAP * (columns - 1)) / columns);
  const steps = Math.floor(cardWidth / PICTURE_STEP) * PICTURE_STEP;
  const picture = clamp(steps, PICTURE_SMALLEST, largest);
  const cardHeight = Math.ceil(picture + TEXT_REMS * rem);
  const measures = { columns, picture, cardWidth, cardHeight, pitchX: (width + GAP) / columns, pitchY: cardHeight + ROW_GAP };
  const mirrored = isMirrored ? { mirroredIn: width } : {};
  return arranged(count, { ...measures, ...mirrored, headHeight: Math.ceil(HEAD_REMS * rem) }, sections);
}

/**
 * Rows of words, below one another; of two lines each where there is no room for columns.
 * @param {number} count how many rows
 * @param {number} width
 * @param {number} rem the root's font size
 * @param {{least?: number, sections?: readonly Section[]}} [options] `least` is the height of the smallest target
 * @returns {ListLayout}
 */
export function layoutRows(count, width, rem, options = {}) {
  const { least = 0, sections = [] } = options;
  const tall = areRowsTall(width);
  const cardHeight = Math.ceil(Math.max(least, (tall ? TALL_ROW_REMS : ROW_REMS) * rem));
  const picture = tall ? TALL_ROW_PICTURE : ROW_PICTURE;
  const measures = { columns: 1, picture, cardWidth: Math.floor(width), cardHeight, pitchX: width, pitchY: cardHeight };
  return arranged(count, { ...measures, headHeight: Math.ceil(ROW_HEAD_REMS * rem) }, sections);
}

/**
 * Whether rows have two lines rather than columns.
 * @param {number} width of the list
 */
export function areRowsTall(width) {
  return width < NARROW - NARROW_MARGINS;
}

/**
 * @param {number} count
 * @param {Measures} measures
 * @param {readonly Section[]} sections in order
 * @returns {ListLayout}
 */
function arranged(count, measures, sections) {
  const { columns, cardHeight, pitchY, headHeight } = measures;
  const starts = sections.filter(({ first }) => first < count);
  /** @type {readonly (Section | {first: number})[]} */
  const groups = starts[0]?.first === 0 ? starts : [{ first: 0 }, ...starts];
  /** @type {Band[]} */
  const bands = [];
  let top = 0;
  for (const [place, group] of groups.entries()) {
    const [section, end] = ["title" in group ? group : null, groups[place + 1]?.first ?? count];
    const body = top + (section ? headHeight : 0);
    const rows = Math.ceil((end - group.first) / columns);
    const bottom = rows ? body + (rows - 1) * pitchY + cardHeight : body;
    bands.push({ first: group.first, end, top, body, bottom, section });
    top = bottom + (columns === 1 && pitchY === cardHeight ? ROW_SECTION_GAP : SECTION_GAP);
  }
  return { ...measures, bands, height: bands[bands.length - 1]?.bottom ?? 0 };
}

/**
 * @param {ListLayout} layout
 * @param {number} index from 0
 */
export function cardPosition(layout, index) {
  const { first, body } = bandOf(layout, index);
  const row = Math.floor((index - first) / layout.columns);
  const x = Math.floor(((index - first) % layout.columns) * layout.pitchX);
  const { mirroredIn } = layout;
  return { x: mirroredIn === undefined ? x : Math.floor(mirroredIn - x - layout.cardWidth), y: body + row * layout.pitchY };
}

/**
 * The cards between two heights: from the first up to, but without, the end.
 * @param {ListLayout} layout
 * @param {number} count
 * @param {number} top
 * @param {number} bottom
 */
export function cardsBetween(layout, count, top, bottom) {
  const { bands, columns, pitchY } = layout;
  const above = bands[placeIn(bands, (band) => band.bottom > Math.max(0, top))];
  const below = bands[placeIn(bands, (band) => band.top >= bottom) - 1];
  const rowsIn = (/** @type {Band} */ band, /** @type {number} */ height) => Math.max(0, height - band.body) / pitchY;
  const first = above ? above.first + Math.floor(rowsIn(above, top)) * columns : count;
  const end = below ? Math.min(below.end, below.first + Math.ceil(rowsIn(below, bottom)) * columns) : 0;
  return { first: clamp(first, 0, count), end: clamp(Math.max(first, end), 0, count) };
}

/**
 * The sections of which something lies between two heights.
 * @param {ListLayout} layout
 * @param {number} top
 * @param {number} bottom
 * @returns {readonly Band[]}
 */
export function bandsBetween({ bands }, top, bottom) {
  return bands.slice(placeIn(bands, (band) => band.bottom > top), placeIn(bands, (band) => band.top >= bottom)).filter(({ section }) => section);
}

/**
 * The cards of which something lies in an area.
 * @param {ListLayout} layout
 * @param {number} count
 * @param {import("../gestures/geometry/index.js").Rect} area
 * @returns {number[]} their indices, row by row
 */
export function cardsIn(layout, count, area) {
  const { first, end } = cardsBetween(layout, count, area.y, area.y + area.height);
  return Array.from({ length: end - first }, (_, offset) => first + offset).filter((index) => {
    const { x, y } = cardPosition(layout, index);
    return overlap(x, x + layout.cardWidth, area.x, area.x + area.width) > 0
      && overlap(y, y + layout.cardHeight, area.y, area.y + area.height) > 0;
  });
}

/**
 * The card that a key leads to from another; null where the key leads nowhere.
 * @param {ListLayout} layout
 * @param {number} count
 * @param {number} index
 * @param {string} key as in `KeyboardEvent.key`
 * @param {number} [pageRows] how many rows Page Up and Page Down pass over
 */
export function cardByKey(layout, count, index, key, pageRows = PAGE_ROWS) {
  if (count === 0) return null;
  switch (key) {
    case "ArrowLeft": return Math.max(0, index - 1);
    case "ArrowRight": return Math.min(count - 1, index + 1);
    case "ArrowUp": return above(layout, index);
    case "ArrowDown": return below(layout, count, index);
    case "Home": return 0;
    case "End": return count - 1;
    case "PageUp": return passed(pageRows, index, (from) => above(layout, from));
    case "PageDown": return passed(pageRows, index, (from) => below(layout, count, from));
    default: return null;
  }
}

/**
 * @param {number} rows
 * @param {number} index
 * @param {(index: number) => number} next
 */
function passed(rows, index, next) {
  return Array.from({ length: rows }).reduce((/** @type {number} */ from) => next(from), index);
}

/**
 * In the column of the card, also where that is in the section before.
 * @param {ListLayout} layout
 * @param {number} index
 */
function above(layout, index) {
  const { bands, columns } = layout;
  const place = bandPlace(layout, index);
  const { first } = /** @type {Band} */ (bands[place]);
  if (index - columns >= first) return index - columns;
  const before = bands[place - 1];
  if (!before || before.end === before.first) return index;
  const lastRow = before.first + Math.floor((before.end - 1 - before.first) / columns) * columns;
  return Math.min(lastRow + (index - first), before.end - 1);
}

/**
 * Down from the last row but one reaches the last card of a section even where it lies further left.
 * @param {ListLayout} layout
 * @param {number} count
 * @param {number} index
 */
function below(layout, count, index) {
  const { bands, columns } = layout;
  const place = bandPlace(layout, index);
  const { first, end } = /** @type {Band} */ (bands[place]);
  if (index + columns < end) return index + columns;
  const isLastRow = Math.floor((index - first) / columns) === Math.floor((end - 1 - first) / columns);
  const next = bands[place + 1];
  if (!isLastRow || !next) return Math.min(end, count) - 1;
  return Math.min(next.first + ((index - first) % columns), next.end - 1);
}

/**
 * @param {ListLayout} layout
 * @param {number} index
 * @returns {Band}
 */
function bandOf(layout, index) {
  return /** @type {Band} */ (layout.bands[bandPlace(layout, index)]);
}

/**
 * @param {ListLayout} layout
 * @param {number} index
 */
function bandPlace({ bands }, index) {
  return Math.max(0, placeIn(bands, ({ first }) => first > index) - 1);
}

/**
 * The place of the first band for which something holds, as for all behind it; that behind the last where it holds for none.
 * @param {readonly Band[]} bands
 * @param {(band: Band) => boolean} holds
 */
function placeIn(bands, holds) {
  let [low, high] = [0, bands.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(/** @type {Band} */ (bands[middle]))) high = middle;
    else low = middle + 1;
  }
  return low;
}
