/** Settings, one line each, as the server describes them; and what is said where they cannot be read. */

import { button, element } from "../shell/element.js";
import { ApiProblem } from "../api/api-problem.js";
import { SettingValues } from "./setting-values.js";
import { isSame } from "./settings.js";
import { SettingLine } from "./setting-line.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { say } from "../shell/texts.js";

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
  #holds;
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
   * @param {(key: string) => boolean} holds which settings are among them
   */
  constructor(choices, calls, signal, holds) {
    this.#calls = calls;
    this.#signal = signal;
    this.#holds = holds;
    this.#values = new SettingValues(choices, { changed: () => this.#show(), refused: calls.refused });
    choices.follow(() => void this.read(), signal);
    window.addEventListener("online", () => void this.read(), { signal });
    signal.addEventListener("abort", () => this.#drawn.abort());
    this.element.append(element("p", { class: "secondary", role: "status" }, say("Reading the settings…")));
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
    const why = code === "offline" ? say("You are offline.") : say("The server did not tell them.");
    this.#drawn.next();
    const again = button(
      { label: say("Try again"), icon: "retry", text: true, class: "outlined" }, () => void this.read(), this.#drawn.current,
    );
    this.element.replaceChildren(
      element("p", { role: "alert" }, `${say("The settings could not be read.")} ${why} ${say("Nothing is lost.")}`),
      ...(mayPass ? [again] : []),
    );
  }

  /** Controls stay as long as their settings do, so that they keep the focus. */
  #show() {
    if (this.#signal.aborted) return;
    const facts = this.#values.facts.filter(({ setting }) => this.#holds(setting.key));
    const settings = facts.map(({ setting }) => setting);
    if (!this.#settings || !isSame(this.#settings, settings)) this.#draw(settings);
    facts.forEach((fact, place) => this.#lines[place]?.show(fact));
  }

  /** @param {readonly Setting[]} settings */
  #draw(settings) {
    // A group without settings is not shown.
    this.element.hidden = settings.length === 0;
    this.#drawn.next();
    this.#settings = settings;
    const values = this.#values;
    this.#lines = settings.map((setting) => new SettingLine(setting, `setting-${setting.key.replace(/\W/g, "-")}`, {
      choose: (value) => void values.choose(setting.key, value),
      refuse: (text) => values.refuse(setting.key, text),
      putBack: () => void values.putBack(setting.key),
      undo: () => void values.undo(setting.key),
    }, this.#drawn.current));
    this.element.replaceChildren(...this.#lines.map((line) => line.element));
  }
}
