/** Names of the pages of a document: everywhere the same. Pure. */

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

  /** @param {number} page from 1 */
  label(page) {
    return this.#labels[page - 1] ?? String(page);
  }

  /**
   * The words behind the label: "of 117", or "(57 of 117)" where the label is not the number.
   * @param {number} page from 1
   */
  position(page) {
    return this.label(page) === String(page) ? `of ${this.count}` : `(${page} of ${this.count})`;
  }

  /**
   * "Page 57 of 117", or "Page 54 (57 of 117)".
   * @param {number} page from 1
   */
  name(page) {
    return `Page ${this.label(page)} ${this.position(page)}`;
  }

  /**
   * The page that a text means: the one with that label, else the one with that number.
   * @param {string} text
   * @returns {number | null} from 1; the nearest where the number is too large, null for what is neither
   */
  find(text) {
    const number = Number.parseInt(text.trim(), 10);
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
    const number = /^\d+$/.test(wanted) ? Number(wanted) : 0;
    return number >= 1 && number <= this.count ? number : null;
  }
}
