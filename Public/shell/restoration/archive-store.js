/**
 * Where this browser has its archive. Each tab has its own: a page that is loaded anew is as it was in that tab. The last one of
 * all tabs is that of the browser, for a start of the app.
 */

import { preference, setPreference } from "../preferences.js";
import { understoodArchive } from "./state-archive.js";

const NAME = "archive";
const START = "start";
const TAB = "sheaf.archive";

export class ArchiveStore {
  /**
   * @param {boolean} isOfTab whether that of this tab comes first
   * @returns {import("./state-archive.js").Archive | null}
   */
  read(isOfTab) {
    return (isOfTab ? understood(this.#tab) : null) ?? understood(preference(NAME));
  }

  /**
   * @param {import("./state-archive.js").Archive} archive
   * @param {readonly string[]} paths where the installed app is to start: the last one is shown, and the way back leads to those before
   */
  write(archive, paths) {
    const text = JSON.stringify(archive);
    this.#tab = text;
    setPreference(NAME, text);
    // The page itself reads it before the app is here (`index.html`).
    setPreference(START, paths.join(" ") === "/" ? null : paths.join(" "));
  }

  drop() {
    this.#tab = null;
    setPreference(NAME, null);
    setPreference(START, null);
  }

  get #tab() {
    try {
      return sessionStorage.getItem(TAB);
    } catch {
      return null;
    }
  }

  set #tab(text) {
    try {
      if (text === null) sessionStorage.removeItem(TAB);
      else sessionStorage.setItem(TAB, text);
    } catch {
      // A browser that keeps nothing restores nothing.
    }
  }
}

/** @param {string | null} text */
function understood(text) {
  try {
    return understoodArchive(JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}
