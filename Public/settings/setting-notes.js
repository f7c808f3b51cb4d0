/** More about settings than their titles say. The server describes settings by their titles alone; few need more. Pure. */

import { say, text } from "../shell/texts.js";

/** @type {Readonly<Record<string, string>>} */
const NOTES = Object.freeze({
  "library.beside": text(
    "The list stays beside an open document, in narrow windows too. This has no effect in windows less than 640 pixels wide, as on phones.",
  ),
  "library.edge": text("A finger that comes in from the edge shows the list beside a document, and the places of the library."),
});

/**
 * @param {string} key of a setting
 * @returns {string | null}
 */
export function settingNote(key) {
  const note = NOTES[key];
  return note === undefined ? null : say(note);
}
