/**
 * One hand on some cards: moved, scaled and turned until it lets go, then perhaps in flight. All of it is one
 * step of undo, also when other steps are made while it flies.
 *
 *             by                    end, too slow to be thrown
 *            ┌──┐             ┌──────────────────────────────────────────────► done
 *            │  ▼   end       │                       at rest, caught, settled  ▲
 *     begin ─► held ──────────┴────► gliding ──────────────────────────────────┤
 *                ├── turnOn: gliding, and caught it is turned all the same ──────┤
 *                │                                                             │
 *                └── revert: everything is back where it was ──────────────────┘
 *
 * While it is held it can be paused: everything is back where it was until it is resumed.
 */

import { say } from "../shell/texts.js";
import { boundsOf, clamp, minus, rect, unionOf, vec } from "../gestures/geometry/index.js";
import { isSound, similarity } from "./similarity.js";
import { itemsOf } from "./board-commands.js";
import { cardBounds, transformedCard, transformedStroke } from "./card-geometry.js";
import { FLING_DECELERATION } from "../gestures/motion/index.js";
import { CARD_THROW_SPEED, flightWithin } from "./flight.js";
import { strokeBounds } from "../ink/stroke-geometry.js";

/** @typedef {import("./similarity.js").Similarity} Similarity */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */

/**
 * @typedef {object} Stage
 * @property {(step: (milliseconds: number) => void) => () => void} frames calls `step` in every frame with the
 *   time since the first one, until what it returned is called
 * @property {() => boolean} still whether motion is unwanted
 */

/** A card keeps between half and eight times its own width. */
const MINIMUM_CARD_SCALE = 0.5;
const MAXIMUM_CARD_SCALE = 8;

/** How long a card takes to turn by itself, in ms. */
const TURN_MILLISECONDS = 240;

/**
 * @typedef {object} Glide
 * @property {Similarity} change in the view
 * @property {boolean} done
 */

/** So much of a thrown card's way stays in view, in CSS pixels from its middle to the edge. */
const EDGE = 40;

export class TransformSession {
  /** @type {ReadonlySet<string>} */
  ids;
  #model;
  #stage;
  #ended;
  #base;
  /** @type {"held" | "gliding" | "done"} */
  #state = "held";
  #change = similarity();
  #paused = false;
  /** @type {(milliseconds: number) => Glide} */
  #flight = () => ({ change: similarity(), done: true });
  /** Whether it comes to its end also where a hand catches it. */
  #endsWhole = false;
  #stop = () => {};
  /** @type {ReturnType<BoardModel["launch"]> | null} */
  #launched = null;

  /**
   * @param {BoardModel} model
   * @param {Iterable<string>} ids
   * @param {Stage} stage
   * @param {(session: TransformSession) => void} ended called once
   */
  constructor(model, ids, stage, ended) {
    this.#model = model;
    this.#stage = stage;
    this.#ended = ended;
    this.ids = new Set(ids);
    model.beginGroup(say("Move"));
    model.run({ type: "stack", ids: [...this.ids], direction: "front" });
    this.#base = itemsOf(model.board, this.ids);
  }

  get state() {
    return this.#state;
  }

