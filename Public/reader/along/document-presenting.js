/**
 * The presentation of a document that is open: its part of the app is fetched when it is asked for, or was before a reload.
 *
 *     never ──a second window is there──► connected ──it ends──► lost, or closed by its tab ──seen, another one──► never, connected
 */

import { LazyModule } from "../../shell/lazy-module.js";
import { say } from "../../shell/texts.js";
import { PRESENCE_CHANNEL, PresenterPresence } from "./presenter-presence.js";
import { isPresentedHere } from "./presented-window.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../reader.js").Reader} Reader */

const presenting = new LazyModule(() => import("./presenter.js"));

export class DocumentPresenting {
  #notices;
  #calls;
  #signal;
  /** @type {{reader: Reader, document: Document, showing: AbortSignal} | null} */
  #shown = null;
  /**
   * A second window; null before the first one.
   * @type {import("./presenter.js").Presenting | null}
   */
  #presenting = null;
  /** @type {PresenterPresence | null} */
  #presence = null;
  /** Whether there was one, of whichever tab, since this document was opened. */
  #wasConnected = false;

  /**
   * @param {import("../../api/notices.js").Notices} notices
   * @param {{overlay: () => import("./presented-overlay.js").Overlay, changed: () => void}} calls `changed` is called when a second
   *   window has come or gone, and when it falls behind or has caught up
   * @param {AbortSignal} signal
   */
  constructor(notices, calls, signal) {
    this.#notices = notices;
    this.#calls = calls;
    this.#signal = signal;
    window.addEventListener("pagehide", () => this.#presence?.leave(), { signal });
  }

  /** Whether this tab has opened one. */
  get isOpen() {
    return this.#presenting?.isOpen ?? false;
  }

  /** Whether there is one, of whichever tab. */
  get isConnected() {
    return this.#presence?.isConnected ?? false;
  }

  /** Whether the one of this tab shows an earlier page than the one that is read. */
  get isBehind() {
    return this.#presenting?.isBehind ?? false;
  }

  /** Whether there was one, which is gone. */
  get isLost() {
    return this.#wasConnected && !this.isConnected;
  }

  /** That it is gone was seen. */
  forget() {
    this.#wasConnected = false;
  }

  /**
   * Other pages are shown.
   * @param {Reader} reader
   * @param {Document} document
   * @param {AbortSignal} showing ends that reader
   */
  follow(reader, document, showing) {
    this.#shown = { reader, document, showing };
    const { locks = null } = /** @type {{locks?: LockManager}} */ (navigator);
    this.#presence ??= new PresenterPresence(document.id, {
      channel: new BroadcastChannel(PRESENCE_CHANNEL), locks, changed: () => this.#changed(),
    }, this.#signal);
    this.#presenting?.follow(reader, document.name, showing);
    if (!this.#presenting && isPresentedHere(document.id)) void this.#made().then((made) => made?.goOn());
  }

  /** Shows the page in a second window, or no longer. */
  async toggle() {
    const made = await this.#made();
    if (made && !await made.toggle()) this.#notices.problem(say("The browser opened no second window. Allow windows for this site."));
  }

  moved() {
    this.#presenting?.moved();
  }

  /** Something else lies over the page of the second window. */
  cover() {
    this.#presenting?.cover();
  }

  end() {
    this.#presenting?.end();
  }

  #changed() {
    if (this.isConnected) this.#wasConnected = true;
    this.#calls.changed();
  }

  async #made() {
    const shown = this.#shown;
    const part = shown && await this.#notices.load(presenting);
    if (!part || shown.showing.aborted) return null;
    const { reader, document: { id, name }, showing } = shown;
    this.#presenting ??= new part.Presenting({ reader, name, id, showing }, {
      overlay: this.#calls.overlay, changed: () => {
        this.#presence?.own(this.isOpen);
        this.#calls.changed();
      }, behind: this.#calls.changed,
    }, this.#signal);
    return this.#presenting;
  }
}
