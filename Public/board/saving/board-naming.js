/** How an open board gets another name: right after it was made, or when its name is pressed. */

import { whenPressed } from "../../shell/presses.js";
import { ApiProblem } from "../../api/api-problem.js";
import { nameFor, renameDocument, stem } from "./board-document.js";
import { reasonOf } from "../../library/folders/folder-actions.js";

/** @typedef {import("../board-model.js").BoardModel} BoardModel */
/** @typedef {import("../../api/api.js").Document} Document */

/**
 * @typedef {object} BoardNamingPorts
 * @property {() => import("./board-name.js").BoardName} title
 * @property {() => Document} document as far as it is known
 * @property {(document: Document) => void} named told of its name as it is now
 * @property {() => void} focus gives the focus to the board
 * @property {(problem: ApiProblem) => void} failed called with each refusal
 * @property {(toast: import("../../shell/toasts.js").Toast) => void} toast
 */

export class BoardNaming {
  #api;
  #ports;
  #isNew;
  #signal;

  /**
   * @param {Pick<import("../../api/api.js").Api, "ask">} api
   * @param {BoardNamingPorts} ports
   * @param {boolean} isNew whether somebody has made the board just now
   * @param {AbortSignal} signal
   */
  constructor(api, ports, isNew, signal) {
    this.#api = api;
    this.#ports = ports;
    this.#isNew = isNew;
    this.#signal = signal;
  }

  /** @returns {import("./board-name.js").BoardNameCalls} */
  get calls() {
    return { take: (words) => this.#rename(words), done: () => this.#ports.focus() };
  }

  /**
   * The name of a new board is edited first; whoever presses the board meanwhile, or does something to it, has named it. What
   * is pressed hears of the press, too: the stage is dragged by it.
   *
   * Not where the finger is what it is worked with: a field that takes the focus by itself would raise a keyboard over
   * half of a board that nobody has seen yet. There it is edited when it is tapped, as on the tablets that people know.
   * @param {Pick<BoardModel, "subscribe" | "changing">} model
   * @param {EventTarget} stage what the board is shown in
   * @param {AbortSignal} signal
   */
  follow(model, stage, signal) {
    model.subscribe(() => model.changing && this.#goOn(), signal);
    whenPressed(stage, () => this.#goOn(), signal);
    if (this.#isNew && !matchMedia("(pointer: coarse)").matches) this.#ports.title().edit();
    this.#isNew = false;
  }

  #goOn() {
    const title = this.#ports.title();
    if (!title.isEdited) return;
    title.keep();
    this.#ports.focus();
  }

  /**
   * @param {string} words that somebody typed for the name
   * @returns {Promise<boolean>} whether the board is called so then, or as it was where they make no name
   */
  async #rename(words) {
    const { id, name: before } = this.#ports.document();
    const name = nameFor(words, before);
    if (name === null) return true;
    this.#ports.title().show(stem(name));
    try {
      const document = await renameDocument(this.#api, id, name);
      if (!this.#signal.aborted) this.#ports.named(document);
      return true;
    } catch (error) {
      this.#refused(error, stem(name));
      return false;
    }
  }

  /**
   * What was typed is offered once more, so that it need not be typed again.
   * @param {unknown} error
   * @param {string} name
   */
  #refused(error, name) {
    const { failed, named, toast, document, title } = this.#ports;
    const text = `The board could not be called “${name}”. ${reasonOf(error, name)}`;
    failed(ApiProblem.from(error));
    if (this.#signal.aborted) return toast({ text, problem: true });
    named(document());
    return toast({ text, problem: true, also: { label: "Edit name", act: () => title().edit(name) } });
  }
}
