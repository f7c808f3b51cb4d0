/**
 * A list that a finger draws down at its top is asked for anew. A round mark comes down with the finger; where it has come far
 * enough it stays until the answer is there.
 *
 * At the top the browser may scroll down, and leaves the way up to this (`touch-action: pan-down`, in `swipes.css`). Safari
 * leaves it to nobody, but tells how far it draws the list beyond its top.
 */

import { addGestureRecognizer, AxisPanGestureRecognizer, GestureSurface, isActive, State } from "../../gestures/index.js";
import { element, icon } from "../../shell/element.js";
import { ENOUGH, isEnough, markAt } from "./pull.js";

/** The mark is seen for so long at least, in milliseconds: else it would flash. */
const LEAST_MILLISECONDS = 500;

export class PullToRefresh {
  #scroller;
  #refresh;
  #disc = element("span", { class: "pull-disc" }, icon("restore"));
  #mark = element("div", { "class": "pull-mark", "aria-hidden": "true" }, this.#disc);
  #isBusy = false;
  /** How far down a finger has drawn the mark. */
  #drawn = 0;

  /**
   * @param {HTMLElement} scroller
   * @param {() => Promise<unknown>} refresh
   * @param {AbortSignal} signal
   */
  constructor(scroller, refresh, signal) {
    this.#scroller = scroller;
    this.#refresh = refresh;
    scroller.prepend(this.#mark);
    const { views } = new GestureSurface(scroller, { touchAction: "pan-y" }, signal);
    const pull = new AxisPanGestureRecognizer("vertical", { maximumTouches: 1 });
    pull.allowedTouchTypes = new Set(/** @type {const} */ (["touch"]));
    pull.delegate = { shouldReceive: () => !this.#isBusy && scroller.scrollTop <= 0 };
    pull.addTarget(() => this.#pulled(pull));
    addGestureRecognizer(views.viewFor(scroller), pull);
    // Before the list draws: to ask for the place afterwards would lay all out at once.
    scroller.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true, capture: true });
    this.#scrolled();
  }

  /** @param {AxisPanGestureRecognizer} pull */
  #pulled(pull) {
    if (isActive(pull.state)) return this.#draw(markAt(pull.translation().y));
    return this.#letGo(pull.state === State.Ended);
  }

  #scrolled() {
    const { scrollTop } = this.#scroller;
    this.#scroller.classList.toggle("at-top", scrollTop <= 0);
    if (scrollTop < 0 && !this.#isBusy) this.#draw(Math.max(this.#drawn, -scrollTop));
    else if (scrollTop === 0 && this.#drawn > 0 && !CSS.supports("touch-action", "pan-down")) this.#letGo(true);
  }

  /** @param {number} drawn */
  #draw(drawn) {
    this.#drawn = drawn;
    this.#mark.classList.add("is-drawn");
    this.#mark.classList.toggle("is-enough", isEnough(drawn));
    this.#disc.style.setProperty("--drawn", `${drawn}px`);
    this.#disc.style.setProperty("--share", String(Math.min(1, drawn / ENOUGH)));
  }

  /** @param {boolean} isMeant */
  #letGo(isMeant) {
    const asks = isMeant && isEnough(this.#drawn);
    this.#drawn = 0;
    this.#mark.classList.remove("is-drawn");
    if (asks) void this.#ask();
    else this.#mark.classList.remove("is-enough");
  }

  async #ask() {
    this.#isBusy = true;
    this.#mark.classList.add("is-busy");
    await Promise.all([this.#refresh(), new Promise((resolve) => setTimeout(resolve, LEAST_MILLISECONDS))]);
    this.#mark.classList.remove("is-busy", "is-enough");
    this.#isBusy = false;
  }
}
