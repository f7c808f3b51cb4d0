/** Rules: searches with actions on documents that arrive; their list, and what they did. */

import { askToConfirm } from "../../shell/confirm-sheet.js";
import { button, element } from "../../shell/element.js";
import { say, sayCount } from "../../shell/texts.js";
import { RuleApi } from "../../api/rule-api.js";
import { group, line, linesOr, ReadPart, whyNot } from "../setting-groups.js";
import { RuleForm } from "./rule-form.js";

/** @typedef {import("../../api/rule-api.js").Rule} Rule */
/** @typedef {import("../../api/rule-api.js").RuleBatch} RuleBatch */
/** @typedef {import("../../api/rule-api.js").RuleDraft} RuleDraft */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

/** So many steps of rules are told. */
const TOLD_BATCHES = 10;

/** @type {Readonly<RuleDraft>} */
const EMPTY = Object.freeze({ name: "", query: "", actions: Object.freeze({ tags: Object.freeze([]), folder: null, favourite: false }), on: false });

/** @type {import("../section-list.js").MakeSection} */
export function rulesSection(parts, signal) {
  return new RuleSection(parts, signal).element;
}

class RuleSection {
  /** @type {HTMLElement} */
  element;
  #api;
  #parts;
  #signal;
  #list;
  #done;
  #form = element("div", { class: "rule-editor" });

