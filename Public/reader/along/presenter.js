/**
 * A second window that shows the page that is read, for those who look at another screen. It follows the page, the part that is
 * zoomed to, and a light that goes with the hand. Keys turn pages there, too: the browser gives it the focus when it opens, and a
 * remote control speaks to the window in front.
 *
 *     closed ──open──► following ──its window closes, the document is left──► closed
 *                        ▲  │ the tab is loaded anew
 *                        └──┘
 */

import { element, setAttributes } from "../../shell/element.js";
import { areSingleKeysOn, isPlain } from "../../shell/keys.js";
import { Timer } from "../../shell/timer.js";
import { PagesAhead } from "../tiles/pages-ahead.js";
import { isPresentedHere, keepPresented } from "./presented-window.js";
import { drawOverlay } from "./presented-overlay.js";

/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */

/** The name of the second window, by which the tab finds it after it was loaded anew. */
const NAME = "sheaf-presented";

/** How often it is looked whether the window is there still, in ms: one that is killed tells of nothing. */
const LOOK = 500;

/** A picture that does not come is asked for again after so long, and each time after twice as long, in ms. */
const AGAIN = { first: 1_000, longest: 8_000 };

/** How long the light stays after the hand has rested, in ms. */
const LIGHT = 1_500;

/** Sizes at which pictures are asked for, so that few are drawn: multiples of so many pixels. */
const STEP = 256;

/**
 * Keys that go on or back there.
 * @type {ReadonlyMap<string, 1 | -1>}
 */
const TURNS = new Map([
  ["ArrowRight", 1], ["ArrowDown", 1], ["PageDown", 1], [" ", 1], ["Enter", 1],
  ["ArrowLeft", -1], ["ArrowUp", -1], ["PageUp", -1], ["Backspace", -1], ["Shift+ ", -1],
]);

/**
 * Letters that do, where single keys are on.
 * @type {ReadonlyMap<string, 1 | -1>}
 */
const LETTER_TURNS = new Map([["n", 1], ["j", 1], ["p", -1], ["k", -1]]);

/**
 * @typedef {object} PresentedPage
 * @property {number} page from 1
 * @property {string} name
 * @property {number} aspect height over width of the page as it is shown
 * @property {Rect} part that is seen, in fractions of the page's sides
 * @property {number} turn degrees clockwise
 */

/**
 * @typedef {object} PresenterCalls
 * @property {() => PresentedPage} shown what is read now
 * @property {(page: number, width: number) => string} imageUrl
 * @property {() => number} pageCount
 * @property {(page: number) => Element | null} marks the drawings that lie over a page
 * @property {(direction: 1 | -1) => void} turn
 * @property {(end: "first" | "last") => void} goTo
 * @property {() => import("./presented-overlay.js").Overlay} overlay what lies over the page
 * @property {() => void} closed
 * @property {() => void} changed called when the window falls behind what is read, and when it has caught up
 */

class Presenter {
  /** Whether the audience sees the page before, as the picture of this one did not come. */
  isBehind = false;
  #window;
  #calls;
  #sheet;
  #light;
  #image;
  #marks = element("div", { "aria-hidden": "true" });
  /**
   * The drawings that are followed.
   * @type {Element | null}
   */
  #drawn = null;
  #changes = new MutationObserver(() => this.#copyMarks());
  #dims;
  #overlay = element("div", { "aria-hidden": "true" });
  /** @type {HTMLImageElement | null} */
  #coming = null;
  #again;
  #pause = AGAIN.first;
  /** The page that a talk goes on with is there before it is turned to. */
  #ahead = new PagesAhead();

