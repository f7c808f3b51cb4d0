/** The heads of a list's sections. Each stays at the upper edge while something of its section is seen. */

import { element } from "../shell/element.js";
import { numberInWords } from "../api/words.js";
import { bandsBetween } from "./list-layout.js";

/** @typedef {import("./list-layout.js").Band} Band */

export class SectionHeads {
  /** @type {HTMLElement} */
  element = element("div", { class: "section-heads" });
  /**
   * The frames that heads stay in, by the title and the place of their section.
   * @type {Map<string, {frame: HTMLElement, count: HTMLElement}>}
   */
  #heads = new Map();

  /** @param {number} top of the list in what is scrolled over, in CSS pixels */
  place(top) {
    this.element.style.top = `${top}px`;
  }

  /**
   * Shows the heads of the sections between two heights of the list.
   * @param {import("./list-layout.js").ListLayout} layout
   * @param {number} top
   * @param {number} bottom
   */
  show(layout, top, bottom) {
    const near = bandsBetween(layout, top, bottom);
    const keys = new Set(near.map(keyOf));
    for (const [key, { frame }] of this.#heads) {
      if (keys.has(key)) continue;
      frame.remove();
      this.#heads.delete(key);
    }
    for (const band of near) this.#draw(band, layout.headHeight);
  }

  /**
   * @param {Band} band
   * @param {number} height of its head
   */
  #draw(band, height) {
    const { frame, count } = this.#heads.get(keyOf(band)) ?? this.#make(band);
    const { style } = frame;
    style.top = `${band.top}px`;
    style.height = `${band.bottom - band.top}px`;
    style.setProperty("--head", `${height}px`);
    const known = band.section?.count ?? null;
    const text = known === null ? "" : numberInWords(known);
    if (count.textContent !== text) count.textContent = text;
  }

  /** @param {Band} band */
  #make(band) {
    const count = element("span", { class: "section-count" });
    const frame = element("div", { class: "section-frame" }, element("h2", { class: "section-head" }, band.section?.title ?? "", " ", count));
    this.element.append(frame);
    const head = { frame, count };
    this.#heads.set(keyOf(band), head);
    return head;
  }
}

/** @param {Band} band */
function keyOf({ first, section }) {
  return `${section?.title} ${first}`;
}
