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
 * @property {(() => void) | null} again tries again; null where that is of no use
 */

/**
 * @param {Notice} notice
 * @param {AbortSignal} signal
 */
export function noticeView(notice, signal) {
  const actions = element("div", { class: "notice-actions" });
  if (notice.download) actions.append(downloadButton(notice.download));
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

/** @param {string} text what is waited for, for those who do not see it */
export function waitingSign(text) {
  return element(
    "div", { class: "waiting" },
    element("span", { "class": "spinner", "aria-hidden": "true" }), element("span", { class: "visually-hidden" }, text),
  );
}
