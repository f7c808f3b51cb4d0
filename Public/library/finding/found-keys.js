/** Keys and the second button of a mouse in what was found by words: from line to line, ranges, quick looks, details, menus. */

import { setAttributes } from "../../shell/element.js";
import { isPlain } from "../../shell/keys.js";
import { isDetailsKey } from "../details/details-opening.js";
import { isLookKey } from "../looking.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("./found-row.js").FoundState} FoundState */

/** The places through which the arrows go: names, lines, and what unfolds more of them. */
const STEPS = ".found-title, .found-hit, .found-unfold";

/**
 * @typedef {object} FoundKeyCalls
 * @property {(id: string) => FoundState | null} stateOf
 * @property {() => readonly FoundState[]} states
 * @property {() => boolean} isWhole
 * @property {() => void} more
 * @property {(from: string, to: string) => void} extend selects all from a row to another one
 * @property {() => readonly Document[]} selected
 * @property {(key: string) => unknown} focusCard
 * @property {import("../looking.js").Looks} looks
 * @property {(document: Document, anchor: HTMLElement) => void} menu
 * @property {(document: Document) => void} details
 */

export class FoundKeys {
  #element;
  #calls;

  /**
   * @param {HTMLElement} element that has the rows
   * @param {FoundKeyCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(element, calls, signal) {
    this.#element = element;
    this.#calls = calls;
    element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    element.addEventListener("focusin", ({ target }) => this.letReach(/** @type {HTMLElement} */ (target)), { signal });
    element.addEventListener("contextmenu", (event) => this.#menuAsked(event), { signal });
  }

  /**
   * Of all lines Tab leads to one, and to the button of its row.
   * @param {HTMLElement | null} [wanted]
   */
  letReach(wanted = null) {
    const steps = this.#steps;
    const reached = wanted && steps.includes(wanted) ? wanted : steps.find(({ tabIndex }) => tabIndex === 0) ?? steps[0];
    for (const step of steps) setAttributes(step, { tabindex: step === reached ? 0 : -1 });
    const row = reached?.closest(".found-document");
    for (const button of this.#element.querySelectorAll(".found-head .button, .card-check")) setAttributes(button, { tabindex: row?.contains(button) ? 0 : -1 });
  }

  /**
   * Draws rows anew; the line with the focus passes it on to its successor.
   * @param {() => void} draw
   */
  keep(draw) {
    const { activeElement } = document;
    const row = this.#element.contains(activeElement) ? activeElement?.closest(".found-document") : null;
    const id = row instanceof HTMLElement ? row.dataset["document"] ?? "" : "";
    const place = row ? [...row.querySelectorAll("a, button")].findIndex((one) => one === activeElement) : -1;
    const isUnfold = activeElement?.matches(".found-unfold") === true;
    draw();
    this.letReach();
    if (place < 0) return;
    const after = this.#rowOf(id);
    const next = (isUnfold && after?.querySelector(".found-unfold")) || after?.querySelectorAll("a, button")[place] || this.#steps[0];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  get #steps() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.#element.querySelectorAll(STEPS))];
  }

  /** @param {string} id */
  #rowOf(id) {
    return this.#element.querySelector(`[data-document="${CSS.escape(id)}"]`);
  }

  /** @param {EventTarget | null} target */
  #stateAt(target) {
    const row = target instanceof Element ? target.closest(".found-document") : null;
    return row instanceof HTMLElement ? this.#calls.stateOf(row.dataset["document"] ?? "") : null;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const state = this.#stateAt(event.target);
    if (!state) return;
    const direction = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : null;
    if (direction !== null && event.shiftKey) this.#extend(state, direction);
    else if (direction !== null) this.#step(direction);
    else if (isLookKey(event) || (event.key === " " && isPlain(event) && event.target instanceof HTMLAnchorElement)) this.look(state.document.id);
    else if (isDetailsKey(event)) this.#calls.details(state.document);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {1 | -1} direction */
  #step(direction) {
    const steps = this.#steps;
    const place = steps.findIndex((step) => step === document.activeElement);
    const next = steps[place < 0 ? 0 : Math.min(Math.max(place + direction, 0), steps.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Selects the rows from one to the next.
   * @param {FoundState} from
   * @param {1 | -1} direction
   */
  #extend(from, direction) {
    const states = this.#calls.states();
    const to = states[Math.min(Math.max(states.indexOf(from) + direction, 0), states.length - 1)];
    if (!to) return;
    this.#calls.extend(from.document.id, to.document.id);
    this.titleOf(to.document.id)?.focus();
  }

  /**
   * @param {string} id
   * @returns {HTMLElement | null}
   */
  titleOf(id) {
    return this.#rowOf(id)?.querySelector(/** @type {"a"} */ (".found-title")) ?? null;
  }

  /**
   * A quick look at the selected documents, where the document is one of several, or else at all that was found.
   * @param {string} id
   */
  look(id) {
    const { states, isWhole, more } = this.#calls;
    const selected = this.#calls.selected();
    const isOfSeveral = selected.length > 1 && selected.some((document) => document.id === id);
    const focus = (/** @type {string} */ other) => {
      const title = this.titleOf(other);
      if (title) title.focus();
      else this.#calls.focusCard(other);
    };
    void this.#calls.looks.open({
      list: {
        get documents() { return isOfSeveral ? selected : states().map(({ document }) => document); },
        isFresh: true, get isWhole() { return isOfSeveral || isWhole(); }, more,
      },
      chosen: isOfSeveral ? new Set(selected.map((document) => document.id)) : null, id, focus, reveal: focus,
      pictureOf: (other) => /** @type {HTMLImageElement | null} */ (this.#rowOf(other)?.querySelector("img") ?? null),
    });
  }

  /** @param {MouseEvent} event */
  #menuAsked(event) {
    const state = this.#stateAt(event.target);
    const anchor = event.target instanceof Element ? event.target.closest(".found-document")?.querySelector(/** @type {"button"} */ (".found-head .button")) : null;
    if (!state || !anchor || /** @type {PointerEvent} */ (event).pointerType === "touch") return;
    event.preventDefault();
    event.stopPropagation();
    this.#calls.menu(state.document, anchor);
  }
}
