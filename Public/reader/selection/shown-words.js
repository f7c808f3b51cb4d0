/** The words of the pages that are in the document, found by where they are seen, and those of pages that were selected. */

import { columnAt } from "../tap-zoom.js";
import { lineAround, textOf } from "../text-lines.js";
import { cut, quoted } from "./quoted-words.js";
import { nearestWord, spanOn } from "./word-range.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../api/page-source.js").PageWord} PageWord */
/** @typedef {import("../text-layer.js").TextLayer} TextLayer */
/** @typedef {import("./word-range.js").LetterPlace} LetterPlace */
/** @typedef {import("./word-range.js").LetterRange} LetterRange */
/** @typedef {import("./word-range.js").WordPlace} WordPlace */

/** How far inside a word the point lies whose letter is asked for, in CSS pixels: at its very edge is nothing. */
const INSIDE = 0.5;

/** So many pages are read at once. */
const AT_ONCE = 4;

const LEFTWARD = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * @typedef {object} WordsRoom
 * @property {HTMLElement} pages
 * @property {(at: Point) => {page: number, x: number, y: number, width: number}} placeAt the page under a point of the pages, the
 *   place on it and its width in page units. The width is nought for a page that lies on its side
 * @property {((page: number) => Promise<import("../../api/page-source.js").PageText | null>) | undefined} load the words of a page
 */

export class ShownWords {
  /** @type {Map<number, TextLayer>} */
  #layers = new Map();
  /**
   * The words of selected pages that are not in the document.
   * @type {Map<number, readonly PageWord[]>}
   */
  #kept = new Map();
  #room;

  /** @param {WordsRoom} room */
  constructor(room) {
    this.#room = room;
  }

  /**
   * The words of a page have come.
   * @param {number} page
   * @param {TextLayer} layer
   */
  add(page, layer) {
    this.#layers.set(page, layer);
  }

  /**
   * @param {number} page that is not in the document any more
   * @param {boolean} isKept whether its words are still asked for
   */
  remove(page, isKept) {
    const layer = this.#layers.get(page);
    if (isKept && layer) this.#kept.set(page, layer.words);
    this.#layers.delete(page);
  }

  /** Nothing is selected any more. */
  forget() {
    this.#kept.clear();
  }

  /**
   * The word that is nearest to a point.
   * @param {Point} at of the pages
   * @param {number} [reach] how far from its box the point may lie, in page units
   * @returns {WordPlace | null}
   */
  at({ x, y }, reach = Infinity) {
    const place = this.#room.placeAt({ x, y });
    const layer = this.#layers.get(place.page);
    const found = layer && nearestWord(layer.boxes, place.x, place.y);
    return found && found.distance <= reach ? { page: place.page, word: found.word } : null;
  }

  /**
   * The page at a point where its words have not come; null where they have, and where pages have none.
   * @param {Point} at of the pages
   */
  awaited({ x, y }) {
    const { page } = this.#room.placeAt({ x, y });
    return this.#layers.has(page) || !this.#room.load ? null : page;
  }

  /**
   * The column of text under a point, between 0 and 1 of the page's width; null where there is none, or the page is turned.
   * @param {Point} at of the pages
   */
  columnAt(at) {
    const { page, x, y, width } = this.#room.placeAt(at);
    const layer = this.#layers.get(page);
    const column = layer && columnAt(layer.boxes, x, y);
    return column && width > 0 ? { page, left: column.left / width, right: column.right / width } : null;
  }

  /**
   * The place between letters that is nearest to a point, in the word that is nearest to it.
   * @param {Point} at of the pages
   * @returns {LetterPlace | null}
   */
  letterAt(at) {
    const word = this.at(at);
    const range = word && this.#layers.get(word.page)?.rangeOfWord(word.word);
    const box = range?.getBoundingClientRect();
    if (!word || !range || !box) return null;
    const corner = this.#room.pages.getBoundingClientRect();
    const x = Math.max(box.left + INSIDE, Math.min(box.right - INSIDE, at.x + corner.left));
    const y = Math.max(box.top + INSIDE, Math.min(box.bottom - INSIDE, at.y + corner.top));
    return { ...word, letter: letterIn(range, x, y) ?? shareOf(range, (x - box.left) / box.width) };
  }

  /**
   * The line of a word.
   * @param {WordPlace} place
   * @returns {import("./word-range.js").WordRange | null}
   */
  lineOf({ page, word }) {
    const layer = this.#layers.get(page);
    const line = layer && lineAround(layer.words, word);
    return line ? { start: { page, word: line[0] }, end: { page, word: line[1] } } : null;
  }

