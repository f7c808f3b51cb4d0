/** The part of the activity's panel about changes: those that wait for the connection, and those that could not be made. */

import { button, element, replaceChildrenInPlace } from "../../shell/element.js";
import { copyText } from "../../shell/sharing.js";
import { say, sayCount } from "../../shell/texts.js";
import { changeInWords, refusalInWords, waitingInWords } from "./change-words.js";

/** @typedef {import("../../api/waiting/change-sender.js").Refusal} Refusal */
/** @typedef {Pick<import("../../api/waiting/changes-opening.js").ChangesOpening, "changes" | "refusals" | "dismiss" | "again">} Changes */

/** So many of those that wait are listed. */
const MOST_LISTED = 50;

export class WaitingSection {
  #changes;
  #signal;
  #count = element("h3");
  #waiting = element("ul", { "class": "activity-jobs", "aria-label": say("Changes that wait") });
  #more = element("p", { class: "activity-about activity-nothing" });
  #refused = element("ul", { "class": "activity-jobs", "aria-label": say("Not made") });
  #drawn = "";
  /** @type {readonly HTMLElement[]} */
  elements;

  /**
   * @param {Changes} changes
   * @param {AbortSignal} signal
   */
  constructor(changes, signal) {
    this.#changes = changes;
    this.#signal = signal;
    this.elements = [
      element("section", { hidden: true }, element("h3", {}, say("Not made")), this.#refused),
      element("section", { hidden: true }, this.#count, this.#waiting, this.#more),
    ];
  }

  get isEmpty() {
    return this.#changes.changes.length + this.#changes.refusals.length === 0;
  }

  /** Brings it up to date. */
  draw() {
    const { changes, refusals } = this.#changes;
    const drawn = JSON.stringify([changes.map(({ entries, id, field, after }) => [entries.length, id, field, after]), refusals.map(({ id }) => id)]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const [refused, waiting] = /** @type {[HTMLElement, HTMLElement]} */ (this.elements);
    [refused.hidden, waiting.hidden] = [refusals.length === 0, changes.length === 0];
    this.#count.textContent = waitingInWords(changes.length);
    const listed = changes.slice(0, MOST_LISTED);
    this.#waiting.replaceChildren(...listed.map((change) => row(change.document.name, changeInWords(change))));
    const rest = changes.length - listed.length;
    this.#more.hidden = rest === 0;
    this.#more.textContent = rest > 0 ? sayCount(rest, "And {n} more", "And {n} more") : "";
    replaceChildrenInPlace(this.#refused, refusals.map((refusal) => this.#refusal(refusal)));
  }

  /** @param {Refusal} refusal */
  #refusal(refusal) {
    const { text, kept, again } = refusalInWords(refusal);
    const made = row("", text);
    made.dataset["status"] = "refused";
    if (kept) made.querySelector(".activity-words")?.append(element("q", { class: "activity-kept" }, kept));
    const { name } = refusal.document;
    const dismiss = button({ label: say("Dismiss what is said of {name}", { name }), icon: "close" }, () => this.#changes.dismiss(refusal.id), this.#signal);
    const acts = element("span", { class: "activity-acts" });
    if (again) acts.append(button({ label: again.label, text: true, class: "outlined small" }, () => this.#changes.again(refusal, again.how), this.#signal));
    if (kept) acts.append(button({ label: say("Copy my note"), text: true, class: "outlined small" }, () => void copyText(kept), this.#signal));
    if (acts.childElementCount) made.querySelector(".activity-words")?.append(acts);
    made.append(dismiss);
    return made;
  }
}

/**
 * @param {string} name
 * @param {string} about
 */
function row(name, about) {
  const words = element("span", { class: "activity-words" }, ...(name ? [element("bdi", { class: "activity-name", title: name }, name)] : []), element("span", { class: "activity-about" }, about));
  return element("li", { class: "activity-row" }, words);
}
