/** The library's list, as a grid of cards or as rows; only what is near what is seen is in the document. */

import { setAttributes, element, towardEnd } from "../shell/element.js";
import { keyAlong } from "../shell/keys.js";
import { onResize } from "../shell/resize.js";
import { say } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";
import { rect } from "../gestures/geometry/index.js";
import { columnsIn } from "./looks/columns.js";
import { areRowsTall, cardByKey, cardPosition, cardsBetween, cardsIn, layoutGrid, layoutRows } from "./list-layout.js";
import { FIRST_LOOK } from "./library-look.js";
import { sortInto } from "./reading-order.js";
import { ScrollPace } from "./scroll-pace.js";
import { SectionHeads } from "./section-heads.js";

/**
 * The item at one place of the list. The view asks for its card when the place comes near.
 * @typedef {object} Item
 * @property {string} key
 * @property {string} [kind] a card of the same kind may become that of this item
 * @property {() => Card} make
 * @property {(card: Card) => void} update
 */

/**
 * @typedef {object} Items
 * @property {number} length
 * @property {(index: number) => Item | undefined} at
 * @property {(key: string) => number} indexOf -1 for none
 * @property {readonly import("./sections.js").Section[]} [sections]
 */

/**
 * @typedef {object} Card
 * @property {HTMLElement} element
 * @property {HTMLElement} focusTarget
 * @property {boolean} loading
 * @property {string} [kind]
 * @property {(reachable: boolean) => void} setReachable
 * @property {(held: boolean) => void} [setHeld] told whether its picture is not worth asking for: it flies by, or is out of sight
 * @property {() => void} destroy
 */

/**
 * How cards are drawn. `picture` is the side of its square in CSS pixels, `columns` names those of rows, and rows that are tall
 * have two lines instead.
 * @typedef {{readonly picture: number, readonly columns: readonly string[], readonly isTall: boolean}} Drawing
 */

/**
 * How far a list is scrolled: to which card, and so many CSS pixels below its upper edge. So it is found in a window of
 * another width, too.
 * @typedef {{readonly first: number, readonly offset: number}} ListPlace
 */

/**
 * @typedef {object} ListCalls
 * @property {(key: string) => void} remove called when an item is dismissed
 * @property {(from: string, to: string) => void} extend called when the focus moves with Shift from an item to another
 * @property {() => void} nearEnd called when the end of the list comes near
 * @property {() => import("./library-look.js").Look} [look]
 */

/** How much beyond what is seen is drawn, in screens. */
const MARGIN_SCREENS = 0.75;

/** And while it flies by, when little is drawn in each frame so that the next one is not late. */
const FLYING_MARGIN_SCREENS = 0.2;

/** How near the end asks for more, in screens. */
const NEAR_END_SCREENS = 4;

/** A list that has not moved for so long rests: pictures are asked for. */
const REST_MILLISECONDS = 90;

/** So many cards that are out of sight are kept, to become those of others. */
const MOST_SPARE = 120;

/** So many cards are moved within the document before a frame, which would be late for more. */
const MOST_MOVED = 12;

/** Below the edge, or the heads that stay there, a card is revealed with this much room. */
const EDGE = 16;

/** @type {Items} */
const NOTHING = Object.freeze({ length: 0, at: () => undefined, indexOf: () => -1 });

export class ListView {
  /** @type {HTMLElement} */
  element = element("ul", { "class": "grid", "aria-label": say("Documents") });
  /** The heads of columns are put here, when there are any. */
  columnHeads = element("div", { class: "column-heads" });
  #sectionHeads = new SectionHeads();
  #scroller;
  #calls;
  /** @type {Items} */
  #items = NOTHING;
  /** @type {Map<string, Card>} */
  #cards = new Map();
  /** @type {Card[]} */
  #spare = [];
  #layout = layoutGrid(0, 800, 16);
  /** @type {Drawing} */
  #drawing = { picture: this.#layout.picture, columns: [], isTall: false };
  #range = { first: 0, end: 0 };
  /** Where the list begins in what is scrolled over, how much of it is seen, and how far it was scrolled; in CSS pixels. */
  #top = 0;
  #screen = 0;
  #scrollTop = 0;
  #width = 0;
  #pace = new ScrollPace();
  /** How many steps it has been scrolled by. */
  #moved = 0;
  #resting;
  /** Whether cards were drawn that are not in reading order yet. */
  #isUnsorted = false;
  /** Whether what is beyond the edges is not drawn yet. */
  #isPartial = false;
  /** The frame behind which the rest is done. */
  #painting = 0;
  /** The cards whose pictures are not asked for yet. */
  #held = new Set();
  /** The card that Tab reaches. */
  #current = "";

