/**
 * All that hands can do on a board, whatever they do it with: recognizers, a mouse, keys. Points are in the
 * view, in CSS pixels from its top left; speeds in CSS pixels per second.
 */

import { similarity } from "../geometry/similarity.js";
import { vec } from "../geometry/vec.js";
import { BoardClipboard } from "./board-clipboard.js";
import { HitFinder } from "./hit-finder.js";
import { InkDesk } from "./ink-desk.js";
import { itemsUnder, itemsWithin } from "./path-selection.js";
import { TransformSession } from "./transform-session.js";
import { ViewportSession } from "./viewport-session.js";

/** @typedef {import("../geometry/vec.js").Vec} Vec */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("./ink-desk.js").StrokeKey} StrokeKey */
/** @typedef {import("./stroke-builder.js").InkSample} InkSample */

/**
 * @typedef {object} ControllerOptions
 * @property {import("./transform-session.js").Stage["frames"]} frames
 * @property {() => boolean} still whether motion is unwanted
 * @property {() => string} newId
 * @property {() => void} inkChanged called when a stroke that is being drawn has changed
 * @property {import("./hit-finder.js").Finder} [finder]
 */

export class BoardController {
  #model;
  #stage;
  #newId;
  #finder;
  #ink;
  /** @type {Set<TransformSession>} */
  #sessions = new Set();
  /** @type {ViewportSession | null} */
  #viewing = null;
  #clipboard = new BoardClipboard();
  #nudging = false;

  /**
   * @param {BoardModel} model
   * @param {ControllerOptions} options
   */
  constructor(model, { frames, still, newId, inkChanged, finder = new HitFinder(model) }) {
    this.#model = model;
    this.#stage = { frames, still };
    this.#newId = newId;
    this.#finder = finder;
    this.#ink = new InkDesk(model, newId, inkChanged);
  }

  get model() {
    return this.#model;
  }

  /** The strokes that are being drawn. */
  get liveStrokes() {
    return this.#ink.live;
  }

  /** Whether anything flies, or the view glides. */
  get gliding() {
    return this.#viewing?.gliding || [...this.#sessions].some((session) => session.state === "gliding");
  }

  /** @param {Vec} point */
  hit(point) {
    return this.#finder.hit(point);
  }

  /**
   * All that is done until {@link endGesture} is one step of undo.
   * @param {string} name of the step
   */
  beginGesture(name) {
    this.#model.beginGroup(name);
  }

  endGesture() {
    this.#model.endGroup();
  }

  /**
   * Takes hold of cards and strokes, brings them to the front and catches those that fly. Any number of hands
   * may hold something at the same time.
   * @param {Iterable<string>} ids
   */
  beginTransform(ids) {
    const wanted = new Set(ids);
    this.catch(wanted);
    const session = new TransformSession(
      this.#model, wanted, this.#stage, (ended) => this.#sessions.delete(ended),
    );
    this.#sessions.add(session);
    return session;
  }

  /**
   * Stops those that fly where they are.
   * @param {Iterable<string>} ids
   */
  catch(ids) {
    const wanted = new Set(ids);
    for (const session of [...this.#sessions]) {
      if ([...session.ids].some((id) => wanted.has(id))) session.catch();
    }
  }

  /** Stops the view where it is. */
  catchViewport() {
    this.#viewing?.stop();
  }

  /** Takes hold of the desk. */
  beginViewport() {
    this.#viewing?.stop();
    this.#viewing = new ViewportSession(this.#model, this.#stage);
    return this.#viewing;
  }

  /**
   * Zooms about a point of the view; its middle where none is given.
   * @param {number} factor
   * @param {Vec} [about]
   */
  zoomBy(factor, about = this.#model.viewport.middle) {
    this.#viewing?.stop();
    this.#model.show(this.#model.viewport.moved(similarity({ scale: factor, about })));
  }

  /** @param {Vec} translation of the board in the view */
  scrollBy(translation) {
    this.#viewing?.stop();
    this.#model.show(this.#model.viewport.moved(similarity({ translation })));
  }

  /** Shows everything, or what is selected. */
  fit() {
    this.#fit(this.#model.selection);
  }

  /** Shows everything. */
  fitAll() {
    this.#fit(new Set());
  }

  /** @param {ReadonlySet<string>} ids everything where it is empty */
  #fit(ids) {
    this.#viewing?.stop();
    const frame = this.#model.bounds(ids.size ? ids : null);
    if (frame) this.#model.show(this.#model.viewport.fitting(frame));
    else this.#model.show(this.#model.viewport.with({ x: 0, y: 0, zoom: 1, rotation: 0 }));
  }

