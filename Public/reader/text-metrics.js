/** The sizes of text in the browser's own font, for a font of size 1. */

const MEASURED_SIZE = 128;
const MOST_MEASURED = 20_000;

/** Letters that are joined: a space between them would part them, and browsers differ in whether they put one. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}]/u;

/**
 * Widths that were measured, by their text.
 * @type {Map<string, {width: number, letters: number}>}
 */
const measured = new Map();

/**
 * Contexts that measure with a pixel and with two pixels behind each letter, which ends ligatures.
 * @type {{narrow: CanvasRenderingContext2D, wide: CanvasRenderingContext2D} | null}
 */
let rulers = null;

/** @type {{ascent: number, descent: number} | null} */
let extent = null;

/** @param {number} spacing in pixels */
function ruler(spacing) {
  const made = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  made.font = `${MEASURED_SIZE}px sans-serif`;
  return Object.assign(made, { letterSpacing: `${spacing}px`, fontKerning: "none", textRendering: "geometricPrecision" });
}

/** How far the font reaches above and below its baseline. */
export function fontExtent() {
  if (extent) return extent;
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = ruler(0).measureText("x");
  extent = { ascent: ascent / MEASURED_SIZE, descent: descent / MEASURED_SIZE };
  return extent;
}

/**
 * The width of a text, and the number of its letters that spaces come behind; 0 where the browser puts none.
 * @param {string} text
 */
export function textWidth(text) {
  const known = measured.get(text);
  if (known) return known;
  rulers ??= { narrow: ruler(1), wide: ruler(2) };
  const narrow = rulers.narrow.measureText(text).width;
  const letters = Math.round(rulers.wide.measureText(text).width - narrow);
  const found = { width: Math.max(1, narrow - letters) / MEASURED_SIZE, letters: JOINED.test(text) ? 0 : letters };
  if (measured.size >= MOST_MEASURED) measured.clear();
  measured.set(text, found);
  return found;
}
