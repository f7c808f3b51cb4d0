/** The presentation of a document that is open: its part of the app is fetched when it is asked for, or was before a reload. */

import { LazyModule } from "../shell/lazy-module.js";
import { isPresentedHere } from "./presented-window.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./reader.js").Reader} Reader */

const presenting = new LazyModule(() => import("./presenter.js"));

export class DocumentPresenting {
  #notices;
  #signal;
  /** @type {{reader: Reader, document: Document, showing: AbortSignal} | null} */
  #shown = null;
  /**
   * A second window; null before the first one.
   * @type {import("./presenter.js").Presenting | null}
   */
  #presenting = null;

  /**
   * @param {import("../api/notices.js").Notices} notices
   * @param {AbortSignal} signal
   */
  constructor(notices, signal) {
    this.#notices = notices;
    this.#signal = signal;
  }

  get isOpen() {
    return this.#presenting?.isOpen ?? false;
  }

  /**
   * Other pages are shown.
   * @param {Reader} reader
   * @param {Document} document
   * @param {AbortSignal} showing ends that reader
   */
  follow(reader, document, showing) {
    this.#shown = { reader, document, showing };
    this.#presenting?.follow(reader, document.name, showing);
    if (!this.#presenting && isPresentedHere(document.id)) void this.#made().then((made) => made?.goOn());
  }

  /** Shows the page in a second window, or no longer. */
  async toggle() {
    const made = await this.#made();
    if (made && !await made.toggle()) this.#notices.problem("The browser opened no second window. Allow windows for this site.");
  }

  moved() {
    this.#presenting?.moved();
  }

  end() {
    this.#presenting?.end();
  }

  async #made() {
    const shown = this.#shown;
    const part = shown && await this.#notices.load(presenting);
    if (!part || shown.showing.aborted) return null;
    const { reader, document: { id, name }, showing } = shown;
    this.#presenting ??= new part.Presenting({ reader, name, id, showing }, this.#signal);
    return this.#presenting;
  }
}
