/** A line over the pages that says what goes on beside reading: a slideshow, a second window. */

import { button, element, icon } from "../../shell/element.js";
import { say } from "../../shell/texts.js";

/**
 * @typedef {object} ReadingFacts
 * @property {"none" | "playing" | "paused"} slideshow
 * @property {number} seconds for a page
 * @property {"none" | "connected" | "behind" | "lost"} presenter
 * @property {boolean | null} pointing whether fingers point at the pages; null where the second window is of another tab
 */

/**
 * @typedef {object} StatusCalls
 * @property {() => void} toggleSlideshow
 * @property {() => void} endSlideshow
 * @property {() => void} present
 * @property {() => void} togglePointing
 * @property {() => void} forgetPresenter
 */

/** The line is empty until there is something to say. */
export class ReadingStatus {
  /** @type {HTMLElement} */
  element = element("div", { class: "reading-status" });
  #calls;
  #signal;
  /** @type {ReturnType<ReadingStatus["makeSlideshow"]> | null} */
  #slideshow = null;
  /** @type {ReturnType<ReadingStatus["makeWindow"]> | null} */
  #window = null;

  /**
   * @param {StatusCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
  }

  /** @param {ReadingFacts} facts */
  show({ slideshow, seconds, presenter, pointing }) {
    if (slideshow !== "none") this.#slideshow ??= this.makeSlideshow();
    if (presenter !== "none") this.#window ??= this.makeWindow();
    if (this.#slideshow) this.#showSlideshow(this.#slideshow, slideshow, seconds);
    if (this.#window) this.#showWindow(this.#window, presenter, pointing);
  }

  /** @protected */
  makeSlideshow() {
    const { toggleSlideshow, endSlideshow } = this.#calls;
    const keys = "Shift+S";
    const play = button({ label: say("Play slideshow"), icon: "play", keys }, toggleSlideshow, this.#signal);
    const pause = button({ label: say("Pause slideshow"), icon: "pause", keys }, toggleSlideshow, this.#signal);
    const end = button({ label: say("End slideshow"), icon: "close" }, endSlideshow, this.#signal);
    const pace = element("span", { class: "reading-words" });
    const part = element("div", { "class": "reading-part", "role": "group", "aria-label": say("Slideshow") }, play, pause, pace, end);
    this.element.prepend(part);
    return { part, play, pause, pace };
  }

  /** @protected */
  makeWindow() {
    const { present, forgetPresenter, togglePointing } = this.#calls;
    const state = element("span");
    const said = element("span", { class: "reading-words", role: "status" }, element("span", { class: "visually-hidden" }, `${say("Second window:")} `), state);
    const point = button({ label: say("Point with the finger"), icon: "touch" }, togglePointing, this.#signal);
    point.classList.add("reading-point");
    const again = button({ label: say("Present again"), icon: "retry" }, present, this.#signal);
    const seen = button({ label: say("Close this message"), icon: "close" }, forgetPresenter, this.#signal);
    const part = element("div", { class: "reading-part reading-window" }, icon("present"), said, point, element("div", { class: "reading-again" }, again, seen));
    this.element.append(part);
    return { part, state, point };
  }

  /**
   * @param {ReturnType<ReadingStatus["makeSlideshow"]>} made
   * @param {ReadingFacts["slideshow"]} slideshow
   * @param {number} seconds
   */
  #showSlideshow({ part, play, pause, pace }, slideshow, seconds) {
    const isPlaying = slideshow === "playing";
    const isFocused = [play, pause].some((one) => one === document.activeElement);
    part.hidden = slideshow === "none";
    play.hidden = isPlaying;
    pause.hidden = !isPlaying;
    pace.textContent = isPlaying ? say("{seconds} s a page", { seconds }) : say("Paused");
    if (isFocused) (isPlaying ? pause : play).focus({ preventScroll: true });
  }

  /**
   * @param {ReturnType<ReadingStatus["makeWindow"]>} made
   * @param {ReadingFacts["presenter"]} presenter
   * @param {ReadingFacts["pointing"]} pointing
   */
  #showWindow({ part, state, point }, presenter, pointing) {
    point.hidden = pointing === null;
    point.setAttribute("aria-pressed", String(pointing === true));
    part.hidden = presenter === "none";
    part.dataset.presenter = presenter;
    this.element.classList.toggle("is-amiss", presenter === "lost" || presenter === "behind");
    const words = { none: "", connected: say("Connected"), behind: say("Still shows the page before"), lost: say("Not connected") }[presenter];
    if (state.textContent !== words) state.textContent = words;
  }
}
