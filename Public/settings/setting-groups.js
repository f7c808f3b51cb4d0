/** Parts of the sections of the settings: groups with a title, lines in them, and parts that are read first. */

import { button, element } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { ApiProblem } from "../api/api-problem.js";
import { whyRefused } from "../api/refusals.js";

/** Numbers of groups: each has a title of its own to be named by. */
let made = 0;

/**
 * A group of lines with its title.
 * @param {{title: string, note?: string}} head
 * @param {...(Node | string)} children
 */
export function group({ title, note }, ...children) {
  made += 1;
  const id = `settings-group-${made}`;
  return element(
    "section", { "class": "settings-group", "aria-labelledby": id },
    element("h3", { id }, title),
    ...(note ? [element("p", { class: "secondary settings-note" }, note)] : []),
    element("div", { class: "settings-card" }, ...children),
  );
}

/**
 * A line: what it is about, a second line about it, and what can be done.
 * @param {{title: Node | string, note?: Node | string | null, class?: string}} words
 * @param {...Node} actions
 */
export function line({ title, note, class: kind = "" }, ...actions) {
  return element(
    "div", { class: `settings-line ${kind}`.trim() },
    element(
      "div", { class: "settings-words" },
      element("div", { class: "settings-name" }, title),
      ...(note ? [element("div", { class: "secondary settings-about" }, note)] : []),
    ),
    ...(actions.length ? [element("div", { class: "settings-actions" }, ...actions)] : []),
  );
}

/**
 * A list of lines, or what is said where there is none.
 * @param {readonly HTMLElement[]} lines
 * @param {string} none
 */
export function linesOr(lines, none) {
  if (lines.length === 0) return element("p", { class: "secondary settings-none" }, none);
  return element("ul", { class: "settings-lines" }, ...lines.map((one) => element("li", {}, one)));
}

/**
 * Why something was not done, in words for a person.
 * @param {unknown} error
 */
export function whyNot(error) {
  const problem = ApiProblem.from(error);
  const { code, detail, mayBeDone } = problem;
  if (code === "offline") return say("You are offline. Try again when the connection is back.");
  // Of these the server's sentence says less, or to programs.
  if (["sign-in-off", "browser-required", "not-found"].includes(code)) return whyRefused({ code, detail: "" });
  return mayBeDone || !detail ? say("The server did not do it. Try again in a moment.") : whyRefused(problem);
}

/**
 * A part that shows what the server says, and says so where it does not.
 * @template Value
 */
export class ReadPart {
  /** @type {HTMLElement} */
  element = element("div", { class: "settings-part" });
  #read;
  #draw;
  #refused;
  #signal;
  #hasDrawn = false;

  /**
   * @param {(signal: AbortSignal) => Promise<Value>} read
   * @param {(value: Value) => readonly Node[] | null} draw null where what is shown says it already
   * @param {(problem: ApiProblem) => void} refused told of each refusal, which may be for want of a session
   * @param {AbortSignal} signal
   */
  constructor(read, draw, refused, signal) {
    this.#read = read;
    this.#draw = draw;
    this.#refused = refused;
    this.#signal = signal;
    this.element.append(element("p", { class: "secondary settings-none", role: "status" }, say("One moment…")));
  }

  /** Reads it; what is shown already stays where it cannot be read. */
  async load() {
    try {
      const value = await this.#read(this.#signal);
      if (this.#signal.aborted) return;
      this.#hasDrawn = true;
      const drawn = this.#draw(value);
      if (drawn) this.element.replaceChildren(...drawn);
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (this.#signal.aborted || problem.code === "aborted") return;
      this.#refused(problem);
      if (!this.#hasDrawn) this.#fail(problem);
    }
  }

  /** @param {ApiProblem} problem */
  #fail(problem) {
    const again = button(
      { label: say("Try again"), icon: "retry", text: true, class: "outlined" }, () => void this.load(), this.#signal,
    );
    this.element.replaceChildren(element(
      "div", { class: "settings-none", role: "alert" }, element("p", {}, whyNot(problem)), ...(problem.mayPass ? [again] : []),
    ));
  }
}
