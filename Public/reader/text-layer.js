/**
 * The words of a page as real text over its picture, unseen: it is selected by the mouse, copied, found by the browser and
 * read aloud. The links of the page lie over it.
 */

import { element, setAttributes } from "../shell/element.js";
import { blocksOf, joined, linesOf, wordText } from "./text-lines.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */
/** @typedef {import("../api/page-source.js").PageLink} PageLink */
/** @typedef {import("../api/page-source.js").PageText} PageText */
/** @typedef {import("./text-lines.js").PlacedWord} PlacedWord */

/** The height of letters in the box of a word, as the server measures boxes. */
const FONT_SHARE = 0.8;
const MEASURED_SIZE = 32;
const WEB = /^(?:https?|mailto):/iu;

/** Stretched by less or by more than this, a word's letters would not lie where they are drawn, by spaces between them. */
const LEAST_STRETCH = 0.5;
const MOST_STRETCH = 2;
/** Letters that are joined: a space between them would part them, and browsers differ in whether they put one. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}]/u;

/**
 * Widths that were measured, by their text.
 * @type {Map<string, {width: number, letters: number}>}
 */
const measured = new Map();
const MOST_MEASURED = 20_000;

/**
 * Contexts that measure with a pixel and with two pixels behind each letter, which ends ligatures.
 * @type {{narrow: CanvasRenderingContext2D, wide: CanvasRenderingContext2D} | null}
 */
let rulers = null;

/** @param {number} spacing in pixels */
function ruler(spacing) {
  const made = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  made.font = `${MEASURED_SIZE}px sans-serif`;
  return Object.assign(made, { letterSpacing: `${spacing}px` });
}

/**
 * The width of a text for a font of size 1, and the number of its letters that spaces come behind; 0 where the browser puts none.
 * @param {string} text
 */
function measure(text) {
  const known = measured.get(text);
  if (known) return known;
  rulers ??= { narrow: ruler(1), wide: ruler(2) };
  const narrow = rulers.narrow.measureText(text).width;
  const letters = Math.round(rulers.wide.measureText(text).width - narrow);
  const found = { width: Math.max(1, narrow - letters) / MEASURED_SIZE, letters };
  if (measured.size >= MOST_MEASURED) measured.clear();
  measured.set(text, found);
  return found;
}

export class TextLayer {
  /** @type {HTMLElement} */
  element = element("div", { class: "page-text" });
  #size;
  /**
   * The text of each word of the page, and its place in that.
   * @type {{text: Node, offset: number}[]}
   */
  #words = [];
  /** Its words, in the order of reading. */
  words;
  /** The boxes of its words, in page units. */
  boxes;

