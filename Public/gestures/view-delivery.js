/**
 * Hands touches to views after the recognizers have seen them, and up the chain of responders when the view does not
 * handle them.
 */

import { respond } from "./responders.js";
import { watchersOf } from "./candidate.js";
import { writeRecord } from "./touch.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./touch.js").Phase} Phase */
/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./touch.js").TouchRecord} TouchRecord */
/** @typedef {import("./responders.js").HandlerName} HandlerName */

/**
 * The undelivered part of a touch, and whether its view knows of it.
 * @typedef {object} Post
 * @property {Touch} touch
 * @property {TouchRecord[]} withheld
 * @property {boolean} begun
 */

/** @typedef {{readonly touch: Touch, readonly record: TouchRecord}} Letter */

/** @type {Readonly<Record<Phase, HandlerName | null>>} */
const HANDLERS = Object.freeze({
  began: "touchesBegan",
  moved: "touchesMoved",
  stationary: null,
  ended: "touchesEnded",
  cancelled: "touchesCancelled",
});
const ORDER = Object.freeze(["began", "moved", "ended", "cancelled"]);

export class ViewDelivery {
  #report;
  /** @type {Map<Touch, Post>} */
  #posts = new Map();
  /**
   * Touches on the surface that are not refused altogether. A wheel and a trackpad, which touch nothing, are not among
   * them.
   * @type {Set<Touch>}
   */
  #admitted = new Set();
  /**
   * Those of them that are their view's: it hears of them, or would, had no gesture taken them.
   * @type {Set<Touch>}
   */
  #given = new Set();

  /** @param {Report} report */
  constructor(report) {
    this.#report = report;
  }

  /**
   * A touch begins. Exclusive views refuse it altogether while another touch is down. A view for single touches that
   * has one refuses it for itself alone.
   * @param {Touch} touch
   * @returns {boolean} whether recognizers may have it
   */
  admit(touch) {
    const { view } = touch;
    const elsewhere = [...this.#admitted].filter((other) => other.view !== view);
    const isExclusive = view.exclusiveTouch || elsewhere.some((other) => other.view.exclusiveTouch);
    if (elsewhere.length > 0 && isExclusive) return false;
    if (touch.type === "trackpad" || touch.type === "scroll") return true;
    this.#admitted.add(touch);
    const isAlone = view.multipleTouchEnabled === true || [...this.#given].every((other) => other.view !== view);
    if (touch.button !== 0 || !isAlone) return true;
    this.#given.add(touch);
    this.#posts.set(touch, { touch, withheld: [], begun: false });
    return true;
  }

  /**
   * A touch has changed; what its view hears of it comes with the next {@link flush}.
   * @param {Touch} touch
   */
  note(touch) {
    if (!touch.isDown) {
      this.#admitted.delete(touch);
      this.#given.delete(touch);
    }
    const post = this.#posts.get(touch);
    if (!post) return;
    const last = post.withheld[post.withheld.length - 1];
    if (last?.phase === "moved" && touch.phase === "moved") post.withheld.pop();
    post.withheld.push(touch.record);
  }

  /**
   * Takes touches from their views for good.
   * @param {Iterable<Touch>} touches
   * @returns {() => void} tells the views that know of them
   */
  take(touches) {
    /** @type {Letter[]} */
    const letters = [];
    for (const touch of touches) {
      const post = this.#posts.get(touch);
      if (post?.begun) letters.push({ touch, record: { ...touch.record, phase: "cancelled", cause: "gesture" } });
      this.#posts.delete(touch);
    }
    return () => this.#send(letters);
  }

  /**
   * A touch that has lifted was the palm: its view hears no more of it than that it was taken away.
   * @param {Touch} touch
   */
  forget(touch) {
    const post = this.#posts.get(touch);
    if (post) post.withheld = [touch.record];
  }

  /**
   * Tells views what the palm was, at once.
   * @param {readonly Touch[]} touches in the order in which they are told
   */
  retract(touches) {
    /** @type {Touch[][]} */
    const calls = [];
    for (const touch of touches) {
      const call = calls[calls.length - 1];
      if (call?.[0]?.view === touch.view) call.push(touch);
      else calls.push([touch]);
    }
    for (const call of calls) {
      const [first] = call;
      if (first) respond(first.view, "touchesRetracted", new Set(call), first.event, this.#report);
    }
  }

  /**
   * Delivers what no recognizer holds back any more, in the order in which it happened.
   * @returns {boolean} whether anything was delivered
   */
  flush() {
    /** @type {Letter[]} */
    const letters = [];
    for (const post of this.#posts.values()) if (post.withheld.length > 0) this.#collect(post, letters);
    this.#send(letters.sort(byTime));
    return letters.length > 0;
  }

  /**
   * @param {Post} post
   * @param {Letter[]} letters
   */
  #collect(post, letters) {
    const { touch, withheld } = post;
    const cancelled = withheld[withheld.length - 1]?.phase === "cancelled";
    if (cancelled && !post.begun) {
      this.#posts.delete(touch);
      return;
    }
    for (let record = withheld[0]; record; record = withheld[0]) {
      if (!cancelled && isWithheld(touch, record.phase, post.begun)) return;
      withheld.shift();
      post.begun = true;
      letters.push({ touch, record });
      if (record.phase === "ended" || record.phase === "cancelled") this.#posts.delete(touch);
    }
  }

  /**
   * One call for each view, phase and moment.
   * @param {readonly Letter[]} letters
   */
  #send(letters) {
    /** @type {Letter[][]} */
    const calls = [];
    for (const letter of letters) {
      const call = calls.find(([first]) => isSameCall(first, letter));
      if (call) call.push(letter);
      else calls.push([letter]);
    }
    for (const call of calls) this.#call(call);
  }

  /**
   * The touches say what they said when it happened, for the length of the call.
   * @param {readonly Letter[]} letters of one view and phase
   */
  #call(letters) {
    const [first] = letters;
    const name = first && HANDLERS[first.record.phase];
    if (!first || !name) return;
    const present = letters.map(({ touch }) => ({ touch, record: touch.record }));
    for (const { touch, record } of letters) writeRecord(touch, record);
    const { view, event } = first.touch;
    respond(view, name, new Set(letters.map((letter) => letter.touch)), event, this.#report);
    for (const { touch, record } of present) writeRecord(touch, record);
  }
}

/**
 * @param {Touch} touch
 * @param {Phase} phase
 * @param {boolean} begun
 */
function isWithheld(touch, phase, begun) {
  for (const candidate of watchersOf(touch)) {
    const { recognizer } = candidate;
    const holds = (!begun && recognizer.delaysTouchesBegan) || (phase === "ended" && recognizer.delaysTouchesEnded);
    if (!holds) continue;
    if (candidate.isPossible && candidate.attempt.includes(touch)) return true;
  }
  return false;
}

/**
 * @param {Letter} a
 * @param {Letter} b
 */
function byTime(a, b) {
  return a.record.timestamp - b.record.timestamp || ORDER.indexOf(a.record.phase) - ORDER.indexOf(b.record.phase);
}

/**
 * @param {Letter | undefined} a
 * @param {Letter | undefined} b
 */
function isSameCall(a, b) {
  if (a?.touch.view !== b?.touch.view || a?.record.phase !== b?.record.phase) return false;
  return a?.record.timestamp === b?.record.timestamp || a?.record.phase === "cancelled";
}
