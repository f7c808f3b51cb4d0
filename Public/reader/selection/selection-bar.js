/** The bar beside selected words, with what can be done with them. */

import { button, element } from "../../shell/element.js";
import { say } from "../../shell/texts.js";

/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */

/** @typedef {{label: string, icon: string, keys?: string, act: () => void}} SelectionAction */

/** Up to so far from the lower edge, in CSS pixels, messages lie above it. */
const FOOT = 120;

/** Space between the words, or the handles below them, and the bar, in CSS pixels. */
const ABOVE = 10;
const BELOW = 34;

export class SelectionBar {
  element = element("div", { "class": "selection-bar", "role": "toolbar", "aria-label": say("Selected words"), "hidden": true });

  /**
   * @param {readonly SelectionAction[]} actions
   * @param {AbortSignal} signal
   */
  constructor(actions, signal) {
    this.element.append(...actions.map(({ act, ...words }) => wordButton(words, act, signal)));
  }

  hide() {
    this.element.hidden = true;
  }

  /**
   * Shows it above the words, or below them where there is no room.
   * @param {Rect} words in CSS pixels of the pages
   * @param {import("../viewport.js").Bars} bars over the pages, between which it lies
   */
  show(words, bars) {
    this.element.hidden = false;
    const room = this.element.offsetParent;
    if (!room) return;
    this.#keepOneRow();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const over = words.y - bars.top - height - ABOVE;
    const under = Math.min(words.y - bars.top + words.height + BELOW, room.clientHeight - height - ABOVE);
    const left = words.x + (words.width - width) / 2;
    this.element.style.left = `${Math.max(ABOVE, Math.min(left, room.clientWidth - width - ABOVE))}px`;
    const top = over >= ABOVE ? over : under;
    this.element.style.top = `${top}px`;
    this.element.toggleAttribute("data-foot", top + height > room.clientHeight - FOOT);
  }

  /** Words of some languages have no room in one row: their icons say the same. */
  #keepOneRow() {
    this.element.removeAttribute("data-icons");
    const tops = Array.from(this.element.children, (child) => /** @type {HTMLElement} */ (child).offsetTop);
    this.element.toggleAttribute("data-icons", Math.max(...tops) > Math.min(...tops));
  }
}

/**
 * Has its icon and its word, of which a narrow window shows one.
 * @param {Omit<SelectionAction, "act">} words
 * @param {() => void} act
 * @param {AbortSignal} signal
 */
function wordButton(words, act, signal) {
  const made = button(words, act, signal);
  made.append(element("span", { "class": "selection-word", "aria-hidden": "true" }, words.label));
  return made;
}
