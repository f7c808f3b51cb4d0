/**
 * Plays one animation at a time, frame by frame, and can be stopped where it is.
 *
 *               run()                    its time is over
 *     Idle ─────────────► Playing ───────────────────────────────► Idle
 *       ▲                    │  stop(): what is seen at this moment stays
 *       └────────────────────┘
 */

import { FRAME_INTERVAL } from "../constants.js";

/** @typedef {import("../clock.js").Clock} Clock */
/** @typedef {import("./showing-animation.js").ShowingAnimation} ShowingAnimation */
/** @typedef {import("./zoom.js").Showing} Showing */

/**
 * Calls back once, when the next frame is to be drawn; what it returns takes that back. In a page it is a matter
 * of `requestAnimationFrame`.
 * @typedef {(callback: () => void) => () => void} NextFrame
 */

/** @typedef {{readonly animation: ShowingAnimation, readonly start: number, readonly ended: (isFinished: boolean) => void}} Playing */

/** See above. */
export class Animator {
  #clock;
  #nextFrame;
  #show;
  /** @type {Playing | null} */
  #playing = null;
  #takeBack = () => {};

  /**
   * @param {Clock} clock
   * @param {(showing: Showing) => void} show
   * @param {NextFrame} [nextFrame] by the clock when it is missing
   */
  constructor(clock, show, nextFrame = (callback) => clock.wakeAt(clock.now() + FRAME_INTERVAL, callback)) {
    this.#clock = clock;
    this.#show = show;
    this.#nextFrame = nextFrame;
  }

  /** Whether something is playing. */
  get isPlaying() {
    return this.#playing !== null;
  }

  /**
   * Plays; what was playing ends where it is.
   * @param {ShowingAnimation} animation
   * @param {(isFinished: boolean) => void} ended called once, also when it is stopped
   */
  run(animation, ended) {
    this.stop();
    const playing = { animation, start: this.#clock.now(), ended };
    this.#playing = playing;
    if (animation.duration > 0) this.#takeBack = this.#nextFrame(() => this.#frame(playing));
    else this.#frame(playing);
  }

  /**
   * Stops, with what is seen at this moment.
   * @returns {boolean} whether anything was playing
   */
  stop() {
    const playing = this.#playing;
    if (!playing) return false;
    this.#playing = null;
    this.#takeBack();
    this.#show(playing.animation.at(this.#timeOf(playing)));
    playing.ended(false);
    return true;
  }

  /** @param {Playing} playing */
  #frame(playing) {
    const time = this.#timeOf(playing);
    const isOver = !(time < playing.animation.duration);
    if (isOver) this.#playing = null;
    this.#show(playing.animation.at(isOver ? Infinity : time));
    // The step may have led to another animation.
    if (isOver) playing.ended(true);
    else if (this.#playing === playing) this.#takeBack = this.#nextFrame(() => this.#frame(playing));
  }

  /** @param {Playing} playing */
  #timeOf({ start }) {
    return Math.max(0, this.#clock.now() - start);
  }
}
