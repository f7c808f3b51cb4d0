/** A window of a document that turns its pages together with other ones. */

import { PreferenceApi, TOGETHER_KEY } from "../../api/preference-api.js";
import { randomId, untilNot } from "../../shell/browser.js";
import { TOGETHER_CHANNEL, TurningTogether } from "./turning-together.js";

/** @typedef {import("../reader.js").Reader} Reader */
/** @typedef {import("./turning-together.js").PageTurn} PageTurn */

/** The server is told of a turn no sooner after the one before, in ms: a key that is held turns thirty pages a second. */
const TELLING = 250;

/** @typedef {import("./turning-together.js").Choice} Choice */

export class LinkedWindows {
  #together;
  /** @type {Reader | null} */
  #reader = null;
  #api;
  #name = randomId();
  /** @type {PageTurn | null} */
  #untold = null;
  #isTelling = false;

  /**
   * @param {string} document
   * @param {{api: import("../../api/api.js").Api, changed: (isInvited: boolean) => void}} parts `changed` is called when pages are turned
   *   together, or no longer
   * @param {AbortSignal} signal
   */
  constructor(document, { api, changed }, signal) {
    this.#api = new PreferenceApi(api);
    this.#together = new TurningTogether(document, {
      name: this.#name, channel: new BroadcastChannel(TOGETHER_CHANNEL), send: (turn) => this.#send(turn),
      page: () => this.#reader?.page ?? 1, goTo: (page) => this.#reader?.goTo(page), now: () => performance.now(),
      isHeld: () => this.#reader?.isHeld ?? false, rest: () => untilNot(() => this.#reader?.isHeld ?? false),
      kept: keptInTab(`together.${document}`), changed,
    }, signal);
  }

  get isOn() {
    return this.#together.isOn;
  }

  toggle() {
    this.#together.toggle();
  }

  /** @param {Reader} reader of other pages of the document */
  follow(reader) {
    this.#reader = reader;
    this.#together.begin();
  }

  moved() {
    this.#together.moved();
  }

  /** @param {unknown} turn that another browser told the server of */
  turned(turn) {
    this.#together.turned(turn);
  }

  /** @param {PageTurn} turn */
  #send(turn) {
    this.#untold = turn;
    if (!this.#isTelling) void this.#tell();
  }

  /** The latest turn is told, and none that was outrun. */
  async #tell() {
    this.#isTelling = true;
    for (let turn = this.#take(); turn; turn = this.#take()) {
      // Without the server the windows of this browser turn together all the same.
      await this.#api.setPreference(TOGETHER_KEY, turn, this.#name).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, TELLING));
    }
    this.#isTelling = false;
  }

  #take() {
    const turn = this.#untold;
    this.#untold = null;
    return turn;
  }
}

/**
 * @param {string} name
 * @returns {{get: () => Choice, set: (choice: Choice) => void}}
 */
function keptInTab(name) {
  /** @type {Choice} */
  let choice = null;
  try {
    choice = /** @type {Choice} */ (sessionStorage.getItem(name));
  } catch {
    // It is asked for again in each window.
  }
  return {
    get: () => choice,
    set: (chosen) => {
      choice = chosen;
      try {
        sessionStorage.setItem(name, chosen ?? "");
      } catch {
        // Forgotten with the page.
      }
    },
  };
}
