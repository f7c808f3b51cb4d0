/**
 * The names of what the server keeps, as one shared choice. Only listed names are asked about: browsers write each refusal
 * (404) into their console. The last one that was listed is the first one; the oldest ones are forgotten.
 */

export class ListedNames {
  #key;
  #most;
  #choices;
  #chosen;

  /**
   * @param {string} key of the choice, whose value is the list as JSON
   * @param {number} most so many names are listed; a choice has at most 16 KiB
   * @param {Pick<import("./shared-choices.js").SharedChoices, "get" | "set">} choices
   * @param {Promise<unknown>} chosen done when the server has told of what was chosen elsewhere
   */
  constructor(key, most, choices, chosen) {
    this.#key = key;
    this.#most = most;
    this.#choices = choices;
    this.#chosen = chosen;
  }

  /** @param {string} name */
  async has(name) {
    if (!this.#names.includes(name)) await this.#chosen;
    return this.#names.includes(name);
  }

  /**
   * Lists a name whose content is on its way: a page that is left hears of no answer. Without a connection none arrives.
   * @param {string} name
   */
  add(name) {
    const names = this.#names;
    if (globalThis.navigator?.onLine === false || names.includes(name)) return;
    void this.#choices.set(this.#key, JSON.stringify([name, ...names].slice(0, this.#most)));
  }

  /** None where the value is not understood. */
  get #names() {
    try {
      const found = /** @type {unknown} */ (JSON.parse(this.#choices.get(this.#key) ?? "[]"));
      return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
    } catch {
      return [];
    }
  }
}
