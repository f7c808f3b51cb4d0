/** As much of a page as the adapters of the browser need. */

import { addGestureRecognizer, GestureSurface, ManualClock } from "../../../Public/gestures/index.js";

globalThis.Element ??= class Element extends EventTarget {};

/** The members of a finger's event at a place and a time. */
export function pointer(clientX, clientY, timeStamp, more = {}) {
  return {
    pointerId: 1, pointerType: "touch", button: 0, buttons: 1, clientX, clientY, timeStamp, pressure: 0.5, tiltX: 0, tiltY: 0,
    twist: 0, width: 1, height: 1, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, cancelable: true, ...more,
  };
}

export class FakeElement extends globalThis.Element {
  style = {};
  parentElement = null;
  isConnected = true;
  children = [];
  captured = [];
  clock = new ManualClock();
  window = new EventTarget();
  #heard = new Map();
  #controller = new AbortController();

  /** The control that it is, if it is one: `button` or `slider`. */
  control;

  constructor(rect = { left: 0, top: 0, width: 400, height: 400 }, parent = null, control = null) {
    super();
    this.rect = rect;
    this.control = control;
    this.parentElement = parent;
    parent?.children.push(this);
    this.ownerDocument = parent?.ownerDocument ?? Object.assign(new EventTarget(), { hidden: false, defaultView: this.window });
    this.#listenIn(this);
    if (!parent) this.#listenIn(this.ownerDocument);
  }

  getBoundingClientRect() {
    return this.rect;
  }

  contains(other) {
    return other === this || this.children.some((child) => child.contains(other));
  }

  /** Whether a selector names the control that this is. */
  matches(selector) {
    return this.control !== null && selector.split(", ").some((part) => part === this.control || part === `[role=${this.control}]`);
  }

  closest(selector) {
    for (let element = this; element; element = element.parentElement) if (element.matches(selector)) return element;
    return null;
  }

  setPointerCapture(id) {
    this.captured.push(id);
  }

  /** A surface on this element, that lasts until it is aborted. */
  surface(options = {}) {
    const surface = new GestureSurface(this, { clock: this.clock, ...options }, this.#controller.signal);
    const attach = (recognizer) => addGestureRecognizer(surface.views.viewFor(this), recognizer);
    return { attach, surface, arbiter: surface.arbiter };
  }

  abort() {
    this.#controller.abort();
  }

  /** Dispatches an event to this element, its ancestors and the document, as far as they listen. */
  fire(name, properties) {
    this.clock.advance(properties.timeStamp ?? 0);
    const event = new Event(name, { cancelable: properties.cancelable ?? false });
    for (const [key, value] of Object.entries(properties)) {
      if (key !== "cancelable") Object.defineProperty(event, key, { value });
    }
    Object.defineProperty(event, "target", { value: this });
    let isStopped = false;
    event.stopPropagation = () => { isStopped = true; };
    this.ownerDocument.dispatchEvent(event);
    for (let element = this; element && !isStopped; element = element.parentElement) element.dispatchEvent(event);
    return event;
  }

  options(name) {
    return this.#heard.get(name);
  }

  heardNames() {
    return [...this.#heard.keys()];
  }

  #listenIn(target) {
    const { addEventListener } = target;
    target.addEventListener = (name, listener, options) => {
      this.#heard.set(name, options);
      addEventListener.call(target, name, listener, options);
    };
  }
}
