/**
 * The versions of a document that are listed: one immutable state, and what each event makes of it. Pure.
 *
 *     idle ──ask──► loading ──page, newest──► ready ──ask──► loading
 *                      │ failed                  ▲
 *                      └─────────► failed ──ask──┘ (by way of loading)
 *
 * Versions never change but in two ways: a newer one takes the place of the current one, and old ones are let go of. So
 * what is known stays until the server's newest part says otherwise.
 */

/** @typedef {import("../api/api-problem.js").ApiProblem} ApiProblem */
/** @typedef {import("../api/version-api.js").Version} Version */

/**
 * @typedef {object} VersionListState
 * @property {readonly Version[]} versions the newest first
 * @property {string | null} next where the list goes on; null when all of it is here
 * @property {"idle" | "loading" | "ready" | "failed"} status
 * @property {ApiProblem | null} problem
 * @property {boolean} fresh whether an answer has come at all
 */

/**
 * @typedef {{type: "ask"}
 *   | {type: "page", cursor: string | null, versions: readonly Version[], next: string | null}
 *   | {type: "newest", versions: readonly Version[], next: string | null}
 *   | {type: "failed", problem: ApiProblem}} VersionListEvent
 */

/** @type {VersionListState} */
export const NO_VERSIONS = Object.freeze({ versions: [], next: null, status: "idle", problem: null, fresh: false });

/**
 * @param {VersionListState} state
 * @param {VersionListEvent} event
 * @returns {VersionListState}
 */
export function stepVersions(state, event) {
  switch (event.type) {
    case "ask":
      return { ...state, status: "loading", problem: null };
    case "page":
      return event.cursor === state.next ? withPage(state, event) : state;
    case "newest":
      return withNewest(state, event);
    case "failed":
      return { ...state, status: "failed", problem: event.problem };
  }
}

/**
 * The number of the current version; null while nothing is known.
 * @param {VersionListState} state
 */
export function currentNumber({ versions }) {
  return versions[0]?.number ?? null;
}

/**
 * @param {VersionListState} state
 * @param {number} number
 */
export function versionNumbered({ versions }, number) {
  return versions.find((version) => version.number === number) ?? null;
}

/**
 * The next version in a direction that can be shown, from one that need not be listed itself.
 * @param {VersionListState} state
 * @param {number} number
 * @param {"older" | "newer"} direction
 */
export function neighbour({ versions }, number, direction) {
  const shown = versions.filter(({ kept }) => kept);
  if (direction === "older") return shown.find((version) => version.number < number) ?? null;
  return [...shown].reverse().find((version) => version.number > number) ?? null;
}

/**
 * @param {VersionListState} state
 * @param {{versions: readonly Version[], next: string | null}} page
 * @returns {VersionListState}
 */
function withPage(state, { versions, next }) {
  const known = new Set(state.versions.map(({ number }) => number));
  const added = versions.filter(({ number }) => !known.has(number));
  return ready(state, [...state.versions, ...added], next);
}

/**
 * The newest part as it is now, and what was known below it; not that where there is a gap between both.
 * @param {VersionListState} state
 * @param {{versions: readonly Version[], next: string | null}} part
 * @returns {VersionListState}
 */
function withNewest(state, { versions, next }) {
  const last = versions[versions.length - 1]?.number ?? 0;
  const older = state.versions.filter(({ number }) => number < last);
  const meets = state.versions.some(({ number }) => number >= last);
  if (next === null || !meets) return ready(state, versions, next);
  return ready(state, [...versions, ...older], older.length ? state.next : next);
}

/**
 * @param {VersionListState} state
 * @param {readonly Version[]} versions
 * @param {string | null} next
 * @returns {VersionListState}
 */
function ready(state, versions, next) {
  // Of two that say they are current, the higher number is: a page that was on its way does not know of it.
  const listed = versions.map((version, index) => (
    version.current === (index === 0) ? version : { ...version, current: index === 0 }
  ));
  return { ...state, versions: listed, next, status: "ready", problem: null, fresh: true };
}
