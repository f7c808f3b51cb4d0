/** Keys with Shift that take more of a text or less of it, as in any text. Pure. */

/** @typedef {["forward" | "backward" | "left" | "right", "character" | "word" | "line" | "lineboundary" | "documentboundary"]} Extension */

/** @type {Readonly<Record<string, Extension>>} */
const KEYS = Object.freeze({
  "ArrowLeft": ["left", "character"],
  "ArrowRight": ["right", "character"],
  "ArrowUp": ["backward", "line"],
  "ArrowDown": ["forward", "line"],
  "Home": ["backward", "lineboundary"],
  "End": ["forward", "lineboundary"],
});

/**
 * The change of a selection that a key stands for, for `Selection.modify`; null for none.
 * @param {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">} event
 * @returns {Extension | null}
 */
export function extensionOf({ key, shiftKey, ctrlKey, altKey, metaKey }) {
  const extension = KEYS[key];
  if (!shiftKey || metaKey || !extension) return null;
  const [direction, unit] = extension;
  if (unit === "character" && (ctrlKey || altKey)) return [direction, "word"];
  return ctrlKey || altKey ? null : extension;
}
