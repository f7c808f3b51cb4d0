/**
 * How often a picture is asked for that did not come. The clock and chance are handed in.
 *
 *     coming ──came──► shown
 *       │  ▲ failed
 *       │  └───────────it is there──────────┐
 *       └──failed──► waiting ──time──► asking ──busy, unreachable──► waiting, twice as long
 *                                           └──refused, or damaged──► without
 *
 * An `<img>` does not say why it has failed, so the question is put once more in a way that is answered in words.
 */

/** @typedef {import("./api-problem.js").ApiProblem} ApiProblem */

const FIRST_SECONDS = 2;
const LONGEST_SECONDS = 60;

/** Seconds that a server may ask to wait at most; one that says more is asked again all the same. */
const MOST_SECONDS = 600;

/** So often a picture may be there and still not be seen before it counts as damaged. */
const MOST_DELIVERIES = 2;

/**
 * How long to wait: doubles from two seconds to a minute, never less than the server has said. Up to a quarter more is
 * chance, so that the pictures of a screen do not come back all at once.
 * @param {number} tries that have failed already, from 0
 * @param {number | null} retryAfter seconds, where the server said so
 * @param {number} chance 0 to 1
 * @returns {number} milliseconds
 */
export function waitBefore(tries, retryAfter, chance) {
  const step = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** tries);
  const least = Math.max(step, Math.min(retryAfter ?? 0, MOST_SECONDS));
  return Math.round(least * (1 + chance / 4) * 1000);
}

/**
 * Whether what stands in the way goes by.
 * @param {ApiProblem} problem
 */
export function isPassing({ status, code }) {
  return status === 503 || status === 429 || code === "offline";
}

/**
 * @typedef {object} TryPorts
 * @property {{set: (milliseconds: number, action: () => void) => void, clear: () => void}} timer
 * @property {(url: string, signal: AbortSignal) => Promise<ApiProblem | null>} ask why a picture cannot be had; null when it can
 * @property {() => void} again shows the picture, which is there now
 * @property {() => number} chance
 */

export class ThumbnailTries {
  #ports;
  #tries = 0;
  #deliveries = 0;
  #asking = new AbortController();

  /** @param {TryPorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /** Another picture is wanted: what was tried for the last one counts no more. */
  begin() {
    this.stop();
    this.#tries = 0;
    this.#deliveries = 0;
  }

  /** The card is gone. */
  stop() {
    this.#asking.abort();
    this.#ports.timer.clear();
  }

  /**
   * The picture has not come.
   * @param {string} url
   */
  failed(url) {
    if (this.#deliveries < MOST_DELIVERIES) this.#wait(url, null);
  }

  /**
   * @param {string} url
   * @param {number | null} retryAfter seconds
   */
  #wait(url, retryAfter) {
    const { timer, chance } = this.#ports;
    timer.set(waitBefore(this.#tries, retryAfter, chance()), () => void this.#ask(url));
    this.#tries += 1;
  }

  /** @param {string} url */
  async #ask(url) {
    const { signal } = this.#asking = new AbortController();
    const problem = await this.#ports.ask(url, signal);
    if (signal.aborted) return;
    if (problem && isPassing(problem)) return this.#wait(url, problem.retryAfter);
    if (problem) return;
    this.#deliveries += 1;
    this.#ports.again();
  }
}