  /**
   * The letters of a run that are in the document; null where none are.
   * @param {LetterRange} letters
   */
  range(letters) {
    const ranges = this.#inOrder.flatMap(([page, layer]) => {
      const span = spanOn(letters, page, layer.words.length);
      return (span && layer.range(span.start, span.end)) ?? [];
    });
    const [first, last] = [ranges[0], ranges.at(-1)];
    if (!first || !last) return null;
    first.setEnd(last.endContainer, last.endOffset);
    return first;
  }

  /**
   * The letters that a range of the document holds; null for none.
   * @param {Range} range
   * @returns {LetterRange | null}
   */
  lettersOf(range) {
    const spans = this.#inOrder.flatMap(([page, layer]) => {
      const span = layer.spanOf(range);
      return span ? [{ page, ...span }] : [];
    });
    const [first, last] = [spans[0], spans.at(-1)];
    if (!first || !last) return null;
    return {
      start: { page: first.page, word: first.start[0], letter: first.start[1] },
      end: { page: last.page, word: last.end[0], letter: last.end[1] },
    };
  }

  /**
   * The box of the letters of a word, in CSS pixels of the window; null where it is not in the document.
   * @param {LetterPlace} from
   * @param {LetterPlace} to in the same word
   */
  boxOf({ page, word, letter }, { letter: end }) {
    const layer = this.#layers.get(page);
    const box = layer?.range([word, letter], [word, end])?.getBoundingClientRect();
    return box && layer ? { box, isLeftward: LEFTWARD.test(layer.words[word]?.text ?? "") } : null;
  }

  /**
   * The box of a word, in page units; null where it is not in the document.
   * @param {WordPlace} place
   */
  placed({ page, word }) {
    return this.#layers.get(page)?.boxes[word] ?? null;
  }

  /**
   * Whether the words of all pages of a run are here.
   * @param {LetterRange} letters
   */
  areRead(letters) {
    return pagesOf(letters).every((page) => this.#wordsOn(page) !== null);
  }

  /**
   * How many pages of a run have their words here.
   * @param {LetterRange} letters
   */
  readCount(letters) {
    return pagesOf(letters).filter((page) => this.#wordsOn(page) !== null).length;
  }

  /**
   * Reads the words of a run that are not here.
   * @param {LetterRange} letters
   * @param {AbortSignal} signal
   * @param {(isHere: boolean) => void} [came] called for each page, with whether its words could be had
   */
  async read(letters, signal, came) {
    const missing = pagesOf(letters).filter((page) => this.#wordsOn(page) === null);
    const next = async () => {
      for (let page = missing.shift(); page !== undefined && !signal.aborted; page = missing.shift()) {
        const text = await this.#room.load?.(page);
        if (signal.aborted) return;
        if (text) this.#kept.set(page, text.words);
        came?.(Boolean(text));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  /**
   * Words as they would be typed, of the pages that are here.
   * @param {LetterRange} letters
   */
  text(letters) {
    return this.#spans(letters).map(({ words, span }) => textOf(cut(words, span))).join("\n");
  }

  /**
   * The words of each page of a run, with their boxes in page units.
   * @param {LetterRange} letters
   */
  quotes(letters) {
    return this.#spans(letters).flatMap(({ page, words, span }) => {
      const found = quoted(words, span);
      return found.exact && found.boxes.length > 0 ? [{ page, ...found }] : [];
    });
  }

  /** @param {LetterRange} letters */
  #spans(letters) {
    return pagesOf(letters).flatMap((page) => {
      const words = this.#wordsOn(page) ?? [];
      const span = spanOn(letters, page, words.length);
      return span ? [{ page, words, span }] : [];
    });
  }

  /** @param {number} page */
  #wordsOn(page) {
    return this.#layers.get(page)?.words ?? this.#kept.get(page) ?? null;
  }

  get #inOrder() {
    return [...this.#layers].sort(([a], [b]) => a - b);
  }
}

/** @param {LetterRange} letters */
function pagesOf({ start, end }) {
  return Array.from({ length: end.page - start.page + 1 }, (_, index) => start.page + index);
}

/**
 * The letter that the browser finds at a point, if that lies in a word.
 * @param {Range} word
 * @param {number} x of the window
 * @param {number} y
 */
function letterIn(word, x, y) {
  const found = document.caretRangeFromPoint?.(x, y);
  if (!found || found.startContainer !== word.startContainer) return null;
  return Math.max(word.startOffset, Math.min(word.endOffset, found.startOffset)) - word.startOffset;
}

/**
 * The place at a share of a word's length.
 * @param {Range} word
 * @param {number} share
 */
function shareOf({ startOffset: start, endOffset: end }, share) {
  return Math.round((end - start) * Math.max(0, Math.min(1, share)));
}
