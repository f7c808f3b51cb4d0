/** Two states of a board in the same place, one at a time: what moved jumps to the eye when they are flicked between. */

import { boardDifference, boardDifferenceInWords } from "../board/saving/board-difference.js";
import { parseBoard } from "../board/saving/board-file.js";
import { announce } from "../shell/announcer.js";
import { button, element, setAttributes } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { documentAsOf } from "./version-content.js";
import { BoardVersion } from "../board/saving/board-version.js";
import { OpenBoard } from "../board/open-board.js";

/** @typedef {import("./page-comparison.js").Side} Side */

/**
 * @typedef {object} BoardComparisonContext
 * @property {Omit<import("../board/open-board.js").OpenBoardOptions, "store" | "board" | "readOnly">} parts of each board
 * @property {Side} before
 * @property {Side} after
 * @property {readonly string[]} texts the content of both
 */

export class BoardComparison {
  /** @type {HTMLElement} */
  element;
  tools;
  #boards;
  #names;
  #places;
  #said = element("p", { class: "diff-summary", role: "status" });
  #flick;
  #summary;
  #seen = 0;

  /**
   * @param {BoardComparisonContext} context
   * @param {AbortSignal} signal
   */
  constructor({ parts, before, after, texts }, signal) {
    const contents = texts.map((text) => parseBoard(text).board);
    const [old, now] = [contents[0], contents[1]];
    this.#summary = old && now ? boardDifferenceInWords(boardDifference(old, now)) : "";
    this.#names = [before.name, after.name];
    this.#boards = contents.map((board, index) => {
      const { version } = index === 0 ? before : after;
      const store = new BoardVersion(documentAsOf(UNSAVED, version), { url: "", name: "" });
      return new OpenBoard({ ...parts, board, readOnly: true, store }, signal);
    });
    this.#places = this.#boards.map((board) => element("div", { class: "board-side" }, ...board.elements.slice(1)));
    this.#flick = button({ label: say("Flick"), icon: "compare", text: true, class: "outlined", keys: "X" }, () => this.flick(), signal);
    this.tools = [this.#flick];
    this.element = element("div", { class: "board-pair" }, ...this.#places, this.#said);
    requestAnimationFrame(() => this.#settle());
    this.#update();
  }

  get loading() {
    return this.#boards.some((board) => board.loading);
  }

  get facts() {
    const seen = this.#seen === 0 ? /** @type {const} */ ("before") : /** @type {const} */ ("after");
    return { kind: /** @type {const} */ ("board"), page: 1, mode: "flick", seen, summary: this.#summary };
  }

  focus() {
    this.#boards[this.#seen]?.focus();
  }

  /** Shows the other one, at the same place. */
  flick() {
    const viewport = this.#boards[this.#seen]?.viewport;
    this.#seen = 1 - this.#seen;
    const board = this.#boards[this.#seen];
    if (viewport) board?.controller.model.show(viewport);
    this.#update();
    const focused = this.#places.some((place) => place.contains(document.activeElement));
    if (focused) this.focus();
    announce(this.#names[this.#seen] ?? "");
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key === "x" && !event.ctrlKey && !event.metaKey) return this.flick(), true;
    return this.#boards[this.#seen]?.pressed(event) ?? false;
  }

  /** Both show everything of the one that came later. */
  #settle() {
    this.#boards.forEach((board) => board.settleIn(null));
    const newer = this.#boards[1]?.viewport;
    if (newer) this.#boards[0]?.controller.model.show(newer);
    this.focus();
  }

  #update() {
    this.#said.textContent = `${this.#names[this.#seen]}. ${this.#summary}`;
    this.#places.forEach((place, index) => setAttributes(place, { "data-covered": index !== this.#seen, "inert": index !== this.#seen }));
  }
}

/** A version of a board has no other clients and is not saved. */
const UNSAVED = Object.freeze({
  id: "", name: "", folder: "", type: "", size: 0, sha256: "", version: 0, created: "", modified: "", tags: [], favourite: false,
});
