/** The view in place of a list that could not be had. It is there without a connection. */

import { button, element, icon } from "../shell/element.js";
import { say } from "../shell/texts.js";

/** @typedef {import("./document-store.js").ListState} ListState */

/**
 * @param {Pick<ListState, "problem">} state
 * @param {{retry: () => void}} calls
 * @param {AbortSignal} signal
 */
export function failedView(state, calls, signal) {
  const offline = state.problem?.code === "offline";
  const title = offline ? say("Sheaf cannot be reached") : say("The documents could not be listed");
  const again = state.problem?.mayPass ?? true;
  const then = offline ? say("They appear when the connection is back.") : again ? say("Try again in a moment.") : state.problem?.detail;
  const view = plain(offline ? "offline" : "warning", title, `${say("Your documents are safe on the server.")} ${then ?? ""}`.trim());
  if (again) view.append(button({ label: say("Try again"), text: true, class: "outlined" }, calls.retry, signal));
  return view;
}

/**
 * @param {string} name of an icon
 * @param {string} title
 * @param {string} text
 */
export function plain(name, title, text) {
  return element(
    "div",
    { class: "empty" },
    element("div", { class: "notice-mark" }, icon(name)),
    element("h2", {}, title),
    element("p", {}, text),
  );
}
