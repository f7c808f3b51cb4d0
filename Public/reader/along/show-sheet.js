/** Asks how documents are shown: the pace of slideshows, notes over pages, what lies over the second window. */

import { button, element } from "../../shell/element.js";
import { closeFromBeside, openModal } from "../../shell/modal.js";
import { say, sayCount, text } from "../../shell/texts.js";
import { LONGEST_TEXT, SECONDS } from "./show-choices.js";

/** @typedef {import("./show-choices.js").ShowChoices} ShowChoices */

/**
 * @typedef {object} ShowSheetCalls
 * @property {() => boolean} isConnected whether there is a second window
 * @property {(choices: ShowChoices) => void} chosen called at each choice, which holds at once
 */

/** @type {readonly {value: ShowChoices["notes"], title: string}[]} */
const NOTES = Object.freeze([
  { value: "showing", title: text("During slideshows, and while there is a second window") }, { value: "always", title: text("Always") }, { value: "never", title: text("Never") },
]);

/** @type {readonly {value: ShowChoices["overlay"], title: string}[]} */
const OVERLAYS = Object.freeze([{ value: "nothing", title: text("Nothing") }, { value: "sheaf", title: text("Sheaf’s mark") }, { value: "text", title: text("Words") }]);

export class ShowSheet {
  #choices;
  #calls;
  #listening = new AbortController();
  #sheet = element("dialog", { "class": "sheet settings-sheet show-sheet", "aria-labelledby": "show-title" });
  #text = element("input", { "class": "field", "type": "text", "aria-label": say("Words over the second window"), "maxlength": LONGEST_TEXT, "dir": "auto" });

  /**
   * @param {ShowChoices} choices
   * @param {ShowSheetCalls} calls
   * @param {AbortSignal} life closes it
   */
  constructor(choices, calls, life) {
    this.#choices = choices;
    this.#calls = calls;
    life.addEventListener("abort", () => this.#sheet.close(), { signal: this.#listening.signal });
  }

  /** Opens the sheet; it forgets itself when it closes. */
  open() {
    if (document.querySelector(".show-sheet[open]")) return;
    const { signal } = this.#listening;
    const close = button({ label: say("Close"), icon: "close" }, () => this.#sheet.close(), signal);
    const head = element("div", { class: "sheet-head" }, element("h2", { id: "show-title" }, say("Slideshow and second window")), close);
    const words = this.#calls.isConnected() ? say("Second window: Connected") : say("Second window: Not connected");
    this.#sheet.append(head, element("div", { class: "settings" },
      this.#seconds(signal), this.#group(say("Notes over the page, for you alone"), "notes", NOTES, signal),
      this.#group(say("In the middle of the second window"), "overlay", OVERLAYS, signal), this.#words(signal), element("p", { class: "secondary" }, words)));
    this.#sheet.addEventListener("close", () => {
      this.#listening.abort();
      this.#sheet.remove();
    }, { signal });
    closeFromBeside(this.#sheet, signal);
    document.body.append(this.#sheet);
    openModal(this.#sheet);
  }

  /** @param {AbortSignal} signal */
  #seconds(signal) {
    const list = element("select", { "class": "field setting-list", "id": "show-seconds" }, ...SECONDS.map((one) => element("option", { value: one }, sayCount(one, "{n} seconds", "{n} seconds"))));
    list.value = String(this.#choices.seconds);
    list.addEventListener("change", () => this.#choose({ seconds: Number(list.value) }), { signal });
    const title = element("label", { "class": "setting-title", "for": "show-seconds" }, say("A page of a slideshow is shown for"));
    return element("div", { class: "setting" }, element("div", { class: "setting-line" }, title, list));
  }

  /**
   * @template {"notes" | "overlay"} Name
   * @param {string} title
   * @param {Name} name
   * @param {readonly {value: ShowChoices[Name], title: string}[]} options
   * @param {AbortSignal} signal
   */
  #group(title, name, options, signal) {
    const labels = options.map((option) => {
      const dot = element("input", { type: "radio", name: `show-${name}`, class: "setting-dot", value: option.value });
      dot.checked = option.value === this.#choices[name];
      dot.addEventListener("change", () => this.#choose({ [name]: option.value }), { signal });
      return element("label", { class: "setting-choice" }, dot, element("span", {}, say(option.title)));
    });
    return element("div", { class: "setting" }, element("fieldset", { class: "setting-group" }, element("legend", { class: "setting-title" }, title), ...labels));
  }

  /** @param {AbortSignal} signal */
  #words(signal) {
    this.#text.value = this.#choices.text;
    this.#text.addEventListener("input", () => this.#choose({ text: this.#text.value }), { signal });
    this.#text.hidden = this.#choices.overlay !== "text";
    return this.#text;
  }

  /** @param {Partial<ShowChoices>} change */
  #choose(change) {
    this.#choices = { ...this.#choices, ...change };
    const isText = this.#choices.overlay === "text";
    const wasHidden = this.#text.hidden;
    this.#text.hidden = !isText;
    if (isText && wasHidden) this.#text.focus();
    this.#calls.chosen(this.#choices);
  }
}