  /**
   * @param {Window} target a window of its own, which is empty or was presented in before the tab was loaded anew
   * @param {string} title
   * @param {PresenterCalls} calls
   * @param {AbortSignal} signal closes it
   */
  constructor(target, title, calls, signal) {
    this.#window = target;
    this.#calls = calls;
    this.#dims = new Timer(signal);
    this.#again = new Timer(signal);
    const { document } = target;
    document.title = title;
    // The page that the audience sees stays until its picture is here anew.
    this.#image = document.querySelector("img") ?? element("img", { alt: "" });
    this.#light = element("div", { "aria-hidden": "true" });
    this.#sheet = element("main", {}, this.#marks, this.#light);
    this.#sheet.prepend(window.document.adoptNode(this.#image));
    this.#dress(document);
    document.body.replaceChildren(document.adoptNode(this.#sheet), document.adoptNode(this.#overlay));
    target.addEventListener("resize", () => this.show(), { signal });
    target.addEventListener("pagehide", () => calls.closed(), { signal });
    target.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    target.addEventListener("dblclick", () => void this.#fillScreen(), { signal });
    const looking = setInterval(() => this.#isGone && calls.closed(), LOOK);
    signal.addEventListener("abort", () => {
      clearInterval(looking);
      this.#changes.disconnect();
      this.#ahead.rest();
      target.close();
    });
    this.cover();
    this.show();
  }

  /** Whether the window was closed, or shows something else. */
  get #isGone() {
    try {
      return this.#window.closed || this.#window.document.documentElement.dataset.presented === undefined;
    } catch {
      return true;
    }
  }

  /** Shows what lies over the page now. */
  cover() {
    drawOverlay(this.#overlay, this.#calls.overlay());
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (!isPlain(event)) return;
    const { key, shiftKey } = event;
    const direction = TURNS.get(shiftKey && key === " " ? "Shift+ " : key) ?? (areSingleKeysOn() ? LETTER_TURNS.get(key) : undefined);
    if (direction) this.#calls.turn(direction);
    else if (key === "Home") this.#calls.goTo("first");
    else if (key === "End") this.#calls.goTo("last");
    else if (key === "f" && areSingleKeysOn()) void this.#fillScreen();
    else if (key === "Escape") this.#calls.closed();
    else return;
    event.preventDefault();
  }

  /** Fills its screen, or no longer; a browser that refuses leaves the window as it is. */
  async #fillScreen() {
    const { document } = this.#window;
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  }

  /** Shows what is read now. */
  show() {
    const { page, name, aspect, part, turn } = this.#calls.shown();
    const { innerWidth: width, innerHeight: height, devicePixelRatio } = this.#window;
    // The part fills the window, and the page lies around it.
    const scale = Math.min(width / part.width, height / (part.height * aspect));
    const size = { width: scale, height: scale * aspect };
    const { style } = this.#sheet;
    style.width = `${size.width}px`;
    style.height = `${size.height}px`;
    const left = (width - part.width * size.width) / 2 - part.x * size.width;
    const top = (height - part.height * size.height) / 2 - part.y * size.height;
    style.transform = `translate(${left}px, ${top}px)`;
    const across = turn % 180 === 0 ? size.width : size.height;
    const pixels = Math.min(4_096, Math.ceil((across * devicePixelRatio) / STEP) * STEP);
    const next = page < this.#calls.pageCount() ? [this.#calls.imageUrl(page + 1, pixels)] : [];
    this.#load(this.#calls.imageUrl(page, pixels), name, turn, next);
    this.#place(this.#marks, turn);
    this.#followMarks(this.#calls.marks(page));
  }

  /** @param {Element | null} drawn over the page that is shown */
  #followMarks(drawn) {
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#changes.disconnect();
    if (drawn) this.#changes.observe(drawn, { subtree: true, childList: true, attributes: true });
    this.#copyMarks();
  }

  /** The style sheets of the app are not in this window. */
  #copyMarks() {
    const layers = [...(this.#drawn?.children ?? [])].map((layer) => /** @type {SVGElement} */ (layer.cloneNode(true)));
    for (const layer of layers) {
      const isUnder = layer.classList.contains("page-highlights");
      Object.assign(layer.style, { position: "absolute", width: "100%", height: "100%", overflow: "visible" });
      if (isUnder) Object.assign(layer.style, { mixBlendMode: "multiply", opacity: "0.8" });
    }
    this.#marks.replaceChildren(...layers);
  }

  /**
   * Lays what is as large as the unturned page over the sheet.
   * @param {HTMLElement} target
   * @param {number} turn
   */
  #place(target, turn) {
    const isAcross = turn % 180 !== 0;
    const { width, height } = this.#sheet.style;
    Object.assign(target.style, {
      position: "absolute", top: "50%", left: "50%", display: "block", width: isAcross ? height : width, height: isAcross ? width : height,
      transform: `translate(-50%, -50%) rotate(${turn}deg)`,
    });
  }

  /**
   * Lights a place of the page; null for none.
   * @param {{x: number, y: number} | null} place in fractions of the page's sides
   */
  light(place) {
    const { style } = this.#light;
    style.opacity = place ? "1" : "0";
    if (!place) return;
    style.left = `${place.x * 100}%`;
    style.top = `${place.y * 100}%`;
    this.#dims.set(LIGHT, () => this.light(null));
  }

  /** @param {Document} document */
  #dress(document) {
    document.documentElement.dataset.presented = "";
    Object.assign(document.body.style, { margin: "0", background: "#000", overflow: "hidden", cursor: "none" });
    Object.assign(this.#sheet.style, { position: "absolute", transformOrigin: "0 0", background: "#fff" });
    Object.assign(this.#light.style, {
      position: "absolute", width: "9vmin", height: "9vmin", margin: "-4.5vmin", borderRadius: "50%", opacity: "0",
      background: "radial-gradient(#ffd64fb0, #ffd64f60 55%, transparent 70%)", transition: "opacity 200ms",
    });
  }

  /**
   * The picture before stays until the next one is decoded.
   * @param {string} url
   * @param {string} name
   * @param {number} turn
   * @param {readonly string[]} next pictures that are asked for then
   */
  #load(url, name, turn, next) {
    this.#again.clear();
    if (this.#image.src === new URL(url, location.href).href) return this.#caughtUp(this.#image, turn);
    const image = element("img", { alt: name });
    setAttributes(image, { src: url });
    this.#coming = image;
    void image.decode().then(() => {
      if (this.#coming !== image) return;
      this.#image.replaceWith(this.#window.document.adoptNode(image));
      this.#image = image;
      this.#caughtUp(image, turn);
      this.#ahead.want(next);
    }, () => this.#coming === image && this.#missed());
  }

  /**
   * @param {HTMLImageElement} image of the page that is read
   * @param {number} turn
   */
  #caughtUp(image, turn) {
    this.#coming = null;
    this.#place(image, turn);
    this.#pause = AGAIN.first;
    this.#tell(false);
  }

  /** The audience keeps the page before, which the person who speaks does not see: that is said, and the picture asked for again. */
  #missed() {
    this.#tell(true);
    this.#again.set(this.#pause, () => this.show());
    this.#pause = Math.min(AGAIN.longest, this.#pause * 2);
  }

  /** @param {boolean} isBehind */
  #tell(isBehind) {
    if (isBehind === this.isBehind) return;
    this.isBehind = isBehind;
    this.#calls.changed();
  }
}

