/** A text of a document that is edited where it stands: saved when it is left, and after a pause. */

import { button, element, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { isUnsaved, mayBeSent, reduceField, unedited } from "./field-edit.js";

/** @typedef {import("./field-edit.js").FieldEdit} FieldEdit */
/** @typedef {import("./field-edit.js").FieldAction} FieldAction */

/** The longest piece of a value that is told in a conflict, in characters. */
const LONGEST_TOLD = 200;

/**
 * @typedef {object} FieldQuestion
 * @property {string} label
 * @property {string} name of the field among others, for ids
 * @property {boolean} lines whether it has several; else Enter saves it
 * @property {string} [placeholder]
 * @property {number} most characters
 * @property {number | null} pause after so many milliseconds without a key it is saved; null where only leaving it saves it
 * @property {(text: string) => string} problemOf why a text will never do; "" where it may
 * @property {(edit: {base: string, value: string}) => Promise<FieldAction>} save answers `saved`, `differs` or `refused`
 * @property {() => void} [left] called when Enter or Escape ends the edit
 */

export class FieldEditor {
  /** @type {HTMLElement} */
  element;
  #question;
  #field;
  #notice = element("div", { class: "field-notice", role: "alert" });
  #pausing;
  #signal;
  #edit;

  /**
   * @param {FieldQuestion} question
   * @param {FieldEdit} edit what it begins with
   * @param {AbortSignal} signal
   */
  constructor(question, edit, signal) {
    const { label, name, lines, most, placeholder } = this.#question = question;
    this.#edit = edit;
    this.#signal = signal;
    this.#pausing = new Timer(signal);
    this.#notice.id = `details-${name}-notice`;
    this.#field = element("textarea", {
      "class": `details-field details-${name}`, "dir": "auto", "aria-label": label, "rows": 1, "maxlength": most, "placeholder": placeholder,
      "autocomplete": "off", "spellcheck": String(lines), "aria-describedby": this.#notice.id,
      "enterkeyhint": lines ? null : "done",
    });
    this.element = element("div", { class: "details-edit" }, this.#field, this.#notice);
    this.#field.addEventListener("input", () => this.#typed(), { signal });
    this.#field.addEventListener("blur", () => void this.send(), { signal });
    this.#field.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#draw();
  }

  /** The typed text, with all that is known of it. */
  get edit() {
    return this.#edit;
  }

  get isUnsaved() {
    return isUnsaved(this.#edit);
  }

  focus() {
    this.#field.focus();
  }

  /** @param {string} value as the document has it now */
  show(value) {
    this.#step({ type: "heard", value });
  }

  /** @param {boolean} isFixed whether it cannot be edited */
  fix(isFixed) {
    this.#field.readOnly = isFixed;
  }

  /** Makes the field as high as its text; only one that is seen has a height. */
  fit() {
    const { style } = this.#field;
    style.height = "auto";
    style.height = `${this.#field.scrollHeight}px`;
  }

  /** Saves what is typed, if it is anything else. */
  async send() {
    this.#pausing.clear();
    const typed = this.#edit.typed.trim();
    if (!mayBeSent(this.#edit)) return;
    const problem = this.#question.problemOf(typed);
    if (problem) return this.#step({ type: "refused", reason: problem });
    this.#step({ type: "send" });
    const answer = await this.#question.save({ base: this.#edit.base, value: typed });
    this.#step(answer);
    // More was typed meanwhile.
    if (answer.type === "saved" && document.activeElement !== this.#field) void this.send();
  }

  #typed() {
    const { pause, problemOf } = this.#question;
    // A name has one line, however it comes.
    if (!this.#question.lines) this.#field.value = this.#field.value.replace(/[\r\n]+/gu, " ");
    this.#step({ type: "typed", text: this.#field.value });
    const problem = problemOf(this.#edit.typed.trim());
    if (problem && this.#edit.status === "edited") this.#step({ type: "refused", reason: problem });
    else if (pause !== null) this.#pausing.set(pause, () => void this.send());
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.isComposing) return;
    const ends = event.key === "Enter" && (!this.#question.lines || event.ctrlKey || event.metaKey) && !event.altKey;
    if (event.key === "Escape" && this.#edit.status !== "same") {
      event.stopPropagation();
      this.#step({ type: "drop" });
      return;
    }
    if (!ends) return;
    event.preventDefault();
    event.stopPropagation();
    void this.send();
    this.#question.left?.();
  }

  /** @param {FieldAction} action */
  #step(action) {
    this.#edit = reduceField(this.#edit, action);
    this.#draw();
  }

  #draw() {
    const { status, typed, reason, theirs } = this.#edit;
    if (this.#field.value !== typed) this.#field.value = typed;
    setAttributes(this.#field, { "aria-invalid": status === "refused" && "true" });
    this.fit();
    const key = `${status} ${reason} ${theirs}`;
    if (this.#notice.dataset["key"] === key) return;
    this.#notice.dataset["key"] = key;
    this.#notice.classList.toggle("problem", status === "refused");
    if (status === "conflict") this.#notice.replaceChildren(...this.#conflict(theirs));
    else this.#notice.replaceChildren(status === "refused" ? reason : "");
  }

  /** @param {string} theirs */
  #conflict(theirs) {
    const told = theirs.length > LONGEST_TOLD ? `${theirs.slice(0, LONGEST_TOLD)}…` : theirs;
    const says = theirs === "" ? say("It was cleared elsewhere meanwhile.") : say("It was changed elsewhere meanwhile:");
    const choose = (/** @type {string} */ label, /** @type {"keep" | "take"} */ type) => button(
      { label, text: true, class: "outlined small" }, () => this.#settle(type), this.#signal,
    );
    return [
      element("p", {}, says), ...(theirs === "" ? [] : [element("blockquote", {}, told)]),
      element("div", { class: "field-choices" }, choose(say("Keep mine"), "keep"), choose(say("Take theirs"), "take")),
    ];
  }

  /** @param {"keep" | "take"} type */
  #settle(type) {
    this.#step({ type });
    this.#field.focus();
    void this.send();
  }
}

/**
 * Where an edit of a field begins: what was left unsaved of it, or its value.
 * @param {FieldEdit | undefined} draft
 * @param {string} value as the document has it now
 */
export function editFrom(draft, value) {
  return draft ? reduceField(draft, { type: "heard", value }) : unedited(value);
}
