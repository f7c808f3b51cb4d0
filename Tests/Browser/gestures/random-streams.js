/** Random crowds of recognizers and random input, from a seed. */

import {
  addGestureRecognizer, Arbiter, AxisPanGestureRecognizer, CircleGestureRecognizer, GlyphGestureRecognizer, GlyphPattern,
  HoverGestureRecognizer, LETTER_R, LongPressGestureRecognizer, ManualClock, PanGestureRecognizer, PinchGestureRecognizer,
  PullOutGestureRecognizer, recognizersOf, removeGestureRecognizer, RotationGestureRecognizer, ScratchOutGestureRecognizer,
  ScreenEdgePanGestureRecognizer, ScrollGestures, ScrollView, SwipeGestureRecognizer, TapGestureRecognizer,
  TransformGestureRecognizer, UnistrokeGestureRecognizer, UnistrokeRecognizer,
} from "../../../Public/gestures/index.js";
import { LabView } from "./lab.js";
import { NShapeRecognizer } from "./own-recognizers.js";

/** Few, as each lift is compared with all of them. */
const SIGNS = new UnistrokeRecognizer([
  { name: "caret", points: [{ x: 0, y: 50 }, { x: 25, y: 0 }, { x: 50, y: 50 }] },
  { name: "check", points: [{ x: 0, y: 30 }, { x: 15, y: 50 }, { x: 50, y: 0 }] },
]);

/** A scroll view on a view of the crowd, whose recognizers are members, too. */
const SCROLLS = "scroll view";

/** Every class that there is. */
export const KINDS = [
  () => new TapGestureRecognizer(), () => new TapGestureRecognizer({ taps: 2 }), () => new TapGestureRecognizer({ touches: 2 }),
  () => new TapGestureRecognizer({ taps: 3 }), () => new LongPressGestureRecognizer(), () => new LongPressGestureRecognizer({ taps: 1 }),
  () => new PanGestureRecognizer(), () => new PanGestureRecognizer({ minimumTouches: 2 }), () => new PanGestureRecognizer({ maximumTouches: 1 }),
  () => new AxisPanGestureRecognizer("horizontal"), () => new SwipeGestureRecognizer({ direction: ["left", "right"] }),
  () => new PinchGestureRecognizer(), () => new RotationGestureRecognizer(), () => new TransformGestureRecognizer(), () => new NShapeRecognizer(),
  () => new CircleGestureRecognizer(() => 400), () => new GlyphGestureRecognizer(new GlyphPattern(LETTER_R)),
  () => new ScratchOutGestureRecognizer(() => null), () => new AxisPanGestureRecognizer("vertical"),
  () => new ScreenEdgePanGestureRecognizer("left", () => ({ width: 400, height: 400 })), () => new HoverGestureRecognizer(),
  () => new UnistrokeGestureRecognizer(SIGNS), () => new PullOutGestureRecognizer(), SCROLLS,
];
const VIEWS = ["R", "A", "B", "S"];
/** The pointer that hovers. */
const MOUSE = 9;
const PAUSES = [0, 1, 8, 16, 16, 16, 60, 150, 310, 520];

/**
 * Numbers from 0 to 1 that a seed determines: mulberry32, by Tommy Ettinger (public domain).
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = (random, list) => list[Math.floor(random() * list.length)];

/**
 * A crowd as a plan, so that it can be built twice. Of two on one view that want the same event and have no relation the
 * one that was attached last wins, by the rule. These keep their order when a crowd is built in another one.
 */
export function planCrowd(random) {
  const members = Array.from({ length: 2 + Math.floor(random() * 4) }, () => ({
    kind: Math.floor(random() * KINDS.length), view: pick(random, VIEWS), cancels: random() < 0.8, delays: random() < 0.15,
    dynamic: random() < 0.5, veto: random() < 0.05,
  }));
  const relations = members.map((member, index) => members.map((other, at) => {
    if (at >= index) return "none";
    if (isScroll(member) || isScroll(other)) return "none";
    if (member.view === other.view) return pick(random, ["none", "together", "waits"]);
    return pick(random, ["none", "none", "none", "together", "waits"]);
  }));
  return { members, relations };
}

const isScroll = ({ kind }) => KINDS[kind] === SCROLLS;

/** An order of registration, in which those of one view that have no relation come as they do in every other one. */
export function randomOrder({ members, relations }, random) {
  const order = shuffled(random, members.length);
  const isRelated = (a, b) => relations[Math.max(a, b)][Math.min(a, b)] !== "none";
  for (const view of VIEWS) {
    const here = order.filter((index) => members[index].view === view);
    if (here.every((a) => here.every((b) => a === b || isRelated(a, b)))) continue;
    const places = here.map((index) => order.indexOf(index));
    [...here].sort((a, b) => a - b).forEach((index, at) => (order[places[at]] = index));
  }
  return order;
}

