/** The places of the library, and how uploads get on. */

import { button, element, followLinks, icon, setAttributes } from "../shell/element.js";
import { libraryPath } from "../shell/address.js";
import { preference } from "../shell/preferences.js";
import { say } from "../shell/texts.js";
import { numberInWords } from "../api/words.js";
import { PLACE_GROUPS, placeOf } from "./places.js";

/**
 * @typedef {object} SidebarCalls
 * @property {(path: string) => void} go called with the address of a place
 * @property {() => void} cancelUploads
 * @property {() => void} showActivity
 * @property {() => void} showKeys
 * @property {() => void} showSettings
 * @property {(anchor: HTMLElement) => void} copyFrom lists what can be copied from elsewhere on the server
 */

export class Sidebar {
  /** @type {HTMLElement} */
  element;
  #folders = placeLink(placeOf("folders"));
  /** Further places, which come later. */
  sections = element("div", { class: "place-sections" }, element("ul", { class: "places" }, element("li", {}, this.#folders)));
  #status;
  #text;
  #bar = element("progress", { "class": "upload-bar", "max": 1, "aria-label": say("Adding files") });

  /**
   * @param {SidebarCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    const cancel = button({ label: say("Cancel all"), text: true, class: "small" }, calls.cancelUploads, signal);
    this.#text = button({ label: say("Adding files"), text: true, class: "small upload-count" }, calls.showActivity, signal);
    this.#status = element(
      "div",
      { class: "upload-status", hidden: true },
      element("div", { class: "upload-line" }, this.#text, cancel),
      this.#bar,
    );
    const ways = element("ul", { class: "places" }, ...PLACE_GROUPS.ways.map((place) => element("li", {}, placeLink(place))));
    for (const list of [ways, this.sections]) followLinks(list, calls.go, signal);
    const copy = button(
      { label: say("Copy from…"), icon: "duplicate", text: true, class: "sidebar-keys" }, () => calls.copyFrom(copy), signal,
    );
    copy.setAttribute("aria-haspopup", "menu");
    const keys = button(
      { label: say("Keys"), icon: "keys", text: true, class: "sidebar-keys", keys: "?" }, calls.showKeys, signal,
    );
    const settings = button(
      { label: say("Settings"), icon: "settings", text: true, class: "sidebar-keys", keys: "," }, calls.showSettings, signal,
    );
    this.element = element(
      "nav",
      { "class": "sidebar", "id": "places", "aria-label": say("Library") },
      brand(),
      ways,
      this.sections,
      element("div", { class: "sidebar-foot" }, this.#status, copy, settings, keys),
    );
  }

  /**
   * Marks what is shown: a search that was saved, or the place. A folder that has no line is marked at the top of all.
   * @param {import("./places.js").Query} query
   */
  mark(query) {
    const links = [...this.element.querySelectorAll("a.place")];
    const of = (/** @type {string} */ q) => links.find((link) => link.getAttribute("href") === libraryPath({ ...query, q, sort: null }));
    const shown = of(query.q) ?? of("") ?? (query.place === "folders" ? this.#folders : null);
    for (const link of links) setAttributes(link, { "aria-current": link === shown && "page" });
  }

  /** @param {{active: number, done: number, total: number, fraction: number}} summary */
  showUploads(summary) {
    this.#status.hidden = summary.active === 0;
    this.#text.textContent = say("Adding {number} of {total}", { number: numberInWords(Math.min(summary.done + 1, summary.total)), total: numberInWords(summary.total) });
    this.#bar.value = summary.fraction;
  }

  focus() {
    this.element.querySelector("a")?.focus();
  }
}

function brand() {
  return element("div", { class: "brand" }, icon("sheaf"), element("span", {}, "Sheaf"));
}

/**
 * @param {import("./places.js").Place} place
 * @returns {HTMLAnchorElement}
 */
function placeLink(place) {
  return element(
    // An Inbox that was empty is not listed until something is counted in it.
    "a", { class: "place", href: libraryPath({ place: place.id }), hidden: preference(place.id) === "empty" }, icon(place.icon), say(place.name),
  );
}
