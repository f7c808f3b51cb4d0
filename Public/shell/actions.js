/**
 * Actions as data. Menus, bars and keys are made of one list of them, and each tells how it ended.
 *
 *     declared ──► offered where it can be done to something ──► performed ──► done, cancelled or failed
 */

import { isTyping } from "./keys.js";

/** @typedef {"done" | "cancelled" | "failed"} Outcome */

/**
 * Where an action was asked for.
 * @typedef {object} Origin
 * @property {HTMLElement} anchor the button or the card
 * @property {import("./menu-place.js").Place} [at] the point of the window that was pressed
 */

/**
 * @template Item
 * @typedef {object} Action
 * @property {string} id
 * @property {string | ((items: readonly Item[]) => string)} title
 * @property {string} icon
 * @property {string} [sign] one or two characters in place of the icon
 * @property {string} [keys] as in `aria-keyshortcuts`
 * @property {"open" | "change" | "place" | "send" | "remove"} role actions of one role stand together; what removes is red
 * @property {"one" | "many" | "none"} takes one item alone, any number of them, or no item at all
 * @property {boolean} [online] whether it needs the connection: without one it says so
 * @property {readonly string[]} [types] of the items that it can be done to; all where they are left out
 * @property {(item: Item) => boolean} [fits] whether it can be done to an item of these types; to all where it is left out
 * @property {(items: readonly Item[], from: Origin) => Outcome | null | Promise<Outcome | null>} act null where it tells by itself how it ended
 */

/** Told of in the document when an action has ended. */
const ENDED = "sheaf-action";

/**
 * The action that ended last; `action` is null where a menu was dismissed. `to` names the app that something was sent to, and
 * `count` is that of all so far.
 * @typedef {{readonly action: string | null, readonly outcome: Outcome, readonly to?: string, readonly count: number}} Ended
 */

/** @type {Ended | null} */
let last = null;

export function lastEnded() {
  return last;
}

/**
 * Tells how an action ended.
 * @param {string | null} action null where none was chosen
 * @param {Outcome} outcome
 * @param {string} [to] the app that something was sent to
 */
export function reportEnd(action, outcome, to) {
  last = { action, outcome, ...(to === undefined ? {} : { to }), count: (last?.count ?? 0) + 1 };
  document.dispatchEvent(new CustomEvent(ENDED, { detail: last }));
}

/**
 * The items that an action can be done to.
 * @template Item
 * @param {Action<Item>} action
 * @param {readonly Item[]} items
 * @param {(item: Item, type: string) => boolean} isOf whether an item is of a type
 */
export function fitting({ takes, types, fits }, items, isOf) {
  if (takes === "none" || (takes === "one" && items.length !== 1)) return [];
  return items.filter((item) => (types?.some((type) => isOf(item, type)) ?? true) && (fits?.(item) ?? true));
}

/**
 * The actions that can be done to at least one of the items.
 * @template Item
 * @param {readonly Action<Item>[]} actions
 * @param {readonly Item[]} items
 * @param {(item: Item, type: string) => boolean} isOf
 */
export function usable(actions, items, isOf) {
  return actions.filter((action) => action.takes === "none" || fitting(action, items, isOf).length > 0);
}

/**
 * Does an action, and tells how it ended.
 * @template Item
 * @param {Action<Item>} action
 * @param {readonly Item[]} items those that it can be done to
 * @param {Origin} from
 * @returns {Promise<Outcome | null>}
 */
export async function perform({ id, act }, items, from) {
  /** @type {Outcome | null} */
  let outcome = "failed";
  try {
    outcome = await act(items, from);
  } finally {
    if (outcome !== null) reportEnd(id, outcome);
  }
  return outcome;
}

/**
 * @template Item
 * @param {Action<Item>} action
 * @param {readonly Item[]} items
 */
export function titleFor({ title }, items) {
  return typeof title === "string" ? title : title(items);
}

/**
 * The action that a key stands for.
 * @template Item
 * @param {readonly Action<Item>[]} actions
 * @param {KeyboardEvent} event
 */
export function actionOfKey(actions, event) {
  return isTyping(event.target) ? null : actions.find(({ keys }) => keys?.split(" ").some((one) => isKey(one, event))) ?? null;
}

/**
 * @param {string} keys as in `aria-keyshortcuts`; Control is Command, too
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">} event
 */
export function isKey(keys, { key, ctrlKey, metaKey, altKey, shiftKey }) {
  const parts = keys.split("+");
  const isMeant = [[ctrlKey || metaKey, "Control"], [altKey, "Alt"], [shiftKey, "Shift"]]
    .every(([isHeld, name]) => isHeld === parts.includes(/** @type {string} */ (name)));
  return isMeant && key.toLowerCase() === parts.at(-1)?.toLowerCase();
}

/**
 * The entries of a menu; a line divides roles.
 * @template Item
 * @param {readonly Action<Item>[]} actions that can be done
 * @param {readonly Item[]} items
 * @param {(action: Action<Item>) => void} act
 * @returns {import("./menu.js").MenuItem[]}
 */
export function menuOf(actions, items, act) {
  return actions.map((action, index) => ({
    label: titleFor(action, items), icon: action.icon, act: () => act(action), ...(action.sign ? { sign: action.sign } : {}), ...(action.keys ? { keys: action.keys } : {}),
    ...(action.role === "remove" ? { danger: true } : {}),
    ...(index > 0 && actions[index - 1]?.role !== action.role ? { apart: true } : {}),
  }));
}
