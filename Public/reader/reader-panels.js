/** The panel beside a document: one at a time. */

/** From this width on it is beside the pages, and not over them, in CSS pixels; as in `info.css`. */
const BESIDE = 800;

/** @typedef {{element: HTMLElement, focus: () => void, mark?: (page: number) => void}} Panel `mark` is told of the page that is read */

export class ReaderPanels {
  #room;
  #closed;
  /** @type {{panel: Panel, end: AbortController} | null} */
  #open = null;

  /**
   * @param {HTMLElement} room in which it lies
   * @param {() => void} closed called when it was closed, and not by another
   */
  constructor(room, closed) {
    this.#room = room;
    this.#closed = closed;
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
   */
  toggle(Kind, make) {
    if (this.get(Kind)) return this.close();
    this.end();
    const end = new AbortController();
    const panel = make(end.signal);
    end.signal.addEventListener("abort", () => {
      this.#open = null;
      panel.element.remove();
    });
    this.#open = { panel, end };
    this.#room.append(panel.element);
    panel.focus();
  }

  /** @param {number} page that is read */
  mark(page) {
    this.#open?.panel.mark?.(page);
  }

  close() {
    if (!this.#open) return;
    this.end();
    this.#closed();
  }

  /** Closes it where it lies over the pages. */
  closeIfOver() {
    if (this.#room.clientWidth < BESIDE) this.close();
  }

  /** Takes it away without a word. */
  end() {
    this.#open?.end.abort();
  }
}
