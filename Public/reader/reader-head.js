/** The head of the reader: the way back, the name of the document, what turns its pages, its tools. */

import { button, element } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { ReaderTools } from "./reader-tools.js";

/**
 * @typedef {object} ReaderHeadCalls
 * @property {() => void} back
 * @property {() => void} toStart
 * @property {() => boolean} rename returns false where the name stays
 * @property {(tool: string) => boolean} isWanted whether the user wants a tool, by its id
 */

export class ReaderHead {
  /** @type {HTMLElement} */
  element;
  #title = element("h1", { class: "reader-title", dir: "auto" });
  #place;
  #middle = element("div", { "class": "reader-middle", "data-foot": true });
  #end = element("div", { class: "reader-tools" });
  /** @type {ReaderTools | null} */
  #tools = null;
  #isWanted;

  /**
   * @param {ReaderHeadCalls} calls
   * @param {AbortSignal} signal
   */
  constructor({ back, toStart, rename, isWanted }, signal) {
    this.#isWanted = isWanted;
    const leave = button(
      { label: say("Back to the library"), icon: "back", class: "quiet back-button", keys: "Escape" }, back, signal,
    );
    // As on a tablet, a tap on the title leads to the start; as on a desk, a click of a mouse edits it.
    this.#title.addEventListener("click", (event) => {
      const isMouse = /** @type {PointerEvent} */ (event).pointerType === "mouse";
      if (!isMouse || !rename()) toStart();
    }, { signal });
    const start = element("div", { class: "reader-start" }, leave, this.#title);
    this.#place = { over: this.#title, host: start };
    this.element = element("header", { class: "reader-bar" }, start, this.#middle, this.#end);
  }

  /** Where the name stands, and can be typed. */
  get place() {
    return this.#place;
  }

  /** @param {HTMLElement} line that stands behind the name */
  note(line) {
    this.#title.after(line);
  }

  /** @param {string} name */
  name(name) {
    this.#title.textContent = name;
    this.#title.title = name;
  }

  /** Takes away what belongs to what was shown, but for its name. */
  clear() {
    this.#tools = null;
    this.#middle.replaceChildren();
    this.#end.replaceChildren();
  }

  /** @param {import("./reader.js").Reader} reader whose pages are shown */
  showPages({ controls, pageCount }) {
    if (pageCount > 1) this.#middle.append(controls.pages);
    this.#end.append(controls.zoom);
  }

  /**
   * @param {readonly import("./reader-tools.js").ReaderTool[]} tools
   * @param {AbortSignal} signal
   */
  showTools(tools, signal) {
    this.#tools = new ReaderTools(() => this.#title.title || say("Document"), tools.filter(({ id }) => this.#isWanted(id)), signal);
    this.#end.append(...this.#tools.elements);
  }

  /**
   * Shows whether what a tool turns on is on.
   * @param {string} label
   * @param {boolean} isOn
   */
  press(label, isOn) {
    this.#tools?.press(label, isOn);
  }

  /**
   * Does what a tool does; false where there is no such tool.
   * @param {string} label
   */
  act(label) {
    return this.#tools?.act(label) ?? false;
  }
}
