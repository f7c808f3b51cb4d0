/**
 * The arbiter's view of a touchable thing. `dom/element-view.js` adapts a DOM element; a node of a canvas scene
 * implements it itself.
 */

import { minus } from "./geometry/point.js";

/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */

/**
 * A responder's handler. A touch without a handler climbs the chain of responders; a handler that returns `false` lets
 * it climb on. The set holds the touches of one view in one phase. Do not keep either argument.
 * @typedef {(touches: ReadonlySet<Touch>, event: TouchEvent) => boolean | void} TouchHandler
 */

/**
 * Anything that touches may be handed to: views, their controller, the application.
 * @typedef {object} Responder
 * @property {TouchHandler} [touchesBegan]
 * @property {TouchHandler} [touchesMoved]
 * @property {TouchHandler} [touchesEnded]
 * @property {TouchHandler} [touchesCancelled] the touches were taken away: restore a coherent state
 * @property {TouchHandler} [touchesRetracted] the touches, over by now, were the palm: undo what they did. The latest
 *   comes first; there may be some that the view has not heard of, as a gesture had them
 * @property {Responder | null} [nextResponder] who is asked next; a view's superview when it says nothing
 */

/**
 * @typedef {object} ViewMembers
 * @property {View | null} superview
 * @property {(point: Point) => Point} [fromWindow] a point of the surface in this view's coordinates; the
 *   same point when it is missing
 * @property {boolean} [multipleTouchEnabled] whether a second finger is delivered while one is on the view; false
 * @property {boolean} [exclusiveTouch] whether the view has the surface to itself while it is touched; false
 * @property {boolean} [isInWindow] false once the view was taken out: its touches are cancelled
 * @property {(recognizer: GestureRecognizer) => boolean} [gestureRecognizerShouldBegin] a veto of the
 *   touched view against a recognizer of its own or of an ancestor
 */

/** @typedef {Responder & ViewMembers} View */

/**
 * `view` and its ancestors, nearest first.
 * @param {View | null} view
 * @returns {View[]}
 */
export function chainOf(view) {
  /** @type {View[]} */
  const chain = [];
  for (let next = view; next && !chain.includes(next); next = next.superview) chain.push(next);
  return chain;
}

/**
 * Whether one view is the other, or lies in it.
 * @param {View} view
 * @param {View} ancestor
 */
export function isWithin(view, ancestor) {
  return chainOf(view).includes(ancestor);
}

/**
 * A point of the surface in the coordinates of `view`, or as it is without one.
 * @param {Point} point
 * @param {View | null} view
 * @returns {Point}
 */
export function inView(point, view) {
  return view?.fromWindow ? view.fromWindow(point) : point;
}

/**
 * A displacement on the surface in the coordinates of `view`; exact where the view's transform is affine.
 * @param {Point} displacement
 * @param {View | null} view
 * @returns {Point}
 */
export function displacementInView(displacement, view) {
  if (!view?.fromWindow) return displacement;
  return minus(view.fromWindow(displacement), view.fromWindow({ x: 0, y: 0 }));
}

/**
 * A displacement in the coordinates of `view`, on the surface: the inverse of {@link displacementInView},
 * by solving for the images of the two axes. A view without area yields the displacement itself.
 * @param {Point} displacement
 * @param {View | null} view
 * @returns {Point}
 */
export function displacementFromView(displacement, view) {
  if (!view?.fromWindow) return displacement;
  const right = displacementInView({ x: 1, y: 0 }, view);
  const down = displacementInView({ x: 0, y: 1 }, view);
  const determinant = right.x * down.y - right.y * down.x;
  if (!Number.isFinite(1 / determinant)) return displacement;
  const { x, y } = displacement;
  return {
    x: (x * down.y - y * down.x) / determinant,
    y: (y * right.x - x * right.y) / determinant,
  };
}
