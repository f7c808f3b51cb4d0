/** The grid of cards; only those near what is seen are in the document. */

import { setAttributes, element } from "../shell/element.js";
import { onResize } from "../shell/resize.js";
import { rect } from "../gestures/geometry/index.js";
import { cardByKey, cardPosition, cardsBetween, cardsIn, layoutGrid } from "./grid-layout.js";

/**
 * The item at one place of the grid. The view asks for its card when the place comes near.
 * @typedef {object} Item
 * @property {string} key
 * @property {() => Card} make
 * @property {(card: Card, picture: number) => void} update
 */

/**
 * @typedef {object} Card
 * @property {HTMLElement} element
 * @property {HTMLElement} focusTarget
 * @property {boolean} loading
 * @property {(reachable: boolean) => void} setReachable
 * @property {() => void} destroy
 */

/**
 * How far a list is scrolled: to which card, and so many CSS pixels below its upper edge. So it is found in a window of
 * another width, too.
 * @typedef {{readonly first: number, readonly offset: number}} ListPlace
 */

/**
 * @typedef {object} GridCalls
 * @property {(key: string) => void} remove called when an item is dismissed
 * @property {(from: string, to: string) => void} extend called when the focus moves with Shift from an item to another
 * @property {() => void} nearEnd called when the end of the list comes near
 */

/** How much beyond what is seen is drawn, in screens. */
const MARGIN_SCREENS = 0.75;

/** How near the end asks for more, in screens. */
const NEAR_END_SCREENS = 2;

export class ListView {
  /** @type {HTMLElement} */
  element = element("ul", { "class": "grid", "aria-label": "Documents" });
  #scroller;
  #calls;
  /** @type {readonly Item[]} */
  #items = [];
  /** @type {Map<string, Card>} */
  #cards = new Map();
  #layout = layoutGrid(0, 800, 16);
  /** The card that Tab reaches. */
  #current = "";

  /**
   * @param {HTMLElement} scroller what is scrolled; the grid is in it
   * @param {GridCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(scroller, calls, signal) {
    this.#scroller = scroller;
    this.#calls = calls;
    scroller.addEventListener("scroll", () => this.#draw(), { signal, passive: true });
    this.element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.element.addEventListener("focusin", (event) => this.#focused(event), { signal });
    onResize(scroller, () => this.#draw(), signal);
    onResize(this.element, () => this.#draw(), signal);
  }

  /** Side of the square of a picture, in CSS pixels. */
  get picture() {
    return this.#layout.picture;
  }

