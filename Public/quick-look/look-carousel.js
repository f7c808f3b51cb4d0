/**
 * The shown document of a quick look between its neighbours, which are fetched ahead: three at most. A hand draws them along.
 */

import { element, setAttributes, towardEnd } from "../shell/element.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./look-panel.js").LookPanel} LookPanel */

/** Between two documents, in CSS pixels. */
const GAP = 32;

/** @typedef {{current: LookPanel | null, "1": LookPanel | null, "-1": LookPanel | null}} Places by the steps to them */

export class LookCarousel {
  /** @type {HTMLElement} */
  element = element("div", { class: "look-carousel" });
  #make;
  #set;
  /** @type {Places} */
  #places = { current: null, "1": null, "-1": null };
  /** @type {Animation[]} */
  #moves = [];

  /**
   * @param {Pick<import("./looked-set.js").LookedSet, "document" | "beside">} set
   * @param {(document: Document) => LookPanel} make
   */
  constructor(set, make) {
    this.#set = set;
    this.#make = make;
  }

  get current() {
    return this.#places.current;
  }

  /** Shows the document of the set, and no neighbours yet: they wait until it is sharp. */
  show() {
    const { document } = this.#set;
    this.#clear();
    this.#places.current = document && this.#added(document);
    this.#enter();
  }

  /** Takes over what may have changed beside the shown one, or of it. */
  follow() {
    const { document } = this.#set;
    const { current } = this.#places;
    if (!document || !current || current.document.id !== document.id || current.document.sha256 !== document.sha256) return this.show();
    current.document = document;
    for (const step of /** @type {const} */ ([1, -1])) {
      const beside = this.#set.beside(step);
      const panel = this.#places[step];
      if (panel && (panel.document.id !== beside?.id || panel.document.sha256 !== beside.sha256)) this.#drop(step);
    }
    this.fetchAhead();
  }

  /** Fetches the neighbours. */
  fetchAhead() {
    for (const step of /** @type {const} */ ([1, -1])) this.#fetchBeside(step);
  }

  /**
   * The set has gone a step on, or back: shows that.
   * @param {1 | -1} step
   * @param {number} from how far a hand has drawn it, in CSS pixels
   * @param {boolean} isAnimated
   */
  step(step, from, isAnimated) {
    const left = this.#places.current;
    const { document } = this.#set;
    this.#settle();
    this.#drop(/** @type {1 | -1} */ (-step));
    const coming = this.#places[step];
    const next = coming && coming.document.id === document?.id ? coming : document && this.#added(document);
    if (next !== coming) this.#drop(step);
    this.#places = { current: next, "1": null, "-1": null, [-step]: left };
    left?.leave();
    this.#enter();
    const width = this.#width;
    if (isAnimated && left && next) {
      this.#slide(next, step * width + from, 0);
      this.#slide(left, from, -step * width);
    }
    this.#lay(0);
  }

  /**
   * A hand draws across.
   * @param {number} way in CSS pixels
   */
  drag(way) {
    this.#settle();
    for (const step of /** @type {const} */ ([1, -1])) this.#fetchBeside(step);
    // Against an end it gives way less and less.
    const isEnd = !this.#places[way < 0 ? 1 : -1];
    this.#lay(isEnd ? way / 3 : way);
  }

  /**
   * The hand lets go, and nothing else is to be shown.
   * @param {number} from
   */
  fallBack(from) {
    const { current } = this.#places;
    const beside = from < 0 ? 1 : -1;
    const neighbour = this.#places[beside];
    if (current) this.#slide(current, neighbour ? from : from / 3, 0);
    if (neighbour) this.#slide(neighbour, beside * this.#width + from, beside * this.#width);
    this.#lay(0);
  }

  destroy() {
    this.#clear();
  }

  /** Ways are counted along a line, whichever way that is read. */
  get #toEnd() {
    return towardEnd(this.element);
  }

  get #width() {
    return this.element.clientWidth + GAP;
  }

  #enter() {
    const { current } = this.#places;
    if (!current) return;
    setAttributes(current.element, { "aria-hidden": null, "inert": null });
    current.enter();
    if (current.isSettled) this.fetchAhead();
  }

  /** @param {1 | -1} step */
  #fetchBeside(step) {
    const beside = this.#set.beside(step);
    if (!beside || this.#places[step]) return;
    const panel = this.#places[step] = this.#added(beside);
    setAttributes(panel.element, { "aria-hidden": "true", "inert": true });
    this.#lay(0);
    void panel.load();
  }

  /** @param {Document} document */
  #added(document) {
    const panel = this.#make(document);
    this.element.append(panel.element);
    return panel;
  }

  /** @param {1 | -1} step */
  #drop(step) {
    this.#places[step]?.destroy();
    this.#places[step] = null;
  }

  #clear() {
    this.#settle();
    for (const panel of Object.values(this.#places)) panel?.destroy();
    this.#places = { current: null, "1": null, "-1": null };
  }

  /** @param {number} way by which all lie aside */
  #lay(way) {
    for (const [step, panel] of Object.entries(this.#places)) {
      const place = step === "current" ? 0 : Number(step) * this.#width;
      if (panel) panel.element.style.transform = place + way === 0 ? "" : `translateX(${(place + way) * this.#toEnd}px)`;
      if (panel && step !== "current") setAttributes(panel.element, { "aria-hidden": "true", "inert": true });
    }
  }

  /**
   * @param {LookPanel} panel
   * @param {number} from
   * @param {number} to
   */
  #slide(panel, from, to) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const frames = still ? { opacity: [0, 1] } : { transform: [from, to].map((way) => `translateX(${way * this.#toEnd}px)`) };
    if (still && to !== 0) return;
    this.#moves.push(panel.element.animate(frames, { duration: still ? 100 : 220, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" }));
  }

  /** Ends what moves by itself: a hand or a key goes on from where it leads to. */
  #settle() {
    for (const move of this.#moves) move.cancel();
    this.#moves = [];
  }
}
