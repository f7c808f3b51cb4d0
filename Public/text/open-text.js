/** A text that has been read: the field in which it is edited, and what saves it. */

import { DocumentSaver } from "../saving/document-saver.js";
import { browserClock } from "../shell/browser.js";
import { element } from "../shell/element.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../saving/document-session.js").DocumentSession} DocumentSession */
/** @typedef {import("./text-file.js").TextFile} TextFile */

export class OpenText {
  /** @type {HTMLElement} */
  element;
  #file;
  #field;
  /** The same text for paper, on which a field shows no more than its window does. */
  #printed = element("pre", { class: "text-printed", dir: "auto" });
  /** @type {DocumentSaver<string>} */
  #saver;
  #isComposing = false;

  /**
   * @param {TextFile} file
   * @param {DocumentSession} session
   * @param {import("../saving/editing.js").OpenCalls & {isProse: boolean, moved: () => void}} calls whether it is words, which may be spelt
   *   wrong; `moved` is called when it is scrolled
   * @param {AbortSignal} signal
   */
  constructor(file, session, { isProse, moved, saving, behind }, signal) {
    this.#file = file;
    this.#field = element("textarea", {
      "class": "text-sheet text-field", "aria-label": say("Text"), "dir": "auto", "autocomplete": "off", "spellcheck": String(isProse),
      "autocapitalize": isProse ? "sentences" : "off", "placeholder": say("Write something"),
    });
    this.#field.value = file.text;
    this.element = element("div", { class: "text-view text-editor", tabindex: -1 }, this.#field, this.#printed);
    // The saver outlives the screen: it still tries again to save what the user left unsaved.
    const { signal: saved } = new AbortController();
    this.#saver = new DocumentSaver(this.#draft, session, browserClock(), { changed: () => saving(this.#saver.state), behind }, saved);
    session.follow(signal);
    this.#listen(moved, signal);
  }

  /**
   * @param {() => void} moved
   * @param {AbortSignal} signal
   */
  #listen(moved, signal) {
    this.#field.addEventListener("scroll", moved, { signal, passive: true });
    // The end of typing needs no pause before it is saved.
    this.#field.addEventListener("blur", () => this.handOver(), { signal });
    window.addEventListener("online", () => this.#saver.online(), { signal });
    window.addEventListener("beforeprint", () => void (this.#printed.textContent = this.#field.value), { signal });
    window.addEventListener("afterprint", () => this.#printed.replaceChildren(), { signal });
  }

  /** @returns {import("../saving/document-saver.js").Draft<string>} */
  get #draft() {
    const [text, field] = [this, this.#field];
    return {
      get content() { return field.value; },
      readOnly: false,
      get changing() { return text.#isComposing; },
      follow: (changed) => {
        field.addEventListener("compositionstart", () => void (this.#isComposing = true));
        field.addEventListener("compositionend", () => {
          this.#isComposing = false;
          changed();
        });
        field.addEventListener("input", changed);
      },
      fileOf: (content) => this.#file.fileOf(content),
    };
  }

  get saver() {
    return this.#saver;
  }

  get losing() {
    return this.#saver.losing;
  }

  /** Whether letters are being composed. */
  get isHeld() {
    return this.#isComposing;
  }

  get text() {
    return this.#field.value;
  }

  /** How far down it is scrolled, between 0 and 1. */
  get top() {
    return this.#field.scrollTop / Math.max(1, this.#field.scrollHeight);
  }

  /** Whether keys are typed into it. */
  get hasFocus() {
    return document.activeElement === this.#field;
  }

  /** @param {number} top how far down it begins, between 0 and 1 */
  scrollTo(top) {
    this.#field.scrollTop = top * this.#field.scrollHeight;
  }

  /** Where fingers work it, a text is read first: a keyboard would cover half of it. It comes when the text is tapped. */
  focus() {
    if (this.text !== "" && matchMedia("(pointer: coarse)").matches) this.element.focus({ preventScroll: true, focusVisible: false });
    else this.#field.focus({ preventScroll: true });
  }

  /** Where the user is in it: the selection, the lines in sight, and whether keys are typed into it. */
  get place() {
    const { value: text, selectionStart: start, selectionEnd: end, scrollTop: top } = this.#field;
    return { text, start, end, top, hasFocus: this.hasFocus };
  }

  /**
   * Goes on from a place in the text as it was before a change elsewhere. Selected words that are there still are selected.
   * @param {OpenText["place"]} place
   */
  goOn({ text: before, start, end, top, hasFocus }) {
    const after = this.#field.value;
    const most = Math.min(before.length, after.length);
    let same = 0;
    while (same < most && before.charCodeAt(same) === after.charCodeAt(same)) same += 1;
    // A place before the first change stays; one behind it keeps its distance from the end.
    const placeOf = (/** @type {number} */ place) => (place <= same ? place : Math.max(same, after.length - (before.length - place)));
    this.#field.setSelectionRange(placeOf(start), placeOf(end));
    if (hasFocus) this.#field.focus({ preventScroll: true });
    this.#field.scrollTop = top;
  }

  /** Hands over what is not, as far as no letters are being composed. */
  handOver() {
    if (!this.#isComposing) this.#saver.flush();
  }

  /** @param {import("../api/session-api.js").Decision} keep */
  decide(keep) {
    return this.#saver.decide(keep);
  }

  /** Saves what is not saved, in a way that outlives the page. */
  leave() {
    this.#saver.flush(true);
  }
}