/** The presentation of a document that is read. */
export class Presenting {
  /** @type {import("../reader.js").Reader} */
  #reader;
  #name = "";
  #id;
  #calls;
  #signal;
  /** @type {{presenter: Presenter, end: AbortController} | null} */
  #open = null;
  /**
   * The window that is being opened.
   * @type {Promise<boolean> | null}
   */
  #coming = null;

  /**
   * @param {{reader: import("../reader.js").Reader, name: string, id: string, showing: AbortSignal}} shown as {@link follow} takes
   *   them, and the id of the document
   * @param {{overlay: PresenterCalls["overlay"], changed: () => void, behind: () => void}} calls `changed` is called when the window was
   *   opened or closed, `behind` when {@link isBehind} has changed
   * @param {AbortSignal} signal closes the window
   */
  constructor({ reader, name, id, showing }, calls, signal) {
    this.#reader = reader;
    this.#id = id;
    this.#calls = calls;
    this.#signal = signal;
    this.follow(reader, name, showing);
    signal.addEventListener("abort", () => this.end());
  }

  /**
   * Shows what another reader shows: new content of the document, or more of it, is there.
   * @param {import("../reader.js").Reader} reader
   * @param {string} name of the document
   * @param {AbortSignal} signal ends that reader
   */
  follow(reader, name, signal) {
    this.#reader = reader;
    this.#name = name;
    for (const kind of /** @type {const} */ (["mousemove", "touchmove"])) {
      reader.stage.addEventListener(kind, (event) => this.#light("touches" in event ? event.touches[0] : event), { signal, passive: true });
    }
    // A finger that points is seen where it lands; one that taps or scrolls is not.
    reader.stage.addEventListener("touchstart", ({ touches: [at] }) => reader.pages.fingersPoint && this.#light(at), { signal, passive: true });
  }

  get isOpen() {
    return this.#open !== null;
  }

  /** Whether the window shows an earlier page than the one that is read. */
  get isBehind() {
    return this.#open?.presenter.isBehind ?? false;
  }

  /** Closes the window, if it is open. */
  end() {
    this.#open?.end.abort();
  }

  /**
   * Opens the second window, or closes it.
   * @returns {Promise<boolean>} false where the browser opened none
   */
  toggle() {
    if (this.#open) return this.end(), Promise.resolve(true);
    this.#coming ??= this.#present(openPresenterWindow()).finally(() => (this.#coming = null));
    return this.#coming;
  }

  /** Goes on in the window that this document was presented in before the tab was loaded anew. */
  goOn() {
    if (this.#open || this.#coming || !isPresentedHere(this.#id)) return;
    this.#coming = this.#present(Promise.resolve(presenterWindowBefore())).finally(() => (this.#coming = null));
  }

  /** @param {Promise<Window | null>} opening */
  async #present(opening) {
    const target = await opening;
    if (!target || this.#signal.aborted) return target?.close(), keepPresented(null), false;
    const end = new AbortController();
    end.signal.addEventListener("abort", () => {
      keepPresented(null);
      this.#open = null;
      this.#calls.changed();
    });
    const presenter = new Presenter(target, this.#name, {
      shown: () => ({ ...this.#reader.presented, name: this.#reader.pageName }), imageUrl: (page, width) => this.#reader.thumbnails.source.imageUrl(page, width),
      pageCount: () => this.#reader.pageCount,
      marks: (page) => this.#reader.pages.paper.pageElement(page)?.querySelector(".page-marks") ?? null,
      turn: (direction) => this.#reader.goBeside(direction),
      goTo: (which) => this.#reader.goTo(which === "first" ? 1 : this.#reader.pageCount),
      overlay: this.#calls.overlay, closed: () => end.abort(), changed: this.#calls.behind,
    }, end.signal);
    this.#open = { presenter, end };
    keepPresented(this.#id);
    this.#calls.changed();
    return true;
  }

  /** Something else is read. */
  moved() {
    this.#open?.presenter.show();
  }

  /** Something else lies over the page. */
  cover() {
    this.#open?.presenter.cover();
  }

  /** @param {{clientX: number, clientY: number} | undefined} at of the window */
  #light(at) {
    if (at && this.#open) this.#open.presenter.light(this.#reader.placeOnPage({ x: at.clientX, y: at.clientY }));
  }
}

/**
 * Opens an empty window, on another screen where there is one and the browser tells (Window Management API).
 * @returns {Promise<Window | null>} null where the browser opens none
 */
async function openPresenterWindow() {
  const features = ["popup", "width=1280", "height=720"];
  // Without an address a window of this name that was left open is taken as it is.
  const opened = window.open("", NAME, features.join(","));
  if (!opened) return null;
  const screens = await otherScreens();
  const [other] = screens;
  if (other) {
    opened.moveTo(other.availLeft, other.availTop);
    opened.resizeTo(other.availWidth, other.availHeight);
  }
  return opened;
}

/** The window that was presented in before; null where it was closed meanwhile. */
function presenterWindowBefore() {
  const found = window.open("", NAME);
  if (!found || found.document.documentElement.dataset.presented !== undefined) return found;
  found.close();
  return null;
}

/**
 * The screens beside the one of this window.
 * @typedef {{availLeft: number, availTop: number, availWidth: number, availHeight: number}} OtherScreen
 * @returns {Promise<OtherScreen[]>}
 */
async function otherScreens() {
  const { getScreenDetails } = /** @type {{getScreenDetails?: () => Promise<{screens: OtherScreen[], currentScreen: OtherScreen}>}} */ (
    /** @type {unknown} */ (window)
  );
  if (!getScreenDetails || !(/** @type {{isExtended?: boolean}} */ (/** @type {unknown} */ (screen))).isExtended) return [];
  try {
    const { screens, currentScreen } = await getScreenDetails.call(window);
    return screens.filter((one) => one !== currentScreen);
  } catch {
    // The person has not allowed it: the window can be moved by hand.
    return [];
  }
}
