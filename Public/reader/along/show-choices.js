/** How a person shows documents: seconds for a page of a slideshow, when notes are seen, and what lies over the second window. */

/**
 * @typedef {object} ShowChoices
 * @property {number} seconds for each page
 * @property {"showing" | "always" | "never"} notes seen over a page that is turned to; `showing` while a slideshow plays or there is a
 *   second window
 * @property {"nothing" | "sheaf" | "text"} overlay in the middle of the second window
 * @property {string} text that is the overlay
 */

/** @type {Readonly<ShowChoices>} */
export const FIRST_CHOICES = Object.freeze({ seconds: 5, notes: "showing", overlay: "nothing", text: "" });

export const SECONDS = Object.freeze([2, 3, 5, 8, 10, 15, 20, 30, 60]);

/** The most letters of an overlay. */
export const LONGEST_TEXT = 60;

const NOTES = Object.freeze(["showing", "always", "never"]);
const OVERLAYS = Object.freeze(["nothing", "sheaf", "text"]);

/**
 * The choices that a text names; the first ones in place of what it does not name well.
 * @param {string | null} kept
 * @returns {ShowChoices}
 */
export function readShowChoices(kept) {
  const { seconds, notes, overlay, text } = /** @type {Partial<Record<keyof ShowChoices, unknown>>} */ (parsed(kept) ?? {});
  return {
    seconds: SECONDS.includes(Number(seconds)) ? Number(seconds) : FIRST_CHOICES.seconds,
    notes: NOTES.includes(String(notes)) ? /** @type {ShowChoices["notes"]} */ (notes) : FIRST_CHOICES.notes,
    overlay: OVERLAYS.includes(String(overlay)) ? /** @type {ShowChoices["overlay"]} */ (overlay) : FIRST_CHOICES.overlay,
    text: typeof text === "string" ? text.slice(0, LONGEST_TEXT) : FIRST_CHOICES.text,
  };
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
