/** The panel beside a document: one at a time. Controls that lie under it are inert as long as they do. */

import { onResize } from "../shell/resize.js";

/** From this width on it is beside the pages, and not over them, in CSS pixels; as in `info.css`. */
const BESIDE = 800;

/** Controls that may lie under a panel where there is no room beside it. */
const CONTROLS = ":is(.reader-bar, .reader-foot, .find-bar) :is(a, button, input, select, [tabindex], .strip-scroller)";

/** @typedef {{element: HTMLElement, focus: () => void, mark?: (page: number) => void}} Panel `mark` is told of the page that is read */
/** @typedef {import("../shell/address.js").PanelName} PanelName */

export class ReaderPanels {
  #room;
  #calls;
  /** @type {{panel: Panel, end: AbortController, name: PanelName | null} | null} */
  #open = null;
  /** @type {readonly HTMLElement[]} */
  #covered = [];

  /**
   * @param {HTMLElement} room in which it lies
   * @param {{closed: () => void, changed: () => void}} calls `closed` is called when one was closed, and not by another; `changed`
   *   when another is open, or none
   */
  constructor(room, calls) {
    this.#room = room;
    this.#calls = calls;
  }

  /** The name of the open panel, if it comes back with the document. */
  get name() {
    return this.#open?.name ?? null;
  }

  /** Whether there is room beside the pages. */
  get hasRoom() {
    return this.#room.clientWidth >= BESIDE;
  }

  /**
   * The open panel, if it is of a kind.
   * @template {Panel} Kind
   * @param {new (...parts: never[]) => Kind} Kind
   * @returns {Kind | null}
   */
  get(Kind) {
    const panel = this.#open?.panel;
    return panel instanceof Kind ? panel : null;
  }

  get isOpen() {
    return this.#open !== null;
  }

  /**
   * Opens a panel, or closes it where one of its kind is open.
   * @template {Panel} Kind
   * @param {new (...parts: never[]) => Kind} Kind
   * @param {(signal: AbortSignal) => Kind} make
   * @param {PanelName | null} [name] of one that comes back with the document
   */
  toggle(Kind, make, name = null) {
    if (this.get(Kind)) return this.close();
    this.end();
    const end = new AbortController();
    const panel = make(end.signal);
    end.signal.addEventListener("abort", () => {
      this.#open = null;
      panel.element.remove();
      this.#cover();
    });
    this.#open = { panel, end, name };
    this.#room.append(panel.element);
    panel.focus();
    this.#cover();
    for (const part of [this.#room, panel.element]) onResize(part, () => this.#cover(), end.signal);
    this.#calls.changed();
  }

  /** Controls under the open panel cannot be seen: no key reaches them. */
  #cover() {
    for (const control of this.#covered) control.inert = false;
    const panel = this.#open?.panel.element;
    this.#covered = !panel || this.hasRoom ? [] : [.../** @type {NodeListOf<HTMLElement>} */ (this.#room.querySelectorAll(CONTROLS))]
      .filter((control) => !panel.contains(control) && isUnder(control, panel, this.#room));
    for (const control of this.#covered) control.inert = true;
  }

  /** @param {number} page that is read */
  mark(page) {
    this.#open?.panel.mark?.(page);
  }

  close() {
    if (!this.#open) return;
    this.end();
    this.#calls.closed();
    this.#calls.changed();
  }

  /** Closes it where it lies over the pages. */
  closeIfOver() {
    if (!this.hasRoom) this.close();
  }

  /** Takes it away without a word. */
  end() {
    this.#open?.end.abort();
  }
}

/**
 * Whether the middle of a control lies under a panel, wherever that is on its way in; of pages in a row both ends.
 * @param {HTMLElement} control
 * @param {HTMLElement} panel
 * @param {HTMLElement} room
 */
function isUnder(control, panel, room) {
  const [box, origin] = [control.getBoundingClientRect(), room.getBoundingClientRect()];
  const [left, y] = [box.x - origin.x - panel.offsetLeft, box.y + box.height / 2 - origin.y - panel.offsetTop];
  const places = control.matches(".strip-scroller") ? [1, box.width - 1] : [box.width / 2];
  return y >= 0 && y < panel.offsetHeight && places.every((place) => left + place >= 0 && left + place < panel.offsetWidth);
}
