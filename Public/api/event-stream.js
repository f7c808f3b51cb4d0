/**
 * The server's events, with one connection for all tabs.
 *
 * Over HTTP/1.1 a browser opens six connections to a host, and pages need them. So one tab leads: it holds a
 * web lock and the connection, and hands on what it hears. When it closes, the browser gives the lock to
 * another tab.
 *
 *     waiting ──lock──► leading: connecting ⇄ open          followers hear `message` and `state` by channel
 *                          ▲         │ closed by the server
 *                          └─backoff─┘
 *
 * Each connection goes on behind the last event that any tab heard. Where the server cannot tell all that came after it, it
 * says `reset`: what was read before counts for nothing.
 */

import { EVENTS_URL } from "./urls.js";
import { Timer } from "../shell/timer.js";

/** @typedef {import("./api.js").Document} Document */

/**
 * `sequence` grows from event to event of an `epoch`; those of two epochs are not compared.
 * @typedef {{readonly kind: string, readonly epoch: string, readonly sequence: number, readonly document: Document, readonly handOver?: import("./hand-over-api.js").HandOver}} ServerEvent
 */

/** @typedef {"connecting" | "open" | "lost"} StreamState */

/**
 * @typedef {object} StreamCalls
 * @property {(event: ServerEvent) => void} event
 * @property {() => void} reset called when something happened that is not told: what was read is to be read anew
 * @property {(choice: ChoiceNotice) => void} choice
 * @property {(sha256: string) => void} marks called when the marks on a content, of this hash, have changed
 * @property {(notice: PreviewNotice) => void} ready called when it is known how many pages a content has
 * @property {(job: import("./job-api.js").Job) => void} job called when a job began, went on or ended
 * @property {() => void} folders called when a folder is new, gone or has another name
 * @property {(notice: RuleNotice) => void} rules called when rules are others now, or acted on documents that arrived
 * @property {(state: StreamState) => void} state
 */

/** @typedef {import("./preference-api.js").ChoiceNotice} ChoiceNotice */

/**
 * The server has opened a content for the first time; `preparing` where more pages of it are being made.
 * @typedef {{readonly sha256: string, readonly pageCount: number, readonly preparing: boolean}} PreviewNotice
 */

/**
 * The data of a notice of rules; `rule-notices.js` reads it.
 * @typedef {{readonly [name: string]: unknown}} RuleNotice
 */

/** @typedef {ReturnType<typeof JSON.parse>} Facts of a message, as they come */

/** @typedef {{readonly event: ServerEvent, readonly id: string} | {readonly rules: RuleNotice} | {readonly reset: string} | {readonly choice: ChoiceNotice} | {readonly folders: true} | {readonly job: import("./job-api.js").Job} | {readonly marks: string} | {readonly ready: PreviewNotice} | {readonly state: StreamState} | {readonly ask: true}} Message */

const NAME = "sheaf-events";

/** Comes after the `document.created` of the same document. */
const HANDED_OVER = "document.handed-over";

/** The events of DESIGN.md §4 that concern documents. */
const KINDS = Object.freeze([
  "document.created", HANDED_OVER, "document.changed", "document.moved", "document.deleted", "document.restored",
  "document.marked", "document.removed",
]);

/**
 * The messages without a number, and how each is read; null for one that tells of nothing.
 * @type {readonly (readonly [string, (facts: Facts) => Message | null])[]}
 */
const NOTICES = Object.freeze([
  ["preference.changed", (choice) => (typeof choice.key === "string" ? { choice } : null)],
  ["job.changed", (job) => (typeof job.id === "number" && typeof job.state === "string" ? { job } : null)],
  ["folders.changed", () => ({ folders: true })],
  ["rules.changed", (rules) => ({ rules })],
  ["rules.applied", (rules) => ({ rules })],
  ["annotations.changed", ({ sha256 }) => (/^[0-9a-f]{64}$/u.test(sha256) ? { marks: sha256 } : null)],
  ["preview.ready", ({ sha256, pageCount, preparing }) => {
    // Pages that there cannot be are none.
    const isKnown = typeof sha256 === "string" && Number.isInteger(pageCount) && pageCount >= 0;
    return isKnown ? { ready: { sha256, pageCount, preparing: preparing === true } } : null;
  }],
]);

export class EventStream {
  #calls;
  #signal;
  #channel = new BroadcastChannel(NAME);
  #retry;
  #attempt = 0;
  #leading = false;
  /** @type {StreamState} */
  #state = "connecting";
  /** @type {EventSource | null} */
  #source = null;
  /** The id of the last event that was heard here, whichever tab led; "" before the first. */
  #last = "";

  /**
   * @param {StreamCalls} calls
   * @param {AbortSignal} signal ends it, and lets another tab lead
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
    this.#retry = new Timer(signal);
    this.#channel.addEventListener("message", (message) => this.#received(message.data), { signal });
    signal.addEventListener("abort", () => this.#close());
  }

  /** Listens from now on. */
  start() {
    this.#post({ ask: true });
    void this.#waitToLead();
  }

  get state() {
    return this.#state;
  }

