/** Saves what is edited by itself: does what `autosave.js` decides, through a port that knows the server. */

import { ApiProblem } from "../api/api-problem.js";
import { CLEAN, isSaving, isUnsaved, stepSave } from "./autosave.js";
import { fitsLeaving } from "./document-session.js";

/** @typedef {import("../shell/browser.js").BrowserClock} BrowserClock */

/**
 * A content that is being edited.
 * @template Content
 * @typedef {object} Draft
 * @property {Content} content as it is now: another value after every change, the same one after a change that was undone
 * @property {boolean} readOnly
 * @property {boolean} changing whether a change is under way that is not over
 * @property {(changed: () => void, signal: AbortSignal) => void} follow `changed` is called after every change
 * @property {(content: Content) => string} fileOf the text of a content's file
 */

/**
 * The outcome of handing a content over. It is the document's content, or is kept beside another change of the
 * document. Or it was the document's content and the document has changed since.
 * @typedef {"stored" | "conflict" | "behind"} SaveOutcome
 */

/**
 * Where a content is stored. Its promises are rejected with an error that has a `code`.
 * @typedef {object} DocumentStore
 * @property {(text: string, leaving: boolean) => Promise<SaveOutcome>} save over what was read or saved last, never over
 *   anything else; what is saved while something is on its way is newer, whichever comes first
 * @property {(keep: import("../api/session-api.js").Decision) => Promise<SaveOutcome>} decide what becomes of a conflict
 */

/**
 * @typedef {object} SaverCalls
 * @property {() => void} changed called after every change of the state
 * @property {() => void} behind called when the document holds more than is shown, and nothing of it is unsaved
 */

/**
 * A saver, as other parts see it.
 * @typedef {{readonly state: import("./autosave.js").SaveState, readonly unsaved: boolean, readonly file: string, stored: () => Promise<string>}} Saver
 */

/** Reasons that trying again does not help against. */
const FINAL = new Set(["too-large", "not-found", "signed-out", "forbidden", "invalid-name", "viewer-only"]);

/** Tries for a content that is changed all the time while it is to be stored. */
const MOST_TRIES = 5;

/** @template Content */
export class DocumentSaver {
  #draft;
  #store;
  #clock;
  #calls;
  #state = CLEAN;
  /** @type {Content} */
  #saved;
  #stop = () => {};
  /** @type {(() => void)[]} */
  #waiting = [];
  /** Which sending is the last one; only what becomes of that counts. */
  #last = 0;

  /**
   * @param {Draft<Content>} draft which is stored as it is now
   * @param {DocumentStore} store
   * @param {BrowserClock} clock
   * @param {SaverCalls} calls
   * @param {AbortSignal} signal ends the watching; what is unsaved is left to {@link flush}
   */
  constructor(draft, store, clock, calls, signal) {
    this.#draft = draft;
    this.#store = store;
    this.#clock = clock;
    this.#calls = calls;
    this.#saved = draft.content;
    draft.follow(() => this.#noticed(), signal);
    signal.addEventListener("abort", () => this.#stop());
  }

  get state() {
    return this.#state;
  }

  /** Whether something is not stored yet, a gesture that is not over included. */
  get unsaved() {
    return isUnsaved(this.#state) || this.#draft.content !== this.#saved;
  }

  /** The text of the file as it is now. */
  get file() {
    return this.#draft.fileOf(this.#draft.content);
  }

  /** Saves now what is not saved; with `leaving` in a way that outlives the page. */
  flush(leaving = false) {
    if (this.#draft.readOnly || !this.unsaved) return;
    if (isSaving(this.#state)) {
      if (leaving) this.#overtake();
      return;
    }
    this.#step({ type: "changed", now: this.#clock.now(), clean: false });
    this.#save(leaving);
  }

  /**
   * Saves now what is not saved, and waits until that is over.
   * @returns {Promise<string>} why it is not stored; "" when it is
   */
  async stored() {
    for (let tries = 0; this.unsaved && !this.#draft.readOnly; tries += 1) {
      if (tries === MOST_TRIES) return "busy";
      this.flush();
      do await new Promise((resolve) => void this.#waiting.push(() => resolve(undefined)));
      while (isSaving(this.#state));
      const { phase, reason } = this.#state;
      if (phase === "failed" || phase === "refused") return reason;
    }
    return this.#state.conflict ? "version-conflict" : "";
  }

  /** Whether closing the window now would lose something: what failed just now would fail once more. */
  get losing() {
    if (!this.unsaved) return false;
    const { phase } = this.#state;
    return phase === "failed" || phase === "refused" || !navigator.onLine || !fitsLeaving(this.file);
  }

  /**
   * Decides what becomes of a conflict, once everything was handed over.
   * @param {import("../api/session-api.js").Decision} keep
   * @returns {Promise<boolean>} whether the document is to be read again
   * @throws {ApiProblem}
   */
  async decide(keep) {
    const reason = await this.stored();
    if (reason !== "version-conflict") throw new ApiProblem(0, reason || "not-found", "");
    const outcome = await this.#store.decide(keep);
    // The content that is shown is the document's then.
    if (outcome === "stored") this.#step({ type: "decided" });
    return outcome === "behind";
  }

  /** The network is back: what has failed is tried again at once. */
  online() {
    this.#step({ type: "online", now: this.#clock.now() });
  }

  /** The page may be gone when the save under way is answered: the present content goes right behind it. */
  #overtake() {
    this.#step({ type: "overtaken" });
    void this.#send(true);
  }

  #noticed() {
    if (this.#draft.changing) return;
    this.#step({ type: "changed", now: this.#clock.now(), clean: this.#draft.content === this.#saved });
  }

  /** @param {import("./autosave.js").SaveEvent} event */
  #step(event) {
    const before = this.#state;
    this.#state = stepSave(before, event);
    if (this.#state === before) return;
    this.#stop();
    const { due } = this.#state;
    if (due < Infinity) {
      this.#stop = this.#clock.after(Math.max(0, due - this.#clock.now()), () => this.#save(false));
    }
    this.#calls.changed();
    for (const proceed of this.#waiting.splice(0)) proceed();
  }

  /** @param {boolean} leaving */
  #save(leaving) {
    this.#step({ type: "due", now: this.#clock.now() });
    if (isSaving(this.#state)) void this.#send(leaving);
  }

  /** @param {boolean} leaving */
  async #send(leaving) {
    const { content } = this.#draft;
    const sending = this.#last += 1;
    try {
      const outcome = await this.#store.save(this.#draft.fileOf(content), leaving);
      if (sending !== this.#last) return;
      this.#saved = content;
      this.#step({ type: outcome === "conflict" ? "conflict" : "stored", now: this.#clock.now() });
      // A content with further changes finds out when these are saved.
      if (outcome === "behind" && !this.unsaved) this.#calls.behind();
    } catch (error) {
      if (sending === this.#last) this.#failed(codeOf(error));
    }
  }

  /** @param {string} reason */
  #failed(reason) {
    if (FINAL.has(reason)) this.#step({ type: "refused", reason });
    else this.#step({ type: "failed", now: this.#clock.now(), reason, chance: this.#clock.chance() });
  }
}

/** @param {unknown} error */
function codeOf(error) {
  const { code } = /** @type {{code?: unknown}} */ (error ?? {});
  return typeof code === "string" ? code : "failed";
}
