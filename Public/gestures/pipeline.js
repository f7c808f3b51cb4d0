/**
 * The way of an event through the gesture system:
 *
 *     samples ─▶ timers that were due ─▶ touches ─▶ swarm ─▶ recognizers ─▶ arbitration
 *                                                                               │
 *               resets ◀─ touches to views ◀─ messages to targets ◀─ cancels to views
 *
 * Not to be entered while it runs: {@link Arbiter} sees to that.
 */

import { Chronology } from "./chronology.js";
import { isHeld } from "./failure-requirements.js";
import { cancelsForStaleTouches, strandedOnGoneViews } from "./stale-touches.js";
import { guarded } from "./guard.js";
import { HoverTracker } from "./hover-tracker.js";
import { Outbox } from "./outbox.js";
import { deliverToRecognizers } from "./recognizer-delivery.js";
import { Arbitration } from "./arbitration.js";
import { watchersOf } from "./candidate.js";
import { pollRequirements, swarmOf } from "./swarm.js";
import { TouchTable } from "./touch-table.js";
import { ViewDelivery } from "./view-delivery.js";

/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./recognizer-state.js").StateName} StateName */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./candidate.js").ArbiterRequests} ArbiterRequests */
/** @typedef {import("./candidate.js").Candidate} Candidate */
/** @typedef {import("./touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./touch-table.js").HitTest} HitTest */
/** @typedef {import("./touch.js").Touch} Touch */

/**
 * @typedef {object} PipelinePorts
 * @property {HitTest} hitTest does not throw
 * @property {Clock} clock
 * @property {Report} report
 * @property {(task: () => void) => void} enter runs a task now, or when the pipeline is free
 * @property {(samples: readonly Sample[], time: number) => void} handled told before timers and recognizers
 * @property {(time: number) => void} landing told when fingers are about to land
 * @property {(touches: readonly Touch[], since: number | null) => void} retracted the palm, the latest first
 * @property {(event: TouchEvent) => void} delivered
 * @property {(candidate: Candidate, from: StateName, to: StateName, reason: string) => void} moved
 */

const PHASES = Object.freeze(/** @type {const} */ (["began", "moved", "ended", "cancelled"]));

