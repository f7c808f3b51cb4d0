/**
 * Turns the pages of a document by itself: each is shown for its seconds from when it is sharp.
 *
 *     paused ──play──► waiting until it is sharp ──► shown for its seconds ──► the next page ──┐
 *        ▲                    ▲ └─────────────────────────┴─────────────────────────────────────┘
 *        └── chosen, a hand, a page that is hidden, the end without a next document
 */

/** How often it is looked whether the page is sharp by now, in ms. */
const LOOK = 250;

/**
 * @typedef {object} SlideshowPorts
 * @property {() => boolean} isSharp whether all that is seen is there
 * @property {() => boolean} isHeld whether a hand is on the pages
 * @property {() => number} page that is shown
 * @property {() => void} turn shows the next page, or the rest of the last one
 * @property {() => void} start shows the first page
 * @property {() => boolean} isOnLast whether the last page is shown
 * @property {() => boolean} isAtEnd whether the end of the last page is seen
 * @property {() => boolean} isWhole whether no more pages are being made
 * @property {() => boolean} hasNext whether another document follows
 * @property {() => void} goOn shows that, in which another slideshow goes on
 * @property {() => number} seconds for each page
 * @property {(why: "chosen" | "hand" | "end") => void} changed called when it plays, or does so no longer
 * @property {Pick<import("../../shell/timer.js").Timer, "set" | "clear">} timer
 */

export class Slideshow {
  #ports;
  #isPlaying = false;
  /** Whether it turns a page itself just now. */
  #isTurning = false;
  /**
   * The page that it shows: another one was turned to by a person. Null before the first one is there.
   * @type {number | null}
   */
  #page = null;

  /** @param {SlideshowPorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  get isPlaying() {
    return this.#isPlaying;
  }

  toggle() {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  /** Plays on from the page that is shown; from the last one, where nothing follows, it begins anew. */
  play() {
    const { isOnLast, isWhole, hasNext, start, changed } = this.#ports;
    if (isOnLast() && isWhole() && !hasNext()) start();
    this.#isPlaying = true;
    this.#await();
    changed("chosen");
  }

  /** @param {"chosen" | "hand" | "end"} [why] */
  pause(why = "chosen") {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    this.#ports.timer.clear();
    this.#ports.changed(why);
  }

  /** Another page may be shown: one that was not turned to here is a person's. */
  moved() {
    const isOther = this.#page !== null && this.#ports.page() !== this.#page;
    if (this.#isPlaying && !this.#isTurning && isOther) this.pause("hand");
  }

  /** Other pages of the document are shown in place of these: it goes on from there. */
  resume() {
    if (this.#isPlaying) this.#await();
  }

  /** Begins the time of the page that is shown. */
  #await() {
    this.#page = null;
    this.#look();
  }

  /** @returns {void} */
  #look() {
    const { timer, isSharp, seconds, page } = this.#ports;
    if (!isSharp()) return timer.set(LOOK, () => this.#look());
    this.#page = page();
    timer.set(seconds() * 1000, () => this.#goOn());
  }

  /** @returns {void} */
  #goOn() {
    const { isHeld, isSharp, isAtEnd, isWhole, hasNext, goOn } = this.#ports;
    if (isHeld()) return this.pause("hand");
    // More pages come, or the window has changed: it is looked again.
    if (!isSharp() || (isAtEnd() && !isWhole())) return this.#ports.timer.set(LOOK, () => this.#goOn());
    if (!isAtEnd()) return this.#turn();
    if (!hasNext()) return this.pause("end");
    this.#ports.timer.clear();
    goOn();
  }

  #turn() {
    this.#isTurning = true;
    this.#ports.turn();
    this.#isTurning = false;
    this.#page = this.#ports.page();
    this.#look();
  }
}
