/**
 * Selects documents and folders of the list, as a hand or a key says. The state is a {@link Selection}.
 *
 * | | does |
 * | --- | --- |
 * | click on a card's check, click with Control or Command | the document more, or less |
 * | click with Shift, arrow keys with Shift | from the anchor up to there |
 * | click or tap while something is selected, or in the Select mode | the document more, or less |
 * | Enter | opens, as always |
 * | Control+A | all of the list |
 * | X, Control+Space | the document with the focus more, or less |
 * | click on the name of the only selected one, a while later | its name is edited |
 * | Escape | nothing is selected, and the Select mode is over |
 *
 * Presses, frames and their gestures are in `selecting-gestures.js`, which is fetched later.
 */

import { isPlain, isSelectAllKey, isTyping } from "../../shell/keys.js";
import { placeKey } from "../places.js";
import { allSelected, NOTHING_SELECTED } from "./selection.js";

/**
 * @typedef {object} SelectingPorts
 * @property {() => readonly string[]} order the keys of the folders and documents of the list
 * @property {() => string | null} focused the key of the item with the focus
 * @property {(key: string) => void} rename called for the only selected item, whose name was clicked
 * @property {() => void} changed called when another selection is to be drawn
 * @property {() => void} selectAll called for all of the list, of which a part may not have been fetched
 */

/** A click on a name edits it so long after its item was selected: sooner, it is the second one of a double click. */
const SLOW_MILLISECONDS = 500;

/** A card or row of an item, as opposed to a step of the way up. */
const CARD = "[data-document], .card[data-folder]";

export class ListSelecting {
  #ports;
  #selection = NOTHING_SELECTED;
  #isOpen = false;
  #place = "";
  /** When the selection was changed last. */
  #changedAt = 0;

  /**
   * @param {HTMLElement} list of the cards; a document's card has `data-document`, a folder's `data-folder`
   * @param {SelectingPorts} ports
   * @param {AbortSignal} signal
   */
  constructor(list, ports, signal) {
    this.#ports = ports;
    list.addEventListener("click", (event) => this.clicked(event), { signal, capture: true });
  }

  get selection() {
    return this.#selection;
  }

  /** Whether a click selects. */
  get isOn() {
    return this.#isOpen || this.#selection.size > 0;
  }

  /** Begins the Select mode, in which a tap selects. */
  open() {
    this.#isOpen = true;
    this.#ports.changed();
  }

  /** Selects nothing; false where nothing was. */
  close() {
    const wasOn = this.isOn;
    this.#isOpen = false;
    if (wasOn) this.#take(NOTHING_SELECTED);
    return wasOn;
  }

  /** @param {import("./selection.js").Selection} selection */
  #take(selection) {
    this.#selection = selection;
    this.#changedAt = performance.now();
    this.#ports.changed();
  }

  /** @param {string} id */
  toggle(id) {
    this.#take(this.#selection.toggled(id));
  }

  /**
   * @param {string} from where the range begins unless there is an anchor
   * @param {string} to
   * @param {readonly string[]} [order] in which the range lies
   */
  extend(from, to, order = this.#ports.order()) {
    const begun = this.#selection.anchor === null ? this.#selection.toggled(from) : this.#selection;
    this.#take(begun.extended(to, order));
  }

  /**
   * Selects what was selected before, as far as it is listed.
   * @param {readonly string[]} keys
   */
  restore(keys) {
    const order = new Set(this.#ports.order());
    this.#take(allSelected(keys.filter((key) => order.has(key))));
  }

  /** Selects what is listed now. */
  all() {
    this.#take(allSelected(this.#ports.order()));
  }

  /**
   * A frame begins, is drawn anew, or is let go.
   * @param {readonly string[] | null} ids of what lies in it; null where it begins or is let go
   */
  frame(ids) {
    if (ids === null) this.#selection = this.#selection.settled();
    else this.#take(this.#selection.framed(ids));
  }

  /**
   * Follows the list: what has left it is not selected any more, and nothing is where it is another place. There
   * the Select mode is over, and also where all of the list was selected and has left it.
   * @param {import("../places.js").Query} query
   * @param {readonly string[] | null} keys of what is listed; null while that is asked for
   */
  follow(query, keys) {
    const place = placeKey(query);
    if (place !== this.#place) [this.#selection, this.#isOpen] = [NOTHING_SELECTED, false];
    this.#place = place;
    if (!keys || !this.#selection.size) return;
    // The selected items were all that was there, and have gone: no tap selects anything.
    if (!keys.length) this.#isOpen = false;
    this.#selection = this.#selection.within(new Set(keys));
  }

  /**
   * @param {MouseEvent} event
   * @param {readonly string[]} [order] in which a range lies
   */
  clicked(event, order) {
    const target = /** @type {Element} */ (event.target);
    const key = keyAt(target);
    if (key === null || !this.#isMeant(event, target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#isForName(event, target, key)) this.#ports.rename(key);
    else if (event.shiftKey) this.extend(key, key, order);
    else this.toggle(key);
  }

  /**
   * @param {MouseEvent} event
   * @param {Element} target
   * @param {string} key
   */
  #isForName(event, target, key) {
    const { ctrlKey, metaKey, shiftKey, detail, timeStamp } = event;
    const isMouse = /** @type {PointerEvent} */ (event).pointerType === "mouse";
    const isPlainClick = isMouse && !ctrlKey && !metaKey && !shiftKey && detail === 1;
    const isAlone = this.#selection.size === 1 && this.#selection.has(key);
    return isPlainClick && isAlone && timeStamp - this.#changedAt > SLOW_MILLISECONDS && target.closest(".card-name") !== null;
  }

  /**
   * @param {MouseEvent} event
   * @param {Element} target
   */
  #isMeant({ ctrlKey, metaKey, shiftKey, detail }, target) {
    if (target.closest(".card-check")) return true;
    // A key clicks, too, and has no number of clicks.
    return detail > 0 && target.closest(".card-main, .found-document :is(a, p, .found-picture)") !== null && (this.isOn || ctrlKey || metaKey || shiftKey);
  }

  /**
   * Does what a key stands for; false where it stands for nothing.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (isSelectAllKey(event)) return this.#ports.selectAll(), true;
    const isToggle = event.key === " " ? event.ctrlKey && !event.altKey : event.key === "x" && isPlain(event);
    const focused = isToggle && !isTyping(event.target) ? this.#ports.focused() : null;
    if (focused !== null && !event.repeat) this.toggle(focused);
    return focused !== null;
  }
}

/**
 * The key of the item whose card something is in; null where it is in none.
 * @param {Element | null} target
 */
export function keyAt(target) {
  const card = /** @type {HTMLElement | null | undefined} */ (target?.closest(CARD));
  if (!card) return null;
  const { document, folder } = card.dataset;
  return document ?? (folder === undefined ? null : `folder ${folder}`);
}
