/** The card of a mark, beside it: its note, its colour, and what is done with it. */

import { button, element, replaceChildrenInPlace } from "../../shell/element.js";
import { say, spokenLanguage } from "../../shell/texts.js";
import { KIND_NAMES, REMOVALS } from "./annotation.js";
import { colorsOf } from "./mark-tool.js";
import { choice, swatch } from "./mark-toolbar.js";

/** @typedef {import("./annotation.js").Annotation} Annotation */

/** Between the mark and its card, and the card and the edge of the stage, in CSS pixels. */
const GAP = 10;

/**
 * @typedef {object} CardCalls
 * @property {() => DOMRect | null} place where the mark is seen; null for nowhere
 * @property {(color: string) => void} color
 * @property {(note: string) => void} note called with the note when it is written
 * @property {() => void} remove
 * @property {() => void} close
 * @property {() => Annotation} current the mark as it is now
 */

export class MarkCard {
  /** @type {HTMLElement} */
  element;
  id;
  #calls;
  #note;
  #colors = element("div", { "class": "mark-choices", "role": "group", "aria-label": say("Colour") });
  #signal;
  /** The note as it was shown or kept last: another one was written by hand. */
  #kept;

  /**
   * @param {Annotation} mark
   * @param {CardCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(mark, calls, signal) {
    this.id = mark.id;
    this.#calls = calls;
    this.#signal = signal;
    this.#note = element("textarea", { "class": "mark-note", "rows": 2, "maxlength": 20_000, "placeholder": say("Write a note"), "aria-label": say("Note") });
    this.#kept = this.#note.value = mark.note;
    this.#note.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#showColors(mark);
    const remove = button({ label: say(REMOVALS[mark.kind]), icon: "trash" }, calls.remove, signal);
    const close = button({ label: say("Done"), icon: "close" }, calls.close, signal);
    const by = element("p", { class: "mark-by" }, byline(mark));
    this.element = element(
      "div", { "class": "mark-card", "role": "dialog", "aria-label": say(KIND_NAMES[mark.kind]) },
      element("div", { class: "mark-card-head" }, this.#colors, remove, close), this.#note, by,
    );
  }

  /** @param {boolean} isWriting whether the note is to be written at once */
  focus(isWriting) {
    if (isWriting) this.#note.focus();
    else this.element.querySelector("button")?.focus({ preventScroll: true, focusVisible: false });
  }

  /**
   * The mark was changed: what is written just now stays.
   * @param {Annotation} mark
   */
  show(mark) {
    this.#showColors(mark);
    if (this.#note.value === this.#kept) this.#kept = this.#note.value = mark.note;
  }

  /** Its mark is removed by the one who writes here, with the note. */
  forget() {
    this.#kept = this.#note.value;
  }

  /** Keeps a note that was written here; one that only stood here may have been changed elsewhere. */
  finish() {
    if (this.#note.value === this.#kept) return;
    this.#kept = this.#note.value;
    this.#calls.note(this.#kept.trim());
  }

  /** Lies below the mark, or above it where there is no room. */
  place() {
    const at = this.#calls.place();
    const room = this.element.offsetParent?.getBoundingClientRect();
    if (!at || !room) return;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const below = at.bottom - room.top + GAP;
    const above = at.top - room.top - height - GAP;
    const top = below + height <= room.height - GAP || above < GAP ? below : above;
    const left = at.left - room.left + at.width / 2 - width / 2;
    this.element.style.left = `${Math.max(GAP, Math.min(left, room.width - width - GAP))}px`;
    this.element.style.top = `${Math.max(GAP, Math.min(top, room.height - height - GAP))}px`;
  }

  /** @param {Annotation} mark */
  #showColors(mark) {
    replaceChildrenInPlace(this.#colors, colorsOf(mark.kind).map(({ name, color }) => {
      const act = () => {
        this.#calls.color(color);
        this.#showColors({ ...this.#calls.current(), color });
      };
      return choice(say(name), swatch(color), color === mark.color, act, this.#signal);
    }));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const isDone = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
    if (isDone) this.#calls.close();
    if (isDone || event.key === "Delete" || event.key === "Backspace") event.stopPropagation();
    if (isDone) event.preventDefault();
  }
}

/**
 * The maker of a mark, and the time.
 * @param {Pick<Annotation, "creator" | "created">} mark
 */
export function byline({ creator, created }) {
  const time = new Date(created);
  const words = Number.isNaN(time.getTime()) ? "" : time.toLocaleString(spokenLanguage() === "en" ? undefined : spokenLanguage(), { dateStyle: "medium", timeStyle: "short" });
  return [creator, words].filter(Boolean).join(" · ");
}
