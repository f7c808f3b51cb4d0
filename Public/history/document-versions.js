/** A document's versions as they are seen: the list beside it, the line over the one that is shown, and bringing one back. */

import { setAttributes } from "../shell/element.js";
import { NO_HISTORY } from "../shell/address.js";
import { say } from "../shell/texts.js";
import { openActionMenu } from "../shell/tool-actions.js";
import { HistoryPanel, canBeRead } from "./history-panel.js";
import { VersionApi, versionContentUrl } from "../api/version-api.js";
import { VersionHistory } from "./version-history.js";
import { versionNumbered } from "./version-list.js";
import { VersionBar } from "./version-bar.js";
import { versionFileName } from "./version-content.js";
import { VersionRestoring } from "./version-restoring.js";

/** @typedef {import("../shell/address.js").HistoryParameters} HistoryParameters */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/version-api.js").Version} Version */

/** As in `history.css`: from this width on the list has room beside the document. */
const WIDE = "(min-width: 1024px)";

export class DocumentVersions {
  /** @type {VersionApi} */
  api;
  #id;
  #opened;
  #notices;
  #signal;
  #history;
  #panel;
  #bar;
  #restoring;
  /** @type {HistoryParameters} */
  #shown = NO_HISTORY;
  #listed = false;
  #name = "";
  /**
   * The one that is shown, which the list need not reach.
   * @type {Version | null}
   */
  #version = null;
  /** @type {HTMLElement | null} */
  #place = null;
  /** @type {HTMLElement | null} */
  #opener = null;

  /**
   * @param {{api: import("../api/api.js").Api, notices: import("../api/notices.js").Notices}} context
   * @param {ScreenOwner} opened
   * @param {AbortSignal} signal
   */
  constructor({ api, notices }, opened, signal) {
    this.#id = opened.id;
    this.#opened = opened;
    this.#notices = notices;
    this.api = new VersionApi(api);
    this.#signal = signal;
    this.#history = this.#historyOf(opened.id);
    this.#restoring = new VersionRestoring({
      opened, notices, document: () => api.document(this.#id, new AbortController().signal),
      restore: (number, sha256) => this.api.restore(this.#id, number, sha256),
      restored: (document) => this.#restored(document),
    });
    this.#panel = new HistoryPanel(this, signal);
    this.#bar = new VersionBar(this, signal);
  }

  /** The line over a version; hidden where none is shown. */
  get bar() {
    return this.#bar.element;
  }

  get listed() {
    return this.#listed;
  }

