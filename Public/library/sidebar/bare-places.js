/** Places that show something else than documents. */

import { fetchLateSheets } from "../../shell/late-sheets.js";
import { AreaView } from "./area-view.js";
import { DropFolderView } from "./drop-folder-view.js";

/**
 * @param {import("./area-view.js").AreaViewParts} parts
 * @param {import("../places.js").Query} query
 * @param {AbortSignal} signal ends it
 * @returns {HTMLElement}
 */
export function barePlace(parts, { place, name, folder }, signal) {
  void fetchLateSheets().catch(() => undefined);
  return place === "drop" ? new DropFolderView(parts, name, signal).element : new AreaView(parts, { area: name, folder }, signal).element;
}
