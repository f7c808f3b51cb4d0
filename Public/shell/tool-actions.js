/** Actions of the tools of an open document, told of as all actions are; and those that the user does not want. */

import { perform, reportEnd } from "./actions.js";
import { openMenu } from "./menu.js";

/** @typedef {import("./actions.js").Outcome} Outcome */

/** The preference that names actions which are not wanted anywhere, by their ids. */
const WITHOUT = "actions.without";

/**
 * The ids of actions that the user does not want.
 * @param {{get: (key: string) => string | null}} choices
 */
export function unwantedActions(choices) {
  return (choices.get(WITHOUT) ?? "").split(/[\s,]+/u);
}

/**
 * An action of a tool. It returns how it ended, or null where that is told elsewhere; with any other value it is done.
 * @typedef {(anchor: HTMLElement) => unknown} ToolAct
 */

/** @typedef {Omit<import("./menu.js").MenuItem, "act"> & {id: string, act?: ToolAct}} ActionItem */

/**
 * Does what a tool of an open document is there for, and tells how it ended.
 * @param {{readonly id: string, readonly act?: ToolAct | undefined}} tool
 * @param {HTMLElement} anchor the button that was pressed
 */
export function performTool({ id, act }, anchor) {
  /** @returns {Promise<Outcome | null>} */
  const acted = async () => {
    const outcome = await act?.(anchor);
    if (outcome === "cancelled" || outcome === "failed") return outcome;
    return outcome === null ? null : "done";
  };
  return perform({ id, title: "", icon: "", role: "open", takes: "none", act: acted }, [], { anchor });
}

/**
 * Opens a menu of actions, each of which tells how it ended, as a menu that a person closes does.
 * @param {HTMLElement} anchor
 * @param {string} name what the menu is about
 * @param {readonly ActionItem[]} items
 * @param {import("./menu-place.js").Place} [place]
 */
export function openActionMenu(anchor, name, items, place) {
  const told = items.map(({ id, act, ...item }) => ({ ...item, act: () => void performTool({ id, act }, anchor) }));
  openMenu(anchor, name, told, place, (byCode) => {
    if (!byCode) reportEnd(null, "cancelled");
  });
}
