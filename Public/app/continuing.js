/**
 * Offers quietly, over the list, to go on with what was read last. It was read on another device since this one was used, or
 * else in this browser within the last day. The offer goes when something is opened or selected, and for a day when it is dismissed.
 */

import { button } from "../shell/element.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { NoteBar } from "../shell/note-bar.js";
import { preference, setPreference } from "../shell/preferences.js";
import { isPrivate } from "../offline/private-documents.js";
import { DAY, offerInWords, ownOffer, understoodOffer } from "../shell/restoration/offers.js";
import { fetchLateSheets } from "../shell/late-sheets.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../shell/restoration/state-archive.js").Archive} Archive */
/** @typedef {import("../shell/restoration/offers.js").Offer} Offer */

/** So long what was read elsewhere is offered, in ms. */
const WEEK = 7 * DAY;

/** The name of what was dismissed last, and when, among what this browser keeps. */
const DISMISSED = "continue.dismissed";

/**
 * @typedef {object} ContinuingContext
 * @property {import("../api/api.js").Api} api
 * @property {import("../api/state-api.js").StateApi} states
 * @property {string} client
 * @property {Pick<import("../library/library-screen.js").LibraryScreen, "element">} screen
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 */

export class Continuing {
  #context;
  #signal;
  #asking = new LatestSignal();
  /** @type {{bar: NoteBar, id: string} | null} */
  #shown = null;

  /**
   * @param {ContinuingContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    this.#context = context;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.hide());
  }

  /**
   * Looks for what can be gone on with, and offers it.
   * @param {Archive | null} archive of this browser; null where only other devices are asked
   */
  async look(archive) {
    if (this.#context.screen.element.hidden) return;
    const signal = this.#asking.next();
    const offer = await this.#elsewhere(signal) ?? ownOffer(archive, this.#context.client, Date.now());
    if (!offer || isDismissed(offer)) return;
    // It may have another name by now, be gone, or private.
    const [document] = await Promise.all([this.#context.api.document(offer.id, signal).catch(() => null), fetchLateSheets()]);
    if (!document || document.trashed || isPrivate(document) || signal.aborted || this.#signal.aborted) return;
    this.#show(offer, document.name);
  }

  /** Something else is shown, or was begun: nothing is offered any more. */
  hide() {
    this.#asking.abort();
    this.#shown?.bar.element.remove();
    this.#shown = null;
  }

  /** @param {{id: string, tags?: readonly string[]}} document that has changed */
  heard(document) {
    if (document.id === this.#shown?.id && isPrivate(document)) this.hide();
  }

  /** @param {AbortSignal} signal */
  async #elsewhere(signal) {
    const { states, client } = this.#context;
    const latest = await states.latest(signal);
    const offer = latest && understoodOffer(latest.state);
    if (!offer || offer.client === client || Date.now() - Date.parse(latest.savedAt) > WEEK) return null;
    const own = await states.of(client, signal);
    return Date.parse(latest.savedAt) > Date.parse(own?.savedAt ?? "1970-01-01T00:00:00Z") ? offer : null;
  }

  /**
   * @param {Offer} offer
   * @param {string} name
   */
  #show(offer, name) {
    this.#shown?.bar.element.remove();
    const bar = new NoteBar(say("Continue"));
    bar.element.classList.add("continue-bar");
    // Messages stand above it.
    bar.element.dataset["foot"] = "";
    const go = button({ label: say("Continue"), text: true, class: "outlined" }, () => (this.hide(), this.#context.router.go(offer.path)), this.#signal);
    const dismiss = button({ label: say("Dismiss"), icon: "close", class: "quiet" }, () => this.#dismiss(offer), this.#signal);
    bar.show(offerInWords(offer, name), [go, dismiss]);
    this.#shown = { bar, id: offer.id };
    this.#context.screen.element.querySelector(".library-scroll")?.before(bar.element);
  }

  /** @param {Offer} offer */
  #dismiss(offer) {
    setPreference(DISMISSED, `${keyOf(offer)} ${Date.now()}`);
    this.hide();
    const first = this.#context.screen.element.querySelector(".library-scroll [tabindex='0']");
    if (first instanceof HTMLElement) first.focus();
  }
}

/** @param {Offer} offer */
function keyOf({ client, id }) {
  return `${client} ${id}`;
}

/** @param {Offer} offer */
function isDismissed(offer) {
  const [client, id, time] = (preference(DISMISSED) ?? "").split(" ");
  return `${client} ${id}` === keyOf(offer) && Date.now() - Number(time) < DAY;
}
