/**
 * A rule that is being typed. Where it is changed elsewhere meanwhile, all that was typed stays, to be kept over that or dropped.
 *
 *     editing ──keep──► kept
 *        │ changed elsewhere, or refused for that
 *        ▼
 *     told, with the rule as it is now ──over it──► kept      ──drop──► closed
 */

import { button, element } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { RuleConflict, saysTheSame, sendAgainst } from "./rule-changes.js";
import { RuleForm } from "./rule-form.js";
import { inWords } from "./rule-line.js";

/** @typedef {import("../../api/rule-api.js").RuleApi} RuleApi */
/** @typedef {import("../../api/rule-api.js").Rule} Rule */
/** @typedef {import("../../api/rule-api.js").RuleDraft} RuleDraft */

/**
 * @typedef {object} RuleEditingParts
 * @property {RuleApi} api
 * @property {import("../section-list.js").SectionParts["notices"]} notices
 * @property {() => Promise<readonly Rule[]>} read the rules as they are now
 * @property {() => void} close called when it is over
 */

export class RuleEditing {
  /** @type {HTMLElement} */
  element;
  #parts;
  #signal;
  /**
   * The rule as it was read; null for a new one.
   * @type {Rule | null}
   */
  #rule;
  #form;
  #isKeeping = false;
  #conflict = element("div", { class: "rule-conflict", role: "alert" });

  /**
   * @param {RuleEditingParts} parts
   * @param {Rule | null} rule null for a new one
   * @param {RuleDraft} draft as it is shown first
   * @param {AbortSignal} signal
   */
  constructor(parts, rule, draft, signal) {
    this.#parts = parts;
    this.#rule = rule;
    this.#signal = signal;
    this.#form = new RuleForm(parts.api, parts.notices, draft, (typed) => this.#keep(typed), parts.close, signal);
    this.#form.element.prepend(this.#conflict);
    this.element = this.#form.element;
  }

  /** The rule that is changed; null for a new one. */
  get id() {
    return this.#rule?.id ?? null;
  }

  focus() {
    this.#form.focus();
  }

  /** @param {readonly Rule[]} rules as they are now */
  follow(rules) {
    // The news may be of what is kept here.
    if (!this.#rule || this.#isKeeping) return;
    const current = rules.find(({ id }) => id === this.#rule?.id) ?? null;
    if (current && this.#isSame(current)) this.#rule = current;
    else this.#tell(current);
  }

  /**
   * Whether another state differs in nothing that is typed here: whether it is on is chosen in the list.
   * @param {Rule} current
   */
  #isSame(current) {
    return this.#rule !== null && saysTheSame({ ...current, on: false }, { ...this.#rule, on: false });
  }

  /**
   * @param {RuleDraft} draft
   * @returns {Promise<void>}
   */
  async #keep(draft) {
    const { api, read, close } = this.#parts;
    const rule = this.#rule;
    this.#isKeeping = true;
    try {
      if (!rule) await api.add(draft);
      else await sendAgainst(rule, (etag) => api.change({ ...draft, id: rule.id, on: rule.on, ...(etag === undefined ? {} : { etag }) }), read);
    } catch (error) {
      if (!(error instanceof RuleConflict)) throw error;
      if (!error.current || !this.#isSame(error.current)) return this.#tell(error.current).focus();
      this.#rule = error.current;
      return this.#keep(draft);
    } finally {
      this.#isKeeping = false;
    }
    return close();
  }

  /**
   * Says that the rule is another now; what was typed stays.
   * @param {Rule | null} current null where it was removed
   * @returns {HTMLElement} the way to keep what was typed
   */
  #tell(current) {
    const over = button({ label: current ? say("Save mine over it") : say("Keep mine as a new rule"), text: true, class: "outlined" }, () => {
      this.#rule = current;
      this.#conflict.replaceChildren();
      this.#form.element.requestSubmit();
    }, this.#signal);
    const drop = button({ label: say("Drop mine"), text: true, class: "quiet" }, this.#parts.close, this.#signal);
    const told = current ? say("This rule was changed elsewhere meanwhile. It is now:") : say("This rule was removed elsewhere meanwhile.");
    this.#conflict.replaceChildren(
      element("p", { class: "rule-conflict-head" }, told),
      ...(current ? [element("p", {}, element("strong", {}, current.name), ` · ${inWords(current)}`)] : []),
      element("p", { class: "secondary" }, say("All that you typed is still here.")),
      element("div", { class: "settings-actions" }, over, drop),
    );
    return over;
  }
}
