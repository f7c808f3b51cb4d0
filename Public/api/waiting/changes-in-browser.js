/** The changes that wait, with what a browser has for them: its storage, and a lock that its tabs share. */

import { randomId } from "../../shell/browser.js";
import { preference, preferencesFrom, setPreference } from "../../shell/preferences.js";
import { Timer } from "../../shell/timer.js";
import { WaitingChanges } from "./waiting-changes.js";

/** One tab of a browser sends at a time. */
const LOCK = "sheaf-changes";

/**
 * @param {import("./changes-opening.js").ChangesPorts} ports
 * @param {AbortSignal} signal
 */
export function changesInBrowser(ports, signal) {
  return new WaitingChanges({
    ...ports, storage: { get: preference, set: setPreference, names: preferencesFrom },
    newId: randomId, now: () => new Date().toISOString(), timer: new Timer(signal),
    patience: (milliseconds) => new Promise((resolve) => new Timer(signal).set(milliseconds, () => resolve())),
    alone: async (body) => {
      // Addresses without encryption have no locks: changes that are sent twice are made once.
      if (navigator.locks) await navigator.locks.request(LOCK, { signal }, body);
      else await body();
    },
  });
}
