/**
 * Rows of the list that a finger draws aside: a short way opens buttons beside the row, a long one does the first of them.
 *
 * A finger that goes up or down is the browser's, which scrolls. Mice and keys have the menu of the row, and so have programs
 * that read the screen: they hear nothing of the buttons.
 */

import { addGestureRecognizer, AxisPanGestureRecognizer, GestureSurface, isActive, State } from "../../gestures/index.js";
import { element, icon, towardEnd } from "../../shell/element.js";
import { whenPressed } from "../../shell/presses.js";
import { keyAt } from "../selection/list-selecting.js";
import { CLOSED, reduceSwipe, sideOf } from "./row-swipe.js";

/** @typedef {import("./row-swipe.js").Side} Side */
/** @typedef {import("./row-swipe.js").SwipeStep} SwipeStep */
/** @typedef {import("./swipe-actions.js").SwipeAction} SwipeAction */

/** Rows of items that can be acted upon. */
const ROW = ":is(.rows, .tall) > :is([data-document], [data-folder])";

/** The width of a button: in CSS pixels at least, and in units of the text's size. All of them leave some of the row. */
const BUTTON = 76;
const BUTTON_REMS = 4.75;
const MOST_OF_ROW = 0.7;

/** How long a row takes to its place, in milliseconds, as in `swipes.css`. */
const SETTLE_MILLISECONDS = 200;

/**
 * @typedef {object} RowSwipeCalls
 * @property {(key: string) => Readonly<Record<Side, readonly SwipeAction[]>> | null} actionsOf an item; null where it has none
 * @property {() => boolean} isSelecting whether taps select: rows stay then
 */

/** A row that lies aside, with its buttons. */
class SwipedRow {
  /** @type {readonly HTMLElement[]} */
  #panes;
  #row;

  /**
   * @param {HTMLElement} row
   * @param {Readonly<Record<Side, readonly SwipeAction[]>>} actions
   * @param {(action: SwipeAction) => void} act
   */
  constructor(row, actions, act) {
    this.#row = row;
    this.actions = actions;
    this.key = keyAt(row);
    this.#panes = (/** @type {const} */ (["start", "end"])).map((side) => paneOf(side, actions[side], act));
    row.append(...this.#panes);
    row.classList.add("swiped");
  }

  /** Whether the row is still that of its item: one that has left may become another's. */
  get isThere() {
    return this.#row.isConnected && keyAt(this.#row) === this.key;
  }

  get room() {
    const { clientWidth: row } = this.#row;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const widthOf = (/** @type {Side} */ side) => {
      const count = this.actions[side].length;
      return count && Math.min(count * Math.max(BUTTON, BUTTON_REMS * rem), MOST_OF_ROW * row);
    };
    return { start: widthOf("start"), end: widthOf("end"), row };
  }

  /** @param {EventTarget | null} target */
  hasButton(target) {
    return target instanceof Node && this.#panes.some((pane) => pane.contains(target));
  }

  /** @param {EventTarget | null} target */
  contains(target) {
    return target instanceof Node && this.#row.contains(target);
  }

  /**
   * @param {import("./row-swipe.js").RowSwipe} swipe
   * @param {number} toEnd 1 where the end of a line is at the right, -1 where it is at the left
   */
  draw(swipe, toEnd) {
    this.#row.classList.toggle("settling", swipe.phase !== "following");
    this.#row.style.setProperty("--swiped", `${swipe.offset * toEnd}px`);
    const side = sideOf(swipe);
    for (const pane of this.#panes) {
      const isShown = side !== null && pane.classList.contains(`at-${side}`);
      pane.style.width = `${isShown ? Math.abs(swipe.offset) : 0}px`;
      pane.classList.toggle("is-far", isShown && (swipe.isFar || swipe.phase === "done"));
    }
  }

