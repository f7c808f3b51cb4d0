/** Short messages at the foot of the window. Above them stand long works; a message has at most one thing to undo and one to go on with. */

import { say } from "./texts.js";
import { alertUser, announce } from "./announcer.js";
import { button, element, icon } from "./element.js";
import { Timer } from "./timer.js";
import { LatestSignal } from "./latest-signal.js";

/** Long enough to read and to reach; it stays while pointed at or focused. */
const SHOWN_MILLISECONDS = 10_000;

/**
 * @typedef {object} Toast
 * @property {string} text
 * @property {boolean} [problem] whether something went wrong
 * @property {{label: string, act: () => void}} [action] also by the key of undo
 * @property {{label: string, act: () => void}} [also] a second thing to do, beside the first
 */

/**
 * Tells how far a work is, from 0 to 1, and takes away what is shown of it.
 * @typedef {{report: (text: string, fraction: number) => void, end: () => void}} Progress
 */

export class Toasts {
  #message = element("div", { class: "toast-message" });
  /** @type {HTMLElement} */
  element = element("div", { class: "toasts" }, this.#message);
  #signal;
  #timer;
  /** @type {Toast | null} */
  #shown = null;
  #listening = new LatestSignal();

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.#signal = signal;
    this.#timer = new Timer(signal);
    window.addEventListener("resize", () => this.#keepClear(), { signal });
    this.element.addEventListener("mouseenter", () => this.#timer.clear(), { signal });
    this.element.addEventListener("mouseleave", () => this.#wait(), { signal });
    this.element.addEventListener("focusin", () => this.#timer.clear(), { signal });
    this.element.addEventListener("focusout", () => this.#wait(), { signal });
  }

  /** @param {Toast} toast */
  show(toast) {
    if (this.#signal.aborted) return;
    this.#listening.next();
    this.#shown = toast;
    this.#message.replaceChildren(this.#draw(toast));
    this.#keepClear();
    if (toast.problem) alertUser(toast.text);
    else announce(toast.text);
    this.#wait();
  }

  /**
   * Shows a work that takes a while, until it ends; messages lie below it meanwhile.
   * @param {string} text
   * @param {() => void} stop
   * @returns {Progress}
   */
  working(text, stop) {
    const listening = new AbortController();
    const said = element("span", { class: "toast-text toast-progress" }, text);
    const bar = element("progress", { "class": "toast-bar", "aria-label": text, "max": 1, "value": 0 });
    const ending = button({ label: say("Stop"), text: true, class: "toast-action", keys: "Escape" }, stop, listening.signal);
    const drawn = element("div", { "class": "toast", "role": "group", "aria-label": say("Progress") }, said, bar, ending);
    this.#message.before(drawn);
    this.#keepClear();
    announce(say("{text} Escape stops it.", { text }));
    return {
      report: (now, fraction) => {
        said.textContent = now;
        bar.value = fraction;
      },
      end: () => {
        listening.abort();
        drawn.remove();
      },
    };
  }

  /** Does what the toast offers; false where none does. */
  act() {
    const action = this.#shown?.action;
    this.hide();
    action?.act();
    return action !== undefined;
  }

  hide() {
    this.#listening.abort();
    this.#timer.clear();
    this.#shown = null;
    this.#message.replaceChildren();
  }

  /** Over what is marked as a toolbar at the foot of the window, so that none is covered. */
  #keepClear() {
    const bars = [...document.querySelectorAll("[data-foot]")].map((bar) => bar.getBoundingClientRect());
    const tops = bars.filter(({ height, bottom }) => height > 0 && bottom > innerHeight / 2).map(({ top }) => top);
    this.element.style.setProperty("--foot", `${Math.max(0, innerHeight - Math.min(innerHeight, ...tops))}px`);
  }

  #wait() {
    if (this.#shown) this.#timer.set(SHOWN_MILLISECONDS, () => this.hide());
  }

  /** @param {Toast} toast */
  #draw(toast) {
    const signal = this.#listening.current;
    const drawn = element("div", { "class": "toast", "role": "group", "aria-label": say("Message") });
    if (toast.problem) drawn.append(icon("warning"));
    drawn.append(element("span", { class: "toast-text" }, toast.text));
    if (toast.action) drawn.append(
      button(
        { label: toast.action.label, text: true, class: "toast-action", keys: "Control+Z" },
        () => this.act(),
        signal,
      ),
    );
    const { also } = toast;
    if (also) drawn.append(button({ label: also.label, text: true, class: "toast-action" }, () => {
      this.hide();
      also.act();
    }, signal));
    drawn.append(
      button({ label: say("Dismiss"), icon: "close", class: "toast-close" }, () => this.hide(), signal),
    );
    return drawn;
  }
}
