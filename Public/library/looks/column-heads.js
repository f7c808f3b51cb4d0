/** The heads of a list's columns: a press sorts by one, the divider behind it widens it, a menu chooses which are shown. */

import { addGestureRecognizer, GestureSurface, PanGestureRecognizer, State } from "../../gestures/index.js";
import { button, element, icon, replaceChildrenInPlace, setAttributes, towardEnd } from "../../shell/element.js";
import { keyAlong } from "../../shell/keys.js";
import { openMenu } from "../../shell/menu.js";
import { onResize } from "../../shell/resize.js";
import { say, spokenLanguage, text } from "../../shell/texts.js";
import { COLUMNS, columnsIn, dividerMoved, nextOrder, sortedBy } from "./columns.js";

/** @typedef {import("./columns.js").PlacedColumn} PlacedColumn */

/** A key moves a divider so far, and with Shift farther; in CSS pixels. */
const STEP = 8;
const LARGE_STEP = 40;

/** How each order is told to those who hear it. */
const SORTED = Object.freeze({ ascending: text("{column}, sorted upwards"), descending: text("{column}, sorted downwards") });

/** A finger, a mouse or a pen moves a divider, which is no place to scroll from. */
class DividerGestureRecognizer extends PanGestureRecognizer {
  /** @override */
  get passesControls() {
    return true;
  }
}

export class ColumnHeads {
  #parts;
  #element;
  /** The dividers listen as long as they are shown. */
  #listening = new AbortController();
  /** The heads that are shown, as text, so that the same are not made twice. */
  #drawn = "";

