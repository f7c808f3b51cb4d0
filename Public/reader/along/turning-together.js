/**
 * Windows of one document that turn its pages together: those of this browser by a channel, those of others by the server.
 *
 * Each turn by a person has a number, one higher than any that was heard. Of two that meet the higher one holds, or else that of the
 * window whose name is greater, in all windows. A turn that was heard is never told on, so nothing goes in circles.
 *
 *     alone ◄──chosen──► together: own page changes ──► told
 *                          │  ▲ └─ a turn is heard ──► shown, when no hand is on the pages or their strip
 *                          └──┘
 */

/** @typedef {{readonly document: string, readonly from: string, readonly page: number, readonly turn: number}} PageTurn */

/**
 * The messages of one browser’s windows: a turn, that pages are turned together from now on, whether they are.
 * @typedef {PageTurn | {readonly document: string, readonly says: "join" | "ask" | "together"}} TogetherMessage
 */

/** The choice of this window: null where none was made. */
/** @typedef {"together" | "alone" | null} Choice */

/**
 * @typedef {object} TogetherPorts
 * @property {string} name of this window, its own among all
 * @property {Pick<BroadcastChannel, "postMessage" | "close"> & {onmessage: ((event: MessageEvent) => void) | null}} channel
 * @property {(turn: PageTurn) => void} send tells other browsers
 * @property {() => number} page that is shown
 * @property {(page: number) => void} goTo
 * @property {() => boolean} isHeld whether a hand is on the pages or their strip
 * @property {() => Promise<void>} rest resolves when none is any more
 * @property {() => number} now in ms
 * @property {{get: () => Choice, set: (choice: Choice) => void}} kept by the window, also when it is loaded anew
 * @property {(isInvited: boolean) => void} changed called when they turn together, or do so no longer; whether another window chose that
 */

export const TOGETHER_CHANNEL = "sheaf-together";

/** Turns meet where one is heard so soon after another, in ms. */
const MEETING = 2_000;

export class TurningTogether {
  #document;
  #ports;
  #isOn;
  /**
   * The page that all windows know of; null before one was shown here.
   * @type {number | null}
   */
  #known = null;
  /** The latest turn, heard or own, and when that was. */
  #latest = { turn: 0, from: "", at: -Infinity };
  /**
   * The latest turn of each window: the server tells of what a channel told already.
   * @type {Map<string, number>}
   */
  #heardOf = new Map();
  /**
   * A page that was heard while a hand was on the pages.
   * @type {number | null}
   */
  #waiting = null;
  #isFollowing = false;

  /**
   * @param {string} document
   * @param {TogetherPorts} ports
   * @param {AbortSignal} signal
   */
  constructor(document, ports, signal) {
    this.#document = document;
    this.#ports = ports;
    this.#isOn = ports.kept.get() === "together";
    ports.channel.onmessage = ({ data }) => this.#heard(data);
    signal.addEventListener("abort", () => {
      ports.channel.onmessage = null;
      ports.channel.close();
    });
    if (ports.kept.get() === null) ports.channel.postMessage({ document, says: "ask" });
  }

  get isOn() {
    return this.#isOn;
  }

  /** Turns together with other windows, which it tells, or no longer. */
  toggle() {
    this.#choose(!this.#isOn, false);
    if (this.#isOn) this.#ports.channel.postMessage({ document: this.#document, says: "join" });
  }

  /** Other pages of the document are shown: where they begin is no turn. */
  begin() {
    this.#known = null;
    this.#waiting = null;
  }

  /** Another page may be shown. */
  moved() {
    const page = this.#ports.page();
    const before = this.#known;
    this.#known = page;
    if (page === before || before === null || this.#isFollowing || !this.#isOn) return;
    this.#waiting = null;
    const turn = { document: this.#document, from: this.#ports.name, page, turn: this.#latest.turn + 1 };
    this.#note(turn);
    this.#ports.channel.postMessage(turn);
    this.#ports.send(turn);
  }

  /**
   * A turn in another window, in words that anyone may have sent.
   * @param {unknown} message
   */
  turned(message) {
    const turn = readTurn(message);
    if (!this.#isOn || turn?.document !== this.#document || turn.turn <= (this.#heardOf.get(turn.from) ?? 0)) return;
    const isBehind = !isLater(turn, this.#latest) && this.#ports.now() - this.#latest.at < MEETING;
    this.#note(turn);
    if (isBehind) return;
    this.#waiting = turn.page;
    if (this.#ports.isHeld()) void this.#ports.rest().then(() => this.#follow());
    else this.#follow();
  }

  /** @param {PageTurn} turn */
  #note({ turn, from }) {
    this.#heardOf.set(from, turn);
    const { turn: highest, from: name } = isLater({ turn, from }, this.#latest) ? { turn, from } : this.#latest;
    this.#latest = { turn: highest, from: name, at: this.#ports.now() };
  }

  #follow() {
    const page = this.#waiting;
    this.#waiting = null;
    if (page === null || !this.#isOn) return;
    this.#isFollowing = true;
    if (page !== this.#ports.page()) this.#ports.goTo(page);
    this.#isFollowing = false;
    this.#known = this.#ports.page();
  }

  /** @param {TogetherMessage} message */
  #heard(message) {
    if (message.document !== this.#document) return;
    if (!("says" in message)) return this.turned(message);
    if (message.says === "ask" && this.#isOn) this.#ports.channel.postMessage({ document: this.#document, says: "together" });
    const isMeant = message.says === "join" || (message.says === "together" && this.#ports.kept.get() === null);
    if (isMeant && !this.#isOn) this.#choose(true, true);
  }

  /**
   * @param {boolean} isOn
   * @param {boolean} isInvited
   */
  #choose(isOn, isInvited) {
    this.#isOn = isOn;
    this.#waiting = null;
    this.#ports.kept.set(isOn ? "together" : "alone");
    this.#ports.changed(isInvited);
  }
}

/**
 * @param {Pick<PageTurn, "turn" | "from">} turn
 * @param {Pick<PageTurn, "turn" | "from">} other
 */
function isLater(turn, other) {
  return turn.turn > other.turn || (turn.turn === other.turn && turn.from > other.from);
}

/**
 * @param {unknown} message
 * @returns {PageTurn | null}
 */
function readTurn(message) {
  const { document, from, page, turn } = /** @type {Partial<Record<keyof PageTurn, unknown>>} */ (message ?? {});
  if (typeof document !== "string" || typeof from !== "string") return null;
  const areNumbers = [page, turn].every((value) => typeof value === "number" && Number.isSafeInteger(value) && value > 0);
  return areNumbers ? { document, from, page: Number(page), turn: Number(turn) } : null;
}
