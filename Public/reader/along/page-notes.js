/** Notes of the person who shows a document, over the page they lie on. The page itself, and what others see of it, are untouched. */

import { element, setAttributes } from "../../shell/element.js";
import { Timer } from "../../shell/timer.js";
import { TimedNotes } from "./timed-notes.js";

/** @typedef {import("../marks/annotation.js").Annotation} Annotation */
/** @typedef {import("../reader.js").Reader} Reader */

/** Between a note's sign and its words, and between these and the edge, in CSS pixels. */
const GAP = 8;

export class PageNotes {
  /** Stays in the document, so that screen readers are told of what comes into it. */
  #room = element("div", { class: "timed-notes", role: "status" });
  #timed;
  /** @type {Reader | null} */
  #reader = null;
  /** @type {Annotation | null} */
  #shown = null;

  /**
   * @param {() => boolean} isOn
   * @param {(pages: import("../page-layout.js").PageRun) => readonly Annotation[] | null} marksOn some pages; null while they are not known
   * @param {AbortSignal} signal
   */
  constructor(isOn, marksOn, signal) {
    this.#timed = new TimedNotes({
      isOn, notes: () => this.#reader && marksOn(this.#reader.spread), show: (note) => this.#show(note), timer: new Timer(signal),
    });
  }

  /** @param {Reader} reader of other pages of the document */
  follow(reader) {
    this.#reader = reader;
    reader.stage.append(this.#room);
  }

  /** Another page may be shown, or it is drawn elsewhere. */
  moved() {
    if (!this.#reader) return;
    this.#timed.turnedTo(this.#reader.page);
    this.#place();
  }

  /** They are seen from now on, or not any more. */
  chosen() {
    this.#timed.again();
  }

  /** The marks are known now. */
  came() {
    this.#timed.came();
  }

  clear() {
    this.#timed.clear();
    this.#room.remove();
    this.#reader = null;
  }

  /** @param {Annotation | null} note */
  #show(note) {
    this.#shown = note;
    if (!note) return this.#room.replaceChildren();
    const words = element("p", { class: "timed-note", dir: "auto" }, note.note);
    words.style.setProperty("--mark", note.color);
    this.#room.replaceChildren(words);
    this.#place();
  }

  /** Beside its sign, where that is seen; else at the edge next to it. */
  #place() {
    const words = this.#room.firstElementChild;
    if (!this.#shown || !this.#reader || !(words instanceof HTMLElement)) return;
    const stage = this.#reader.stage.getBoundingClientRect();
    const sign = this.#reader.pages.paper.pageElement(this.#shown.page)?.querySelector(`[data-mark="${CSS.escape(this.#shown.id)}"]`)?.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = words;
    const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) => Math.max(GAP, Math.min(at, room - size - GAP));
    const left = sign ? sign.right - stage.left + GAP : (stage.width - width) / 2;
    const top = sign ? sign.top - stage.top : stage.height - height - 3 * GAP;
    const isBeside = left + width + GAP <= stage.width;
    const x = isBeside || !sign ? left : sign.left - stage.left - GAP - width;
    words.style.translate = `${within(x, width, stage.width)}px ${within(top, height, stage.height)}px`;
    setAttributes(words, { "data-beside": sign !== undefined });
  }
}
