/** All settings, one line each, as the server describes them; and what is said where they cannot be read. */

import { button, element } from "../shell/element.js";
import { ApiProblem } from "../api/api-problem.js";
import { SettingValues } from "./setting-values.js";
import { isSame } from "./settings.js";
import { SettingLine } from "./setting-line.js";
import { LatestSignal } from "../shell/latest-signal.js";

/** @typedef {import("../api/preference-api.js").Setting} Setting */
/** @typedef {import("./shared-choices.js").SharedChoices} SharedChoices */

/**
 * @typedef {object} SettingListCalls
 * @property {(problem: ApiProblem, setting: Setting) => void} refused told of a choice that was not taken
 * @property {(problem: ApiProblem) => void} signedOut
 */

export class SettingList {
  /** @type {HTMLElement} */
  element = element("div", { class: "settings" });
  #calls;
  #signal;
  #values;
  /** @type {readonly Setting[] | null} */
  #settings = null;
  /** @type {readonly SettingLine[]} */
  #lines = [];
  #drawn = new LatestSignal();

  /**
   * @param {SharedChoices} choices
   * @param {SettingListCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(choices, calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
    this.#values = new SettingValues(choices, { changed: () => this.#show(), refused: calls.refused });
    choices.follow(() => void this.read(), signal);
    window.addEventListener("online", () => void this.read(), { signal });
    signal.addEventListener("abort", () => this.#drawn.abort());
    this.element.append(element("p", { class: "secondary", role: "status" }, "Reading the settings…"));
  }

  /** Reads them; what is shown already stays where they cannot be. */
  async read() {
    try {
      await this.#values.read(this.#signal);
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (this.#signal.aborted) return;
      if (problem.signedOut) this.#calls.signedOut(problem);
      else if (!this.#settings) this.#fail(problem);
    }
  }

  /** @param {ApiProblem} problem */
  #fail({ code, mayPass }) {
    const why = code === "offline" ? "You are offline." : "The server did not tell them.";
    this.#drawn.next();
    const again = button(
      { label: "Try again", icon: "retry", text: true, class: "outlined" }, () => void this.read(), this.#drawn.current,
    );
    this.element.replaceChildren(
      element("p", { role: "alert" }, `The settings could not be read. ${why} Nothing is lost.`),
      ...(mayPass ? [again] : []),
    );
  }

  /** Controls stay as long as their settings do, so that they keep the focus. */
  #show() {
    if (this.#signal.aborted) return;
    const { facts } = this.#values;
    const settings = facts.map(({ setting }) => setting);
    if (!this.#settings || !isSame(this.#settings, settings)) this.#draw(settings);
    facts.forEach((fact, place) => this.#lines[place]?.show(fact));
  }

  /** @param {readonly Setting[]} settings */
  #draw(settings) {
    this.#drawn.next();
    this.#settings = settings;
    const values = this.#values;
    this.#lines = settings.map((setting, place) => new SettingLine(setting, `setting-${place}`, {
      choose: (value) => void values.choose(setting.key, value),
      refuse: (text) => values.refuse(setting.key, text),
      putBack: () => void values.putBack(setting.key),
      undo: () => void values.undo(setting.key),
    }, this.#drawn.current));
    const none = element("p", { class: "secondary" }, "There is nothing to set.");
    this.element.replaceChildren(...(settings.length ? this.#lines.map((line) => line.element) : [none]));
  }
}
