/** The bar with the tools that mark, and the colours of the one in the hand. */

import { button, element, replaceChildrenInPlace, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { colorsOf, hasWidth, TOOLS, WIDTHS } from "./mark-tool.js";

/** @typedef {import("./mark-tool.js").ToolName} ToolName */

/**
 * @typedef {object} ToolbarCalls
 * @property {(tool: ToolName) => void} take called with a tool; the one in the hand is put away
 * @property {(choice: {color?: string, width?: number}) => void} choose
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} list shows all marks
 * @property {() => void} close
 */

export class MarkToolbar {
  /** @type {HTMLElement} */
  element;
  #tool;
  #calls;
  #signal;
  #options = element("div", { class: "mark-options" });
  /** @type {Map<ToolName, HTMLElement>} */
  #buttons = new Map();
  #undo;
  #redo;

  /**
   * @param {import("./mark-tool.js").MarkTool} tool
   * @param {ToolbarCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(tool, calls, signal) {
    this.#tool = tool;
    this.#calls = calls;
    this.#signal = signal;
    for (const { tool: name, label, icon, key } of TOOLS) {
      this.#buttons.set(name, button({ label: `${say(label)} (${key})`, icon, keys: key }, () => calls.take(name), signal));
    }
    this.#undo = button({ label: say("Undo"), icon: "undo", keys: "Control+Z" }, calls.undo, signal);
    this.#redo = button({ label: say("Redo"), icon: "redo", keys: "Control+Shift+Z" }, calls.redo, signal);
    const list = button({ label: say("All marks"), icon: "marks", keys: "Shift+A" }, calls.list, signal);
    const close = button({ label: say("Done"), icon: "close", keys: "Escape" }, calls.close, signal);
    const tools = element("div", { class: "mark-buttons" }, ...this.#buttons.values(), rule(), this.#undo, this.#redo, list, close);
    this.element = element(
      "div", { "class": "mark-tools", "role": "toolbar", "aria-label": say("Marking tools"), "data-foot": true }, this.#options, tools,
    );
  }

  /** @param {{undo: string | null, redo: string | null}} steps that can be undone and made again */
  show({ undo, redo }) {
    for (const [name, made] of this.#buttons) setAttributes(made, { "aria-pressed": name === this.#tool.name ? "true" : "false" });
    show(this.#undo, say("Undo"), undo);
    show(this.#redo, say("Redo"), redo);
    const { name } = this.#tool;
    replaceChildrenInPlace(this.#options, name && name !== "eraser" ? this.#choices(name) : []);
  }

  /** @param {ToolName} tool */
  #choices(tool) {
    const color = this.#tool.colorOf(tool);
    const colors = colorsOf(tool).map((one) => {
      const made = swatch(one.color);
      return choice(say(one.name), made, one.color === color, () => this.#calls.choose({ color: one.color }), this.#signal);
    });
    const widths = !hasWidth(tool) ? [] : WIDTHS.map(({ name, width }) => {
      const line = element("span", { class: "mark-width" });
      line.style.height = `${width * 2}px`;
      return choice(say(name), line, width === this.#tool.width, () => this.#calls.choose({ width }), this.#signal);
    });
    const group = (/** @type {string} */ name, /** @type {HTMLElement[]} */ made) => element("div", { "class": "mark-choices", "role": "group", "aria-label": name }, ...made);
    return [group(say("Colour"), colors), ...(widths.length ? [group(say("Width"), widths)] : [])];
  }
}

function rule() {
  return element("span", { "class": "mark-rule", "aria-hidden": "true" });
}

/** @param {string} color */
export function swatch(color) {
  const made = element("span", { class: "mark-color" });
  made.style.background = color;
  return made;
}

/**
 * @param {string} name
 * @param {HTMLElement} drawing
 * @param {boolean} isChosen
 * @param {() => void} act
 * @param {AbortSignal} signal
 */
export function choice(name, drawing, isChosen, act, signal) {
  const made = element("button", { "type": "button", "class": "mark-choice", "aria-label": name, "title": name, "aria-pressed": String(isChosen) }, drawing);
  made.addEventListener("click", act, { signal });
  return made;
}

/**
 * @param {HTMLElement} made
 * @param {string} word
 * @param {string | null} step
 */
function show(made, word, step) {
  const label = step ? `${word}: ${step}` : word;
  setAttributes(made, { "disabled": step === null, "aria-label": label, "title": label });
}
