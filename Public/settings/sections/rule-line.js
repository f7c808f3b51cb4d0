/** The line of a rule in the list: its handle, its words, its switch and what can be done with it. */

import { button, element, setAttributes } from "../../shell/element.js";
import { openMenu } from "../../shell/menu.js";
import { say } from "../../shell/texts.js";
import { line } from "../setting-groups.js";
import { RuleDragging } from "./rule-dragging.js";

/** @typedef {import("../../api/rule-api.js").Rule} Rule */

/** Places that a line goes by each key, with Alt. */
const WAYS = new Map([["ArrowUp", -1], ["ArrowDown", 1]]);

/**
 * @typedef {object} RuleLineCalls
 * @property {(rule: Rule) => void} change keeps it as it is given
 * @property {(rule: Rule) => void} edit
 * @property {(rule: Rule) => void} apply
 * @property {(rule: Rule) => void} remove
 * @property {(rule: Rule, place: number) => void} move
 * @property {(rule: Rule) => number} placeOf its place as it is now, from 0
 * @property {() => readonly HTMLElement[]} lines all of them, in their order
 */

/**
 * @param {Rule} rule
 * @param {number} count of all rules
 * @param {RuleLineCalls} calls
 * @param {AbortSignal} signal
 */
export function ruleLine(rule, count, calls, signal) {
  const act = (/** @type {string} */ does, /** @type {string} */ label, /** @type {() => void} */ action, kind = "quiet") => {
    const made = button({ label, text: true, class: kind }, action, signal);
    setAttributes(made, { "aria-label": `${label}: ${rule.name}`, "data-does": does });
    return made;
  };
  const note = rule.problem ? `${inWords(rule)} · ${say("The folder is not there: documents are not moved.")}` : inWords(rule);
  const made = line(
    { title: rule.name, note, class: `rule-line ${rule.problem ? "settings-alarm" : ""}` }, switchOf(rule, calls, signal),
    act("edit", say("Change"), () => calls.edit(rule)), act("apply", say("Apply to what is there"), () => calls.apply(rule)),
    act("remove", say("Remove"), () => calls.remove(rule), "quiet danger-text"),
  );
  made.dataset["rule"] = rule.id;
  if (count > 1) made.prepend(handleOf(rule, count, calls, signal));
  made.addEventListener("keydown", (event) => {
    const way = event.altKey ? WAYS.get(event.key) : undefined;
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    calls.move(rule, calls.placeOf(rule) + way);
  }, { signal });
  return made;
}

/**
 * @param {Rule} rule
 * @param {RuleLineCalls} calls
 * @param {AbortSignal} signal
 */
function switchOf(rule, calls, signal) {
  const made = element("input", {
    "type": "checkbox", "role": "switch", "class": "setting-switch", "aria-label": say("{name} acts on documents that arrive", { name: rule.name }), "data-does": "switch",
  });
  made.checked = rule.on;
  made.addEventListener("change", () => calls.change({ ...rule, on: made.checked }), { signal });
  return made;
}

/**
 * A hand drags it; pressed, it offers the same in words.
 * @param {Rule} rule
 * @param {number} count
 * @param {RuleLineCalls} calls
 * @param {AbortSignal} signal
 */
function handleOf(rule, count, calls, signal) {
  const name = say("Move the rule “{name}”", { name: rule.name });
  const made = button({ label: name, icon: "menu", class: "quiet rule-handle" }, () => openMenu(made, name, moves(rule, count, calls)), signal);
  setAttributes(made, { "aria-haspopup": "menu", "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown", "data-does": "move" });
  new RuleDragging(made, { lines: calls.lines, moved: (to) => calls.move(rule, to) }, signal);
  return made;
}

/**
 * The ways that a rule can go from its place.
 * @param {Rule} rule
 * @param {number} count
 * @param {RuleLineCalls} calls
 */
function moves(rule, count, calls) {
  const place = calls.placeOf(rule);
  return [
    ...(place > 0 ? [{ label: say("Move up"), icon: "", sign: "↑", keys: "Alt+ArrowUp", act: () => calls.move(rule, place - 1) }] : []),
    ...(place < count - 1 ? [{ label: say("Move down"), icon: "", sign: "↓", keys: "Alt+ArrowDown", act: () => calls.move(rule, place + 1) }] : []),
    ...(place > 1 ? [{ label: say("Move to the top"), icon: "", sign: "↑↑", act: () => calls.move(rule, 0) }] : []),
    ...(place < count - 2 ? [{ label: say("Move to the end"), icon: "", sign: "↓↓", act: () => calls.move(rule, count - 1) }] : []),
  ];
}

/**
 * The search and the actions of a rule, in words.
 * @param {Pick<Rule, "query" | "actions">} rule
 */
export function inWords({ query, actions: { tags, folder, favourite } }) {
  return [
    query, ...(tags.length ? [say("Tags: {tags}", { tags: tags.join(", ") })] : []),
    ...(folder === null ? [] : [say("To {folder}", { folder: folder || say("Library") })]), ...(favourite ? [say("Favourite")] : []),
  ].join(" · ");
}