  /**
   * @param {Pick<import("./look-tools.js").LookToolParts, "look" | "list" | "order" | "sort" | "isSortable">} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#element = parts.list.columnHeads;
    setAttributes(this.#element, { "role": "group", "aria-label": say("Columns") });
    this.#element.addEventListener("contextmenu", (event) => this.#menuAsked(event), { signal });
    onResize(this.#element, () => this.draw(), signal);
    signal.addEventListener("abort", () => this.#listening.abort());
    this.draw();
  }

  draw() {
    if (this.#element.hidden || this.#element.clientWidth === 0) return undefined;
    const { order, isSortable } = this.#parts;
    const columns = this.#columns;
    const drawn = JSON.stringify([columns.map(({ id }) => id), order(), isSortable()]);
    if (drawn === this.#drawn) return this.#tellWidths(columns);
    this.#drawn = drawn;
    this.#listening.abort();
    this.#listening = new AbortController();
    const choose = button({ label: say("Columns"), icon: "more", class: "quiet columns-button" }, () => this.#openMenu(), this.#listening.signal);
    setAttributes(choose, { "aria-haspopup": "menu" });
    replaceChildrenInPlace(this.#element, [...columns.map((column, index) => this.#head(column, index, index === columns.length - 1)), choose]);
    return this.#tellWidths(columns);
  }

  /**
   * The dividers stay, and so does the hand or the focus on one, when only the widths are others.
   * @param {readonly PlacedColumn[]} columns
   */
  #tellWidths(columns) {
    for (const [index, divider] of this.#element.querySelectorAll("[role=separator]").entries()) {
      setAttributes(divider, { "aria-valuenow": Math.round(columns[index]?.width ?? 0), "aria-valuemin": 0, "aria-valuemax": this.#element.clientWidth });
    }
  }

  /** @returns {readonly PlacedColumn[]} */
  get #columns() {
    return columnsIn(this.#parts.list.element.clientWidth, remNow(), this.#parts.look.now);
  }

  /**
   * @param {PlacedColumn} column
   * @param {number} index
   * @param {boolean} isLast the last one has no divider behind it
   */
  #head(column, index, isLast) {
    const sorted = sortedBy(column, this.#parts.order());
    const name = this.#parts.isSortable() ? this.#sortButton(column, sorted) : element("span", { class: "column-name" }, say(column.name));
    const head = element("div", { class: `column-head head-${column.id}` }, name);
    if (!isLast) head.append(this.#divider(column, index));
    return head;
  }

  /**
   * @param {PlacedColumn} column
   * @param {"ascending" | "descending" | null} sorted
   */
  #sortButton(column, sorted) {
    const made = element("button", {
      "type": "button", "class": "column-name", "aria-label": sorted ? say(SORTED[sorted], { column: say(column.name) }) : say("Sort by {column}", { column: inSentence(say(column.name)) }),
      "aria-pressed": String(sorted !== null),
    }, say(column.name));
    if (sorted) {
      const sign = icon("down");
      sign.classList.toggle("upwards", sorted === "ascending");
      made.append(sign);
    }
    made.addEventListener("click", () => this.#sort(column), { signal: this.#listening.signal });
    return made;
  }

  /** @param {PlacedColumn} column */
  #sort(column) {
    this.#parts.sort(nextOrder(column, this.#parts.order()));
  }

  /**
   * @param {PlacedColumn} column that it is behind
   * @param {number} index
   */
  #divider(column, index) {
    const { signal } = this.#listening;
    const made = element("div", {
      "class": "column-divider", "role": "separator", "aria-orientation": "vertical", "tabindex": 0,
      "aria-label": say("Width of {column}", { column: inSentence(say(column.name)) }),
    });
    made.addEventListener("keydown", (event) => this.#dividerKey(event, index), { signal });
    made.addEventListener("dblclick", () => this.#putBack(index), { signal });
    this.#listenToHands(made, index, signal);
    return made;
  }

  /**
   * @param {HTMLElement} divider
   * @param {number} index
   * @param {AbortSignal} signal
   */
  #listenToHands(divider, index, signal) {
    const { views } = new GestureSurface(divider, {}, signal);
    const drag = new DividerGestureRecognizer({ maximumTouches: 1 });
    /** @type {readonly PlacedColumn[]} */
    let start = [];
    drag.addTarget(() => {
      if (drag.state === State.Began) start = this.#columns;
      const way = drag.translation().x * towardEnd(this.#element);
      this.#preview(start, index, way);
      if (drag.state === State.Ended) this.#keep(start, index, way);
      else if (drag.state === State.Cancelled) this.#preview(start, index, 0);
    });
    addGestureRecognizer(views.viewFor(divider), drag);
  }

  /**
   * The columns follow the hand at once; they are kept when it lets go.
   * @param {readonly PlacedColumn[]} columns
   * @param {number} index
   * @param {number} by
   */
  #preview(columns, index, by) {
    const moved = dividerMoved(columns, index, by, remNow());
    const template = columns.map(({ id, width }) => (id === "name" ? "minmax(0, 1fr)" : `${moved[id] ?? width}px`)).join(" ");
    for (const { style } of [this.#element, this.#parts.list.element]) style.setProperty("--columns", template);
  }

  /**
   * @param {readonly PlacedColumn[]} columns
   * @param {number} index
   * @param {number} by
   */
  #keep(columns, index, by) {
    const { look } = this.#parts;
    look.change({ widths: { ...look.now.widths, ...dividerMoved(columns, index, by, remNow()) } });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} index
   */
  #dividerKey(event, index) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[keyAlong(event.key, this.#element)];
    if (way === undefined && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (way === undefined) this.#putBack(index);
    else this.#keep(this.#columns, index, way * (event.shiftKey ? LARGE_STEP : STEP));
  }

  /**
   * The columns on both sides of a divider get back the widths they had at first.
   * @param {number} index
   */
  #putBack(index) {
    const { look } = this.#parts;
    const both = this.#columns.slice(index, index + 2).map(({ id }) => id);
    look.change({ widths: Object.fromEntries(Object.entries(look.now.widths).filter(([id]) => !both.includes(id))) });
  }

  /** @param {MouseEvent} event */
  #menuAsked(event) {
    event.preventDefault();
    this.#openMenu({ x: event.clientX, y: event.clientY });
  }

  /** @param {import("../../gestures/geometry/index.js").Point} [at] the point of the window that was pressed */
  #openMenu(at) {
    const { look } = this.#parts;
    const { hidden } = look.now;
    const anchor = /** @type {HTMLElement} */ (this.#element.querySelector(".columns-button"));
    openMenu(anchor, say("Columns"), COLUMNS.filter(({ id }) => id !== "name").map(({ id, name }) => ({
      label: say(name), icon: "marks", several: true, checked: !hidden.includes(id),
      act: () => look.change({ hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id] }),
    })), at);
  }
}

/**
 * The name of a column within a sentence; German keeps its capital.
 * @param {string} name
 */
function inSentence(name) {
  return spokenLanguage() === "en" ? name.toLowerCase() : name;
}

function remNow() {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
