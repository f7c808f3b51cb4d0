/**
 * The screen of the settings: its sections at the left, and one of them; where there is little room, one after the other.
 */

import { button, element, followLinks, icon, linkButton, setAttributes } from "../shell/element.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { say } from "../shell/texts.js";
import { SECTIONS, sectionOf, sectionsWith, settingsPath } from "./section-list.js";
import { aboutSection } from "./sections/about.js";
import { accessSection } from "./sections/access.js";
import { appearanceSection } from "./sections/appearance.js";
import { devicesSection } from "./sections/devices.js";
import { foldersSection } from "./sections/folders.js";
import { keysSection } from "./sections/keys.js";
import { openingSection } from "./sections/opening.js";
import { rulesSection } from "./sections/rules.js";
import { storageSection } from "./sections/storage.js";
import { wordsSection } from "./sections/words.js";

/** @typedef {import("./section-list.js").SectionParts} SectionParts */
/** @typedef {import("./section-list.js").MakeSection} MakeSection */

/** @type {ReadonlyMap<string, MakeSection>} */
const MAKERS = new Map([
  ["appearance", appearanceSection], ["keys", keysSection], ["opening", openingSection], ["folders", foldersSection], ["rules", rulesSection],
  ["words", wordsSection], ["storage", storageSection], ["access", accessSection], ["devices", devicesSection], ["about", aboutSection],
]);

/**
 * @typedef {object} SettingsCalls
 * @property {(path: string) => void} go called with the address of a section, or of the list of them
 * @property {() => void} close
 */

export class SettingsScreen {
  /** @type {HTMLElement} */
  element;
  #parts;
  #calls;
  #signal;
  #shown = new LatestSignal();
  #section = "";
  #list = element("ul", { class: "settings-sections" });
  #none = element("p", { class: "secondary settings-none", role: "status", hidden: true });
  #search = element("input", {
    "class": "field settings-search", "type": "search", "autocomplete": "off", "spellcheck": "false",
    "placeholder": say("Search the settings"), "aria-label": say("Search the settings"),
  });
  #title = element("h2", { class: "settings-title", id: "settings-title", tabindex: -1 });
  // A section without a control is read down by the keys as well.
  #page = element("div", { "class": "settings-page", "tabindex": 0, "role": "region", "aria-labelledby": "settings-title" });

  /**
   * @param {SectionParts} parts
   * @param {SettingsCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(parts, calls, signal) {
    this.#parts = parts;
    this.#calls = calls;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#shown.abort());
    const close = button({ label: say("Close the settings"), icon: "close" }, calls.close, signal);
    const back = linkButton({ label: say("All settings"), icon: "back", class: "quiet settings-back" }, { href: settingsPath("") });
    const nav = element(
      "nav", { "class": "settings-nav", "aria-label": say("Settings") },
      element("div", { class: "settings-head" }, element("h1", {}, say("Settings")), close),
      this.#search, this.#list, this.#none,
    );
    const body = element(
      "div", { class: "settings-main" },
      // The list is not shown beside a section where there is little room, and the name of it all neither.
      element("h1", { class: "visually-hidden settings-whole" }, say("Settings")),
      element("div", { class: "settings-head" }, back, this.#title, this.#closing()), this.#page,
    );
    this.element = element("main", { class: "settings-screen" }, nav, body);
    followLinks(this.element, (path) => calls.go(path), signal);
    this.#search.addEventListener("input", () => this.#draw(), { signal });
  }

  /** The same way out beside a section, where the list of sections is not shown. */
  #closing() {
    return button({ label: say("Close the settings"), icon: "close", class: "quiet settings-close" }, this.#calls.close, this.#signal);
  }

  /**
   * Shows a section; "" is the list of sections, beside which the first one stands where there is room.
   * @param {string} id
   * @param {boolean} isNew whether the user goes there, so that the focus follows
   */
  show(id, isNew) {
    const section = sectionOf(id) ?? SECTIONS[0];
    setAttributes(this.element, { "data-list": sectionOf(id) === null });
    this.#draw(section?.id);
    document.title = `${say(section?.title ?? "")} – ${say("Settings")} – Sheaf`;
    if (section && this.#section !== section.id) {
      this.#section = section.id;
      this.#title.textContent = say(section.title);
      const made = MAKERS.get(section.id)?.(this.#parts, this.#shown.next());
      this.#page.replaceChildren(...(made ? [made] : []));
      this.#page.scrollTop = 0;
    }
    if (isNew) this.#focus(sectionOf(id) !== null);
  }

  /**
   * Keys of the screen: Escape clears the search, or closes.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (event.key === "/" && !(event.target instanceof HTMLInputElement)) return this.#search.focus(), true;
    if (event.key !== "Escape") return false;
    if (this.#search.value === "") return this.#calls.close(), true;
    this.#search.value = "";
    this.#draw();
    return true;
  }

  /** @param {boolean} isSection */
  #focus(isSection) {
    const target = isSection ? this.#title : this.#list.querySelector("a");
    target?.focus({ preventScroll: true });
  }

  /** @param {string} [current] */
  #draw(current = this.#section) {
    const results = sectionsWith(this.#search.value);
    this.#list.replaceChildren(...results.map(({ section, found }) => element("li", {}, element(
      "a", { "class": "place settings-link", "href": settingsPath(section.id), "aria-current": section.id === current && "page" },
      icon(section.icon),
      element(
        "span", { class: "settings-link-words" }, say(section.title),
        ...(found.length ? [element("span", { class: "settings-found" }, found.join(" · "))] : []),
      ),
      icon("next"),
    ))));
    this.#none.hidden = results.length > 0;
    this.#none.textContent = say("No setting is called that.");
  }
}
