/**
 * The words of a page as real text over its picture, unseen: it is selected, copied, found by the browser and read aloud. The
 * links of the page lie over it.
 *
 * A paragraph is one block of text, so that a search finds words across its lines. It is narrower than any word: each line
 * breaks behind its last word by itself, and is shifted to where it is drawn.
 *
 *     p.page-paragraph ─ span.page-line, one for words in one direction ─ span.page-word, one for each
 */

import { element, setAttributes } from "../shell/element.js";
import { say, text } from "../shell/texts.js";
import { boxAround, isUpright, linesOf, paragraphsOf, pitchOf, runsOf, topOf, usualHeight, wordText } from "./text-lines.js";
import { fontExtent, textWidth } from "./text-metrics.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */
/** @typedef {import("../api/page-source.js").PageLink} PageLink */
/** @typedef {import("../api/page-source.js").PageText} PageText */
/** @typedef {import("./text-lines.js").PlacedWord} PlacedWord */

/** Pixels of the layer for a page unit, before it is made as large as the page: browsers round the height of a font. */
const GRAIN = 8;
const WEB = /^(?:https?|mailto):/iu;

/** The words for links that are not followed. */
export const REFUSALS = Object.freeze({
  nowhere: text("This link leads nowhere."), unsafe: text("This link would run something or open another file. Sheaf does neither."),
});

/** Stretched by less or by more than this, a word's letters would not lie where they are drawn, by spaces between them. */
const LEAST_STRETCH = 0.5;
const MOST_STRETCH = 2;

/** A difference in place or height that is not seen, in page units. */
const UNSEEN = 0.05;

/** @param {number} value in page units */
const px = (value) => `${value * GRAIN}px`;

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
   */
  constructor({ words, links }, { size, nameOf }) {
    this.#size = size;
    this.words = words;
    this.boxes = words.map(({ box }) => box);
    const { style } = this.element;
    style.width = px(size.width);
    style.height = px(size.height);
    const paragraphs = paragraphsOf(linesOf(words)).map((paragraph) => this.#paragraph(paragraph));
    this.element.append(...paragraphs, ...links.flatMap((link) => placedLink(link, nameOf) ?? []));
  }

  /**
   * Lets the key Tab lead to its links, or not: from one of a page that is not seen the pages would scroll away.
   * @param {boolean} isReached
   */
  reach(isReached) {
    for (const link of this.element.querySelectorAll(".page-link")) setAttributes(link, { tabindex: isReached ? null : -1 });
  }

  /** @param {{level: number, lines: PlacedWord[][]}} paragraph */
  #paragraph({ level, lines }) {
    const first = lines[0] ?? [];
    if (isUpright(first)) return element("p", { class: "page-paragraph" }, ...first.map((word) => this.#upright(word)));
    const heading = level > 0 && { "role": "heading", "aria-level": String(level) };
    const block = element("p", { class: "page-paragraph", ...heading });
    const runs = lines.flatMap(runsOf);
    const words = lines.flat();
    const [left] = boxAround(words);
    const { ascent, descent } = fontExtent();
    const height = usualHeight(words);
    const size = height / (ascent + descent);
    const tops = runs.map(({ words }) => topOf(words, height, ascent / (ascent + descent)));
    const [top = 0] = tops;
    // Browsers paint a selection over lines where they lie before they are shifted.
    const pitch = pitchOf(tops, height) ?? height;
    setStyle(block, { left: px(left), top: px(top - (pitch - height) / 2), fontSize: px(size), lineHeight: px(pitch) });
    runs.forEach(({ words: run, isLeftward }, index) => {
      const [[x], y = 0] = [boxAround(run), tops[index]];
      const from = { y: top + index * pitch, size };
      const line = element("span", { class: "page-line" }, ...run.map((word, at) => this.#word(word, run[at + 1], { isLeftward, ascent, descent, y, from })));
      setStyle(line, { left: px(x - left), top: px(y - from.y), ...(isLeftward && { direction: "rtl", unicodeBidi: "isolate" }) });
      block.append(line, run.at(-1)?.hyphenated ? element("wbr", {}) : " ");
    });
    return block;
  }

  /**
   * A word with the space behind it, which reaches to the next word.
   * @param {PlacedWord} word
   * @param {PlacedWord | undefined} next of the run
   * @param {{isLeftward: boolean, ascent: number, descent: number, y: number, from: {y: number, size: number}}} run
   */
  #word(word, next, { isLeftward, ascent, descent, y, from }) {
    const [left, , width, height] = word.box;
    const text = wordText(word);
    const own = fontSize(text, width, height / (ascent + descent));
    const isAlike = Math.abs(own - from.size) * ascent <= UNSEEN;
    const size = isAlike ? from.size : own;
    const top = word.box[1] + (height - own * (ascent + descent)) / 2;
    const placed = this.#take(word, element("span", { class: "page-word" }, next ? `${text} ` : text));
    // Its line stays as high as the others: a higher one would move all those below it.
    if (!isAlike) setStyle(placed, { fontSize: px(size), lineHeight: "0" });
    const shift = top - y - ascent * (from.size - size);
    if (Math.abs(shift) > UNSEEN) setStyle(placed, { position: "relative", top: px(shift) });
    const gap = next ? (isLeftward ? left - next.box[0] - next.box[2] : next.box[0] - left - width) : 0;
    widen(placed, text, size, { width, gap, isLeftward });
    // The space behind the line is of no use to a block of its own: without one, screen readers join it to the next word.
    if (!next && placed.style.display && !word.hyphenated) placed.append(" ");
    return placed;
  }

  /**
   * A word that is written downwards, or lies on its side.
   * @param {PlacedWord} word
   */
  #upright(word) {
    const [left, top, width, height] = word.box;
    const text = wordText(word);
    const { ascent, descent } = fontExtent();
    const placed = this.#take(word, element("span", { class: "page-word page-upright" }, text));
    const size = width / (ascent + descent);
    const { width: natural, letters } = textWidth(text);
    const spacing = letters > 0 ? { letterSpacing: px((height - natural * size) / letters) } : { transform: `scaleY(${height / (natural * size)})` };
    setStyle(placed, { left: px(left), top: px(top), fontSize: px(size), lineHeight: px(width), ...spacing });
    return placed;
  }

  /**
   * @param {PlacedWord} word
   * @param {HTMLElement} placed
   */
  #take(word, placed) {
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
    range.setStart(from.text, from.offset + Math.min(start, this.#lengthOf(first)));
    range.setEnd(to.text, to.offset + Math.min(end, this.#lengthOf(last)));
    return range;
  }

  /**
   * All letters of a word.
   * @param {number} word from 0
   */
  rangeOfWord(word) {
    return this.range([word, 0], [word, Infinity]);
  }

  /**
   * The words of which a range holds at least a letter; null for none.
   * @param {Range} range
   * @returns {import("./selection/quoted-words.js").WordSpan | null}
   */
  spanOf(range) {
    if (!range.intersectsNode(this.element)) return null;
    const held = this.#words.map(({ text, offset }, word) => {
      const length = this.#lengthOf(word);
      const isHeld = range.comparePoint(text, offset + length) >= 0 && range.comparePoint(text, offset) <= 0;
      return isHeld ? { from: within(range, "start", text, offset) ?? 0, to: Math.min(length, within(range, "end", text, offset) ?? length) } : null;
    });
    const words = [...held.keys()].filter((word) => (held[word]?.from ?? 0) < (held[word]?.to ?? 0));
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) return null;
    return { start: [first, held[first]?.from ?? 0], end: [last, held[last]?.to ?? 0] };
  }

  /**
   * The number of letters of a word.
   * @param {number} word
   */
  #lengthOf(word) {
    const known = this.words[word];
    return known ? wordText(known).length : 0;
  }

  /** @param {number} width of the page as it is shown, in CSS pixels */
  fit(width) {
    this.element.style.transform = `scale(${width / (this.#size.width * GRAIN)})`;
  }
}

