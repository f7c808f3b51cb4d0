import { timeInFigures } from "../api/words.js";
import { element } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { chapterAt, frameAt, STRIP_COUNT, timeInWords } from "./media-facts.js";

/** @typedef {import("./media-facts.js").MediaFacts} MediaFacts */

/** The line of time: a slider, the frames under the finger, and over a sound its loudness. */
export class Scrubber {
  #slider = element("input", { "type": "range", "class": "scrubber-slider", "min": 0, "max": 0, "step": 0.1, "aria-label": say("Position") });
  #frame = element("span", { class: "scrubber-frame" });
  #time = element("span", { class: "scrubber-time" });
  #bubble = element("span", { "class": "scrubber-bubble", "hidden": true, "aria-hidden": "true" }, this.#frame, this.#time);
  #marks = element("span", { "class": "scrubber-marks", "aria-hidden": "true" });
  element = element("div", { class: "scrubber" }, this.#marks, this.#slider, this.#bubble);
  #duration = 0;
  /** @type {MediaFacts["chapters"]} */
  #chapters = [];
  #isHeld = false;

  /**
   * @param {(time: number) => void} sought
   * @param {AbortSignal} signal
   */
  constructor(sought, signal) {
    const slider = this.#slider;
    slider.addEventListener("input", () => {
      this.#isHeld = true;
      this.#showTime(Number(slider.value));
      this.#point(Number(slider.value));
    }, { signal });
    slider.addEventListener("change", () => {
      this.#isHeld = false;
      this.#bubble.hidden = true;
      sought(Number(slider.value));
    }, { signal });
    this.element.addEventListener("mousemove", (event) => this.#hover(event), { signal });
    this.element.addEventListener("mouseleave", () => this.#bubble.hidden = !this.#isHeld, { signal });
  }

  /**
   * @param {number} time
   * @param {number} duration
   */
  show(time, duration) {
    if (duration !== this.#duration) this.#measure(duration);
    if (this.#isHeld) return;
    this.#slider.value = String(time);
    this.#showTime(time);
  }

  /** @param {string} url of the strip */
  showFrames(url) {
    this.#frame.style.backgroundImage = `url("${url}")`;
    this.#frame.classList.add("is-there");
  }

  /** @param {string} url of the waveform */
  showWaveform(url) {
    this.element.classList.add("has-waveform");
    this.element.style.setProperty("--waveform", `url("${url}")`);
  }

  /** @param {MediaFacts["chapters"]} chapters */
  showChapters(chapters) {
    this.#chapters = chapters;
    this.#measure(this.#duration);
  }

  /** @param {number} duration */
  #measure(duration) {
    this.#duration = duration;
    this.#slider.max = String(duration);
    this.#slider.disabled = !(duration > 0);
    const starts = duration > 0 ? this.#chapters.map(({ start }) => start / duration).filter((share) => share > 0 && share < 1) : [];
    this.#marks.replaceChildren(...starts.map((share) => {
      const mark = element("span", { class: "scrubber-mark" });
      mark.style.left = `${share * 100}%`;
      return mark;
    }));
  }

  /** @param {number} time */
  #showTime(time) {
    const share = this.#duration > 0 ? time / this.#duration : 0;
    this.element.style.setProperty("--played", `${Math.min(1, share) * 100}%`);
    const chapter = chapterAt(this.#chapters, time)?.title;
    this.#slider.setAttribute("aria-valuetext", chapter ? `${timeInWords(time)}, ${chapter}` : timeInWords(time));
  }

  /** @param {MouseEvent} event */
  #hover(event) {
    if (this.#isHeld || !(this.#duration > 0)) return;
    const { left, width } = this.#slider.getBoundingClientRect();
    this.#point(Math.min(1, Math.max(0, (event.clientX - left) / width)) * this.#duration);
  }

  /** @param {number} time whose frame is shown over its place */
  #point(time) {
    const share = time / this.#duration;
    this.#frame.style.backgroundPositionX = `${frameAt(time, this.#duration) / (STRIP_COUNT - 1) * 100}%`;
    const chapter = chapterAt(this.#chapters, time)?.title;
    this.#time.textContent = chapter ? `${timeInFigures(time)} · ${chapter}` : timeInFigures(time);
    this.#bubble.hidden = false;
    this.#bubble.style.setProperty("--at", `${share * 100}%`);
  }
}
