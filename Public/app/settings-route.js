/**
 * The settings lie over what is shown, which stays as it is: whoever leaves them finds it so.
 *
 *     library, document ──"/settings/…"──► settings ──a section, one after the other──► settings
 *            ▲                                │ Escape, Close: one step back, past all sections
 *            └────────────────────────────────┘
 */

import { fetchLateSheets } from "../shell/late-sheets.js";
import { LazyModule } from "../shell/lazy-module.js";

/** @typedef {import("../settings/section-list.js").SectionParts} SectionParts */
/** @typedef {import("../settings/settings-screen.js").SettingsScreen} SettingsScreen */

/** Only those who change settings need it. */
export const settingsScreen = new LazyModule(async () => {
  const [screen] = await Promise.all([import("../settings/settings-screen.js"), fetchLateSheets()]);
  return screen;
});

export class SettingsRoute {
  #router;
  #notices;
  #root;
  #parts;
  #listening = new AbortController();
  /** @type {SettingsScreen | null} */
  #screen = null;
  /** The section that is to be shown; null while the settings are closed. */
  /** @type {string | null} */
  #wanted = null;
  /** The screen below: its address, its title, and the element that had the focus. */
  #below = { path: "/", title: "", focused: /** @type {Element | null} */ (null) };

  /**
   * @param {import("../shell/router.js").Router} router
   * @param {HTMLElement} root
   * @param {Omit<SectionParts, "place">} parts
   */
  constructor(router, root, parts) {
    this.#router = router;
    this.#notices = parts.notices;
    this.#root = root;
    this.#parts = { ...parts, place: () => this.#below.path };
  }

  get isShown() {
    return this.#wanted !== null;
  }

  /** The address of what they lie over. */
  get below() {
    return this.#below.path;
  }

  /**
   * Opens them over what is shown.
   * @param {string} [section] "" for the list of sections
   */
  open(section = "") {
    if (this.isShown) return;
    const { pathname, search, hash } = location;
    this.#below = { path: pathname + search + hash, title: document.title, focused: document.activeElement };
    this.#router.go(section ? `/settings/${section}` : "/settings");
  }

  /**
   * @param {string} section
   * @param {boolean} isNew whether the user goes there
   */
  async show(section, isNew) {
    this.#wanted = section;
    this.#cover(true);
    const loaded = settingsScreen.loaded ?? await this.#notices.load(settingsScreen);
    if (!loaded || this.#wanted !== section) return;
    if (!this.#screen) {
      this.#listening = new AbortController();
      this.#screen = new loaded.SettingsScreen(this.#parts, {
        go: (path) => this.#go(path), close: () => this.#router.back("/"),
      }, this.#listening.signal);
      this.#root.append(this.#screen.element);
    }
    this.#screen.show(section, isNew);
  }

  /** Takes them away, if they are there. */
  close() {
    if (!this.isShown) return;
    this.#wanted = null;
    this.#listening.abort();
    this.#screen?.element.remove();
    this.#screen = null;
    this.#cover(false);
    const { title, focused } = this.#below;
    if (title) document.title = title;
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    this.#below = { path: "/", title: "", focused: null };
  }

  /**
   * A key while they are shown; true where it meant something to them.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    return this.#screen?.pressed(event) ?? false;
  }

  /**
   * Sections are places of the same thing: the way out leads past all of them.
   * @param {string} path
   */
  #go(path) {
    if (path === location.pathname) return;
    // The link of a document that is quarantined, say, leads out of the settings.
    if (!path.startsWith("/settings")) return this.#router.go(path);
    this.#router.step(location.pathname, path);
    const address = this.#router.address;
    if (address.view === "settings") void this.show(address.section, true);
  }

  /**
   * What lies below takes no part while the settings lie over it.
   * @param {boolean} isCovered
   */
  #cover(isCovered) {
    for (const one of this.#root.querySelectorAll(":scope > :not(.settings-screen, .banner, .toasts)")) one.toggleAttribute("inert", isCovered);
  }
}
