/** Why a document is not shown, in plain words: what happened, what is safe, what to do. Pure. */

import { say, text } from "../shell/texts.js";
import { whyRefused } from "./refusals.js";

/**
 * @typedef {object} Reason
 * @property {string} icon a name from the sprite
 * @property {string} title what happened
 * @property {string} text what is safe, what to do; empty where the server's own sentence says it
 * @property {boolean} again whether trying again is of any use
 * @property {readonly {readonly path: string, readonly name: string}[]} [places] of the app, in which to look for it
 */

const SAFE = text("The file itself is kept just as it came.");

/** @type {Readonly<Record<string, Reason>>} */
const REASONS = Object.freeze({
  "password-required": {
    icon: "lock",
    title: text("This document is locked with a password"),
    text: text("Its pages cannot be shown without it. The file itself is kept just as it came. Download it and open it with the password."),
    again: false,
  },
  "damaged": {
    icon: "warning",
    title: text("This file seems to be damaged"),
    text: text("Its pages could not be read. The file itself is kept just as it came. Download it to try another program, or add it once more."),
    again: false,
  },
  "not-showable": {
    icon: "document",
    title: text("There is no preview for this kind of file"),
    text: text("The file itself is kept just as it came. Download it to open it with a program of your own."),
    again: false,
  },
  "unplayable": {
    icon: "media",
    title: text("This browser cannot play this file"),
    text: text("Nothing on the server can convert it either. The file itself is kept just as it came. Download it to play it with a program of your own."),
    again: true,
  },
  "converter-missing": {
    icon: "document",
    title: text("A program is missing that shows this kind of file"),
    text: "",
    again: true,
  },
  "document-too-large": {
    icon: "warning",
    title: text("This document is too large to be shown"),
    text: text("The file itself is kept just as it came. Download it to open it with a program of your own."),
    again: false,
  },
  "render-timeout": {
    icon: "warning",
    title: text("This document takes too long to draw"),
    text: text("Drawing it was stopped so that everything else stays quick. The file itself is kept just as it came. Try again, or download it."),
    again: true,
  },
  "render-memory": {
    icon: "warning",
    title: text("This document needs too much memory to draw"),
    text: text("Drawing it was stopped so that everything else keeps working. The file itself is kept just as it came. Download it instead."),
    again: false,
  },
  "renderer-crashed": {
    icon: "warning",
    title: text("Drawing this document failed"),
    text: text("Something in it stopped the renderer. The file itself is kept just as it came. Try again, or download it."),
    again: true,
  },
  "quarantined": {
    icon: "warning",
    title: text("This document is no longer drawn"),
    text: text("Drawing it failed more than once, so Sheaf no longer tries by itself. The file itself is kept just as it came. Try again, or download it with care."),
    again: true,
  },
  "busy": {
    icon: "warning",
    title: text("Sheaf is busy"),
    text: text("Much is being drawn at this moment. Nothing is lost. Try again in a moment."),
    again: true,
  },
  "not-found": {
    icon: "document",
    title: text("This document is not here"),
    text: text("It may have been deleted, or its address is not complete. Look in the library or in the Trash."),
    again: false,
    places: [{ path: "/", name: text("All documents") }, { path: "/?view=trash", name: text("Trash") }],
  },
  "version-gone": {
    icon: "history",
    title: text("This version is not kept"),
    text: text("Its content was overwritten on the disk before Sheaf could keep it. What the document is now is safe, and so are the other versions."),
    again: false,
  },
  "version-let-go": {
    icon: "history",
    title: text("This version is not here any more"),
    text: text("Old versions are let go of after a time, or its address is not complete. What the document is now is safe."),
    again: false,
  },
  "not-comparable": {
    icon: "history",
    title: text("These two cannot be laid side by side"),
    text: text("They are of different kinds, or of a kind without text and pages. Each of them can be looked at by itself."),
    again: false,
  },
  "same-version": {
    icon: "history",
    title: text("Both are the same version"),
    text: text("Choose another version above to see what changed between them."),
    again: false,
  },
  "offline": {
    icon: "offline",
    title: text("Sheaf cannot be reached"),
    text: text("The connection to the server is lost. Your documents are safe there. Try again when it is back."),
    again: true,
  },
});

/**
 * The words for a refusal; those of the server where the code is a new one.
 * @param {string} code as in problem+json
 * @param {string} detail the server's own sentence
 * @param {boolean} [again] whether a refusal with a new code may pass
 * @returns {Reason}
 */
export function reasonFor(code, detail, again = false) {
  const known = REASONS[code];
  const places = known?.places && { places: known.places.map(({ path, name }) => ({ path, name: say(name) })) };
  if (known?.text) return { ...known, ...places, title: say(known.title), text: say(known.text) };
  const text = detail ? `${whyRefused({ code, detail })} ${say(SAFE)}` : `${say(SAFE)} ${again ? say("Try again, or download it.") : say("Download it instead.")}`;
  return { icon: "warning", again, ...known, title: known ? say(known.title) : say("This document cannot be shown"), text };
}
