/**
 * Hands on cards and strokes. Touched, they come forward and are selected; dragged, pinched and turned they go with
 * the fingers. Let go of in motion they fly on, and another touch catches them. From the first finger down to the
 * last one up it is one step of undo.
 */

import { addGestureRecognizer, State, TransformGestureRecognizer } from "../../gestures/index.js";
import { HeldChange } from "./held-change.js";

/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("../transform-session.js").TransformSession} TransformSession */
/** @typedef {import("./board-scene.js").ItemPart} ItemPart */
/** @typedef {import("./raised-cards.js").Raise} Raise */
/** @typedef {import("./raised-cards.js").RaisedCards} RaisedCards */

/** One thing's gestures, for as long as it is on the board. */
export class ItemGestures {
  #controller;
  #item;
  #raised;
  #isShape;
  #transform = new TransformGestureRecognizer();
  /** @type {TransformSession | null} */
  #session = null;
  #change = new HeldChange();
  /**
   * Cards that have come forward under the first finger.
   * @type {Raise | null}
   */
  #raise = null;
  /** @type {ReadonlySet<string>} */
  #selected = new Set();

  /**
   * @param {BoardController} controller
   * @param {ItemPart} item
   * @param {RaisedCards} raised by all hands
   * @param {() => boolean} isShape whether what the finger drew has just turned out to be a shape
   */
  constructor(controller, item, raised, isShape) {
    this.#controller = controller;
    this.#item = item;
    this.#raised = raised;
    this.#isShape = isShape;
    item.onBegan = (touch) => this.#touched(touch);
    item.onEnded = () => this.#released();
    item.onCancelled = (touch) => this.#takenAway(touch);
    this.#transform.name = "hold";
    this.#transform.cancelsTouchesInView = false;
    this.#transform.addTarget(() => this.#moved());
    addGestureRecognizer(item, this.#transform);
  }

  get isHeld() {
    return this.#session !== null;
  }

  /** Puts it back, and is not moved any more until the fingers have lifted. */
  revert() {
    this.#session?.revert();
  }

  /** Puts it back until it is resumed. */
  pause() {
    this.#session?.pause();
  }

  /** Goes with the fingers after all. */
  resume() {
    this.#session?.resume();
  }

  /** @param {Touch} touch that has landed */
  #touched({ modifiers }) {
    if (this.#item.touches.size > 1) return;
    const { model } = this.#controller;
    const { id } = this.#item;
    const isAmongOthers = model.selection.has(id);
    this.#controller.catch(isAmongOthers ? model.selection : [id]);
    this.#selected = model.selection;
    this.#controller.beginGesture("Bring forward");
    this.#raise = this.#raised.raise(id);
    if (modifiers.shift) model.select(toggled(model.selection, id));
    else if (!isAmongOthers) model.select([id]);
    this.#item.held = new Set(model.selection.has(id) ? model.selection : [id]);
  }

  /** The last finger has lifted. */
  #released() {
    if (this.#item.touches.size > 0) return;
    this.#item.held = new Set();
    if (this.#raise) this.#raised.settle(this.#raise);
    this.#controller.endGesture();
  }

  /**
   * A gesture of several fingers, or the palm, was not meant for the card: it does not come forward, either, nor is it
   * selected.
   * @param {Touch} touch
   */
  #takenAway({ cancelCause }) {
    if (cancelCause === "palm" || cancelCause === "gesture") this.#untouch();
    this.#released();
  }

  #untouch() {
    if (this.#raise) this.#raised.takeBack(this.#raise);
    this.#controller.model.select(this.#selected);
  }

  #moved() {
    const { state } = this.#transform;
    if (state === State.Began) this.#takeHold();
    this.#session?.by(this.#change.follow(this.#transform));
    if (state === State.Ended) this.#letGo();
    else if (state === State.Cancelled) this.#lose();
  }

  #takeHold() {
    const { id, held } = this.#item;
    this.#change = new HeldChange();
    const ids = held.size > 0 ? held : new Set([id]);
    this.#session = this.#controller.beginTransform(ids);
    if (this.#raise) this.#raised.follow(this.#raise, ids);
  }

  #letGo() {
    if (this.#isShape()) this.#session?.revert();
    else this.#session?.end(this.#transform.velocity);
    this.#session = null;
  }

  /** A move that the pen interrupts was the palm's; any other stays where it is. */
  #lose() {
    if (this.#transform.cancelCause === "palm") this.#session?.revert();
    else this.#session?.cancel();
    this.#session = null;
  }
}

/**
 * @param {ReadonlySet<string>} ids
 * @param {string} id
 */
function toggled(ids, id) {
  return ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id];
}
