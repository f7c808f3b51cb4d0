/**
 * The file of a text that is edited. A field has line feeds alone, and no byte order mark; the file keeps its own. Lines that
 * were not touched keep their ends, also where a file mixes them. Pure.
 */

/** A line end of any system: carriage return and line feed, either alone. */
const ENDS = /\r\n|\r|\n/g;
const MARK = "\uFEFF";

export class TextFile {
  /** The file as it was read, without its mark. */
  #file;
  #mark;
  /** @type {string | null} */
  #end = null;

  /** @param {string} file all of its characters */
  constructor(file) {
    this.#mark = file.startsWith(MARK) ? MARK : "";
    this.#file = file.slice(this.#mark.length);
    /** The text as a field has it. */
    this.text = this.#file.replace(ENDS, "\n");
  }

  /**
   * The file of a text that was changed.
   * @param {string} text with line feeds
   */
  fileOf(text) {
    if (!this.#file.includes("\r")) return this.#mark + text;
    const before = this.text;
    const most = Math.min(before.length, text.length);
    let head = 0;
    while (head < most && before.charCodeAt(head) === text.charCodeAt(head)) head += 1;
    let tail = 0;
    while (tail < most - head && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
    const ended = (/** @type {string} */ lines) => lines.replaceAll("\n", this.#mostFrequentEnd);
    const middle = ended(text.slice(head, text.length - tail));
    const file = this.#file.slice(0, this.#placeOf(head)) + middle + this.#file.slice(this.#placeOf(before.length - tail));
    // A carriage return and a line feed that come together would be one end.
    return this.#mark + (file.replace(ENDS, "\n") === text ? file : ended(text));
  }

  /** @param {number} wanted a place in the text; returns the same place in the file */
  #placeOf(wanted) {
    let longer = 0;
    for (const { 0: end = "", index = 0 } of this.#file.matchAll(ENDS)) {
      if (index - longer >= wanted) break;
      longer += end.length - 1;
    }
    return wanted + longer;
  }

  get #mostFrequentEnd() {
    if (this.#end !== null) return this.#end;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const [end = ""] of this.#file.matchAll(ENDS)) counts.set(end, (counts.get(end) ?? 0) + 1);
    this.#end = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ["\n", 0])[0];
    return this.#end;
  }
}

/**
 * The file of a text in UTF-8; null where the bytes are no such text. Typing over them would replace characters that nobody has
 * seen.
 * @param {Uint8Array} bytes
 */
export function readTextFile(bytes) {
  try {
    return new TextFile(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
}
