/** The view of a document that cannot be shown: its kind, the reason, and the way on. */

import { button, element, icon, linkButton } from "./element.js";
import { say } from "./texts.js";

/**
 * @typedef {object} Notice
 * @property {string} icon a name from the sprite
 * @property {string} title
 * @property {string} text
 * @property {string} [facts] kind and size
 * @property {{url: string, name: string}} [download]
 * @property {readonly {readonly path: string, readonly name: string}[]} [places] of the app, in which to look instead
 * @property {(() => void) | null} again tries again; null where that is of no use
 */

/**
 * @param {Notice} notice
 * @param {AbortSignal} signal
 */
export function noticeView(notice, signal) {
  const actions = element("div", { class: "notice-actions" });
  if (notice.download) actions.append(downloadButton(notice.download));
  for (const { path, name } of notice.places ?? []) actions.append(linkButton({ label: name, text: true, class: "outlined" }, { href: path }));
  if (notice.again) actions.append(
    button({ label: say("Try again"), text: true, class: "outlined" }, notice.again, signal),
  );
  const sheet = element(
    "div", { class: "notice" },
    element("div", { class: "notice-mark" }, icon(notice.icon)),
    element("h2", {}, notice.title),
    element("p", {}, notice.text),
  );
  if (notice.facts) sheet.append(element("p", { class: "secondary" }, notice.facts));
  sheet.append(actions);
  return element(
    "div", { "class": "notice-view", "tabindex": -1, "role": "region", "aria-label": say("Notice") }, sheet,
  );
}

/** @param {{url: string, name: string}} download */
function downloadButton(download) {
  const options = { label: say("Download"), icon: "download", text: true, class: "primary" };
  return linkButton(options, { href: download.url, download: download.name });
}
