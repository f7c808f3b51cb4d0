/**
 * A name that is typed where it stands: over the name on a card, in a row, in a head.
 *
 *     shown ──F2, a click──► edited ──Enter, leaving──► tried ──taken──► shown, with its new name
 *       ▲                      │ ▲                        │
 *       └───────Escape─────────┘ └────────refused─────────┘
 *
 * Enter keeps a name that will not do in the field, with the reason. Leaving the field gives such a name up, and says so.
 */

import { clamp } from "../gestures/geometry/index.js";
import { CheckedName } from "./checked-name.js";
import { element } from "./element.js";
import { say } from "./texts.js";

/**
 * @typedef {object} NamePlace
 * @property {HTMLElement} over what shows the name
 * @property {HTMLElement} host what the field is put into; it is positioned
 * @property {string} label what the name is of
 * @property {string} name
 * @property {number} [selected] how many of its letters are selected first; all when left out
 * @property {(name: string) => Promise<string | null>} take tries the name; returns why it will not do, or null
 * @property {(reason: string) => void} refused told why it would not do where the field is gone
 * @property {() => void} [back] gives the focus to what had it
 */

/** The field is at least so wide, in CSS pixels. */
const LEAST_WIDTH = 120;

/** The reason for which a name will not do keeps so far from the edges of the window. */
const EDGE = 8;

/** The length of a name without its last extension: what is typed over first. */
const STEM = /^(.+)\.[^.\s]{1,16}$/u;

/** @param {string} name */
export function stemLength(name) {
  return STEM.exec(name)?.[1]?.length ?? name.length;
}

/**
 * Lets a name be typed.
 * @param {NamePlace & import("./checked-name.js").NameRules} place
 * @returns {Promise<void>} kept when the field is gone
 */
export function editName(place) {
  return new Promise((resolve) => void new NameField(place, resolve).begin());
}

class NameField {
  #place;
  #ended;
  #listening = new AbortController();
  #field = element("input", {
    "class": "field name-field", "type": "text", "dir": "auto", "autocomplete": "off", "spellcheck": "false", "enterkeyhint": "done",
    "aria-describedby": "name-field-problem",
  });
  #said = element("p", { class: "name-field-problem", id: "name-field-problem", role: "alert" });
  #element = element("div", { class: "name-place" }, this.#field, this.#said);
  #checked;
  /**
   * The answer that is awaited.
   * @type {Promise<string | null> | null}
   */
  #trying = null;

  /**
   * @param {NamePlace & import("./checked-name.js").NameRules} place
   * @param {() => void} ended
   */
  constructor(place, ended) {
    this.#place = place;
    this.#ended = ended;
    const { signal } = this.#listening;
    this.#field.value = place.name;
    this.#field.setAttribute("aria-label", place.label);
    this.#checked = new CheckedName(this.#field, this.#said, place, () => {}, signal);
    this.#field.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#field.addEventListener("blur", () => this.#left(), { signal });
  }

  begin() {
    this.#place.host.append(this.#element);
    // A name of two lines would look out under the field.
    this.#place.over.style.visibility = "hidden";
    this.#follow();
    this.#field.focus({ preventScroll: true });
    this.#field.setSelectionRange(0, this.#place.selected ?? this.#place.name.length);
    this.#element.scrollIntoView({ block: "nearest" });
  }

  /** Stays over the name wherever that goes; it is over when that is gone. */
  #follow() {
    if (this.#listening.signal.aborted) return;
    const { over, host } = this.#place;
    if (!host.isConnected || !over.isConnected) return this.#end();
    const [name, frame] = [over.getBoundingClientRect(), host.getBoundingClientRect()];
    const width = Math.max(LEAST_WIDTH, name.width + 16);
    const { style } = this.#element;
    style.left = `${name.left - frame.left + (name.width - width) / 2}px`;
    style.top = `${name.top - frame.top + Math.min(name.height, 24) / 2}px`;
    style.width = `${width}px`;
    style.setProperty("--room", `${frame.width}px`);
    this.#keepSaidInside(name.left + name.width / 2);
    requestAnimationFrame(() => this.#follow());
  }

  /**
   * The reason stands under the middle of the name, and within the window.
   * @param {number} middle
   */
  #keepSaidInside(middle) {
    const half = this.#said.offsetWidth / 2 + EDGE;
    const shift = clamp(middle, half, Math.max(half, innerWidth - half)) - middle;
    this.#said.style.marginLeft = `${shift}px`;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    // Keys of the list and of the app are letters here.
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Enter") void this.#take(true);
    if (event.key === "Escape") this.#giveBack();
    if (event.key === "Enter" || event.key === "Escape") event.preventDefault();
  }

  /** The field stays while the focus is in another window. */
  #left() {
    if (document.activeElement !== this.#field && !this.#trying) void this.#take(false);
  }

  /** @param {boolean} isHeld whether the field stays where the name will not do */
  async #take(isHeld) {
    const { name, fault } = this.#checked;
    if (this.#trying) return;
    if (name === this.#place.name || (name === "" && !isHeld)) return isHeld ? this.#giveBack() : this.#end();
    if (fault) return this.#refuse(fault, isHeld);
    this.#trying = this.#place.take(name);
    const reason = await this.#trying;
    this.#trying = null;
    if (reason !== null) return this.#refuse(reason, isHeld && document.activeElement === this.#field);
    return document.activeElement === this.#field ? this.#giveBack() : this.#end();
  }

  /**
   * @param {string} reason
   * @param {boolean} isHeld
   */
  #refuse(reason, isHeld) {
    if (isHeld && this.#element.isConnected) return this.#checked.refuse(reason);
    this.#end();
    return this.#place.refused(say("{name} keeps its name. {reason}", { name: this.#place.name, reason }));
  }

  #giveBack() {
    this.#end();
    this.#place.back?.();
  }

  #end() {
    if (this.#listening.signal.aborted) return;
    this.#listening.abort();
    this.#element.remove();
    this.#place.over.style.visibility = "";
    // Nothing takes back a try that is under way: how that ends is how all ends.
    if (this.#trying) void this.#trying.finally(() => this.#ended());
    else this.#ended();
  }
}
