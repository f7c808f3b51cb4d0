/** A few words that say whether what is edited is saved. */

import { alertUser } from "../shell/announcer.js";
import { element, setAttributes } from "../shell/element.js";
import { say } from "../shell/texts.js";

/** @typedef {import("./autosave.js").SaveState} SaveState */

/** @param {SaveState} state */
export function savingInWords({ phase, reason }) {
  if (phase === "conflict") return { text: say("Changed elsewhere"), problem: true };
  if (phase === "clean") return { text: say("Saved"), problem: false };
  if (phase === "refused" && reason === "viewer-only") {
    return { text: say("Not saved: what opens this document now only shows it"), problem: true };
  }
  if (phase === "refused") return { text: say("Not saved"), problem: true };
  if (phase === "failed" && reason === "offline") return { text: say("Offline, not saved yet"), problem: true };
  if (phase === "failed") return { text: say("Not saved yet, trying again"), problem: true };
  return { text: say("Saving…"), problem: false };
}

export class SavingLine {
  element = element("span", { class: "saving-state" });
  #isProblem = false;

  /** @param {SaveState} state */
  show(state) {
    const { text, problem } = savingInWords(state);
    if (problem && !this.#isProblem) alertUser(say("{state}. Everything you did is still here.", { state: text }));
    this.#isProblem = problem;
    this.element.textContent = text;
    setAttributes(this.element, { class: `saving-state${problem ? " problem" : ""}` });
  }

  /** @param {string} text instead of whether it is saved */
  note(text) {
    this.element.textContent = text;
  }
}
