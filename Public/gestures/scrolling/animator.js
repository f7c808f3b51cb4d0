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

/**
 * A function of the ms since its beginning.
 * @template Shown
 * @typedef {{readonly duration: number, readonly at: (time: number) => Shown}} Animation
 */

/**
 * Calls back once, when the next frame is to be drawn, with its time where that is known; what it returns takes that
 * back. In a page it is a matter of `requestAnimationFrame`.
 * @typedef {(callback: (now?: number) => void) => () => void} NextFrame
 */

/**
 * @template Played
 * @typedef {{readonly animation: Played, readonly start: number, readonly ended: (isFinished: boolean) => void}} Playing
 */

/**
 * See above.
 * @template Shown
 * @template {Animation<Shown>} [Played=Animation<Shown>]
 */
export class Animator {
  #clock;
  #nextFrame;
  #show;
  /** @type {Playing<Played> | null} */
  #playing = null;
  #takeBack = () => {};

  /**
   * @param {Clock} clock
   * @param {(shown: Shown) => void} show
   * @param {NextFrame} [nextFrame] by the clock when it is missing
   */
  constructor(clock, show, nextFrame = (callback) => clock.wakeAt(clock.now() + FRAME_INTERVAL, callback)) {
    this.#clock = clock;
    this.#show = show;
    this.#nextFrame = nextFrame;
  }

  /** Of what is playing, ms. */
  get time() {
    return this.#playing ? this.#timeOf(this.#playing) : 0;
  }

  /** The animation that plays; null while none does. */
  get animation() {
    return this.#playing?.animation ?? null;
  }

  /**
   * Plays; what was playing ends where it is.
   * @param {Played} animation
   * @param {(isFinished: boolean) => void} ended called once, also when it is stopped
   */
  run(animation, ended) {
    this.stop();
    const playing = { animation, start: this.#clock.now(), ended };
    this.#playing = playing;
    if (animation.duration > 0) this.#wait(playing);
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
    playing.ended(false);
    return true;
  }

  /** Brings what is playing to its end at once. */
  finish() {
    const playing = this.#playing;
    this.#takeBack();
    if (playing) this.#frame(playing, Infinity);
  }

  /** @param {Playing<Played>} playing */
  #wait(playing) {
    this.#takeBack = this.#nextFrame((now) => this.#frame(playing, now));
  }

  /**
   * @param {Playing<Played>} playing
   * @param {number} [now] of the frame
   */
  #frame(playing, now) {
    const time = this.#timeOf(playing, now);
    const isOver = !(time < playing.animation.duration);
    if (isOver) this.#playing = null;
    this.#show(playing.animation.at(isOver ? Infinity : time));
    // The step may have led to another animation.
    if (isOver) playing.ended(true);
    else if (this.#playing === playing) this.#wait(playing);
  }

  /**
   * @param {Playing<Played>} playing
   * @param {number} [now]
   */
  #timeOf({ start }, now = this.#clock.now()) {
    return Math.max(0, now - start);
  }
}
