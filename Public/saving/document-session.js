/**
 * A document while it is worked on: hands over what changes, and says what became of it. The server keeps what was
 * handed over and saves it. Changes by other clients at the same time are kept beside it until the user decides.
 */

import { Timer } from "../shell/timer.js";
import { ApiProblem } from "../api/api-problem.js";
import { MOST_BYTES_LEAVING } from "../api/api.js";
import { downloadOf } from "../api/page-source.js";

/** @typedef {import("./document-saver.js").SaveOutcome} SaveOutcome */
/** @typedef {import("../api/session-api.js").Decision} Decision */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/session-api.js").Session} Session */

/** How often the server hears of an open document; it lets go of a session after ten minutes of silence. */
const STAY_MILLISECONDS = 240_000;

/** Codes of a session that the server has let go of. */
const GONE = new Set(["session-closed", "not-found"]);

/**
 * A content on its way to the server: with which number, in which session. `turn` tells what was handed over later.
 * @typedef {object} Handing
 * @property {string} text
 * @property {boolean} outlives whether it comes to its end without the page
 * @property {number} turn
 * @property {string | null} session null before it is sent
 * @property {number} sequence
 */

/**
 * The part of the API that is needed here.
 * @typedef {Pick<import("../api/session-api.js").SessionApi,
 *   "openSession" | "session" | "handOver" | "decide" | "closeSession">} DocumentSessionApi
 */

/** @implements {DocumentStore} */
export class DocumentSession {
  #api;
  #mediaType;
  #document;
  /** The hash of what was read: what is handed over is a change of that, or of what was handed over before. */
  #loaded;
  #sequence = 0;
  /** @type {string | null} */
  #id = null;
  /** @type {Promise<string> | null} */
  #opening = null;
  /**
   * The last content that was handed over, while it is on its way.
   * @type {{handing: Handing, outcome: Promise<SaveOutcome>} | null}
   */
  #latest = null;
  #turn = 0;
  /** The turn whose answer was learned from; earlier ones that come later are of the past. */
  #learned = 0;

  /**
   * @param {DocumentSessionApi} api
   * @param {Document} document as it was read
   * @param {string} mediaType of what is handed over
   */
  constructor(api, document, mediaType) {
    this.#api = api;
    this.#mediaType = mediaType;
    this.#document = document;
    this.#loaded = document.sha256;
  }

  /** Whether it is what the document is now. */
  get current() {
    return true;
  }

  get document() {
    return this.#document;
  }