  /** Puts all back at once. */
  remove() {
    if (this.hasButton(document.activeElement)) /** @type {HTMLElement | null} */ (this.#row.querySelector(".card-main"))?.focus({ preventScroll: true });
    for (const pane of this.#panes) pane.remove();
    // Another finger may have come to the row meanwhile.
    if (this.#row.querySelector(".row-actions")) return;
    this.#row.classList.remove("swiped", "settling");
    this.#row.style.removeProperty("--swiped");
  }
}

export class RowSwipes {
  #list;
  #calls;
  #swipe = CLOSED;
  /** @type {SwipedRow | null} */
  #shown = null;
  /** @type {HTMLElement | null} */
  #landed = null;
  /** Whether the press under way closes a row, and does nothing else. */
  #closes = false;

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} list
   * @param {RowSwipeCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(scroller, list, calls, signal) {
    this.#list = list;
    this.#calls = calls;
    const { views } = new GestureSurface(scroller, { touchAction: "pan-y" }, signal);
    const pan = new AxisPanGestureRecognizer("horizontal", { maximumTouches: 1 });
    pan.allowedTouchTypes = new Set(/** @type {const} */ (["touch"]));
    pan.delegate = { shouldReceive: (_, { view }) => this.#land(view) };
    pan.addTarget(() => this.#moved(pan));
    addGestureRecognizer(views.viewFor(scroller), pan);
    whenPressed(window, ({ target }) => this.#pressed(target), signal);
    scroller.addEventListener("click", (event) => this.#clicked(event), { signal, capture: true });
    scroller.addEventListener("scroll", () => this.close(), { signal, passive: true });
    window.addEventListener("keydown", () => this.close(), { signal, capture: true });
    window.addEventListener("resize", () => this.close(), { signal });
  }

  /** The list was drawn: a row that is another's now, or is to be selected, lies in its place. */
  follow() {
    if (!this.#shown) return;
    if (!this.#shown.isThere) this.#forget();
    else if (this.#calls.isSelecting()) this.close();
  }

  close() {
    if (this.#shown && this.#swipe.phase === "open") this.#step({ type: "closed" });
  }

  get #toEnd() {
    return towardEnd(this.#list);
  }

  /** @param {import("../../gestures/index.js").View | null} view */
  #land(view) {
    const { element: target } = /** @type {{element?: Element}} */ (view ?? {});
    const row = target?.closest(".name-place, .row-actions") || this.#calls.isSelecting() ? null : target?.closest(ROW);
    this.#landed = row instanceof HTMLElement && this.#list.contains(row) ? row : null;
    return this.#landed !== null;
  }

  /** @param {AxisPanGestureRecognizer} pan */
  #moved(pan) {
    if (pan.state === State.Began && !this.#begin()) return;
    if (this.#swipe.phase !== "following") return;
    const toEnd = this.#toEnd;
    this.#step({ type: "moved", way: pan.translation().x * toEnd });
    if (isActive(pan.state)) return;
    this.#step(pan.state === State.Ended ? { type: "let", velocity: pan.velocity().x * toEnd } : { type: "cancelled" });
  }

  /** @returns {boolean} whether there is a row to draw */
  #begin() {
    const row = this.#landed;
    const key = row && keyAt(row);
    if (!row || key === null || this.#swipe.phase === "done") return false;
    if (this.#shown?.key !== key) {
      this.close();
      const actions = this.#calls.actionsOf(key);
      if (!actions) return false;
      this.#shown = new SwipedRow(row, actions, (action) => this.#do(action));
    }
    this.#step({ type: "began", key, room: this.#shown.room });
    return true;
  }

  /** @param {SwipeStep} step */
  #step(step) {
    const shown = this.#shown;
    this.#swipe = reduceSwipe(this.#swipe, step);
    if (!shown) return;
    shown.draw(this.#swipe, this.#toEnd);
    if (this.#swipe.phase === "closed") this.#putBack(shown);
    const side = this.#swipe.phase === "done" ? sideOf(this.#swipe) : null;
    const [first] = side ? shown.actions[side] : [];
    if (first) this.#afterMotion(() => this.#do(first));
  }

  /** @param {SwipeAction} action */
  #do(action) {
    action.act();
    if (this.#shown?.isThere) this.#step({ type: "closed" });
    else this.#forget();
  }

  /** @param {SwipedRow} shown */
  #putBack(shown) {
    this.#shown = null;
    this.#afterMotion(() => shown.remove());
  }

  #forget() {
    this.#shown?.remove();
    this.#shown = null;
    this.#swipe = CLOSED;
  }

  /** @param {() => void} action */
  #afterMotion(action) {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setTimeout(action, isStill ? 0 : SETTLE_MILLISECONDS);
  }

  /** @param {EventTarget | null} target */
  #pressed(target) {
    const shown = this.#swipe.phase === "open" ? this.#shown : null;
    this.#closes = shown !== null && !shown.hasButton(target);
    if (this.#closes && !shown?.contains(target)) this.close();
  }

  /** @param {Event} event */
  #clicked(event) {
    if (!this.#closes) return;
    this.#closes = false;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }
}

/**
 * @param {Side} side
 * @param {readonly SwipeAction[]} actions
 * @param {(action: SwipeAction) => void} act
 */
function paneOf(side, actions, act) {
  return element("div", { "class": `row-actions at-${side}`, "aria-hidden": "true" }, ...actions.map((action) => {
    const made = element("button", { type: "button", class: `row-action ${action.role}s`, tabindex: -1 }, icon(action.icon), element("span", {}, action.label));
    made.addEventListener("click", () => act(action));
    return made;
  }));
}
