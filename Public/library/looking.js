/** Quick looks at documents of the library's list: which of them, and how they and the list follow one another. */

import { isControl, isPlain, isTyping } from "../shell/keys.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * The documents that a quick look goes through, and the list behind it.
 * @typedef {object} LookRequest
 * @property {{readonly documents: readonly Document[], readonly isFresh: boolean, readonly isWhole: boolean, more: () => void}} list
 * @property {ReadonlySet<string> | null} chosen those that are gone through; null for all of the list
 * @property {string | null} id the one that is shown first; null for the first one
 * @property {(id: string) => HTMLImageElement | null} pictureOf the picture of its card, where there is one
 * @property {(id: string) => void} reveal scrolls the list to it
 * @property {(id: string) => void} focus
 * @property {HTMLElement} home of the messages
 */

/**
 * Opens quick looks; the part of the app that they are is fetched later.
 * @typedef {object} Looks
 * @property {(request: Omit<LookRequest, "home">) => unknown} open
 * @property {(folder: import("../api/folder-api.js").Folder, cards: LookedCards) => unknown} openFolder
 */

/** @typedef {Pick<LookRequest, "pictureOf" | "reveal" | "focus">} LookedCards the cards of the list behind it */

/**
 * @typedef {object} LookedFrom
 * @property {Pick<import("./library.js").Library, "state" | "more">} library
 * @property {Pick<import("./list-view.js").ListView, "element" | "focus" | "focused">} list
 * @property {ReadonlySet<string>} selected
 * @property {string | null} id the one that was asked for; null for that with the focus, or a selected one
 */

/** Links that leave Space to the list: its cards, and the places beside it, of which one was just gone to. */
const WITHOUT_SPACE = ".card-main, :not(.drawer-open) > .sidebar a";

/**
 * Whether a key asks for a quick look: Space, which no control takes for itself.
 * @param {KeyboardEvent} event
 */
export function isLookKey(event) {
  const { key, target, shiftKey, repeat } = event;
  if (key !== " " || shiftKey || repeat || !isPlain(event) || isTyping(target)) return false;
  return !isControl(target) || (target instanceof Element && target.closest(WITHOUT_SPACE) !== null);
}

/**
 * A quick look at the selected documents, where there are several, or else at all of the list.
 * @param {LookedFrom} from
 * @returns {Omit<LookRequest, "home">}
 */
export function lookRequest({ library, list, selected, id }) {
  const first = library.state.documents.find((document) => selected.has(document.id))?.id ?? null;
  const { focused } = list;
  const isFocusMeant = focused !== null && (first === null || selected.has(focused));
  const begin = id ?? (isFocusMeant ? focused : first);
  return {
    list: {
      get documents() { return library.state.documents; },
      get isFresh() { return library.state.fresh; },
      get isWhole() { return library.state.next === null; },
      more: () => library.more(),
    },
    chosen: selected.size > 1 && (id === null || selected.has(id)) ? new Set(selected) : null, id: begin,
    ...cardsOf(list),
  };
}

/** @param {Pick<import("./list-view.js").ListView, "element" | "focus">} list */
export function cardsOf(list) {
  const focus = (/** @type {string} */ id) => void list.focus(id);
  return {
    pictureOf: (/** @type {string} */ id) => /** @type {HTMLImageElement | null} */ (
      list.element.querySelector(`[data-document="${CSS.escape(id)}"] .card-picture img`)
    ),
    // While a dialog is open nothing behind it takes the focus: the list only scrolls.
    reveal: focus, focus,
  };
}
