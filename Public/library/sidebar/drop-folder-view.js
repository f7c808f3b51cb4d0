/** A drop folder as a place: how it gets on, and what is wrong with files in it. */

import { libraryPath } from "../../shell/address.js";
import { element, followLinks, icon } from "../../shell/element.js";
import { say, sayCount } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { phraseInWords } from "../../api/server-phrases.js";
import { numberInWords } from "../../api/words.js";

/** @typedef {import("../../api/api.js").Watcher} Watcher */

/** It is looked at so often while it is shown. */
const LOOK_MILLISECONDS = 4000;

export class DropFolderView {
  /** @type {HTMLElement} */
  element = element("div", { class: "place-view" });
  #parts;
  #name;
  #signal;
  #looking;
  #key = "";

  /**
   * @param {{api: Pick<import("../../api/api.js").Api, "watchers">, router: Pick<import("../../shell/router.js").Router, "go">}} parts
   * @param {string} name
   * @param {AbortSignal} signal
   */
  constructor(parts, name, signal) {
    this.#parts = parts;
    this.#name = name;
    this.#signal = signal;
    this.#looking = new Timer(signal);
    followLinks(this.element, (path) => parts.router.go(path), signal);
    void this.#look();
  }

  async #look() {
    const found = await this.#parts.api.watchers(this.#signal).catch(() => null);
    if (this.#signal.aborted) return;
    this.#looking.set(LOOK_MILLISECONDS, () => void this.#look());
    const watcher = found?.watchers.find(({ name }) => name === this.#name);
    const key = JSON.stringify(found ? watcher ?? "none" : "offline");
    if (key === this.#key) return;
    this.#key = key;
    this.element.replaceChildren(...(watcher ? this.#content(watcher) : [missing(found !== null, this.#name)]));
  }

  /** @param {Watcher} watcher */
  #content(watcher) {
    const { stuck } = watcher;
    const inbox = element("a", { class: "info-link", href: libraryPath({ place: "inbox" }) }, say("Show the Inbox"));
    const list = stuck.length === 0 ? [] : [
      element("h3", {}, say("Cannot be moved out of it")),
      element("dl", {}, ...stuck.flatMap(({ name, reason }) => [element("dt", {}, element("bdi", {}, name)), element("dd", {}, phraseInWords(reason))])),
    ];
    return [
      element("p", { class: "place-state" }, icon(isWell(watcher) ? "check" : "warning"), stateInWords(watcher)),
      element("p", { class: "secondary" }, say("Files that are put into this folder on the server become documents in the Inbox, and leave it. A file is taken once it has stopped growing.")),
      element("dl", { class: "info-facts" }, ...factsOf(watcher).flatMap(([label, value]) => [element("dt", {}, label), element("dd", {}, value)])),
      ...list, inbox,
    ];
  }
}

/** @param {Watcher} watcher */
function isWell({ state, stuck }) {
  return state !== "failing" && stuck.length === 0;
}

/** @param {Watcher} watcher */
function stateInWords({ state, reason, pending, stuck }) {
  if (state === "failing") return say("It cannot be read: {reason}. It is tried again and again.", { reason: reason ? phraseInWords(reason) : say("the server does not say why") });
  if (state === "starting") return say("It is being looked into for the first time.");
  if (stuck.length > 0) return say("It is watched. Some files cannot be moved out of it.");
  return pending > 0 ? sayCount(pending, "It is watched. {n} file waits to be complete.", "It is watched. {n} files wait to be complete.") : say("It is watched. Nothing waits in it.");
}

/**
 * @param {Watcher} watcher
 * @returns {[string, string][]}
 */
export function factsOf({ pending, imported, rejected, passedOver }) {
  /** @type {[string, string][]} */
  const facts = [[say("Waiting"), numberInWords(pending)], [say("Taken in"), sayCount(imported, "{n} since the server started", "{n} since the server started")]];
  if (rejected > 0) facts.push([say("Set aside"), sayCount(rejected, "{n} that could not become documents. They lie in its folder “Not imported”, each with the reason beside it.", "{n} that could not become documents. They lie in its folder “Not imported”, each with the reason beside it.")]);
  if (passedOver > 0) facts.push([say("Left alone"), say("{count}: hidden files, unfinished transfers and links", { count: numberInWords(passedOver) })]);
  return facts;
}

/**
 * @param {boolean} isAnswered
 * @param {string} name
 */
function missing(isAnswered, name) {
  const [title, text] = isAnswered ? [say("There is no drop folder {name}", { name }), say("The server may have been started without it.")] : [say("The drop folder cannot be looked at"), say("It is tried again in a moment.")];
  return element("div", { class: "empty" }, element("div", { class: "notice-mark" }, icon("inbox")), element("h2", {}, title), element("p", {}, text));
}
