/**
 * The pages on the screen: moved by hands through {@link ReaderGestures}, drawn from a {@link PageScroll}.
 *
 * While anything moves, only transforms change. Pages are laid out anew, and sharp images asked for, when the zoom
 * has come to rest.
 */

import { SystemClock } from "../gestures/index.js";
import { untilNot } from "../shell/browser.js";
import { Timer } from "../shell/timer.js";
import { PageScroll } from "./page-scroll.js";
import { ReaderGestures } from "./reader-gestures.js";
import { PageNavigation } from "./page-navigation.js";
import { ScrolledPages, seenPages } from "./scrolled-pages.js";
import { PageImages } from "./tiles/page-images.js";
import { PageList } from "./page-list.js";
import { FindTicks } from "./find/find-ticks.js";
import { ScrollThumbs } from "./scroll-thumbs.js";
import { TextMarks } from "./find/text-marks.js";
import { ShownWords } from "./selection/shown-words.js";
import { TextSelection } from "./selection/text-selection.js";
import { fractionIn, plus } from "../gestures/geometry/index.js";
import { turnedRect, turnedSize, unturned } from "./page-turn.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../api/page-names.js").PageNames} PageNames */
/** @typedef {import("../api/page-source.js").PageSource} PageSource */
/** @typedef {import("./reader-gestures.js").ReaderHandCalls} ReaderHandCalls */
/** @typedef {import("./selection/selection-bar.js").SelectionAction} SelectionAction */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** How long the zoom must rest under the fingers before sharp images are asked for. */
const REST_MILLISECONDS = 140;

/** Nothing is asked for while so many screens fly by in a second. */
const FLYING_SCREENS = 4;

/** How long pages must be still before they get their words: a page that only flies by has none. */
const STILL_MILLISECONDS = 120;

/** So far from a word's box a tap means it, in page units: beyond the end of a line it means none. */
const TAP_REACH = 1;

/**
 * A hand that draws on pages, and is told of taps on them.
 * @typedef {object} MarkingHand
 * @property {(page: number, view: import("./page-view.js").PageView) => void} made called for each page in the document
 * @property {(page: number) => void} remove called when one is not in the document any more
 * @property {(touch: import("../gestures/index.js").Touch) => boolean} draws whether a touch draws
 * @property {(at: Point) => boolean} tapped called with a point of the pages; whether that means a mark
 * @property {() => void} moved called when the pages are drawn elsewhere
 */

export class PageScroller {
  /** @type {HTMLElement} */
  element;
  #scroll;
  /** @type {ScrolledPages} */
  #view;
  /** @type {PageList} */
  #list;
  #images;
  #thumbs;
  #marks;
  #ticks = new FindTicks();
  #changed;
  #rest;
  #still;
  /** Whether a motion is over whose end is not drawn yet. */
  #isOver = false;
  #signal;
  /** The viewport that the pages were laid out for when they last rested. */
  #rested;
  #drawn;
  #frame = 0;
  /** Whether it was shown a place: until then the size of the window is not known. */
  #isPlaced = false;
  /**
   * The callbacks of the next frame.
   * @type {Set<(now: number) => void>}
   */
  #next = new Set();
  #navigation;
  #arbiter;
  /** @type {ShownWords} */
  #words;
  /**
   * The words that are selected.
   * @type {TextSelection}
   */
  selection;
  #gestures;
  /**
   * The hand that draws marks on the pages; null until there are marks, or a tool is asked for.
   * @type {MarkingHand | null}
   */
  #marking = null;
  #arePointing = false;

