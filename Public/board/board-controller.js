/**
 * All that hands can do on a board, whatever they do it with: recognizers, a mouse, keys. Points are in the
 * view, in CSS pixels from its top left; speeds in CSS pixels per second.
 */

import { say } from "../shell/texts.js";
import { BoardCamera } from "./board-camera.js";
import { BoardEditing } from "./board-editing.js";
import { BoardHitTesting } from "./board-hit-testing.js";
import { LiveStrokes } from "./ink/live-strokes.js";
import { itemsUnder, itemsWithin } from "./path-selection.js";
import { TransformSession } from "./transform-session.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("./ink/live-strokes.js").StrokeKey} StrokeKey */
/** @typedef {import("../ink/stroke-builder.js").InkSample} InkSample */

/**
 * @typedef {object} ControllerOptions
 * @property {import("./transform-session.js").Stage["frames"]} frames
 * @property {() => boolean} still whether motion is unwanted
 * @property {() => string} newId
 * @property {() => void} inkChanged called when a stroke that is being drawn has changed
 */

export class BoardController {
  #model;
  #stage;
  #hitTesting;
  #ink;
  /** @type {Set<TransformSession>} */
  #sessions = new Set();
  /** @type {BoardCamera} */
  camera;
  /** @type {BoardEditing} */
  editing;

  /**
   * @param {BoardModel} model
   * @param {ControllerOptions} options
   */
  constructor(model, { frames, still, newId, inkChanged }) {
    this.#model = model;
    this.#stage = { frames, still };
    this.camera = new BoardCamera(model, this.#stage);
    this.editing = new BoardEditing(this, newId);
    this.#hitTesting = new BoardHitTesting(model);
    this.#ink = new LiveStrokes(model, newId, inkChanged);
  }

  get model() {
    return this.#model;
  }

  get liveStrokes() {
    return this.#ink.live;
  }

  /** Whether anything flies, or the view glides. */
  get gliding() {
    return this.camera.gliding || [...this.#sessions].some((session) => session.state === "gliding");
  }

  /** @param {Point} point */
  hit(point) {
    return this.#hitTesting.hit(point);
  }

  /**
   * All that is done until {@link endGesture} is one step of undo.
   * @param {string} name of the step
   */
  beginGesture(name) {
    this.#model.beginGroup(name);
  }

  endGesture() {
    this.#model.endGroup();
  }

  /**
   * Takes hold of cards and strokes, brings them to the front and catches those that fly. Any number of hands
   * may hold something at the same time.
   * @param {Iterable<string>} ids
   */
  beginTransform(ids) {
    const wanted = new Set(ids);
    this.catch(wanted);
    const session = new TransformSession(
      this.#model, wanted, this.#stage, (ended) => this.#sessions.delete(ended),
    );
    this.#sessions.add(session);
    return session;
  }

  /**
   * Stops those that fly where they are.
   * @param {Iterable<string>} ids
   */
  catch(ids) {
    const wanted = new Set(ids);
    for (const session of [...this.#sessions]) {
      if ([...session.ids].some((id) => wanted.has(id))) session.catch();
    }
  }

  /** @param {string} id */
  bringForward(id) {
    this.stack("front", [id]);
  }

  /**
   * @param {import("./stacking.js").Direction} direction
   * @param {readonly string[]} [ids] what is selected, where left out
   */
  stack(direction, ids = [...this.#model.selection]) {
    this.#model.run({ type: "stack", ids, direction }, direction === "front" ? say("Bring forward") : say("Reorder"));
  }

  /**
   * Selects what a closed line goes around.
   * @param {readonly Point[]} path
   */
  selectWithin(path) {
    this.#model.select(itemsWithin(this.#model, this.#onBoard(path)));
  }

  /**
   * Deletes what was scratched out: the ink under the scratch, or else the card.
   * @param {readonly Point[]} path
   * @returns {readonly string[]} what was deleted
   */
  deleteUnder(path) {
    const ids = itemsUnder(this.#model, this.#onBoard(path));
    this.#model.run({ type: "delete", ids });
    return ids;
  }

  /**
   * @param {StrokeKey} key
   * @param {InkSample} sample
   */
  beginStroke(key, sample) {
    this.#ink.begin(key, sample);
  }

  /**
   * @param {StrokeKey} key
   * @param {readonly InkSample[]} samples
   * @param {readonly InkSample[]} [predicted]
   */
  extendStroke(key, samples, predicted) {
    this.#ink.extend(key, samples, predicted);
  }

  /**
   * @param {StrokeKey} key
   * @returns {string | null} the stroke; null where nothing was drawn
   */
  endStroke(key) {
    return this.#ink.end(key);
  }

  /**
   * The finger was taken away by the system: what it drew is kept.
   * @param {StrokeKey} key
   * @returns {string | null} the stroke; null where nothing was drawn
   */
  cancelStroke(key) {
    return this.#ink.end(key);
  }

  /**
   * A stroke that is finished was drawn by the palm: it has never been there.
   * @param {string} id
   */
  retractStroke(id) {
    this.#model.retract(id);
  }

  /**
   * @param {StrokeKey} key
   */
  discardStroke(key) {
    this.#ink.discard(key);
  }

  /**
   * As it is now, for a hand that may turn out to be the palm.
   * @returns {() => void} puts back what has been done since, and stops what was thrown since
   */
  remember() {
    const [back, viewport, gliding] = [this.#model.remember(), this.#model.viewport, this.camera.gliding];
    const flying = new Set(this.#sessions);
    return () => {
      for (const session of [...this.#sessions]) if (!flying.has(session)) session.catch();
      back();
      // A view that glides on has not been left to itself; the way that it has come is not undone.
      if (!gliding) this.camera.showAgain(viewport);
    };
  }

  undo() {
    this.land();
    this.#model.undo();
  }

  redo() {
    this.land();
    this.#model.redo();
  }

  /** Ends all that moves by itself, where it would have come to rest. */
  settle() {
    this.land();
    this.camera.catch();
  }

  /** Ends all steps that are not over, with what flies at rest. */
  land() {
    this.editing.endNudge();
    for (const session of [...this.#sessions]) session.settle();
  }

  /** @param {readonly Point[]} path */
  #onBoard(path) {
    const sound = path.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    return sound.map((point) => this.#model.viewport.toBoard(point));
  }
}