/** A crowd on a surface, attached in the order of `order`. */
export class Crowd {
  clock = new ManualClock();
  reports = [];
  /** All that are attached, those of scroll views among them. */
  recognizers;
  #members;
  /** The history of each recognizer and each view, by name; and of the recognizers the states alone. */
  logs = new Map();
  states = new Map();

  constructor({ members, relations }, order, moved) {
    this.views = {};
    this.views.R = new LabView("R", [0, 0, 400, 400]);
    this.views.A = new LabView("A", [50, 50, 200, 200], this.views.R);
    this.views.B = new LabView("B", [20, 20, 100, 100], this.views.A);
    this.views.S = new LabView("S", [260, 50, 100, 100], this.views.R);
    this.arbiter = new Arbiter({
      hitTest: (point) => this.views.R.hitTest(point), clock: this.clock, report: (error) => this.reports.push(error),
    });
    this.#members = members.map((member, index) => (isScroll(member) ? null : this.#make(member, index, relations)));
    this.#relate(members, relations);
    for (const index of order) {
      const view = this.views[members[index].view];
      if (this.#members[index]) addGestureRecognizer(view, this.#members[index]);
      else this.#scroll(view, index);
    }
    this.recognizers = Object.values(this.views).flatMap((view) => recognizersOf(view));
    for (const view of Object.values(this.views)) this.#listen(view);
    this.arbiter.observe({
      moved: (transition) => {
        moved?.(transition);
        const { recognizer, to, time } = transition;
        add(this.logs, recognizer.name, `${to}@${time}`);
        add(this.states, recognizer.name, to);
      },
    });
  }

  /** Plays samples, lifts what is down, and waits until nothing can happen any more. */
  play(stream, between = () => {}) {
    this.logs.clear();
    this.states.clear();
    const start = this.clock.now() + 1000;
    for (const { at, samples, ...sample } of stream) {
      this.clock.advance(start + at);
      this.arbiter.dispatch((samples ?? [sample]).map((one) => ({ ...one, time: start + at })));
      between();
    }
    for (const { id } of this.arbiter.touches) this.arbiter.dispatch([{ phase: "ended", id, time: this.clock.now() }]);
    this.arbiter.dispatch([{ phase: "ended", id: MOUSE, time: this.clock.now(), type: "hover", device: "mouse" }]);
    this.clock.advance(this.clock.now() + 2000);
    return this.logs;
  }

  #make({ kind, cancels, delays, veto, dynamic }, index, relations) {
    const recognizer = KINDS[kind]();
    recognizer.name = `${index}.${recognizer.name}`;
    recognizer.cancelsTouchesInView = cancels;
    recognizer.delaysTouchesBegan = delays;
    const has = (other, relation) => {
      const at = this.#members.indexOf(other);
      if (at < 0) return false;
      return relations[index][at] === relation || (relation === "together" && relations[at][index] === relation);
    };
    recognizer.delegate = {
      shouldRecognizeSimultaneously: (_self, other) => has(other, "together"),
      ...(dynamic && { shouldRequireFailure: (_self, other) => has(other, "waits") }),
      ...(veto && { shouldBegin: () => false }),
    };
    recognizer.addTarget(({ name, state }) => add(this.logs, `${name} says`, state));
    return recognizer;
  }

  #relate(members, relations) {
    relations.forEach((row, index) => row.forEach((relation, at) => {
      if (relation === "waits" && !members[index].dynamic) this.#members[index].requireToFail(this.#members[at]);
    }));
  }

  #scroll(view, index) {
    const scrollView = new ScrollView({ clock: this.clock, report: (error) => this.reports.push(error) });
    scrollView.layOut({ boundsSize: { width: view.width, height: view.height }, contentSize: { width: 1000, height: 1000 } });
    Object.assign(scrollView, { minimumZoomScale: 0.5, maximumZoomScale: 4, viewForZooming: view });
    const before = new Set(recognizersOf(view));
    void new ScrollGestures(scrollView, view);
    for (const recognizer of recognizersOf(view)) {
      if (before.has(recognizer)) continue;
      recognizer.name = `${index}.${recognizer.name}`;
      recognizer.addTarget(({ name, state }) => add(this.logs, `${name} says`, state));
    }
  }

  #listen(view) {
    for (const phase of ["Began", "Moved", "Ended", "Cancelled"]) {
      view[`touches${phase}`] = (touches) => add(this.logs, view.name, phase + [...touches].map(({ id }) => id).sort());
    }
  }
}

function add(logs, name, line) {
  logs.set(name, `${logs.get(name) ?? ""}${line} `);
}

/** Interferes with a crowd at random: from outside, and from within its actions. */
export class Meddler {
  #crowd;
  #random;
  /** How often it did something. */
  deeds = 0;

