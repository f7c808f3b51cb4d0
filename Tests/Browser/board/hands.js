/** Hands on a board without a browser: scripts as in `../gestures/lab.js`, fed into an arbiter over its scene. */

import { BoardGestures } from "../../../Public/board/gestures/board-gestures.js";
import { Arbiter, ManualClock, PalmFilter, PalmUndo, WheelSource } from "../../../Public/gestures/index.js";
import { Lab } from "../gestures/lab.js";
import { open } from "./boards.js";

/** Seen so that board units are CSS pixels from the top left of the view, which is 400 by 300. */
export class Hands {
  /** @type {[string | null, {x: number, y: number}][]} */
  menus = [];
  left = 0;
  /** @type {[number, boolean][]} */
  trails = [];
  reports = [];
  clock = new ManualClock();
  #palm = new PalmFilter();
  #lab = new Lab();

  /**
   * @param {Parameters<typeof open>[0]} content
   * @param {Parameters<typeof open>[1]} [options]
   */
  constructor(content, options) {
    Object.assign(this, open(content, options));
    this.gestures = new BoardGestures(this.controller, {
      menu: (id, point) => this.menus.push([id, point]), back: () => { this.left += 1; },
      trail: (line, deletes) => this.trails.push([line.length, deletes]),
    });
    this.arbiter = new Arbiter({
      hitTest: this.gestures.hitTest, clock: this.clock, report: (error) => this.reports.push(error),
    });
    new PalmUndo(this.arbiter, this.gestures.remember);
    this.wheel = new WheelSource(this.arbiter, this.clock);
  }

  /**
   * Plays a script; `T(500)` lets time pass until then.
   * @param {string} script
   */
  play(script) {
    for (const samples of this.#lab.parse(script)) this.feed(samples);
    return this;
  }

  /**
   * A line by one pointer, a sample every 8 ms.
   * @param {readonly (readonly [number, number])[]} points
   * @param {{id?: number, type?: string, start?: number, step?: number, rest?: number, first?: "began" | "moved", end?: "ended" | "cancelled"}} [options]
   */
  draw(points, { id = 1, type = "touch", start = this.clock.now(), step = 8, rest = 0, first = "began", end = "ended", ...more } = {}) {
    points.forEach(([x, y], index) => this.feed([
      { phase: index ? "moved" : first, id, type, x, y, time: start + index * step, ...more },
    ]));
    const [x, y] = points[points.length - 1];
    const time = start + (points.length - 1) * step + rest;
    if (end) this.feed([{ phase: end, id, type, x, y, time, ...more }]);
    return this;
  }

  /** @param {number | import("../../../Public/gestures/sample.js").Sample[]} samples a number lets time pass */
  feed(samples) {
    if (typeof samples === "number") return this.clock.advance(samples);
    const time = samples[samples.length - 1].time;
    if (Number.isFinite(time)) this.clock.advance(time);
    this.arbiter.dispatch(this.#palm.filter(samples, this.clock.now()));
  }

  /** Lets time pass. @param {number} ms */
  wait(ms) {
    this.clock.advance(this.clock.now() + ms);
    return this;
  }

  /** @param {string} id */
  place(id = "a") {
    const card = this.model.board.cards.find((other) => other.id === id);
    return card && [card.x, card.y, card.scale, card.rotation].map((value) => Math.round(value * 100) / 100);
  }

  /** How many can be undone, and redone. */
  get steps() {
    const { undo, redo } = this.model.steps;
    return [undo, redo];
  }

  get ids() {
    return this.model.board.cards.map(({ id }) => id);
  }
}

/** Points from one to another. */
export function line([x, y], [toX, toY], steps = 12) {
  return Array.from({ length: steps + 1 }, (_, at) => [x + ((toX - x) * at) / steps, y + ((toY - y) * at) / steps]);
}

/** A circle, from its top. */
export function circle([x, y], radius, steps = 48) {
  return Array.from({ length: steps + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / steps;
    return [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];
  });
}

/** Up and down so often, to the right. */
export function zigzag([x, y], [width, height], legs = 6, stepsPerLeg = 6) {
  const corners = Array.from({ length: legs + 1 }, (_, at) => [x + (width * at) / legs, at % 2 ? y + height : y]);
  return corners.flatMap((corner, at) => (at ? line(corners[at - 1], corner, stepsPerLeg).slice(1) : [corner]));
}
