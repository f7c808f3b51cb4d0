/** Records the hands on the surfaces of a page on request: for a report of a fault, and for tests. */

import { Recorder } from "./recorder.js";
import { linesOf } from "./recording.js";
import { ElementNames } from "./view-names.js";

/** @typedef {import("../arbiter.js").Arbiter} Arbiter */
/** @typedef {import("../clock.js").Clock} Clock */

/**
 * @typedef {object} RecordedSurface
 * @property {Arbiter} arbiter
 * @property {Clock} clock the arbiter's own
 * @property {Element} element where its places count from
 */

/** @type {WeakMap<Document, SurfaceRecorder>} */
const recorders = new WeakMap();

/**
 * Off until it is started, and then nothing but an observer of each arbiter.
 *
 *     Off ──start──▶ Recording ──stop──▶ Off, with the text
 */
export class SurfaceRecorder {
  /** @type {Map<RecordedSurface, Recorder | null>} */
  #surfaces = new Map();
  #isRecording = false;

  /** @param {Document} document */
  static of(document) {
    let recorder = recorders.get(document);
    if (!recorder) recorders.set(document, recorder = new SurfaceRecorder());
    return recorder;
  }

  /**
   * Records this surface, too, whenever it records.
   * @param {RecordedSurface} surface
   * @param {AbortSignal} signal ends it
   */
  watch(surface, signal) {
    this.#surfaces.set(surface, this.#isRecording ? recorderOf(surface) : null);
    signal.addEventListener("abort", () => {
      this.#surfaces.get(surface)?.stop();
      this.#surfaces.delete(surface);
    });
  }

  /** Records from now on, anew. Nothing should be down. */
  start() {
    this.stop();
    this.#isRecording = true;
    for (const surface of this.#surfaces.keys()) this.#surfaces.set(surface, recorderOf(surface));
  }

  /** @returns {string} the recording of the surface with the most events; empty where nothing was recorded */
  stop() {
    const made = [...this.#surfaces].flatMap(([{ clock }, recorder]) => (recorder ? [{ clock, recorder }] : []));
    for (const { recorder } of made) recorder.stop();
    for (const surface of this.#surfaces.keys()) this.#surfaces.set(surface, null);
    this.#isRecording = false;
    const [most] = made.sort((a, b) => b.recorder.length - a.recorder.length);
    return most && most.recorder.length > 0 ? linesOf(most.recorder.recording(most.clock.now())) : "";
  }
}

/** @param {RecordedSurface} surface */
function recorderOf({ arbiter, element }) {
  const { width, height } = element.getBoundingClientRect();
  const full = () => console.warn("gestures: the recording is full; what comes from now on is not in it");
  return new Recorder(arbiter, { names: new ElementNames(element), surface: { width, height }, full });
}