  /**
   * @param {Viewport} viewport
   * @param {PageNames} names
   * @param {PageSource} source
   * @param {Pick<ReaderHandCalls, "changed" | "scrolled" | "tapped" | "tappedTwice" | "left" | "turnedOn" | "edgeTaps"> & {actions: readonly SelectionAction[]}} calls `changed` is
   *   called when another page or another zoom is shown, or an image has come; the actions are those on selected words
   * @param {AbortSignal} signal
   */
  constructor(viewport, names, source, { changed, scrolled, tapped, tappedTwice, left, turnedOn, edgeTaps, actions }, signal) {
    this.#changed = changed;
    this.#signal = signal;
    this.#rested = viewport;
    this.#drawn = viewport;
    this.#rest = new Timer(signal);
    this.#still = new Timer(signal);
    this.#scroll = new PageScroll(viewport, {
      clock: new SystemClock(), nextFrame: (callback) => this.#atNextFrame(callback),
      prefersReducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    }, () => this.#schedule(), () => {
      this.#isOver = true;
      this.#schedule();
    });
    this.#navigation = new PageNavigation(this.#scroll);
    this.#marks = new TextMarks(signal);
    this.#list = new PageList(names, source, () => this.#imageCame(), {
      made: (page, view) => this.#marking?.made(page, view),
      add: (page, layer) => this.#wordsCame(page, layer),
      remove: (page) => this.#pageLeft(page),
    });
    this.#images = new PageImages(source, this.#list, () => this.#imageCame());
    this.#view = new ScrolledPages(this.#list);
    this.element = this.#view.element;
    // A key that turns pages is no way to them: the ring is for a person who goes from control to control.
    this.element.addEventListener("focus", () => this.element.classList.toggle("tabbed", this.element.matches(":focus-visible")), { signal });
    this.element.addEventListener("blur", () => this.element.classList.remove("tabbed"), { signal });
    this.element.addEventListener("focusin", (event) => this.#reveal(event.target), { signal });
    const gestures = this.#gestures = new ReaderGestures(
      { pages: this.element, content: this.#view.content }, this.#navigation,
      {
        changed: () => this.#schedule(), scrolled, tappedTwice, left, edgeTaps, turnedOn: () => void this.#turnOn(turnedOn), columnAt: (at) => this.#words.columnAt(at), draws: (touch) => this.#marking?.draws(touch) ?? false,
        isMouseOnWord: (touch) => this.selection.isMouseOnWord(touch),
        tapped: (type, at) => this.selection.clear() || this.#marking?.tapped(at) || this.#tappedPage(type, at, tapped),
      }, signal,
    );
    const { views, arbiter } = gestures;
    this.#arbiter = arbiter;
    this.element.append(this.#ticks.element);
    this.#words = new ShownWords({ pages: this.element, placeAt: (at) => this.#placeAt(at), load: source.pageText });
    const isTouched = () => arbiter.touches.length > 0;
    const mayTake = (/** @type {import("../gestures/index.js").Touch} */ touch) => !this.#marking?.draws(touch) && !(this.#arePointing && touch.type !== "mouse");
    const clicked = (/** @type {Point} */ at) => void this.#marking?.tapped(at);
    this.selection = new TextSelection({
      pages: this.element, views, words: this.#words, isTouched, mayTake, clicked, edges: this.#edges,
      pageCount: () => this.viewport.pageCount, reveal: (page, box) => this.reveal(page, box),
    }, actions, signal);
    this.#thumbs = new ScrollThumbs(this.element, views, (scroll) => this.#scrollTo(scroll), signal);
    signal.addEventListener("abort", () => this.#destroy());
  }

  /** The pages as they are shown. */
  get viewport() {
    return this.#scroll.viewport;
  }

  /** The pages at the zoom that they come to. */
  get wanted() {
    return this.#scroll.wanted;
  }

  /** The page that is shown, from 1. */
  get page() {
    return this.#navigation.page;
  }

  /** Whether the very end of the last page is seen. */
  get isAtEnd() {
    return this.#navigation.isAtEnd;
  }

  /** Whether it rests there. */
  get restsAtEnd() {
    return this.#navigation.restsAtEnd;
  }

  /** The place at the top; null at the start of the page that was gone to. */
  get place() {
    return this.#navigation.place;
  }

  /** Whether a hand is on it, or has thrown it. */
  get isHeld() {
    return this.#arbiter.touches.length > 0 || this.#scroll.isMoving;
  }

  /** Whether anything that is seen moves, or is not sharp yet. */
  get loading() {
    const { isMoving, isHeld, viewport } = this.#scroll;
    const settling = isMoving || this.#frame !== 0 || (!isHeld && viewport !== this.#rested);
    return settling || this.#rest.pending || this.#images.isLoading(this.#visible());
  }

  /**
   * Shows something else at once.
   * @param {(navigation: PageNavigation) => void} act
   */
  navigate(act) {
    this.#isPlaced = true;
    act(this.#navigation);
    this.#draw();
  }

  /**
   * Goes on once no finger is down: what a finger has begun on is there until it lifts.
   * @param {() => void} turnedOn
   */
  async #turnOn(turnedOn) {
    let looks = 0;
    await untilNot(() => (looks += 1) === 1 || this.#arbiter.touches.length > 0);
    if (!this.#signal.aborted) turnedOn();
  }

  /**
   * A tap meant neither a selection nor a mark: the word under it is shown for a moment (spec interaction K8).
   * @param {import("../gestures/index.js").Touch["type"]} type
   * @param {Point} at
   * @param {ReaderHandCalls["tapped"]} tapped
   */
  #tappedPage(type, at, tapped) {
    if (type !== "mouse") this.#marks.flash(this.#words.at(at, TAP_REACH));
    return tapped(type, at);
  }

  /** Asks once more for the images that could not be had. */
  retry() {
    for (const [, view] of this.#list.pages) view.retry();
  }

  /**
   * Marks what was found in the words, and along the bar that scrolls; null for nothing.
   * @param {import("./find/found-hits.js").FoundHits | null} hits
   */
  mark(hits) {
    this.#marks.show(hits);
    this.#ticks.show(hits, this.viewport);
  }

  /**
   * Lets marks be drawn on the pages from now on.
   * @param {MarkingHand} hand
   */
  markWith(hand) {
    this.#marking = hand;
    for (const [page, view] of this.#list.pages) hand.made(page, view);
  }

  /** Whether fingers and a pen point at the pages, and neither scroll them nor select their words. */
  get fingersPoint() {
    return this.#arePointing;
  }

  set fingersPoint(arePointing) {
    this.#arePointing = arePointing;
    this.#gestures.fingersPoint = arePointing;
  }

  /** All that a marking hand needs of the pages. */
  get paper() {
    return {
      element: this.element, view: this.#gestures.views.viewAt(), words: this.#words,
      pageUnder: (/** @type {Point} */ at) => this.#scroll.pageNear(at),
      placeOn: (/** @type {number} */ page, /** @type {Point} */ at) => this.#placeOn(page, at),
      pageSize: (/** @type {number} */ page) => this.viewport.pageSize(page),
      pageElement: (/** @type {number} */ page) => this.#list.view(page)?.element ?? null,
      /** CSS pixels of a page unit. */
      unit: (/** @type {number} */ page) => {
        const { turn } = this.viewport;
        return turnedSize(this.viewport.frame(page), turn).width / this.viewport.pageSize(page).width;
      },
      fingersDraw: (/** @type {boolean} */ areDrawing) => void (this.#gestures.fingersDraw = areDrawing),
    };
  }

  /** The page that is read, and the part of it that is seen where it is wider than the window, in fractions of its sides. */
  get presented() {
    const { page, viewport } = this;
    const { width, height } = viewport.frame(page);
    const whole = { page, aspect: height / width, turn: viewport.turn, part: { x: 0, y: 0, width: 1, height: 1 } };
    const sheet = this.#list.view(page)?.element.getBoundingClientRect();
    const room = this.element.getBoundingClientRect();
    if (!sheet || sheet.width <= room.width + 1) return whole;
    const [left, top] = [Math.max(sheet.left, room.left), Math.max(sheet.top, room.top + viewport.bars.top)];
    const [right, bottom] = [Math.min(sheet.right, room.right), Math.min(sheet.bottom, room.bottom - viewport.bars.bottom)];
    if (right <= left || bottom <= top) return whole;
    const part = { x: left - sheet.left, y: top - sheet.top, width: right - left, height: bottom - top };
    return { ...whole, part: {
      x: part.x / sheet.width, y: part.y / sheet.height, width: part.width / sheet.width, height: part.height / sheet.height,
    } };
  }

  /**
   * A point of the window on the page that is read, in fractions of its sides; null beside it.
   * @param {Point} at
   */
  fractionOn({ x, y }) {
    const sheet = this.#list.view(this.page)?.element.getBoundingClientRect();
    if (!sheet || x < sheet.left || x > sheet.right || y < sheet.top || y > sheet.bottom) return null;
    return { x: (x - sheet.left) / sheet.width, y: (y - sheet.top) / sheet.height };
  }

  /**
   * A point of the window in the units of a page, also where it lies beside the page.
   * @param {number} page
   * @param {Point} at
   */
  #placeOn(page, at) {
    const { width, height } = this.viewport.pageSize(page);
    const { x, y } = unturned(this.#scroll.fractionOn(page, at), this.viewport.turn);
    return { x: x * width, y: y * height };
  }

  /**
   * The words of a page have come.
   * @param {number} page
   * @param {import("./text-layer.js").TextLayer} layer
   */
  #wordsCame(page, layer) {
    this.#marks.add(page, layer);
    this.#words.add(page, layer);
    this.selection.changed(page);
  }

  /**
   * The room of a selection that is dragged, and its scrolling.
   * @returns {Omit<import("./selection/edge-scroll.js").EdgePorts, "awaited">}
   */
  get #edges() {
    return {
      room: () => this.viewport.room, nextFrame: (callback) => this.#atNextFrame(callback),
      scrollBy: (way) => {
        const { offset } = this.#scroll.view;
        this.#scrollTo(plus(offset, way));
        return offset.x !== this.#scroll.view.offset.x || offset.y !== this.#scroll.view.offset.y;
      },
    };
  }

  /**
   * Brings a box of a page into sight.
   * @param {number} page
   * @param {readonly [number, number, number, number]} box in page units
   * @returns {boolean} whether anything moves for that
   */
  reveal(page, [left, top, width, height]) {
    const size = this.viewport.pageSize(page);
    const part = { x: left / size.width, y: top / size.height, width: width / size.width, height: height / size.height };
    let moves = false;
    this.navigate((pages) => (moves = pages.showArea(page, turnedRect(part, this.viewport.turn))));
    return moves;
  }

  /** @param {Point} offset */
  #scrollTo(offset) {
    this.#navigation.scrollTo(offset);
    this.#schedule();
  }

  /**
   * Brings the element that has the focus into sight.
   * @param {EventTarget | null} target
   */
  #reveal(target) {
    const page = target instanceof Element ? this.#list.pageOf(target) : null;
    if (page === null || !(target instanceof Element)) return;
    const [frame, room] = [target.getBoundingClientRect(), this.element.getBoundingClientRect()];
    const { bars } = this.viewport;
    const isSeen = frame.left >= room.left && frame.right <= room.right &&
      frame.top >= room.top + bars.top && frame.bottom <= room.bottom - bars.bottom;
    const sheet = this.#list.view(page)?.element.getBoundingClientRect();
    if (isSeen || !sheet) return;
    const { x, y } = fractionIn(sheet, frame);
    const area = { x, y, width: frame.width / sheet.width, height: frame.height / sheet.height };
    this.navigate((pages) => pages.showArea(page, area));
  }

  /** @param {number} page that is not in the document any more */
  #pageLeft(page) {
    this.#marks.remove(page);
    this.#words.remove(page, this.selection.holds(page));
    this.#marking?.remove(page);
    this.selection.changed(page);
  }

  /**
   * The page under a point of the window, and the place on it in page units.
   * @param {Point} at
   */
  #placeAt(at) {
    const { page, fraction } = this.#scroll.placeUnder(at);
    const { x, y } = unturned(fraction, this.viewport.turn);
    const { width, height } = this.viewport.pageSize(page);
    return { page, x: x * width, y: y * height, width: this.viewport.turn === 0 ? width : 0 };
  }

  #schedule() {
    if (this.#signal.aborted) return;
    this.#frame ||= requestAnimationFrame((now) => {
      const next = [...this.#next];
      this.#frame = 0;
      this.#next.clear();
      for (const callback of next) callback(now);
      this.#draw();
    });
  }

  /** @param {(now: number) => void} callback */
  #atNextFrame(callback) {
    this.#next.add(callback);
    this.#schedule();
    return () => void this.#next.delete(callback);
  }

  #draw() {
    if (!this.#isPlaced) return;
    this.#followZoom();
    this.#view.draw(this.#scroll, this.#rested, this.page);
    this.#thumbs.show(this.#scroll.view, this.viewport.bars);
    this.#ticks.fit(this.viewport);
    this.selection.place(this.viewport.bars);
    this.#marking?.moved();
    this.#load();
    if (!this.#isOver || this.#frame !== 0 || this.isHeld) this.#still.set(STILL_MILLISECONDS, () => void this.#addWords());
    else this.#restsNow();
    this.#changed();
  }

  /** A motion is over, and its end is drawn: words come at once, and not when nothing has moved for a while. */
  #restsNow() {
    this.#isOver = false;
    this.#still.clear();
    void this.#addWords();
  }

  /** Lays words over the pages, one page after the other, until anything moves: first those that are seen. */
  async #addWords() {
    const visible = this.#visible();
    const beside = this.#list.pages.map(([page]) => page).filter((page) => !visible.includes(page));
    for (const page of [...visible, ...beside]) {
      if (this.#still.pending || this.#frame !== 0) return;
      await this.#list.view(page)?.addText();
    }
    this.#images.ask(this.viewport, this.page);
  }

  /** Pages are laid out anew when the zoom rests, also while fingers hold it. */
  #followZoom() {
    const { viewport, isHeld, isMoving } = this.#scroll;
    if (viewport === this.#rested) this.#rest.clear();
    else if (!isHeld && !isMoving) this.#rested = viewport;
    else if (viewport !== this.#drawn) this.#rest.set(REST_MILLISECONDS, () => this.#sharpen());
    this.#drawn = viewport;
  }

  #sharpen() {
    this.#rested = this.viewport;
    this.#draw();
  }

  #visible({ first, last } = seenPages(this.#scroll)) {
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  #imageCame() {
    this.#load();
    if (!this.#still.pending && this.#frame === 0) void this.#addWords();
    this.#changed();
  }

  #load() {
    const { viewport, seen, speed, arriving } = this.#scroll;
    if (arriving) return this.#images.prepare(arriving.viewport, arriving.seen, this.#visible(seenPages(arriving)));
    if (viewport !== this.#rested || speed > FLYING_SCREENS * viewport.box.height) return;
    this.#images.load(viewport, seen, this.#visible());
  }

  #destroy() {
    cancelAnimationFrame(this.#frame);
    this.#list.clear();
    this.#images.clear();
  }
}
