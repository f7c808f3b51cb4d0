/**
 * The values of all settings while they are on the screen: a choice shows at once, and goes back where the server
 * refuses it.
 *
 *     kept ──choose, put back──► asked ──taken──► kept
 *      ▲                           │ refused, or not answered: the value before, and why
 *      └───────────────────────────┘
 *
 * After a choice elsewhere all values are read anew, and show wherever no choice is under way. The same happens when an
 * unanswered choice turns out to be taken.
 */

import { ApiProblem } from "../api/api-problem.js";
import { isSame, refusalInWords } from "./settings.js";

/** @typedef {import("../api/preference-api.js").Preferences} Preferences */
/** @typedef {import("../api/preference-api.js").Setting} Setting */

/**
 * The part of `SharedChoices` that is needed here.
 * @typedef {object} SettingStore
 * @property {(signal: AbortSignal) => Promise<Preferences>} read
 * @property {(key: string, value: unknown) => Promise<void>} choose
 * @property {(key: string) => Promise<void>} putBack
 */

/**
 * One setting as it is shown.
 * @typedef {object} SettingFacts
 * @property {Setting} setting
 * @property {unknown} value
 * @property {string} problem why what was chosen last was not taken; "" for nothing
 * @property {"put-back" | "undo" | null} offer what can be done beside choosing
 */

/**
 * @typedef {object} SettingRow
 * @property {Setting} setting
 * @property {unknown} value that is shown
 * @property {unknown} kept what the server has, as far as is known
 * @property {number} asked how many choices are on their way
 * @property {string} problem
 * @property {{value: unknown} | null} before what was there before it was put back
 */

/**
 * @typedef {object} SettingValuesCalls
 * @property {() => void} changed called with each change of what is shown
 * @property {(problem: ApiProblem, setting: Setting) => void} refused
 */

export class SettingValues {
  #store;
  #calls;
  /** @type {Map<string, SettingRow>} */
  #rows = new Map();
  /** How often it was read: only the last answer counts. */
  #reads = 0;

  /**
   * @param {SettingStore} store
   * @param {SettingValuesCalls} calls
   */
  constructor(store, calls) {
    this.#store = store;
    this.#calls = calls;
  }

  /** @returns {readonly SettingFacts[]} in the order in which the server describes them */
  get facts() {
    return [...this.#rows.values()].map(factsOf);
  }

  /**
   * Reads all of them; those that are asked for just then stay as they are shown.
   * @param {AbortSignal} signal
   * @throws {ApiProblem}
   */
  async read(signal) {
    this.#reads += 1;
    const read = this.#reads;
    const { settings, preferences } = await this.#store.read(signal);
    if (signal.aborted || read !== this.#reads) return;
    this.#rows = new Map((settings ?? []).map((setting) => (
      [setting.key, this.#rowOf(setting, preferences[setting.key] ?? setting.initial)]
    )));
    this.#calls.changed();
  }

  /**
   * @param {string} key
   * @param {unknown} value
   */
  async choose(key, value) {
    const row = this.#rows.get(key);
    if (!row || isSame(row.value, value)) return this.refuse(key, "");
    row.before = null;
    return this.#ask(row, value, () => this.#store.choose(key, value));
  }

  /**
   * Goes back to the initial value; what was there is offered until another is chosen.
   * @param {string} key
   */
  async putBack(key) {
    const row = this.#rows.get(key);
    if (!row) return undefined;
    row.before = { value: row.value };
    return this.#ask(row, row.setting.initial, () => this.#store.putBack(key));
  }

  /**
   * Takes putting back back.
   * @param {string} key
   */
  async undo(key) {
    const before = this.#rows.get(key)?.before;
    return before ? this.choose(key, before.value) : undefined;
  }

  /**
   * Says why something is not even asked.
   * @param {string} key
   * @param {string} text
   */
  refuse(key, text) {
    const row = this.#rows.get(key);
    if (!row) return;
    row.problem = text;
    this.#calls.changed();
  }

  /**
   * @param {Setting} setting
   * @param {unknown} value that the server has
   * @returns {SettingRow}
   */
  #rowOf(setting, value) {
    const row = this.#rows.get(setting.key);
    if (!row) return { setting, value, kept: value, asked: 0, problem: "", before: null };
    row.setting = setting;
    row.kept = value;
    if (row.asked > 0 || isSame(row.value, value)) return row;
    return Object.assign(row, { value, problem: "", before: null });
  }

  /**
   * @param {SettingRow} row
   * @param {unknown} value
   * @param {() => Promise<void>} send
   */
  async #ask(row, value, send) {
    row.value = value;
    row.problem = "";
    row.asked += 1;
    this.#calls.changed();
    try {
      await send();
      row.kept = value;
    } catch (error) {
      this.#refused(row, ApiProblem.from(error));
    }
    row.asked -= 1;
    this.#calls.changed();
  }

  /**
   * Where another choice is on its way already, that one decides.
   * @param {SettingRow} row
   * @param {ApiProblem} problem
   */
  #refused(row, problem) {
    if (row.asked > 1) return;
    row.value = row.kept;
    row.before = null;
    row.problem = refusalInWords(problem);
    this.#calls.refused(problem, row.setting);
  }
}

/**
 * @param {SettingRow} row
 * @returns {SettingFacts}
 */
function factsOf({ setting, value, problem, before }) {
  const isInitial = isSame(value, setting.initial);
  return { setting, value, problem, offer: !isInitial ? "put-back" : before ? "undo" : null };
}
