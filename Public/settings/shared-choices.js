/**
 * Choices of a person, the same in all browsers: the server keeps them, and this browser remembers them, so its next
 * start need not wait.
 *
 * Writes of one key follow one another, and reads follow all writes: an answer is never older than a choice made here
 * before the request.
 */

import { ApiProblem } from "../api/api-problem.js";
import { KeyedWrites } from "./keyed-writes.js";
import { OwnChoices } from "./own-choices.js";

/** @typedef {import("../api/preference-api.js").ChoiceNotice} ChoiceNotice */
/** @typedef {import("../api/preference-api.js").Preferences} Preferences */

/**
 * @typedef {object} ChoiceServer
 * @property {(signal: AbortSignal) => Promise<Preferences>} preferences
 * @property {(key: string, value: unknown, client: string) => Promise<unknown>} setPreference
 * @property {(key: string, client: string) => Promise<unknown>} removePreference
 */

/**
 * @typedef {object} ChoiceMemory
 * @property {(key: string) => string | null} get
 * @property {(key: string, value: string | null) => void} set null forgets it
 */

/**
 * Told of what is another choice now, null where there is none, and whether it was made here.
 * @typedef {(key: string, value: string | null, isHere: boolean) => void} ChoiceListener
 */

export class SharedChoices {
  #server;
  #memory;
  #client;
  #changed;
  /**
   * The values of the server where nothing was chosen.
   * @type {Map<string, unknown>}
   */
  #initial = new Map();
  #writes = new KeyedWrites();
  /** @type {Set<() => void>} */
  #followers = new Set();
  /**
   * Choices without an answer, by key: they are sent again before the server is asked again.
   * @type {Map<string, string>}
   */
  #unsent = new Map();
  #own = new OwnChoices();

  /**
   * @param {ChoiceServer} server
   * @param {ChoiceMemory} memory of this browser
   * @param {string} client names this tab, so that it knows its own changes
   * @param {ChoiceListener} changed
   */
  constructor(server, memory, client, changed) {
    this.#server = server;
    this.#memory = memory;
    this.#client = client;
    this.#changed = changed;
  }

  /**
   * @param {string} key
   * @returns {string | null} null where this browser knows of no choice
   */
  get(key) {
    return this.#memory.get(key);
  }

  /**
   * Chooses. Without a connection the choice holds in this browser, and is sent again before the server is asked again.
   * @param {string} key
   * @param {string} value
   */
  async set(key, value) {
    this.#memory.set(key, value);
    this.#unsent.delete(key);
    try {
      await this.#put(key, value);
    } catch (error) {
      if (ApiProblem.from(error).mayBeDone) this.#unsent.set(key, value);
    }
  }

  /**
   * Chooses a value of any kind; it holds once the server has it.
   * @param {string} key
   * @param {unknown} value
   * @throws {import("../api/api-problem.js").ApiProblem} where the server refuses it, or does not answer
   */
  async choose(key, value) {
    await this.#put(key, value);
    this.#take(key, value, true);
  }

  /**
   * Goes back to the value of the server.
   * @param {string} key
   * @throws {import("../api/api-problem.js").ApiProblem}
   */
  async putBack(key) {
    await this.#send(key, null, () => this.#server.removePreference(key, this.#client));
    this.#take(key, this.#initial.get(key), true);
  }

  /**
   * Asks the server what was chosen, and what there is to choose; what was set here without an answer is sent first.
   * @param {AbortSignal} signal
   * @throws {import("../api/api-problem.js").ApiProblem}
   */
  async read(signal) {
    for (const [key, value] of [...this.#unsent]) void this.set(key, value);
    const answer = await this.#asked(signal);
    this.#initial = new Map((answer.settings ?? []).map(({ key, initial }) => [key, initial]));
    for (const [key, value] of Object.entries(answer.preferences)) this.#take(key, value, false);
    return answer;
  }

  /**
   * The same where it does not matter whether it is answered.
   * @param {AbortSignal} signal
   */
  async load(signal) {
    await this.read(signal).catch(() => undefined);
    this.#report();
  }

  /** Sends what waits still: the page goes away. */
  leave() {
    this.#writes.flush();
  }

  /**
   * Calls back when something may have been chosen elsewhere.
   * @param {() => void} action
   * @param {AbortSignal} signal ends it
   */
  follow(action, signal) {
    this.#followers.add(action);
    signal.addEventListener("abort", () => this.#followers.delete(action));
  }

  /**
   * @param {ChoiceNotice} notice null means put back; a notice of a choice of this tab matters only where its answer
   *   was lost
   */
  heard({ key, value, client }) {
    if (client === this.#client && !this.#own.heard(key, value ?? null)) return;
    this.#unsent.delete(key);
    this.#take(key, value ?? this.#initial.get(key), false);
    this.#report();
  }

  /**
   * An answer on the way while something is chosen here may not know of that.
   * @param {AbortSignal} signal
   * @returns {Promise<Preferences>}
   */
  async #asked(signal) {
    for (;;) {
      await unlessAborted(this.#writes.ended(), signal);
      const { begun } = this.#writes;
      const answer = await this.#server.preferences(signal);
      if (begun === this.#writes.begun) return answer;
    }
  }

  #report() {
    for (const action of this.#followers) action();
  }

  /**
   * @param {string} key
   * @param {unknown} value
   */
  #put(key, value) {
    return this.#send(key, value, () => this.#server.setPreference(key, value, this.#client));
  }

  /**
   * Ends well where the server has taken it, though its answer may have been lost.
   * @param {string} key
   * @param {unknown} value
   * @param {() => Promise<unknown>} send
   */
  async #send(key, value, send) {
    const choice = this.#own.ask(key, value);
    try {
      await this.#writes.write(key, send);
      this.#own.taken(choice);
    } catch (error) {
      if (!this.#isTaken(choice, ApiProblem.from(error))) throw error;
    }
    this.#unsent.delete(key);
  }

  /**
   * @param {import("./own-choices.js").OwnChoice} choice
   * @param {ApiProblem} problem
   */
  #isTaken(choice, problem) {
    if (problem.mayBeDone) return this.#own.lost(choice);
    this.#own.refused(choice);
    return false;
  }

  /**
   * This browser remembers strings, and booleans as "true" or "false"; the first screen needs no more.
   * @param {string} key
   * @param {unknown} value
   * @param {boolean} isHere
   */
  #take(key, value, isHere) {
    const word = typeof value === "string" || typeof value === "boolean" ? String(value) : null;
    if (this.#memory.get(key) === word) return;
    this.#memory.set(key, word);
    this.#changed(key, word, isHere);
  }
}

/**
 * Waits until it is done or aborted.
 * @param {Promise<unknown>} done
 * @param {AbortSignal} signal
 * @throws {ApiProblem} `aborted`
 */
async function unlessAborted(done, signal) {
  const listening = new AbortController();
  const aborted = new Promise((_, reject) => {
    const leave = () => reject(ApiProblem.aborted());
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { signal: listening.signal });
  });
  await Promise.race([aborted, done]).finally(() => listening.abort());
}
