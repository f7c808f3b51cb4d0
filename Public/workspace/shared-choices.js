/**
 * What a person has chosen, the same in all browsers: the server keeps it, and this browser remembers it, so that its next
 * start need not wait.
 */

/** @typedef {{readonly key: string, readonly value: unknown, readonly client?: string}} ChoiceNotice */

/**
 * @typedef {object} ChoiceServer
 * @property {(signal: AbortSignal) => Promise<{preferences: Record<string, unknown>}>} preferences
 * @property {(key: string, value: string, client: string) => Promise<unknown>} setPreference
 */

/**
 * @typedef {object} ChoiceMemory
 * @property {(key: string) => string | null} get
 * @property {(key: string, value: string) => void} set
 */

export class SharedChoices {
  #server;
  #memory;
  #client;
  #changed;

  /**
   * @param {ChoiceServer} server
   * @param {ChoiceMemory} memory of this browser
   * @param {string} client names this tab, so that it knows its own changes
   * @param {(key: string, value: string) => void} changed told of what was chosen elsewhere
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
   * Chooses. Without a connection the choice holds in this browser until the server is asked again.
   * @param {string} key
   * @param {string} value
   */
  async set(key, value) {
    this.#memory.set(key, value);
    await this.#server.setPreference(key, value, this.#client).catch(() => undefined);
  }

  /**
   * Asks the server what was chosen.
   * @param {AbortSignal} signal
   */
  async load(signal) {
    const { preferences } = await this.#server.preferences(signal).catch(() => ({ preferences: {} }));
    for (const [key, value] of Object.entries(preferences)) this.#take(key, value);
  }

  /** @param {ChoiceNotice} notice that somebody has chosen, this tab perhaps */
  heard({ key, value, client }) {
    if (client !== this.#client) this.#take(key, value);
  }

  /**
   * @param {string} key
   * @param {unknown} value
   */
  #take(key, value) {
    if (typeof value !== "string" || this.#memory.get(key) === value) return;
    this.#memory.set(key, value);
    this.#changed(key, value);
  }
}
