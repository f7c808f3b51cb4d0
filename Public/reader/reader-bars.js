/** The bars around the pages: they lie over them, and hide so that only the pages are seen. */

/** The class of a reader whose bars are hidden. */
const HIDDEN = "bare";

export class ReaderBars {
  #reader;

  /**
   * @param {HTMLElement} reader
   * @param {AbortSignal} signal
   */
  constructor(reader, signal) {
    this.#reader = reader;
    // A control of a bar that takes the focus is seen.
    reader.addEventListener("focusin", ({ target }) => this.#focused(target), { signal });
    const { ownerDocument } = reader;
    ownerDocument.addEventListener("fullscreenchange", () => ownerDocument.fullscreenElement ?? this.show(), { signal });
    signal.addEventListener("abort", () => void (ownerDocument.fullscreenElement && ownerDocument.exitFullscreen()));
  }

  get areHidden() {
    return this.#reader.classList.contains(HIDDEN);
  }

  show() {
    this.#reader.classList.remove(HIDDEN);
  }

  toggle() {
    this.#reader.classList.toggle(HIDDEN);
  }

  /**
   * The pages were tapped; a mouse hides nothing, and brings back what is hidden.
   * @param {string} type of what has tapped
   */
  tapped(type) {
    if (type !== "mouse" || this.areHidden) this.toggle();
  }

  /** Whether the browser can fill the screen with the app. */
  get canFillScreen() {
    return this.#reader.ownerDocument.fullscreenEnabled;
  }

  get fillsScreen() {
    return this.#reader.ownerDocument.fullscreenElement !== null;
  }

  /** Fills the screen with the pages, or no longer. */
  async toggleFullScreen() {
    const { documentElement, fullscreenElement } = this.#reader.ownerDocument;
    if (fullscreenElement) return this.#reader.ownerDocument.exitFullscreen();
    // A browser that refuses leaves the window as it is.
    await documentElement.requestFullscreen().then(() => this.#reader.classList.add(HIDDEN), () => {});
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    if (target instanceof Element && target.closest(".reader-bar, .reader-foot")) this.show();
  }
}
