/** Makes an element of the page something that the arbiter can touch. */

import { mayBeginOn } from "./controls.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../view.js").Responder} Responder */
/** @typedef {import("../view.js").TouchHandler} TouchHandler */
/** @typedef {import("../view.js").View} View */
/** @typedef {import("../recognizer.js").GestureRecognizer} GestureRecognizer */

/**
 * The views of a surface's elements, one for each, made when they are asked for.
 */
export class ElementViews {
  /** @type {WeakMap<Element, ElementView>} */
  #views = new WeakMap();

  /** @param {Element} root the surface */
  constructor(root) {
    this.root = root;
  }

  /**
   * @param {Element} element
   * @returns {ElementView}
   */
  viewFor(element) {
    let view = this.#views.get(element);
    if (!view) this.#views.set(element, view = new ElementView(element, this));
    return view;
  }

  /**
   * The view of what a source says was touched, or of the surface.
   * @param {unknown} [target]
   * @returns {ElementView}
   */
  viewAt(target) {
    const isElement = target instanceof Element && this.root.contains(target);
    return this.viewFor(isElement ? target : this.root);
  }
}

/**
 * An element as a view. Handlers and flags are set on it as on any other. Its coordinates are those of its
 * box, exact when the element is moved and scaled, not when it is turned.
 * @implements {View}
 */
export class ElementView {
  #views;
  /** @type {boolean} */
  multipleTouchEnabled = false;
  /** @type {boolean} */
  exclusiveTouch = false;
  /** @type {Responder | null | undefined} */
  nextResponder;
  /** @type {TouchHandler | undefined} */
  touchesBegan;
  /** @type {TouchHandler | undefined} */
  touchesMoved;
  /** @type {TouchHandler | undefined} */
  touchesEnded;
  /** @type {TouchHandler | undefined} */
  touchesCancelled;
  /** @type {TouchHandler | undefined} */
  touchesRetracted;
  /**
   * Controls of the page defend themselves; an owner that knows better sets another.
   * @type {(recognizer: GestureRecognizer) => boolean}
   */
  gestureRecognizerShouldBegin = (recognizer) => mayBeginOn(this.element, this.#views.root, recognizer);

  /**
   * @param {Element} element
   * @param {ElementViews} views
   */
  constructor(element, views) {
    this.element = element;
    this.#views = views;
  }

  /** @returns {ElementView | null} */
  get superview() {
    const { parentElement } = this.element;
    return parentElement && this.element !== this.#views.root ? this.#views.viewFor(parentElement) : null;
  }

  get isInWindow() {
    return this.element.isConnected;
  }

  /**
   * A point of the surface within the element.
   * @param {Point} point
   * @returns {Point}
   */
  fromWindow({ x, y }) {
    const root = this.#views.root.getBoundingClientRect();
    const box = this.element.getBoundingClientRect();
    const { offsetWidth = box.width, offsetHeight = box.height } = /** @type {Partial<HTMLElement>} */ (this.element);
    return {
      x: (x + root.left - box.left) * ratio(offsetWidth, box.width),
      y: (y + root.top - box.top) * ratio(offsetHeight, box.height),
    };
  }
}

/**
 * @param {number} own length of the element, before transforms
 * @param {number} shown length on the screen
 */
function ratio(own, shown) {
  return shown > 0 && own > 0 ? own / shown : 1;
}
