/** How fast a list is scrolled: pictures are not worth asking for while they only fly by. Pure. */

/** In screens a second. */
const FAST = 2.5;

/** A motion of the scroll position begins anew after such a pause, in milliseconds. */
const PAUSE_MILLISECONDS = 150;

/** The weight of the latest step in the speed. */
const WEIGHT = 0.5;

/** Steps that come in one frame count as if they had taken so long. */
const SHORTEST_MILLISECONDS = 8;

export class ScrollPace {
  #position = 0;
  #time = -Infinity;
  #speed = 0;
  /** The first step of a motion says nothing of its speed. */
  #isUnknown = false;

  /**
   * @param {number} position in CSS pixels
   * @param {number} time in milliseconds
   */
  moved(position, time) {
    const elapsed = time - this.#time;
    const step = Math.abs(position - this.#position) / Math.max(SHORTEST_MILLISECONDS, elapsed);
    const isFirst = elapsed > PAUSE_MILLISECONDS;
    this.#speed = isFirst || this.#isUnknown ? step : this.#speed * (1 - WEIGHT) + step * WEIGHT;
    this.#isUnknown = isFirst;
    [this.#position, this.#time] = [position, time];
  }

  /** The motion is over. */
  rest() {
    this.#speed = 0;
    this.#isUnknown = false;
  }

  /**
   * Whether it is too fast to see anything, or may be.
   * @param {number} screen its height in CSS pixels
   */
  isFast(screen) {
    return this.#isUnknown || this.#speed * 1000 > FAST * screen;
  }
}
