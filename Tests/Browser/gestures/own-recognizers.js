/** Recognizers written against the public base alone, as another project would. */

import { GestureRecognizer, State } from "../../../Public/gestures/index.js";

/** Writes down which of its hooks were called, and recognizes when told to. */
export class Probe extends GestureRecognizer {
  hooks = [];
  /** Called in each handler: decides. */
  decide = () => {};

  constructor(kind = "continuous") {
    super(kind);
  }

  touchesBegan(touches) {
    this.hooks.push("began");
    this.decide("began", touches);
  }

  touchesMoved(touches) {
    this.hooks.push("moved");
    this.decide("moved", touches);
  }

  touchesEnded(touches) {
    this.hooks.push("ended");
    this.decide("ended", touches);
    super.touchesEnded(touches);
  }

  touchesCancelled(touches) {
    this.hooks.push("cancelled");
    super.touchesCancelled(touches);
  }

  reset() {
    this.hooks.push("reset");
  }

  go(state) {
    this.become(state);
  }

  drop(touch) {
    this.ignore(touch);
  }

  wait(delay, action) {
    return this.after(delay, action);
  }

  get time() {
    return this.now;
  }

  get count() {
    return this.touches.length;
  }
}

/** The letter N: up, down, up, each at least 20 px. */
export class NShapeRecognizer extends GestureRecognizer {
  #leg = 0;
  #turn = 0;

  constructor() {
    super("discrete");
  }

  touchesBegan(touches) {
    if (this.touches.length > 1) this.become(State.Failed);
    else for (const touch of touches) this.#turn = touch.location().y;
  }

  touchesMoved(touches) {
    for (const touch of touches) this.#follow(touch.location().y);
  }

  reset() {
    this.#leg = 0;
  }

  #follow(y) {
    const sign = this.#leg % 2 === 0 ? -1 : 1;
    const way = (y - this.#turn) * sign;
    if (way < -20 && this.#leg === 0) this.become(State.Failed);
    else if (way >= 20 && this.#leg === 2) this.become(State.Ended);
    else if (way >= 20) {
      this.#leg += 1;
      this.#turn = y;
    } else if (way < 0) this.#turn = y;
  }
}
