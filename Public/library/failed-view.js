/** The view in place of a list that could not be had. It is there without a connection. */

import { button, element, icon } from "../shell/element.js";
import { LazyModule } from "../shell/lazy-module.js";
import { say } from "../shell/texts.js";

/** A list that is refused for good is rare. */
const refusals = new LazyModule(() => import("../api/refusals.js"));

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
  const then = offline ? say("They appear when the connection is back.") : say("Try again in a moment.");
  const view = plain(offline ? "offline" : "warning", title, `${say("Your documents are safe on the server.")} ${again ? then : ""}`.trim());
  if (state.problem && !again) void explain(view, state.problem);
  if (again) view.append(button({ label: say("Try again"), text: true, class: "outlined" }, calls.retry, signal));
  return view;
}

/**
 * @param {HTMLElement} view
 * @param {import("../api/api-problem.js").ApiProblem} problem
 */
async function explain(view, problem) {
  const part = await refusals.load().catch(() => null);
  if (part) view.querySelector("p")?.append(` ${part.whyRefused(problem)}`);
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
