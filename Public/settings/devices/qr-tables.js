/**
 * The tables of ISO/IEC 18004:2015 for QR codes of versions 1 to 10 at level M. A seventh of such a code may be damaged.
 */

/**
 * One version: its code words, how they are split into blocks, and where its alignment patterns lie.
 * @typedef {object} QRVersion
 * @property {number} number
 * @property {readonly number[]} blocks how many data words each block has (table 9)
 * @property {number} correction how many words of error correction each block has (table 9)
 * @property {readonly number[]} alignment rows and columns of the centres of alignment patterns (annex E)
 */

/** @type {readonly QRVersion[]} */
export const VERSIONS = Object.freeze([
  { number: 1, blocks: [16], correction: 10, alignment: [] },
  { number: 2, blocks: [28], correction: 16, alignment: [6, 18] },
  { number: 3, blocks: [44], correction: 26, alignment: [6, 22] },
  { number: 4, blocks: [32, 32], correction: 18, alignment: [6, 26] },
  { number: 5, blocks: [43, 43], correction: 24, alignment: [6, 30] },
  { number: 6, blocks: [27, 27, 27, 27], correction: 16, alignment: [6, 34] },
  { number: 7, blocks: [31, 31, 31, 31], correction: 18, alignment: [6, 22, 38] },
  { number: 8, blocks: [38, 38, 39, 39], correction: 22, alignment: [6, 24, 42] },
  { number: 9, blocks: [36, 36, 36, 37, 37], correction: 22, alignment: [6, 26, 46] },
  { number: 10, blocks: [43, 43, 43, 43, 44], correction: 26, alignment: [6, 28, 50] },
]);

/** The eight masks: whether a module is turned over (table 10). */
/** @type {readonly ((row: number, column: number) => boolean)[]} */
export const MASKS = Object.freeze([
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]);

/**
 * The bits that name level M and a mask, with their error correction (8.9 and annex C).
 * @param {number} mask
 */
export function formatBits(mask) {
  // Level M is 00.
  return ((mask << 10) | remainder(mask, 10, 0b10100110111)) ^ 0b101010000010010;
}

/**
 * The bits that name a version from 7, with their error correction (annex D).
 * @param {number} version
 */
export function versionBits(version) {
  return (version << 12) | remainder(version, 12, 0b1111100100101);
}

/**
 * The rest of a division of polynomials over two elements.
 * @param {number} value
 * @param {number} degree of the divisor
 * @param {number} divisor
 */
function remainder(value, degree, divisor) {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit -= 1) {
    if (rest & (1 << bit)) rest ^= divisor << (bit - degree);
  }
  return rest;
}
