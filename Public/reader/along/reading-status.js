/** A line over the pages that says what goes on beside reading: a slideshow, a second window. */

import { button, element, icon } from "../../shell/element.js";

/**
 * @typedef {object} ReadingFacts
 * @property {"none" | "playing" | "paused"} slideshow
 * @property {number} seconds for a page
 * @property {"none" | "connected" | "lost"} presenter
 */

/**
 * @typedef {object} StatusCalls
 * @property {() => void} toggleSlideshow
 * @property {() => void} endSlideshow
 * @property {() => void} present
 * @property {() => void} forgetPresenter
 */

export class ReadingStatus {
  /** @type {HTMLElement} */
  element;
  #play;
  #pause;
  #pace = element("span", { class: "reading-words" });
  #show;
  #state = element("span");
  #connection = element("span", { class: "reading-words", role: "status" }, element("span", { class: "visually-hidden" }, "Second window: "), this.#state);
  #again;
  #window;

  /**
   * @param {StatusCalls} calls
   * @param {AbortSignal} signal
   */
  constructor({ toggleSlideshow, endSlideshow, present, forgetPresenter }, signal) {
    const keys = "Shift+S";
    this.#play = button({ label: "Play slideshow", icon: "play", keys }, toggleSlideshow, signal);
    this.#pause = button({ label: "Pause slideshow", icon: "pause", keys }, toggleSlideshow, signal);
    const end = button({ label: "End slideshow", icon: "close" }, endSlideshow, signal);
    this.#show = element("div", { "class": "reading-part", "role": "group", "aria-label": "Slideshow", "hidden": true }, this.#play, this.#pause, this.#pace, end);
    this.#again = button({ label: "Present again", icon: "retry" }, present, signal);
    const seen = button({ label: "Close this message", icon: "close" }, forgetPresenter, signal);
    this.#window = element("div", { class: "reading-part reading-window", hidden: true }, icon("present"), this.#connection, element("div", { class: "reading-again" }, this.#again, seen));
    this.element = element("div", { class: "reading-status" }, this.#show, this.#window);
  }

  /** @param {ReadingFacts} facts */
  show({ slideshow, seconds, presenter }) {
    const isPlaying = slideshow === "playing";
    const isFocused = this.#show.contains(document.activeElement) && document.activeElement !== this.#show.lastElementChild;
    this.#show.hidden = slideshow === "none";
    this.#play.hidden = isPlaying;
    this.#pause.hidden = !isPlaying;
    this.#pace.textContent = isPlaying ? `${seconds} s a page` : "Paused";
    if (isFocused) (isPlaying ? this.#pause : this.#play).focus({ preventScroll: true });
    this.#window.hidden = presenter === "none";
    this.#window.dataset.presenter = presenter;
    const words = presenter === "lost" ? "Not connected" : "Connected";
    if (this.#state.textContent !== words) this.#state.textContent = words;
  }
}
