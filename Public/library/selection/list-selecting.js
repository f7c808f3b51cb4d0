/**
 * Selects documents of the list, as a hand or a key says. The state is a {@link Selection}.
 *
 * | | does |
 * | --- | --- |
 * | click on a card's check, click with Control or Command | the document more, or less |
 * | click with Shift, arrow keys with Shift | from the anchor up to there |
 * | click or tap while something is selected, or in the Select mode | the document more, or less |
 * | Enter | opens, as always |
 * | Control+A | all of the list |
 * | X, Control+Space | the document with the focus more, or less |
 * | Escape | nothing is selected, and the Select mode is over |
 *
 * Presses, frames and their gestures are in `selecting-gestures.js`, which is fetched later.
 */

import { isPlain, isSelectAllKey, isTyping } from "../../shell/keys.js";
import { allSelected, NOTHING_SELECTED } from "./selection.js";

/**
 * @typedef {object} SelectingPorts
 * @property {() => readonly string[]} order the documents of the list
 * @property {() => string | null} focused the document with the focus
 * @property {() => void} changed called when another selection is to be drawn
 * @property {() => void} selectAll called for all of the list, of which a part may not have been fetched
 */

export class ListSelecting {
  #ports;
  #selection = NOTHING_SELECTED;
  #isOpen = false;
  #place = "";

  /**
   * @param {HTMLElement} list of the cards; a document's card has `data-document`
   * @param {SelectingPorts} ports
   * @param {AbortSignal} signal
   */
  constructor(list, ports, signal) {
    this.#ports = ports;
    list.addEventListener("click", (event) => this.#clicked(event), { signal, capture: true });
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
    this.#ports.changed();
  }

  /** @param {string} id */
  toggle(id) {
    this.#take(this.#selection.toggled(id));
  }

  /**
   * @param {string} from where the range begins unless there is an anchor
   * @param {string} to
   */
  extend(from, to) {
    const begun = this.#selection.anchor === null ? this.#selection.toggled(from) : this.#selection;
    this.#take(begun.extended(to, this.#ports.order()));
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
   * Follows the list: what has left it is not selected any more, and nothing is where it is another place.
   * @param {import("../places.js").Query} query
   * @param {readonly {id: string}[]} documents
   */
  follow(query, documents) {
    const place = `${query.place}/${query.name}/${query.folder}`;
    if (place !== this.#place) [this.#selection, this.#isOpen] = [NOTHING_SELECTED, false];
    this.#place = place;
    if (this.#selection.size) this.#selection = this.#selection.within(new Set(documents.map(({ id }) => id)));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const id = /** @type {HTMLElement | null} */ (target.closest("[data-document]"))?.dataset["document"];
    if (!id || !this.#isMeant(event, target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) this.extend(id, id);
    else this.toggle(id);
  }

  /**
   * @param {MouseEvent} event
   * @param {Element} target
   */
  #isMeant({ ctrlKey, metaKey, shiftKey, detail }, target) {
    if (target.closest(".card-check")) return true;
    // A key clicks, too, and has no number of clicks.
    return detail > 0 && target.closest(".card-main") !== null && (this.isOn || ctrlKey || metaKey || shiftKey);
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
