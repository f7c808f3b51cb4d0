/** Saves a board by itself: does what `autosave.js` decides, through a port that knows the server. */

import { CLEAN, isSaving, isUnsaved, stepSave } from "./autosave.js";
import { serializeBoard } from "./board-file.js";

/** @typedef {import("./board-file.js").Board} Board */
/** @typedef {import("../board-model.js").BoardModel} BoardModel */
/** @typedef {import("../../shell/browser.js").BrowserClock} BrowserClock */

/**
 * The outcome of handing a board over. The board is the document's content, or is kept beside another change of the
 * document. Or it was the document's content and the document has changed since.
 * @typedef {"stored" | "conflict" | "behind"} SaveOutcome
 */

/**
 * Where a board is stored. Its promises are rejected with an error that has a `code`.
 * @typedef {object} BoardStore
 * @property {(text: string, leaving: boolean) => Promise<SaveOutcome>} save over what was read or saved last, never over
 *   anything else; what is saved while something is on its way is newer, whichever comes first
 */

/**
 * @typedef {object} SaverCalls
 * @property {() => void} changed called after every change of the state
 * @property {() => void} behind called when the document holds more than is shown, and nothing of it is unsaved
 */

/** Reasons that trying again does not help against. */
const FINAL = new Set(["too-large", "not-found", "signed-out", "forbidden", "invalid-name", "trashed", "viewer-only"]);

/** Tries for a board that is drawn on all the time while it is to be stored. */
const MOST_TRIES = 5;

export class BoardSaver {
  #model;
  #store;
  #clock;
  #calls;
  #state = CLEAN;
  /** @type {Board} */
  #saved;
  #stop = () => {};
  /** @type {(() => void)[]} */
  #waiting = [];
  /** Which sending is the last one; only what becomes of that counts. */
  #last = 0;

  /**
   * @param {BoardModel} model whose board is stored as it is now
   * @param {BoardStore} store
   * @param {BrowserClock} clock
   * @param {SaverCalls} calls
   * @param {AbortSignal} signal ends the watching; what is unsaved is left to {@link flush}
   */
  constructor(model, store, clock, calls, signal) {
    this.#model = model;
    this.#store = store;
    this.#clock = clock;
    this.#calls = calls;
    this.#saved = model.board;
    model.subscribe((change) => {
      if (change === "content" || change === "replayed") this.#noticed();
    }, signal);
    signal.addEventListener("abort", () => this.#stop());
  }

  get state() {
    return this.#state;
  }

  /** Whether something is not stored yet, a gesture that is not over included. */
  get unsaved() {
    return isUnsaved(this.#state) || this.#model.board !== this.#saved;
  }

  /** Saves now what is not saved; with `leaving` in a way that outlives the page. */
  flush(leaving = false) {
    if (this.#model.readOnly || !this.unsaved) return;
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
    for (let tries = 0; this.unsaved && !this.#model.readOnly; tries += 1) {
      if (tries === MOST_TRIES) return "busy";
      this.flush();
      do await new Promise((resolve) => void this.#waiting.push(() => resolve(undefined)));
      while (isSaving(this.#state));
      const { phase, reason } = this.#state;
      if (phase === "failed" || phase === "refused") return reason;
    }
    return this.#state.conflict ? "version-conflict" : "";
  }

  /** The conflict is decided, and the board shown is the document's content. */
  decided() {
    this.#step({ type: "decided" });
  }

  /** The network is back: what has failed is tried again at once. */
  online() {
    this.#step({ type: "online", now: this.#clock.now() });
  }

  /** The page may be gone when the save under way is answered: the present board goes right behind it. */
  #overtake() {
    this.#step({ type: "overtaken" });
    void this.#send(true);
  }

  #noticed() {
    if (this.#model.changing) return;
    this.#step({ type: "changed", now: this.#clock.now(), clean: this.#model.board === this.#saved });
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
    const { board } = this.#model;
    const sending = this.#last += 1;
    try {
      const outcome = await this.#store.save(serializeBoard(board), leaving);
      if (sending !== this.#last) return;
      this.#saved = board;
      this.#step({ type: outcome === "conflict" ? "conflict" : "stored", now: this.#clock.now() });
      // A board with further changes finds out when these are saved.
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
