/** The tools at the end of the reader's head. Those for which it has no room, as `reader.css` decides, are in a menu. */

import { button, linkButton } from "../shell/element.js";
import { performTool } from "../shell/tool-actions.js";
import { openMenu } from "../shell/menu.js";
import { say } from "../shell/texts.js";

/**
 * @typedef {object} ReaderTool
 * @property {string} id by which it is told how it ended
 * @property {string} label
 * @property {string} icon
 * @property {string} class by which it is hidden
 * @property {string} [keys] as in `aria-keyshortcuts`
 * @property {boolean} [opens] whether it opens a menu
 * @property {import("../shell/tool-actions.js").ToolAct} [act] called with what was pressed
 * @property {string} [sign] one or two characters in place of the icon
 * @property {{url: string, name: string}} [download] instead of `act`
 * @property {boolean} [isRare] whether it is in the menu alone
 * @property {() => string} [labelNow] its name in the menu, where that says a state
 * @property {() => string} [iconNow] its icon then
 * @property {() => boolean} [isOn] whether what it turns on is on, where the menu says that
 * @property {() => string} [noteNow] more words in the menu, under its name
 * @property {() => boolean} [isOffered] whether it is listed now
 * @property {() => string | null} [leadsTo] the name of what it leads to; null while it leads nowhere, and is not listed
 */

export class ReaderTools {
  /** @type {HTMLElement[]} */
  elements;
  #more;
  /**
   * Null for a tool that is in the menu alone.
   * @type {Map<ReaderTool, HTMLElement | null>}
   */
  #buttons = new Map();

  /**
   * @param {() => string} name of the document
   * @param {readonly ReaderTool[]} tools
   * @param {AbortSignal} signal
   */
  constructor(name, tools, signal) {
    for (const tool of tools) this.#buttons.set(tool, tool.isRare ? null : buttonOf(tool, signal));
    const made = [...this.#buttons.values()].flatMap((button) => button ?? []);
    const isAlways = made.length < tools.length;
    this.#more = button(
      { label: say("More"), icon: "more", class: `quiet reader-more${isAlways ? " always" : ""}` }, () => this.#open(name()), signal,
    );
    this.#more.setAttribute("aria-haspopup", "menu");
    // One alone always has room.
    this.elements = [...made, ...(tools.length > 1 ? [this.#more] : [])];
  }

  /**
   * Does what a tool does, from where it is seen; false where there is no such tool.
   * @param {string} label
   */
  act(label) {
    for (const [tool, made] of this.#buttons) {
      if (tool.label === label && tool.act && tool.isOffered?.() !== false) return void performTool(tool, made && isSeen(made) ? made : this.#more), true;
    }
    return false;
  }

  /**
   * Shows whether what a tool turns on is on.
   * @param {string} label
   * @param {boolean} isOn
   */
  press(label, isOn) {
    for (const [tool, made] of this.#buttons) if (tool.label === label) made?.setAttribute("aria-pressed", String(isOn));
  }

  /** @param {string} name */
  #open(name) {
    const hidden = [...this.#buttons].filter(([, made]) => !made || !isSeen(made)).map(([tool]) => tool);
    const listed = hidden.filter(({ leadsTo, isOffered }) => leadsTo?.() !== null && isOffered?.() !== false);
    const items = listed.map((tool) => {
      const { label, labelNow, icon, iconNow, sign, download, leadsTo, noteNow, isOn } = tool;
      const note = leadsTo?.() ?? noteNow?.();
      const state = isOn ? { checked: isOn(), several: true } : {};
      return { label: labelNow?.() ?? label, icon: iconNow?.() ?? icon, ...(sign && { sign }), ...state, ...(note && { note }), ...(download ? { download } : { act: () => void performTool(tool, this.#more) }) };
    });
    if (items.length > 0) openMenu(this.#more, name, items);
  }
}

/**
 * @param {ReaderTool} tool
 * @param {AbortSignal} signal
 */
function buttonOf(tool, signal) {
  const { download, opens } = tool;
  if (download) return linkButton(tool, { href: download.url, download: download.name });
  const made = button(tool, () => void performTool(tool, made), signal);
  if (opens) made.setAttribute("aria-haspopup", "menu");
  return made;
}

/** @param {HTMLElement} made */
function isSeen(made) {
  return made.getClientRects().length > 0;
}
