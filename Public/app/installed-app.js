/** The app as an installed one: what stands between it and the line, and files that the desktop opens with it. */

import { chosenFiles } from "../library/uploads/dropped-files.js";

/** Bundled modules have their content's name; only then can a worker keep them. */
const BUNDLED = "/assets/";

/**
 * Lets the app and what was read last be there without a line.
 *
 * Browsers without service workers, and addresses without encryption but the own machine's, go on without it.
 */
export function stayWithoutLine() {
  if (!import.meta.url.includes(BUNDLED) || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
}

/** @param {(files: import("../library/uploads/uploader.js").FileInFolder[]) => void} add what becomes of files */
export function takeOpenedFiles(add) {
  globalThis.launchQueue?.setConsumer(async ({ files }) => {
    if (files.length > 0) add(chosenFiles(await Promise.all(files.map((file) => file.getFile()))));
  });
}
