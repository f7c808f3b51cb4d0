/**
 * Hands on the pages: one arbiter for fingers, pen, mouse, wheel and trackpad.
 *
 * | gesture | does |
 * | --- | --- |
 * | drag by one finger and more | scrolls; two fingers zoom about them; thrown, it glides |
 * | drag along the way that spreads are paged | turns the page, which follows the finger and can be taken back |
 * | touch while it glides | stops it where it is seen |
 * | swipe to the left or right, when pages follow one another down and none is wider than the window | turns the page |
 * | double tap | fit, or detail at what was tapped |
 * | tap by two fingers | fit |
 * | three taps by three fingers | leave the document for its list, as on a board |
 * | any that scrolls farther than a little | fades the bars |
 * | tap | hides the bars or shows them; at an edge, where spreads are paged, turns the page, if one tap is to do so or two |
 * | wheel; with Control, or a pinch on a trackpad | scrolls; zooms at the pointer |
 * | drag by the mouse, beside words, when pages are wider than the window | scrolls |
 * | all of these, when a pen lands within a moment and they turn out to be the palm | go back |
 * | a tap at the edge, swipe or pull that turns on from the very end of the last page | shows the next document, if any |
 *
 * Fingers and a pen that point at the pages leave them where they are; two still zoom, and taps, keys and the wheel turn.
 *
 * A long press and the mouse on words select them (`selection/`). With a marking tool in the hand, a pen and the mouse
 * draw, and where no pen is used, one finger (`marks/`). Two fingers move the pages then.
 */

import {
  addGestureRecognizer, GestureSurface, PanGestureRecognizer, ScrollGestures, State, SurfaceRecorder, TapGestureRecognizer,
  TouchOverlay,
} from "../gestures/index.js";
import { vec } from "../gestures/geometry/index.js";
import { whenModalOpens } from "../shell/modal.js";
import { PageSwipeGestureRecognizer } from "./page-swipe.js";
import { isControl } from "../shell/keys.js";
import { tapped } from "./tap-zoom.js";

/** @typedef {import("../gestures/index.js").Touch} Touch */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */

/** From this way in one event on a wheel counts notches, in px; trackpads send less in a frame, and more of them. */
const NOTCH = 50;

/** The share of the window on each side in which a tap turns the page, where spreads are paged. */
const EDGE = 0.15;

/** The share of the window by which a pull at the very end turns on. */
const PULL = 0.2;

/** A hand that scrolls farther than this reads on, in px. */
const READING_WAY = 48;

const STILL = vec(0, 0);

/**
 * @typedef {object} ReaderHandCalls
 * @property {() => void} changed called when a hand has moved the pages
 * @property {(type: Touch["type"], at: Point) => boolean | void} tapped called at once when it has tapped them and meant no page,
 *   with what it was; true where it meant a selection or a mark
 * @property {() => void} tappedTwice called when such a tap was the first half of two that zoom
 * @property {(touch: Touch) => boolean} draws whether a touch draws, and neither scrolls nor taps
 * @property {(at: Point) => {page: number, left: number, right: number} | null} columnAt the column of text under a point, between
 *   0 and 1 of the width of its page
 * @property {(touch: Touch) => boolean} isMouseOnWord whether a mouse presses a word, which it selects
 * @property {() => number} edgeTaps how many taps at an edge turn the page, where spreads are paged: 1, 2, or 0 for none
 * @property {() => void} left called when three fingers have tapped three times
 * @property {() => void} turnedOn called when it turns on from the very end of the last page
 * @property {(type: Touch["type"]) => void} scrolled called when it has scrolled the pages by more than a little
 */

export class ReaderGestures {
  #navigation;
  #scroll;
  #changed;
  #scrolledOn;
  #turnedOn;
  #draws;
  #isMouseOnWord;
  #edgeTaps;
  /**
   * Pans of the pages by one finger, which two are needed for while one draws.
   * @type {PanGestureRecognizer[]}
   */
  #pans = [];
  /**
   * Those of the pages, and of the spreads.
   * @type {ScrollGestures[]}
   */
  #scrolling = [];
  /** @type {GestureSurface} */
  #surface;
  #swipe = new PageSwipeGestureRecognizer();
  #wheel = new PanGestureRecognizer({ slop: 0 });
  /** Whether the latest tap was told of, and would be taken back by a second one. */
  #isHalf = false;
  #wheeled = STILL;
  /** How far the wheel's latest event went, in px. */
  #wheelSize = 0;

