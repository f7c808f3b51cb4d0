/**
 * The desk with its pages: scrolled by the browser, drawn from a {@link Viewport}.
 *
 * Only pages that are seen, and one on either side, are in the document. Neighbours load when everything
 * that is seen has come, so that they never stand in its way.
 */

import { add, subtract, vec } from "../geometry/vec.js";
import { element } from "../shell/element.js";
import { Timer } from "../shell/timer.js";
import { AIR } from "./page-layout.js";
import { PageView } from "./page-view.js";
import { windowHeight, windowOrigin } from "./scroll-window.js";

/** @typedef {import("../geometry/vec.js").Vec} Vec */
/** @typedef {import("./page-source.js").PageSource} PageSource */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** How long the zoom must rest before sharp images are asked for. */
const REST_MILLISECONDS = 140;

/** How much of a screen is scrolled over by the space bar: what was last is seen again. */
const SCREENFUL = 0.9;

export class PageScroller {
  /** @type {HTMLElement} */
  element;
  #content = element("div", { class: "pages-content" });
  #viewport;
  #source;
  #changed;
  #rest;
  #origin = 0;
  /** @type {Vec} */
  #scroll = vec(0, 0);
  /** The page that was gone to, for as long as nobody scrolls away: short pages share the screen. */
  /** @type {{readonly page: number, readonly scroll: Vec} | null} */
  #held = null;
  /** @type {Map<number, PageView>} */
  #views = new Map();

