/**
 * The strip along the edge of the window, from which a finger draws in the list beside a document, or the places of the library.
 * A setting turns it off; the strip is gone then, so that all fingers reach what lies there.
 */

import { addGestureRecognizer, AxisPanGestureRecognizer, GestureSurface, State } from "../../gestures/index.js";
import { element, towardEnd } from "../../shell/element.js";

/** The setting, which is on where nothing was chosen. */
const WANTED = "library.edge";

/** A finger must come in so far, in CSS pixels. */
const INWARD = 48;

/**
 * @typedef {object} EdgeSwipeParts
 * @property {EdgeChoices} choices
 * @property {() => boolean} mayOpen whether there is anything to open just then
 * @property {() => void} open
 */

/** @typedef {{get: (key: string) => string | null, follow: (action: () => void, signal: AbortSignal) => unknown}} EdgeChoices */

export class EdgeSwipe {
  /** @type {HTMLElement} */
  element = element("div", { class: "beside-edge" });
  #parts;

  /**
   * @param {EdgeSwipeParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    const { views } = new GestureSurface(this.element, { touchAction: "pan-y" }, signal);
    const pan = new AxisPanGestureRecognizer("horizontal", { maximumTouches: 1 });
    pan.allowedTouchTypes = new Set(/** @type {const} */ (["touch"]));
    pan.addTarget(() => pan.state === State.Ended && pan.translation().x * towardEnd(this.element) > INWARD && parts.open());
    addGestureRecognizer(views.viewFor(this.element), pan);
    // Browsers give a touch to what can be pressed near it, as the check of a card. Pressed, the strip does nothing.
    this.element.addEventListener("click", () => {}, { signal });
    parts.choices.follow(() => this.draw(), signal);
  }

  /** The strip is there only while the list or the places can be drawn in. */
  draw() {
    this.element.hidden = this.#parts.choices.get(WANTED) === "false" || !this.#parts.mayOpen();
  }
}
