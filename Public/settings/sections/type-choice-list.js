/** Kinds of documents that several handlers open, each with the one that does. */

import { button, element } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { line, linesOr, whyNot } from "../setting-groups.js";
import { CHOICES_KEY } from "../type-choices.js";

/** @typedef {import("../type-choices.js").TypeChoice} TypeChoice */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

export class TypeChoiceList {
  /** @type {HTMLElement} */
  element;
  #parts;
  #choices;
  #signal;

  /**
   * @param {SectionParts} parts
   * @param {readonly TypeChoice[]} kinds
   * @param {Readonly<Record<string, unknown>>} choices that are kept
   * @param {AbortSignal} signal
   */
  constructor(parts, kinds, choices, signal) {
    this.#parts = parts;
    this.#choices = { ...choices };
    this.#signal = signal;
    this.element = linesOr(kinds.map((kind) => this.#line(kind)), say("There is one opener for each kind."));
  }

  /** @param {TypeChoice} kind */
  #line({ type, name, handlers, chosen }) {
    const usual = handlers[0];
    const list = element(
      "select", { "class": "field setting-list", "aria-label": say("Opens {kind}", { kind: name }) },
      ...handlers.map(({ identifier, name: title }) => element("option", { value: identifier }, say(title || identifier))),
    );
    list.value = chosen ?? usual?.identifier ?? "";
    const reset = button({ label: say("Put back"), text: true, class: "quiet setting-back" }, () => take(usual?.identifier ?? ""), this.#signal);
    reset.setAttribute("aria-label", `${say("Put back")}: ${name}`);
    reset.hidden = chosen === null;
    let before = list.value;
    const take = async (/** @type {string} */ identifier) => {
      list.value = identifier;
      const isUsual = identifier === usual?.identifier;
      if (await this.#keep(type, isUsual ? null : identifier)) before = identifier;
      else list.value = before;
      if (list.value === usual?.identifier && document.activeElement === reset) list.focus();
      reset.hidden = list.value === usual?.identifier;
    };
    list.addEventListener("change", () => void take(list.value), { signal: this.#signal });
    return line({ title: name, note: element("span", { translate: "no" }, type) }, reset, list);
  }

  /**
   * @param {string} type
   * @param {string | null} handler null for what opens it without a choice
   * @returns {Promise<boolean>} whether it is kept
   */
  async #keep(type, handler) {
    const { choices, notices } = this.#parts;
    const wanted = { ...this.#choices };
    if (handler === null) delete wanted[type];
    else wanted[type] = handler;
    try {
      await choices.choose(CHOICES_KEY, wanted);
      this.#choices = wanted;
      return true;
    } catch (error) {
      notices.failed(error, `${say("The choice could not be kept. It is as it was before.")} ${whyNot(error)}`);
      return false;
    }
  }
}
