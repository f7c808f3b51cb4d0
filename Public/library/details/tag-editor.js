/** The tags of one document or many: each can be taken off, and others put on, completed from all that are in use. */

import { button, element, icon, replaceChildrenInPlace, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { numberInWords } from "../../api/words.js";
import { changedTags, comparedTag, MOST_TAG_BYTES, problemOfTag } from "../selection/tag-sheet.js";

/** @typedef {import("../../api/detail-api.js").TagCount} TagCount */

/** So many tags are offered at a time. */
const MOST_OFFERED = 8;

/** A tag with the number of the chosen documents that have it. */
/** @typedef {{readonly tag: string, readonly count: number}} OwnTag */

/**
 * @typedef {object} TagCalls
 * @property {(tag: string) => void} add puts a tag on all
 * @property {(tag: string) => void} remove takes a tag off all
 * @property {(tag: string) => void} open shows the documents that have it
 * @property {() => Promise<readonly TagCount[]>} known all tags, the most frequent first
 */

export class TagEditor {
  /** @type {HTMLElement} */
  element;
  #calls;
  #signal;
  #list = element("ul", { "class": "tag-list", "aria-label": say("Tags") });
  #field = element("input", {
    "class": "field tag-field", "type": "text", "role": "combobox", "aria-label": say("Add a tag"), "placeholder": say("Add a tag"), "autocomplete": "off",
    "aria-expanded": "false", "aria-controls": "details-tag-offers", "aria-autocomplete": "list", "enterkeyhint": "done", "maxlength": MOST_TAG_BYTES,
    "aria-describedby": "details-tag-problem",
  });
  #offers = element("ul", { "class": "tag-offers", "id": "details-tag-offers", "role": "listbox", "aria-label": say("Tags in use"), "hidden": true });
  #problem = element("p", { class: "field-notice problem", id: "details-tag-problem", role: "alert" });
  /** @type {readonly OwnTag[]} */
  #own = [];
  #total = 1;
  /** @type {readonly TagCount[]} */
  #known = [];
  /** @type {readonly TagCount[]} */
  #offered = [];
  /** Which of them is chosen by keys; -1 for none. */
  #active = -1;

  /**
   * @param {TagCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
    this.element = element("div", { class: "tag-editor" }, this.#list, element("div", { class: "tag-adding" }, this.#field, this.#offers), this.#problem);
    this.#field.addEventListener("focus", () => void this.#learn(), { signal });
    this.#field.addEventListener("input", () => this.#typed(), { signal });
    this.#field.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#field.addEventListener("blur", () => this.#left(), { signal });
    // A press on an offer must not take the focus first, which would close the list.
    this.#offers.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    this.#offers.addEventListener("click", (event) => this.#chosen(event), { signal });
  }

  /**
   * @param {readonly OwnTag[]} own
   * @param {number} total of the documents
   * @param {boolean} [isFixed] whether they cannot be changed
   */
  show(own, total, isFixed = false) {
    const key = (/** @type {readonly OwnTag[]} */ tags, /** @type {number} */ of) => JSON.stringify([tags, of]);
    this.#field.disabled = isFixed;
    this.element.classList.toggle("fixed", isFixed);
    if (key(own, total) === key(this.#own, this.#total) && this.#list.childElementCount === own.length) return;
    [this.#own, this.#total] = [own, total];
    replaceChildrenInPlace(this.#list, own.map((tag) => this.#chip(tag)));
    if (!this.#offers.hidden) this.#offer();
  }

  /** @param {OwnTag} own */
  #chip({ tag, count }) {
    const isPartial = count < this.#total;
    const open = button({ label: tag, text: true, class: "tag-open" }, () => this.#calls.open(tag), this.#signal);
    setAttributes(open, { "aria-label": isPartial ? say("{tag}, on {count} of {total}", { tag, count, total: this.#total }) : say("Show documents tagged {tag}", { tag }), "title": tag });
    open.replaceChildren(element("bdi", {}, tag), ...(isPartial ? [element("span", { class: "tag-part" }, say("{number} of {total}", { number: numberInWords(count), total: numberInWords(this.#total) }))] : []));
    const all = button({ label: say("Put {tag} on all", { tag }), icon: "add", class: "quiet tag-tool" }, () => this.#calls.add(tag), this.#signal);
    const remove = button({ label: say("Take off {tag}", { tag }), icon: "close", class: "quiet tag-tool" }, () => this.#calls.remove(tag), this.#signal);
    return element("li", { class: isPartial ? "tag-chip partial" : "tag-chip" }, open, ...(isPartial ? [all] : []), remove);
  }

  async #learn() {
    this.#known = await this.#calls.known().catch(() => this.#known);
    if (document.activeElement === this.#field) this.#offer();
  }

  #typed() {
    this.#say(problemOfTag(this.#field.value.trim()));
    this.#active = -1;
    this.#offer();
  }

  /** Lists the tags in use that begin with what is typed, and then those that have it further on. */
  #offer() {
    const typed = comparedTag(this.#field.value.trim());
    const full = this.#own.filter(({ count }) => count === this.#total).map(({ tag }) => tag);
    const others = this.#known.filter(({ tag }) => comparedTag(tag).includes(typed) && changedTags(full, { added: [tag], removed: [] }) !== null);
    const first = others.filter(({ tag }) => comparedTag(tag).startsWith(typed));
    this.#offered = [...first, ...others.filter((tag) => !first.includes(tag))].slice(0, MOST_OFFERED);
    this.#active = Math.min(this.#active, this.#offered.length - 1);
    this.#drawOffers();
  }

  #drawOffers() {
    const isOpen = this.#offered.length > 0;
    this.#offers.hidden = !isOpen;
    this.#offers.replaceChildren(...this.#offered.map(({ tag, documents }, index) => element(
      "li", { "class": "tag-offer", "role": "option", "id": `details-tag-${index}`, "aria-selected": String(index === this.#active), "data-tag": tag },
      element("bdi", {}, tag), element("span", { class: "secondary" }, numberInWords(documents)),
    )));
    setAttributes(this.#field, { "aria-expanded": String(isOpen), "aria-activedescendant": this.#active >= 0 && `details-tag-${this.#active}` });
  }

  #close() {
    [this.#offered, this.#active] = [[], -1];
    this.#drawOffers();
  }

  /** Enters a text that was only typed: a tag that was meant is not lost. */
  #left() {
    this.#close();
    if (this.#field.value.trim() && !problemOfTag(this.#field.value.trim())) this.#add(this.#field.value);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.isComposing) return;
    const { length } = this.#offered;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && length > 0) {
      event.preventDefault();
      this.#active = (this.#active + step + (this.#active < 0 && step < 0 ? length + 1 : length)) % length;
      this.#drawOffers();
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.#add(this.#offered[this.#active]?.tag ?? this.#field.value);
    } else if (event.key === "Escape") this.#escaped(event);
    else if (event.key === "Backspace" && this.#field.value === "") this.#toLast();
  }

  /** @param {KeyboardEvent} event */
  #escaped(event) {
    if (this.#offers.hidden && this.#field.value === "") return;
    event.stopPropagation();
    this.#field.value = "";
    this.#say("");
    this.#close();
  }

  #toLast() {
    /** @type {HTMLElement | null} */
    const last = this.#list.querySelector("li:last-child .tag-tool:last-child");
    last?.focus();
  }

  /** @param {MouseEvent} event */
  #chosen(event) {
    const offer = /** @type {Element} */ (event.target).closest("[data-tag]");
    if (offer instanceof HTMLElement) this.#add(offer.dataset["tag"] ?? "");
  }

  /** @param {string} text */
  #add(text) {
    const tag = text.trim();
    const problem = problemOfTag(tag);
    this.#say(problem);
    if (problem || tag === "") return;
    this.#field.value = "";
    this.#calls.add(this.#known.find((known) => comparedTag(known.tag) === comparedTag(tag))?.tag ?? tag);
    this.#close();
  }

  /** @param {string} text */
  #say(text) {
    this.#problem.textContent = text;
    setAttributes(this.#field, { "aria-invalid": text !== "" && "true" });
  }
}

/**
 * A heading with a drawing, for a part of the details.
 * @param {string} title
 * @param {string} name of an icon
 */
export function partHeading(title, name) {
  return element("h3", { class: "details-heading" }, icon(name), title);
}

/**
 * The tags of documents, each with the number of those that have it; those that differ in case alone are one.
 * @param {readonly {tags: readonly string[]}[]} documents
 * @returns {OwnTag[]}
 */
export function tagsOf(documents) {
  /** @type {Map<string, {tag: string, count: number}>} */
  const counted = new Map();
  for (const tag of documents.flatMap(({ tags }) => tags)) {
    const known = counted.get(comparedTag(tag));
    if (known) known.count += 1;
    else counted.set(comparedTag(tag), { tag, count: 1 });
  }
  return [...counted.values()].sort((one, other) => other.count - one.count || (comparedTag(one.tag) < comparedTag(other.tag) ? -1 : 1));
}
