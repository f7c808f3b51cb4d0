/** The code words of a QR code: its text in bytes, with error correction (ISO/IEC 18004:2015, 7.4 and 7.5). Pure. */

import { VERSIONS } from "./qr-tables.js";

/** @typedef {import("./qr-tables.js").QRVersion} QRVersion */

/** The mode of plain bytes, as its four bits. */
const BYTES = 0b0100;
const PADDING = Object.freeze([0xec, 0x11]);

/** Powers and logarithms of 2 in the field of 256 elements with the polynomial of the standard. */
const [POWERS, LOGARITHMS] = fieldTables();

/**
 * The smallest version that holds so many bytes; null where none of those here does.
 * @param {number} length
 * @returns {QRVersion | null}
 */
export function versionFor(length) {
  return VERSIONS.find((version) => 4 + countBits(version) + length * 8 <= dataWords(version) * 8) ?? null;
}

/**
 * All code words in the order in which they are drawn: one of each block in turn.
 * @param {Uint8Array} bytes
 * @param {QRVersion} version
 * @returns {number[]}
 */
export function codeWords(bytes, version) {
  const data = paddedWords(bytes, version);
  let start = 0;
  const blocks = version.blocks.map((length) => data.slice(start, start += length));
  const divisor = generator(version.correction);
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => correctionOf(block, divisor)))];
}

/** @param {QRVersion} version */
function countBits({ number }) {
  return number < 10 ? 8 : 16;
}

/** @param {QRVersion} version */
function dataWords({ blocks }) {
  return blocks.reduce((sum, length) => sum + length, 0);
}

/**
 * @param {Uint8Array} bytes
 * @param {QRVersion} version
 */
function paddedWords(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const write = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  const most = dataWords(version) * 8;
  write(BYTES, 4);
  write(bytes.length, countBits(version));
  for (const byte of bytes) write(byte, 8);
  write(0, Math.min(4, most - bits.length));
  write(0, (8 - (bits.length % 8)) % 8);
  for (let turn = 0; bits.length < most; turn += 1) write(PADDING[turn % 2] ?? 0, 8);
  return Array.from({ length: most / 8 }, (_, word) => bits.slice(word * 8, word * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
}

/** @param {readonly (readonly number[])[]} blocks of which the last may be longer by one */
function inTurn(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, place) => blocks.flatMap((block) => block.slice(place, place + 1))).flat();
}

/**
 * The words of error correction of a block: the rest of its division by the generator (Reed and Solomon).
 * @param {readonly number[]} block
 * @param {readonly number[]} divisor without its leading 1
 */
function correctionOf(block, divisor) {
  const rest = divisor.map(() => 0);
  for (const word of block) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((term, place) => (rest[place] = (rest[place] ?? 0) ^ product(term, factor)));
  }
  return rest;
}

/**
 * The polynomial whose roots are the first powers of 2, the highest term first and left out: it is 1.
 * @param {number} degree
 */
function generator(degree) {
  const terms = [...Array(degree - 1).fill(0), 1];
  for (let root = 0; root < degree; root += 1) {
    for (let place = 0; place < degree; place += 1) {
      terms[place] = product(terms[place], POWERS[root] ?? 0) ^ (terms[place + 1] ?? 0);
    }
  }
  return terms;
}

/**
 * @param {number} one
 * @param {number} other
 */
function product(one, other) {
  if (one === 0 || other === 0) return 0;
  return POWERS[((LOGARITHMS[one] ?? 0) + (LOGARITHMS[other] ?? 0)) % 255] ?? 0;
}

/** @returns {[number[], number[]]} */
function fieldTables() {
  /** @type {number[]} */
  const powers = [];
  /** @type {number[]} */
  const logarithms = [];
  for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
    powers.push(value);
    logarithms[value] = exponent;
    value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1;
  }
  return [powers, logarithms];
}
