/** A paged document: the pages, the strip, and what turns pages and zooms. */

import { announce } from "../shell/announcer.js";
import { element } from "../shell/element.js";
import { webAddress } from "../shell/elsewhere.js";
import { isTyping } from "../shell/keys.js";
import { openMenu } from "../shell/menu.js";
import { onPixelRatio, onResize } from "../shell/resize.js";
import { say } from "../shell/texts.js";
import { Jumps } from "./jumps.js";
import { PageControls } from "./page-controls.js";
import { PageScroller } from "./page-scroller.js";
import { PageScrubber } from "./page-scrubber.js";
import { PageStrip } from "./page-strip.js";
import { PrintSheet } from "./print-sheet.js";
import { SelectionCopying } from "./selection/selection-copying.js";
import { turned, unturned } from "./page-turn.js";
import { putSeenPage } from "./printed-pages.js";
import { Viewport } from "./viewport.js";
import { ZoomControls } from "./zoom-controls.js";

/** @typedef {import("./read-content.js").PagedDocument} PagedDocument */
/** @typedef {import("../api/page-source.js").PageSource} PageSource */
/** @typedef {import("./page-navigation.js").PageNavigation} PageNavigation */
/** @typedef {import("../shell/zoom.js").Zoom} Zoom */

/**
 * @typedef {object} ReaderStart
 * @property {number} page where to begin, from 1
 * @property {Zoom} zoom
 * @property {import("./viewport.js").Place | null} at what is to be at the top; null for the start of the page
 * @property {number} top how far below the upper edge of the page it begins, in page units, where `at` is null
 * @property {import("./page-layout.js").Arrangement} arrangement
 * @property {import("./page-turn.js").Turn} turn
 * @property {() => void} changed called when page or zoom has changed, or an image has come
 * @property {import("./reader-gestures.js").ReaderHandCalls["tapped"]} tapped called when a page was tapped
 * @property {import("./reader-gestures.js").ReaderHandCalls["tappedTwice"]} tappedTwice called when that was the first half of two
 * @property {import("./reader-gestures.js").ReaderHandCalls["left"]} left called when a hand leaves the document
 * @property {import("./reader-gestures.js").ReaderHandCalls["scrolled"]} scrolled called when a hand has scrolled the pages on
 * @property {import("./reader-gestures.js").ReaderHandCalls["turnedOn"]} turnedOn called when a hand turns on at the very end
 * @property {import("./reader-gestures.js").ReaderHandCalls["edgeTaps"]} edgeTaps
 * @property {import("./page-outlets.js").PageOutlets} [outlets] ways of a page out of the document
 * @property {() => void} [find] looks for the selected words
 * @property {(kind: "highlight" | "underline", note?: boolean) => void} [mark] marks the selected words, also to write a note
 * @property {(text: string) => void} copy takes selected words into the clipboard
 * @property {(text: string) => void} [say] tells of something that does not succeed
 * @property {(text: string, stop: () => void) => import("../shell/toasts.js").Progress} [working] tells of something that takes a
 *   while, and can be stopped
 * @property {import("./jumps.js").JumpCalls["follow"]} [follow]
 * @property {(said: string, wayBack: import("./jumps.js").WayBack) => void} [followed] called when a link has led away, or a finger
 *   that may have meant something else, with words for that
 */

/** @typedef {PagedDocument & ReaderStart} ReaderOptions */

/** Nearer to a place than this, in page units, one has not jumped. */
const SAME_PLACE = 4;

export class Reader {
  stage = element("div", { class: "reader-stage" });
  /** The strip below it; empty for a single page. */
  foot = element("div", { "class": "reader-foot", "data-foot": true });
  /** @type {PageScroller} */
  #scroller;
  #controls;
  #zoom;
  #strip;
  #scrubber;
  #copying;
  #jumps;
  #options;
  #signal;
  /**
   * The marks of a page for the printer; null before they are here.
   * @type {import("./read-content.js").PrintedMarks | null}
   */
  printedMarks = null;
  /** Whether it is at the place where it opens: it waits for its room in the window. */
  isBegun = false;
  #shown = "";

