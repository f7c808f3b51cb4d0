/**
 * One restoration at the start of the app. What a start did not survive is dropped by the next one (`restore-guard.js`).
 *
 *     kept ──it may not be restored──► refused, with a line in the log
 *       │ the mark of the start before is still there ──► dropped
 *       ▼
 *     marked ──► restoring ──all has ended, nothing failed──► mark gone
 */

import { refusalOf } from "./archive-facts.js";
import { StateRestoring } from "./state-restoring.js";

/** The guard's name of the restoration. */
export const GUARDED = "archive";

/** @typedef {"clean" | "refused" | "dropped" | "restored" | "failed"} Outcome */

/**
 * @typedef {object} RestorationPorts
 * @property {Pick<import("../restore-guard.js").RestoreGuard, "clean" | "begin" | "end">} guard
 * @property {import("./archive-facts.js").ArchiveFacts} now
 * @property {() => void} drop forgets the archive
 * @property {(line: string) => void} log
 */

/**
 * @param {import("./state-restoring.js").RestoredApp} app
 * @param {import("./state-archive.js").Archive} archive
 * @param {RestorationPorts} ports
 * @returns {Promise<Outcome>}
 */
export async function restoreGuarded(app, archive, { guard, now, drop, log }) {
  if (guard.clean) return "clean";
  const refusal = refusalOf(archive, now);
  if (refusal !== null) return log(`What was shown is not restored: ${refusal}.`), "refused";
  if (!guard.begin(GUARDED)) {
    log("What was shown is not restored: the start before did not survive that.");
    drop();
    return "dropped";
  }
  const failed = (/** @type {unknown} */ error, /** @type {string} */ path) => log(`${path} was not restored: ${String(error)}`);
  const isWhole = await new StateRestoring(app, archive, failed).run();
  if (isWhole) guard.end(GUARDED);
  return isWhole ? "restored" : "failed";
}
