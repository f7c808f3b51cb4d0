/** Files that another app handed over: the service worker has put them into the Inbox, and the address says how that went. */

import { sayCount } from "../../shell/texts.js";

const COUNTS = Object.freeze(["shared", "failed"]);

/**
 * Tells how it went, and takes that out of the address: a page that is loaded anew says nothing.
 * @param {Pick<import("../../api/notices.js").Notices, "show">} notices
 */
export function tellShared(notices) {
  const url = new URL(location.href);
  const told = sharedInWords(url.searchParams);
  for (const name of COUNTS) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
  if (told.text) notices.show(told);
}

/**
 * How many files came, and how many did not; `text` is "" where there were none. Pure.
 * @param {URLSearchParams} address
 */
export function sharedInWords(address) {
  const [added = 0, failed = 0] = COUNTS.map((name) => Number(/^\d{1,6}$/.exec(address.get(name) ?? "")?.[0] ?? 0));
  const came = added > 0 ? [sayCount(added, "{n} file was added to the Inbox.", "{n} files were added to the Inbox.")] : [];
  const stayed = failed > 0
    ? [sayCount(failed, "{n} file could not be added. Share it once more, or add it here.", "{n} files could not be added. Share them once more, or add them here.")] : [];
  return { text: [...came, ...stayed].join(" "), problem: failed > 0 };
}
