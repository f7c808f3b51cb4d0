/** The changes that wait for the connection, laid over all that the app shows. */

import { LazyModule } from "../shell/lazy-module.js";
import { ChangesOpening } from "../api/waiting/changes-opening.js";

/** Few changes are refused when the connection is back. */
const refusalTelling = new LazyModule(() => import("../library/waiting/refusal-telling.js"));

/** Few pages are laid on boards without a connection. */
const boardLaying = new LazyModule(() => import("../board/waiting-pages.js"));

/**
 * @typedef {object} ShownParts
 * @property {Pick<import("../library/library.js").Library, "known" | "step" | "lay">} library
 * @property {Pick<import("../library/folders/folder-list.js").FolderList, "lay">} folders
 * @property {Pick<import("../shell/banner.js").ConnectionBanner, "count">} banner
 * @property {Pick<import("../library/activity/activity.js").Activity, "draw" | "open">} activity
 * @property {Pick<import("./open-documents.js").OpenDocuments, "heard">} documents
 */

/**
 * @typedef {object} ChangeParts
 * @property {Pick<import("../api/api.js").Api, "direct">} api
 * @property {import("../api/notices.js").Notices} notices
 * @property {(problem: import("../api/api-problem.js").ApiProblem) => void} failed
 */

/**
 * @param {ChangeParts} parts
 * @param {() => ShownParts} shown asked for when something waits: it is made after this
 * @param {AbortSignal} signal
 * @returns {ChangesOpening}
 */
export function shownChanges({ api, notices, failed }, shown, signal) {
  /** @type {ChangesOpening} */
  const changes = new ChangesOpening({
    fetch: (url, options) => api.direct(url, options),
    documentOf: (id) => shown().library.known(id),
    changed: () => lay(changes, shown()),
    came: (document) => shown().documents.heard(document),
    settled: (document) => {
      shown().library.step({ type: "settled", document });
      shown().documents.heard(document);
    },
    laying: () => boardLaying.load(),
    stopped: failed,
    told: async (refusals) => {
      const telling = await notices.load(refusalTelling);
      telling?.tellRefusals(refusals, { notices, changes, open: () => void shown().activity.open() });
    },
  }, signal);
  return changes;
}

/**
 * @param {ChangesOpening} changes
 * @param {ShownParts} shown
 */
function lay(changes, { banner, library, folders, activity }) {
  banner.count(changes.changes.length);
  library.lay(changes.documents, changes.moved);
  folders.lay(changes.folderMark);
  activity.draw();
}