  constructor(crowd, random) {
    this.#crowd = crowd;
    this.#random = random;
    for (const recognizer of crowd.recognizers) recognizer.addTarget(() => random() < 0.1 && this.meddle());
    for (const view of Object.values(crowd.views)) {
      const { touchesBegan } = view;
      view.touchesBegan = (touches) => {
        touchesBegan(touches);
        if (random() < 0.05) this.meddle();
      };
    }
  }

  meddle() {
    const random = this.#random;
    const { arbiter, clock, recognizers, views } = this.#crowd;
    const recognizer = pick(random, recognizers);
    const view = pick(random, Object.values(views));
    this.deeds += 1;
    pick(random, [
      () => (recognizer.enabled = !recognizer.enabled),
      () => recognizer.view && removeGestureRecognizer(recognizer.view, recognizer),
      () => addGestureRecognizer(view, recognizer),
      () => arbiter.cancelTouches(pick(random, ["system", "pen", "palm"])),
      () => arbiter.removeView(view),
      () => arbiter.perform(recognizer),
      () => (arbiter.isIgnoringTouches ? arbiter.endIgnoringTouches() : arbiter.beginIgnoringTouches()),
      () => arbiter.dispatch([{ phase: pick(random, ["began", "moved", "ended"]), id: 1, x: random() * 400, y: NaN, time: clock.now() }]),
      () => arbiter.dispatch([{ phase: "began", id: 2, x: random() * 1e9, y: random() * 300, time: random() * 1e9 }]),
      () => arbiter.dispatch([{ phase: "moved", id: 7, x: random() * 400, y: 100, time: clock.now(), type: "hover", device: "mouse" }]),
    ])();
  }

  /** Puts everything back that it switched off or took away. */
  relent() {
    const { arbiter, clock, recognizers, views } = this.#crowd;
    while (arbiter.isIgnoringTouches) arbiter.endIgnoringTouches();
    arbiter.dispatch([{ phase: "ended", id: 7, time: clock.now(), type: "hover", device: "mouse" }]);
    for (const recognizer of recognizers) {
      recognizer.enabled = true;
      if (!recognizer.view) addGestureRecognizer(views.R, recognizer);
    }
  }
}

/** Input as no hand would make it and as hands do: downs, small and large moves, lifts and cancels. */
export function randomStream(random) {
  const stream = [];
  const down = new Map();
  let at = 0;
  const length = 3 + Math.floor(random() * 8);
  for (let step = 0; step < length; step += 1) {
    at += pick(random, PAUSES);
    const sample = down.size === 0 || (down.size < 3 && random() < 0.25) ? land(random, down) : act(random, down);
    stream.push({ ...sample, at });
  }
  return stream;
}

/** The same, and longer: several fingers at one moment, and a mouse that hovers meanwhile. */
export function randomEvents(random, length) {
  const events = [];
  const down = new Map();
  let at = 0;
  for (let step = 0; step < length; step += 1) {
    at += pick(random, PAUSES);
    const samples = [];
    const most = 1 + Math.floor(random() * 3);
    const used = new Set();
    for (let finger = 0; finger < most; finger += 1) {
      const free = [...down].filter(([id]) => !used.has(id));
      const lands = free.length === 0 || (down.size < 3 && random() < 0.25);
      if (lands && down.size >= 3) break;
      const sample = lands ? land(random, down, used) : act(random, down, free);
      used.add(sample.id);
      samples.push(sample);
    }
    if (random() < 0.15) samples.push(hover(random));
    if (samples.length > 0) events.push({ at, samples });
  }
  return events;
}

function hover(random) {
  const phase = random() < 0.8 ? "moved" : pick(random, ["ended", "cancelled"]);
  return { phase, id: MOUSE, type: "hover", device: "mouse", x: random() * 400, y: random() * 400 };
}

function land(random, down, used = new Set()) {
  const id = [1, 2, 3, 4, 5, 6].find((free) => !down.has(free) && !used.has(free)) ?? 1;
  const place = random() < 0.7 ? { x: 80 + random() * 60, y: 80 + random() * 60 } : { x: random() * 400, y: random() * 400 };
  down.set(id, place);
  return { phase: "began", id, ...place };
}

function act(random, down, among = [...down]) {
  const [id, from] = pick(random, among);
  const luck = random();
  if (luck > 0.6) {
    down.delete(id);
    return { phase: luck > 0.95 ? "cancelled" : "ended", id };
  }
  const reach = random() < 0.4 ? 6 : 80;
  const place = { x: from.x + (random() - 0.5) * reach, y: from.y + (random() - 0.5) * reach };
  down.set(id, place);
  return { phase: "moved", id, ...place };
}

/** The numbers from 0 to below `count`, in random order. */
export function shuffled(random, count) {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}