  /**
   * @param {HTMLElement} scroller what is scrolled; the list is in it
   * @param {ListCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(scroller, calls, signal) {
    this.#scroller = scroller;
    this.#calls = calls;
    this.#resting = new Timer(signal);
    scroller.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    this.element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.element.addEventListener("focusin", (event) => this.#focused(event), { signal });
    onResize(scroller, () => this.#resized(), signal);
    onResize(this.element, () => this.#draw(), signal);
  }

  /** The elements that are put into the scroller. */
  get parts() {
    return [this.columnHeads, this.#sectionHeads.element, this.element];
  }

  get drawing() {
    return this.#drawing;
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
    return this.#items.at(this.#focusedIndex())?.key ?? null;
  }

  /**
   * The items of which something lies in an area.
   * @param {import("../gestures/geometry/index.js").Rect} area of what is scrolled over
   */
  keysIn({ x, y, width, height }) {
    const { offsetLeft, offsetTop } = this.element;
    const area = rect(x - offsetLeft, y - offsetTop, width, height);
    return cardsIn(this.#layout, this.#items.length, area).flatMap((index) => this.#items.at(index)?.key ?? []);
  }

  /** Whether any picture that is drawn is still on its way. */
  get loading() {
    return [...this.#cards.values()].some((card) => card.loading);
  }

  /** @param {Items} items */
  show(items) {
    const focused = this.#focusedIndex();
    this.#items = items;
    this.#draw();
    if (focused >= 0 && !this.element.contains(document.activeElement)) this.#focusNear(focused);
  }

  /**
   * Shows the items in another look. Those that are seen stay in sight.
   * @param {() => void} draw shows the items anew
   * @param {(moved: readonly Moved[]) => void} move told where the cards that are seen come from
   */
  look(draw, move) {
    const before = this.#places();
    const anchor = this.#anchor();
    draw();
    if (anchor) this.#scroller.scrollTop = this.#top + cardPosition(this.#layout, anchor.index).y - anchor.below;
    this.#drawNear(true);
    const after = this.#places();
    move([...after].flatMap(([card, to]) => {
      const from = before.get(card);
      return from ? [{ card, from, to }] : [];
    }));
  }

  /**
   * A window that is turned has other columns: what is selected, or has the focus, is still in sight.
   * A list that is hidden for a while, and so without a width, is not turned.
   */
  #resized() {
    const { clientWidth } = this.#scroller;
    const isTurned = this.#screen > 0 && clientWidth > 0 && clientWidth !== this.#width;
    const [anchor, meant] = isTurned ? [this.#anchor(), this.#meantInSight()] : [null, -1];
    if (clientWidth > 0) this.#width = clientWidth;
    this.#draw();
    if (!isTurned) return;
    if (anchor) this.#scroller.scrollTop = this.#top + cardPosition(this.#layout, anchor.index).y - anchor.below;
    if (meant >= 0) this.#reveal(meant);
    this.#drawNear(true);
  }

  /**
   * Gives an item the focus, scrolled to if need be; false where it is not listed.
   * @param {string} key
   */
  focus(key) {
    const index = this.#items.indexOf(key);
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
      if (card.element.contains(document.activeElement)) return this.#items.indexOf(key);
    }
    return -1;
  }

  /** All anew: another list, or another room for it. */
  #draw() {
    if (this.#arrange()) this.#drawNear(true);
  }

  /** Finds the place of everything; false where there is no room at all. Scrolling does not come here. */
  #arrange() {
    const { clientHeight } = this.#scroller;
    const width = this.element.clientWidth;
    if (width === 0 || clientHeight === 0) return false;
    const { fontSize } = getComputedStyle(document.documentElement);
    this.#layOut(width, Number.parseFloat(fontSize));
    this.element.style.height = `${this.#layout.height}px`;
    this.element.style.setProperty("--picture", `${this.#layout.picture}px`);
    [this.#top, this.#screen] = [this.element.offsetTop, clientHeight];
    this.#sectionHeads.place(this.#top);
    return true;
  }

  /**
   * @param {number} width
   * @param {number} rem
   */
  #layOut(width, rem) {
    const look = this.#calls.look?.() ?? FIRST_LOOK;
    const { length, sections = [] } = this.#items;
    const isList = look.view === "list";
    const isTall = isList && areRowsTall(width);
    const least = isList ? Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--target")) || 0 : 0;
    const isMirrored = towardEnd(this.element) < 0;
    this.#layout = isList ? layoutRows(length, width, rem, { least, sections }) : layoutGrid(length, width, rem, { size: look.size, sections, isMirrored });
    const columns = isList && !isTall ? columnsIn(width, rem, look) : [];
    this.#drawing = { picture: this.#layout.picture, columns: columns.map(({ id }) => id), isTall };
    const kind = isTall ? "tall" : isList ? "rows" : null;
    setAttributes(this.element, { "class": `grid${kind ? ` ${kind}` : ""}` });
    setAttributes(this.columnHeads, { "hidden": kind !== "rows" || length === 0 });
    const template = columns.map((column) => (column.id === "name" ? "minmax(0, 1fr)" : `${column.width}px`)).join(" ");
    for (const { style } of [this.element, this.columnHeads]) style.setProperty("--columns", template);
  }

  #scrolled() {
    this.#moved += 1;
    this.#pace.moved(this.#scroller.scrollTop, performance.now());
    this.#drawNear(false);
    this.#resting.set(REST_MILLISECONDS, () => this.#rest());
    if (!this.#isFast) this.#settle();
  }

  get #isFast() {
    return this.#pace.isFast(this.#screen);
  }

