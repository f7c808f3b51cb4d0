import { LatestSignal } from "../shell/latest-signal.js";

/** @typedef {import("../api/api-problem.js").ApiProblem} ApiProblem */

/**
 * The bytes of a player, and how it is told of them.
 * @typedef {object} SourceMeans
 * @property {string} content the address of the file
 * @property {((start: number) => string) | null} stream the address of a conversion; without one nothing is converted
 * @property {(start: number, signal: AbortSignal) => Promise<ApiProblem | null>} ask why the server does not convert; null where it does
 * @property {Pick<import("../shell/timer.js").Timer, "set" | "clear">} timer
 * @property {(offset: number) => void} began called with the time of the film at which the element's own times begin
 * @property {(problem: ApiProblem | null) => void} waits called when something is tried again after a while; without a
 *   problem the line was lost
 * @property {(problem: ApiProblem | null) => void} refused called when nothing here can play it, with the server's reason
 */

/** Places that are sought within this time are one, in milliseconds: a key that is held seeks thirty times a second. */
export const SETTLING = 200;

/** The wait before a busy or lost server is asked again, in milliseconds. */
export const AGAIN = 2000;

/** A conversion from the very end would have no frames, so it begins so many seconds before. */
const LAST = 1;

/** An error at nearly the same place is the same error, in seconds. */
const NEAR = 1;

/** A conversion that the server makes and the browser does not play is tried so many times. */
const MOST_TRIES = 2;

/** `MediaError.MEDIA_ERR_NETWORK`: bytes stopped coming. */
const NETWORK = 2;

/**
 * The bytes that a player plays: the file as it is. Where the browser cannot play that, a conversion, which begins
 * anew at each place that is sought.
 *
 *     as it is ──cannot be played, or not all of it──► converted ──the server refuses──► refused
 *       │  ▲                                             │  ▲
 *     the line is lost                         the line is lost, the server is busy
 *       ▼  │                                             ▼  │
 *      waiting                                          waiting
 *
 * Times are those of the film; a conversion's own begin at 0.
 */
export class MediaSource {
  #media;
  #means;
  /** @type {"native" | "converted" | "refused"} */
  #state = "native";
  #offset = 0;
  /** The length that the server knows, in seconds; 0 while it does not. */
  #known = 0;
  /**
   * The place from which is converted next.
   * @type {number | null}
   */
  #sought = null;
  #isWaiting = false;
  #asking = new LatestSignal();
  #failures = { at: -Infinity, count: 0 };

  /**
   * @param {HTMLMediaElement} media
   * @param {SourceMeans} means
   */
  constructor(media, means) {
    this.#media = media;
    this.#means = means;
    media.src = means.content;
  }

  get state() {
    return this.#state;
  }

  get time() {
    return this.#sought ?? this.#offset + this.#media.currentTime;
  }

  /** In seconds; 0 while it is not known. */
  get duration() {
    const { duration } = this.#media;
    const own = this.#state === "native" && Number.isFinite(duration) ? duration : 0;
    return own || this.#known;
  }

  /** @param {number | null} duration as the server says */
  know(duration) {
    this.#known = duration ?? 0;
  }

  /** Plays: at the end from the beginning, and in a wait at once. */
  play() {
    const isOver = this.#state === "converted" && this.#sought === null && this.#media.ended;
    if (isOver || this.#isWaiting) this.#begin(isOver ? 0 : this.time, true);
    else this.#media.play().catch(() => undefined);
  }

  /** @param {number} time in seconds */
  seek(time) {
    const end = this.duration;
    const wanted = Math.max(0, end ? Math.min(time, end) : time);
    if (this.#state !== "converted") {
      this.#media.currentTime = wanted;
      return;
    }
    const sought = end ? Math.min(wanted, Math.max(0, end - LAST)) : wanted;
    this.#sought = sought;
    this.#asking.abort();
    this.#means.timer.set(SETTLING, () => this.#begin(sought));
  }

  /** Goes on with a conversion: the file as it is cannot be played, or not all of it. */
  convert() {
    if (this.#state !== "native") return;
    if (!this.#means.stream) return this.#refuse(null);
    const { time } = this;
    this.#state = "converted";
    this.#begin(time);
  }

  /** The element cannot go on with what it was given. */
  failed() {
    const isLost = this.#media.error?.code === NETWORK;
    if (this.#state === "native" && isLost) this.#wait(null);
    else if (this.#state === "native") this.convert();
    // A place that is sought already is tried soon.
    else if (this.#state === "converted" && this.#sought === null) void this.#askWhy();
  }

  /** The element does not tell how the server answered. */
  async #askWhy() {
    const { time } = this;
    const count = Math.abs(time - this.#failures.at) < NEAR ? this.#failures.count + 1 : 1;
    const signal = this.#asking.next();
    const problem = await this.#means.ask(time, signal);
    if (signal.aborted) return;
    if (problem?.mayPass) return this.#wait(problem);
    if (problem || count > MOST_TRIES) return this.#refuse(problem);
    this.#failures = { at: time, count };
    this.#begin(time);
  }

  /** @param {ApiProblem | null} problem */
  #wait(problem) {
    this.#isWaiting = true;
    this.#means.waits(problem);
    this.#means.timer.set(AGAIN, () => this.#begin(this.time));
  }

  /** @param {ApiProblem | null} problem */
  #refuse(problem) {
    this.#state = "refused";
    this.#means.refused(problem);
  }

  /**
   * Gives the element its bytes from a time on.
   * @param {number} start
   * @param {boolean} isPlaying
   */
  #begin(start, isPlaying = !this.#media.paused) {
    const { content, stream, timer, began } = this.#means;
    timer.clear();
    this.#asking.abort();
    this.#isWaiting = false;
    this.#sought = null;
    if (this.#state === "converted") {
      this.#offset = start;
      this.#media.src = stream?.(start) ?? "";
      began(start);
    } else {
      this.#media.src = content;
      this.#media.currentTime = start;
    }
    if (isPlaying) this.#media.play().catch(() => undefined);
  }
}