  /** Tries at once what would be tried later: the network or the session has come back. */
  reconnect() {
    if (!this.#leading || this.#source?.readyState === EventSource.OPEN) return;
    this.#attempt = 0;
    this.#connect();
  }

  async #waitToLead() {
    if (!navigator.locks) return this.#lead();
    const held = () => new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      this.#signal.addEventListener("abort", () => resolve());
      this.#lead();
    });
    await navigator.locks.request(NAME, { signal: this.#signal }, held).catch(() => undefined);
  }

  #lead() {
    this.#leading = true;
    // The tab that led before may have closed a while ago: events since are asked for when this opens.
    this.#tell({ state: "connecting" });
    this.#connect();
  }

  #connect() {
    this.#source?.close();
    // A browser repeats the last id only while it reconnects by itself.
    const source = new EventSource(this.#last ? `${EVENTS_URL}?after=${encodeURIComponent(this.#last)}` : EVENTS_URL);
    this.#source = source;
    source.onopen = () => this.#opened();
    source.onerror = () => this.#failed(source);
    for (const kind of KINDS) {
      source.addEventListener(
        kind, (event) => this.#heard(kind, /** @type {MessageEvent<string>} */ (event)),
      );
    }
    source.addEventListener("reset", ({ lastEventId }) => this.#tell({ reset: lastEventId }));
    for (const [kind, read] of NOTICES) source.addEventListener(kind, ({ data }) => this.#noticed(data, read));
  }

  #opened() {
    this.#attempt = 0;
    this.#retry.clear();
    this.#tell({ state: "open" });
  }

  /**
   * The browser reconnects by itself while the source is connecting; once it is closed it is up to us.
   * @param {EventSource} source
   */
  #failed(source) {
    this.#tell({ state: "lost" });
    if (source.readyState !== EventSource.CLOSED) return;
    this.#retry.set(backoff(this.#attempt, Math.random()), () => this.#connect());
    this.#attempt += 1;
  }

  /**
   * @param {string} kind
   * @param {MessageEvent<string>} message
   */
  #heard(kind, message) {
    const event = parseEvent(kind, message.lastEventId, message.data);
    if (event) this.#tell({ event, id: message.lastEventId });
  }

  /**
   * @param {string} data
   * @param {(facts: Facts) => Message | null} read
   */
  #noticed(data, read) {
    const message = parsed(data, read);
    if (message) this.#tell(message);
  }

  /**
   * Tells the other tabs and this one.
   * @param {Message} message
   */
  #tell(message) {
    this.#post(message);
    this.#received(message);
  }

  /** @param {StreamState} state */
  #take(state) {
    // Each try that fails may fail for another reason: the session may have ended meanwhile.
    if (state === this.#state && state !== "lost") return;
    this.#state = state;
    this.#calls.state(state);
  }

  /** @param {Message} message */
  #received(message) {
    if ("ask" in message && this.#leading) this.#post({ state: this.#state });
    if ("event" in message) {
      this.#last = message.id;
      this.#calls.event(message.event);
    }
    if ("reset" in message) {
      this.#last = message.reset;
      this.#calls.reset();
    }
    if ("choice" in message) this.#calls.choice(message.choice);
    if ("job" in message) this.#calls.job(message.job);
    if ("folders" in message) this.#calls.folders();
    if ("rules" in message) this.#calls.rules(message.rules);
    if ("marks" in message) this.#calls.marks(message.marks);
    if ("ready" in message) this.#calls.ready(message.ready);
    if ("state" in message) this.#take(message.state);
  }

  /** @param {Message} message */
  #post(message) {
    if (!this.#signal.aborted) this.#channel.postMessage(message);
  }

  #close() {
    this.#leading = false;
    this.#source?.close();
    this.#channel.close();
  }
}

/**
 * The event in a message; null where it is none that we know.
 * @param {string} kind
 * @param {string} id
 * @param {string} data
 * @returns {ServerEvent | null}
 */
export function parseEvent(kind, id, data) {
  return parsed(data, (facts) => {
    const document = facts.document ?? facts;
    const [number, epoch = ""] = id.split("-");
    const sequence = Number(number) || 0;
    if (typeof document.id !== "string") return null;
    const { source, annotation, open } = facts;
    return { kind, epoch, sequence, document, ...(kind === HANDED_OVER ? { handOver: { source, annotation, open: open === true } } : {}) };
  });
}

/**
 * The value that is read in JSON; null where it is none, or not as expected.
 * @template Value
 * @param {string} data
 * @param {(facts: Facts) => Value | null} read
 * @returns {Value | null}
 */
function parsed(data, read) {
  try {
    return read(JSON.parse(data));
  } catch {
    return null;
  }
}

const FIRST_MILLISECONDS = 1000;
const LONGEST_MILLISECONDS = 30_000;

/**
 * Doubles from one second to thirty; half of it is chance, so that clients do not come back all at once.
 * @param {number} attempt from 0
 * @param {number} chance 0 to 1
 */
export function backoff(attempt, chance) {
  const longest = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** attempt);
  return Math.round(longest * (0.5 + chance / 2));
}
