/**
 * Names strokes by the nearest of its templates; more can be taught at any time, one drawing each.
 *
 *     const recognizer = new UnistrokeRecognizer(TEMPLATES);
 *     recognizer.recognize(points);           // { name: "check", score: 0.98, nearest: "check", … } or null
 *     recognizer.teach("house", points);      // from now on
 */

import { UNISTROKE_MAX_TURN, UNISTROKE_MIN_SCORE, UNISTROKE_STRAIGHT } from "../constants.js";
import { likeness, straightLikeness } from "./likeness.js";
import { Stroke } from "./stroke.js";
import { unistrokeForm } from "./unistroke-form.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/**
 * A template: the form, and whether the stroke is a line. A line matches no other sign, however narrow.
 * @typedef {{readonly form: import("./unistroke-form.js").UnistrokeForm, readonly straight: boolean}} Entry
 */

/**
 * @typedef {object} UnistrokeTemplate
 * @property {string} name of the class
 * @property {readonly Point[]} points a drawing, in any size, at any place, of any density
 */

/**
 * @typedef {object} UnistrokeMatch
 * @property {string} name of the class that the nearest template belongs to
 * @property {number} score its likeness, at most 1
 * @property {string | null} rival the nearest other class, null where there is none
 * @property {number} margin how much more alike it is than the rival; `score` where there is no rival
 */

/**
 * @typedef {object} UnistrokeOptions
 * @property {number} [minimumScore] below it a stroke is none of the classes; 0.82 where left out
 * @property {number} [maximumTurn] radians a stroke may be turned against a template; a quarter of π where left out
 */

export class UnistrokeRecognizer {
  #minimumScore;
  #maximumTurn;
  /** @type {Map<string, Entry[]>} */
  #classes = new Map();

  /**
   * @param {readonly UnistrokeTemplate[]} templates
   * @param {UnistrokeOptions} [options]
   * @throws {RangeError} where a template is no stroke
   */
  constructor(templates, options = {}) {
    this.#minimumScore = options.minimumScore ?? UNISTROKE_MIN_SCORE;
    this.#maximumTurn = options.maximumTurn ?? UNISTROKE_MAX_TURN;
    for (const { name, points } of templates) this.teach(name, points);
  }

  /** The classes it knows, in the order they were taught. */
  get names() {
    return [...this.#classes.keys()];
  }

  /**
   * Learns a drawing of a class, known or new.
   * @param {string} name
   * @param {readonly Point[]} points
   * @throws {RangeError} where the points are no stroke
   */
  teach(name, points) {
    const entry = entryOf(points);
    if (!entry) throw new RangeError(`a template of ${name} needs at least two different finite points`);
    this.#classes.set(name, [...(this.#classes.get(name) ?? []), entry]);
  }

  /**
   * Forgets a class and all its drawings.
   * @param {string} name
   */
  forget(name) {
    this.#classes.delete(name);
  }

  /**
   * The class that a stroke belongs to, or null where it is none of them. Never throws, whatever the points.
   * @param {readonly Point[]} points as reported
   * @returns {UnistrokeMatch | null}
   */
  recognize(points) {
    const nearest = this.nearest(points);
    return nearest && nearest.score >= this.#minimumScore ? nearest : null;
  }

  /**
   * The nearest class, however far it is; null where the points are no stroke, or there is nothing to
   * compare it with.
   * @param {readonly Point[]} points as reported
   * @returns {UnistrokeMatch | null}
   */
  nearest(points) {
    const entry = entryOf(points);
    if (!entry) return null;
    // Equal scores keep the order of teaching, so that the answer does not depend on the sort.
    const [first, second] = [...this.#scores(entry)].sort(([, a], [, b]) => b - a);
    if (!first || first[1] === -Infinity) return null;
    const [name, score] = first;
    return { name, score, rival: second?.[0] ?? null, margin: score - Math.max(0, second?.[1] ?? 0) };
  }

  /**
   * The best score of each class, exact for the best two.
   * @param {Entry} entry
   */
  #scores(entry) {
    const scores = new Map(this.names.map((name) => [name, -Infinity]));
    for (const { name, template } of this.#likelyFirst(entry)) {
      const [, second = -Infinity] = [...scores.values()].sort((a, b) => b - a);
      const score = likeness(entry.form, template, second, this.#maximumTurn);
      scores.set(name, Math.max(score, scores.get(name) ?? score));
    }
    return scores;
  }

  /**
   * The templates to compare with, those first that are likely to be near: what comes later can be given up early.
   * @param {Entry} entry
   */
  #likelyFirst({ form, straight }) {
    const guessed = (/** @type {string} */ name, /** @type {Entry} */ { form: template }) => {
      return { name, template, guess: straightLikeness(form, template, this.#maximumTurn) };
    };
    const all = [...this.#classes].flatMap(([name, entries]) => {
      return entries.filter((entry) => entry.straight === straight).map((entry) => guessed(name, entry));
    });
    return all.sort((a, b) => b.guess - a.guess);
  }
}

/**
 * @param {readonly Point[]} points as reported
 * @returns {Entry | null} null where they are no stroke
 */
function entryOf(points) {
  const stroke = Stroke.through(points);
  return stroke && { form: unistrokeForm(stroke), straight: stroke.straightness > UNISTROKE_STRAIGHT };
}
