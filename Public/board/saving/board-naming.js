/** How an open board gets another name: right after it was made, or when its name is pressed. */

import { whenPressed } from "../../shell/presses.js";
import { say } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { nameFor, renameDocument, stem } from "./board-document.js";
import { problemOfName } from "../../api/folder-path.js";
import { reasonOf } from "../../library/folders/folder-actions.js";

/** @typedef {import("../board-model.js").BoardModel} BoardModel */

/**
 * @typedef {object} BoardNamingParts
 * @property {Pick<import("../../api/api.js").Api, "ask">} api
 * @property {Pick<import("../../api/notices.js").Notices, "show" | "problem" | "refused">} notices
 * @property {Pick<import("../board-screen.js").BoardScreen, "document" | "title" | "renamed" | "focusBoard">} screen
 */

export class BoardNaming {
  #parts;
  #isNew;
  #signal;

  /**
   * @param {BoardNamingParts} parts
   * @param {boolean} isNew whether the board has been made just now
   * @param {AbortSignal} signal
   */
  constructor(parts, isNew, signal) {
    this.#parts = parts;
    this.#isNew = isNew;
    this.#signal = signal;
  }

  /** @returns {import("./board-name.js").BoardNameCalls} */
  get calls() {
    const problemOf = (/** @type {string} */ words) => problemOfName(nameFor(words, this.#parts.screen.document.name) ?? words);
    return { take: (words, from) => this.#rename(words, from), problemOf, done: () => this.#parts.screen.focusBoard() };
  }

  /**
   * The name of a new board is edited first. A press of the board meanwhile, or a change of it, takes the typed name. The
   * stage hears of the press, too, and is dragged by it.
   *
   * Not where fingers work the board. There a field that takes the focus by itself would raise a keyboard over half of a board
   * that the user has not seen yet. There the name is edited when it is tapped, as on the tablets that people know.
   * @param {Pick<BoardModel, "subscribe" | "changing">} model
   * @param {EventTarget} stage what the board is shown in
   * @param {AbortSignal} signal
   */
  follow(model, stage, signal) {
    model.subscribe(() => model.changing && this.#goOn(), signal);
    whenPressed(stage, () => this.#goOn(), signal);
    if (this.#isNew && !matchMedia("(pointer: coarse)").matches) this.#parts.screen.title.edit();
    this.#isNew = false;
  }

  #goOn() {
    const { screen } = this.#parts;
    if (!screen.title.isEdited) return;
    screen.title.keep();
    screen.focusBoard();
  }

  /**
   * @param {string} words that were typed for the name
   * @param {string} [from] the name that they were typed over
   * @returns {Promise<boolean>} whether the board is called so then, or as it was where they make no name
   */
  async #rename(words, from) {
    const { api, screen } = this.#parts;
    const { id, name: before } = screen.document;
    const name = nameFor(words, before);
    if (name === null) return true;
    if (from !== undefined && from !== stem(before)) return this.#renamedElsewhere(words, stem(before));
    screen.title.show(stem(name));
    try {
      const document = await renameDocument(api, id, name);
      if (!this.#signal.aborted) screen.renamed(document);
      return true;
    } catch (error) {
      this.#refused(error, stem(name));
      return false;
    }
  }

  /**
   * Another window was sooner: its name is kept, unless the user says otherwise.
   * @param {string} words
   * @param {string} now
   */
  #renamedElsewhere(words, now) {
    this.#parts.notices.show({
      text: say("The board was renamed elsewhere meanwhile, and is called “{now}” now.", { now }), problem: true,
      also: { label: say("Call it “{words}”", { words: words.trim() }), act: () => void this.#rename(words) },
    });
    return false;
  }

  /**
   * The refused name is offered once more, so that it need not be typed again.
   * @param {unknown} error
   * @param {string} name
   */
  #refused(error, name) {
    const { notices, screen } = this.#parts;
    const text = say("The board could not be called “{name}”. {reason}", { name, reason: reasonOf(error, name) });
    notices.refused(ApiProblem.from(error));
    if (this.#signal.aborted) return notices.problem(text);
    screen.renamed(screen.document);
    return notices.show({ text, problem: true, also: { label: say("Edit name"), act: () => screen.title.edit(name) } });
  }
}
