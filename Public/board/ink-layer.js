/**
 * Finished ink: tiles of pixels that lie on the board and move with it, so that moving the view draws
 * nothing. A tile is painted when it comes into sight and when ink in it has changed; when the zoom rests,
 * tiles are painted anew with exactly the pixels of the screen, and the old ones stay until then.
 */

import { boundsOf, grown, meet } from "../geometry/bounds.js";
import { element } from "../shell/element.js";
import { Timer } from "../shell/timer.js";
import { shownInk } from "./ink-colors.js";
import { tracePath } from "./ink-drawing.js";
import {
  inkChanges, TILE_OVERLAP, TILE_PIXELS, tileFrame, tilesOver, touches,
} from "./ink-tiles.js";
import { strokeBounds } from "./stroke-geometry.js";

/** @typedef {import("./board-file.js").Stroke} Stroke */
/** @typedef {import("./board-viewport.js").BoardViewport} BoardViewport */
/** @typedef {import("../geometry/rect.js").Rect} Rect */

/**
 * @typedef {object} Tile
 * @property {HTMLCanvasElement} canvas
 * @property {import("./ink-tiles.js").TileSpot} spot
 * @property {Rect} frame in board units, overlap included
 * @property {number} resolution
 * @property {boolean} stale
 */

/** Painting may take this much of a frame, in milliseconds. */
const PAINT_MILLISECONDS = 5;

/** How long the zoom must rest before tiles are painted at its resolution. */
const REST_MILLISECONDS = 120;

/** Tiles farther from the screen's resolution than this are not waited with. */
const FARTHEST_RESOLUTION = 2.1;

/** @type {WeakMap<Stroke, {path: Path2D, width: number | null}>} */
const paths = new WeakMap();

export class InkLayer {
  element = element("div", { "class": "board-ink", "aria-hidden": "true" });
  #again;
  #rest;
  /** @type {Map<string, Tile>} */
  #tiles = new Map();
  /** @type {readonly Stroke[]} */
  #strokes = [];
  #resolution = 0;
  #dark = false;
  #pending = false;
  #zoom = 1;
  #pixelRatio = 1;

  /**
   * @param {() => void} again called when another frame is wanted
   * @param {AbortSignal} signal
   */
  constructor(again, signal) {
    this.#again = again;
    this.#rest = new Timer(signal);
  }

  /** Whether not all that is seen is painted as it should be. */
  get loading() {
    return this.#pending || this.#rest.pending;
  }

  /**
   * Brings the tiles up to date, as far as the frame's time allows.
   * @param {readonly Stroke[]} strokes
   * @param {BoardViewport} viewport
   * @param {{pixelRatio: number, dark: boolean, zoom: number}} screen `zoom` is the one that the plane is drawn at
   */
  draw(strokes, viewport, { pixelRatio, dark, zoom }) {
    this.#scale(zoom, pixelRatio);
    if (dark !== this.#dark) this.#tiles.forEach((tile) => (tile.stale = true));
    this.#dark = dark;
    this.#follow(strokes);
    this.#chooseResolution(viewport.zoom * pixelRatio);
    const seen = boundsOf(viewport.corners);
    if (seen) this.#cover(seen);
  }

  /**
   * Tiles of the resolution that the plane is drawn at lie pixel on pixel, which costs least.
   * @param {number} zoom
   * @param {number} pixelRatio
   */
  #scale(zoom, pixelRatio) {
    if (zoom === this.#zoom && pixelRatio === this.#pixelRatio) return;
    this.#zoom = zoom;
    this.#pixelRatio = pixelRatio;
    this.#tiles.forEach((tile) => this.#place(tile));
  }

  /** @param {Tile} tile */
  #place({ canvas, spot, resolution }) {
    const ratio = this.#pixelRatio;
    const factor = (this.#zoom * ratio) / resolution;
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
      // What the pen has just left must not be gone for a single frame.
      else if (!tile.stale) paint(tile, added, this.#dark);
    }
  }

  /** @param {number} wanted */
  #chooseResolution(wanted) {
    if (wanted === this.#resolution) return this.#rest.clear();
    const ratio = this.#resolution / wanted;
    if (!(ratio < FARTHEST_RESOLUTION && ratio > 1 / FARTHEST_RESOLUTION)) this.#resolution = wanted;
    else this.#rest.set(REST_MILLISECONDS, () => this.#rested(wanted));
  }

  /** @param {number} resolution */
  #rested(resolution) {
    this.#resolution = resolution;
    this.#again();
  }

  /** @param {Rect} seen in board units */
  #cover(seen) {
    const end = performance.now() + PAINT_MILLISECONDS;
    const bounds = this.#strokes.map(strokeBounds).filter((frame) => meet(frame, seen));
    this.#pending = false;
    for (const spot of tilesOver(seen, this.#resolution)) {
      const frame = tileFrame(spot, this.#resolution);
      const key = `${this.#resolution} ${spot.column} ${spot.row}`;
      if (!this.#tiles.has(key) && !touches(frame, bounds)) continue;
      const tile = this.#tiles.get(key) ?? this.#make(key, spot, frame);
      if (tile.stale && performance.now() > end) this.#pending = true;
      else if (tile.stale) repaint(tile, this.#strokes, this.#dark);
    }
    if (this.#pending) this.#again();
    else this.#drop(grown(seen, TILE_PIXELS / this.#resolution));
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
    const tile = { canvas, spot, frame: outer, resolution: this.#resolution, stale: true };
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

/**
 * @param {Tile} tile
 * @param {readonly Stroke[]} strokes
 * @param {boolean} dark
 */
function repaint(tile, strokes, dark) {
  tile.canvas.getContext("2d")?.clearRect(0, 0, tile.canvas.width, tile.canvas.height);
  tile.stale = false;
  paint(tile, strokes, dark);
}

/**
 * Paints strokes over what is there.
 * @param {Tile} tile
 * @param {readonly Stroke[]} strokes
 * @param {boolean} dark
 */
function paint({ canvas, frame, resolution }, strokes, dark) {
  const here = strokes.filter((stroke) => meet(strokeBounds(stroke), frame));
  const context = here.length ? canvas.getContext("2d") : null;
  if (!context) return;
  context.setTransform(resolution, 0, 0, resolution, -frame.x * resolution, -frame.y * resolution);
  for (const stroke of here) paintStroke(context, stroke, dark);
  context.setTransform(1, 0, 0, 1, 0, 0);
}

/**
 * Paints a stroke where the context's transform puts it.
 * @param {CanvasRenderingContext2D} context
 * @param {Stroke} stroke
 * @param {boolean} dark
 */
function paintStroke(context, stroke, dark) {
  const { path, width } = pathOf(stroke);
  const color = shownInk(stroke.color, dark);
  if (width === null) {
    context.fillStyle = color;
    context.fill(path);
    return;
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke(path);
}

/** @param {Stroke} stroke */
function pathOf(stroke) {
  const known = paths.get(stroke);
  if (known) return known;
  const path = new Path2D();
  const made = { path, ...tracePath(path, stroke) };
  paths.set(stroke, made);
  return made;
}