  get loading() {
    return (this.#listed || this.#shown.version !== null) && this.#history.state.status === "loading";
  }

  get facts() {
    const { versions, next, fresh } = this.#history.state;
    return { listed: this.#listed, count: versions.length, complete: fresh && next === null };
  }

  /** @param {HTMLElement} place where the list stands when it is there */
  mount(place) {
    this.#place = place;
  }

  /**
   * @param {HistoryParameters} history
   * @param {boolean} first whether the document has just been opened
   */
  show(history, first) {
    if (history.version !== this.#shown.version) this.#version = null;
    this.#shown = history;
    if (history.version !== null) this.#history.begin();
    // Narrow windows have room for the list or for a version.
    const hasRoom = history.version === null || matchMedia(WIDE).matches;
    if (first && history.listed && hasRoom) this.#setListed(true, true);
    // A step back may lead to an address from before the list came or went.
    else if (history.listed !== this.#listed) this.#opened.noted();
    this.#draw();
  }

  /**
   * Goes on with another document: a copy.
   * @param {string} id
   */
  become(id) {
    this.#id = id;
    this.#history = this.#historyOf(id);
    if (this.#listed) this.#history.begin();
    this.#draw();
  }

  /** @param {string} name of the document, for what is downloaded */
  named(name) {
    this.#name = name;
  }

  /**
   * Told of a version that is being shown.
   * @param {Version} version
   */
  opened(version) {
    this.#version = version;
    this.#draw();
  }

  /** @param {Document} document as it is now */
  heard(document) {
    this.#name = document.name;
    this.#history.heard(document);
    this.#draw();
  }

  /** Events that came before it listened are not sent again. */
  refresh() {
    this.#history.heard();
  }

  /**
   * Lists the versions, or ends that.
   * @param {HTMLElement | null} opener the button that was pressed
   */
  toggle(opener) {
    this.#opener = opener;
    this.#setListed(!this.#listed);
  }

  close() {
    this.#setListed(false);
  }

  get history() {
    return this.#history;
  }

  /**
   * Closes the list where the focus is in it.
   * @param {EventTarget | null} target
   */
  dismiss(target) {
    const inside = this.#listed && target instanceof Node && this.#panel.element.contains(target);
    if (inside) this.#setListed(false);
    return inside;
  }

  /**
   * Does what a key stands for; false where it stands for nothing.
   * @param {string} key
   */
  pressed(key) {
    if (key === "h") return this.toggle(null), true;
    const { version, compared } = this.#shown;
    if (version === null) return false;
    if (key === "c") return this.compare(version, compared === null ? "now" : null), true;
    if (key === "r") return void this.restore(version), true;
    if (key === "[" || key === "]") return this.#bar.step(key === "[" ? "older" : "newer"), true;
    return false;
  }

  /**
   * Says with the buttons that show and hide the list whether it is there.
   * @param {Element} place where they are
   */
  mark(place) {
    for (const control of place.querySelectorAll(".versions-button")) {
      setAttributes(control, { "aria-expanded": String(this.#listed) });
    }
  }

  /**
   * @param {number} number
   * @param {string} [name] of the document
   */
  downloadOf(number, name = this.#name) {
    return { url: versionContentUrl(this.#id, number), name: versionFileName(name || "version", number) };
  }

  /** @param {string} id */
  #historyOf(id) {
    return new VersionHistory(
      this.api, id, { changed: () => this.#draw(), failed: (problem) => this.#notices.refused(problem) }, this.#signal,
    );
  }

  /** @param {Version} version that is to be shown */
  choose(version) {
    if (!matchMedia(WIDE).matches) this.#setListed(false);
    this.goTo(version.current ? null : version.number);
  }

  /** @param {number | null} version that is to be shown; null for the document as it is now */
  goTo(version) {
    const { compared } = this.#shown;
    if (version === this.#shown.version && compared === null) return;
    this.#opened.go({ listed: this.#listed, version, compared: null });
  }

  /**
   * @param {number} version
   * @param {number | "now" | null} compared null ends the comparison
   */
  compare(version, compared) {
    if (!matchMedia(WIDE).matches) this.#setListed(false);
    this.#opened.go({ listed: this.#listed, version, compared });
  }

  /** @param {number} number */
  restore(number) {
    return this.#restoring.restore(number);
  }

  /** @param {Document} document */
  #restored(document) {
    this.#opened.heard(document);
    if (this.#shown.version !== null) this.#opened.go({ ...NO_HISTORY, listed: this.#listed });
  }

  /**
   * @param {Version} version
   * @param {HTMLElement} anchor
   */
  menu(version, anchor) {
    const { number, current, kept } = version;
    const before = this.#history.state.versions.find((other) => other.number < number && other.kept);
    /** @type {import("../shell/tool-actions.js").ActionItem[]} */
    const items = [{ id: "version-show", label: say("Show"), icon: "open", act: () => this.choose(version) }];
    if (before && kept) items.push({
      id: "version-changes", label: say("What changed since version {number}", { number: before.number }), icon: "compare", act: () => this.compare(before.number, current ? "now" : number),
    });
    if (canBeRead(version)) items.push(
      { id: "version-compare", label: say("Compare with now"), icon: "compare", act: () => this.compare(number, "now") },
      { id: "version-restore", label: say("Restore"), icon: "restore", act: () => this.restore(number) },
    );
    if (kept) items.push({ id: "version-download", label: say("Download"), icon: "download", download: this.downloadOf(number) });
    openActionMenu(anchor, say("Version {number}", { number }), items);
  }

  /**
   * @param {boolean} listed
   * @param {boolean} quiet whether the focus and the address are left alone
   */
  #setListed(listed, quiet = false) {
    if (listed === this.#listed) return;
    const inside = this.#panel.element.contains(document.activeElement);
    this.#listed = listed;
    if (listed) this.#place?.append(this.#panel.element);
    else this.#panel.element.remove();
    if (listed) this.#history.begin();
    this.#draw();
    if (this.#place) this.mark(this.#place);
    if (quiet) return;
    if (listed) this.#panel.focus();
    else if (inside) this.#focusBack();
    this.#opened.noted();
  }

  /** To the button that opened the list, or the one that stands for it by now. */
  #focusBack() {
    const opener = this.#opener?.isConnected ? this.#opener : this.#place?.querySelector("button.versions-button");
    if (opener instanceof HTMLElement) opener.focus();
    else this.#opened.focus();
  }

  #draw() {
    const { version, compared } = this.#shown;
    const { state } = this.#history;
    if (this.#listed) this.#panel.draw(state, version);
    if (version === null) return this.#bar.hide();
    const known = versionNumbered(state, version) ?? (this.#version?.number === version ? this.#version : null);
    this.#bar.show({ number: version, compared }, state, known);
  }
}