  /** A page that is held up hears of a motion late: with its next frame, behind this. */
  #rest() {
    const moved = this.#moved;
    requestAnimationFrame(() => {
      if (moved !== this.#moved) return;
      this.#pace.rest();
      this.#drawNear(false);
      this.#settle();
    });
  }

  /**
   * Draws what is near what is seen.
   * @param {boolean} anew whether what is drawn already may have changed, too
   */
  #drawNear(anew) {
    if (this.#screen === 0) return;
    this.#scrollTop = this.#scroller.scrollTop;
    const top = this.#scrollTop - this.#top;
    const bottom = top + this.#screen;
    const margin = (this.#isFast ? FLYING_MARGIN_SCREENS : MARGIN_SCREENS) * this.#screen;
    const { first, end } = cardsBetween(this.#layout, this.#items.length, top - margin, bottom + margin);
    if (anew || this.#isPartial || first !== this.#range.first || end !== this.#range.end) {
      this.#isPartial = anew;
      this.#range = { first, end };
      this.#drawRange(anew);
    }
    this.#sectionHeads.show(this.#layout, top - margin, bottom + margin);
    if (bottom + NEAR_END_SCREENS * this.#screen > this.#layout.height) this.#calls.nearEnd();
  }

  /** @param {boolean} anew */
  #drawRange(anew) {
    const near = this.#near();
    const keys = new Set(near.map(({ key }) => key));
    if (!keys.has(this.#current) && this.#items.indexOf(this.#current) < 0) this.#current = near[0]?.key ?? "";
    for (const [key, card] of this.#cards) if (!keys.has(key) && !this.#keepsFocus(key, card)) this.#retire(key, card);
    const { first, end } = this.#seen();
    for (const [offset, item] of near.entries()) {
      const known = this.#cards.get(item.key);
      const index = this.#range.first + offset;
      const isWaiting = anew && (index < first || index >= end);
      if (known ? anew : !isWaiting) this.#drawCard(item, index, known);
    }
    this.#isUnsorted = true;
    if (anew) this.#tidy(Infinity);
    if (!this.#isFast) this.#settle();
  }

  /** The places of which something is seen. */
  #seen() {
    const top = this.#scrollTop - this.#top;
    return cardsBetween(this.#layout, this.#items.length, top, top + this.#screen);
  }

  /** The items near what is seen. */
  #near() {
    const { first, end } = this.#range;
    return Array.from({ length: end - first }, (_, offset) => /** @type {Item} */ (this.#items.at(first + offset)));
  }

  /** Once the frame is painted, what is beyond the edges is drawn, pictures are asked for, and cards come into their order. */
  #settle() {
    cancelAnimationFrame(this.#painting);
    this.#painting = requestAnimationFrame(() => setTimeout(() => {
      if (this.#isFast) return;
      if (this.#isPartial) this.#drawNear(false);
      this.#letGo();
      if (!this.#tidy(MOST_MOVED)) this.#settle();
    }));
  }

  /**
   * Takes idle cards out and sorts the others. A browser lays out all of a card that moves within the document.
   *
   * So this waits while the list flies by, and then takes several frames. An idle card is out of sight, and shows its own
   * document in its own place.
   * @param {number} most cards that are moved
   * @returns {boolean} whether all are in order
   */
  #tidy(most) {
    if (!this.#isUnsorted) return true;
    const idle = this.#spare.filter(({ element }) => element.parentNode);
    for (const { element } of idle.slice(0, most)) element.remove();
    if (idle.length > most || !sortInto(this.element, this.#inReadingOrder(), most)) return false;
    this.#isUnsorted = false;
    this.#letReach();
    return true;
  }

  /** A list that was scrolled away from the card that Tab would reach is reached at the first card that is seen. */
  #letReach() {
    if (this.#cards.has(this.#current)) return;
    this.#current = this.#items.at(this.#seen().first)?.key ?? "";
    this.#cards.get(this.#current)?.setReachable(true);
  }

  /** The cards near what is seen; before or behind them that with the focus, which may be far. */
  #inReadingOrder() {
    const near = this.#near().map(({ key }) => key);
    const known = new Set(near);
    const far = [...this.#cards.keys()].filter((key) => !known.has(key));
    const isBefore = (/** @type {string} */ key) => this.#items.indexOf(key) < this.#range.first;
    const keys = [...far.filter(isBefore), ...near, ...far.filter((key) => !isBefore(key))];
    return keys.flatMap((key) => this.#cards.get(key)?.element ?? []);
  }

  /**
   * A card that has left may become that of another item, unless a menu or a hand still belongs to it.
   * @param {string} key
   * @param {Card} card
   */
  #retire(key, card) {
    this.#cards.delete(key);
    this.#held.delete(card);
    const isIdle = card.kind !== undefined && this.#spare.length < MOST_SPARE && !card.element.contains(document.activeElement)
      && card.element.querySelector("[aria-expanded=true]") === null;
    if (!isIdle) return card.destroy();
    card.setHeld?.(true);
    this.#spare.push(card);
    return undefined;
  }

  /**
   * A card that has the focus stays while it is listed, even where it is out of sight.
   * @param {string} key
   * @param {Card} card
   */
  #keepsFocus(key, card) {
    return card.element.contains(document.activeElement) && this.#items.indexOf(key) >= 0;
  }

  /**
   * @param {Item} item
   * @param {number} index
   * @param {Card | undefined} known
   */
  #drawCard(item, index, known) {
    const card = known ?? this.#cardFor(item);
    item.update(card);
    card.setReachable(item.key === this.#current);
    const { x, y } = cardPosition(this.#layout, index);
    const { style } = card.element;
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${this.#layout.cardWidth}px`;
    style.height = `${this.#layout.cardHeight}px`;
    setAttributes(card.element, { "aria-posinset": index + 1, "aria-setsize": this.#items.length });
  }

  /** @param {Item} item */
  #cardFor(item) {
    const place = this.#spare.findIndex(({ kind }) => kind === item.kind);
    const card = place < 0 ? item.make() : /** @type {Card} */ (this.#spare.splice(place, 1)[0]);
    this.#cards.set(item.key, card);
    this.#held.add(card);
    if (!card.element.parentNode) this.element.append(card.element);
    return card;
  }

  /** Pictures are asked for: those that are seen first, then those near. */
  #letGo() {
    if (this.#held.size === 0) return;
    const seen = this.#seen();
    for (let index = seen.first; index < seen.end; index += 1) this.#cards.get(this.#items.at(index)?.key ?? "")?.setHeld?.(false);
    for (const card of this.#held) card.setHeld?.(false);
    this.#held.clear();
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
    const target = cardByKey(this.#layout, this.#items.length, index, keyAlong(event.key, this.element), Math.max(1, Math.floor(this.#screen / this.#layout.pitchY)));
    const removing = event.key === "Delete" || event.key === "Backspace";
    if (target === null && !removing) return;
    event.preventDefault();
    event.stopPropagation();
    // A key that is held goes on to the next card, and the next: one press removes one.
    if (removing && event.repeat) return;
    const [from, to] = [this.#items.at(index), this.#items.at(target ?? index)];
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
    const item = this.#items.at(index);
    if (!item) return;
    this.#reveal(index);
    this.#drawNear(true);
    this.#cards.get(item.key)?.focusTarget.focus({ preventScroll: true });
  }

  /** @param {number} index */
  #reveal(index) {
    const { scrollTop } = this.#scroller;
    const top = cardPosition(this.#layout, index).y + this.#top;
    const bottom = top + this.#layout.cardHeight;
    const inset = EDGE + this.columnHeads.offsetHeight + (this.#items.sections?.length ? this.#layout.headHeight : 0);
    if (top < scrollTop + inset) this.#scroller.scrollTop = index < this.#layout.columns ? 0 : top - inset;
    else if (bottom > scrollTop + this.#screen - EDGE) this.#scroller.scrollTop = bottom - this.#screen + EDGE;
  }

  /**
   * The item that stays where it is when the look changes: one that is selected or has the focus, else the first that is seen.
   * @returns {{index: number, below: number} | null} `below` is how far it is below the upper edge
   */
  #anchor() {
    const top = this.#scroller.scrollTop - this.#top;
    if (this.#items.length === 0 || top <= 0) return null;
    const meant = this.#meantInSight();
    const belowOf = (/** @type {number} */ index) => cardPosition(this.#layout, index).y - top;
    if (meant >= 0) return { index: meant, below: belowOf(meant) };
    const { first } = cardsBetween(this.#layout, this.#items.length, top, top + this.#screen);
    return { index: first, below: Math.max(0, belowOf(first)) };
  }

  /** The item with the focus, or else the first one that is selected, whose upper edge is seen; -1 where there is none. */
  #meantInSight() {
    const top = this.#scroller.scrollTop - this.#top;
    const { first, end } = cardsBetween(this.#layout, this.#items.length, top, top + this.#screen);
    const seen = Array.from({ length: end - first }, (_, offset) => first + offset).filter((index) => cardPosition(this.#layout, index).y >= top);
    const focused = this.#focusedIndex();
    if (seen.includes(focused)) return focused;
    return seen.find((index) => this.#cards.get(this.#items.at(index)?.key ?? "")?.element.classList.contains("selected")) ?? -1;
  }

  /**
   * Where the cards are that are drawn, in what is seen.
   * @returns {Map<Card, CardPlace>}
   */
  #places() {
    const { scrollTop } = this.#scroller;
    const { first, end } = this.#range;
    /** @type {Map<Card, CardPlace>} */
    const places = new Map();
    for (let index = first; index < end; index += 1) {
      const card = this.#cards.get(this.#items.at(index)?.key ?? "");
      const { x, y } = cardPosition(this.#layout, index);
      if (card) places.set(card, { x, y: y + this.#top - scrollTop, width: this.#layout.cardWidth });
    }
    return places;
  }
}

/** @typedef {{readonly x: number, readonly y: number, readonly width: number}} CardPlace in CSS pixels of what is seen */
/** @typedef {{readonly card: Card, readonly from: CardPlace, readonly to: CardPlace}} Moved */