/** Everything that one event makes happen, from samples to resets. */
export class Pipeline {
  #ports;
  /** @type {Chronology} */
  #chronology;
  #touches;
  #delivery;
  #arbitration;
  #hover;
  #outbox;
  /** @type {ArbiterRequests} */
  #arbiterRequests = {
    request: (candidate, state) => this.#arbitration.request(candidate, state),
    withdraw: (candidate) => this.#ports.enter(() => this.withdraw([candidate], "disabled or removed")),
    ignore: (candidate, touch) => candidate.forget(touch),
    after: (candidate, delay, action) => this.#chronology.after(candidate, delay, action),
    now: () => this.now,
  };

  /** @param {PipelinePorts} ports */
  constructor(ports) {
    const { report, hitTest, clock, enter } = ports;
    this.#ports = ports;
    this.#outbox = new Outbox(report);
    this.#touches = new TouchTable(hitTest);
    this.#delivery = new ViewDelivery(report);
    this.#chronology = new Chronology({
      clock,
      report,
      expired: (due) => enter(() => this.#chronology.goTo(due)),
      due: () => this.#clearAway([]),
      concluded: () => this.#conclude([]),
    });
    this.#arbitration = new Arbitration({
      report,
      recognized: (candidate) => this.#takeFromViews(candidate),
      message: (candidate, state) => this.#outbox.addMessage(candidate, state),
      moved: ports.moved,
    });
    this.#hover = new HoverTracker(hitTest, this.#arbiterRequests, this.#arbitration, report);
  }

  /** Ms: the time of the event or the timer at hand. */
  get now() {
    return this.#chronology.now;
  }

  get touches() {
    return this.#touches.touches();
  }

  /** Hovering pointers: one touch for each that a recognizer follows. */
  get hovers() {
    return this.#hover.hovers;
  }

  /** Recognizers in the middle of an attempt. */
  get engaged() {
    return this.#arbitration.engaged;
  }

  /** Whether nothing is down, open or timed. */
  get isIdle() {
    return this.#touches.size === 0 && this.engaged.size === 0 && this.#chronology.isQuiet;
  }

  /** @param {readonly Sample[]} samples of one moment, each of another pointer */
  handle(samples) {
    const time = this.#chronology.timeOf(samples);
    this.#ports.handled(samples, time);
    this.#chronology.goTo(time);
    this.#clearAway(samples);
    if (samples.some(isLanding)) this.#ports.landing(this.now);
    this.#takeAll(samples);
  }

  /**
   * Cancels or fails recognizers from outside.
   * @param {readonly Candidate[]} candidates
   * @param {string} reason
   */
  withdraw(candidates, reason) {
    for (const candidate of candidates) this.#arbitration.withdraw(candidate, reason);
    this.#conclude([]);
  }

  /**
   * Recognizes without a touch.
   * @param {Candidate} candidate which is idle
   * @param {() => void} prepare called when a continuous one has begun
   * @returns {boolean} whether it was recognized at once: no refusal, and no failure to wait for
   */
  perform(candidate, prepare) {
    if (isHeld(candidate)) return false;
    candidate.arbiterRequests = this.#arbiterRequests;
    this.#arbitration.request(candidate, candidate.machine.kind === "discrete" ? "ended" : "began");
    this.#arbitration.settle();
    const done = candidate.state !== "failed";
    if (candidate.isActive) {
      guarded(this.#ports.report, "prepare", undefined, prepare);
      this.#arbitration.request(candidate, "changed");
      this.#arbitration.request(candidate, "ended");
    }
    this.#conclude([]);
    return done;
  }

  /**
   * Ends touches that no source will lift, and touches on views that have gone, before the event.
   * @param {readonly Sample[]} samples that come
   */
  #clearAway(samples) {
    const cancels = cancelsForStaleTouches(this.touches, samples, this.now, this.#ports.report);
    if (cancels.length > 0) this.#takeAll(cancels);
    const stranded = strandedOnGoneViews(this.engaged, this.#ports.report);
    if (stranded.length > 0) this.withdraw(stranded, "its view was removed");
  }

  /** @param {readonly Sample[]} samples */
  #takeAll(samples) {
    this.#touches.prepare(this.now);
    const lifted = samples.flatMap((sample) => this.#touches.retract(sample, this.now));
    if (lifted.length > 0) this.#forget(lifted);
    /** @type {Touch[]} */
    const changed = [];
    for (const sample of samples) {
      if (sample.type === "hover") this.#hover.take(sample, this.now, this.#touches.event);
      else this.#take(sample, changed);
    }
    this.#deliver(changed);
    this.#retract([...lifted, ...changed.filter(({ cancelCause }) => cancelCause === "palm")]);
  }

  /**
   * Lifted fingers were the palm: recognizers drop them, and views that have not heard of the lift hear of a cancel.
   * @param {readonly Touch[]} lifted
   */
  #forget(lifted) {
    for (const candidate of this.engaged) {
      const isOfPalm = candidate.attempt.some((touch) => lifted.includes(touch));
      if (isOfPalm && candidate.isPossible) this.#arbitration.withdraw(candidate, "it was the palm");
    }
    for (const touch of lifted) this.#delivery.forget(touch);
  }

  /**
   * The recognizers and views of the palm undo its effects.
   * @param {readonly Touch[]} palms
   */
  #retract(palms) {
    if (palms.length === 0) return;
    const latestFirst = [...palms].sort((a, b) => b.startTimestamp - a.startTimestamp);
    this.#delivery.retract(latestFirst);
    this.#ports.retracted(latestFirst, this.#touches.aloneSince(palms));
  }

  /**
   * @param {Sample} sample
   * @param {Touch[]} changed
   */
  #take(sample, changed) {
    const touch = this.#touches.take(sample, this.now);
    if (!touch) return;
    changed.push(touch);
    if (touch.phase === "began" && this.#delivery.admit(touch)) this.#formSwarm(touch);
  }

  /** @param {Touch} touch */
  #formSwarm(touch) {
    const swarm = swarmOf(touch, this.#ports.report);
    pollRequirements(swarm, this.#ports.report);
    for (const candidate of swarm) {
      candidate.arbiterRequests = this.#arbiterRequests;
      candidate.accept(touch);
      this.#arbitration.engage(candidate);
    }
  }

  /**
   * Recognizers first, then views.
   * @param {readonly Touch[]} changed
   */
  #deliver(changed) {
    const { event } = this.#touches;
    for (const phase of PHASES) {
      const touches = changed.filter((touch) => touch.phase === phase);
      if (touches.length > 0) deliverToRecognizers(phase, touches, event, this.#ports.report);
    }
    for (const touch of changed) this.#delivery.note(touch);
    this.#conclude(changed);
    this.#ports.delivered(event);
  }

  /**
   * Settles the recognizers that an event or a timer changed.
   * @param {readonly Touch[]} changed
   */
  #conclude(changed) {
    do this.#arbitration.settle(); while (this.#arbitration.releaseStranded());
    this.#delivery.take(changed.filter(isOwned));
    this.#outbox.send();
    this.#delivery.flush();
    this.#arbitration.resetFinished();
  }

  /** @param {Candidate} candidate */
  #takeFromViews(candidate) {
    if (candidate.recognizer.cancelsTouchesInView) this.#outbox.add(this.#delivery.take(candidate.attempt));
  }
}

/**
 * Whether a touch that has just begun joins a gesture that has begun already, and keeps it from the view.
 * @param {Touch} touch
 */
function isOwned(touch) {
  if (touch.phase !== "began") return false;
  for (const candidate of watchersOf(touch)) {
    if (candidate.isActive && candidate.recognizer.cancelsTouchesInView) return true;
  }
  return false;
}

/** @param {Sample} sample */
function isLanding({ phase, type = "touch" }) {
  return phase === "began" && type === "touch";
}
