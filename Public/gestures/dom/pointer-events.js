/** The one place that knows pointer events: all of them become samples here. Wheels have `wheel-events.js`. */

import { CLICK_AFTER_LIFT, MENU_AFTER_PRESS } from "../constants.js";
import { isSound, SECONDARY_BUTTON } from "../sample.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../sample.js").Moment} Moment */
/** @typedef {import("../sample.js").Sample} Sample */
/** @typedef {import("../trackpad.js").SampleSink} SampleSink */

/**
 * A place in the window, as mouse events have it, px.
 * @typedef {{readonly clientX: number, readonly clientY: number}} ClientPlace
 */

/**
 * @typedef {object} PointerPorts
 * @property {SampleSink} pointers
 * @property {() => void} interrupted nothing that is down will be heard of again
 * @property {(id: number) => boolean} isHeard whether a recognizer took what this pointer touches
 * @property {(id: number) => boolean} isTaken whether a gesture that takes it from its view has begun with this pointer
 * @property {import("../scrolling/animator.js").NextFrame | null} nextFrame null where nothing is drawn in frames
 */

/** Buttons that touch: the first one, a finger, the tip of a pen; and the one that opens menus. */
const BUTTONS = Object.freeze([0, SECONDARY_BUTTON]);

/**
 * Hears pointers that land on an element, wherever they go, until they lift. A lost pointer is cancelled: browsers end
 * touches with `pointercancel`, with `lostpointercapture`, or not at all.
 *
 * Browsers report fingers one after the other. While several are down, the changes of one frame are dispatched
 * together: else two parallel fingers would part and meet again with every frame.
 */
export class PointerEvents {
  #element;
  #ports;
  /** @type {Map<number, {readonly button: number, readonly type: "touch" | "pen" | "mouse"}>} */
  #down = new Map();
  /** @type {Point} */
  #origin = { x: 0, y: 0 };
  /**
   * The pointer of the latest press, where the menu that it may open belongs to a recognizer; and when it lifted, ms.
   * @type {{readonly id: number, lifted: number} | null}
   */
  #menuPress = null;
  /**
   * Moves of the frame at hand, the latest of each pointer.
   * @type {Map<number, Sample>}
   */
  #moves = new Map();
  #callOffFrame = () => {};
  /** When a pointer lifted that a gesture had taken from what was pressed, ms. */
  #dragEnded = -Infinity;

