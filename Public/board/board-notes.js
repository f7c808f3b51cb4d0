/** Notes on a board: the way back to what lies on it while nothing of that is seen. On an empty board, how to begin. */

import { cardCorners } from "./card-geometry.js";
import { cornersOf } from "./board-viewport.js";
import { strokeBounds } from "../ink/stroke-geometry.js";
import { boundsOf, grown, meet, rect } from "../gestures/geometry/index.js";
import { button, element, icon } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";
import { downloadOf } from "../api/page-source.js";

/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */

/** How long the view must rest before it is looked at, so that a flick across an empty place shows nothing. */
const REST_MILLISECONDS = 250;

/** A card that shows less than this at an edge, in CSS pixels, counts as out of sight. */
const EDGE = 16;

/**
 * The way back. It is hidden while something is seen, and on an empty board.
 * @param {BoardModel} model
 * @param {() => void} showAll
 * @param {AbortSignal} signal
 */
export function astrayNote(model, showAll, signal) {
  const back = button({ label: say("Show everything"), icon: "fit", text: true, class: "primary" }, showAll, signal);
  const note = element("div", { class: "board-astray", role: "status" });
  const resting = new Timer(signal);
  note.hidden = true;
  const update = () => {
    const isAstray = showsNothing(model);
    if (note.hidden !== isAstray) return;
    note.replaceChildren(...(isAstray ? [element("span", {}, say("What lies on this board is out of sight")), back] : []));
    note.hidden = !isAstray;
  };
  model.subscribe(() => resting.set(REST_MILLISECONDS, update), signal);
  return note;
}

/**
 * Whether something lies on a board, and nothing of it is seen.
 * @param {BoardModel} model
 */
export function showsNothing(model) {
  const { board: { cards, strokes }, viewport } = model;
  const { width, height } = viewport.size;
  if (width === 0 || cards.length + strokes.length === 0) return false;
  const window = grown(rect(0, 0, width, height), -Math.min(EDGE, width / 2, height / 2));
  const isSeen = (/** @type {readonly Point[]} */ corners) => {
    const frame = boundsOf(corners.map((corner) => viewport.toView(corner)));
    return frame !== null && meet(frame, window);
  };
  return !cards.some((card) => isSeen(cardCorners(card, model.aspectOf(card))))
    && !strokes.some((stroke) => isSeen(cornersOf(strokeBounds(stroke))));
}

/**
 * The note on an empty board; it says how to begin where that can be done.
 * @param {(() => void) | null} addPages null on a board that cannot be changed
 * @param {AbortSignal} signal
 */
export function emptyNote(addPages, signal) {
  const note = element(
    "div", { class: "board-empty empty" }, icon("empty-board"), element("h2", {}, say("Lay out some pages")),
  );
  const text = say("Add pages of your documents, move them about, and write on them with the pen.");
  if (addPages) {
    const add = button({ label: say("Add pages"), icon: "add", text: true, class: "primary large" }, addPages, signal);
    note.append(element("p", {}, text), add);
  }
  return note;
}

/**
 * A message about a board as it was read; null for none.
 * @param {boolean} isNewer whether a newer Sheaf made it
 * @param {number} notUnderstood how many things in it are not
 */
export function readingNote(isNewer, notUnderstood) {
  if (isNewer) return say("This board was made with a newer Sheaf. It is shown as far as it is understood, and not changed.");
  if (!notUnderstood) return null;
  return notUnderstood === 1
    ? say("One thing in this file is not understood. They are kept as they are, and not shown.")
    : say("{count} things in this file are not understood. They are kept as they are, and not shown.", { count: notUnderstood });
}

/**
 * The notice in place of a board whose file is none.
 * @param {import("./saving/board-file.js").BoardFileProblem} problem
 * @param {import("../api/api.js").Document} document
 */
export function noBoard({ message }, document) {
  const text = say("It could not be read: {message}. The file itself is kept just as it came.", { message });
  return { icon: "warning", title: say("This file is not a board"), text, download: downloadOf(document), again: true };
}