  /**
   * @param {ReaderOptions} options
   * @param {AbortSignal} signal
   */
  constructor(options, signal) {
    this.#options = options;
    this.#signal = signal;
    this.#jumps = new Jumps({ follow: options.follow ?? ((move) => (move(), () => false)), here: () => this.#remembered, now: () => performance.now() });
    const go = (/** @type {number} */ page) => void this.jumpTo(page, "pages");
    const goByHand = (/** @type {number} */ page, /** @type {boolean} */ isTouch) => this.#seek(page, isTouch);
    this.#strip = new PageStrip({ ...this.thumbnails, go }, signal);
    window.addEventListener("online", () => this.retry(), { signal });
    this.#scrubber = new PageScrubber({ names: options.names, pictureUrl: (page) => this.#strip.pictureUrl(page), go: goByHand }, signal);
    this.#controls = new PageControls(options.names, { go, turn: (direction) => this.goBeside(direction) }, signal);
    this.#zoom = new ZoomControls(this, signal);
    this.#copying = new SelectionCopying({ ...options, selection: () => this.selection }, signal);
    const source = {
      ...options.source, quickUrl: (/** @type {number} */ page) => this.#quickUrl(options.source, page),
    };
    const calls = { changed: () => this.#follow(), scrolled: options.scrolled, tapped: options.tapped, tappedTwice: options.tappedTwice, left: options.left, turnedOn: options.turnedOn, edgeTaps: options.edgeTaps, actions: this.#actions };
    this.#scroller = new PageScroller(firstViewport(options), options.names, source, calls, signal);
    this.stage.append(this.#scroller.element, this.#scroller.selection.bar.element);
    if (options.pages.length > 1) this.foot.append(this.#scrubber.element, this.#strip.element);
    this.stage.addEventListener("click", (event) => this.#followLink(event), { signal });
    document.addEventListener("copy", (event) => this.#copied(event), { signal });
    window.addEventListener("beforeprint", () => putSeenPage(options, this.page, this.stage, signal), { signal });
    this.#watch(options, signal);
  }

  /**
   * The actions on selected words.
   * @returns {import("./selection/selection-bar.js").SelectionAction[]}
   */
  get #actions() {
    const { find, mark } = this.#options;
    const copying = { label: say("Copy"), icon: "duplicate", act: () => this.copySelection() };
    const marking = !mark ? [] : [
      { label: say("Highlight"), icon: "highlighter", keys: "L", act: () => mark("highlight") },
      { label: say("Underline"), icon: "underline", keys: "U", act: () => mark("underline") },
      { label: say("Note"), icon: "note", act: () => mark("highlight", true) },
    ];
    return [copying, ...marking, ...(find ? [{ label: say("Find"), icon: "search", act: find }] : [])];
  }

  /**
   * The browser copies; it knows the words that are shown alone, and their lines as it breaks them.
   * @param {ClipboardEvent} event
   */
  #copied(event) {
    const { selection } = this;
    if (isTyping(event.target) || !event.clipboardData) return;
    selection.catchUp();
    if (selection.isEmpty) return;
    event.preventDefault();
    if (selection.isRead) event.clipboardData.setData("text/plain", selection.text);
    else this.copySelection();
  }

  /**
   * Selects no words any more.
   * @returns {boolean} whether any were
   */
  clearSelection() {
    return this.#scroller.selection.clear();
  }

  /** The pages on the screen. */
  get pages() {
    return this.#scroller;
  }

  /** The page that is read, and the part of it that is seen, for another window. */
  get presented() {
    return this.#scroller.presented;
  }

  /**
   * A point of the window on the page that is read, in fractions of its sides; null beside it.
   * @param {import("../gestures/geometry/index.js").Point} at
   */
  placeOnPage(at) {
    return this.#scroller.fractionOn(at);
  }

  /** The controls in the bar: turning pages, and the zoom. */
  get controls() {
    return { pages: this.#controls.element, zoom: this.#zoom.element };
  }

  get page() {
    return this.#scroller.page;
  }

  /** The place at the top; null at the start of the page that was gone to. */
  get place() {
    return this.#scroller.place;
  }

  /** Asks once more for the images that could not be had. */
  retry() {
    this.#scroller.retry();
    this.#strip.retry();
  }

  get pageName() {
    return this.#options.names.name(this.page);
  }

  /** The names and images of its pages, and the ways out for them. */
  get thumbnails() {
    const { names, source, outlets } = this.#options;
    return { names, source, mustWait: () => this.#scroller.loading, ...(outlets && { outlets }) };
  }

  /** @param {number} page */
  nameOf(page) {
    return this.#options.names.name(page);
  }

  get pageCount() {
    return this.#scroller.viewport.pageCount;
  }

  get zoomPercent() {
    const { viewport, page } = this.#scroller;
    return Math.round(viewport.zoomOf(page) * 100);
  }

  /** Degrees clockwise by which the pages are shown turned. */
  get turn() {
    return this.#scroller.viewport.turn;
  }

  /** How the pages are arranged. */
  get arrangement() {
    return this.#scroller.viewport.chosenArrangement;
  }

  /** How the zoom is found. */
  get mode() {
    return this.#scroller.wanted.mode;
  }

  /** Whether the very end of its last page is seen. */
  get isAtEnd() {
    return this.isBegun && this.#scroller.isAtEnd;
  }

  /** Whether it rests there. */
  get restsAtEnd() {
    return this.isBegun && this.#scroller.restsAtEnd;
  }

  /** Whether anything that is seen moves, or is not sharp yet. */
  get loading() {
    return this.#scroller.loading;
  }

  /** Whether a hand is on the pages or on their strip, or has thrown them. */
  get isHeld() {
    return this.#scroller.isHeld || this.#scrubber.isHeld || this.#strip.isHeld;
  }

  /** The page that is read, and the one beside it. */
  get spread() {
    const { layout } = this.#scroller.viewport;
    return layout.pagesOf(layout.spreadOf(this.page));
  }

  focus() {
    this.#scroller.element.focus({ preventScroll: true, focusVisible: false });
  }

  /** The place that is read, to come back to. */
  get #remembered() {
    const { page, pageName: name, place } = this;
    return { name, return: () => this.#begin({ page, at: place, top: 0 }) };
  }

  /**
   * Goes to a page or a place below its start, in a step from which the browser's Back leads back.
   * @param {number} page from 1; out of range means the nearest
   * @param {import("./jumps.js").JumpRow} row
   * @param {number} [top] how far below its upper edge, in page units
   */
  jumpTo(page, row, top = 0) {
    return this.#jumps.make(row, () => {
      const { page: from, top: fromTop } = this.here;
      this.goToPlace(page, top);
      const { here } = this;
      return here.page !== from || Math.abs(here.top - fromTop) > SAME_PLACE;
    });
  }

  /**
   * A finger on the line that leads to all pages may have meant what lies beside it: the way back is offered.
   * @param {number} page
   * @param {boolean} isTouch
   */
  #seek(page, isTouch) {
    const wayBack = this.jumpTo(page, "pages");
    if (isTouch && wayBack) this.#options.followed?.(say("Gone to {page}", { page: this.pageName }), wayBack);
  }

  /**
   * Shows a place that the browser's history has led to.
   * @param {import("../shell/address.js").OpenParameters} place
   */
  comeTo({ page, top = 0, zoom }) {
    this.#jumps.forget();
    this.choose(zoom);
    this.goToPlace(page, top);
  }

  /** @param {number} page from 1; out of range means the nearest */
  goTo(page) {
    const before = this.page;
    this.#scroller.navigate((pages) => pages.goTo(page));
    if (this.page !== before) announce(this.pageName);
  }

  /**
   * A link on a page leads to another page; other links are the browser's.
   * @param {MouseEvent} event
   */
  #followLink(event) {
    const target = event.target instanceof Element ? event.target : null;
    const refused = target?.closest("[data-refusal]")?.getAttribute("title");
    if (refused) this.#options.say?.(refused);
    const link = target?.closest("a");
    if (!link) return;
    if (!link.hasAttribute("data-page")) return this.#sayWhere(link, event);
    event.preventDefault();
    const wayBack = this.jumpTo(Number(link.getAttribute("data-page")), null, Number(link.getAttribute("data-top")));
    if (wayBack) this.#options.followed?.(say("Followed a link"), wayBack);
  }

  /**
   * A finger sees no title: where a link leads out of the app is said before it is followed.
   * @param {HTMLAnchorElement} link
   * @param {MouseEvent & {pointerType?: string}} event
   */
  #sayWhere(link, event) {
    const address = webAddress(link.href);
    if (event.pointerType !== "touch" || address === null) return;
    event.preventDefault();
    openMenu(link, say("Link"), [
      { label: say("Open"), icon: "open", link: address, note: address },
      { label: say("Copy address"), icon: "link", act: () => this.#options.copy(address) },
    ], { x: event.clientX, y: event.clientY });
  }

  /**
   * @param {number} page from 1
   * @param {number} top how far below its upper edge, in page units
   */
  goToPlace(page, top) {
    const place = this.#placeBelow(page, top);
    if (!place) return this.goTo(page);
    this.#scroller.navigate((pages) => pages.showPlace(place));
    announce(this.pageName);
  }

  /**
   * A place below the upper edge of a page. Null for its start, and on a page that lies on its side: what is at the top is
   * no height of it.
   * @param {number} page from 1
   * @param {number} top in page units
   */
  #placeBelow(page, top) {
    if (top <= 0 || page < 1 || page > this.pageCount || this.turn % 180 !== 0) return null;
    const { height } = this.#scroller.viewport.pageSize(page);
    return { page, fraction: turned({ x: 0.5, y: Math.min(1, top / height) }, this.turn) };
  }

