/**
 * QR codes (ISO/IEC 18004:2015) of short texts: bytes, versions 1 to 10, error correction M. Pure.
 *
 * No library of Debian makes one in the browser, and the server would have to link one for this alone.
 */

import { formatBits, MASKS, versionBits } from "./qr-tables.js";
import { codeWords, versionFor } from "./qr-words.js";

/** @typedef {import("./qr-tables.js").QRVersion} QRVersion */

/** The rows of a code, each module dark or not. */
/** @typedef {readonly (readonly boolean[])[]} QRModules */

/** Modules of light around a code, which readers need. */
export const QUIET_ZONE = 4;

/** A pattern of a finder with the light beside it, in a row or column (7.8.3.1, third rule). */
const FINDER_LIKE = Object.freeze(["10111010000", "00001011101"]);

/**
 * @param {string} text
 * @returns {QRModules | null} null where it is too long
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (!version) return null;
  const words = codeWords(bytes, version);
  const tried = MASKS.map((_, mask) => new Grid(version).filled(words, mask));
  const penalties = tried.map(penaltyOf);
  return tried[penalties.indexOf(Math.min(...penalties))] ?? null;
}

/**
 * The dark modules as the path of an SVG, one unit a module, a run at a time.
 * @param {QRModules} modules
 */
export function qrPath(modules) {
  return modules.flatMap((row, y) => runsOf(row).filter(({ dark }) => dark).map(({ start, length }) => (
    `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`
  ))).join("");
}

/** A code while it is drawn: fixed patterns first, then the words between them. */
class Grid {
  #version;
  #size;
  /** @type {boolean[][]} */
  #dark;
  /** @type {boolean[][]} */
  #isFixed;

  /** @param {QRVersion} version */
  constructor(version) {
    this.#version = version;
    const size = this.#size = 17 + 4 * version.number;
    const empty = () => Array.from({ length: size }, () => Array(size).fill(false));
    this.#dark = empty();
    this.#isFixed = empty();
    this.#drawFinders();
    this.#drawTiming();
    this.#drawAlignment();
    this.#drawVersion();
  }

  /**
   * @param {readonly number[]} words
   * @param {number} mask
   * @returns {QRModules}
   */
  filled(words, mask) {
    this.#drawFormat(mask);
    const isTurned = MASKS[mask];
    let bit = 0;
    for (const [row, column] of this.#path()) {
      const word = words[bit >> 3] ?? 0;
      const dark = ((word >> (7 - (bit & 7))) & 1) === 1;
      this.#put(row, column, dark !== (isTurned?.(row, column) ?? false));
      bit += 1;
    }
    return this.#dark;
  }

  /**
   * The free modules in the order of the words: columns in pairs from the right, up and down in turn (7.7.3).
   * @returns {Generator<[number, number]>}
   */
  * #path() {
    let isUpward = true;
    for (let right = this.#size - 1; right > 0; right -= 2) {
      // The column of the timing pattern is none of a pair.
      if (right === 6) right = 5;
      for (let step = 0; step < this.#size; step += 1) {
        const row = isUpward ? this.#size - 1 - step : step;
        for (const column of [right, right - 1]) if (!this.#isFixed[row]?.[column]) yield [row, column];
      }
      isUpward = !isUpward;
    }
  }

