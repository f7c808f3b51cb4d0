/**
 * Lets no saved state end every start of the app: what a start did not survive is not restored by the next one.
 *
 *     begin: marked ──end──► shown for some frames ──no error──► mark gone
 *       │                      │ error          │ left in order ──► mark gone
 *       │ the app ended        ▼
 *       └───────────────► still marked: the next begin drops it
 *
 * A mark that another tab has set a moment ago looks the same; its state is dropped, and nothing is lost that hurts.
 */

/**
 * @typedef {object} GuardPorts
 * @property {() => string | null} read the marks
 * @property {(text: string) => void} write
 * @property {(action: () => void) => void} shown calls back when what was restored has been drawn
 * @property {(listener: () => void) => () => void} errors calls back at every error of the app, until what it returned
 *   is called
 * @property {(listener: () => void) => () => void} leaving calls back when the user leaves the app, as `errors`
 */

export class RestoreGuard {
  #ports;
  #clean;
  /**
   * The restorations under way, with the functions that stop watching them.
   * @type {Map<string, {failed: boolean, ended: boolean, stop: () => void}>}
   */
  #watched = new Map();

  /**
   * @param {GuardPorts} ports
   * @param {boolean} clean whether this start restores nothing, and leaves alone what is kept
   */
  constructor(ports, clean) {
    this.#ports = ports;
    this.#clean = clean;
  }

  /** Whether this start restores nothing, and leaves alone what is kept. */
  get clean() {
    return this.#clean;
  }

  /**
   * Before something is restored: whether the start before survived that.
   * @param {string} name
   */
  begin(name) {
    this.#watched.get(name)?.stop();
    const survived = !this.#marks().includes(name);
    this.#mark(name, survived);
    if (survived) this.#watch(name);
    return survived;
  }

  /**
   * It is restored. The mark goes when it has been drawn, too.
   * @param {string} name
   */
  end(name) {
    const watched = this.#watched.get(name);
    if (!watched) return;
    watched.ended = true;
    this.#ports.shown(() => this.#survived(name, watched));
  }

  /** @param {string} name */
  #watch(name) {
    const watched = { failed: false, ended: false, stop: () => {} };
    const stopErrors = this.#ports.errors(() => (watched.failed = true));
    // A window that is closed while a board is still being drawn has not failed.
    const stopLeaving = this.#ports.leaving(() => watched.ended && this.#survived(name, watched));
    watched.stop = () => {
      stopErrors();
      stopLeaving();
    };
    this.#watched.set(name, watched);
  }

  /**
   * @param {string} name
   * @param {{failed: boolean, stop: () => void}} watched
   */
  #survived(name, watched) {
    if (this.#watched.get(name) !== watched) return;
    watched.stop();
    this.#watched.delete(name);
    if (!watched.failed) this.#mark(name, false);
  }

  /**
   * @param {string} name
   * @param {boolean} marked
   */
  #mark(name, marked) {
    const others = this.#marks().filter((other) => other !== name);
    this.#ports.write(JSON.stringify(marked ? [...others, name] : others));
  }

  /** @returns {string[]} */
  #marks() {
    try {
      const marks = JSON.parse(this.#ports.read() ?? "[]");
      return Array.isArray(marks) ? marks.filter((mark) => typeof mark === "string") : [];
    } catch {
      return [];
    }
  }
}

/** Frames after which what was restored has been drawn: one draws it, the next one finds it drawn. */
const FRAMES = 2;

/**
 * The guard of this browser.
 * @param {{get: (name: string) => string | null, set: (name: string, value: string) => void}} memory
 * @param {boolean} clean
 */
export function browserGuard(memory, clean) {
  const listen = (/** @type {readonly string[]} */ kinds) => (/** @type {() => void} */ listener) => {
    const listening = new AbortController();
    for (const kind of kinds) window.addEventListener(kind, () => listener(), { signal: listening.signal });
    return () => listening.abort();
  };
  const shown = (/** @type {() => void} */ action, frames = FRAMES) => {
    requestAnimationFrame(() => (frames > 1 ? shown(action, frames - 1) : action()));
  };
  return new RestoreGuard({
    read: () => memory.get("restoring"), write: (text) => memory.set("restoring", text),
    shown: (action) => shown(action), errors: listen(["error", "unhandledrejection"]), leaving: listen(["pagehide"]),
  }, clean);
}