  /** Where one reads: the page, and how far down what is at the top lies on it, in page units. */
  get here() {
    const { place, turn } = this;
    if (!place || turn % 180 !== 0) return { page: this.page, top: 0 };
    return { page: place.page, top: unturned(place.fraction, turn).y * this.#scroller.viewport.pageSize(place.page).height };
  }

  /**
   * Marks what was found; null for nothing.
   * @param {import("./find/found-hits.js").FoundHits | null} hits
   */
  mark(hits) {
    this.#scroller.mark(hits);
  }

  /**
   * Brings a box of a page into sight, in a step from which the browser's Back leads back.
   * @param {number} page
   * @param {readonly [number, number, number, number]} box in page units
   * @param {import("./jumps.js").JumpRow} [row]
   */
  reveal(page, box, row = null) {
    this.#jumps.make(row, () => this.#scroller.reveal(page, box));
  }

  /** The words that are selected. */
  get selection() {
    return this.#scroller.selection;
  }

  /** Selects all words of the document; false for a picture, which has none. */
  selectAll() {
    if (!this.#options.source.pageText) return false;
    this.selection.selectAll();
    announce(say("All words are selected"));
    return true;
  }

  /** Takes the selected words into the clipboard, when the pages that are not shown have been read. */
  copySelection() {
    void this.#copying.copy();
  }

  /**
   * Copies no further pages; their words stay selected.
   * @returns {boolean} whether any were copied
   */
  stopCopying() {
    return this.#copying.stop();
  }

  /** @param {1 | -1} direction to the spread before or behind the one that is shown */
  goBeside(direction) {
    const before = this.page;
    this.#scroller.navigate((pages) => pages.goBeside(direction));
    if (this.page !== before) announce(this.pageName);
  }

  /** @param {1 | -1} direction by a screen, or to the next page where they are turned one at a time */
  goOn(direction) {
    const before = this.page;
    this.#scroller.navigate((pages) => pages.goOn(direction));
    if (this.page !== before) announce(this.pageName);
  }

  /** @param {1 | -1} direction */
  goScreen(direction) {
    this.#scroller.navigate((pages) => pages.goScreen(direction));
  }

  /** @param {1 | -1} direction */
  goLine(direction) {
    this.#scroller.navigate((pages) => pages.goLine(direction));
  }

  /** @param {1 | -1} direction larger or smaller */
  step(direction) {
    this.#scroller.navigate((pages) => pages.zoom(this.#scroller.wanted.stepped(direction, this.page)));
  }

  /** @param {Zoom} zoom */
  choose(zoom) {
    const chosen = this.#scroller.viewport.chosen(zoom);
    this.#scroller.navigate((pages) => (zoom.mode === "page" ? pages.fit(chosen) : pages.zoom(chosen)));
  }

  /** @param {Partial<import("./page-layout.js").Arrangement>} change */
  arrange(change) {
    this.#scroller.navigate((pages) => pages.arrange({ ...this.arrangement, ...change }));
  }

  /** @param {1 | -1} direction by a quarter clockwise, or the other way */
  rotate(direction) {
    this.#scroller.navigate((pages) => pages.rotate(direction));
  }

  /**
   * Asks which pages are to be printed.
   * @param {string} name of the document
   */
  print(name) {
    new PrintSheet(name, { ...this.#options, ...(this.printedMarks && { marks: this.printedMarks }) }, this.page, this.#signal).open();
  }

  /**
   * Waits for a place in the window before the first page is shown, then follows it.
   * @param {ReaderOptions} options
   * @param {AbortSignal} signal
   */
  #watch(options, signal) {
    const measured = () => {
      if (this.stage.clientWidth === 0) return;
      const resize = (/** @type {PageNavigation} */ pages) => pages.resize(this.#scroller.wanted.with(this.#measures()));
      if (this.isBegun) return this.#scroller.navigate(resize);
      this.isBegun = true;
      this.#begin(options, resize);
    };
    onResize(this.stage, measured, signal);
    onPixelRatio(measured, signal);
  }

  /**
   * @param {Pick<ReaderOptions, "page" | "at" | "top">} place
   * @param {(pages: PageNavigation) => void} [before]
   */
  #begin({ page, at, top }, before) {
    const place = at && at.page <= this.pageCount ? at : this.#placeBelow(page, top);
    this.#scroller.navigate((pages) => {
      before?.(pages);
      if (place) pages.showPlace(place);
      else pages.goTo(page);
    });
  }

  /** The pages reach under the bars, so that nothing moves when these hide. */
  #measures() {
    const stage = this.stage.getBoundingClientRect();
    const room = this.stage.closest(".reader")?.getBoundingClientRect() ?? stage;
    const bars = { top: Math.max(0, stage.top - room.top), bottom: Math.max(0, room.bottom - stage.bottom) };
    const { style } = this.#scroller.element;
    style.top = `${-bars.top}px`;
    style.bottom = `${-bars.bottom}px`;
    this.stage.style.setProperty("--under", `${bars.bottom}px`);
    const height = stage.height + bars.top + bars.bottom;
    return { box: { width: stage.width, height }, bars, pixelRatio: devicePixelRatio };
  }

