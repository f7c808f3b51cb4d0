/**
 * The bench that gestures are tested on: four views, a clock that stands still, and a log.
 *
 * Root R is 400 by 400. A lies in it at (50,50), 200 by 200. B lies in A at (20,20), 100 by 100, so at (70,70) of
 * the window. S lies beside A at (260,50), 100 by 100.
 *
 * Input is written as in `D1(80,80)@0 M1(85,80) U1@50 T(350)`: pointer 1 goes down, moves, lifts, and time
 * passes until 350 ms without input. C1 cancels. An event without a time follows the last by 16 ms; events
 * in brackets happen at one moment. `P` before a pointer makes it a pen, `X` a mouse, `Y` the mouse's second button.
 */

import { addGestureRecognizer, Arbiter, ManualClock } from "../../../Public/gestures/index.js";

const STEP = 16;
const PHASES = { D: "began", M: "moved", U: "ended", C: "cancelled" };
const TYPES = { P: { type: "pen" }, X: { type: "mouse" }, Y: { type: "mouse", button: 2 } };
const TOKEN = /(\[)|(\])|T\((\d+)\)|([PXY]?)([DMUC])(\d*)(?:\((-?[\d.e+]+|NaN),(-?[\d.e+]+|NaN)\))?(?:@(-?[\d.]+))?/g;
const STATES = { began: "Began", changed: "Changed", ended: "Ended", cancelled: "Cancelled" };

/** A rectangle that can be turned about its middle. */
export class LabView {
  subviews = [];
  nextResponder = undefined;
  turn = 0;

  constructor(name, [x, y, width, height], superview = null) {
    Object.assign(this, { name, x, y, width, height, superview });
    superview?.subviews.push(this);
  }

  fromWindow = (point) => {
    const { x, y } = this.superview ? this.superview.fromWindow(point) : point;
    if (this.turn === 0) return { x: x - this.x, y: y - this.y };
    const [dx, dy] = [x - this.x - this.width / 2, y - this.y - this.height / 2];
    const [cos, sin] = [Math.cos(this.turn), Math.sin(this.turn)];
    return { x: dx * cos + dy * sin + this.width / 2, y: dy * cos - dx * sin + this.height / 2 };
  };

  contains({ x, y }) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  hitTest(point) {
    if (!this.contains(this.fromWindow(point))) return null;
    for (const child of [...this.subviews].reverse()) {
      const hit = child.hitTest(point);
      if (hit) return hit;
    }
    return this;
  }

  remove() {
    const { subviews } = this.superview;
    subviews.splice(subviews.indexOf(this), 1);
  }
}

export class Lab {
  clock = new ManualClock();
  log = [];
  reports = [];
  transitions = [];
  /** Whether the log names the touches of each call: `B.began{1}`. */
  named = false;
  /** A `PalmFilter` before the arbiter, or null. */
  palm = null;
  #time = 0;

  constructor() {
    this.R = new LabView("R", [0, 0, 400, 400]);
    this.A = new LabView("A", [50, 50, 200, 200], this.R);
    this.B = new LabView("B", [20, 20, 100, 100], this.A);
    this.S = new LabView("S", [260, 50, 100, 100], this.R);
    this.arbiter = new Arbiter({
      hitTest: (point) => this.R.hitTest(point),
      clock: this.clock,
      report: (error, where) => this.reports.push({ error, where }),
    });
    this.arbiter.observe({ moved: (transition) => this.#moved(transition) });
  }

  /** Views whose handlers write into the log. */
  listen(...views) {
    for (const view of views) {
      for (const phase of ["Began", "Moved", "Ended", "Cancelled"]) {
        view[`touches${phase}`] = (touches, event) => {
          const ids = this.named ? `{${[...touches].map((touch) => touch.id)}}` : "";
          this.log.push(`${view.name}.${phase.toLowerCase()}${ids}`);
          view.heard?.(phase, touches, event);
        };
      }
    }
    return this;
  }

  /** Attaches a recognizer whose messages and failures go into the log under a name. */
  add(view, name, recognizer) {
    recognizer.name = name;
    recognizer.addTarget(({ state }) => this.log.push(`${name}→${STATES[state]}`));
    addGestureRecognizer(view, recognizer);
    return recognizer;
  }

  /** Plays input, and returns what it made the log say. */
  play(script) {
    const from = this.log.length;
    for (const samples of this.parse(script)) this.feed(samples);
    return this.log.slice(from);
  }

  /** The played input, as batches of samples; a pause is a number. */
  parse(script) {
    const batches = [];
    let batch = null;
    for (const [, open, close, pause, kind, letter, id, x, y, at] of script.matchAll(TOKEN)) {
      if (open) batch = [];
      else if (close) batch = batches.push(batch) && null;
      else if (pause) batches.push(this.#time = Number(pause));
      else {
        this.#time = at === undefined ? this.#time + (batch?.length ? 0 : STEP) : Number(at);
        const place = x === undefined ? {} : { x: Number(x), y: Number(y) };
        const sample = { phase: PHASES[letter], id: Number(id || 1), time: this.#time, ...place, ...TYPES[kind] };
        if (batch) batch.push(sample);
        else batches.push([sample]);
      }
    }
    return batches;
  }

  feed(samples) {
    if (typeof samples === "number") return this.clock.advance(samples);
    const time = samples.at(-1)?.time;
    if (Number.isFinite(time)) this.clock.advance(time);
    this.dispatch(samples);
  }

  /** Hands over input without letting time pass. */
  dispatch(samples) {
    this.arbiter.dispatch(this.palm ? this.palm.filter(samples, this.clock.now()) : samples);
  }

  /** The messages and failures of one recognizer. */
  of(name) {
    return this.log.filter((line) => line.startsWith(`${name}→`) || line === `${name}✗`);
  }

  #moved({ time, recognizer, from, to, reason }) {
    this.transitions.push({ time, name: recognizer.name, kind: recognizer.kind, from, to, reason });
    if (to === "failed") this.log.push(`${recognizer.name}✗`);
  }
}

/** A lab with a recognizer on one of its views, and that recognizer. */
export function labOf(view, name, recognizer) {
  const lab = new Lab();
  return [lab, lab.add(lab[view], name, recognizer)];
}

/** A pair of numbers as it is compared: without the noise of the last digits. */
export function rounded({ x, y }, digits = 6) {
  const tidy = (number) => Number(number.toFixed(digits)) + 0;
  return [tidy(x), tidy(y)];
}
