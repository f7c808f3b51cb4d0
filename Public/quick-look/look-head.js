/** The bars of a quick look: its way out, the name and the place of the document, and the actions on it. */

import { numberInWords } from "../api/words.js";
import { button, element, linkButton, setAttributes } from "../shell/element.js";
import { performTool } from "../shell/tool-actions.js";
import { openMenu } from "../shell/menu.js";
import { say } from "../shell/texts.js";

/**
 * An action on the shown document, as data: buttons and the menu of a narrow window are made of it.
 * @typedef {object} LookAction
 * @property {string} id by which it is told how it ended
 * @property {string} label
 * @property {string} icon
 * @property {string} [keys]
 * @property {boolean} [isOn] whether it is pressed; left out where it is no switch
 * @property {{url: string, name: string}} [download] instead of `act`
 * @property {string} [sign] one or two characters in place of the icon
 * @property {boolean} [isRare] whether it is in the menu alone
 * @property {import("../shell/tool-actions.js").ToolAct} [act]
 */

/**
 * @typedef {object} LookHeadCalls
 * @property {() => void} done
 * @property {() => void} open
 * @property {() => void} index
 * @property {(step: 1 | -1) => void} step
 * @property {(step: 1 | -1) => void} turn
 */

export class LookHead {
  #name = element("h2", { class: "look-name", id: "look-name", dir: "auto" });
  #place = element("span", { class: "look-place" });
  #page = element("span", { class: "look-page" });
  #tools = element("div", { class: "look-tools" });
  #pager;
  #walker;
  #index;
  #open;
  #signal;
  /** @type {readonly LookAction[]} */
  #actions = [];
  /** @type {HTMLElement} */
  element;
  /** @type {HTMLElement} */
  foot;

  /**
   * @param {LookHeadCalls} calls
   * @param {AbortSignal} signal
   */
  constructor({ done, open, index, step, turn }, signal) {
    this.#signal = signal;
    const close = button({ label: say("Done"), text: true, class: "quiet look-done", keys: "Escape" }, done, signal);
    this.#open = button({ label: say("Open"), text: true, class: "primary look-open", keys: "Enter" }, open, signal);
    const said = element("div", { "class": "look-title", "aria-live": "polite", "aria-atomic": "true" }, this.#name);
    this.element = element("header", { class: "look-head" }, close, said, element("div", { class: "look-actions" }, this.#tools, this.#open));
    this.#index = button({ label: say("All documents"), icon: "all", keys: "I" }, index, signal);
    this.#walker = pair(
      { label: say("Previous document"), icon: "previous", keys: "ArrowLeft" }, { label: say("Next document"), icon: "next", keys: "ArrowRight" },
      this.#place, step, signal,
    );
    this.#pager = pair(
      { label: say("Previous page"), icon: "down", class: "quiet look-up", keys: "ArrowUp" }, { label: say("Next page"), icon: "down", keys: "ArrowDown" },
      this.#page, turn, signal,
    );
    this.foot = element("footer", { class: "look-foot" }, this.#walker, this.#pager, this.#index);
    // The place is told after the name.
    said.append(element("span", { class: "visually-hidden look-said" }));
  }

  /**
   * @param {{name: string, position: string, isAlone: boolean, pages: {page: number, count: number} | null}} facts
   */
  show({ name, position, isAlone, pages }) {
    const page = pages ? say("Page {page} of {count}", { page: numberInWords(pages.page), count: numberInWords(pages.count) }) : "";
    write(this.#name, name);
    write(this.#place, position);
    write(this.#page, page);
    write(/** @type {HTMLElement} */ (this.element.querySelector(".look-said")), isAlone ? "" : position);
    [this.#walker.hidden, this.#pager.hidden, this.#index.hidden] = [isAlone, pages === null, isAlone];
    this.foot.hidden = isAlone && pages === null;
  }

  /** @param {boolean} isShown whether all of the set is shown */
  showIndex(isShown) {
    setAttributes(this.#index, { "aria-pressed": String(isShown) });
    for (const part of [this.#open, this.#tools, this.#pager]) part.classList.toggle("look-away", isShown);
  }

  /** @param {readonly LookAction[]} actions */
  fill(actions) {
    this.#actions = actions;
    const focused = this.#tools.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    const hasRare = actions.some(({ isRare }) => isRare);
    const more = button({ label: say("More"), icon: "more", class: `quiet look-more${hasRare ? " always" : ""}` }, () => this.#openMore(more), this.#signal);
    setAttributes(more, { "aria-haspopup": "menu" });
    this.#tools.replaceChildren(...actions.filter(({ isRare }) => !isRare).map((action) => this.#tool(action)), more);
    const again = focused === null ? null : [...this.#tools.children].find((tool) => tool.getAttribute("aria-label") === focused);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {LookAction} action */
  #tool(action) {
    const { label, icon, keys, isOn, download } = action;
    if (download) return this.#link({ label, icon }, download);
    /** @type {HTMLButtonElement} */
    const tool = button({ label, icon, class: "quiet look-tool", ...(keys && { keys }) }, () => void performTool(action, tool), this.#signal);
    if (isOn !== undefined) setAttributes(tool, { "aria-pressed": String(isOn) });
    return tool;
  }

  /**
   * @param {{label: string, icon: string}} words
   * @param {{url: string, name: string}} download
   */
  #link({ label, icon }, { url, name }) {
    return linkButton({ label, icon, class: "quiet look-tool" }, { href: url, download: name });
  }

  /** @param {HTMLElement} anchor */
  #openMore(anchor) {
    const hidden = this.#actions.filter(({ isRare }) => isRare || this.#isFolded);
    openMenu(anchor, say("More"), hidden.map((action) => {
      const { label, icon, sign, download } = action;
      return { label, icon, ...(sign && { sign }), ...(download ? { download } : { act: () => void performTool(action, anchor) }) };
    }));
  }

  /** Whether the menu has all tools, as where there is little room. */
  get #isFolded() {
    return this.#tools.querySelector(".look-tool")?.getClientRects().length === 0;
  }
}

/**
 * Two buttons around words.
 * @param {import("../shell/element.js").ButtonOptions} back
 * @param {import("../shell/element.js").ButtonOptions} on
 * @param {HTMLElement} words
 * @param {(step: 1 | -1) => void} go
 * @param {AbortSignal} signal
 */
function pair(back, on, words, go, signal) {
  return element("div", { class: "look-pair" }, button(back, () => go(-1), signal), words, button(on, () => go(1), signal));
}

/**
 * @param {HTMLElement} target
 * @param {string} words
 */
function write(target, words) {
  if (target.textContent !== words) target.textContent = words;
}