  #drawFinders() {
    const end = this.#size - 7;
    for (const [top, left] of /** @type {const} */ ([[0, 0], [0, end], [end, 0]])) {
      // With the line of light around it.
      this.#square(top - 1, left - 1, 9, (ring) => ring !== 0 && ring !== 2);
    }
  }

  #drawAlignment() {
    const places = this.#version.alignment;
    const last = places.at(-1);
    for (const row of places) {
      for (const column of places) {
        // Three corners have finders.
        const isCorner = (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6);
        if (!isCorner) this.#square(row - 2, column - 2, 5, (ring) => ring !== 1);
      }
    }
  }

  #drawTiming() {
    for (let place = 8; place < this.#size - 8; place += 1) {
      this.#fix(6, place, place % 2 === 0);
      this.#fix(place, 6, place % 2 === 0);
    }
  }

  /**
   * The format twice: around the first finder, and beside the two others.
   * @param {number} mask
   */
  #drawFormat(mask) {
    const bits = formatBits(mask);
    const last = this.#size - 1;
    for (let bit = 0; bit < 15; bit += 1) {
      const dark = ((bits >> bit) & 1) === 1;
      const near = bit < 6 ? bit : bit < 8 ? bit + 1 : last - 14 + bit;
      this.#fix(near, 8, dark);
      const across = bit < 8 ? last - bit : bit === 8 ? 7 : 14 - bit;
      this.#fix(8, across, dark);
    }
    this.#fix(last - 7, 8, true);
  }

  #drawVersion() {
    const { number } = this.#version;
    if (number < 7) return;
    const bits = versionBits(number);
    for (let bit = 0; bit < 18; bit += 1) {
      const dark = ((bits >> bit) & 1) === 1;
      const [far, near] = [this.#size - 11 + (bit % 3), Math.floor(bit / 3)];
      this.#fix(far, near, dark);
      this.#fix(near, far, dark);
    }
  }

  /**
   * A square of rings; what lies outside of the code is left out.
   * @param {number} top
   * @param {number} left
   * @param {number} side
   * @param {(ring: number) => boolean} isDark told the number of a ring, from the outermost
   */
  #square(top, left, side, isDark) {
    for (let row = 0; row < side; row += 1) {
      for (let column = 0; column < side; column += 1) {
        const ring = Math.min(row, column, side - 1 - row, side - 1 - column);
        this.#fix(top + row, left + column, isDark(ring));
      }
    }
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {boolean} dark
   */
  #fix(row, column, dark) {
    const fixed = this.#isFixed[row];
    if (!fixed || column < 0 || column >= this.#size) return;
    fixed[column] = true;
    this.#put(row, column, dark);
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {boolean} dark
   */
  #put(row, column, dark) {
    const line = this.#dark[row];
    if (line) line[column] = dark;
  }
}

/**
 * How hard a code is to read, by the four rules of 7.8.3.1.
 * @param {QRModules} modules
 */
function penaltyOf(modules) {
  const columns = modules.map((_, column) => modules.map((row) => row[column] ?? false));
  const lines = [...modules, ...columns];
  const long = lines.flatMap(runsOf).filter(({ length }) => length >= 5);
  const words = lines.map((line) => line.map(Number).join(""));
  const finders = words.reduce((sum, word) => sum + FINDER_LIKE.reduce((count, like) => count + occurrences(word, like), 0), 0);
  const dark = modules.flat().filter(Boolean).length / modules.length ** 2;
  return long.reduce((sum, { length }) => sum + length - 2, 0) + 3 * blocksOf(modules) + 40 * finders
    + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}

/**
 * Modules of the same kind that follow one another.
 * @param {readonly boolean[]} line
 */
function runsOf(line) {
  /** @type {{dark: boolean, start: number, length: number}[]} */
  const runs = [];
  line.forEach((dark, start) => {
    const run = runs.at(-1);
    if (run?.dark === dark) run.length += 1;
    else runs.push({ dark, start, length: 1 });
  });
  return runs;
}

/**
 * Squares of two by two modules of one kind.
 * @param {QRModules} modules
 */
function blocksOf(modules) {
  let count = 0;
  for (let row = 1; row < modules.length; row += 1) {
    for (let column = 1; column < modules.length; column += 1) {
      const four = [row - 1, row].flatMap((y) => [column - 1, column].map((x) => modules[y]?.[x]));
      if (four.every((dark) => dark === four[0])) count += 1;
    }
  }
  return count;
}

/**
 * @param {string} word
 * @param {string} part occurrences of which may overlap
 */
function occurrences(word, part) {
  let count = 0;
  for (let at = word.indexOf(part); at >= 0; at = word.indexOf(part, at + 1)) count += 1;
  return count;
}
