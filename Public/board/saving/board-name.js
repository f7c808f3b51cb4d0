/**
 * A board's name over the board, where it can be given another one.
 *
 *     shown ──press, or made just now──► edited ──Enter, leaving──► shown, taken where it is another
 *       ▲                                  │
 *       └────────────Escape────────────────┘
 *
 * The field stays open when the window loses the focus. The name is taken as far as it is typed, as the window may never be
 * shown again. Escape gives the board its name back.
 */

import { CheckedName } from "../../shell/checked-name.js";
import { element, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";

/**
 * @typedef {object} BoardNameCalls
 * @property {(words: string, from: string) => Promise<boolean>} take told of what was typed, and of the name that it was typed over;
 *   whether the board is called so then
 * @property {(words: string) => string} [problemOf] why words make no name, told while they are typed; "" where they may
 * @property {() => void} done called when the board is to have the focus
 */

export class BoardName {
  /** @type {HTMLElement} */
  element = element("h1", { class: "board-title" });
  #calls;
  #shown = "";
  #button;
  #field = element("input", {
    "class": "field board-name-field", "type": "text", "aria-label": say("Name of the board"), "maxlength": 200,
    "autocomplete": "off", "spellcheck": "false", "enterkeyhint": "done",
  });
  #said = element("p", { class: "name-field-problem", role: "alert" });
  #checked;
  #isEdited = false;
  /** The name that words are typed over. */
  #from = "";
  /**
   * The name that stood in the field first; null where the caller of `edit` gave other words.
   * @type {string | null}
   */
  #untouched = null;
  /**
   * The name that the board had before it took what was typed so far, the one that it has since, and whether it does.
   * @type {{readonly before: string, readonly since: string, readonly isTaken: Promise<boolean>} | null}
   */
  #soFar = null;

  /**
   * @param {BoardNameCalls | null} calls null where it cannot have another name
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#button = element("button", { class: "board-title-button", type: "button" });
    this.#button.addEventListener("click", () => this.edit(), { signal });
    this.#field.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#field.addEventListener("blur", () => this.#left(), { signal });
    const rules = { problemOf: calls?.problemOf ?? (() => "") };
    this.#checked = new CheckedName(this.#field, this.#said, rules, () => {}, signal);
    if (calls) this.element.append(this.#button);
  }

  get isEdited() {
    return this.#isEdited;
  }

  /** @param {string} name what is typed meanwhile stays */
  show(name) {
    this.#shown = name;
    if (this.#calls) this.#button.textContent = name;
    else this.element.textContent = name;
    setAttributes(this.#button, { title: say("Rename {name}", { name }) });
    setAttributes(this.element, { title: name });
  }

  /**
   * Lets the user type another name over this one.
   * @param {string} [words] what stands there first, instead of the name
   */
  edit(words) {
    if (this.#isEdited) return this.focus();
    if (!this.#calls) return undefined;
    this.#isEdited = true;
    this.#from = this.#shown;
    this.#soFar = null;
    this.#untouched = words === undefined ? this.#shown : null;
    this.#field.value = words ?? this.#shown;
    this.#checked.say("");
    this.element.replaceChildren(this.#field, this.#said);
    return this.focus();
  }

  /** Text that is typed already is not selected again: the next key would replace it. */
  focus() {
    if (document.activeElement === this.#field) return;
    this.#field.focus({ preventScroll: true });
    this.#field.select();
  }

  /**
   * Takes the typed words, because the user leaves or goes on with something else. Where none were typed, the board has its
   * name, perhaps another one by now.
   */
  keep() {
    if (!this.#isEdited) return;
    const words = this.#field.value;
    this.#close();
    if (words !== this.#untouched) void this.#calls?.take(words, this.#from);
  }

  /** Takes the words typed so far, and lets the user type on: perhaps the user does not come back to the field. */
  takeSoFar() {
    const words = this.#field.value;
    if (!this.#isEdited || !this.#calls || words === this.#untouched) return;
    const before = this.#soFar?.before ?? this.#shown;
    this.#untouched = words;
    const isTaken = this.#calls.take(words, this.#from);
    this.#from = this.#shown;
    this.#soFar = { before, since: this.#shown, isTaken };
    void isTaken.then((is) => {
      // A name that was refused is asked for again when it is kept.
      if (!is && this.#untouched === words) this.#untouched = null;
    });
  }

  #close() {
    this.#isEdited = false;
    this.element.replaceChildren(this.#button);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    // Enter and Escape of a keyboard that composes letters are its own.
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter" && this.#checked.name && this.#checked.fault) return this.#checked.refuse(this.#checked.fault);
    if (event.key === "Enter") this.keep();
    else this.#drop();
    this.#calls?.done();
  }

  /** Puts back the name from before the edit, unless the board was renamed elsewhere by now. */
  #drop() {
    const soFar = this.#soFar;
    this.#close();
    void soFar?.isTaken.then(() => {
      if (this.#shown === soFar.since && soFar.since !== soFar.before) void this.#calls?.take(soFar.before, this.#shown);
    });
  }

  /** The field stays open while the focus is in another window. */
  #left() {
    if (document.activeElement !== this.#field) this.keep();
  }
}
