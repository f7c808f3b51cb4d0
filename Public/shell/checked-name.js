/** A field for a name. Why it will not do is said while it is typed: at first by rules, and then by those who know other names. */

import { LatestSignal } from "./latest-signal.js";
import { say } from "./texts.js";
import { Timer } from "./timer.js";

/**
 * @typedef {object} NameRules
 * @property {(name: string) => string} problemOf why a name will never do; "" where it may
 * @property {string} [missing] said of an empty field
 * @property {(name: string, signal: AbortSignal) => Promise<string>} [problemThere] why it will not do where it is to be; asked
 *   when typing rests
 */

/** How long typing rests before other names are asked for. */
const REST_MILLISECONDS = 250;

export class CheckedName {
  #field;
  #said;
  #rules;
  #changed;
  #resting;
  #asking = new LatestSignal();
  /** @type {string} */
  problem = "";

  /**
   * @param {HTMLInputElement} field
   * @param {HTMLElement} said where the problem stands
   * @param {NameRules} rules
   * @param {(isFine: boolean) => void} changed told whenever the name was looked at
   * @param {AbortSignal} signal
   */
  constructor(field, said, rules, changed, signal) {
    this.#field = field;
    this.#said = said;
    this.#rules = rules;
    this.#changed = changed;
    this.#resting = new Timer(signal);
    signal.addEventListener("abort", () => this.#asking.abort());
    field.addEventListener("input", () => this.#typed(), { signal });
  }

  /** @returns {string} */
  get name() {
    return this.#field.value.trim();
  }

  /** Why the name will not do, by the rules alone. */
  get fault() {
    return this.name ? this.#rules.problemOf(this.name) : this.#rules.missing ?? say("A name is needed.");
  }

  /** @param {string} problem why it will not do; "" where it may */
  say(problem) {
    this.problem = problem;
    if (this.#said.textContent !== problem) this.#said.textContent = problem;
    if (problem) this.#field.setAttribute("aria-invalid", "true");
    else this.#field.removeAttribute("aria-invalid");
    this.#changed(problem === "" && this.name !== "");
  }

  /** @param {string} problem why the name that was to be taken will not do; another one is typed */
  refuse(problem) {
    this.say(problem);
    this.#field.focus();
  }

  #typed() {
    const signal = this.#asking.next();
    this.say(this.fault);
    this.#resting.clear();
    if (this.problem === "" && this.#rules.problemThere) this.#resting.set(REST_MILLISECONDS, () => void this.#ask(signal));
  }

  /** @param {AbortSignal} signal */
  async #ask(signal) {
    // Whether it is taken is known for good when it is given.
    const problem = await this.#rules.problemThere?.(this.name, signal).catch(() => "");
    if (problem && !signal.aborted) this.say(problem);
  }
}
