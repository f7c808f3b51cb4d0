/** The tags of one document or many: each of all tags is on all of them, on some, or on none. */

import { documentsInWords } from "../../api/words.js";
import { element, setAttributes } from "../../shell/element.js";
import { Sheet } from "../../shell/modal.js";
import { keepWhile } from "../../shell/popover.js";
import { say } from "../../shell/texts.js";

/** @typedef {{readonly added: readonly string[], readonly removed: readonly string[]}} TagChange */

/** Bytes of UTF-8 in a tag at most, as the server takes them. */
export const MOST_TAG_BYTES = 100;

/** So many of the tags of other documents are offered. */
const OFFERED = 40;

/**
 * The tags of a document after a change; null where they stay the same. Tags that differ in case alone are one.
 * @param {readonly string[]} tags
 * @param {TagChange} change
 */
export function changedTags(tags, { added, removed }) {
  const kept = tags.filter((tag) => !has(removed, tag));
  const missing = added.filter((tag) => !has(kept, tag));
  return kept.length === tags.length && missing.length === 0 ? null : [...kept, ...missing];
}

/**
 * Why a text is no tag; "" where it is one.
 * @param {string} text without space around it
 */
export function problemOfTag(text) {
  if (/\p{Cc}/u.test(text)) return say("A tag has no control characters.");
  return new TextEncoder().encode(text).length > MOST_TAG_BYTES ? say("This is too long for a tag.") : "";
}

/**
 * @param {readonly string[]} tags
 * @param {string} tag
 */
function has(tags, tag) {
  return tags.some((other) => isSame(other, tag));
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSame(one, other) {
  return comparedTag(one) === comparedTag(other);
}

/**
 * A tag, or a part of one, as tags are compared.
 * @param {string} text
 */
export function comparedTag(text) {
  return text.normalize("NFC").toLowerCase();
}

/**
 * Opens the sheet at once, so that no letter typed meanwhile goes to what lies below.
 * @param {readonly {name: string, tags: readonly string[]}[]} documents
 * @param {Promise<readonly string[]>} known tags, the most frequent first
 * @returns {Promise<TagChange | null>} what was agreed to, once the sheet is closed; null where nothing was
 */
export function askForTags(documents, known) {
  return new TagSheet(documents, known).open();
}

class TagSheet {
  #sheet;
  #list = element("ul", { class: "tag-choices" });
  #field = element("input", {
    "class": "field", "id": "tag-field", "type": "text", "autocomplete": "off", "maxlength": MOST_TAG_BYTES, "enterkeyhint": "done",
    "aria-describedby": "tag-problem",
  });
  #problem = element("p", { class: "name-problem", id: "tag-problem", role: "alert" });
  #documents;
  #form;
  /** @type {TagChange | null} */
  #agreed = null;
  /** @type {{tag: string, box: HTMLInputElement, before: boolean | null}[]} */
  #choices = [];

  /**
   * @param {readonly {name: string, tags: readonly string[]}[]} documents
   * @param {Promise<readonly string[]>} known
   */
  constructor(documents, known) {
    this.#documents = documents;
    this.#sheet = new Sheet({ title: say("Tags of {documents}", { documents: documentsInWords(documents) }), look: "tag-sheet" });
    const { signal } = this.#sheet;
    const own = documents.flatMap(({ tags }) => tags);
    own.filter((tag, index) => own.findIndex((other) => isSame(other, tag)) === index).forEach((tag) => this.#offer(tag));
    void this.#offerKnown(known);
    const form = this.#form = element(
      "form", { class: "name-form" }, element("label", { for: "tag-field" }, say("New tag")), this.#field, this.#problem, this.#list,
      this.#sheet.foot(element("button", { type: "submit", class: "button primary" }, say("Set tags"))),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    }, { signal });
    this.#field.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#field.addEventListener("input", () => this.#say(problemOfTag(this.#field.value.trim())), { signal });
    keepWhile(this.#sheet.element, () => this.#field.value.trim() !== "" || this.#changed.length > 0, signal);
  }

  /** @returns {Promise<TagChange | null>} */
  open() {
    this.#sheet.open(this.#form);
    this.#field.focus();
    return new Promise((resolve) => this.#sheet.signal.addEventListener("abort", () => resolve(this.#agreed)));
  }

  /** @param {Promise<readonly string[]>} known */
  async #offerKnown(known) {
    const here = () => this.#choices.map(({ tag }) => tag);
    for (const tag of (await known).filter((other) => !has(here(), other)).slice(0, OFFERED)) this.#offer(tag);
  }

  /** @param {string} tag */
  #offer(tag) {
    const count = this.#documents.filter(({ tags }) => has(tags, tag)).length;
    const before = count === 0 ? false : count === this.#documents.length ? true : null;
    const box = element("input", { type: "checkbox" });
    box.checked = before === true;
    box.indeterminate = before === null;
    this.#choices.push({ tag, box, before });
    this.#list.append(element("li", {}, element("label", { class: "tag-choice" }, box, element("span", {}, tag))));
    return box;
  }

  /**
   * Enter takes what is typed first, and agrees when nothing is.
   * @param {KeyboardEvent} event
   */
  #pressed(event) {
    if (event.key !== "Enter" || event.isComposing || this.#field.value.trim() === "") return;
    event.preventDefault();
    this.#add();
  }

  /** Puts a typed tag on all documents; false where it is none. */
  #add() {
    const tag = this.#field.value.trim();
    const problem = problemOfTag(tag);
    this.#say(problem);
    if (problem) return false;
    if (tag === "") return true;
    const box = this.#choices.find((choice) => isSame(choice.tag, tag))?.box ?? this.#offer(tag);
    [box.checked, box.indeterminate] = [true, false];
    box.scrollIntoView({ block: "nearest" });
    this.#field.value = "";
    return true;
  }

  get #changed() {
    return this.#choices.filter(({ box, before }) => !box.indeterminate && box.checked !== before);
  }

  #submit() {
    if (!this.#add()) return;
    const changed = this.#changed;
    const tagsOf = (/** @type {boolean} */ on) => changed.filter(({ box }) => box.checked === on).map(({ tag }) => tag);
    this.#agreed = { added: tagsOf(true), removed: tagsOf(false) };
    this.#sheet.close();
  }

  /** @param {string} text */
  #say(text) {
    this.#problem.textContent = text;
    setAttributes(this.#field, { "aria-invalid": text !== "" && "true" });
  }
}
