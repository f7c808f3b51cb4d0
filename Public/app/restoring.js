/**
 * Keeps what is shown, and brings it back.
 *
 *     start ──come back: loaded anew, a tab that was restored, the installed app──► restored
 *       │ an ordinary visit                                                        │
 *       ▼                                                                          ▼
 *     offered to go on ────────────────────────────────────────────────────────► kept, once a hand or a key does something
 *
 * It is kept when nothing has been done for a moment, and when the page is left. This browser has it for its next start, the
 * server for other devices.
 */

import { randomId } from "../shell/browser.js";
import { preference, setPreference } from "../shell/preferences.js";
import { isPrivate } from "../offline/private-documents.js";
import { APP_VERSION, formFactorOf } from "../shell/restoration/archive-facts.js";
import { ArchiveStore } from "../shell/restoration/archive-store.js";
import { deviceOf } from "../shell/restoration/device-name.js";
import { restoreGuarded } from "../shell/restoration/guarded-restoration.js";
import { tellingOf } from "../shell/restoration/offers.js";
import { saveState } from "../shell/restoration/state-saving.js";
import { Timer } from "../shell/timer.js";
import { StateApi } from "../api/state-api.js";
import { ListedNames } from "../settings/listed-names.js";
import { Continuing } from "./continuing.js";
import { documentScreens } from "./open-documents.js";
import { RestoredParts } from "./restored-parts.js";

/** Nothing is done for so long before it is kept, in ms. */
const REST = 1500;

/** Events of hands and keys that change the screen. */
const DEEDS = Object.freeze(["click", "keyup", "change", "wheel", "touchend"]);

/** So many clients that keep a state are known to the others. */
const MOST_CLIENTS = 100;

/** The name of this browser among clients. */
const CLIENT = "client";

/**
 * @typedef {import("./restored-parts.js").RestoredContext & {api: import("../api/api.js").Api, router: import("../shell/router.js").Router,
 *   guard: import("../shell/restore-guard.js").RestoreGuard, signIn: Pick<import("./sign-in.js").SignIn, "isNeeded">,
 *   choices: Pick<import("../settings/shared-choices.js").SharedChoices, "get" | "set">, chosen: Promise<unknown>}} RestoringContext
 */

export class Restoring {
  #context;
  #signal;
  #parts;
  #states;
  #continuing;
  #client = clientName();
  #store = new ArchiveStore();
  #formFactor = formFactorOf(screen, matchMedia("(pointer: coarse)").matches);
  #resting;
  #isActive = false;
  /** The archive that was kept last, without its time. */
  #kept = "";
  /** The text that other devices were told last. */
  #told = "";

  /**
   * @param {RestoringContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    this.#context = context;
    this.#signal = signal;
    this.#parts = new RestoredParts(context);
    this.#states = new StateApi(context.api, new ListedNames("state.clients", MOST_CLIENTS, context.choices, context.chosen));
    this.#continuing = new Continuing({ ...context, states: this.#states, client: this.#client }, signal);
    this.#resting = new Timer(signal);
    void this.#begin();
  }

  /** The screen may have changed. */
  follow() {
    this.#parts.follow();
    const { screen } = this.#context;
    if (screen.element.hidden || screen.selected.length > 0) this.#continuing.hide();
  }

  /** @param {import("../api/api.js").Document} document that has changed */
  heard(document) {
    this.#continuing.heard(document);
    if (!isPrivate(document)) return;
    const { documents, api } = this.#context;
    void documentScreens.load().then(() => documents.guard(document), () => {});
    // The service worker hears of it by an answer, and forgets what it keeps of it (`offline/private-answers.js`).
    void api.document(document.id, this.#signal).catch(() => {});
    this.#keep();
  }

  get #facts() {
    return { appVersion: APP_VERSION, formFactor: this.#formFactor, savedAt: new Date().toISOString(), userAgent: navigator.userAgent };
  }

  async #begin() {
    const { guard, signIn } = this.#context;
    if (guard.clean || signIn.isNeeded) return;
    const isBack = isComeBack();
    const archive = this.#store.read(isBack);
    if (archive && isBack) await this.#restore(archive);
    // A server that does not answer keeps nothing up.
    void this.#continuing.look(location.pathname + location.search === "/" ? archive : null);
    this.#listen();
  }

  /** @param {import("../shell/restoration/state-archive.js").Archive} archive */
  async #restore(archive) {
    const { factories, objects } = this.#parts;
    await restoreGuarded({ shouldRestore: () => true, factories, objects }, archive, {
      guard: this.#context.guard, now: this.#facts, drop: () => this.#store.drop(), log: (line) => console.info(`Sheaf: ${line}`),
    });
  }

  #listen() {
    const [signal, options] = [this.#signal, { signal: this.#signal, capture: true, passive: true }];
    const moved = () => this.#resting.set(REST, () => this.#keep());
    for (const deed of DEEDS) window.addEventListener(deed, () => (this.#isActive = true, moved()), options);
    // Scrolling goes on after a deed; that of a start follows none.
    window.addEventListener("scroll", moved, options);
    this.#context.router.noted = moved;
    window.addEventListener("pagehide", () => this.#keep(), { signal });
    document.addEventListener("visibilitychange", () => this.#turned(), { signal });
  }

  /** The app is left, perhaps for ever, or is come back to, perhaps from another device. */
  #turned() {
    if (document.visibilityState === "hidden") this.#keep();
    else void this.#continuing.look(null);
  }

  #keep() {
    this.#resting.clear();
    // A visit that only looks in leaves what is there to go on with.
    if (!this.#isActive) return;
    const shouldSave = () => !this.#context.signIn.isNeeded;
    const archive = saveState({ shouldSave, root: this.#parts.root, objects: this.#parts.objects }, this.#facts);
    if (!archive) return;
    const kept = JSON.stringify({ ...archive, savedAt: "" });
    if (kept === this.#kept) return;
    this.#kept = kept;
    this.#store.write(archive, this.#parts.paths);
    void this.#states.keep(this.#client, archive);
    this.#tell();
  }

  /** Other devices are told of the document that is shown, and once that there is none any more. */
  #tell() {
    const { place } = this.#parts;
    const told = JSON.stringify(tellingOf(place, this.#client, deviceOf(navigator.userAgent, navigator.maxTouchPoints)));
    if (told === this.#told || (place === null && this.#told === "")) return;
    this.#told = told;
    void this.#states.keepLatest(JSON.parse(told));
  }
}

/** Whether the page shows again what it showed before, rather than what an address asks for anew. */
function isComeBack() {
  const [entry] = performance.getEntriesByType("navigation");
  const { type } = /** @type {PerformanceNavigationTiming} */ (entry ?? { type: "navigate" });
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  return type === "reload" || type === "back_forward" || isInstalled || /** @type {{wasDiscarded?: boolean}} */ (document).wasDiscarded === true;
}

/** The name by which the server knows this browser. */
function clientName() {
  const name = preference(CLIENT) ?? `web-${randomId()}`;
  setPreference(CLIENT, name);
  return name;
}
