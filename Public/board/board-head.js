/** The head of a board: the way back, its name, whether it is saved, the zoom. */

import { button, element } from "../shell/element.js";
import { SavingLine } from "../saving/saving-line.js";
import { say } from "../shell/texts.js";
import { BoardName } from "./saving/board-name.js";

/** @typedef {import("../saving/autosave.js").SaveState} SaveState */
/** @typedef {import("./board-controller.js").BoardController} BoardController */

/** One press of a zoom button. */
const ZOOM_STEP = 1.25;

export class BoardHead {
  /** @type {HTMLElement} */
  element;
  #name;
  #state = new SavingLine();
  /** Work beside saving. */
  #work = element("span", { class: "saving-state board-work", role: "status" });
  #zoom;

  /**
   * @param {() => void} back
   * @param {AbortSignal} signal
   * @param {import("./saving/board-name.js").BoardNameCalls | null} [naming] null where the board keeps its name
   */
  constructor(back, signal, naming = null) {
    this.#name = new BoardName(naming, signal);
    const leave = button(
      { label: say("Back to the library"), icon: "back", class: "quiet back-button" }, back, signal,
    );
    this.#zoom = element("div", { "class": "board-zoom", "role": "group", "aria-label": say("Zoom") });
    const name = element("div", { class: "board-name" }, this.#name.element, this.#state.element, this.#work);
    this.element = element("header", { class: "board-head" }, element("div", { class: "board-pill" }, leave, name), this.#zoom);
  }

  /** @param {string} name */
  name(name) {
    this.#name.show(name);
  }

  /** The name of the board, which may be edited just then. */
  get title() {
    return this.#name;
  }

  /** @param {string} text instead of whether it is saved */
  note(text) {
    this.#state.note(text);
  }

  /** @param {string} text what is being done beside saving; "" for nothing */
  working(text) {
    this.#work.textContent = text;
  }

  /** @param {SaveState} state */
  saving(state) {
    this.#state.show(state);
  }

  /**
   * @param {BoardController} controller
   * @param {AbortSignal} signal
   */
  follow(controller, signal) {
    const { model } = controller;
    const out = button({ label: say("Zoom out"), icon: "zoom-out", keys: "-" }, () => controller.camera.zoomBy(1 / ZOOM_STEP), signal);
    const into = button({ label: say("Zoom in"), icon: "zoom-in", keys: "+" }, () => controller.camera.zoomBy(ZOOM_STEP), signal);
    const fit = button({ label: say("Show everything"), class: "quiet board-percent", keys: "0" }, () => controller.camera.fit(), signal);
    const show = () => {
      const text = `${Math.round(model.viewport.zoom * 100)} %`;
      if (fit.textContent !== text) fit.textContent = text;
    };
    model.subscribe((change) => change === "viewport" && show(), signal);
    show();
    this.#zoom.replaceChildren(out, fit, into);
  }
}
