/**
 * Fingers on a scroll view. A drag scrolls and a pinch zooms; everything else is left to the content.
 *
 * Of nested scroll views the inner one goes first. It leaves the drag to an outer one when it cannot move that way. At
 * its edge in the midst of a drag the outer one takes the rest.
 */

import { addGestureRecognizer, removeGestureRecognizer } from "../attachments.js";
import { minus, ORIGIN } from "../geometry/point.js";
import { PinchGestureRecognizer } from "../recognizers/pinch.js";
import { isActive, State } from "../recognizer-state.js";
import { chainOf, inView } from "../view.js";
import { ACROSS, mainAxis } from "./axes.js";
import { ContentTouchDelayGestureRecognizer } from "./content-touch-delay.js";
import { NestedDrag } from "./nested-drag.js";
import { canMove, hasRoom, isUnsettled } from "./scroll-room.js";
import { ScrollPanGestureRecognizer } from "./scroll-pan.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../view.js").View} View */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */

/** @type {WeakMap<View, ScrollGestures>} */
const attached = new WeakMap();

/** See above. `pan` and `pinch` may be used in requirements; their delegate is this object's. */
export class ScrollGestures {
  #view;
  #delay = new ContentTouchDelayGestureRecognizer();
  /** @type {NestedDrag | null} */
  #drag = null;
  #isEnabled = true;
  /** The offset when the latest finger landed. */
  #landedAt = ORIGIN;
  #locks = 0;
  /** Whether a drag may take fingers from views in the content that have heard of them. */
  canCancelContentTouches = true;
  /**
   * Asked when a view in the content is touched: whether a drag may take the finger from it.
   * @type {(view: View) => boolean}
   */
  touchesShouldCancel = () => true;
  pan = new ScrollPanGestureRecognizer();
  pinch = new PinchGestureRecognizer();

  /**
   * @param {ScrollView} scrollView
   * @param {View} view that is touched; its coordinates begin at the top left of the bounds
   */
  constructor(scrollView, view) {
    this.scrollView = scrollView;
    this.#view = view;
    attached.set(view, this);
    this.pan.addTarget(() => this.#panned());
    this.pinch.addTarget(() => this.#pinched());
    this.pan.landed = () => {
      scrollView.interaction.touchesDown();
      this.#landedAt = scrollView.offset;
    };
    this.pan.left = () => scrollView.interaction.touchesUp();
    this.pan.delegate = {
      shouldBegin: () => this.#mayTakeTouches() && this.#shouldScroll(),
      shouldRecognizeSimultaneously: (_pan, other) => other === this.pinch,
    };
    this.pinch.delegate = { shouldBegin: () => scrollView.isZoomable && this.#mayTakeTouches() };
    for (const recognizer of this.#recognizers) addGestureRecognizer(view, recognizer);
  }

  /**
   * The gestures of the scroll view that a view is, or lies in.
   * @param {View | null} view
   * @returns {ScrollGestures | null}
   */
  static enclosing(view) {
    for (const ancestor of chainOf(view)) {
      const gestures = attached.get(ancestor);
      if (gestures) return gestures;
    }
    return null;
  }

  get view() {
    return this.#view;
  }

  /** Whether a user can scroll; code always can. Switched off in the midst of a drag, that drag is over. */
  get scrollEnabled() {
    return this.pan.enabled;
  }

  set scrollEnabled(enabled) {
    this.#isEnabled = enabled;
    this.pan.enabled = enabled && this.#locks === 0;
  }

  /**
   * Keeps a user from scrolling until all locks are open again; a drag that goes on is over.
   * @returns {() => void} opens this one; once more does nothing
   */
  lock() {
    let isOpen = false;
    this.#locks += 1;
    this.pan.enabled = false;
    return () => {
      if (isOpen) return;
      isOpen = true;
      this.#locks -= 1;
      this.scrollEnabled = this.#isEnabled;
    };
  }

  /** Whether content hears of a touch only when it has not moved for 150 ms; UIKit's default is yes. */
  get delaysContentTouches() {
    return this.#delay.enabled;
  }

  set delaysContentTouches(delays) {
    this.#delay.enabled = delays;
  }

  /** Takes the recognizers away; what they do is cancelled. */
  detach() {
    for (const recognizer of this.#recognizers) removeGestureRecognizer(this.#view, recognizer);
    attached.delete(this.#view);
  }

  /**
   * The scroll views that this one lies in and that can be scrolled, nearest first.
   * @returns {ScrollGestures[]}
   */
  get outer() {
    return chainOf(this.#view.superview).flatMap((view) => {
      const gestures = attached.get(view);
      return gestures?.scrollEnabled ? [gestures] : [];
    });
  }

  get #recognizers() {
    return [this.#delay, this.pan, this.pinch];
  }

  /** Whether the content, if it heard of the touch, may lose it. */
  #mayTakeTouches() {
    const isHeard = !this.delaysContentTouches || this.#delay.wasOver;
    const within = this.pan.touchedViews.filter((view) => view !== this.#view);
    if (within.some((view) => !this.touchesShouldCancel(view))) return false;
    return this.canCancelContentTouches || !isHeard || within.length === 0;
  }

  /** Whether the drag is this view's: another may be nearer to where it leads. */
  #shouldScroll() {
    const way = this.pan.translation(this.#view);
    const axis = mainAxis(way);
    const own = this.scrollView;
    const others = this.outer.map(({ scrollView }) => scrollView);
    if (others.some(isUnsettled) && !isUnsettled(own)) return false;
    if (!canMove(own, axis)) return canMove(own, ACROSS[axis]) && !others.some((other) => canMove(other, axis));
    return hasRoom(own, axis, way[axis]) || !others.some((other) => hasRoom(other, axis, way[axis]));
  }

  #panned() {
    const { state } = this.pan;
    const way = this.pan.translation(this.#view);
    if (state === State.Began) this.#drag = new NestedDrag(this, way);
    if (isActive(state)) this.#drag?.follow(way);
    else this.#drag?.end(state === State.Ended ? minus(ORIGIN, this.pan.velocity(this.#view)) : ORIGIN);
    if (!isActive(state)) this.#drag = null;
  }

  /**
   * Where the content is now that lay under the middle of two fingers as they landed. It stays under them, whatever they
   * and the content went until they were a pinch.
   * @param {Point} place their middle now, which a trackpad's fingers never leave
   */
  #heldPlace(place) {
    const touches = this.pan.touchedViews.length;
    if (touches < 2) return place;
    const way = minus(this.scrollView.offset, this.#landedAt);
    return minus(inView(this.pinch.origin, this.#view), way);
  }

  #pinched() {
    const { interaction } = this.scrollView;
    const place = this.pinch.location(this.#view);
    if (this.pinch.state === State.Began) interaction.beginZooming(this.#heldPlace(place));
    if (isActive(this.pinch.state)) interaction.zoom(this.pinch.scale, place);
    else interaction.endZooming();
    // The pan tells when fingers have gone, but not of a trackpad, and not while it is switched off.
    const isReported = this.pan.enabled && this.pan.touchedViews.length > 0;
    if (!isActive(this.pinch.state) && !isReported) interaction.touchesUp();
  }
}
