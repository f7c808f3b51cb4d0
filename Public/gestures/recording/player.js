/** Plays a recording in a page, as fast as it was made, so that it can be watched. */

import { playEvent } from "./replay.js";

/** @typedef {import("../arbiter.js").Arbiter} Arbiter */
/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./replay-clock.js").ReplayClock} ReplayClock */
/** @typedef {import("./view-names.js").ViewNames} ViewNames */

/**
 * @typedef {object} PlayerStage
 * @property {Arbiter} arbiter
 * @property {ReplayClock} clock the arbiter's own
 * @property {ViewNames} [names]
 */

/**
 * Calls back before the next picture, with the time of it: `requestAnimationFrame`.
 * @typedef {(callback: (time: number) => void) => unknown} NextFrame
 */

/** Played pointers are numbered from here: browsers number those of hands from 1, and hands may touch meanwhile. */
const FIRST_ID = 1 << 30;

/** Holds the arbiter's clock and turns it frame by frame: a busy page changes the pace, never the result. */
export class Player {
  #stage;
  #nextFrame;
  #stopped = false;

  /**
   * @param {PlayerStage} stage
   * @param {NextFrame} [nextFrame]
   */
  constructor(stage, nextFrame = (callback) => requestAnimationFrame(callback)) {
    this.#stage = stage;
    this.#nextFrame = nextFrame;
  }

  /**
   * Plays all of it. Touches that are down are cancelled before.
   * @param {Recording} recording
   * @param {number} [speed] 2 is twice as fast as it was made
   * @returns {Promise<boolean>} whether it was played to its end
   */
  async play({ events, duration }, speed = 1) {
    const { arbiter, clock } = this.#stage;
    arbiter.cancelTouches();
    clock.hold();
    this.#stopped = false;
    const start = clock.now();
    const shown = await this.#frame();
    let [at, time] = [0, 0];
    do {
      time = Math.min(duration, ((await this.#frame()) - shown) * speed);
      for (let event = events[at]; event && event.time <= time; event = events[(at += 1)]) {
        playEvent(event.samples, { start, time: event.time, firstId: FIRST_ID }, this.#stage);
      }
      clock.advance(start + time);
    } while (time < duration && !this.#stopped);
    return this.#finish();
  }

  /** Ends it before its time. */
  stop() {
    this.#stopped = true;
  }

  #finish() {
    const { arbiter, clock } = this.#stage;
    if (this.#stopped) arbiter.cancelTouches();
    clock.release();
    return !this.#stopped;
  }

  /** @returns {Promise<number>} ms */
  #frame() {
    return new Promise((resolve) => void this.#nextFrame(resolve));
  }
}
