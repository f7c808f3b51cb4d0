/** The tiles of all pages that are seen: what is planned for each, loaded by one cache. */

import { element } from "../../shell/element.js";
import { fractionIn, rect } from "../../gestures/geometry/index.js";
import { turnedRect, turnedSize, turnOf } from "../page-turn.js";
import { TileCache } from "./tile-cache.js";
import { TileGrid } from "./tile-grid.js";
import { TileLayer } from "./tile-layer.js";
import { planTiles } from "./tile-plan.js";

/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../../api/page-source.js").PageSource} PageSource */
/** @typedef {import("./tile-cache.js").WantedTile} WantedTile */
/** @typedef {import("../../api/page-source.js").Tile} Tile */
/** @typedef {import("./tile-plan.js").TilePlan} TilePlan */
/** @typedef {import("../viewport.js").Viewport} Viewport */

/** @typedef {{readonly grid: TileGrid, readonly url: (tile: Tile) => string}} PageService */

/** @typedef {{readonly page: number, readonly layer: TileLayer}} TiledPage */

/** @type {TilePlan} */
const NOTHING = Object.freeze({ seen: [], near: [] });

export class PageTiles {
  #source;
  #changed;
  #cache;
  /**
   * Null while it is being asked for, and where it cannot be had.
   * @type {Map<number, PageService | null>}
   */
  #services = new Map();
  /**
   * Pages whose service is being asked for.
   * @type {Set<number>}
   */
  #asking = new Set();
  /**
   * Pages whose service was asked for before a tile was wanted.
   * @type {Set<number>}
   */
  #ahead = new Set();
  /** @type {Map<number, TilePlan>} */
  #plans = new Map();

  /**
   * @param {PageSource} source
   * @param {() => void} changed called when tiles have come, or can be asked for
   */
  constructor(source, changed) {
    this.#source = source;
    this.#changed = changed;
    const makeImage = () => element("img", { alt: "", decoding: "async", draggable: "false", class: "tile" });
    this.#cache = new TileCache(makeImage, changed);
  }

  /** Whether a tile that is seen is still to come. */
  get loading() {
    return [...this.#plans].some(([page, { seen }]) => {
      return this.#asking.has(page) || seen.some((tile) => this.#cache.isComing(keyOf(page, tile)));
    });
  }

  /**
   * Wants the tiles of what is seen, and lets go of all other tiles.
   * @param {readonly TiledPage[]} pages those that take tiles, the most seen first
   * @param {Viewport} viewport
   * @param {Rect} seen of what is scrolled over
   */
  show(pages, viewport, seen) {
    this.prepare(pages.map(({ page }) => page), viewport, seen);
    for (const { page, layer } of pages) {
      layer.show(this.#plans.get(page) ?? NOTHING, (tile) => this.#cache.image(keyOf(page, tile)));
      layer.place(turnedSize(viewport.frame(page), viewport.turn), viewport.pixelRatio);
    }
  }

  /**
   * Wants the tiles of what comes to be seen, and shows none of them yet.
   * @param {readonly number[]} pages those that take tiles, the most seen first
   * @param {Viewport} viewport
   * @param {Rect} seen
   */
  prepare(pages, viewport, seen) {
    this.#forgetFailures(pages);
    this.#plans = new Map(pages.map((page) => [page, this.#plan(page, viewport, seen)]));
    this.#cache.want([...this.#wanted("seen"), ...this.#wanted("near")]);
  }

  /**
   * Asks what the tiles of a page are cut from, before any is wanted; once, also where that cannot be had.
   * @param {number} page
   * @param {Viewport} viewport
   */
  ask(page, viewport) {
    if (this.#ahead.has(page)) return;
    this.#ahead.add(page);
    this.#service(page, viewport);
  }

  /** Lets go of everything. */
  clear() {
    this.#plans = new Map();
    this.#cache.clear();
  }

  /**
   * Tiles that did not come are asked for again when the page is seen again.
   * @param {readonly number[]} shown
   */
  #forgetFailures(shown) {
    for (const [page, service] of this.#services) {
      if (service === null && !shown.includes(page) && !this.#asking.has(page)) this.#services.delete(page);
    }
  }

  /**
   * @param {number} page
   * @param {Viewport} viewport
   * @param {Rect} seen
   */
  #plan(page, viewport, seen) {
    const service = this.#service(page, viewport);
    if (!service) return NOTHING;
    const { frame, box } = upright(viewport.frame(page), seen, viewport.turn);
    return planTiles(service.grid, frame, box, viewport.pixelRatio);
  }

  /**
   * @param {"seen" | "near"} kind
   * @returns {WantedTile[]}
   */
  #wanted(kind) {
    return [...this.#plans].flatMap(([page, plan]) => plan[kind].map((tile) => {
      return { key: keyOf(page, tile), url: this.#services.get(page)?.url(tile) ?? "" };
    }));
  }

  /**
   * @param {number} page
   * @param {Viewport} viewport
   */
  #service(page, viewport) {
    const known = this.#services.get(page);
    if (known === undefined) void this.#ask(page, viewport);
    return known ?? null;
  }

  /**
   * @param {number} page
   * @param {Viewport} viewport
   */
  async #ask(page, viewport) {
    this.#services.set(page, null);
    this.#asking.add(page);
    const image = await this.#source.pageImage(page);
    this.#asking.delete(page);
    const grid = image && new TileGrid(viewport.pageSize(page), image, viewport.isRaster);
    if (image && grid) this.#services.set(page, { grid, url: image.url });
    if (this.#plans.has(page)) this.#changed();
  }
}

/**
 * A page as it would lie without its turn, and what is seen of it.
 * @param {Rect} frame
 * @param {Rect} seen
 * @param {import("../page-turn.js").Turn} turn
 */
function upright(frame, seen, turn) {
  const size = turnedSize(frame, turn);
  const corner = fractionIn(frame, seen);
  const part = turnedRect(rect(corner.x, corner.y, seen.width / frame.width, seen.height / frame.height), turnOf(360 - turn));
  const box = rect(part.x * size.width, part.y * size.height, part.width * size.width, part.height * size.height);
  return { frame: rect(0, 0, size.width, size.height), box };
}

/**
 * @param {number} page
 * @param {Tile} tile
 */
function keyOf(page, { key }) {
  return `${page}/${key}`;
}
