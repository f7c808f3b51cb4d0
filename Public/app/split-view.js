/**
 * The list of the library beside the open document. Choosing another document changes the document's side alone.
 *
 *     wide:   list and document, with a divider ◄──button, D──► document alone; kept in this browser
 *     narrow: document alone ──button, D, finger from the edge──► list over it ──chosen, Escape, pressed beside──► document alone
 *     fixed:  list and document, with a divider, wide or narrow: a setting says so, and there is room for both
 *
 * The list is the same element in all of them. It is fetched when it is first shown.
 */

import { addGestureRecognizer, GestureSurface, PanGestureRecognizer, State } from "../gestures/index.js";
import { clamp } from "../gestures/geometry/index.js";
import { button, element, FRAME, setAttributes, towardEnd } from "../shell/element.js";
import { isPlain, isTyping, keyAlong } from "../shell/keys.js";
import { LazyModule } from "../shell/lazy-module.js";
import { preference, setPreference } from "../shell/preferences.js";
import { say } from "../shell/texts.js";
import { titleOf } from "../library/places.js";
import { EdgeSwipe } from "../library/swiping/edge-swipe.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../library/beside-list.js").BesideList} BesideList */

/**
 * @typedef {object} SplitParts
 * @property {import("../api/api.js").Api} api
 * @property {Pick<import("../library/library.js").Library, "state" | "types" | "more" | "waitsFor">} library
 * @property {import("../api/notices.js").Notices} notices
 * @property {Pick<import("../settings/shared-choices.js").SharedChoices, "get" | "follow">} choices
 * @property {{hasShown: boolean, show: (address: import("../shell/address.js").LibraryAddress) => unknown}} asking
 * @property {(id: string) => void} open shows another document in place of the open one
 * @property {() => string | null} shown the open document
 * @property {() => void} focus gives the focus to the document
 * @property {() => Promise<void> | undefined} ready over when the open document is shown
 * @property {import("../library/beside-list.js").BesideParts["menu"]} menu
 */

/** As in `split.css`: from this width on the list has a column of its own. */
const WIDE = "(min-width: 1024px)";

/** The setting by which both always stay, and from which width on they do; as in the words of the setting. */
const ALWAYS = "library.beside";
const ROOM = "(min-width: 640px)";

/** Whether the list is shown in wide windows; it is until it is closed there. */
const SHOWN = "list.beside";
const WIDTH = "list.width";

/** In CSS pixels. */
const USUAL = 320;
const NARROWEST = 200;
const WIDEST = 560;

/** The room that the document keeps. */
const READING = 480;

/** A key moves the divider so far, in CSS pixels. */
const STEP = 16;

/** The whole library, for a document that no list has led to. */
const ALL = Object.freeze({ view: /** @type {const} */ ("library"), place: "all", name: "", folder: "", q: "", sort: null });

const lists = new LazyModule(() => import("../library/beside-list.js"));

