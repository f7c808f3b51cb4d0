/** The slideshow of a document that is read: its bars, the screen that stays on, and the next document, in which it goes on. */

import { announce } from "../../shell/announcer.js";
import { whenPressed } from "../../shell/presses.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { Slideshow } from "./slideshow.js";

/** @typedef {import("../reader.js").Reader} Reader */

/**
 * @typedef {object} SlideshowParts
 * @property {import("../reader-bars.js").ReaderBars} bars
 * @property {ScreenQueue | null} queue null for what is no document of a list
 * @property {() => number} seconds for each page
 * @property {() => void} changed called when it plays, does so no longer, or has ended
 */

/**
 * The document in which a slideshow is to go on that has come to the end of another one.
 * @type {string | null}
 */
let goingOnIn = null;

export class SlideshowPlayer {
  #parts;
  #show;
  /** @type {Reader | null} */
  #reader = null;
  #isPreparing = false;
  /** Whether it was begun, and not ended since. */
  #isOpen = false;
  /**
   * The zoom before whole pages were shown.
   * @type {import("../../shell/zoom.js").Zoom | null}
   */
  #before = null;
  /** Whether a slideshow comes from another document, and begins with the first page of this one. */
  #isComing = false;
  /** @type {Promise<{release: () => Promise<void>} | null>} */
  #awake = Promise.resolve(null);

  /**
   * @param {SlideshowParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    const hasNext = () => (parts.queue?.next ?? null) !== null;
    this.#show = new Slideshow({
      isSharp: () => this.#reader !== null && this.#reader.isBegun && !this.#reader.loading, isHeld: () => this.#reader?.isHeld ?? false, page: () => this.#reader?.page ?? 0,
      turn: () => this.#reader?.goBeside(1), start: () => this.#reader?.goTo(1), isAtEnd: () => this.#reader?.isAtEnd ?? false,
      isOnLast: () => this.#reader?.spread.last === this.#reader?.pageCount,
      isWhole: () => !this.#isPreparing, hasNext, goOn: () => this.#goOn(), seconds: parts.seconds, changed: (why) => this.#changed(why),
      timer: new Timer(signal),
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.#show.pause("hand"), { signal });
    signal.addEventListener("abort", () => {
      this.#show.pause("hand");
      this.#letScreenSleep();
    });
  }

  get isPlaying() {
    return this.#show.isPlaying;
  }

  /** Whether it plays, or is held for a while. */
  get isOpen() {
    return this.#isOpen;
  }

  /**
   * Other pages are shown.
   * @param {Reader} reader
   * @param {string} id of the document
   * @param {{isPreparing: boolean, signal: AbortSignal}} how whether more pages are being made; what ends that reader
   */
  follow(reader, id, { isPreparing, signal }) {
    this.#reader = reader;
    this.#isPreparing = isPreparing;
    whenPressed(reader.stage, () => this.touched(), signal);
    whenPressed(reader.foot, () => this.touched(), signal);
    this.#isComing ||= goingOnIn === id;
    goingOnIn = null;
    this.#show.resume();
  }

  /** Another page may be shown. */
  moved() {
    if (this.#isComing) this.#playOn();
    this.#show.moved();
  }

  /** A hand or a key has moved the pages. */
  touched() {
    this.#show.pause("hand");
  }

  toggle() {
    if (this.#reader) this.#show.toggle();
  }

  /** Puts it away. */
  end() {
    this.#show.pause();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#parts.bars.follow("reading");
    this.#parts.changed();
  }

  /** The document that was shown before has been left for this one. */
  #playOn() {
    this.#isComing = false;
    this.#reader?.goTo(1);
    this.#show.play();
    this.#parts.bars.hide();
  }

  #goOn() {
    const { queue } = this.#parts;
    goingOnIn = queue?.next?.id ?? null;
    queue?.go(1);
  }

  /** @param {"chosen" | "hand" | "end"} why */
  #changed(why) {
    const { bars, changed, seconds } = this.#parts;
    const { isPlaying } = this.#show;
    this.#isOpen = true;
    bars.follow(isPlaying ? "playing" : "paused");
    if (isPlaying) this.#showWhole();
    else if (why !== "hand") this.#showAsBefore();
    if (isPlaying) this.#stayAwake();
    else this.#letScreenSleep();
    announce(isPlaying ? say("The slideshow plays, {seconds} seconds for a page", { seconds: seconds() }) : why === "end" ? say("The slideshow has come to the end") : say("The slideshow is paused"));
    changed();
  }

  /** Of a page that is longer than the window the rest would not be seen. */
  #showWhole() {
    const reader = this.#reader;
    if (!reader || reader.mode === "page") return;
    this.#before = reader.mode === "scale" ? { mode: "scale", scale: reader.zoomPercent / 100 } : { mode: reader.mode };
    reader.choose({ mode: "page" });
  }

  #showAsBefore() {
    if (this.#before && this.#reader?.mode === "page") this.#reader.choose(this.#before);
    this.#before = null;
  }

  #stayAwake() {
    const { wakeLock } = /** @type {{wakeLock?: {request: (kind: "screen") => Promise<{release: () => Promise<void>}>}}} */ (/** @type {unknown} */ (navigator));
    this.#letScreenSleep();
    // A browser that refuses lets the screen go dark as always.
    this.#awake = wakeLock?.request("screen").catch(() => null) ?? Promise.resolve(null);
  }

  #letScreenSleep() {
    void this.#awake.then((lock) => lock?.release());
    this.#awake = Promise.resolve(null);
  }
}