  /**
   * @param {HTMLElement} element
   * @param {PointerPorts} ports
   * @param {AbortSignal} signal ends it
   */
  constructor(element, ports, signal) {
    this.#element = element;
    this.#ports = ports;
    const { ownerDocument } = element;
    element.addEventListener("pointerdown", (event) => this.#pressed(event), { signal });
    element.addEventListener("pointerleave", (event) => this.#left(event), { signal });
    const anywhere = { signal, capture: true };
    ownerDocument.addEventListener("pointermove", (event) => this.#moved(event), anywhere);
    ownerDocument.addEventListener("pointerup", (event) => this.#lifted(event, "ended"), anywhere);
    ownerDocument.addEventListener("pointercancel", (event) => this.#lifted(event, "cancelled"), anywhere);
    ownerDocument.addEventListener("lostpointercapture", (event) => this.#lost(event), anywhere);
    ownerDocument.addEventListener("visibilitychange", () => ownerDocument.hidden && this.interrupt(), { signal });
    ownerDocument.defaultView?.addEventListener("blur", () => this.interrupt(), { signal });
    ownerDocument.addEventListener("click", (event) => this.#clicked(event), anywhere);
    element.addEventListener("contextmenu", (event) => this.#menuAsked(event), { signal });
    ownerDocument.addEventListener("keydown", (event) => isMenuKey(event) && (this.#menuPress = null), anywhere);
    signal.addEventListener("abort", () => this.interrupt());
  }

  /**
   * @param {ClientPlace} event
   * @returns {Point}
   */
  placeOf({ clientX, clientY }) {
    return { x: clientX - this.#origin.x, y: clientY - this.#origin.y };
  }

  /** Looks where the element is; done before each touch and each hover, as reading it makes the browser lay out. */
  locate() {
    const { left, top } = this.#element.getBoundingClientRect();
    this.#origin = { x: left, y: top };
  }

  /** Pointers that are down are not heard of again; they have to land anew. */
  interrupt() {
    this.#down.clear();
    this.#callOffFrame();
    this.#moves.clear();
    this.#ports.interrupted();
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    if (!BUTTONS.includes(event.button)) return;
    this.#flush();
    if (this.#down.size === 0) this.locate();
    this.#hover(event, "ended");
    const [id, type] = [event.pointerId, typeOf(event)];
    if (event.isPrimary) this.#cancelStaleTouches(event, type);
    this.#down.set(id, { button: event.button, type });
    capture(event.target, event.pointerId);
    this.#send(event, "began");
    const asksForMenu = event.button === SECONDARY_BUTTON || type !== "mouse";
    this.#menuPress = asksForMenu && this.#ports.isHeard(id) ? { id, lifted: Infinity } : null;
  }

  /**
   * The first finger of all, or the first pen: earlier ones still counted as down have gone without an event.
   * @param {PointerEvent} event that lands
   * @param {"touch" | "pen" | "mouse"} type
   */
  #cancelStaleTouches({ pointerId, timeStamp: time }, type) {
    for (const [id, { button, type: other }] of [...this.#down]) {
      if (id === pointerId || other !== type) continue;
      this.#down.delete(id);
      this.#ports.pointers.dispatch([{ phase: "cancelled", id, time, button, type }]);
    }
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (this.#down.has(event.pointerId)) this.#sendMove(event);
    else if (this.#element.contains(/** @type {Node | null} */ (event.target))) this.#hover(event, "moved");
  }

  /**
   * @param {PointerEvent} event
   * @param {"ended" | "cancelled"} phase
   */
  #lifted(event, phase) {
    if (this.#down.has(event.pointerId)) this.#send(event, phase);
  }

  /**
   * A target that left the document has lost the pointer, of which the document is told: the surface keeps it from there on.
   * @param {PointerEvent} event
   */
  #lost(event) {
    const { ownerDocument } = this.#element;
    const isTargetGone = event.target === ownerDocument && this.#element.isConnected && this.#down.has(event.pointerId);
    if (!isTargetGone || !capture(this.#element, event.pointerId)) this.#lifted(event, "cancelled");
  }

  /**
   * A lone pointer is told of at once, several when all have moved, one moves again, or the frame is drawn.
   * @param {PointerEvent} event
   */
  #sendMove(event) {
    const { nextFrame } = this.#ports;
    if (event.buttons === 0 || this.#down.size === 1 || !nextFrame) {
      return this.#send(event, event.buttons === 0 ? "cancelled" : "moved");
    }
    if (this.#moves.has(event.pointerId)) this.#flush();
    if (this.#moves.size === 0) this.#callOffFrame = nextFrame(() => this.#flush());
    this.#moves.set(event.pointerId, this.#sampleOf(event, "moved"));
    if (this.#moves.size === this.#down.size) this.#flush();
  }

  /** Tells of the moves of this frame, as one event at the time of the last of them. */
  #flush() {
    if (this.#moves.size === 0) return;
    const samples = [...this.#moves.values()];
    const time = Math.max(...samples.map((sample) => sample.time));
    this.#callOffFrame();
    this.#moves.clear();
    this.#ports.pointers.dispatch(samples.map((sample) => ({ ...sample, time })));
  }

  /**
   * A drag that began on a button does not press it, though the button kept the pointer.
   * @param {MouseEvent} event
   */
  #clicked(event) {
    const isOfDrag = event.detail > 0 && event.timeStamp - this.#dragEnded <= CLICK_AFTER_LIFT;
    this.#dragEnded = -Infinity;
    if (!isOfDrag) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {PointerEvent} event */
  #left(event) {
    if (!this.#down.has(event.pointerId)) this.#hover(event, "ended");
  }

  /**
   * A second click or a press that recognizers watch opens no menu: a menu that opens swallows the end of the touch.
   * Some systems ask for the menu while the button is down, some when it is up.
   * @param {Event} event
   */
  #menuAsked(event) {
    if (this.#ownsMenu(event) && event.cancelable) event.preventDefault();
    else if (this.#down.size > 0) this.interrupt();
  }

  /**
   * Menus asked for by a key, or without a press, belong to the page.
   * @param {Event} event
   */
  #ownsMenu({ timeStamp }) {
    const press = this.#menuPress;
    return press !== null && (this.#down.has(press.id) || Math.abs(timeStamp - press.lifted) <= MENU_AFTER_PRESS);
  }

  /**
   * @param {PointerEvent} event
   * @param {"began" | "moved" | "ended" | "cancelled"} phase
   */
  #send(event, phase) {
    this.#flush();
    if (phase === "ended" && this.#ports.isTaken(event.pointerId)) this.#dragEnded = event.timeStamp;
    const sample = this.#sampleOf(event, phase);
    if (phase === "ended" || phase === "cancelled") this.#gone(event);
    this.#ports.pointers.dispatch([sample]);
  }

  /**
   * @param {PointerEvent} event
   * @param {Sample["phase"]} phase
   * @returns {Sample}
   */
  #sampleOf(event, phase) {
    const button = this.#down.get(event.pointerId)?.button ?? 0;
    return { ...this.#describe(event), phase, button, type: typeOf(event) };
  }

  /** @param {PointerEvent} event */
  #gone({ pointerId, timeStamp }) {
    this.#down.delete(pointerId);
    if (this.#menuPress?.id === pointerId) this.#menuPress.lifted = timeStamp;
  }

  /**
   * @param {PointerEvent} event
   * @param {"moved" | "ended"} phase
   */
  #hover(event, phase) {
    const device = typeOf(event);
    if (device === "touch") return;
    if (phase === "moved" && this.#down.size === 0) this.locate();
    this.#ports.pointers.dispatch([{ ...this.#describe(event), phase, type: "hover", device }]);
  }

  /**
   * @param {PointerEvent} event
   * @returns {Omit<Sample, "phase">}
   */
  #describe(event) {
    const { pointerId: id, timeStamp: time, pressure, tiltX, tiltY, twist, width, height, target } = event;
    const modifiers = { alt: event.altKey, control: event.ctrlKey, meta: event.metaKey, shift: event.shiftKey };
    return {
      id, time, ...this.placeOf(event), pressure, tiltX, tiltY, twist, width, height, modifiers,
      coalesced: this.#moments(event.getCoalescedEvents?.()),
      predicted: this.#moments(event.getPredictedEvents?.()),
      ...(target && { target }),
    };
  }

  /**
   * Not every browser has them, not in every context, and some lists are empty.
   * @param {readonly PointerEvent[]} [events]
   * @returns {Moment[]}
   */
  #moments(events = []) {
    return events
      .map((event) => ({ ...this.placeOf(event), time: event.timeStamp, pressure: event.pressure }))
      .filter(isSound);
  }
}

/**
 * @param {PointerEvent} event
 * @returns {"touch" | "pen" | "mouse"}
 */
function typeOf({ pointerType }) {
  return pointerType === "pen" || pointerType === "mouse" ? pointerType : "touch";
}

/**
 * Whether it asks for the menu of what has the focus.
 * @param {KeyboardEvent} event
 */
function isMenuKey({ key, shiftKey }) {
  return key === "ContextMenu" || (key === "F10" && shiftKey);
}

/**
 * The target keeps the pointer, not the surface, so that a button that was pressed is also clicked.
 * @param {EventTarget | null} target
 * @param {number} pointerId
 * @returns {boolean} false where the pointer has gone already: its end is under way
 */
function capture(target, pointerId) {
  try {
    /** @type {Partial<Element>} */ (target ?? {}).setPointerCapture?.(pointerId);
    return true;
  } catch {
    return false;
  }
}
