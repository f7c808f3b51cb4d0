/**
 * Whether a document is shown in a second window, by whichever tab of this browser.
 *
 * A tab that presents holds a web lock as long as it does. Another tab finds the lock at its start. The browser gives it on when the
 * tab that held it is closed or ends otherwise. Messages tell of one that begins. Where the browser
 * has no locks, as over plain HTTP, messages alone tell of both, and those that present answer who asks.
 *
 *     not connected ──own window opens──────────────► connected
 *          ▲        ──another tab tells, or has the lock──►  │
 *          └──── own window closed, lock given on, another tells ┘
 */

/** @typedef {{readonly document: string, readonly says: "open" | "closed" | "ask"}} PresenceMessage */

/**
 * @typedef {object} PresencePorts
 * @property {Pick<BroadcastChannel, "postMessage" | "close"> & {onmessage: ((event: MessageEvent) => void) | null}} channel
 * @property {LockManager | null} locks null where the browser has none
 * @property {(isConnected: boolean) => void} changed
 */

export const PRESENCE_CHANNEL = "sheaf-presenting";

export class PresenterPresence {
  #ports;
  #document;
  #name;
  #isOwn = false;
  #isOther = false;
  /** Gives up the own lock. */
  #letGo = () => {};
  #isWaiting = false;
  #ended = new AbortController();

  /**
   * @param {string} document
   * @param {PresencePorts} ports
   * @param {AbortSignal} signal
   */
  constructor(document, ports, signal) {
    this.#document = document;
    this.#name = `${PRESENCE_CHANNEL}-${document}`;
    this.#ports = ports;
    ports.channel.onmessage = ({ data }) => this.#heard(data);
    signal.addEventListener("abort", () => this.#end());
    this.#tell("ask");
    void this.#look();
  }

  get isConnected() {
    return this.#isOwn || this.#isOther;
  }

  /** @param {boolean} isOpen whether the second window of this tab is open now */
  own(isOpen) {
    if (isOpen === this.#isOwn || this.#ended.signal.aborted) return;
    if (isOpen) this.#hold();
    else this.#letGo();
    this.#change(() => (this.#isOwn = isOpen));
    this.#tell(isOpen ? "open" : "closed");
  }

  /** Before it is told of: who hears of it waits for the lock. */
  #hold() {
    const held = new Promise((/** @type {(value?: undefined) => void} */ resolve) => (this.#letGo = () => resolve()));
    void this.#ports.locks?.request(this.#name, { mode: "shared" }, () => held).catch(() => {});
  }

  /** Looks for one that was there first. */
  async #look() {
    const all = await this.#ports.locks?.query().catch(() => null);
    const held = [...all?.held ?? [], ...all?.pending ?? []];
    if (held.some(({ name, mode }) => name === this.#name && mode === "shared")) this.#found();
  }

  /** Another tab presents. */
  #found() {
    if (this.#ended.signal.aborted) return;
    this.#change(() => (this.#isOther = true));
    void this.#untilGone();
  }

  /** The lock comes when no tab holds it any more. */
  async #untilGone() {
    const { locks } = this.#ports;
    // The own one would be waited for, too.
    if (!locks || this.#isWaiting || this.#isOwn) return;
    this.#isWaiting = true;
    await locks.request(this.#name, { signal: this.#ended.signal }, () => {}).catch(() => {});
    this.#isWaiting = false;
    if (this.#ended.signal.aborted) return;
    this.#change(() => (this.#isOther = false));
    // A tab that has begun since has waited behind this one for the lock.
    void this.#look();
  }

  /** The page goes away, which a browser without locks tells nobody. */
  leave() {
    if (this.#isOwn && !this.#ports.locks) this.#tell("closed");
  }

  /** @param {PresenceMessage} message */
  #heard({ document, says }) {
    if (document !== this.#document) return;
    if (says === "open") this.#found();
    // A window that waits for the lock knows it from that, also of several tabs.
    if (says === "closed" && !this.#isWaiting) this.#change(() => (this.#isOther = false));
    if (says === "ask" && this.#isOwn) this.#tell("open");
  }

  /** @param {PresenceMessage["says"]} says */
  #tell(says) {
    this.#ports.channel.postMessage({ document: this.#document, says });
  }

  /** @param {() => void} change */
  #change(change) {
    const before = this.isConnected;
    change();
    if (this.isConnected !== before) this.#ports.changed(this.isConnected);
  }

  #end() {
    this.own(false);
    this.#ended.abort();
    this.#ports.channel.onmessage = null;
    this.#ports.channel.close();
  }
}