  /** Brings what stands around the pages up to date with it. */
  #follow() {
    const { page, viewport } = this.#scroller;
    const shown = `${page} ${viewport.zoom}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#controls.show(page);
      this.#zoom.show(this.zoomPercent);
      this.#strip.mark(page);
      this.#scrubber.mark(page);
    }
    // Style sheets turn the small pages, too, of which one is pulled out over the whole window.
    const turn = String(viewport.turn);
    for (const { dataset } of [this.stage, document.body]) if (dataset["turn"] !== turn) dataset["turn"] = turn;
    if (!this.#scroller.loading && this.pageCount > 1) this.#strip.start();
    if (this.isBegun) this.#options.changed();
  }

  /**
   * @param {PageSource} source
   * @param {number} page
   */
  #quickUrl(source, page) {
    return this.#strip.loadedUrl(page) ?? source.quickUrl(page);
  }
}

/** @param {ReaderOptions} options */
function firstViewport(options) {
  const box = { width: 800, height: 600 };
  const { pages, unit, raster, zoom, arrangement, turn, source: { wholePixels } } = options;
  const whole = wholePixels === undefined ? {} : { wholePixels };
  const bars = { top: 0, bottom: 0 };
  return new Viewport({ pages, unit, raster, zoom, arrangement, turn, box, bars, pixelRatio: devicePixelRatio, ...whole });
}
