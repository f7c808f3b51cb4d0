/**
 * Fingers that part over the grid make its pictures larger, and smaller when they close. The wheel with Control, which is also
 * what a trackpad sends, does the same. The grid follows them, and is in another size when they have gone far enough.
 *
 * Two fingers that land on one card and part show its document.
 */

import { addGestureRecognizer, GestureSurface, isActive, PinchGestureRecognizer, State } from "../../gestures/index.js";
import { pinchSteps, pinchStretch } from "./pinch.js";

/** How long a grid takes that goes back to how it was, in milliseconds. */
const BACK_MILLISECONDS = 160;

/** Two fingers have to part so far on a card until it is shown. */
const APART = 1.15;

/**
 * @typedef {object} LookGestureCalls
 * @property {(steps: number) => void} steps called with how many sizes larger the pictures are to be
 * @property {() => boolean} isGrid whether there are pictures that can be another size
 * @property {(id: string) => void} parted called with the document on whose card two fingers have parted
 */

/** The cards under the two fingers that landed last. A trackpad points at a card, and its fingers land on none. */
class PinchedCards {
  /** @type {(string | null)[]} */
  #landed = [null, null];

  /** @param {PinchGestureRecognizer} pinch whose fingers are followed from where they land */
  constructor(pinch) {
    pinch.delegate = { shouldReceive: (_, touch) => this.#land(touch) };
  }

  /** The document on whose card both fingers landed; null where they did not. */
  get only() {
    const [first, second] = this.#landed;
    return first !== undefined && first === second ? first : null;
  }

  /** @param {import("../../gestures/index.js").Touch} touch */
  #land({ type, view }) {
    const { element } = /** @type {{element?: Element}} */ (view ?? {});
    const card = type === "touch" ? element?.closest("[data-document]") : null;
    this.#landed = [this.#landed[1] ?? null, card instanceof HTMLElement ? card.dataset["document"] ?? null : null];
    return true;
  }
}

export class LookGestures {
  #scroller;
  #grid;
  #calls;

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} grid
   * @param {LookGestureCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(scroller, grid, calls, signal) {
    this.#scroller = scroller;
    this.#grid = grid;
    this.#calls = calls;
    const { views } = new GestureSurface(scroller, { touchAction: "pan-y" }, signal);
    const pinch = new PinchGestureRecognizer();
    const cards = new PinchedCards(pinch);
    pinch.addTarget(() => this.#pinched(pinch, cards.only));
    addGestureRecognizer(views.viewFor(scroller), pinch);
  }

  /**
   * @param {PinchGestureRecognizer} pinch
   * @param {string | null} id of the one document under its fingers
   */
  #pinched(pinch, id) {
    const { scale } = pinch;
    if (id && pinch.state === State.Ended && scale >= APART) this.#calls.parted(id);
    if (!this.#calls.isGrid() || (id && scale > 1)) return this.#release(false);
    if (isActive(pinch.state)) return this.#stretch(scale, pinch.origin);
    const steps = pinch.state === State.Ended ? pinchSteps(scale) : 0;
    this.#release(steps === 0);
    if (steps !== 0) this.#calls.steps(steps);
  }

  /**
   * @param {number} scale of the fingers
   * @param {import("../../gestures/geometry/index.js").Point} origin in the scroller
   */
  #stretch(scale, origin) {
    const { style, offsetLeft, offsetTop } = this.#grid;
    style.transformOrigin = `${origin.x - offsetLeft}px ${origin.y + this.#scroller.scrollTop - offsetTop}px`;
    style.transform = `scale(${pinchStretch(scale)})`;
  }

  /** @param {boolean} isBack whether it goes back to how it was */
  #release(isBack) {
    const { style } = this.#grid;
    const { transform } = style;
    style.transform = "";
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    style.transformOrigin = isBack ? style.transformOrigin : "";
    if (!isBack || isStill || !transform) return;
    const back = this.#grid.animate([{ transform }, { transform: "none" }], { duration: BACK_MILLISECONDS, easing: "ease-out" });
    back.onfinish = () => {
      style.transformOrigin = "";
    };
  }
}
