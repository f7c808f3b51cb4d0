/** The words of the pages that are in the document, found by where they are seen. */

import { columnAt } from "../tap-zoom.js";
import { quoted } from "./quoted-words.js";
import { nearestWord } from "./word-range.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../text-layer.js").TextLayer} TextLayer */
/** @typedef {import("./word-range.js").WordPlace} WordPlace */
/** @typedef {import("./word-range.js").WordRange} WordRange */

/** A place between two letters of a text. */
/** @typedef {{readonly node: Node, readonly offset: number}} Caret */

/** How far inside a word the point lies whose letter is asked for, in CSS pixels: at its very edge is nothing. */
const INSIDE = 0.5;

export class ShownWords {
  /** @type {Map<number, TextLayer>} */
  #layers = new Map();
  #room;
  #placeAt;

  /**
   * @param {HTMLElement} room in which the pages lie
   * @param {(at: Point) => {page: number, x: number, y: number, width: number}} placeAt the page under a point of the room, the
   *   place on it and its width in page units, nought for a page that lies on its side
   */
  constructor(room, placeAt) {
    this.#room = room;
    this.#placeAt = placeAt;
  }

  /**
   * The words of a page have come.
   * @param {number} page
   * @param {TextLayer} layer
   */
  add(page, layer) {
    this.#layers.set(page, layer);
  }

  /** @param {number} page that is not in the document any more */
  remove(page) {
    this.#layers.delete(page);
  }

  /**
   * The word that is nearest to a point.
   * @param {Point} at of the room
   * @param {number} [reach] how far from its box the point may lie, in page units
   * @returns {WordPlace | null}
   */
  at({ x, y }, reach = Infinity) {
    const place = this.#placeAt({ x, y });
    const layer = this.#layers.get(place.page);
    const found = layer && nearestWord(layer.boxes, place.x, place.y);
    return found && found.distance <= reach ? { page: place.page, word: found.word } : null;
  }

  /**
   * The column of text under a point, between 0 and 1 of the page's width; null where there is none, or the page is turned.
   * @param {Point} at of the room
   */
  columnAt(at) {
    const { page, x, y, width } = this.#placeAt(at);
    const layer = this.#layers.get(page);
    const column = layer && columnAt(layer.boxes, x, y);
    return column && width > 0 ? { page, left: column.left / width, right: column.right / width } : null;
  }

  /**
   * The place between letters that is nearest to a point, in the word that is nearest to it.
   * @param {Point} at of the room
   * @returns {Caret | null}
   */
  caretAt(at) {
    const word = this.at(at);
    const range = word && this.#letters(word);
    const box = range?.getBoundingClientRect();
    if (!range || !box) return null;
    const corner = this.#room.getBoundingClientRect();
    const x = Math.max(box.left + INSIDE, Math.min(box.right - INSIDE, at.x + corner.left));
    const y = Math.max(box.top + INSIDE, Math.min(box.bottom - INSIDE, at.y + corner.top));
    return letterAt(x, y, range) ?? byShare(range, (x - box.left) / box.width);
  }

  /**
   * The letters of a run of words; null where its ends are not in the document.
   * @param {WordRange} words
   */
  range({ start, end }) {
    const [first, last] = [this.#letters(start), this.#letters(end)];
    if (!first || !last) return null;
    const range = document.createRange();
    range.setStart(first.startContainer, first.startOffset);
    range.setEnd(last.endContainer, last.endOffset);
    return range;
  }

  /**
   * The words of each page that a range holds, with their boxes in page units.
   * @param {Range} range
   */
  quotes(range) {
    return [...this.#layers].sort(([a], [b]) => a - b).flatMap(([page, layer]) => {
      const span = layer.spanOf(range);
      const found = span && quoted(layer.words, span);
      return found && found.exact && found.boxes.length > 0 ? [{ page, ...found }] : [];
    });
  }

  /** @param {WordPlace} place */
  #letters({ page, word }) {
    return this.#layers.get(page)?.rangeOfWord(word) ?? null;
  }
}

/**
 * The letter that the browser finds at a point, if that lies in a word.
 * @param {number} x of the window
 * @param {number} y
 * @param {Range} word
 * @returns {Caret | null}
 */
function letterAt(x, y, word) {
  const found = document.caretRangeFromPoint?.(x, y);
  if (!found || found.startContainer !== word.startContainer) return null;
  const offset = Math.max(word.startOffset, Math.min(word.endOffset, found.startOffset));
  return { node: found.startContainer, offset };
}

/**
 * The place at a share of a word's length.
 * @param {Range} word
 * @param {number} share
 * @returns {Caret}
 */
function byShare({ startContainer: node, startOffset: start, endOffset: end }, share) {
  return { node, offset: start + Math.round((end - start) * Math.max(0, Math.min(1, share))) };
}