  /**
   * @param {SectionParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#api = new RuleApi(parts.api);
    this.#parts = parts;
    this.#signal = signal;
    const refused = (/** @type {import("../../api/api-problem.js").ApiProblem} */ problem) => parts.notices.refused(problem);
    this.#list = new ReadPart((reading) => this.#api.rules(reading), ({ rules }) => this.#draw(rules), refused, signal);
    this.#done = new ReadPart((reading) => this.#api.done(reading), (batches) => this.#drawDone(batches), refused, signal);
    const add = button({ label: say("Make a rule"), text: true, class: "outlined" }, () => this.#edit(null), signal);
    const note = say("A rule tags, files or marks documents that its search finds when they arrive. Of two rules that file one document the first does.");
    this.element = element(
      "div", {}, group({ title: say("Rules"), note }, this.#list.element, element("div", { class: "settings-foot" }, add), this.#form),
      group({ title: say("What rules did"), note: say("Each is one step that can be undone.") }, this.#done.element),
    );
    void this.#load();
  }

  async #load() {
    await Promise.all([this.#list.load(), this.#done.load()]);
  }

  // MARK: - The list

  /** @param {readonly Rule[]} rules */
  #draw(rules) {
    const lines = rules.map((rule, place) => this.#line(rule, place, rules.length));
    return [linesOr(lines, say("There is no rule. Make one: choose a search, and what is done with documents that it finds."))];
  }

  /**
   * @param {Rule} rule
   * @param {number} place
   * @param {number} count
   */
  #line(rule, place, count) {
    const isOn = element("input", { type: "checkbox", role: "switch", class: "setting-switch", "aria-label": say("{name} acts on documents that arrive", { name: rule.name }) });
    isOn.checked = rule.on;
    isOn.addEventListener("change", () => void this.#change({ ...rule, on: isOn.checked }), { signal: this.#signal });
    const act = (/** @type {string} */ label, /** @type {() => void} */ does, kind = "quiet") => {
      const made = button({ label, text: true, class: kind }, does, this.#signal);
      made.setAttribute("aria-label", `${label}: ${rule.name}`);
      return made;
    };
    const note = rule.problem ? `${inWords(rule)} · ${say("The folder is not there: documents are not moved.")}` : inWords(rule);
    return line(
      { title: rule.name, note, class: `rule-line ${rule.problem ? "settings-alarm" : ""}` }, isOn,
      act(say("Change"), () => this.#edit(rule)), act(say("Apply to what is there"), () => void this.#apply(rule)),
      ...(place > 0 ? [act(say("Earlier"), () => void this.#change(rule, place - 1))] : []),
      ...(place < count - 1 ? [act(say("Later"), () => void this.#change(rule, place + 1))] : []),
      act(say("Remove"), () => void this.#remove(rule), "quiet danger-text"),
    );
  }

  /**
   * @param {Rule} rule
   * @param {number} [place]
   */
  async #change(rule, place) {
    try {
      await this.#api.change(rule, place);
    } catch (error) {
      this.#parts.notices.failed(error, `${say("The rule is as it was before.")} ${whyNot(error)}`);
    }
    await this.#list.load();
  }

  /** @param {Rule} rule */
  async #remove(rule) {
    const isMeant = await askToConfirm({
      title: say("Remove the rule “{name}”?", { name: rule.name }), action: say("Remove"), text: say("What it did stays done."),
    });
    if (!isMeant) return;
    try {
      await this.#api.remove(rule.id);
    } catch (error) {
      this.#parts.notices.failed(error, `${say("The rule is as it was before.")} ${whyNot(error)}`);
    }
    await this.#list.load();
  }

  // MARK: - Editing

  /** @param {Rule | null} rule null for a new one */
  #edit(rule) {
    const close = () => this.#form.replaceChildren();
    const form = new RuleForm(this.#api, this.#parts.notices, rule ?? EMPTY, async (draft) => {
      if (rule) await this.#api.change({ ...draft, id: rule.id, on: rule.on });
      else await this.#api.add(draft);
      close();
      await this.#list.load();
    }, close, this.#signal);
    this.#form.replaceChildren(form.element);
    form.focus();
  }

  // MARK: - What they do

  /** @param {Rule} rule */
  async #apply(rule) {
    const isMeant = await askToConfirm({
      title: say("Apply “{name}” to what is there?", { name: rule.name }), action: say("Apply"),
      text: say("All documents that it finds are changed. That is one step, which can be undone."),
    });
    if (!isMeant) return;
    const { notices } = this.#parts;
    try {
      const { state, detail, batch } = await this.#api.apply(rule.id);
      if (state !== "finished") notices.problem(detail ?? say("The rule was not applied."));
      else if (batch) notices.show({ text: say("“{name}” was applied", { name: rule.name }), action: { label: say("Undo"), act: () => void this.#undo(batch) } });
      else notices.show({ text: say("They are as the rule makes them.") });
      this.#parts.documentsChanged();
    } catch (error) {
      notices.failed(error, `${say("The rule was not applied.")} ${whyNot(error)}`);
    }
    await this.#load();
  }

  /** @param {readonly RuleBatch[]} batches */
  #drawDone(batches) {
    return [linesOr(batches.slice(0, TOLD_BATCHES).map((batch) => this.#batchLine(batch)), say("Nothing yet."))];
  }

  /** @param {RuleBatch} batch */
  #batchLine({ id, author = "", operations }) {
    const undo = button({ label: say("Undo"), text: true, class: "outlined" }, () => void this.#undo(id), this.#signal);
    undo.setAttribute("aria-label", `${say("Undo")}: ${author}`);
    return line({ title: author, note: sayCount(operations, "{n} change", "{n} changes") }, undo);
  }

  /** @param {string} batch */
  async #undo(batch) {
    const { notices } = this.#parts;
    try {
      await this.#api.undo(batch);
      notices.show({ text: say("Undone") });
      this.#parts.documentsChanged();
    } catch (error) {
      notices.failed(error, `${say("It was not undone.")} ${whyNot(error)}`);
    }
    await this.#load();
  }
}

/**
 * The search and the actions of a rule, in words.
 * @param {Rule} rule
 */
function inWords({ query, actions: { tags, folder, favourite } }) {
  return [
    query, ...(tags.length ? [say("Tags: {tags}", { tags: tags.join(", ") })] : []),
    ...(folder === null ? [] : [say("To {folder}", { folder: folder || say("Library") })]), ...(favourite ? [say("Favourite")] : []),
  ].join(" · ");
}
