/**
 * Finished ink: tiles of pixels that lie on the plane and move with it, so that moving the view draws nothing.
 * Tiles have the pixels of the zoom that the plane is drawn at. A tile is painted when it comes into sight and
 * when ink in it has changed. When the plane is drawn anew its tiles are too, a few in each frame. The old ones
 * stay until all are there.
 */

import { boundsOf, grown, meet } from "../../gestures/geometry/index.js";
import { element } from "../../shell/element.js";
import { paint, repaint, strokesIn } from "./ink-painting.js";
import {
  inkChanges, TILE_OVERLAP, TILE_PIXELS, tileFrame, tilesOver, touches,
} from "./ink-tiles.js";
import { strokeBounds } from "../../ink/stroke-geometry.js";

/** @typedef {import("../saving/board-file.js").Stroke} Stroke */
/** @typedef {import("../board-viewport.js").BoardViewport} BoardViewport */
/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */

/**
 * @typedef {object} Tile
 * @property {HTMLCanvasElement} canvas
 * @property {import("./ink-tiles.js").TileSpot} spot
 * @property {Rect} frame in board units, overlap included
 * @property {number} resolution
 * @property {boolean} blank whether it was never painted
 * @property {boolean} stale
 */

/**
 * So many points of ink are painted into new tiles between two frames. Counted, not timed: the browser puts a
 * canvas off until the frame is composed, where no clock of ours sees it. A slow processor does 300 in 1 ms.
 */
const POINTS_A_FRAME = 1500;

export class InkLayer {
  element = element("div", { "class": "board-ink", "aria-hidden": "true" });
  #again;
  /** @type {Map<string, Tile>} */
  #tiles = new Map();
  /** @type {readonly Stroke[]} */
  #strokes = [];
  #dark = false;
  #pending = false;
  #resolution = 0;
  #pixelRatio = 1;

  /** @param {() => void} again called when another frame is wanted */
  constructor(again) {
    this.#again = again;
  }

  /** Whether not all that is seen is painted as it should be. */
  get loading() {
    return this.#pending;
  }

  /**
   * Brings the tiles up to date, as far as a frame's time allows.
   * @param {readonly Stroke[]} strokes
   * @param {BoardViewport} viewport
   * @param {{pixelRatio: number, dark: boolean, zoom: number}} screen `zoom` is the one that the plane is drawn at
   */
  draw(strokes, viewport, { pixelRatio, dark, zoom }) {
    this.#scale(zoom * pixelRatio, pixelRatio);
    if (dark !== this.#dark) this.#tiles.forEach((tile) => (tile.stale = true));
    this.#dark = dark;
    this.#follow(strokes);
    const seen = boundsOf(viewport.corners);
    if (seen) this.#cover(seen);
  }

  /**
   * Tiles of the resolution that the plane is drawn at lie pixel on pixel, which costs least.
   * @param {number} resolution
   * @param {number} pixelRatio
   */
  #scale(resolution, pixelRatio) {
    if (resolution === this.#resolution && pixelRatio === this.#pixelRatio) return;
    this.#resolution = resolution;
    this.#pixelRatio = pixelRatio;
    this.#tiles.forEach((tile) => this.#place(tile));
  }

  /** @param {Tile} tile */
  #place({ canvas, spot, resolution }) {
    const ratio = this.#pixelRatio;
    const factor = this.#resolution / resolution;
    const side = (TILE_PIXELS + 2 * TILE_OVERLAP) / ratio;
    const left = ((spot.column * TILE_PIXELS - TILE_OVERLAP) / ratio) * factor;
    const top = ((spot.row * TILE_PIXELS - TILE_OVERLAP) / ratio) * factor;
    canvas.style.width = canvas.style.height = `${side}px`;
    canvas.style.transform = `translate(${left}px, ${top}px)${factor === 1 ? "" : ` scale(${factor})`}`;
  }

  /** @param {readonly Stroke[]} strokes */
  #follow(strokes) {
    const { added, disturbed } = inkChanges(this.#strokes, strokes);
    this.#strokes = strokes;
    const frames = disturbed.map(strokeBounds);
    for (const tile of this.#tiles.values()) {
      if (touches(tile.frame, frames)) tile.stale = true;
      // Ink that the pen has just left must not be gone for a single frame.
      else if (!tile.stale) paint(tile, added, this.#dark);
    }
  }

  /** @param {Rect} seen in board units */
  #cover(seen) {
    let points = 0;
    this.#pending = false;
    const bounds = this.#strokes.map(strokeBounds).filter((frame) => meet(frame, seen));
    for (const spot of tilesOver(seen, this.#resolution)) {
      const frame = tileFrame(spot, this.#resolution);
      const key = `${this.#resolution} ${spot.column} ${spot.row}`;
      if (!this.#tiles.has(key) && !touches(frame, bounds)) continue;
      const tile = this.#tiles.get(key) ?? this.#make(key, spot, frame);
      if (!tile.stale) continue;
      // Ink that was changed is seen to change at once; what only comes into sight may take its turn.
      if (tile.blank && points >= POINTS_A_FRAME) this.#pending = true;
      else points += this.#repaint(tile);
    }
    if (this.#pending) this.#again();
    else this.#drop(grown(seen, TILE_PIXELS / this.#resolution));
  }

  /**
   * @param {Tile} tile
   * @returns {number} how many points were painted
   */
  #repaint(tile) {
    const here = strokesIn(this.#strokes, tile.frame);
    repaint(tile, here, this.#dark);
    tile.stale = tile.blank = false;
    return here.reduce((sum, { points }) => sum + points.length, 0);
  }

  /**
   * @param {string} key
   * @param {import("./ink-tiles.js").TileSpot} spot
   * @param {Rect} frame
   */
  #make(key, spot, frame) {
    const side = TILE_PIXELS + 2 * TILE_OVERLAP;
    const canvas = element("canvas", { class: "ink-tile", width: side, height: side });
    const outer = grown(frame, TILE_OVERLAP / this.#resolution);
    const tile = { canvas, spot, frame: outer, resolution: this.#resolution, blank: true, stale: true };
    this.#tiles.set(key, tile);
    this.#place(tile);
    this.element.append(canvas);
    return tile;
  }

  /**
   * Lets go of tiles of another resolution and of those far out of sight.
   * @param {Rect} near
   */
  #drop(near) {
    this.#tiles.forEach((tile, key) => {
      if (tile.resolution === this.#resolution && meet(tile.frame, near)) return;
      tile.canvas.remove();
      this.#tiles.delete(key);
    });
  }
}
