/**
 * A calm bar that asks what becomes of a document that was changed here and elsewhere at the same time. Both forms are
 * pictured beside the choices.
 */

import { button, element, icon } from "../shell/element.js";
import { say, text } from "../shell/texts.js";

/** @typedef {import("../api/session-api.js").Decision} Decision */

/**
 * `left` says it of a form that was left undecided before, while the other is shown.
 * @type {readonly {keep: Decision, label: string, own: string, left: string}[]}
 */
const CHOICES = Object.freeze([
  {
    keep: "mine", label: text("Keep mine"), own: text("What is shown here is kept; the other stays in the history"),
    left: text("What was set aside is kept; what is shown here stays in the history"),
  },
  {
    keep: "theirs", label: text("Take theirs"), own: text("The other is shown; what is shown here stays in the history"),
    left: text("What is shown here is kept; what was set aside stays in the history"),
  },
  {
    keep: "both", label: text("Keep both"), own: text("What is shown here becomes a document of its own"),
    left: text("What was set aside becomes a document of its own"),
  },
]);

export class ConflictBar {
  /** @type {HTMLElement} */
  element;
  /** @type {HTMLButtonElement[]} */
  #buttons;

  /**
   * @param {(keep: Decision) => void} decide called once for each press
   * @param {HTMLElement} previews of both forms
   * @param {AbortSignal} signal
   */
  constructor(decide, previews, signal) {
    this.#buttons = CHOICES.map(({ keep, label }) => (
      button({ label: say(label), text: true, class: "banner-action" }, () => decide(keep), signal)
    ));
    const line = element("p", { class: "conflict-line" }, icon("warning"), element("span", {}, say("Changed elsewhere too. Both are safe.")));
    const choices = element("div", { class: "conflict-choices" }, ...this.#buttons);
    const facts = { "class": "conflict-bar", "role": "group", "aria-label": say("Changed elsewhere"), "hidden": true };
    this.element = element("div", facts, element("div", { class: "conflict-ask" }, line, choices), previews);
  }

  /** @param {"own" | "left" | null} about the form on the screen, or one that was left; null where nothing is asked */
  show(about) {
    this.element.hidden = about === null;
    if (about) this.#buttons.forEach((made, index) => (made.title = say(CHOICES[index]?.[about] ?? "")));
  }

  /** @param {boolean} busy whether a decision is being carried out */
  work(busy) {
    for (const made of this.#buttons) made.disabled = busy;
  }
}
