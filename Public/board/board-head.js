/** The head of a board: the way back, its name, whether it is saved, the zoom. */

import { alertUser } from "../shell/announcer.js";
import { button, element, setAttributes } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { BoardName } from "./saving/board-name.js";

/** @typedef {import("./saving/autosave.js").SaveState} SaveState */
/** @typedef {import("./board-controller.js").BoardController} BoardController */

/** One press of a zoom button. */
const ZOOM_STEP = 1.25;

/** @param {SaveState} state */
export function savingInWords({ phase, reason }) {
  if (phase === "conflict") return { text: say("Changed elsewhere"), problem: true };
  if (phase === "clean") return { text: say("Saved"), problem: false };
  if (phase === "refused" && reason === "viewer-only") {
    return { text: say("Not saved: what opens this board now only shows it"), problem: true };
  }
  if (phase === "refused") return { text: say("Not saved"), problem: true };
  if (phase === "failed" && reason === "offline") return { text: say("Offline, not saved yet"), problem: true };
  if (phase === "failed") return { text: say("Not saved yet, trying again"), problem: true };
  return { text: say("Saving…"), problem: false };
}

export class BoardHead {
  /** @type {HTMLElement} */
  element;
  #name;
  #state = element("span", { class: "board-state" });
  /** Work beside saving. */
  #work = element("span", { class: "board-state board-work", role: "status" });
  #zoom;
  #problem = false;

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
    const name = element("div", { class: "board-name" }, this.#name.element, this.#state, this.#work);
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
    this.#state.textContent = text;
  }

  /** @param {string} text what is being done beside saving; "" for nothing */
  working(text) {
    this.#work.textContent = text;
  }

  /** @param {SaveState} state */
  saving(state) {
    const { text, problem } = savingInWords(state);
    if (problem && !this.#problem) alertUser(`${text}. Everything you did is still here.`);
    this.#problem = problem;
    this.#state.textContent = text;
    setAttributes(this.#state, { class: `board-state${problem ? " problem" : ""}` });
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
