/**
 * When what is edited is saved, by itself. Pure: an event makes a new state, which says what is to be done.
 *
 *                changed                  due                     stored
 *     clean ──────────────► dirty ─────────────────► saving ─────────────────────► clean
 *       ▲ ▲ undone           ▲ ▲                      │ │ │  └─ changed meanwhile ──► dirty
 *       │ └──────────────────┘ │ due, online          │ │ │
 *       │                      └──────── failed ◄─────┘ │ └─ refused ──► refused ── changed ──► dirty
 *       │ decided                      (tries again)    │ conflict
 *       └──────────────────────────── conflict ◄────────┘
 *                                        └─ changed ──► dirty, and there again when it was handed over
 *
 * A content in conflict is safe with the server, beside the document that changed elsewhere. It is not in the document.
 *
 * `overtaken` stays in saving: leaving sends the changes since then right behind those on their way. The answer to the earlier
 * ones counts no more.
 */

import { clamp } from "../gestures/geometry/index.js";

/** So long after the last change, in milliseconds: a pause between two strokes is no reason. */
export const QUIET_MILLISECONDS = 1000;

/** No longer than this after the first change. */
export const LONGEST_MILLISECONDS = 5000;

/** The first wait after a failure, and the longest. */
const FIRST_RETRY_MILLISECONDS = 1000;
const LONGEST_RETRY_MILLISECONDS = 30_000;

/** @typedef {"clean" | "dirty" | "saving" | "failed" | "conflict" | "refused"} SavePhase */

/**
 * @typedef {object} SaveState
 * @property {SavePhase} phase
 * @property {boolean} conflict whether the user has to decide: the document has changed elsewhere
 * @property {boolean} again whether something has changed since saving began
 * @property {number} since when the first unsaved change was made
 * @property {number} due when to save; Infinity where nothing waits
 * @property {number} attempts that have failed one after the other
 * @property {string} reason the code of the last failure
 */

/**
 * @typedef {{readonly type: "changed", readonly now: number, readonly clean: boolean}} ChangedEvent
 * @typedef {{readonly type: "due" | "stored" | "conflict" | "online", readonly now: number}} PlainEvent
 * @typedef {{readonly type: "decided" | "overtaken"}} DecidedEvent
 * @typedef {{readonly type: "failed", readonly now: number, readonly reason: string, readonly chance: number}} FailedEvent
 * @typedef {{readonly type: "refused", readonly reason: string}} RefusedEvent
 * @typedef {ChangedEvent | PlainEvent | DecidedEvent | FailedEvent | RefusedEvent} SaveEvent
 */

/** @type {SaveState} */
export const CLEAN = Object.freeze(
  { phase: "clean", conflict: false, again: false, since: 0, due: Infinity, attempts: 0, reason: "" },
);

/**
 * @param {SaveState} state
 * @param {SaveEvent} event
 * @returns {SaveState}
 */
export function stepSave(state, event) {
  switch (event.type) {
    case "changed":
      return changed(state, event);
    case "due":
      return isWaiting(state) ? saving(state) : state;
    case "online":
      return state.phase === "failed" ? { ...state, due: event.now } : state;
    case "stored":
      return stored(state, event.now);
    case "conflict":
      return isSaving(state) ? inConflict(state, event.now) : state;
    case "decided":
      return decided(state);
    case "overtaken":
      return isSaving(state) ? saving(state) : state;
    case "failed":
      return isSaving(state) ? failed(state, event) : state;
    case "refused":
      return isSaving(state) ? { ...state, phase: "refused", due: Infinity, reason: event.reason } : state;
  }
}

/**
 * Whether something is not stored yet.
 * @param {SaveState} state
 */
export function isUnsaved({ phase }) {
  return phase !== "clean" && phase !== "conflict";
}

/** @param {SaveState} state */
export function isSaving({ phase }) {
  return phase === "saving";
}

/** @param {SaveState} state */
function isWaiting({ phase }) {
  return phase === "dirty" || phase === "failed";
}

/**
 * @param {SaveState} state
 * @param {ChangedEvent} event
 * @returns {SaveState}
 */
function changed(state, { now, clean }) {
  if (isSaving(state)) return { ...state, again: true };
  if (clean) return state.conflict ? settledConflict(state) : CLEAN;
  if (state.phase === "failed") return state;
  const since = state.phase === "dirty" ? state.since : now;
  const due = Math.min(now + QUIET_MILLISECONDS, since + LONGEST_MILLISECONDS);
  return { ...state, phase: "dirty", since, due, again: false };
}

/**
 * @param {SaveState} state
 * @returns {SaveState}
 */
function saving(state) {
  return { ...state, phase: "saving", again: false, due: Infinity };
}

/**
 * The content that was handed over is kept beside another one.
 * @param {SaveState} state
 * @param {number} now
 * @returns {SaveState}
 */
function inConflict(state, now) {
  const since = { conflict: true, since: now, due: now + QUIET_MILLISECONDS };
  return state.again ? { ...CLEAN, ...since, phase: "dirty" } : settledConflict(state);
}

/**
 * @param {SaveState} state
 * @returns {SaveState}
 */
function settledConflict(state) {
  return state.phase === "conflict" ? state : { ...CLEAN, phase: "conflict", conflict: true };
}

/**
 * @param {SaveState} state
 * @returns {SaveState}
 */
function decided(state) {
  if (!state.conflict) return state;
  return state.phase === "conflict" ? CLEAN : { ...state, conflict: false };
}

/**
 * @param {SaveState} state
 * @param {number} now
 * @returns {SaveState}
 */
function stored(state, now) {
  if (!isSaving(state)) return state;
  return state.again ? { ...CLEAN, phase: "dirty", since: now, due: now + QUIET_MILLISECONDS } : CLEAN;
}

/**
 * @param {SaveState} state
 * @param {FailedEvent} event
 * @returns {SaveState}
 */
function failed(state, { now, reason, chance }) {
  const longest = Math.min(LONGEST_RETRY_MILLISECONDS, FIRST_RETRY_MILLISECONDS * 2 ** state.attempts);
  const wait = longest * (0.5 + clamp(chance, 0, 1) / 2);
  return { ...state, phase: "failed", due: now + wait, attempts: state.attempts + 1, reason, again: false };
}
