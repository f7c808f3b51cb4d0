/** Ticks along the bar that scrolls down: one at the height of each hit. */

import { element } from "../../shell/element.js";
import { turned } from "../page-turn.js";

/** @typedef {import("../viewport.js").Viewport} Viewport */
/** @typedef {import("./found-hits.js").FoundHits} FoundHits */

const WIDTH = 8;

export class FindTicks {
  element = element("canvas", { "class": "find-ticks", "width": WIDTH, "hidden": true, "aria-hidden": "true" });
  /** @type {FoundHits | null} */
  #hits = null;
  /** @type {Pick<Viewport, "box" | "bars" | "layout"> | null} */
  #fitted = null;

  /**
   * @param {FoundHits | null} hits
   * @param {Viewport} viewport
   */
  show(hits, viewport) {
    this.#hits = hits;
    this.element.hidden = !hits || hits.count === 0;
    this.#fitted = null;
    this.fit(viewport);
  }

  /**
   * Draws them anew where the pages lie otherwise.
   * @param {Viewport} viewport
   */
  fit(viewport) {
    const { box, bars, layout } = viewport;
    const isSame = this.#fitted?.layout === layout && this.#fitted.box === box && this.#fitted.bars === bars;
    if (this.element.hidden || isSame) return;
    this.#fitted = { box, bars, layout };
    const height = Math.round(box.height - bars.top - bars.bottom);
    this.element.height = height;
    this.element.style.top = `${bars.top}px`;
    const pen = this.element.getContext("2d");
    if (!pen || !this.#hits) return;
    const { chosen } = this.#hits;
    pen.fillStyle = "#d99a00";
    for (const page of this.#hits.pages) {
      for (const { boxes } of this.#hits.onPage(page)) pen.fillRect(0, tickHeight(viewport, page, boxes[0]) * height, WIDTH, 2);
    }
    if (!chosen) return;
    pen.fillStyle = "#c2410c";
    pen.fillRect(0, tickHeight(viewport, chosen.page, chosen.hit.boxes[0]) * height - 1, WIDTH, 4);
  }
}

/**
 * How far down a box lies among all pages, from 0 to 1. Where they do not lie below one another, a page is as long as any.
 * @param {Viewport} viewport
 * @param {number} page
 * @param {readonly [number, number, number, number]} [box] in page units
 */
function tickHeight(viewport, page, box) {
  const { layout } = viewport;
  const size = viewport.pageSize(page);
  const down = turned({ x: (box?.[0] ?? 0) / size.width, y: (box?.[1] ?? 0) / size.height }, viewport.turn).y;
  if (layout.isPaged || layout.axis === "x") return Math.min(1, (page - 1 + down) / viewport.pageCount);
  const frame = layout.frame(page);
  return Math.min(1, (frame.y + down * frame.height) / Math.max(1, layout.content(0).height));
}