export class SplitView {
  #parts;
  #signal;
  #wide = matchMedia(WIDE);
  #room = matchMedia(ROOM);
  /** Whether both stay: there is nothing to show or to hide then. */
  #isFixed = false;
  #isKept = preference(SHOWN) !== "false";
  #isOver = false;
  #width = Number(preference(WIDTH)) || USUAL;
  /** @type {BesideList | null} */
  #list = null;
  #pane = element("aside", { "class": "beside", "id": "beside", "aria-label": say("List"), "hidden": true });
  #title = element("h2", { class: "beside-title" });
  #divider = element("div", {
    "class": "beside-divider", "role": "separator", "aria-orientation": "vertical", "aria-label": say("Width of the list"), "aria-controls": "beside",
    "tabindex": 0, "hidden": true,
  });
  #veil = element("div", { class: "beside-veil", hidden: true });
  #edge;
  #close;
  /** @type {HTMLElement | null} */
  #button = null;
  /** @type {HTMLElement | null} */
  #opened = null;
  /** @type {HTMLElement} */
  element = element("div", { class: "split", [FRAME]: true }, this.#pane, this.#divider, this.#veil);

  /**
   * @param {SplitParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#close = button({ label: say("Close the list"), icon: "close" }, () => this.toggle(), signal);
    this.#edge = new EdgeSwipe({ choices: parts.choices, mayOpen: () => !this.isShown && !this.#hasColumn, open: () => this.#openOver() }, signal);
    this.element.append(this.#edge.element);
    this.#pane.append(element("header", { class: "beside-head" }, this.#title, this.#close));
    for (const width of [this.#wide, this.#room]) width.addEventListener("change", () => this.#widened(), { signal });
    parts.choices.follow(() => this.follow(), signal);
    window.addEventListener("resize", () => this.#fit(), { signal });
    this.#veil.addEventListener("click", () => this.#closeOver(), { signal });
    this.#pane.addEventListener("keydown", (event) => this.#pressedInside(event), { signal });
    this.#divide(signal);
    this.#draw();
  }

  get isShown() {
    return this.#isFixed || (this.#wide.matches ? this.#isKept : this.#isOver);
  }

  /** Whether the list has a column of its own when it is shown, and does not lie over the document. */
  get #hasColumn() {
    return this.#isFixed || this.#wide.matches;
  }

  get #staysFixed() {
    return this.#room.matches && this.#parts.choices.get(ALWAYS) === "true";
  }

  /**
   * A button that shows the list, or hides it; the last one made is the one that is seen.
   * @param {AbortSignal} signal
   */
  makeButton(signal) {
    this.#button = button({ label: this.#name, icon: "sidebar", class: "quiet beside-button", keys: "D" }, () => this.toggle(), signal);
    setAttributes(this.#button, { "aria-controls": "beside" });
    this.#draw();
    return this.#button;
  }

  /**
   * Shows a document beside the list.
   * @param {HTMLElement} opened
   */
  put(opened) {
    this.#opened = opened;
    this.element.append(opened);
    this.#draw();
  }

  /** Shows the list, or hides it. */
  toggle() {
    if (this.#isFixed) return undefined;
    if (!this.#wide.matches) return this.#isOver ? this.#closeOver() : this.#openOver();
    this.#isKept = !this.#isKept;
    setPreference(SHOWN, String(this.#isKept));
    const isFocused = this.#pane.contains(document.activeElement) || document.activeElement === this.#divider;
    this.#draw();
    if (isFocused && !this.#isKept) this.#button?.focus();
    return undefined;
  }

  /** Follows the list, which may have changed, and the open document, which may be another one. */
  follow() {
    if (this.#isFixed !== this.#staysFixed) this.#widened();
    else if (this.isShown) this.#drawList();
  }

  /** The document is left. */
  close() {
    this.#isOver = false;
    this.#draw();
    this.element.remove();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it means anything here
   */
  pressed(event) {
    if (event.key === "Escape" && this.#isOver && !this.#hasColumn) return this.#closeOver(), true;
    if (event.key !== "d" || event.shiftKey || !isPlain(event) || isTyping(event.target)) return false;
    if (!event.repeat) this.toggle();
    return true;
  }

  get #name() {
    return titleOf(this.#parts.library.state.query);
  }

  #openOver() {
    this.#isOver = true;
    this.#draw();
    this.#list?.focus();
  }

  #closeOver() {
    this.#isOver = false;
    const isInside = this.#pane.contains(document.activeElement);
    this.#draw();
    if (isInside) this.#parts.focus();
  }

  /** One shape goes over into the other; the list is the same. */
  #widened() {
    this.#isOver = false;
    this.#draw();
  }

  #draw() {
    this.#isFixed = this.#staysFixed;
    this.element.classList.toggle("fixed", this.#isFixed);
    const { isShown } = this;
    const isWide = this.#hasColumn;
    this.#close.hidden = this.#isFixed;
    this.#pane.hidden = !isShown;
    this.#divider.hidden = !isShown || !isWide;
    this.#veil.hidden = !isShown || isWide;
    this.#edge.draw();
    // The document under the list is not reached meanwhile.
    if (this.#opened) this.#opened.inert = isShown && !isWide;
    if (this.#button) setAttributes(this.#button, { "hidden": this.#isFixed, "aria-expanded": String(isShown), "aria-label": this.#name, "title": this.#name });
    this.#fit();
    if (isShown) void this.#show();
  }

  /** The document comes first, and then the list. */
  async #show() {
    const { asking, notices, ready } = this.#parts;
    if (this.#list && asking.hasShown) return this.#drawList();
    this.#title.textContent = this.#name;
    await ready();
    if (!this.isShown || this.#signal.aborted) return undefined;
    if (!asking.hasShown) asking.show(ALL);
    const part = await notices.load(lists);
    return part ? this.#addList(part) : undefined;
  }

  /** @param {typeof import("../library/beside-list.js")} part */
  #addList({ BesideList }) {
    if (this.#signal.aborted) return undefined;
    if (this.#list) return this.#drawList();
    const { api, library, menu } = this.#parts;
    this.#list = new BesideList({ api, library, menu, choose: (id) => this.#choose(id) }, this.#signal);
    this.#pane.append(this.#list.element);
    this.#drawList();
    this.#list.reveal();
    if (this.#isOver) this.#list.focus();
  }

  #drawList() {
    this.#title.textContent = this.#name;
    this.#list?.show(this.#parts.shown());
  }

  /** @param {string} id */
  #choose(id) {
    if (!this.#hasColumn) this.#closeOver();
    if (id !== this.#parts.shown()) this.#parts.open(id);
  }

  /**
   * Escape leads from the list to the document, and not out of it.
   * @param {KeyboardEvent} event
   */
  #pressedInside(event) {
    if (event.key !== "Escape" || !this.#hasColumn) return;
    event.preventDefault();
    event.stopPropagation();
    this.#parts.focus();
  }

  #fit() {
    const most = Math.max(NARROWEST, Math.min(WIDEST, innerWidth - READING));
    const width = clamp(this.#width, NARROWEST, most);
    this.element.style.setProperty("--beside", `${width}px`);
    setAttributes(this.#divider, { "aria-valuenow": width, "aria-valuemin": NARROWEST, "aria-valuemax": most });
    return width;
  }

  /** @param {number} width */
  #resize(width) {
    this.#width = width;
    this.#width = this.#fit();
    setPreference(WIDTH, String(this.#width));
  }

  /** @param {AbortSignal} signal */
  #divide(signal) {
    const { views } = new GestureSurface(this.#divider, { touchAction: "none" }, signal);
    const drag = new PanGestureRecognizer({ maximumTouches: 1, slop: 1 });
    let begun = 0;
    drag.addTarget(() => {
      if (drag.state === State.Began) begun = this.#fit();
      this.#divider.classList.toggle("held", drag.state === State.Began || drag.state === State.Changed);
      // The divider moves under the hand: the way counts in the window.
      this.#resize(begun + drag.translation().x * towardEnd(this.element));
    });
    addGestureRecognizer(views.viewFor(this.#divider), drag);
    this.#divider.addEventListener("dblclick", () => this.#resize(USUAL), { signal });
    this.#divider.addEventListener("keydown", (event) => this.#dividerPressed(event), { signal });
  }

  /** @param {KeyboardEvent} event */
  #dividerPressed(event) {
    const width = this.#fit();
    /** @type {Readonly<Record<string, number>>} */
    const widths = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: NARROWEST, End: WIDEST, Enter: USUAL };
    const wanted = widths[keyAlong(event.key, this.element)];
    if (wanted === undefined || !isPlain(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#resize(wanted);
  }
}
