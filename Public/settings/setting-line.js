/** One setting: its title, its control, more about it where that is needed, why something was not taken, and the way back. */

import { button, element, setAttributes } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { valueInWords } from "./settings.js";
import { settingControl } from "./setting-control.js";
import { settingNote } from "./setting-notes.js";

/** @typedef {import("../api/preference-api.js").Setting} Setting */
/** @typedef {import("./setting-values.js").SettingFacts} SettingFacts */
/** @typedef {import("./setting-control.js").SettingControlCalls} SettingControlCalls */

/** @typedef {SettingControlCalls & {readonly putBack: () => void, readonly undo: () => void}} SettingLineCalls */

export class SettingLine {
  /** @type {HTMLElement} */
  element;
  #control;
  #problem;
  #back;
  /** @type {SettingFacts["offer"]} */
  #offer = null;

  /**
   * @param {Setting} setting
   * @param {string} id of the control
   * @param {SettingLineCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(setting, id, calls, signal) {
    this.#problem = element("p", { class: "setting-problem", id: `${id}-problem`, role: "alert" });
    const words = settingNote(setting.key);
    const note = words === null ? [] : [element("p", { class: "secondary setting-note", id: `${id}-note` }, words)];
    const describing = [...note, this.#problem].map((one) => one.id).join(" ");
    this.#control = settingControl({ setting, id, described: describing, calls, signal });
    const act = () => (this.#offer === "undo" ? calls.undo() : calls.putBack());
    this.#back = button({ label: say("Put back"), text: true, class: "quiet setting-back" }, act, signal);
    const title = element("label", { class: "setting-title", for: id }, say(setting.title));
    const control = this.#control.element;
    const parts = this.#control.isLabelled ? [control, this.#back] : [title, this.#back, control];
    this.element = element(
      "div", { "class": "setting", "data-key": setting.key },
      element("div", { class: "setting-line" }, ...parts), ...note, this.#problem,
    );
  }

  /** @param {SettingFacts} facts */
  show({ setting, value, problem, offer }) {
    this.#control.show(value);
    if (this.#problem.textContent !== problem) this.#problem.textContent = problem;
    setAttributes(this.#control.focused, { "aria-invalid": problem !== "" && "true" });
    this.#offerBack(setting, offer);
  }

  /**
   * One button, so that a second press at once takes the first one back.
   * @param {Setting} setting
   * @param {SettingFacts["offer"]} offer
   */
  #offerBack(setting, offer) {
    this.#offer = offer;
    const words = offer === "undo" ? say("Undo") : say("Put back");
    const tip = offer === "undo" ? words : say("Put back to {value}", { value: valueInWords(setting, setting.initial) || say("nothing") });
    if (this.#back.textContent !== words) this.#back.textContent = words;
    setAttributes(this.#back, { "aria-label": `${words}: ${say(setting.title)}`, "title": tip });
    if (offer === null && document.activeElement === this.#back) this.#control.focused.focus();
    this.#back.hidden = offer === null;
  }
}
