/** The page of a demo: its stage, its log, its switches, and `demo` for tests and the curious. */

import {
  GestureSurface, KeyEquivalents, linesOf, Player, Recorder, recordingFrom, ReplayClock, toggleByKey, TouchOverlay,
} from "../index.js";
import { hitOutlines } from "../hit-testing/hit-outlines.js";
import { StageCanvas } from "./canvas.js";
import { LogList } from "./log-list.js";
import { SCENES } from "./scenes.js";
import { World } from "./world.js";

/** @typedef {import("./event-log.js").Entry} Entry */
/** @typedef {import("./world.js").Scene} Scene */
/** @typedef {{readonly width: number, readonly height: number}} Size px */

/**
 * The interface that `globalThis.demo` offers to tests.
 * @typedef {object} Demo
 * @property {readonly Entry[]} log what was recognized since the start, or the last reset
 * @property {() => string} recording all input since then, as text
 * @property {(text: string) => Promise<boolean>} replay from the start; whether it came to its end
 * @property {() => void} reset starts again
 * @property {boolean} isIdle whether nothing is down and nothing is open
 * @property {boolean} showsFingers
 */

/** @template {Element} E @param {string} selector @param {new () => E} type @returns {E} */
function part(selector, type) {
  const element = document.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`the page has no ${selector}`);
  return element;
}

class Page {
  #clock = new ReplayClock();
  #stage = part("#stage", HTMLCanvasElement);
  #canvas = new StageCanvas(this.#stage);
  #list = new LogList(part("#log", HTMLOListElement));
  #surface;
  #scene;
  /** @type {World} */
  #world;
  /** @type {Recorder} */
  #recorder;
  /** @type {Player | null} */
  #player = null;

  /** @param {Scene} scene */
  constructor(scene) {
    this.#scene = scene;
    this.#world = this.#newWorld(this.#canvas.size);
    const { signal } = new AbortController();
    const hitTest = (/** @type {import("../geometry/point.js").Point} */ point) => this.#world.root.hitTest(point);
    this.#surface = new GestureSurface(this.#stage, { hitTest, clock: this.#clock }, signal);
    const { arbiter } = this.#surface;
    arbiter.observe({ moved: (transition) => this.#world.watchers.forEach((watch) => watch(transition)) });
    this.#recorder = this.#newRecorder();
    const outlines = () => hitOutlines(this.#world.root).flatMap(({ bounds, shape }) => [bounds, ...shape]);
    document.addEventListener("keydown", (event) => this.#press(event), { signal });
    this.overlay.watch(arbiter, this.#stage, signal, outlines);
    toggleByKey(this.overlay, document, ({ key, altKey }) => altKey && key === "t", signal);
    document.addEventListener("keydown", ({ key, altKey }) => altKey && key === "o" && this.#toggleOutlines(), { signal });
  }

  overlay = TouchOverlay.of(document);

  get log() {
    return this.#world.log.entries;
  }

  get isIdle() {
    return this.#surface.arbiter.isIdle;
  }

  recording() {
    return linesOf(this.#recorder.recording(this.#clock.now()));
  }

  /** @param {Size} [size] of the stage; the canvas's where it is missing */
  reset(size = this.#canvas.size) {
    this.#surface.arbiter.cancelTouches();
    this.#recorder.stop();
    this.#world = this.#newWorld(size);
    this.#recorder = this.#newRecorder();
    this.#list.show([]);
  }

  /** @param {string} text */
  async replay(text) {
    const recording = recordingFrom(text);
    this.#player?.stop();
    this.reset(recording.surface ?? this.#canvas.size);
    this.#player = new Player({ arbiter: this.#surface.arbiter, clock: this.#clock });
    return this.#player.play(recording);
  }

  /** Outlines of hittable areas over the scene: they show why a finger missed. */
  #toggleOutlines() {
    this.overlay.outlined = !this.overlay.outlined;
    if (this.overlay.outlined) this.overlay.enabled = true;
  }

  /**
   * Keys of the scene, but not those that a control of the page is pressed with.
   * @param {KeyboardEvent} event
   */
  #press(event) {
    if (event.target instanceof Element && event.target.closest("a, button, input")) return;
    const { key, altKey, ctrlKey, metaKey } = event;
    // Where Shift is needed to type a character, it is a part of that.
    if (this.#keys.press({ key, altKey, ctrlKey, metaKey })) event.preventDefault();
  }

  get #keys() {
    const keys = new KeyEquivalents(this.#surface.arbiter);
    for (const { key, recognizer, prepare } of this.#world.keyBindings) keys.bind(key, recognizer, prepare);
    return keys;
  }

  #newRecorder() {
    const { width, height } = this.#world;
    return new Recorder(this.#surface.arbiter, { surface: { width, height } });
  }

  /** @param {Size} size */
  #newWorld(size) {
    const world = new World({
      ...size,
      clock: this.#clock,
      changed: () => this.#changed(),
      prefersReducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    });
    this.#scene(world);
    this.#canvas.show(world);
    return world;
  }

  #changed() {
    this.#canvas.draw();
    // Also called while the first world is made, of which the page does not know yet.
    if (this.#world) this.#list.show(this.#world.log.entries);
  }
}

/** @param {Page} page */
function wireControls(page) {
  const fingers = part("#fingers", HTMLInputElement);
  const showFingers = () => (page.overlay.enabled = fingers.checked);
  fingers.addEventListener("change", showFingers);
  document.addEventListener("keydown", () => setTimeout(() => (fingers.checked = page.overlay.enabled)));
  fingers.checked = document.documentElement.hasAttribute("data-fingers");
  showFingers();
  part("#reset", HTMLButtonElement).addEventListener("click", () => page.reset());
  part("#replay", HTMLButtonElement).addEventListener("click", () => void page.replay(page.recording()));
  part("#save", HTMLButtonElement).addEventListener("click", () => save(page.recording()));
  const file = part("#open", HTMLInputElement);
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) await page.replay(await chosen.text()).catch((/** @type {Error} */ error) => say(error.message));
    file.value = "";
  });
  let { width } = part("#stage", HTMLCanvasElement).getBoundingClientRect();
  addEventListener("resize", () => {
    const now = part("#stage", HTMLCanvasElement).getBoundingClientRect().width;
    if (now !== width) page.reset();
    width = now;
  });
}

/** @param {string} message */
function say(message) {
  part("#message", HTMLElement).textContent = message;
}

/** @param {string} text */
function save(text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = `${document.documentElement.dataset["scene"] ?? "gestures"}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

const scene = SCENES[document.documentElement.dataset["scene"] ?? ""];
if (!scene) throw new Error("the page names no scene");
const page = new Page(scene);
wireControls(page);

/** @type {Demo} */
const demo = {
  get log() { return page.log; },
  get isIdle() { return page.isIdle; },
  get showsFingers() { return page.overlay.enabled; },
  recording: () => page.recording(),
  replay: (text) => page.replay(text),
  reset: () => page.reset(),
};
Object.assign(globalThis, { demo });
