/** Tells a person of things done, and of things that could not be done. */

import { say } from "../shell/texts.js";
import { ApiProblem } from "./api-problem.js";

/** @typedef {import("../shell/toasts.js").Toast} Toast */

export class Notices {
  #toasts;
  #signedOut;

  /**
   * @param {Pick<import("../shell/toasts.js").Toasts, "show" | "working">} toasts
   * @param {(problem: ApiProblem) => void} signedOut told where something failed because the session is over
   */
  constructor(toasts, signedOut) {
    this.#toasts = toasts;
    this.#signedOut = signedOut;
  }

  /** @param {Toast} toast */
  show(toast) {
    this.#toasts.show(toast);
  }

  /**
   * Shows how far something is that takes a while.
   * @param {string} text
   * @param {() => void} stop
   */
  working(text, stop) {
    return this.#toasts.working(text, stop);
  }

  /** @param {string} text why something is not done */
  problem(text) {
    this.show({ text, problem: true });
  }

  /**
   * A refusal that is shown where it happened; one for want of a session leads to signing in.
   * @param {ApiProblem} problem
   */
  refused(problem) {
    if (problem.signedOut) this.#signedOut(problem);
  }

  /**
   * @param {unknown} error
   * @param {string} text
   */
  failed(error, text) {
    const problem = ApiProblem.from(error);
    if (problem.signedOut) this.#signedOut(problem);
    else this.problem(text);
  }

  /**
   * A part of the app; null where it cannot be had, which is told.
   * @template Module
   * @param {import("../shell/lazy-module.js").LazyModule<Module>} part
   * @returns {Promise<Module | null>}
   */
  async load(part) {
    try {
      return await part.load();
    } catch {
      // An updated server has it under another name, which the page as it is now does not know.
      const also = { label: say("Load anew"), act: () => location.reload() };
      this.show({ text: say("A part of the app could not be fetched."), problem: true, also });
      return null;
    }
  }
}
