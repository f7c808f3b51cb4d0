/** The actions that a finger finds beside a row of the list, of all that can be done to its item. */

import { perform, usable } from "../../shell/actions.js";
import { say, text } from "../../shell/texts.js";
import { documentsOf } from "../acting/library-item.js";

/** @typedef {import("../acting/library-item.js").LibraryItem} LibraryItem */
/** @typedef {import("../acting/library-actions.js").LibraryAction} LibraryAction */
/** @typedef {import("./row-swipe.js").Side} Side */

/**
 * @typedef {object} SwipeAction
 * @property {string} id
 * @property {string} label
 * @property {string} icon
 * @property {LibraryAction["role"]} role
 * @property {() => void} act
 */

/**
 * Those at each side, the nearest to the edge first: it is done by a long swipe.
 * @type {Readonly<Record<Side, readonly string[]>>}
 */
const AT = Object.freeze({ end: ["trash", "delete", "move"], start: ["favourite", "restore"] });

/**
 * A button of a row has room for one word.
 * @type {Readonly<Record<string, string>>}
 */
const LABELS = Object.freeze({
  trash: text("Trash"), delete: text("Delete"), move: text("Move"), favourite: text("Favourite"), restore: text("Restore"),
});

const NO_FAVOURITE = text("No favourite");

/**
 * @param {readonly LibraryAction[]} actions
 * @param {LibraryItem} item
 * @param {(item: LibraryItem, type: string) => boolean} isOf whether it is of a type
 * @param {() => HTMLElement} anchor the card, when it is needed
 * @returns {Readonly<Record<Side, readonly SwipeAction[]>>}
 */
export function swipeActions(actions, item, isOf, anchor) {
  const offered = usable(actions, [item], isOf);
  const at = (/** @type {Side} */ side) => AT[side].flatMap((id) => offered.find((action) => action.id === id) ?? []).map((action) => ({
    id: action.id, label: labelOf(action.id, item), icon: action.icon, role: action.role,
    act: () => void perform(action, [item], { anchor: anchor() }),
  }));
  return { start: at("start"), end: at("end") };
}

/**
 * @param {string} id
 * @param {LibraryItem} item
 */
function labelOf(id, item) {
  const isFavourite = id === "favourite" && documentsOf([item]).every(({ favourite }) => favourite);
  return say(isFavourite ? NO_FAVOURITE : LABELS[id] ?? id);
}
