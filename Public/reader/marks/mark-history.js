/**
 * Undo and redo of marks. A step keeps each annotation that it changed as it was before and after. Where another window has
 * changed one since, that one stays as it is. Pure: each function makes a new history.
 */

import { isSameAnnotation } from "./annotation.js";

/** @typedef {import("./annotation.js").Annotation} Annotation */

/** Null stands for no annotation. */
/** @typedef {{readonly id: string, readonly before: Annotation | null, readonly after: Annotation | null}} MarkChange */

/** @typedef {{readonly name: string, readonly changes: readonly MarkChange[]}} MarkStep */

/** @typedef {{readonly past: readonly MarkStep[], readonly future: readonly MarkStep[]}} MarkHistory */

/** So many steps can be undone, unless their marks have more points and boxes than a tab keeps: some 20 bytes each. */
export const MOST_STEPS = 200;
const MOST_PLACES = 50_000;

/** @type {MarkHistory} */
export const NO_HISTORY = Object.freeze({ past: [], future: [] });

/**
 * @param {MarkHistory} history
 * @param {MarkStep} step that was made
 * @returns {MarkHistory}
 */
export function withStep(history, step) {
  const past = [...history.past, step].slice(-MOST_STEPS);
  let places = placesOf(step);
  // The last step can be undone, however much it was.
  let first = past.length - 1;
  while (first > 0 && (places += placesOf(/** @type {MarkStep} */ (past[first - 1]))) <= MOST_PLACES) first -= 1;
  return { past: past.slice(first), future: [] };
}

/** @param {MarkStep} step */
function placesOf({ changes }) {
  const count = (/** @type {Annotation | null} */ mark) => 10 + (mark?.points.length ?? 0) + (mark?.boxes.length ?? 0);
  return changes.reduce((sum, { before, after }) => sum + count(before) + count(after), 0);
}

/**
 * @param {MarkHistory} history
 * @returns {{history: MarkHistory, step: MarkStep | null}} the step to make
 */
export function undone({ past, future }) {
  const step = past.at(-1);
  if (!step) return { history: { past, future }, step: null };
  return { history: { past: past.slice(0, -1), future: [...future, step] }, step: reversed(step) };
}

/**
 * @param {MarkHistory} history
 * @returns {{history: MarkHistory, step: MarkStep | null}} the step to make
 */
export function redone({ past, future }) {
  const step = future.at(-1) ?? null;
  return { history: step ? { past: [...past, step], future: future.slice(0, -1) } : { past, future }, step };
}

/**
 * Those changes of a step whose annotation is still as the step found it.
 * @param {MarkStep} step
 * @param {(id: string) => Annotation | null} now
 */
export function possibleChanges({ changes }, now) {
  return changes.filter(({ id, before }) => isSameAnnotation(now(id), before));
}

/** @param {MarkStep} step */
function reversed({ name, changes }) {
  return { name, changes: changes.map(({ id, before, after }) => ({ id, before: after, after: before })) };
}