  /**
   * Shows a card as large as the window lets it be, at most in the size of a page; shown so already, or without
   * one, everything.
   * @param {string | null} id
   */
  zoomTo(id) {
    const frame = id === null ? null : this.#model.bounds([id]);
    const near = frame && this.#model.viewport.filling(frame);
    const { viewport } = this.#model;
    const isThere = near && viewport.isLike(near);
    this.#viewing?.stop();
    if (near && !isThere) this.#model.show(near);
    else this.fitAll();
  }

  /** @param {string} id */
  bringForward(id) {
    this.stack("front", [id]);
  }

  /**
   * @param {import("./stacking.js").Direction} direction
   * @param {readonly string[]} [ids] what is selected, where left out
   */
  stack(direction, ids = [...this.#model.selection]) {
    this.#model.run({ type: "stack", ids, direction }, direction === "front" ? "Bring forward" : "Reorder");
  }

  /**
   * Selects what a closed line goes around.
   * @param {readonly Vec[]} path
   */
  selectWithin(path) {
    this.#model.select(itemsWithin(this.#model, this.#onBoard(path)));
  }

  /**
   * Deletes what was scratched out: the ink under the scratch, or else the card.
   * @param {readonly Vec[]} path
   * @returns {readonly string[]} what was deleted
   */
  deleteUnder(path) {
    const ids = itemsUnder(this.#model, this.#onBoard(path));
    this.#model.run({ type: "delete", ids });
    return ids;
  }

  /**
   * @param {StrokeKey} key
   * @param {InkSample} sample
   */
  beginStroke(key, sample) {
    this.#ink.begin(key, sample);
  }

  /**
   * @param {StrokeKey} key
   * @param {readonly InkSample[]} samples
   * @param {readonly InkSample[]} [predicted]
   */
  extendStroke(key, samples, predicted) {
    this.#ink.extend(key, samples, predicted);
  }

  /**
   * @param {StrokeKey} key
   */
  endStroke(key) {
    this.#ink.end(key);
  }

  /**
   * The finger was taken away by the system: what it drew is kept.
   * @param {StrokeKey} key
   */
  cancelStroke(key) {
    this.#ink.end(key);
  }

  /**
   * @param {StrokeKey} key
   */
  discardStroke(key) {
    this.#ink.discard(key);
  }

  undo() {
    this.#rest();
    this.#model.undo();
  }

  redo() {
    this.#rest();
    this.#model.redo();
  }

  selectAll() {
    const { cards, strokes } = this.#model.board;
    this.#model.select([...cards, ...strokes].map((item) => item.id));
  }

  deleteSelection() {
    this.#rest();
    this.#model.run({ type: "delete", ids: [...this.#model.selection] });
  }

  /**
   * Moves what is selected a little; until {@link endNudge} it is one step of undo.
   * @param {Vec} by in the view
   */
  nudge(by) {
    if (!this.#nudging) this.#model.beginGroup("Move");
    this.#nudging = true;
    this.#model.run({
      type: "move", ids: [...this.#model.selection], by: this.#model.viewport.armToBoard(by),
    });
  }

  endNudge() {
    if (this.#nudging) this.#model.endGroup();
    this.#nudging = false;
  }

  /**
   * Scales and turns what is selected about its middle.
   * @param {{scale?: number, rotation?: number}} change
   */
  adjust(change) {
    const { selection, viewport } = this.#model;
    const frame = this.#model.bounds(selection);
    if (!frame || selection.size === 0) return;
    const middle = vec(frame.x + frame.width / 2, frame.y + frame.height / 2);
    const session = this.beginTransform(selection);
    session.by({ ...change, about: viewport.toView(middle) });
    session.end();
  }

  copy() {
    this.#clipboard.copy(this.#model);
  }

  cut() {
    this.copy();
    this.deleteSelection();
  }

  /** Whether anything was copied. */
  get canPaste() {
    return !this.#clipboard.isEmpty;
  }

  /** Lays a copy of what is selected beside it; what was copied before can still be pasted. */
  duplicate() {
    this.#rest();
    const copies = new BoardClipboard();
    copies.copy(this.#model);
    copies.paste(this.#model, this.#newId, "Duplicate");
  }

  paste() {
    this.#clipboard.paste(this.#model, this.#newId);
  }

  /** Ends all that moves by itself, where it would have come to rest. */
  settle() {
    this.#rest();
    this.#viewing?.stop();
  }

  #rest() {
    this.endNudge();
    for (const session of [...this.#sessions]) session.settle();
  }

  /** @param {readonly Vec[]} path */
  #onBoard(path) {
    const sound = path.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    return sound.map((point) => this.#model.viewport.toBoard(point));
  }
}