  /**
   * @param {PageText} text
   * @param {{size: Size, nameOf: (page: number) => string}} page its size in page units, and the names of those that links lead to
   * @param {AbortSignal} signal
   */
  constructor({ words, links }, { size, nameOf }, signal) {
    this.#size = size;
    this.words = words;
    this.boxes = words.map(({ box }) => box);
    const { style } = this.element;
    style.width = `${size.width}px`;
    style.height = `${size.height}px`;
    const blocks = blocksOf(linesOf(words)).flatMap(({ level, lines }) => {
      const made = lines.map((line) => this.#line(line));
      return level === 0 ? made : [element("div", { "role": "heading", "aria-level": String(level) }, ...made)];
    });
    this.element.append(...blocks, ...links.flatMap((link) => placedLink(link, nameOf) ?? []));
    this.element.addEventListener("copy", (event) => copy(event), { signal });
  }

  /** @param {PlacedWord[]} line */
  #line(line) {
    return element("div", { class: "page-line" }, ...line.map((word, index) => this.#placed(word, line[index + 1])));
  }

  /**
   * @param {PlacedWord} word
   * @param {PlacedWord} [next] of the line
   */
  #placed(word, next) {
    const placed = placedWord(word, next);
    const text = placed.firstChild;
    if (text) for (const offset of word.parts ?? [0]) this.#words.push({ text, offset });
    return placed;
  }

  /**
   * The letters between two places, which are words and places in them; null where there are none.
   * @param {readonly [number, number]} start
   * @param {readonly [number, number]} end
   */
  range([first, start], [last, end]) {
    const [from, to] = [this.#words[first], this.#words[last]];
    if (!from || !to) return null;
    const range = document.createRange();
    range.setStart(from.text, Math.min(from.offset + start, lengthOf(from.text)));
    range.setEnd(to.text, Math.min(to.offset + end, lengthOf(to.text)));
    return range;
  }

  /**
   * All letters of a word.
   * @param {number} word from 0
   */
  rangeOfWord(word) {
    const next = this.#words[word + 1];
    const isInLine = next && next.text === this.#words[word]?.text;
    const length = isInLine ? next.offset - (this.#words[word]?.offset ?? 0) : Infinity;
    // A space ends each word.
    return this.range([word, 0], [word, Math.min(length, this.#lengthFrom(word)) - 1]);
  }

  /**
   * The words of which a range holds at least a letter; null for none.
   * @param {Range} range
   * @returns {import("./selection/quoted-words.js").WordSpan | null}
   */
  spanOf(range) {
    if (!range.intersectsNode(this.element)) return null;
    const held = this.#words.map(({ text, offset }, word) => {
      const length = this.words[word]?.text.length ?? 0;
      const isHeld = range.comparePoint(text, Math.min(offset + length, lengthOf(text))) >= 0 && range.comparePoint(text, offset) <= 0;
      return isHeld ? { from: within(range, "start", text, offset), to: within(range, "end", text, offset) ?? length } : null;
    });
    const words = [...held.keys()].filter((word) => held[word] && (held[word]?.from ?? 0) < (held[word]?.to ?? 0));
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) return null;
    return { start: [first, held[first]?.from ?? 0], end: [last, held[last]?.to ?? 0] };
  }

  /** @param {number} word */
  #lengthFrom(word) {
    const { text, offset } = this.#words[word] ?? {};
    return text && offset !== undefined ? lengthOf(text) - offset : 0;
  }

  /** @param {number} width of the page as it is shown, in CSS pixels */
  fit(width) {
    this.element.style.transform = `scale(${width / this.#size.width})`;
  }
}

/**
 * The place of an end of a range in a word, if it lies in its text.
 * @param {Range} range
 * @param {"start" | "end"} end
 * @param {Node} text
 * @param {number} offset of the word in it
 */
function within(range, end, text, offset) {
  const [node, place] = end === "start" ? [range.startContainer, range.startOffset] : [range.endContainer, range.endOffset];
  return node === text ? Math.max(0, place - offset) : null;
}

/** @param {Node} text */
function lengthOf(text) {
  return text.textContent?.length ?? 0;
}

/** @param {ClipboardEvent} event */
function copy(event) {
  const text = joined(document.getSelection()?.toString() ?? "");
  if (!text || !event.clipboardData) return;
  event.clipboardData.setData("text/plain", text);
  event.preventDefault();
}

/**
 * A word with the space behind it, which reaches to the next word.
 * @param {PlacedWord} word
 * @param {PlacedWord} [next] of the line
 */
function placedWord(word, next) {
  const [left, top, width, height] = word.box;
  const text = wordText(word);
  const placed = element("span", { class: "page-word" }, `${text} `);
  const { style } = placed;
  const size = height * FONT_SHARE;
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.fontSize = `${size}px`;
  style.lineHeight = `${height}px`;
  widen(style, text, size, { width, reach: Math.max(width, (next?.box[0] ?? 0) - left) });
  return placed;
}

/**
 * Makes a word as wide as it is drawn by space between its letters: browsers are slow to move hundreds of stretched words. Where
 * that is not possible the word is stretched.
 * @param {CSSStyleDeclaration} style
 * @param {string} text
 * @param {number} size of its font
 * @param {{width: number, reach: number}} widths of the word, and of it and the space behind it
 */
function widen(style, text, size, { width, reach }) {
  const natural = measure(text);
  const stretch = width / (natural.width * size);
  if (natural.letters === 0 || stretch < LEAST_STRETCH || stretch > MOST_STRETCH || JOINED.test(text)) {
    style.width = `${reach / stretch}px`;
    style.overflow = "hidden";
    style.transform = `scaleX(${stretch})`;
    return;
  }
  const spacing = (width - natural.width * size) / natural.letters;
  style.letterSpacing = `${spacing}px`;
  style.wordSpacing = `${reach - width - measure(" ").width * size - spacing}px`;
}

/**
 * @param {PageLink} link
 * @param {(page: number) => string} nameOf
 */
function placedLink({ box: [left, top, width, height], page, area, address }, nameOf) {
  const placed = element("a", { class: "page-link" });
  if (page !== undefined) {
    setAttributes(placed, { "href": `#page=${page}`, "data-page": page, "data-top": area?.[1] ?? 0, "aria-label": nameOf(page) });
  } else if (address && WEB.test(address)) {
    setAttributes(placed, { href: address, target: "_blank", rel: "noopener noreferrer", title: address, "aria-label": address });
  } else {
    return null;
  }
  const { style } = placed;
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
  return placed;
}
