/** A board that is looked at and not changed: as it was, or as it lies in the Trash. */

import { BoardFileProblem, parseBoard } from "./saving/board-file.js";
import { element } from "../shell/element.js";
import { noticeView } from "../shell/notice-view.js";
import { say } from "../shell/texts.js";
import { reasonFor } from "../api/reasons.js";
import { ApiProblem } from "../api/api-problem.js";
import { stem } from "./saving/board-document.js";
import { BoardHead } from "./board-head.js";
import { BoardVersion } from "./saving/board-version.js";
import { OpenBoard } from "./open-board.js";

/** @typedef {import("./board-viewport.js").ViewportFacts} ViewportFacts */
/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */

/**
 * @typedef {object} ReadOnlyBoardContext
 * @property {Api} api
 * @property {TypeTree} types
 * @property {Document} document as it was
 * @property {(signal: AbortSignal) => Promise<string>} text its content
 * @property {{url: string, name: string}} download
 * @property {ViewportFacts | null} before what was seen of the board
 */

export class ReadOnlyBoardScreen {
  /** @type {HTMLElement} */
  element;
  #context;
  #signal;
  #head;
  #body = element("main", { class: "board-body" });
  /** @type {OpenBoard | null} */
  #board = null;
  #loading = true;

  /**
   * @param {ScreenParts & ReadOnlyBoardContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    this.#context = context;
    this.#signal = signal;
    this.#head = new BoardHead(() => context.router.back("/"), signal);
    this.element = element("div", { class: "board" }, this.#head.element, this.#body);
    const name = stem(context.document.name);
    this.#head.name(name);
    this.#head.note(say("Read only"));
    window.document.title = `${name} – Sheaf`;
  }

  get id() {
    return this.#context.document.id;
  }

  get view() {
    return /** @type {const} */ ("board");
  }

  get loading() {
    return this.#loading || (this.#board?.loading ?? false);
  }

  get facts() {
    return this.#board?.facts ?? null;
  }

  async load() {
    this.#loading = true;
    try {
      const text = await this.#context.text(this.#signal);
      if (!this.#signal.aborted) this.#show(text);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#loading = false;
    }
  }

  /**
   * A page that lies here may have become another.
   * @param {Document} document
   */
  heard(document) {
    this.#board?.heard(document);
  }

  /**
   * Whether a document is not what is shown here any more: it was taken out of the Trash, or is opened otherwise, or changed.
   * @param {Document} document the same one, as it is now
   */
  isBehind({ trashed, handler, sha256, name }) {
    const before = this.#context.document;
    const isInTrash = Boolean(before.trashed);
    return isInTrash !== Boolean(trashed) || before.handler !== handler || before.sha256 !== sha256 || before.name !== name;
  }

  /** Any page that lies here may have become another. */
  refresh() {
    this.#board?.refresh();
  }

  focus() {
    this.#board?.focus();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    return this.#board?.pressed(event) ?? false;
  }

  /** @param {string} text */
  #show(text) {
    const { document, download, before } = this.#context;
    const { board } = parseBoard(text);
    const opened = new OpenBoard({
      ...this.#context, board, readOnly: true, store: new BoardVersion(document, download),
    }, this.#signal);
    this.#board = opened;
    this.#body.replaceChildren(...opened.elements);
    this.#head.follow(opened.controller, this.#signal);
    opened.settleIn(before);
  }

  /** @param {unknown} error */
  #failed(error) {
    const problem = ApiProblem.from(error);
    if (problem.code === "aborted" || this.#signal.aborted) return;
    const damaged = error instanceof BoardFileProblem;
    if (!damaged) this.#context.notices.refused(problem);
    const reason = reasonFor(damaged ? "damaged" : problem.code, problem.detail, problem.mayPass);
    const view = noticeView(
      { ...reason, download: this.#context.download, again: reason.again ? () => void this.load() : null }, this.#signal,
    );
    this.#body.replaceChildren(view);
    view.focus({ preventScroll: true, focusVisible: false });
  }
}