/**
 * @param {HTMLElement} placed
 * @param {Partial<CSSStyleDeclaration>} style
 */
function setStyle(placed, style) {
  Object.assign(placed.style, style);
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

/**
 * The size of the font for a word: that of its box. Where space would part its letters, as those of Arabic, it is one in which they
 * are as wide as they are drawn.
 * @param {string} text
 * @param {number} width in page units
 * @param {number} size of its box
 */
function fontSize(text, width, size) {
  const natural = textWidth(text);
  return natural.letters === 0 && isSlight(width / (natural.width * size)) ? width / natural.width : size;
}

/** @param {number} stretch */
function isSlight(stretch) {
  return stretch >= LEAST_STRETCH && stretch <= MOST_STRETCH;
}

/**
 * Makes a word as wide as it is drawn by space between its letters: it stays text of its line, which a search goes through. Where
 * that is not possible the word is stretched.
 * @param {HTMLElement} placed
 * @param {string} text
 * @param {number} size of its font, in page units
 * @param {{width: number, gap: number, isLeftward: boolean}} place the width of the word, and of the space behind it
 */
function widen({ style }, text, size, { width, gap, isLeftward }) {
  const natural = textWidth(text);
  const stretch = width / (natural.width * size);
  if (isSlight(stretch)) {
    const spacing = natural.letters > 0 ? (width - natural.width * size) / natural.letters : 0;
    if (natural.letters > 0) style.letterSpacing = px(spacing);
    style.wordSpacing = px(gap - textWidth(" ").width * size - spacing);
    return;
  }
  const { ascent, descent } = fontExtent();
  style.display = "inline-block";
  style.width = px(natural.width * size);
  style.lineHeight = px(size * (ascent + descent));
  style.marginTop = px(-size * ascent);
  style.marginBottom = px(-size * descent);
  style.marginInlineEnd = px(width - natural.width * size + gap);
  style.transformOrigin = isLeftward ? "100% 0" : "0 0";
  style.transform = `scaleX(${stretch})`;
}

/**
 * @param {PageLink} link
 * @param {(page: number) => string} nameOf
 */
function placedLink({ box: [left, top, width, height], page, area, address, refusal }, nameOf) {
  const placed = refusal ? element("button", { "type": "button", "class": "page-link refused", "data-refusal": refusal }) : element("a", { class: "page-link" });
  if (refusal) {
    setAttributes(placed, { "aria-label": say("Link"), "title": say(REFUSALS[refusal] ?? REFUSALS.nowhere) });
  } else if (page !== undefined) {
    setAttributes(placed, { "href": `#page=${page}`, "data-page": page, "data-top": area?.[1] ?? 0, "aria-label": nameOf(page) });
  } else if (address && WEB.test(address)) {
    setAttributes(placed, { href: address, target: "_blank", rel: "noopener noreferrer", title: address, "aria-label": address });
  } else {
    return null;
  }
  setStyle(placed, { left: px(left), top: px(top), width: px(width), height: px(height) });
  return placed;
}
