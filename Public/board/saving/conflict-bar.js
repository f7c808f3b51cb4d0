/** A calm bar that asks what becomes of a document that was changed here and elsewhere at the same time. */

import { button, element, icon } from "../../shell/element.js";
import { say, text } from "../../shell/texts.js";

/** @typedef {import("../../api/session-api.js").Decision} Decision */

/** @type {readonly {keep: Decision, label: string, title: string}[]} */
const CHOICES = Object.freeze([
  { keep: "mine", label: text("Keep mine"), title: text("What is shown here is kept; the other stays in the history") },
  { keep: "theirs", label: text("Take theirs"), title: text("The other is shown; what is shown here stays in the history") },
  { keep: "both", label: text("Keep both"), title: text("What is shown here becomes a document of its own") },
]);

export class ConflictBar {
  /** @type {HTMLElement} */
  element;
  /** @type {HTMLButtonElement[]} */
  #buttons;

  /**
   * @param {(keep: Decision) => void} decide called once for each press
   * @param {AbortSignal} signal
   */
  constructor(decide, signal) {
    this.#buttons = CHOICES.map(({ keep, label, title }) => {
      const made = button({ label: say(label), text: true, class: "banner-action" }, () => decide(keep), signal);
      made.title = say(title);
      return made;
    });
    const text = element("span", {}, say("Changed elsewhere too. Both are safe."));
    const choices = element("div", { class: "conflict-choices" }, ...this.#buttons);
    const facts = { "class": "conflict-bar", "role": "group", "aria-label": say("Changed elsewhere"), "hidden": true };
    this.element = element("div", facts, icon("warning"), text, choices);
  }

  /** @param {boolean} shown */
  show(shown) {
    this.element.hidden = !shown;
  }

  /** @param {boolean} busy whether a decision is being carried out */
  work(busy) {
    for (const made of this.#buttons) made.disabled = busy;
  }
}
