/** Rules: searches with actions on documents that arrive; their list, and what they did. */

import { askToConfirm } from "../../shell/confirm-sheet.js";
import { button, element } from "../../shell/element.js";
import { say, sayCount } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { RuleApi } from "../../api/rule-api.js";
import { followRules } from "../../api/rule-notices.js";
import { isSame } from "../settings.js";
import { group, line, linesOr, ReadPart, whyNot } from "../setting-groups.js";
import { RuleConflict, sendAgainst } from "./rule-changes.js";
import { RuleEditing } from "./rule-editing.js";
import { ruleLine } from "./rule-line.js";

/** @typedef {import("../../api/rule-api.js").Rule} Rule */
/** @typedef {import("../../api/rule-api.js").RuleBatch} RuleBatch */
/** @typedef {import("../../api/rule-api.js").RuleDraft} RuleDraft */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

/** So many steps of rules are told. */
const TOLD_BATCHES = 10;

/** News come in a row: the rules are read after this much quiet. */
const REST_MILLISECONDS = 150;

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
  #resting;
  /**
   * In the order of the lines, which is the server's once all moves are answered.
   * @type {readonly Rule[]}
   */
  #rules = [];
  /**
   * The rules as their lines show them; empty where lines may show something else.
   * @type {readonly Rule[]}
   */
  #drawn = [];
  #movesUnderWay = 0;
  /** @type {Promise<unknown>} */
  #lastMove = Promise.resolve();
  #form = element("div", { class: "rule-editor" });
  /** @type {RuleEditing | null} */
  #editing = null;

  /**
   * @param {SectionParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#api = new RuleApi(parts.api);
    this.#parts = parts;
    this.#signal = signal;
    this.#resting = new Timer(signal);
    const refused = (/** @type {import("../../api/api-problem.js").ApiProblem} */ problem) => parts.notices.refused(problem);
    this.#list = new ReadPart((reading) => this.#api.rules(reading), ({ rules }) => this.#draw(rules), refused, signal);
    this.#done = new ReadPart((reading) => this.#api.done(reading), (batches) => this.#drawDone(batches), refused, signal);
    const add = button({ label: say("Make a rule"), text: true, class: "outlined" }, () => this.#edit(null, EMPTY), signal);
    const note = say("A rule tags, files or marks documents that its search finds when they arrive. Of two rules that file one document the first does.");
    this.element = element(
      "div", {}, group({ title: say("What is done with documents that arrive"), note }, this.#list.element, element("div", { class: "settings-foot" }, add), this.#form),
      group({ title: say("What rules did"), note: say("Each is one step that can be undone.") }, this.#done.element),
    );
    followRules(() => this.#heard(), signal);
    void this.#begin();
  }

  async #begin() {
    await this.#load();
    const draft = draftIn(location.search);
    if (!draft || this.#signal.aborted) return;
    // It is taken once: the next visit of the same step shows the rules.
    history.replaceState(history.state, "", location.pathname);
    this.#edit(null, draft);
  }

  async #load() {
    await Promise.all([this.#list.load(), this.#done.load()]);
  }

  /** Rules are others, or acted. A line under a hand stays there. */
  #heard() {
    this.#resting.set(REST_MILLISECONDS, () => (this.element.querySelector(".held") ? this.#heard() : void this.#load()));
  }

  // MARK: - The list

  /** @param {readonly Rule[]} rules */
  #draw(rules) {
    this.#rules = this.#movesUnderWay > 0 ? inOrderOf(this.#rules, rules) : rules;
    this.#editing?.follow(rules);
    // A line that is drawn anew loses the click under way.
    if (rules.length > 0 && isSame(this.#rules.map(untagged), this.#drawn.map(untagged))) return null;
    this.#drawn = this.#rules;
    const calls = {
      change: (/** @type {Rule} */ rule) => void this.#change(rule), edit: (/** @type {Rule} */ rule) => this.#edit(rule, rule),
      apply: (/** @type {Rule} */ rule) => void this.#apply(rule), remove: (/** @type {Rule} */ rule) => void this.#remove(rule),
      move: (/** @type {Rule} */ rule, /** @type {number} */ place) => void this.#move(rule, place), lines: () => this.#lines,
      placeOf: (/** @type {Rule} */ rule) => this.#placeOf(rule),
    };
    const focused = focusedIn(this.#list.element);
    if (focused) queueMicrotask(() => this.#focus(focused));
    const lines = this.#rules.map((rule) => ruleLine(rule, rules.length, calls, this.#signal));
    return [linesOr(lines, say("There is no rule. Make one: choose a search, and what is done with documents that it finds."))];
  }

  /** @param {string} selector of what had the focus in the list */
  #focus(selector) {
    const found = this.#list.element.querySelector(selector);
    if (found instanceof HTMLElement) found.focus({ preventScroll: true });
  }

  /** @returns {readonly HTMLElement[]} */
  get #lines() {
    return [...this.#list.element.querySelectorAll("li")];
  }

  /** @param {Rule} rule */
  #placeOf(rule) {
    return this.#rules.findIndex(({ id }) => id === rule.id);
  }

  /** The rules as they are now, which are shown at once. */
  async #read() {
    await this.#list.load();
    return this.#rules;
  }

  /**
   * Sends a change of a rule as it was read, and shows the rules as they are then.
   * @param {Rule} rule
   * @param {(etag: {etag?: string}) => Promise<unknown>} send
   * @param {string} [failed]
   */
  async #send(rule, send, failed) {
    const isSent = await this.#isTaken(rule, send, failed);
    await this.#list.load();
    return isSent;
  }

  /**
   * Whether the server takes a change of a rule as it was read; a refusal is told.
   * @param {Rule} rule
   * @param {(etag: {etag?: string}) => Promise<unknown>} send
   * @param {string} [failed]
   */
  async #isTaken(rule, send, failed = say("The rule is as it was before.")) {
    const known = this.#rules[this.#placeOf(rule)] ?? rule;
    try {
      await sendAgainst(known, (etag) => send(etag === undefined ? {} : { etag }), () => this.#read());
      return true;
    } catch (error) {
      if (error instanceof RuleConflict) this.#parts.notices.problem(say("The rules were changed elsewhere meanwhile. They are shown as they are now, and nothing else was changed."));
      else this.#parts.notices.failed(error, `${failed} ${whyNot(error)}`);
      return false;
    }
  }

  /** @param {Rule} rule */
  async #change(rule) {
    this.#drawn = [];
    await this.#send(rule, (etag) => this.#api.change({ ...rule, ...etag }));
  }

  /**
   * Puts a rule at another place. It lies there at once; moves are sent one after the other, since each counts from the one before.
   * @param {Rule} rule
   * @param {number} to a place outside the list moves nothing
   * @param {boolean} [isUndo]
   */
  async #move(rule, to, isUndo = false) {
    const from = this.#placeOf(rule);
    if (from < 0 || !this.#rules[to]) return;
    this.#lay(from, to);
    this.#movesUnderWay += 1;
    const moving = this.#lastMove.then(() => this.#isTaken(rule, (etag) => this.#api.change({ ...(this.#rules[this.#placeOf(rule)] ?? rule), ...etag }, to)));
    this.#lastMove = moving;
    const isMoved = await moving;
    this.#movesUnderWay -= 1;
    if (this.#movesUnderWay === 0) await this.#list.load();
    if (!isMoved) return;
    const { notices } = this.#parts;
    if (isUndo) return notices.show({ text: say("Undone") });
    notices.show({
      text: say("“{name}” is rule {number} of {count} now", { name: rule.name, number: String(to + 1), count: String(this.#rules.length) }),
      action: { label: say("Undo"), act: () => void this.#move(rule, from, true) },
    });
  }

  /**
   * Lays a line at another place, with the focus that it has.
   * @param {number} from
   * @param {number} to
   */
  #lay(from, to) {
    const focused = focusedIn(this.#list.element);
    const [held, target] = [this.#lines[from], this.#lines[to]];
    if (held && to > from) target?.after(held);
    else if (held) target?.before(held);
    const order = [...this.#rules];
    order.splice(to, 0, ...order.splice(from, 1));
    this.#rules = order;
    this.#drawn = order;
    if (focused) this.#focus(focused);
  }

  /** @param {Rule} rule */
  async #remove(rule) {
    const isMeant = await askToConfirm({
      title: say("Remove the rule “{name}”?", { name: rule.name }), action: say("Remove"), text: say("What it did stays done."),
    });
    const isRemoved = isMeant && await this.#send(rule, (etag) => this.#api.remove({ id: rule.id, ...etag }));
    if (isRemoved && this.#editing?.id === rule.id) this.#close();
  }

  // MARK: - Editing

  /**
   * @param {Rule | null} rule null for a new one
   * @param {RuleDraft} draft
   */
  #edit(rule, draft) {
    this.#editing = new RuleEditing({ api: this.#api, notices: this.#parts.notices, read: () => this.#read(), close: () => this.#close() }, rule, draft, this.#signal);
    this.#form.replaceChildren(this.#editing.element);
    this.#editing.focus();
  }

  #close() {
    this.#editing = null;
    this.#form.replaceChildren();
    void this.#list.load();
  }

  // MARK: - What they do

  /** @param {Rule} rule */
  async #apply(rule) {
    const isMeant = await askToConfirm({
      title: say("Apply “{name}” to what is there?", { name: rule.name }), action: say("Apply"),
      text: say("All documents that it finds are changed. That is one step, which can be undone."),
    });
    if (!isMeant) return;
    /** @type {import("../../api/job-api.js").Job & {batch?: string} | null} */
    let job = null;
    const isSent = await this.#send(rule, async (etag) => (job = await this.#api.apply({ id: rule.id, ...etag })), say("The rule was not applied."));
    if (isSent && job) this.#tellApplied(rule, job);
    await this.#load();
  }

  /**
   * @param {Rule} rule
   * @param {import("../../api/job-api.js").Job & {batch?: string}} job
   */
  #tellApplied(rule, { state, detail, batch }) {
    const { notices } = this.#parts;
    if (state !== "finished") notices.problem(detail ?? say("The rule was not applied."));
    else if (batch) notices.show({ text: say("“{name}” was applied", { name: rule.name }), action: { label: say("Undo"), act: () => void this.#undo(batch) } });
    else notices.show({ text: say("They are as the rule makes them.") });
    this.#parts.documentsChanged();
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
 * The rule that an address of the section asks to be made; null for none.
 * @param {string} search as in `?search=…&name=…`
 * @returns {RuleDraft | null}
 */
function draftIn(search) {
  const wanted = new URLSearchParams(search);
  const query = wanted.get("search")?.trim();
  return query ? { ...EMPTY, query, name: wanted.get("name")?.trim() ?? "" } : null;
}

/**
 * A rule without the tag of its state, which changes with folders and with other rules.
 * @param {Rule} rule
 */
function untagged({ etag: _, ...rule }) {
  return rule;
}

/**
 * Rules as the server has them, in the order of those that are shown; new ones come last.
 * @param {readonly Rule[]} shown
 * @param {readonly Rule[]} rules
 */
function inOrderOf(shown, rules) {
  const places = new Map(shown.map(({ id }, place) => [id, place]));
  return [...rules].sort((one, other) => (places.get(one.id) ?? places.size) - (places.get(other.id) ?? places.size));
}

/**
 * A selector of what has the focus in the list, which is drawn anew.
 * @param {HTMLElement} list
 */
function focusedIn(list) {
  const focused = document.activeElement;
  const [rule, does] = focused instanceof HTMLElement && list.contains(focused) ? [focused.closest("[data-rule]")?.getAttribute("data-rule"), focused.dataset["does"]] : [];
  return rule && does ? `[data-rule="${rule}"] [data-does="${does}"]` : null;
}
