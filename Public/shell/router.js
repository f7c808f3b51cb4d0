/**
 * The address bar: what is shown follows it, and it follows what is shown.
 *
 * A version of a document lies above the document. The way down from it leads to the place before; the way out of the
 * document leaves both. Each step of the browser's history knows whether it lies above another one.
 */

import { Timer } from "./timer.js";
import { namedDocument, parseAddress } from "./address.js";

/** Browsers refuse more than some two hundred changes of the address in half a minute. */
const REPLACE_MILLISECONDS = 250;

export class Router {
  #changed;
  #replacing;
  /** @type {string | null} */
  #latest = null;
  /** How many steps back still are within the app. */
  #depth = history.state?.depth ?? 0;
  /** Whether this step lies above the one before it. */
  #above = history.state?.above === true;
  /** How many steps back still show the same thing, at other places; and so of what this lies above. */
  #inner = history.state?.inner ?? 0;
  #below = history.state?.below ?? 0;
  /**
   * The address that takes the place of a step that is being gone back to.
   * @type {string | null}
   */
  #instead = null;
  /** Called when the address has changed. */
  noted = () => {};

  /**
   * @param {(address: import("./address.js").Address, isNew: boolean) => void} changed told whether it is a new step rather
   *   than one of the history, or another address of the same step
   * @param {AbortSignal} signal
   */
  constructor(changed, signal) {
    this.#changed = changed;
    this.#replacing = new Timer(signal);
    const named = namedDocument(location);
    if (named) history.replaceState(history.state, "", named);
    window.addEventListener("popstate", (event) => this.#popped(event), { signal });
  }

  get address() {
    return parseAddress(location);
  }

  /** Whether going back stays in the app. */
  get canGoBack() {
    return this.#depth > 0;
  }

  /**
   * @param {string} path
   * @param {boolean} above whether it lies above what is shown now, which {@link down} leads back to
   */
  go(path, above = false) {
    this.#flush();
    this.#depth += 1;
    this.#above = above;
    this.#below = above ? this.#inner : 0;
    this.#inner = 0;
    history.pushState(this.#state, "", path);
    this.#changed(this.address, true);
  }

  /**
   * Notes that another place of the same thing is shown, in a step of the history that leads back to the one before.
   * @param {string} from the place before
   * @param {string} to
   * @returns {() => boolean} goes back to the place before, if nothing has led further since; false where something has
   */
  step(from, to) {
    this.#latest = from;
    this.#flush();
    this.#depth += 1;
    this.#inner += 1;
    history.pushState(this.#state, "", to);
    const depth = this.#depth;
    return () => {
      const isLatest = this.#depth === depth;
      if (isLatest) history.back();
      return isLatest;
    };
  }

  /**
   * Shows something else at the same step of the history.
   * @param {string} path
   */
  replace(path) {
    this.#latest = path;
    this.#flush();
    this.#changed(this.address, false);
  }

  /**
   * Shows something else in place of what is shown. Its other places, and what lies above it, go with it: the way back leads past
   * all of them, in one step.
   * @param {string} path
   */
  instead(path) {
    this.#flush();
    const isOnItsWay = this.#instead !== null;
    const steps = (this.#above ? 1 + this.#below : 0) + this.#inner;
    if (!isOnItsWay && (steps === 0 || this.#depth < steps)) return this.replace(path);
    this.#instead = path;
    // A second call before the browser is there must not go back farther.
    if (!isOnItsWay) history.go(-steps);
  }

  /**
   * Goes back to what this lies above.
   * @param {string} path of it, where this was come to by its own address
   */
  down(path) {
    this.#flush();
    const steps = 1 + this.#inner;
    if (this.#above && this.#depth >= steps) history.go(-steps);
    else this.replace(path);
  }

  /**
   * Notes the place without a step in the history; soon rather than at once.
   * @param {string} path
   */
  note(path) {
    this.#latest = path;
    if (!this.#replacing.pending) this.#replacing.set(REPLACE_MILLISECONDS, () => this.#flush());
  }

  /**
   * Goes back to the previous place, or else to a path; views above the current one close with it.
   * @param {string} otherwise
   */
  back(otherwise) {
    this.#flush();
    const steps = (this.#above ? 2 + this.#below : 1) + this.#inner;
    if (this.#depth >= steps) history.go(-steps);
    else this.go(otherwise);
  }

  get #state() {
    return { depth: this.#depth, above: this.#above, inner: this.#inner, below: this.#below };
  }

  #flush() {
    this.#replacing.clear();
    if (this.#latest !== null) history.replaceState(this.#state, "", this.#latest);
    this.#latest = null;
    this.noted();
  }

  /** @param {PopStateEvent} event */
  #popped(event) {
    this.#replacing.clear();
    this.#latest = null;
    this.#depth = event.state?.depth ?? 0;
    this.#above = event.state?.above === true;
    this.#inner = event.state?.inner ?? 0;
    this.#below = event.state?.below ?? 0;
    const instead = this.#instead;
    this.#instead = null;
    if (instead === null) this.#changed(this.address, false);
    else this.replace(instead);
  }
}
