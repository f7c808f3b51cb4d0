/** A sign that something is waited for. It is seen after a while only (`shell.css`): most things come sooner. */

import { element } from "./element.js";

/** @param {string} text what is waited for, for those who do not see it */
export function waitingSign(text) {
  return element(
    "div", { class: "waiting" },
    element("span", { "class": "spinner", "aria-hidden": "true" }), element("span", { class: "visually-hidden" }, text),
  );
}
