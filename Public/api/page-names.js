/** Names of the pages of a document: everywhere the same. Pure. */

import { say } from "../shell/texts.js";
import { numberInWords } from "./words.js";

/** A number as it is shown. */
const SEPARATED = /^\d{1,3}([.,]\d{3})+$/;

/**
 * A page, and what it is called: "Page 57 of 117".
 * @typedef {{readonly number: number, readonly name: string}} NamedPage
 */

export class PageNames {
  #labels;

  /** @param {readonly string[]} labels of the pages, from the first; an empty one is the page's number */
  constructor(labels) {
    this.#labels = labels.map((label, index) => label || String(index + 1));
  }

  /** @param {number} count of pages that are called by their numbers */
  static numbered(count) {
    return new PageNames(Array(count).fill(""));
  }

  get count() {
    return this.#labels.length;
  }

  /** Whether all are called by numbers. */
  get isNumeric() {
    return this.#labels.every((label) => /^\d+$/.test(label));
  }

  /** How many characters the longest label has. */
  get longest() {
    return this.#labels.reduce((most, label) => Math.max(most, label.length), 1);
  }

  /**
   * The label, or the number with separators where that is the label.
   * @param {number} page from 1
   */
  label(page) {
    const label = this.#labels[page - 1] ?? String(page);
    return label === String(page) ? numberInWords(page) : label;
  }

  /**
   * The words behind the label: "of 117", or "(57 of 117)" where the label is not the number.
   * @param {number} page from 1
   */
  position(page) {
    const count = numberInWords(this.count);
    return this.label(page) === numberInWords(page) ? say("of {count}", { count }) : say("({page} of {count})", { page: numberInWords(page), count });
  }

  /**
   * "Page 57 of 117", or "Page 54 (57 of 117)".
   * @param {number} page from 1
   */
  name(page) {
    return say("Page {label} {position}", { label: this.label(page), position: this.position(page) });
  }

  /**
   * The page that a text means: the one with that label, else the one with that number, with separators or without.
   * @param {string} text
   * @returns {number | null} from 1; the nearest where the number is too large, null for what is neither
   */
  find(text) {
    const number = Number.parseInt(withoutSeparators(text.trim()), 10);
    const nearest = Number.isFinite(number) ? Math.max(1, Math.min(this.count, number)) : null;
    return this.exactly(text) ?? nearest;
  }

  /**
   * The page with that label, in any case, else the one with that number.
   * @param {string} text
   * @returns {number | null} from 1; null where there is none
   */
  exactly(text) {
    const wanted = text.trim();
    const exact = this.#labels.indexOf(wanted);
    const labelled = exact >= 0 ? exact : this.#labels.findIndex((label) => label.toLowerCase() === wanted.toLowerCase());
    if (labelled >= 0) return labelled + 1;
    const digits = withoutSeparators(wanted);
    const number = /^\d+$/.test(digits) ? Number(digits) : 0;
    return number >= 1 && number <= this.count ? number : null;
  }
}

/** @param {string} text */
function withoutSeparators(text) {
  return SEPARATED.test(text) ? text.replace(/[.,]/g, "") : text;
}
