/** Paths in the words of SVG, written by what draws on a canvas. Pure. */

export class PathWriter {
  /** @type {string[]} */
  #words = [];

  moveTo(/** @type {number} */ x, /** @type {number} */ y) {
    this.#words.push(`M${short(x)} ${short(y)}`);
  }

  lineTo(/** @type {number} */ x, /** @type {number} */ y) {
    this.#words.push(`L${short(x)} ${short(y)}`);
  }

  /**
   * @param {number} a
   * @param {number} b
   * @param {number} c
   * @param {number} d
   * @param {number} x
   * @param {number} y
   */
  bezierCurveTo(a, b, c, d, x, y) {
    this.#words.push(`C${[a, b, c, d, x, y].map(short).join(" ")}`);
  }

  /**
   * A full circle, begun at its right: the only arc that ink knows.
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   */
  arc(x, y, radius) {
    const half = (/** @type {number} */ end) => `A${short(radius)} ${short(radius)} 0 0 0 ${short(end)} ${short(y)}`;
    this.#words.push(half(x - radius), half(x + radius));
  }

  closePath() {
    this.#words.push("Z");
  }

  get text() {
    return this.#words.join("");
  }
}

/**
 * A hundredth of a unit is finer than any screen or printer shows.
 * @param {number} value
 */
function short(value) {
  return Math.round(value * 100) / 100;
}