  /**
   * How far it is scrolled; null at the top.
   * @returns {ListPlace | null}
   */
  get place() {
    const { scrollTop } = this.#scroller;
    if (scrollTop <= 0) return null;
    const top = scrollTop - this.element.offsetTop;
    const { first } = cardsBetween(this.#layout, this.#items.length, top, top);
    return { first, offset: Math.round(top - cardPosition(this.#layout, first).y) };
  }

  /**
   * Scrolls to a place, or as far as the list goes by now.
   * @param {ListPlace} place
   * @returns {boolean} whether it is reached
   */
  goTo({ first, offset }) {
    const top = this.element.offsetTop + cardPosition(this.#layout, first).y + offset;
    this.#scroller.scrollTop = top;
    return Math.abs(this.#scroller.scrollTop - top) <= 1;
  }

  /** The item with the focus; null where none has it. */
  get focused() {
    return this.#items[this.#focusedIndex()]?.key ?? null;
  }

  /**
   * The items of which something lies in an area.
   * @param {import("../gestures/geometry/index.js").Rect} area of what is scrolled over
   */
  keysIn({ x, y, width, height }) {
    const { offsetLeft, offsetTop } = this.element;
    const area = rect(x - offsetLeft, y - offsetTop, width, height);
    return cardsIn(this.#layout, this.#items.length, area).flatMap((index) => this.#items[index]?.key ?? []);
  }

  /** Whether any picture that is drawn is still on its way. */
  get loading() {
    return [...this.#cards.values()].some((card) => card.loading);
  }

  /** @param {readonly Item[]} items */
  show(items) {
    const focused = this.#focusedIndex();
    this.#items = items;
    this.#draw();
    if (focused >= 0 && !this.element.contains(document.activeElement)) this.#focusNear(focused);
  }

  /**
   * Gives an item the focus, scrolled to if need be; false where it is not listed.
   * @param {string} key
   */
  focus(key) {
    const index = this.#items.findIndex((item) => item.key === key);
    if (index < 0) return false;
    this.#focusIndex(index);
    return true;
  }

  /** Gives the focus to the card that Tab would reach. */
  focusCurrent() {
    if (!this.focus(this.#current) && this.#items.length) this.#focusIndex(0);
  }

  #focusedIndex() {
    for (const [key, card] of this.#cards) {
      if (card.element.contains(document.activeElement)) return this.#items.findIndex(
        (item) => item.key === key,
      );
    }
    return -1;
  }

  #draw() {
    const { clientHeight, scrollTop } = this.#scroller;
    const width = this.element.clientWidth;
    if (width === 0 || clientHeight === 0) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const top = scrollTop - this.element.offsetTop;
    this.#layout = layoutGrid(this.#items.length, width, rem);
    this.element.style.height = `${this.#layout.height}px`;
    this.element.style.setProperty("--picture", `${this.#layout.picture}px`);
    const margin = MARGIN_SCREENS * clientHeight;
    const range = cardsBetween(this.#layout, this.#items.length, top - margin, top + clientHeight + margin);
    this.#drawRange(range.first, range.end);
    if (top + (1 + NEAR_END_SCREENS) * clientHeight > this.#layout.height) this.#calls.nearEnd();
  }

  /**
   * @param {number} first
   * @param {number} end
   */
  #drawRange(first, end) {
    const near = this.#items.slice(first, end);
    const keys = new Set(near.map((item) => item.key));
    if (!this.#items.some((item) => item.key === this.#current)) this.#current = near[0]?.key ?? "";
    for (const [key, card] of this.#cards) {
      if (keys.has(key) || this.#keepsFocus(key, card)) continue;
      card.destroy();
      this.#cards.delete(key);
    }
    near.forEach((item, offset) => this.#drawCard(item, first + offset));
    this.#sort(near);
  }

  /**
   * Brings the cards into reading order. The card with the focus is never moved, as it would lose it: all other cards
   * go before and behind it.
   * @param {readonly Item[]} near
   */
  #sort(near) {
    const sorted = near.flatMap((item) => this.#cards.get(item.key)?.element ?? []);
    const fixed = sorted.findIndex((card) => card.contains(document.activeElement));
    let next = sorted[fixed] ?? null;
    for (const card of sorted.slice(0, Math.max(fixed, 0)).reverse()) {
      if (card.nextElementSibling !== next) this.element.insertBefore(card, next);
      next = card;
    }
    let last = sorted[fixed] ?? null;
    for (const card of sorted.slice(fixed + 1)) {
      const place = last ? last.nextElementSibling : this.element.firstElementChild;
      if (card !== place) this.element.insertBefore(card, place);
      last = card;
    }
  }

  /**
   * A card that has the focus stays while it is listed, even where it is out of sight.
   * @param {string} key
   * @param {Card} card
   */
  #keepsFocus(key, card) {
    return card.element.contains(document.activeElement) && this.#items.some((item) => item.key === key);
  }

  /**
   * @param {Item} item
   * @param {number} index
   */
  #drawCard(item, index) {
    const card = this.#cards.get(item.key) ?? this.#makeCard(item);
    item.update(card, this.#layout.picture);
    card.setReachable(item.key === this.#current);
    const { x, y } = cardPosition(this.#layout, index);
    const { style } = card.element;
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${this.#layout.cardWidth}px`;
    style.height = `${this.#layout.cardHeight}px`;
    setAttributes(card.element, { "aria-posinset": index + 1, "aria-setsize": this.#items.length });
  }

  /** @param {Item} item */
  #makeCard(item) {
    const card = item.make();
    this.#cards.set(item.key, card);
    this.element.append(card.element);
    return card;
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    for (const [key, card] of this.#cards) {
      const inside = card.element.contains(/** @type {Node} */ (event.target));
      if (inside) this.#current = key;
      card.setReachable(inside);
    }
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const index = this.#focusedIndex();
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = cardByKey(this.#layout, this.#items.length, index, event.key);
    const removing = event.key === "Delete" || event.key === "Backspace";
    if (target === null && !removing) return;
    event.preventDefault();
    event.stopPropagation();
    // A key that is held goes on to the next card, and the next: one press removes one.
    if (removing && event.repeat) return;
    const [from, to] = [this.#items[index], this.#items[target ?? index]];
    if (target === null) return this.#calls.remove(from?.key ?? "");
    if (event.shiftKey && from && to) this.#calls.extend(from.key, to.key);
    this.#focusIndex(target);
  }

  /** @param {number} index */
  #focusNear(index) {
    if (this.#items.length) this.#focusIndex(Math.min(index, this.#items.length - 1));
  }

  /** @param {number} index */
  #focusIndex(index) {
    const item = this.#items[index];
    if (!item) return;
    this.#reveal(index);
    this.#draw();
    this.#cards.get(item.key)?.focusTarget.focus({ preventScroll: true });
  }

  /** @param {number} index */
  #reveal(index) {
    const { clientHeight, scrollTop } = this.#scroller;
    const top = cardPosition(this.#layout, index).y + this.element.offsetTop;
    const bottom = top + this.#layout.cardHeight;
    if (top < scrollTop + 16) this.#scroller.scrollTop = index < this.#layout.columns ? 0 : top - 16;
    else if (bottom > scrollTop + clientHeight - 16) this.#scroller.scrollTop = bottom - clientHeight + 16;
  }
}