  /**
   * @param {{pages: HTMLElement, content: HTMLElement}} elements what is touched; the content lies in the pages
   * @param {import("./page-navigation.js").PageNavigation} navigation
   * @param {ReaderHandCalls} calls
   * @param {AbortSignal} signal
   * @param {import("../gestures/index.js").Clock} [clock] the machine's when it is missing
   */
  constructor({ pages, content }, navigation, { changed, scrolled, tapped: touchedOnce, tappedTwice, left, turnedOn, edgeTaps, columnAt, draws, isMouseOnWord }, signal, clock) {
    const { scroll } = navigation;
    this.#navigation = navigation;
    this.#scroll = scroll;
    this.#changed = changed;
    this.#scrolledOn = scrolled;
    this.#turnedOn = turnedOn;
    this.#draws = draws;
    this.#isMouseOnWord = isMouseOnWord;
    this.#edgeTaps = edgeTaps;
    this.#surface = new GestureSurface(pages, {
      hitTest: (_, { target }) => this.#surface.views.viewAt(touched(/** @type {Element | undefined} */ (target), pages, content)),
      remember: () => this.#remembered(), ...(clock && { clock }),
    }, signal);
    whenModalOpens(pages.ownerDocument, () => this.#surface.interrupt(), signal);
    SurfaceRecorder.of(pages.ownerDocument).watch(this.#surface, signal);
    TouchOverlay.of(pages.ownerDocument).watch(this.#surface.arbiter, pages, signal);
    const paging = new ScrollGestures(scroll.pager, this.#view);
    const scrolling = new ScrollGestures(scroll.view, this.#surface.views.viewFor(content));
    this.#scrolling = [paging, scrolling];
    this.#addPaging(paging);
    this.#addScrolling(scrolling);
    this.#addSwipe();
    this.#addWheel();
    const once = this.#addOneTap(touchedOnce);
    const twice = this.#addTap({ taps: 2 }, (at) => {
      // Two taps at an edge where one turns the page have turned two.
      if (this.#edgeAt(at, 1) !== 0) return;
      if (this.#isHalf) tappedTwice();
      if (!this.#turnAtEdge(at, 2)) this.#zoomToColumn(at, columnAt(at));
    });
    twice.delegate = { ...twice.delegate, shouldRecognizeSimultaneously: (_, other) => other === once };
    this.#addTap({ touches: 2 }, (at) => this.#zoom(scroll.viewport.fitted, at));
    this.#addTap({ touches: 3, taps: 3 }, left);
  }

  /** The views of the elements in it, to attach more to. */
  get views() {
    return this.#surface.views;
  }

  get #view() {
    return this.#surface.views.viewAt();
  }

  /** Takes in what hands do; recordings are played into it. */
  get arbiter() {
    return this.#surface.arbiter;
  }

  /** @param {boolean} areDrawing whether one finger draws, so that it takes two to scroll */
  set fingersDraw(areDrawing) {
    for (const pan of this.#pans) pan.minimumNumberOfTouches = areDrawing ? 2 : 1;
  }

  /** @param {boolean} arePointing whether fingers and a pen point at the pages instead of scrolling or turning them */
  set fingersPoint(arePointing) {
    for (const gestures of this.#scrolling) gestures.scrollEnabled = !arePointing;
    this.#swipe.enabled = !arePointing;
  }

  /**
   * Whether a touch draws that could move the pages alone.
   * @param {Touch} touch
   */
  #drawsAlone(touch) {
    return touch.type !== "touch" && this.#draws(touch);
  }

  /** The finger that lands now may be the palm. */
  #remembered() {
    const back = this.#navigation.remember();
    return () => {
      back();
      this.#changed();
    };
  }

  /** @param {ScrollGestures} gestures of the pages that are scrolled and zoomed */
  #addScrolling({ pan, pinch }) {
    const { view } = this.#scroll;
    // The wheel is followed in its own way, and slides.
    pan.allowedTouchTypes.delete("scroll");
    pan.requireToFail(this.#swipe);
    const mayDrag = (/** @type {Touch} */ touch) => touch.type !== "mouse" || (this.#scroll.isZoomedIn && !this.#isMouseOnWord(touch));
    /** @type {Touch["type"]} */
    let type = "touch";
    pan.delegate = {
      ...pan.delegate,
      shouldReceive: (_, touch) => {
        type = touch.type;
        return mayDrag(touch) && !this.#drawsAlone(touch);
      },
    };
    this.#pans.push(pan);
    pan.addTarget(() => this.#readOn(pan, type));
    pinch.delegate = {
      ...pinch.delegate,
      shouldReceive: (_, touch) => {
        this.#scroll.setElastic(touch.type !== "trackpad");
        return touch.type !== "mouse" && !this.#drawsAlone(touch);
      },
    };
    /** @type {import("./viewport.js").Viewport["mode"] | null} */
    let found = null;
    const { left } = pan;
    pan.left = () => {
      left();
      if (found) this.#scroll.settleZoom(found);
      found = null;
    };
    view.delegate = {
      ...view.delegate,
      willBeginDragging: () => this.#navigation.letGo(),
      willBeginZooming: () => {
        if (!view.interaction.isTracking) return;
        found ??= this.#scroll.viewport.mode;
        this.#navigation.letGo();
      },
    };
  }

  /** @param {ScrollGestures} gestures of the spreads that are turned */
  #addPaging({ pan, pinch }) {
    const { pager } = this.#scroll;
    pan.allowedTouchTypes.delete("scroll");
    pan.allowedTouchTypes.delete("mouse");
    pinch.enabled = false;
    pan.delegate = { ...pan.delegate, shouldReceive: (_, touch) => this.#scroll.viewport.layout.isPaged && !this.#draws(touch) };
    pan.addTarget(() => this.#readOn(pan, "touch"));
    this.#addPullingOn(pan);
    pager.delegate = { ...pager.delegate, willBeginDragging: () => this.#navigation.letGo() };
  }

  /**
   * A pull that goes far to what comes next, and began at rest at the very end, turns on where spreads are paged.
   * @param {PanGestureRecognizer} pan
   */
  #addPullingOn(pan) {
    let fromEnd = false;
    pan.addTarget(() => {
      if (pan.state === State.Began) fromEnd = this.#navigation.isAtEnd;
      const { box, layout: { isPaged, pagingAxis } } = this.#scroll.viewport;
      const { x, y } = pan.translation();
      const isFar = pagingAxis === "y" ? y < -PULL * box.height && Math.abs(x) < -y : x < -PULL * box.width && Math.abs(y) < -x;
      if (pan.state === State.Ended && fromEnd && isFar && isPaged) this.#turnedOn();
    });
  }

  #addSwipe() {
    const swipe = this.#swipe;
    swipe.delegate = {
      shouldReceive: (_, touch) => {
        const { viewport: { arrangement }, isZoomedIn } = this.#scroll;
        return touch.type !== "mouse" && arrangement.flow === "down" && !isZoomedIn && !this.#draws(touch);
      },
    };
    swipe.addTarget(() => {
      this.#scrolledOn("touch");
      this.#turn(swipe.direction === "left" ? 1 : -1);
    });
    addGestureRecognizer(this.#view, swipe);
  }

  #addWheel() {
    const wheel = this.#wheel;
    wheel.allowedTouchTypes.clear();
    wheel.allowedTouchTypes.add("scroll");
    wheel.addTarget(() => {
      this.#scrolled();
      this.#readOn(wheel, "scroll");
    });
    addGestureRecognizer(this.#view, wheel);
  }

  #scrolled() {
    const isFirst = this.#wheel.state === State.Began;
    if (isFirst) this.#wheeled = STILL;
    const { x, y } = this.#wheel.translation();
    const way = vec(this.#wheeled.x - x, this.#wheeled.y - y);
    this.#wheeled = vec(x, y);
    if (way.x === 0 && way.y === 0) return;
    const size = Math.max(Math.abs(way.x), Math.abs(way.y));
    // The rest of a flick on a trackpad turns no page; a notch is as large as the one before.
    const mayTurn = isFirst || (size >= NOTCH && size >= this.#wheelSize);
    this.#wheelSize = size;
    this.#navigation.wheel(way, { isNotch: size >= NOTCH, mayTurn });
    this.#changed();
  }

  /**
   * Says that a hand reads on once it has gone a way.
   * @param {PanGestureRecognizer} pan
   * @param {Touch["type"]} type of the hand
   */
  #readOn(pan, type) {
    const { x, y } = pan.translation();
    if (Math.hypot(x, y) >= READING_WAY) this.#scrolledOn(type);
  }

  /**
   * @param {{taps?: number, touches?: number}} what
   * @param {(at: Point) => void} action
   */
  #addTap(what, action) {
    const tap = new TapGestureRecognizer(what);
    // Pages that the first finger stopped go back to their edge when it lifts, not when no second tap can come.
    tap.delaysTouchesEnded = false;
    tap.delegate = { shouldReceive: (_, touch) => !this.#isMouseOnWord(touch) && !this.#draws(touch) };
    tap.addTarget(() => action(tap.location()));
    addGestureRecognizer(this.#view, tap);
    return tap;
  }

  /**
   * Acts at once: two taps take back what the first one did. A finger that stopped a glide has done so.
   * @param {ReaderHandCalls["tapped"]} touched
   */
  #addOneTap(touched) {
    const tap = new TapGestureRecognizer();
    tap.delaysTouchesEnded = false;
    /** @type {Touch["type"]} */
    let type = "touch";
    let isFirst = true;
    tap.delegate = {
      shouldReceive: (_, touch) => {
        [type, isFirst] = [touch.type, touch.tapCount < 2];
        if (isFirst) this.#isHalf = false;
        return !this.#scroll.isMoving && !this.#isMouseOnWord(touch) && !this.#draws(touch);
      },
    };
    tap.addTarget(() => {
      const at = tap.location();
      if (type !== "mouse" && this.#turnAtEdge(at, 1)) return;
      if (isFirst) this.#isHalf = !touched(type, at);
    });
    addGestureRecognizer(this.#view, tap);
    return tap;
  }

  /**
   * Turns the page where spreads are paged and one of the edges was tapped.
   * @param {Point} at
   * @param {1 | 2} taps
   */
  #turnAtEdge(at, taps) {
    const direction = this.#edgeAt(at, taps);
    if (direction === 0) return false;
    this.#turn(direction);
    return true;
  }

  /**
   * Turns the page; from the very end of the last one to another document, where there is one.
   * @param {1 | -1} direction
   */
  #turn(direction) {
    if (direction === 1 && this.#navigation.restsAtEnd) return this.#turnedOn();
    this.#navigation.turn(direction);
    this.#changed();
  }

  /**
   * The way that taps at an edge turn; 0 elsewhere, where so many turn no page, and where spreads are not paged.
   * @param {Point} at
   * @param {1 | 2} taps
   */
  #edgeAt({ x, y }, taps) {
    const { viewport: { layout, box, bars }, isZoomedIn } = this.#scroll;
    if (!layout.isPaged || isZoomedIn || taps !== this.#edgeTaps()) return 0;
    const height = box.height - bars.top - bars.bottom;
    const at = layout.pagingAxis === "y" ? (y - bars.top) / height : x / box.width;
    if (at > 1 - EDGE) return 1;
    return at <= EDGE ? -1 : 0;
  }

  /**
   * @param {Point} at
   * @param {{page: number, left: number, right: number} | null} column under it
   */
  #zoomToColumn(at, column) {
    const { wanted } = this.#scroll;
    const viewport = column ? tapped(wanted, column.right - column.left, column.page) : tapped(wanted);
    if (!column || viewport.mode !== "scale") return this.#zoom(viewport, at);
    this.#navigation.zoomToColumn(viewport, column, at);
    this.#changed();
  }

  /**
   * @param {import("./viewport.js").Viewport} viewport
   * @param {Point} at
   */
  #zoom(viewport, at) {
    this.#navigation.zoom(viewport, at);
    this.#changed();
  }
}

/**
 * The element that a touch is of. Beside thumbs, handles and controls that is the content, wherever its pages end: a page that
 * leaves the document takes no touch along.
 * @param {Element | undefined} target
 * @param {HTMLElement} pages
 * @param {HTMLElement} content
 */
function touched(target, pages, content) {
  if (!target || target === pages) return content;
  return content.contains(target) && !isControl(target) ? content : target;
}
