/** Tokens of programs, other browsers, and codes for further devices: each opens the workspace. */

/** @typedef {Pick<import("./api.js").Api, "ask" | "send">} Asking */

/**
 * A token of a program; times are RFC 3339.
 * @typedef {object} Token
 * @property {string} id
 * @property {string} name
 * @property {"full" | "read"} access
 * @property {string} created
 * @property {string | null} seen its last use; null for never
 * @property {string} [token] the secret, only of one that was made just now
 */

/**
 * A browser that is signed in.
 * @typedef {object} Browser
 * @property {string} id
 * @property {string} name
 * @property {string} created
 * @property {string | null} seen
 * @property {string | null} expires
 * @property {boolean} current whether it is this one
 */

/**
 * A code with which another device signs in.
 * @typedef {object} DeviceCode
 * @property {string} id
 * @property {string} code
 * @property {string} path at which the device signs in
 * @property {string} expires
 * @property {"this-machine" | "network"} reach whether other devices reach the server at all
 * @property {readonly string[]} addresses of the server's machine in its networks
 */

/** @typedef {{state: "waiting" | "used", device: string | null}} DeviceCodeState */

export class AccountApi {
  #api;

  /** @param {Asking} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<{tokens: readonly Token[]}>}
   */
  tokens(signal) {
    return this.#api.ask("/tokens", { signal });
  }

  /**
   * @param {string} name
   * @param {"full" | "read"} access
   * @returns {Promise<Token>}
   */
  makeToken(name, access) {
    return this.#api.ask("/tokens", { method: "POST", body: JSON.stringify({ name, access }) });
  }

  /** @param {string} id */
  async revokeToken(id) {
    await this.#api.send(`/tokens/${encodeURIComponent(id)}`, { method: "DELETE" });
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<{browsers: readonly Browser[]}>}
   */
  browsers(signal) {
    return this.#api.ask("/browsers", { signal });
  }

  /** @param {string} id */
  async signOut(id) {
    await this.#api.send(`/browsers/${encodeURIComponent(id)}`, { method: "DELETE" });
  }

  /** @returns {Promise<{signedOut: number}>} */
  signOutOthers() {
    return this.#api.ask("/browsers", { method: "DELETE" });
  }

  /**
   * @param {string} to the path where the device goes on
   * @param {AbortSignal} signal
   * @returns {Promise<DeviceCode>}
   */
  makeCode(to, signal) {
    return this.#api.ask("/device-codes", { method: "POST", body: JSON.stringify({ to }), signal });
  }

  /**
   * @param {string} id
   * @param {AbortSignal} signal
   * @returns {Promise<DeviceCodeState>}
   */
  codeState(id, signal) {
    return this.#api.ask(`/device-codes/${encodeURIComponent(id)}`, { signal });
  }

  /**
   * Takes a code back, also when the page goes away.
   * @param {string} id
   */
  async takeCodeBack(id) {
    await this.#api.send(`/device-codes/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true });
  }
}
