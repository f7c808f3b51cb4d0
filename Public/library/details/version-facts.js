/** The versions of a document in its details: each can be looked at, compared with what it is now, and taken back. */

import { documentPath, NO_HISTORY } from "../../shell/address.js";
import { button, element, followLinks, icon, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { VersionApi } from "../../api/version-api.js";
import { dateInFull, sizeInWords } from "../../api/words.js";
import { missingFact } from "./metadata-view.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/version-api.js").Version} Version */

/** So many are listed; the rest is a step away. */
const MOST_LISTED = 6;

/**
 * @typedef {object} VersionFactParts
 * @property {import("../../api/api.js").Api} api
 * @property {Pick<import("../library.js").Library, "step">} library
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {import("../../api/notices.js").Notices} notices
 */

export class VersionFacts {
  /** @type {HTMLDetailsElement} */
  element;
  #parts;
  #api;
  #signal;
  #summary = element("summary", {});
  #body = element("div", { class: "details-versions" });
  /** @type {Document | null} */
  #document = null;
  /** The version of which the list is. */
  #listed = "";

  /**
   * @param {VersionFactParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#api = new VersionApi(parts.api);
    this.#signal = signal;
    this.element = element("details", { hidden: true }, this.#summary, this.#body);
    this.element.addEventListener("toggle", () => void this.#list(), { signal });
    followLinks(this.#body, (path) => parts.router.go(path), signal);
  }

  /** @param {Document} document as it is now */
  show(document) {
    this.#document = document;
    this.element.hidden = document.version < 2 || document.trashed !== undefined;
    this.#summary.textContent = `${say("Versions")} (${document.version})`;
    void this.#list();
  }

  async #list() {
    const document = this.#document;
    if (!this.element.open || !document || this.#listed === `${document.id} ${document.version}`) return;
    this.#listed = `${document.id} ${document.version}`;
    try {
      const { versions, next } = await this.#api.list(document.id, null, this.#signal);
      if (document.id !== this.#document?.id || this.#signal.aborted) return;
      const shown = versions.slice(0, MOST_LISTED);
      const isMore = next !== null || versions.length > shown.length;
      const all = element("a", { class: "info-link", href: documentPath(document.id, undefined, { ...NO_HISTORY, listed: true }) }, isMore ? say("All versions") : say("Open the versions"));
      this.#body.replaceChildren(element("ul", {}, ...shown.map((version) => this.#row(document, version))), all);
    } catch {
      this.#listed = "";
      if (!this.#signal.aborted) this.#body.replaceChildren(missingFact(say("The versions cannot be listed just now.")));
    }
  }

  /**
   * @param {Document} document
   * @param {Version} version
   */
  #row({ id }, version) {
    const { number, created, size, current, kept } = version;
    const words = element("span", { class: "version-words" }, say("Version {number}", { number }), element("span", { class: "secondary" }, `${dateInFull(created)} · ${sizeInWords(size)}`));
    if (current) return element("li", {}, words, element("span", { class: "secondary version-now" }, say("Now")));
    if (!kept) return element("li", {}, words, element("span", { class: "secondary version-now" }, say("Not kept")));
    const link = (/** @type {string} */ label, /** @type {string} */ named, /** @type {string} */ name, /** @type {boolean} */ compared) => {
      const made = element("a", { class: "button quiet", href: documentPath(id, undefined, { listed: true, version: number, compared: compared ? "now" : null }) }, icon(name));
      setAttributes(made, { "aria-label": named, "title": label });
      return made;
    };
    const restore = button({ label: say("Restore version {number}", { number }), icon: "restore" }, () => void this.#restore(number), this.#signal);
    return element("li", {}, words, link(say("Open"), say("Open version {number}", { number }), "open", false), link(say("Compare with now"), say("Compare with now version {number}", { number }), "compare", true), restore);
  }

  /** @param {number} number */
  async #restore(number) {
    const before = this.#document;
    const { notices } = this.#parts;
    if (!before) return;
    try {
      const after = this.#came(await this.#api.restore(before.id, number, before.sha256));
      if (after.version === before.version) return notices.show({ text: say("It is what version {number} was already.", { number }) });
      const undo = { label: say("Undo"), act: () => void this.#undo(before, after) };
      return notices.show({ text: say("Version {number} is back; it is version {version} now.", { number, version: after.version }), action: undo });
    } catch (error) {
      const isOther = ApiProblem.from(error).status === 412;
      notices.failed(error, say("Version {number} was not restored. {reason}", { number, reason: isOther ? say("The document was changed meanwhile: look at it first.") : say("Try again in a moment.") }));
    }
  }

  /**
   * @param {Document} before
   * @param {Document} after what was done to it since is not undone
   */
  async #undo(before, after) {
    try {
      this.#came(await this.#api.restore(after.id, before.version, after.sha256));
      this.#parts.notices.show({ text: say("The document is what it was before.") });
    } catch (error) {
      this.#parts.notices.failed(error, say("It could not be undone: the document was changed meanwhile."));
    }
  }

  /** @param {Document} document */
  #came(document) {
    this.#parts.library.step({ type: "came", documents: [document] });
    return document;
  }
}
