/**
 * A page that a finger pulls out of the strip. Its picture follows the finger, and where that lets go, a menu has the ways
 * out.
 */

import { addGestureRecognizer, GestureSurface, isActive, PanGestureRecognizer, pullDirection, State } from "../gestures/index.js";
import { minus, ORIGIN } from "../gestures/geometry/index.js";
import { element } from "../shell/element.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */

/** A drag by one finger that goes up before it goes anywhere: along the strip the browser scrolls, and takes the finger. */
class PullUpGestureRecognizer extends PanGestureRecognizer {
  constructor() {
    super({ maximumTouches: 1, slop: 0 });
    // A mouse drags as the browser has it, out of the window as well.
    for (const type of /** @type {const} */ (["mouse", "scroll", "trackpad"])) this.allowedTouchTypes.delete(type);
  }

  /** Where the finger landed, in the strip. */
  get landed() {
    return this.touches[0]?.startLocation ?? ORIGIN;
  }

  /**
   * @override
   * @param {ReadonlySet<import("../gestures/index.js").Touch>} touches
   */
  touchesMoved(touches) {
    const [touch] = this.touches;
    const isPulled = touch && pullDirection(minus(touch.location(), touch.startLocation)) === "up";
    if (this.hasBegun || isPulled) super.touchesMoved(touches);
  }
}

export class PagePull {
  #strip;
  #itemOf;
  #drop;
  /** @type {{page: number, item: HTMLElement, picture: HTMLElement} | null} */
  #pulled = null;

  /**
   * @param {HTMLElement} strip
   * @param {{itemOf: (target: EventTarget | null) => [number, HTMLElement] | [], drop: (page: number, item: HTMLElement, at: Point)
   *   => void}} calls the page of an element; called where one is let go beyond the strip, in CSS pixels of the window
   * @param {AbortSignal} signal
   */
  constructor(strip, { itemOf, drop }, signal) {
    this.#strip = strip;
    this.#itemOf = itemOf;
    this.#drop = drop;
    const surface = new GestureSurface(strip, { touchAction: "pan-x" }, signal);
    const pull = new PullUpGestureRecognizer();
    pull.addTarget(() => this.#moved(pull));
    addGestureRecognizer(surface.views.viewFor(strip), pull);
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && this.#pulled) surface.interrupt();
    }, { signal, capture: true });
    signal.addEventListener("abort", () => this.#end());
  }

  /** @param {PullUpGestureRecognizer} pull */
  #moved(pull) {
    const { left, top } = this.#strip.getBoundingClientRect();
    const place = pull.location();
    const at = { x: left + place.x, y: top + place.y };
    if (pull.state === State.Began) this.#begin({ x: left + pull.landed.x, y: top + pull.landed.y });
    const pulled = this.#pulled;
    if (!pulled) return;
    pulled.picture.style.translate = `${at.x}px ${at.y}px`;
    if (isActive(pull.state)) return;
    this.#end();
    if (pull.state === State.Ended && place.y < 0) this.#drop(pulled.page, pulled.item, at);
  }

  /** @param {Point} start where the finger landed, in CSS pixels of the window */
  #begin({ x, y }) {
    const [page, item] = this.#itemOf(document.elementFromPoint(x, y));
    if (page === undefined || !item) return;
    const image = item.querySelector("img")?.cloneNode();
    const picture = element("div", { "class": "pulled-page", "aria-hidden": "true" }, ...(image ? [image] : []));
    document.body.append(picture);
    this.#pulled = { page, item, picture };
  }

  #end() {
    this.#pulled?.picture.remove();
    this.#pulled = null;
  }
}
