/**
 * The bars around the pages: they lie over them, and go while pages are read so that only these are seen. While a slideshow plays
 * they go by themselves; while it is paused they stay.
 */

import { onResize } from "../shell/resize.js";
import { Timer } from "../shell/timer.js";

/** The class of a reader whose bars are hidden. */
const HIDDEN = "bare";

/** A panel or the field of a search: what lies beside the bars, and is at the upper edge where they are hidden. */
const BESIDE = ".info-panel, .find-bar:not([hidden])";

/** The class of a reader whose bars have faded: they are seen where the mouse or the keyboard is on them, and beside such things. */
const FADED = "faded";

/** The class of a reader whose pages turn by themselves. */
const PLAYING = "playing";

/** While pages turn by themselves bars are shown for so long, in ms. */
const SHOWN_MILLISECONDS = 4_000;

/** A tap that has just paused what played means nothing else, in ms. */
const TAP_MILLISECONDS = 600;

/** The elements that keep them there meanwhile: bars under the mouse or with the focus, and sheets that were opened from them. */
const IN_USE = ":is(.reader-bar, .reader-foot, .reading-status):is(:hover, :has(:focus-visible)), :popover-open, dialog[open]";

export class ReaderBars {
  #reader;
  #wereHidden = false;
  #going;
  /** @type {"reading" | "playing" | "paused"} */
  #manner = "reading";
  #pausedAt = -Infinity;

  /**
   * @param {HTMLElement} reader
   * @param {AbortSignal} signal
   */
  constructor(reader, signal) {
    this.#reader = reader;
    this.#going = new Timer(signal);
    // A control of a bar that takes the focus is seen.
    reader.addEventListener("focusin", ({ target }) => this.#focused(target), { signal });
    const bar = /** @type {HTMLElement} */ (reader.querySelector(".reader-bar"));
    onResize(bar, () => reader.style.setProperty("--bar", `${bar.offsetHeight}px`), signal);
    const { ownerDocument } = reader;
    ownerDocument.addEventListener("fullscreenchange", () => ownerDocument.fullscreenElement ?? this.show(), { signal });
    signal.addEventListener("abort", () => setTimeout(() => this.#leaveFullScreen()));
  }

  get areHidden() {
    const { classList } = this.#reader;
    return classList.contains(HIDDEN) || (classList.contains(FADED) && !this.#reader.querySelector(BESIDE));
  }

  show() {
    this.#reader.classList.remove(HIDDEN, FADED);
    if (this.#manner === "playing") this.#going.set(SHOWN_MILLISECONDS, () => this.#go());
  }

  hide() {
    this.#going.clear();
    this.#reader.classList.add(HIDDEN);
  }

  /**
   * Goes, stays or is asked for from now on as pages are read, turn by themselves, or have just done so.
   * @param {"reading" | "playing" | "paused"} manner
   */
  follow(manner) {
    this.#manner = manner;
    this.#pausedAt = manner === "paused" ? performance.now() : -Infinity;
    this.#going.clear();
    this.#reader.classList.toggle(PLAYING, manner === "playing");
    if (manner !== "reading") this.show();
  }

  /** One timer alone: each time that they are shown begins anew. */
  #go() {
    if (this.#reader.ownerDocument.querySelector(IN_USE)) this.show();
    else this.hide();
  }

  toggle() {
    if (this.areHidden) this.show();
    else this.hide();
  }

  /**
   * A hand has moved the pages on: the bars are out of the way until they are asked for by a tap or a key.
   * @param {import("../gestures/index.js").Touch["type"]} type of the hand; a mouse finds faded bars by going there, which no
   *   finger must press
   */
  scrolled(type) {
    if (this.#manner === "paused") return;
    const mayTouch = type === "touch" || type === "pen" || matchMedia("(any-pointer: coarse)").matches;
    this.#reader.classList.add(mayTouch ? HIDDEN : FADED);
  }

  /**
   * The pages were tapped; a mouse hides nothing, and brings back what is hidden.
   * @param {string} type of what has tapped
   */
  tapped(type) {
    this.#wereHidden = this.areHidden;
    if (performance.now() - this.#pausedAt < TAP_MILLISECONDS) return;
    if (type !== "mouse" || this.areHidden) this.toggle();
  }

  /** The tap was the first half of two, which mean something else: the bars are as they were before it. */
  tappedTwice() {
    if (this.areHidden !== this.#wereHidden) this.toggle();
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
    await documentElement.requestFullscreen().then(() => this.hide(), () => {});
  }

  /** The screen stays filled where another document has taken the place of this one. */
  #leaveFullScreen() {
    const { ownerDocument } = this.#reader;
    if (this.fillsScreen && !ownerDocument.querySelector(".reader")) void ownerDocument.exitFullscreen();
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    if (target instanceof Element && target.closest(".reader-bar, .reader-foot")) this.show();
  }
}