  /**
   * All that has happened since the session began, or since {@link rebase}, in the view. A later call replaces
   * an earlier one, so that none can be missed and nothing adds up.
   * @param {Partial<Similarity>} change
   */
  by(change) {
    const whole = similarity(change);
    if (this.#state !== "held" || !isSound(whole)) return;
    this.#change = { ...whole, scale: this.#limitedScale(whole.scale) };
    if (!this.#paused) this.#place(this.#change);
  }

  /** Puts everything back until it is resumed: the hand may draw something instead. */
  pause() {
    if (this.#state !== "held" || this.#paused) return;
    this.#paused = true;
    this.#model.run({ type: "place", ...this.#base });
  }

  /** The hand moves it after all, as far as it has gone meanwhile. */
  resume() {
    if (this.#state !== "held" || !this.#paused) return;
    this.#paused = false;
    this.#place(this.#change);
  }

  /** Goes on from here: the next change counts from now. A finger has come or gone. */
  rebase() {
    if (this.#state !== "held") return;
    this.#base = itemsOf(this.#model.board, this.ids);
    this.#change = similarity();
  }

  /**
   * Lets go; with some speed it flies on.
   * @param {Point} [velocity] in CSS pixels per second of the view
   */
  end(velocity = vec(0, 0)) {
    if (this.#state !== "held") return;
    const fast = !this.#paused && Math.hypot(velocity.x, velocity.y) >= CARD_THROW_SPEED;
    if (!fast || this.#stage.still()) return this.#done();
    this.rebase();
    const from = this.#middle();
    const flight = flightWithin(from, velocity, this.#field(), FLING_DECELERATION);
    this.#glide((milliseconds) => {
      const { point, done } = flight(milliseconds);
      return { change: similarity({ translation: minus(point, from) }), done };
    });
  }

  /**
   * Lets go, and lets it turn by itself.
   * @param {number} degrees clockwise
   * @param {Point} about of the board: the view may move meanwhile
   */
  turnOn(degrees, about) {
    if (this.#state !== "held") return;
    this.rebase();
    this.#endsWhole = true;
    this.#glide((milliseconds) => {
      const left = 1 - clamp(milliseconds / TURN_MILLISECONDS, 0, 1);
      return { change: similarity({ rotation: degrees * (1 - left ** 3), about: this.#model.viewport.toView(about) }), done: left === 0 };
    });
    if (this.#stage.still()) this.settle();
  }

  /** @param {(milliseconds: number) => Glide} flight */
  #glide(flight) {
    this.#flight = flight;
    this.#state = "gliding";
    this.#launched = this.#model.launch();
    this.#stop = this.#stage.frames((milliseconds) => this.#fly(milliseconds));
  }

  /** Ends it where it is: the hand was taken away. */
  cancel() {
    this.end();
  }

  /** Puts everything back. */
  revert() {
    if (this.#state !== "held") return;
    this.#model.run({ type: "place", ...this.#base });
    this.#done();
  }

  /** Stops a flight where it is: a hand has caught it. */
  catch() {
    if (this.#state !== "gliding") return;
    if (this.#endsWhole) this.settle();
    else this.#done();
  }

  /** Ends a flight at once where it would have ended. */
  settle() {
    if (this.#state === "held") return this.end();
    if (this.#state === "gliding") this.#fly(Infinity);
  }

  /** @param {number} milliseconds */
  #fly(milliseconds) {
    if (this.#state !== "gliding") return;
    const { change, done } = this.#flight(milliseconds);
    this.#place(change);
    if (done) this.#done();
  }

  #done() {
    this.#state = "done";
    this.#stop();
    if (this.#launched) this.#launched.land();
    else this.#model.endGroup();
    this.#ended(this);
  }

  /** @param {Similarity} change in the view */
  #place(change) {
    const { viewport } = this.#model;
    const onBoard = {
      ...change, translation: viewport.armToBoard(change.translation), about: viewport.toBoard(change.about),
    };
    // Items that were deleted meanwhile stay deleted, and cards that another hand laid over them stay there.
    /** @type {import("./board-commands.js").Command} */
    const command = {
      type: "place",
      cards: this.#base.cards.map((card) => transformedCard(card, onBoard)),
      strokes: this.#base.strokes.map((stroke) => transformedStroke(stroke, onBoard)),
    };
    if (this.#launched) this.#launched.run(command);
    else this.#model.run(command);
  }

  /**
   * The nearest scale that all cards can take; those that came with another one may keep it.
   * @param {number} scale
   */
  #limitedScale(scale) {
    const scales = this.#base.cards.map((card) => card.scale);
    if (scales.length === 0) return clamp(scale, 0.05, 20);
    const low = MINIMUM_CARD_SCALE / Math.min(...scales);
    const high = MAXIMUM_CARD_SCALE / Math.max(...scales);
    return clamp(scale, Math.min(1, low), Math.max(1, high));
  }

  #middle() {
    const { cards, strokes } = itemsOf(this.#model.board, this.ids);
    const frame = unionOf([
      ...cards.map((card) => cardBounds(card, this.#model.aspectOf(card))), ...strokes.map(strokeBounds),
    ]) ?? boundsOf([vec(0, 0)]) ?? rect(0, 0, 0, 0);
    return this.#model.viewport.toView(vec(frame.x + frame.width / 2, frame.y + frame.height / 2));
  }

  #field() {
    const { width, height } = this.#model.viewport.size;
    return rect(EDGE, EDGE, Math.max(0, width - 2 * EDGE), Math.max(0, height - 2 * EDGE));
  }
}
