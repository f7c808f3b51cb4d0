/**
 * Gestures that select: a long press of a finger on a card, and a frame that a mouse draws from between the cards.
 *
 * The list is scrolled by the browser. A finger that scrolls is the browser's from then on, and its press is over.
 */

import { addGestureRecognizer, GestureSurface, isActive, LongPressGestureRecognizer, nextAnimationFrame, PanGestureRecognizer, State } from "../../gestures/index.js";
import { rect } from "../../gestures/geometry/index.js";
import { element } from "../../shell/element.js";
import { keyAt } from "./list-selecting.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */

/** So near to the upper or lower edge a frame scrolls the list, in CSS pixels, and so far in a frame of the screen. */
const EDGE = 32;
const EDGE_STEP = 16;

/**
 * @typedef {object} SelectingGestureCalls
 * @property {(key: string) => void} pressed called with the item whose card was pressed long
 * @property {(at: Point) => void} pressedBeside called with the point of the window, between the cards, that was pressed long
 * @property {(area: Rect) => readonly string[]} itemsIn an area of what is scrolled over
 * @property {(keys: readonly string[] | null) => void} frame as of {@link import("./list-selecting.js").ListSelecting.frame}
 */

export class SelectingGestures {
  #scroller;
  #calls;
  #frame = element("div", { "class": "select-frame", "hidden": true });
  /**
   * The corner at which the frame was begun, in what is scrolled over.
   * @type {Point}
   */
  #start = { x: 0, y: 0 };
  /**
   * The pointer, in the scroller.
   * @type {Point}
   */
  #end = { x: 0, y: 0 };
  #stopScrolling = () => {};

  /**
   * @param {HTMLElement} scroller
   * @param {SelectingGestureCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(scroller, calls, signal) {
    this.#scroller = scroller;
    this.#calls = calls;
    scroller.append(this.#frame);
    const { views } = new GestureSurface(scroller, { touchAction: "pan-y" }, signal);
    const press = new LongPressGestureRecognizer();
    press.allowedTouchTypes = new Set(/** @type {const} */ (["touch", "pen"]));
    press.addTarget(() => this.#pressed(press));
    addGestureRecognizer(views.viewFor(scroller), press);
    const drag = new PanGestureRecognizer({ maximumTouches: 1 });
    drag.allowedTouchTypes = new Set(/** @type {const} */ (["mouse"]));
    drag.delegate = { shouldReceive: (_, { view }) => elementOf(view)?.closest(".card, .trail, .column-heads, button, a") === null };
    drag.addTarget(() => this.#dragged(drag));
    addGestureRecognizer(views.viewFor(scroller), drag);
    // A finger that rests on a link would drag it.
    scroller.addEventListener("dragstart", (event) => press.state !== State.Possible && event.preventDefault(), { signal });
  }

  /** @param {LongPressGestureRecognizer} press */
  #pressed(press) {
    if (press.state !== State.Began) return;
    const box = this.#scroller.getBoundingClientRect();
    const { x, y } = press.location();
    const at = { x: box.left + x, y: box.top + y };
    const target = document.elementFromPoint(at.x, at.y);
    const key = keyAt(target);
    if (key !== null && !target?.closest(".name-place")) this.#calls.pressed(key);
    else if (!target?.closest(".card, button, a, input")) this.#calls.pressedBeside(at);
  }

  /** @param {PanGestureRecognizer} drag */
  #dragged(drag) {
    this.#end = drag.location();
    if (drag.state === State.Began) this.#begin(drag.translation());
    if (isActive(drag.state)) return this.#draw();
    this.#stopScrolling();
    this.#stopScrolling = () => {};
    this.#frame.hidden = true;
    this.#calls.frame(null);
  }

  /** @param {Point} way that the mouse went before the drag began */
  #begin(way) {
    this.#start = { x: this.#end.x - way.x, y: this.#end.y - way.y + this.#scroller.scrollTop };
    this.#frame.hidden = false;
    this.#calls.frame(null);
    this.#scrollAtEdges();
  }

  #draw() {
    const { scrollTop } = this.#scroller;
    const [left, top] = [Math.min(this.#start.x, this.#end.x), Math.min(this.#start.y, this.#end.y + scrollTop)];
    const area = rect(left, top, Math.abs(this.#end.x - this.#start.x), Math.abs(this.#end.y + scrollTop - this.#start.y));
    const { style } = this.#frame;
    style.transform = `translate(${area.x}px, ${area.y}px)`;
    [style.width, style.height] = [`${area.width}px`, `${area.height}px`];
    this.#calls.frame(this.#calls.itemsIn(area));
  }

  /** Scrolls on while the pointer is at an edge, or beyond it. */
  #scrollAtEdges() {
    this.#stopScrolling = nextAnimationFrame(() => {
      const { scrollTop, clientHeight } = this.#scroller;
      if (this.#end.y < EDGE) this.#scroller.scrollTop -= EDGE_STEP;
      else if (this.#end.y > clientHeight - EDGE) this.#scroller.scrollTop += EDGE_STEP;
      if (this.#scroller.scrollTop !== scrollTop) this.#draw();
      this.#scrollAtEdges();
    });
  }
}

/**
 * @param {import("../../gestures/index.js").View | null} view
 * @returns {Element | null}
 */
function elementOf(view) {
  return /** @type {{element?: Element} | null} */ (view)?.element ?? null;
}
