/** The facts of an archive, which tell whether it may be restored: not everywhere, and not for ever. */

/** @typedef {import("./state-archive.js").Archive} Archive */
/** @typedef {Pick<Archive, "appVersion" | "formFactor" | "savedAt" | "userAgent">} ArchiveFacts */

/** The version of the app, which the server has, too; a test compares them. */
export const APP_VERSION = "0.1.0";

/** The age at which a state is no longer restored; the server has the same. */
const LONGEST = 90 * 24 * 3600 * 1000;

/** A screen whose shorter side is below this, in CSS pixels, is that of a phone. */
const PHONE = 600;

/**
 * A window may be made smaller, and is still on a desk.
 * @param {{width: number, height: number}} screen in CSS pixels
 * @param {boolean} isCoarse whether a finger is what points
 */
export function formFactorOf({ width, height }, isCoarse) {
  if (isCoarse && Math.min(width, height) < PHONE) return "phone";
  return isCoarse ? "tablet" : "desktop";
}

/**
 * Why an archive is not restored; null where it may be.
 * @param {ArchiveFacts} kept
 * @param {ArchiveFacts} now
 */
export function refusalOf(kept, now) {
  const [age, version] = [Date.parse(now.savedAt) - Date.parse(kept.savedAt), kept.appVersion];
  if (majorOf(version) !== majorOf(now.appVersion)) return `it is of version ${version}`;
  if (kept.formFactor !== now.formFactor) return `it is of a ${kept.formFactor}`;
  return age < LONGEST ? null : `it was kept at ${kept.savedAt}`;
}

/** @param {string} version */
function majorOf(version) {
  return version.split(".")[0];
}
