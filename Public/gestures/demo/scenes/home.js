/**
 * A list of documents and the one that is open; an r drawn beside its page leads back to the list. The recognizer of the
 * letter is one, and goes from each document's view to the next.
 */

import { GlyphGestureRecognizer, PanGestureRecognizer, TapGestureRecognizer } from "../../index.js";
import { addGestureRecognizer } from "../../attachments.js";
import { GlyphPattern, LETTER_R } from "../../strokes/glyph-pattern.js";

/** @typedef {import("../figure.js").Figure} Figure */
/** @typedef {import("../world.js").World} World */

const DOCUMENTS = Object.freeze(["Letter", "Report", "Plan"]);

/** @type {import("../world.js").Scene} */
export function home(world) {
  void new Browser(world);
}

class Browser {
  #world;
  /** @type {Map<string, Figure>} */
  #rows = new Map();
  /** @type {Figure} */
  #welcome;
  /**
   * The view of the document that is open, and its name.
   * @type {{view: Figure, name: string} | null}
   */
  #open = null;
  #letter = new GlyphGestureRecognizer(new GlyphPattern(LETTER_R));

  /** @param {World} world */
  constructor(world) {
    this.#world = world;
    const place = /** @type {const} */ ([0.65, 0.5]);
    this.#welcome = world.figure("welcome", [...place], this.#size, { color: "panel", label: "No document", interactive: false });
    DOCUMENTS.forEach((name, index) => this.#addRow(name, index));
    world.add(world.root, "letter r", this.#letter, () => ({ shown: this.#open?.name ?? "home", selected: this.#selected }));
    this.#letter.addTarget(() => this.#goHome());
  }

  /** @returns {[number, number]} of a document's view, px */
  get #size() {
    return [this.#world.width * 0.6, this.#world.height * 0.8];
  }

  get #selected() {
    return [...this.#rows].filter(([, { color }]) => color === "accent").map(([name]) => name).join(" ");
  }

  /**
   * @param {string} name
   * @param {number} index
   */
  #addRow(name, index) {
    const row = this.#world.figure(name, [0.16, 0.2 + index * 0.2], [this.#world.width * 0.26, 44]);
    this.#rows.set(name, row);
    this.#world.add(row, `row ${name}`, new TapGestureRecognizer()).addTarget(() => this.#show(name));
  }

  /** @param {string} name */
  #show(name) {
    this.#leave();
    const view = this.#world.figure(`document ${name}`, [0.65, 0.5], this.#size, { color: "panel", label: "" });
    const page = this.#world.figure("page", [0.5, 0.5], [150, 200], { label: name });
    view.addChild(page);
    page.center = { x: view.bounds.width / 2, y: view.bounds.height / 2 };
    this.#world.add(page, "scroll", new PanGestureRecognizer());
    // From one document's view to the next: a recognizer has one view.
    addGestureRecognizer(view, this.#letter);
    this.#open = { view, name };
    for (const [other, row] of this.#rows) row.color = other === name ? "accent" : "paper";
    this.#welcome.hidden = true;
    this.#world.changed();
  }

  #goHome() {
    this.#leave();
    for (const row of this.#rows.values()) row.color = "paper";
    addGestureRecognizer(this.#world.root, this.#letter);
    this.#welcome.hidden = false;
    this.#world.changed();
  }

  #leave() {
    this.#open?.view.removeFromParent();
    this.#open = null;
  }
}
