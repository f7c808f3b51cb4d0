/**
 * Notes that lie on a page, shown one after the other for a while when it is turned to.
 *
 *     no note ──page rested on──► first note ──4 s──► next note ──4 s──► no note
 *        ▲                            │                   │
 *        └──── another page, off ─────┴───────────────────┘
 */

/** How long each is shown, in ms. */
export const NOTE_MILLISECONDS = 4_000;

/** How long a page must be rested on before its notes are shown, in ms: those of pages that fly by are not. */
export const REST_MILLISECONDS = 250;

/** @typedef {import("../marks/annotation.js").Annotation} Annotation */

/**
 * @typedef {object} TimedNotePorts
 * @property {() => boolean} isOn
 * @property {() => readonly Annotation[] | null} notes on what is shown, in the order of reading; null while they are not known
 * @property {(note: Annotation | null) => void} show null takes away the one that is shown
 * @property {Pick<import("../../shell/timer.js").Timer, "set" | "clear">} timer
 */

export class TimedNotes {
  #ports;
  /** @type {number | null} */
  #page = null;
  /** @type {readonly Annotation[]} */
  #waiting = [];
  /** Whether the notes of the page are to be shown as soon as they are known. */
  #isDue = false;
  #isShown = false;

  /** @param {TimedNotePorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /** @param {number} page that is shown now */
  turnedTo(page) {
    if (page === this.#page) return;
    this.#page = page;
    this.again();
  }

  /** Shows the notes of the page that is shown, from the first one on; none where that is off. */
  again() {
    this.clear();
    if (this.#ports.isOn()) this.#ports.timer.set(REST_MILLISECONDS, () => this.#begin());
  }

  /** The notes are known now. */
  came() {
    if (this.#isDue) this.#begin();
  }

  /** Takes away what is shown, and what was to come. */
  clear() {
    this.#ports.timer.clear();
    this.#waiting = [];
    this.#isDue = false;
    this.#put(null);
  }

  #begin() {
    const notes = this.#ports.notes();
    this.#isDue = notes === null;
    this.#waiting = (notes ?? []).filter(({ kind, note, isPlaced }) => kind === "note" && isPlaced && note.trim() !== "");
    this.#next();
  }

  #next() {
    const [note = null, ...rest] = this.#ports.isOn() ? this.#waiting : [];
    this.#waiting = rest;
    this.#put(note);
    if (note) this.#ports.timer.set(NOTE_MILLISECONDS, () => this.#next());
  }

  /** @param {Annotation | null} note */
  #put(note) {
    if (!note && !this.#isShown) return;
    this.#isShown = note !== null;
    this.#ports.show(note);
  }
}
