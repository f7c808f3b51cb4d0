/** The tags in the sidebar, each with the number of its documents; a tag is renamed, or taken off all, in one step. */

import { libraryPath } from "../../shell/address.js";
import { askForName } from "../../shell/name-sheet.js";
import { say } from "../../shell/texts.js";
import { BatchActions } from "../selection/batch-actions.js";
import { problemOfTag } from "../selection/tag-sheet.js";
import { isSameTag } from "../places.js";
import { PlaceSection } from "./place-section.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/detail-api.js").TagCount} TagCount */

/** So many are listed, the most frequent ones, by name. */
const MOST_LISTED = 40;

/** Documents in an answer, and the most of which a tag is changed. */
const PART = 1000;
const MOST = 10_000;

/**
 * @typedef {object} TagPlaceParts
 * @property {import("../../api/api.js").Api} api
 * @property {Pick<import("../../api/detail-api.js").DetailApi, "tags">} details
 * @property {import("../library.js").Library} library
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {import("../library-screen.js").LibraryParts["batching"]} batching
 */

export class TagPlaces {
  #parts;
  #changed;
  #signal;
  #section;
  #actions;

  /**
   * @param {TagPlaceParts} parts
   * @param {() => void} changed called when there are other lines
   * @param {AbortSignal} signal
   */
  constructor(parts, changed, signal) {
    this.#parts = parts;
    this.#changed = changed;
    this.#signal = signal;
    this.#section = new PlaceSection({ title: say("Tags"), id: "tags" }, signal);
    this.#actions = new BatchActions({ ...parts.batching, library: parts.library });
  }

  get element() {
    return this.#section.element;
  }

  async refresh() {
    const tags = await this.#parts.details.tags(this.#signal).catch(() => null);
    if (!tags || this.#signal.aborted) return;
    const listed = tags.slice(0, MOST_LISTED).sort((one, other) => one.tag.localeCompare(other.tag));
    if (this.#section.show(listed.map((tag) => this.#line(tag)))) this.#changed();
  }

  /** @param {TagCount} count */
  #line({ tag, documents }) {
    return {
      path: libraryPath({ place: "tag", name: tag }), name: tag, icon: "tag", tag, badge: { count: documents, noun: say("documents") },
      menu: [
        { label: say("Rename"), icon: "pen", act: () => this.#rename(tag) },
        { label: say("Take off all documents"), icon: "trash", danger: true, act: () => void this.#change(tag, null) },
      ],
    };
  }

  /** @param {string} tag */
  #rename(tag) {
    const { batching: { notices } } = this.#parts;
    askForName({
      title: say("Rename the tag {tag}", { tag }), label: say("Name"), name: tag, action: say("Rename"), problemOf: problemOfTag,
      take: async (name) => {
        if (name !== tag) void this.#change(tag, name);
        return null;
      },
      refused: (text) => notices.problem(text),
    });
  }

  /**
   * @param {string} tag
   * @param {string | null} name it has then; null takes it off
   */
  async #change(tag, name) {
    try {
      const documents = await this.#all(tag);
      const { query } = this.#parts.library.state;
      const isShown = query.place === "tag" && isSameTag(query.name, tag);
      await this.#actions.tag(documents, { added: name === null ? [] : [name], removed: [tag] });
      if (isShown && name !== null) this.#parts.router.go(libraryPath({ place: "tag", name }));
      await this.refresh();
    } catch (error) {
      this.#parts.batching.notices.failed(error, say("The tag {tag} could not be changed. Try again in a moment.", { tag }));
    }
  }

  /** @param {string} tag */
  async #all(tag) {
    /** @type {Document[]} */
    const documents = [];
    /** @type {string | null} */
    let cursor = null;
    do {
      /** @type {import("../../api/api.js").DocumentPage} */
      const page = await this.#parts.api.list({ tag }, { cursor, limit: PART }, this.#signal);
      documents.push(...page.documents);
      cursor = page.next;
    } while (cursor !== null && documents.length < MOST);
    return documents;
  }
}
