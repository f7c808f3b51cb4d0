/**
 * Offers quietly, over the list, to go on with what was read last. It was read on another device since this one was used, or
 * else in this browser within the last day. The offer goes when something is opened or selected, and for a day when it is dismissed.
 */

import { button } from "../shell/element.js";
import { isRecord } from "../shell/last-seen.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { NoteBar } from "../shell/note-bar.js";
import { preference, setPreference } from "../shell/preferences.js";
import { isPrivate } from "../shell/private-documents.js";
import { deviceInWords, deviceOf } from "../shell/restoration/device-name.js";
import { fetchLateSheets } from "../shell/late-sheets.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../shell/restoration/state-archive.js").Archive} Archive */
/** @typedef {{client: string, id: string, page: number, path: string, device: {browser: string, system: string} | null}} Offer `device` is null for this one */

/** So long what was read in this browser is offered, and what was dismissed is not, in ms; and what was read elsewhere. */
const DAY = 24 * 3600 * 1000;
const WEEK = 7 * DAY;

/** Of longer names the middle is left out. */
const LONGEST_NAME = 64;

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

/**
 * What this browser tells other devices of what is shown in it.
 * @param {{id: string, page: number, path: string} | null} place null where no document is shown, or a private one
 * @param {string} client
 */
export function tellingOf(place, client) {
  const { id = null, page = 1, path = "/" } = place ?? {};
  return { client, id, page, path, ...deviceOf(navigator.userAgent, navigator.maxTouchPoints) };
}

/**
 * The document that was shown when the archive was made; null where none was, or not within the last day.
 * @param {Archive | null} archive
 * @param {string} client
 * @param {number} now in ms since 1970
 * @returns {Offer | null}
 */
export function ownOffer(archive, client, now) {
  const isRecent = archive !== null && now - Date.parse(archive.savedAt) < DAY;
  const offer = isRecent ? understoodOffer({ ...archive.slots["shell/document"], client }) : null;
  return offer && { ...offer, device: null };
}

/**
 * @param {unknown} kept
 * @returns {Offer | null}
 */
export function understoodOffer(kept) {
  if (!isRecord(kept)) return null;
  const { client, id, page, path, browser, system } = kept;
  if (typeof client !== "string" || typeof id !== "string" || typeof path !== "string") return null;
  // Whoever may write there must not lead anywhere else.
  if (!path.startsWith(`/d/${encodeURIComponent(id)}`)) return null;
  const device = { browser: nameIn(browser), system: nameIn(system) };
  return { client, id, page: typeof page === "number" && Number.isSafeInteger(page) ? page : 1, path, device };
}

/**
 * @param {Offer} offer
 * @param {string} name of the document
 */
export function offerInWords({ page, device }, name) {
  name = shortened(name);
  if (!device) return page > 1 ? say("Continue with {name}, page {page}", { name, page }) : say("Continue with {name}", { name });
  const from = deviceInWords(device);
  return page > 1 ? say("Continue here: {name}, page {page}, from {device}", { name, page, device: from }) : say("Continue here: {name}, from {device}", { name, device: from });
}

/**
 * A long name without its middle: its end tells it from others, and the page stays in sight.
 * @param {string} name
 */
function shortened(name) {
  const letters = [...name];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 20).join("")}…${letters.slice(-18).join("")}` : name;
}

/** @param {unknown} name */
function nameIn(name) {
  return typeof name === "string" ? name.slice(0, 40) : "";
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
