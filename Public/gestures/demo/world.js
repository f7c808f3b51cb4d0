/** The stage of a demo without its page: figures, recognizers and a log. Runs in a browser and without one. */

import { addGestureRecognizer } from "../attachments.js";
import { EventLog } from "./event-log.js";
import { Figure } from "./figure.js";

/** @typedef {import("../arbiter.js").Transition} Transition */
/** @typedef {import("../clock.js").Clock} Clock */
/** @typedef {import("../key-equivalents.js").Key} Key */
/** @typedef {import("../motion/plane-motion.js").PlaneMotion} PlaneMotion */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("../view.js").View} View */
/** @typedef {import("./event-log.js").Facts} Facts */
/** @typedef {import("./figure.js").ColorName} ColorName */
/** @typedef {ConstructorParameters<typeof Figure>[0]} FigureOptions */

/** @typedef {(world: World) => void} Scene sets up a world that is empty */

/**
 * Draws over the figures; colors by their names.
 * @typedef {(pen: CanvasRenderingContext2D, color: (name: ColorName) => string) => void} Drawing
 */

/**
 * A key that does what a recognizer does.
 * @typedef {object} KeyBinding
 * @property {Key} key
 * @property {GestureRecognizer} recognizer
 * @property {(() => void) | undefined} prepare sets the values of a continuous one
 */

/**
 * @typedef {object} WorldOptions
 * @property {number} width px
 * @property {number} height px
 * @property {Clock} clock
 * @property {() => void} [changed] something is to be drawn anew
 * @property {() => boolean} [prefersReducedMotion]
 */

export class World {
  /** @type {Map<Figure, number>} until when each figure moves, ms */
  #moving = new Map();
  #options;
  /** @type {Drawing[]} */
  drawings = [];
  /** @type {KeyBinding[]} for scenes with an arbiter */
  keyBindings = [];
  /** @type {((transition: Transition) => void)[]} told of every step of every recognizer */
  watchers = [];

  /** @param {WorldOptions} options */
  constructor(options) {
    const { width, height, changed = () => {} } = options;
    this.#options = options;
    this.width = width;
    this.height = height;
    this.changed = changed;
    this.log = new EventLog(changed);
    this.root = new Figure({ name: "stage", label: "", shape: null, frame: { x: 0, y: 0, width, height } });
    this.root.isWindow = true;
  }

  get clock() {
    return this.#options.clock;
  }

  /** Whether who looks at it wants less motion. */
  get prefersReducedMotion() {
    return this.#options.prefersReducedMotion ?? (() => false);
  }

  now() {
    return this.#options.clock.now();
  }

  /** Whether frames are worth drawing though nothing happens. */
  get isMoving() {
    const now = this.now();
    return [...this.#moving.values()].some((until) => until > now);
  }

  /**
   * Puts a figure on the stage, about a point given in shares of its size.
   * @param {string} name
   * @param {[number, number]} place from 0 to 1, across and down
   * @param {[number, number]} size px
   * @param {FigureOptions} [options]
   */
  figure(name, [across, down], [width, height], options = {}) {
    const frame = { x: this.width * across - width / 2, y: this.height * down - height / 2, width, height };
    const figure = new Figure({ name, frame, ...options });
    this.root.addChild(figure);
    return figure;
  }

  /**
   * Attaches a recognizer whose messages go into the log.
   * @template {GestureRecognizer} Recognizer
   * @param {View} view
   * @param {string} name
   * @param {Recognizer} recognizer
   * @param {(recognizer: Recognizer) => Facts} [facts] what is told besides the state
   * @returns {Recognizer}
   */
  add(view, name, recognizer, facts = () => ({})) {
    recognizer.name = name;
    recognizer.addTarget(({ state }) => this.log.add(name, state, facts(recognizer)));
    addGestureRecognizer(view, recognizer);
    return recognizer;
  }

  /**
   * Lets a key do what a recognizer does.
   * @param {Key} key
   * @param {GestureRecognizer} recognizer
   * @param {() => void} [prepare]
   */
  bindKey(key, recognizer, prepare) {
    this.keyBindings.push({ key, recognizer, prepare });
  }

  /**
   * Lets a figure move, so that it can be touched where it is seen.
   * @param {Figure} figure
   * @param {PlaneMotion} motion of its center
   */
  move(figure, motion) {
    const start = this.now();
    const isStill = this.#options.prefersReducedMotion?.() ?? false;
    this.place(figure, isStill ? { x: motion.x.still, y: motion.y.still } : motion.destination);
    if (isStill) return;
    this.#moving.set(figure, start + motion.duration);
    figure.animation = { allowsInteraction: true, center: () => motion.at(this.now() - start).position };
    this.changed();
  }

  /**
   * @param {Figure} figure
   * @returns {Point} its center
   */
  catch(figure) {
    const center = figure.animation?.center?.() ?? figure.center;
    return this.place(figure, center);
  }

  /**
   * Puts a figure somewhere, at rest.
   * @param {Figure} figure
   * @param {Point} center
   */
  place(figure, center) {
    this.#moving.delete(figure);
    figure.animation = null;
    figure.center = center;
    this.changed();
    return center;
  }
}

/**
 * The facts of where a recognizer is, px.
 * @param {GestureRecognizer} recognizer
 */
export function placeFacts(recognizer) {
  const { x, y } = recognizer.location();
  return { x, y };
}
