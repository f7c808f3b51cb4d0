/** Where in the app a document is: which version, compared with which, shown by which handler; in the address and its history. */

import { documentPath, NO_HISTORY } from "../shell/address.js";
import { Timer } from "../shell/timer.js";
import { isSamePlace } from "../reader/document-places.js";

/** @typedef {import("../shell/address.js").HistoryParameters} HistoryParameters */
/** @typedef {import("../shell/address.js").OpenParameters} OpenParameters */
/** @typedef {import("../shell/address.js").OwnHandler} OwnHandler */

/** How long the user is to stay at a place before it is kept. */
const REST_MILLISECONDS = 300;

export class DocumentRoute {
  #router;
  #places;
  #resting;
  /** @type {HistoryParameters} */
  #history = NO_HISTORY;
  /** @type {OwnHandler | null} */
  #handler = null;

  /** @type {OpenParameters | null} */
  #unkept = null;
  /**
   * The place that was rested at before, at first that at which it opens.
   * @type {OpenParameters}
   */
  #rested;

  /**
   * @param {{router: import("../shell/router.js").Router,
   *   places: import("../reader/document-places.js").DocumentPlaces}} parts
   * @param {{id: string, open: OpenParameters}} document and where it opens
   * @param {AbortSignal} signal
   */
  constructor({ router, places }, { id, open }, signal) {
    this.#router = router;
    this.#places = places;
    this.id = id;
    this.#rested = open;
    this.#resting = new Timer(signal);
    window.addEventListener("pagehide", () => this.leave(), { signal });
  }

  /** @param {OpenParameters} place at which it opens, which is known */
  opens(place) {
    this.#rested = place;
  }

  get history() {
    return this.#history;
  }

  /** The handler that shows it this once, where that is not its default. */
  get handler() {
    return this.#handler;
  }

  /**
   * Takes over what an address names.
   * @param {{history: HistoryParameters, handler: OwnHandler | null}} address
   * @returns {boolean} whether it was there already
   */
  come({ history, handler }) {
    const { version, compared, other } = this.#history;
    const same = history.version === version && history.compared === compared && (history.other ?? null) === (other ?? null) && handler === this.#handler;
    this.#history = history;
    this.#handler = handler;
    return same;
  }

  /**
   * Goes to a version, a comparison, or what the document is now.
   * @param {HistoryParameters} history
   * @param {OpenParameters} [position]
   */
  go(history, position) {
    this.#goTo(documentPath(this.id, position, history, this.#handler), history.version === null, this.#history.version === null);
  }

  /**
   * Shows it with another of Sheaf's handlers, this once. The way back shows it as before.
   * @param {OwnHandler | null} handler null for its default
   * @param {boolean} listed whether its versions are listed
   */
  openWith(handler, listed) {
    const path = documentPath(this.id, undefined, { ...NO_HISTORY, listed }, handler);
    this.#goTo(path, handler === null, this.#history.version === null && this.#handler === null);
  }

  /**
   * The address says where the user is.
   * @param {OpenParameters} position
   * @param {boolean} listed whether its versions are listed
   */
  note(position, listed) {
    this.#router.note(documentPath(this.id, position, { ...this.#history, listed }, this.#handler));
  }

  /**
   * The address says where another place of the document is, in a step of its own.
   * @param {OpenParameters} from the place before
   * @param {OpenParameters} to
   * @param {boolean} listed whether its versions are listed
   * @returns {() => boolean} as of {@link import("../shell/router.js").Router.step}
   */
  step(from, to, listed) {
    const pathOf = (/** @type {OpenParameters} */ place) => documentPath(this.id, place, { ...this.#history, listed }, this.#handler);
    return this.#router.step(pathOf(from), pathOf(to));
  }

  /**
   * Keeps a place of the present document when it is shown for a while.
   * @param {OpenParameters} position
   */
  rest(position) {
    if (this.#history.version !== null) return;
    // A page that is only drawn anew has not moved.
    if (isSamePlace(this.#rested, position)) return;
    this.#rested = position;
    this.#unkept = position;
    this.#resting.set(REST_MILLISECONDS, () => this.keepPlace());
  }

  /** Keeps the place that was just come to, without waiting. */
  keepPlace() {
    this.#resting.clear();
    if (this.#unkept) this.#places.keep(this.id, this.#unkept);
    this.#unkept = null;
  }

  /** Keeps the place, and tells other devices of it. */
  leave() {
    this.keepPlace();
    this.#places.leave(this.id);
  }

  back() {
    this.#router.back("/");
  }

  /**
   * @param {string} path
   * @param {boolean} isDown whether what lies there is what the rest lies above
   * @param {boolean} isAbove whether it lies above what is shown
   */
  #goTo(path, isDown, isAbove) {
    if (isDown) this.#router.down(path);
    else if (isAbove) this.#router.go(path, true);
    else this.#router.replace(path);
  }
}
