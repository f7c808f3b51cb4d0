/** The address bar: what is shown follows it, and it follows what is shown. */

import { Timer } from "./timer.js";
import { parseAddress } from "./address.js";

/** Browsers refuse more than some two hundred changes of the address in half a minute. */
const REPLACE_MILLISECONDS = 250;

export class Router {
  #changed;
  #replacing;
  /** @type {string | null} */
  #latest = null;
  /** How many steps back still are within the app. */
  #depth = history.state?.depth ?? 0;

  /**
   * @param {(address: import("./address.js").Address) => void} changed
   * @param {AbortSignal} signal
   */
  constructor(changed, signal) {
    this.#changed = changed;
    this.#replacing = new Timer(signal);
    window.addEventListener("popstate", (event) => this.#popped(event), { signal });
  }

  get address() {
    return parseAddress(location);
  }

  /** Whether going back stays in the app. */
  get canGoBack() {
    return this.#depth > 0;
  }

  /** @param {string} path */
  go(path) {
    this.#flush();
    this.#depth += 1;
    history.pushState({ depth: this.#depth }, "", path);
    this.#changed(this.address);
  }

  /**
   * Notes where somebody is without a step in the history; soon rather than at once.
   * @param {string} path
   */
  note(path) {
    this.#latest = path;
    if (!this.#replacing.pending) this.#replacing.set(REPLACE_MILLISECONDS, () => this.#flush());
  }

  /**
   * Goes back to where somebody came from, or else to a path.
   * @param {string} otherwise
   */
  back(otherwise) {
    this.#flush();
    if (this.canGoBack) history.back();
    else this.go(otherwise);
  }

  #flush() {
    this.#replacing.clear();
    if (this.#latest !== null) history.replaceState({ depth: this.#depth }, "", this.#latest);
    this.#latest = null;
  }

  /** @param {PopStateEvent} event */
  #popped(event) {
    this.#replacing.clear();
    this.#latest = null;
    this.#depth = event.state?.depth ?? 0;
    this.#changed(this.address);
  }
}
