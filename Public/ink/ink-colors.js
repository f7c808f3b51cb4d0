/**
 * The colours of ink. A stroke keeps its colour in the file; only what is seen differs. On a dark canvas, with
 * bright pages lying on it, every ink must be seen on both. Pure.
 */

import { text } from "../shell/texts.js";

export const INKS = Object.freeze([
  { name: text("Black"), color: "#1c1a18" },
  { name: text("Blue"), color: "#2b55c9" },
  { name: text("Red"), color: "#b3261e" },
  { name: text("Green"), color: "#2e7d4f" },
  { name: text("Orange"), color: "#b45309" },
  { name: text("Purple"), color: "#7b3fa0" },
]);

/** The widths that the pen offers, in CSS pixels as seen while drawing. */
export const PEN_WIDTHS = Object.freeze([
  { name: text("Fine"), width: 2 }, { name: text("Medium"), width: 4 }, { name: text("Broad"), width: 8 },
]);

/**
 * Relative luminances (WCAG 2.2). Between them a colour stands out from the dark canvas (#151413) and from a
 * white page alike, by at least 3.6 to 1. To the canvas the ratio is (0.157 + 0.05) / (0.0072 + 0.05). To the
 * page it is (1 + 0.05) / (0.24 + 0.05).
 */
const DARK_RANGE = Object.freeze({ lowest: 0.16, highest: 0.24 });

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/**
 * The colour in which ink is drawn.
 * @param {string} color as in the file; anything but `#rgb` and `#rrggbb` counts as black
 * @param {boolean} dark whether the canvas is dark
 */
export function shownInk(color, dark) {
  const hex = HEX.test(color) ? color.toLowerCase() : "#1c1a18";
  if (!dark) return hex;
  const light = channels(hex).map(linear);
  const luminance = luminanceOf(light);
  const wanted = Math.max(DARK_RANGE.lowest, Math.min(DARK_RANGE.highest, luminance));
  return wanted === luminance ? hex : toHex(withLuminance(light, luminance, wanted));
}

/**
 * Mixed with white, or darkened, which keeps the hue.
 * @param {readonly number[]} light linear channels
 * @param {number} luminance of it
 * @param {number} wanted
 */
function withLuminance(light, luminance, wanted) {
  if (wanted < luminance) return light.map((value) => (value * wanted) / luminance);
  const white = (wanted - luminance) / (1 - luminance);
  return light.map((value) => value + (1 - value) * white);
}

/** @param {string} hex */
function channels(hex) {
  const six = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(six.slice(at, at + 2), 16) / 255);
}

/** @param {number} value of an sRGB channel */
function linear(value) {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** @param {number} value linear */
function encoded(value) {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

/** @param {readonly number[]} light */
function luminanceOf([r = 0, g = 0, b = 0]) {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {readonly number[]} light */
function toHex(light) {
  return `#${light.map(
    (value) => Math.round(encoded(value) * 255).toString(16).padStart(2, "0"),
  ).join("")}`;
}
