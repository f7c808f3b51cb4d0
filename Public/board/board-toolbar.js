/** The one bar of a board: what is in the hand, undo and redo, adding, and the rest behind a button. */

import { button, element, setAttributes } from "../shell/element.js";
import { say, spokenLanguage } from "../shell/texts.js";
import { darkness } from "../shell/theme.js";
import { shownInk } from "../ink/ink-colors.js";
import { openPenOptions } from "./ink/pen-options.js";

/** @typedef {import("./board-controller.js").BoardController} BoardController */

/**
 * @typedef {object} ToolbarCalls
 * @property {() => void} addPages
 * @property {(anchor: HTMLElement) => void} more
 */

export class BoardToolbar {
  /** @type {HTMLElement} */
  element;
  #controller;
  #select;
  #pen;
  #options;
  #undo;
  #redo;
  #dot = element("span", { class: "pen-dot" });
  #dark = darkness;
  /** The state that is shown: a hand changes the content in every frame, and of that the bar shows nothing. */
  #shown = "";

  /**
   * @param {BoardController} controller
   * @param {ToolbarCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(controller, calls, signal) {
    this.#controller = controller;
    const { model } = controller;
    const tool = (/** @type {string} */ label, /** @type {string} */ icon, /** @type {() => void} */ act, /** @type {string} */ keys) =>
      button({ label, icon, keys, class: "board-tool" }, act, signal);
    this.#select = tool(say("Select"), "select", () => model.use("select"), "V");
    this.#pen = tool(say("Pen"), "pen", () => model.use("pen"), "P");
    this.#options = button(
      { label: say("Colour and width"), class: "board-tool" }, () => openPenOptions(this.#options, model), signal,
    );
    setAttributes(this.#options, { "aria-haspopup": "true", "aria-expanded": "false" });
    this.#options.append(this.#dot);
    this.#undo = tool(say("Undo"), "undo", () => controller.undo(), "Control+Z");
    this.#redo = tool(say("Redo"), "redo", () => controller.redo(), "Control+Shift+Z");
    const add = tool(say("Add pages"), "add-page", calls.addPages, "A");
    const more = tool(say("More"), "more", () => calls.more(more), "");
    setAttributes(more, { "aria-haspopup": "menu", "aria-keyshortcuts": null });
    const hands = [this.#select, this.#pen, this.#options];
    const parts = model.readOnly ? [[more]] : [hands, [this.#undo, this.#redo], [add, more]];
    this.element = element(
      "div", { "class": "board-tools", "role": "toolbar", "aria-label": say("Board tools"), "data-foot": true },
      ...parts.map((group) => element("div", { class: "board-tool-group" }, ...group)),
    );
    model.subscribe((change) => (change === "tool" || change === "content" || change === "replayed") && this.#show(), signal);
    this.#dark.addEventListener("change", () => this.#show(), { signal });
    this.#show();
  }

  #show() {
    const { tool, pen, steps } = this.#controller.model;
    const shown = JSON.stringify([tool, pen, steps, this.#dark.matches]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    setAttributes(this.#select, { "aria-pressed": String(tool === "select") });
    setAttributes(this.#pen, { "aria-pressed": String(tool === "pen") });
    this.#name(this.#undo, say("Undo"), steps.undo, steps.undoName);
    this.#name(this.#redo, say("Redo"), steps.redo, steps.redoName);
    this.#dot.style.background = shownInk(pen.color, this.#dark.matches);
    this.#dot.style.width = this.#dot.style.height = `${8 + pen.width}px`;
  }

  /**
   * @param {HTMLElement} target
   * @param {string} verb
   * @param {number} steps
   * @param {string} what
   */
  #name(target, verb, steps, what) {
    const label = steps ? say("{verb} {step}", { verb, step: spokenLanguage() === "en" ? what.toLowerCase() : what }) : verb;
    setAttributes(target, { "aria-label": label, "title": label, "aria-disabled": steps === 0 && "true" });
  }
}