  /**
   * @param {Viewport} viewport
   * @param {PageSource} source
   * @param {() => void} changed called when another page or another zoom is shown, or an image has come
   * @param {AbortSignal} signal
   */
  constructor(viewport, source, changed, signal) {
    this.#viewport = viewport;
    this.#source = source;
    this.#changed = changed;
    this.#rest = new Timer(signal);
    this.element = element(
      "div", { "class": "pages", "tabindex": 0, "role": "region", "aria-label": "Pages" }, this.#content,
    );
    this.element.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    this.element.addEventListener("wheel", (event) => this.#wheeled(event), { signal, passive: false });
    signal.addEventListener("abort", () => this.#views.forEach((view) => view.destroy()));
  }

  get viewport() {
    return this.#viewport;
  }

  /** The page that is shown, from 1. */
  get page() {
    return this.#held?.page ?? this.#viewport.layout.pageShown(this.#scroll.y);
  }

  /** Whether anything that is seen is not sharp yet. */
  get loading() {
    return this.#rest.pending || this.#visible().some((page) => this.#views.get(page)?.loading ?? true);
  }

  /**
   * Shows the start of a page.
   * @param {number} page from 1
   */
  goTo(page) {
    const { layout, box, pageCount } = this.#viewport;
    const target = Math.max(1, Math.min(pageCount, page));
    const middle = Math.max(0, (layout.content.width - box.width) / 2);
    this.#moveTo(vec(middle, layout.scrollTo(target)));
    this.#held = { page: target, scroll: this.#scroll };
    this.#draw();
  }

  /**
   * Scrolls by a screenful.
   * @param {1 | -1} direction
   */
  goScreen(direction) {
    const step = vec(0, direction * SCREENFUL * this.#viewport.box.height);
    this.#held = null;
    this.#moveTo(add(this.#scroll, step));
    this.#draw();
  }

  /**
   * Shows the same place in another way.
   * @param {Viewport} viewport
   * @param {Vec} [at] the point of the box that stays where it is; its middle when left out
   */
  show(viewport, at = vec(this.#viewport.box.width / 2, this.#viewport.box.height / 2)) {
    const place = this.#viewport.layout.placeAt(add(this.#scroll, at));
    this.#viewport = viewport;
    this.#held = null;
    this.#moveTo(subtract(viewport.layout.pointOf(place), at));
    this.#draw();
  }

  /**
   * Follows the window: keeps the page that was gone to, or else what is at the top.
   * @param {Viewport} viewport
   */
  resize(viewport) {
    const page = this.#held?.page;
    this.show(viewport, vec(this.#viewport.box.width / 2, AIR));
    if (page !== undefined) this.goTo(page);
  }

  #scrolled() {
    this.#scroll = vec(this.element.scrollLeft, this.element.scrollTop + this.#origin);
    const held = this.#held;
    if (held && Math.abs(held.scroll.y - this.#scroll.y) > 1) this.#held = null;
    this.#draw();
  }

  /** @param {WheelEvent} event */
  #wheeled(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const frame = this.element.getBoundingClientRect();
    const at = vec(event.clientX - frame.left, event.clientY - frame.top);
    this.#rest.set(REST_MILLISECONDS, () => this.#draw());
    this.show(this.#viewport.wheeled(event.deltaY, event.deltaMode), at);
  }

  /**
   * Scrolls, and takes the window of the content along.
   * @param {Vec} scroll
   */
  #moveTo(scroll) {
    const { layout, box } = this.#viewport;
    const top = Math.max(0, Math.min(scroll.y, layout.content.height - box.height));
    this.#origin = windowOrigin(top, box.height, layout.content.height, this.#origin);
    this.#content.style.width = `${layout.content.width}px`;
    this.#content.style.height = `${windowHeight(layout.content.height)}px`;
    this.element.scrollTop = top - this.#origin;
    this.element.scrollLeft = scroll.x;
    this.#scroll = vec(this.element.scrollLeft, this.element.scrollTop + this.#origin);
  }

  #draw() {
    this.#followWindow();
    const { first, last } = this.#range();
    this.#keepOnly(first - 1, last + 1);
    for (let page = first - 1; page <= last + 1; page += 1) this.#ensure(page);
    if (!this.#rest.pending) this.#load();
    this.#changed();
  }

  #followWindow() {
    const { layout, box } = this.#viewport;
    const origin = windowOrigin(this.#scroll.y, box.height, layout.content.height, this.#origin);
    if (origin !== this.#origin) this.#moveTo(this.#scroll);
  }

  #range() {
    const { layout, box } = this.#viewport;
    return layout.pagesBetween(this.#scroll.y, this.#scroll.y + box.height);
  }

  #visible() {
    const { first, last } = this.#range();
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  /**
   * @param {number} first
   * @param {number} last
   */
  #keepOnly(first, last) {
    for (const [page, view] of this.#views) {
      if (page >= first && page <= last) continue;
      view.destroy();
      this.#views.delete(page);
    }
  }

  /** @param {number} page */
  #ensure(page) {
    const { layout, pageCount } = this.#viewport;
    if (page < 1 || page > pageCount) return;
    const view = this.#views.get(page) ?? this.#makeView(page);
    view.place(layout.frame(page), this.#origin);
  }

  /** @param {number} page */
  #makeView(page) {
    const name = `Page ${page} of ${this.#viewport.pageCount}`;
    const view = new PageView(name, this.#source, () => this.#imageSettled());
    view.showQuick(this.#source.quickUrl(page));
    const later = [...this.#views.keys()].filter((other) => other > page);
    const next = later.length ? this.#views.get(Math.min(...later))?.element ?? null : null;
    this.#content.insertBefore(view.element, next);
    this.#views.set(page, view);
    return view;
  }

  #imageSettled() {
    if (!this.#rest.pending) this.#load();
    this.#changed();
  }

  /** Asks for what is seen; when all of it is there, for what is next to it. */
  #load() {
    const visible = this.#visible();
    visible.forEach((page) => this.#loadPage(page, "high"));
    if (visible.some((page) => this.#views.get(page)?.loading)) return;
    this.#loadPage((visible[visible.length - 1] ?? 0) + 1, "low");
    this.#loadPage((visible[0] ?? 0) - 1, "low");
  }

  /**
   * @param {number} page
   * @param {"high" | "low"} priority
   */
  #loadPage(page, priority) {
    this.#views.get(page)?.show(this.#source.imageUrl(page, this.#viewport.imageWidth(page)), priority);
  }
}