  get download() {
    return downloadOf(this.#document);
  }

  /**
   * Another name, or the same document after a save of our own.
   * @param {Document} document
   */
  renamed(document) {
    this.#document = { ...document, sha256: this.#document.sha256, version: this.#document.version };
  }

  /**
   * Opens it, and lets the server know from time to time that the document is still open.
   * @param {AbortSignal} signal ends that; what is handed over then is taken all the same
   */
  follow(signal) {
    void this.open();
    const timer = new Timer(signal);
    const again = () => timer.set(STAY_MILLISECONDS, () => {
      void this.stay();
      again();
    });
    again();
  }

  /** Opens it ahead of time, so that the last save of a page that goes away is one request. */
  async open() {
    if (this.#id === null) await this.#opened().catch(() => undefined);
  }

  /** Lets the server know that the document is still open; opens another session when that is too late. */
  async stay() {
    if (this.#id === null) return this.open();
    try {
      await this.#api.session(this.#document.id, this.#id);
    } catch (error) {
      if (!GONE.has(ApiProblem.from(error).code)) return undefined;
      this.#id = null;
      await this.open();
    }
    return undefined;
  }

  /**
   * Hands over a content. One may be on its way still; the later one counts, whichever comes first.
   * @param {string} text
   * @param {boolean} leaving
   * @returns {Promise<SaveOutcome>}
   */
  save(text, leaving) {
    const [before, outlives] = [this.#latest, leaving && fitsLeaving(text)];
    if (before?.handing.text === text && (before.handing.outlives || !outlives)) return before.outcome;
    this.#turn += 1;
    const handing = { text, outlives, turn: this.#turn, session: null, sequence: 0 };
    const outcome = this.#handOver(handing, before?.handing ?? null).finally(() => {
      if (this.#latest?.handing === handing) this.#latest = null;
    });
    this.#latest = { handing, outcome };
    return outcome;
  }

  /**
   * @param {Handing} handing
   * @param {Handing | null} before what is on its way already
   * @returns {Promise<SaveOutcome>}
   */
  async #handOver(handing, before) {
    try {
      // Without a wait where that can be: a page that goes away runs no further.
      return this.#learn(await this.#send(handing, before, this.#id ?? await this.#opened()), handing);
    } catch (error) {
      if (!GONE.has(ApiProblem.from(error).code)) throw error;
      if (this.#id === handing.session) this.#id = null;
      // A newer content goes on by itself, and must not come before this one.
      if (this.#turn !== handing.turn) throw error;
      return this.#learn(await this.#send(handing, null, this.#id ?? await this.#opened()), handing);
    }
  }

  /**
   * The same content once more has the same number: the server takes it once.
   * @param {Handing} handing
   * @param {Handing | null} before
   * @param {string} id
   */
  #send(handing, before, id) {
    const isRepeat = before !== null && before.text === handing.text && before.session === id;
    if (!isRepeat) this.#sequence += 1;
    [handing.session, handing.sequence] = [id, isRepeat ? before.sequence : this.#sequence];
    const { text, outlives: leaving, sequence } = handing;
    return this.#api.handOver(this.#document.id, id, text, { type: this.#mediaType, leaving, sequence, loaded: this.#loaded });
  }

  /**
   * Decides what becomes of a conflict. With `both`, work goes on in what was handed over, which is a document of its own.
   * @param {Decision} keep
   * @returns {Promise<SaveOutcome>} `behind` where the document is to be read again
   */
  async decide(keep) {
    if (this.#id === null) return "behind";
    try {
      const { session, document } = await this.#api.decide(this.#document.id, this.#id, keep);
      if (keep === "both") this.close();
      if (keep !== "theirs") this.#document = document;
      this.#loaded = keep === "both" ? document.sha256 : session.loaded ?? document.sha256;
      if (keep === "both") void this.open();
      return keep === "theirs" ? "behind" : "stored";
    } catch (error) {
      // The conflict was decided elsewhere.
      if (GONE.has(ApiProblem.from(error).code)) return "behind";
      throw error;
    }
  }

  /**
   * Whether the conflict is one still; `behind` when another client has decided.
   * @returns {Promise<SaveOutcome>}
   */
  async ask() {
    if (this.#id === null) return "behind";
    try {
      const { state } = await this.#api.session(this.#document.id, this.#id);
      return state === "inConflict" ? "conflict" : "behind";
    } catch (error) {
      return GONE.has(ApiProblem.from(error).code) ? "behind" : "conflict";
    }
  }

  /** Ends it: what was handed over is saved. */
  close() {
    if (this.#id !== null) void this.#api.closeSession(this.#document.id, this.#id).catch(() => undefined);
    [this.#id, this.#sequence] = [null, 0];
  }

  #opened() {
    // Changes are counted from the content that was read or saved last, not from the start of an earlier session.
    this.#loaded = this.#document.sha256;
    this.#opening ??= this.#api.openSession(this.#document.id, this.#loaded).then(
      ({ id }) => {
        [this.#id, this.#sequence] = [id, 0];
        return id;
      },
    ).finally(() => { this.#opening = null; });
    return this.#opening;
  }

  /**
   * @param {Session} session
   * @param {Handing} handing that it answers
   * @returns {SaveOutcome}
   */
  #learn({ state, base, loaded, savingError }, { turn }) {
    if (turn < this.#learned) return "stored";
    this.#learned = turn;
    if (state === "inConflict") return "conflict";
    if (savingError) throw new ApiProblem(503, savingError.code, savingError.detail);
    // The document has another content than the one handed over: it was changed since.
    if (loaded !== this.#loaded) return "behind";
    if (base) this.#document = { ...this.#document, sha256: base.sha256, version: base.version ?? this.#document.version };
    return "stored";
  }
}

/**
 * Whether a text can be sent while the page goes away; some of the bytes are the request's own.
 * @param {string} text
 */
export function fitsLeaving(text) {
  return text.length * 3 < MOST_BYTES_LEAVING || new TextEncoder().encode(text).length < MOST_BYTES_LEAVING;
}

/** @typedef {import("./document-saver.js").DocumentStore} DocumentStore */
