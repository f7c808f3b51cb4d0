/** A file in an archive: its first page, what it is, and the ways out of the archive. */

import { button, element, icon, linkButton } from "../shell/element.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { playAlone, stopLoading } from "../shell/playing.js";
import { say, sayCount, text } from "../shell/texts.js";
import { dateInWords, numberInWords, sizeInWords } from "../api/words.js";
import { parameters, ROOT } from "../api/urls.js";
import { reasonFor } from "../api/reasons.js";
import { ApiProblem } from "../api/api-problem.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api.js").Preview} Preview */
/** @typedef {import("./archive-tree.js").Entry} Entry */

/** The width of a page in device pixels: sharp in the panel on a dense screen. */
const WIDTH = 1024;

/**
 * Kinds of documents that have no pages. A tree works on a document alone, and so does a player with its conversions.
 * In an archive, sounds and films play as far as the browser itself plays them.
 * @type {Readonly<Record<string, string>>}
 */
const OUTSIDE = Object.freeze({
  media: text("Take it out to play it."), archive: text("Take it out to open it."), text: text("Take it out to read it."),
});

export class EntryPreview {
  #given;
  #showing = new LatestSignal();
  #page = 1;
  element = element("div", { "class": "archive-preview", "tabindex": -1, "role": "region", "aria-label": say("Preview"), "aria-live": "polite" });

  /**
   * @param {{api: import("../api/api.js").Api, document: Document, types: import("../api/type-tree.js").TypeTree,
   *   notices: import("../api/notices.js").Notices, openDocument: (id: string) => void}} given
   * @param {AbortSignal} signal
   */
  constructor(given, signal) {
    this.#given = given;
    signal.addEventListener("abort", () => this.#showing.abort());
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** @param {number} count */
  showWhole(count) {
    this.#note(count === 0 ? say("This archive is empty.") : say("Choose a file to look at it."));
  }

  /** @param {{name: string, size: number, children: readonly unknown[]}} folder */
  showFolder({ name, size, children }) {
    const count = sayCount(children.length, "{n} item", "{n} items");
    this.#showing.next();
    this.element.replaceChildren(element("h2", {}, name), element("p", { class: "secondary" }, `${count} · ${sizeInWords(size)}`));
  }

  /** @param {string} words */
  #note(words) {
    this.#showing.next();
    this.element.replaceChildren(element("p", { class: "archive-note secondary" }, words));
  }

  /**
   * @param {string} name
   * @param {Entry} entry
   */
  show(name, entry) {
    const signal = this.#showing.next();
    this.#page = 1;
    const stage = element("div", { class: "archive-stage" });
    this.element.replaceChildren(stage, element("h2", {}, name), element("p", { class: "secondary" }, this.#facts(name, entry)));
    if (entry.kind !== "file") return stage.append(note(say("This is a link or a device: there is nothing to show.")));
    this.element.append(element(
      "div", { class: "archive-actions" },
      button({ label: say("Take out"), icon: "add", text: true, class: "primary" }, () => void this.#takeOut(name, entry), signal),
      linkButton({ label: say("Download"), icon: "download", text: true }, { href: this.#url(entry), download: name }),
    ));
    stage.append(element("div", { "class": "spinner", "role": "status", "aria-label": say("Loading") }));
    void this.#load(stage, name, entry, signal);
  }

  /** @param {Entry} entry */
  #path(entry) {
    return `/documents/${encodeURIComponent(this.#given.document.id)}/entries/${entry.number}`;
  }

  /** @param {Entry} entry */
  #url(entry) {
    return `${ROOT}${this.#path(entry)}`;
  }

  /**
   * @param {string} name
   * @param {Entry} entry
   */
  #facts(name, { type, size, modified }) {
    const kind = type ? this.#given.types.nameOf({ ...this.#given.document, name, type }) : say("Link");
    const parts = [kind, ...(size === undefined ? [] : [sizeInWords(size)]), ...(modified ? [dateInWords(modified, new Date())] : [])];
    return parts.join(" · ");
  }

  /**
   * @param {HTMLElement} stage
   * @param {string} name
   * @param {Entry} entry
   * @param {AbortSignal} signal
   */
  async #load(stage, name, entry, signal) {
    try {
      const preview = /** @type {Preview} */ (await this.#given.api.ask(`${this.#path(entry)}/preview`, { signal }));
      if (preview.kind === "pages" && preview.pages.length > 0) return this.#showPages(stage, name, entry, preview, signal);
      if (preview.kind === "media" && !preview.reason) return this.#showMedia(stage, name, entry, preview, signal);
      this.#showOutside(stage, name, entry, preview);
    } catch (error) {
      if (signal.aborted) return;
      const { code, detail } = ApiProblem.from(error);
      stage.replaceChildren(note(reasonFor(code, detail).title));
    }
  }

  /**
   * A sound or film, as soon as the browser has shown that it plays it.
   * @param {HTMLElement} stage
   * @param {string} name
   * @param {Entry} entry
   * @param {Preview} preview
   * @param {AbortSignal} signal
   */
  #showMedia(stage, name, entry, preview, signal) {
    const isFilm = !this.#given.types.conforms(entry.type ?? "", "public.audio");
    const media = element(isFilm ? "video" : "audio", {
      "class": "archive-media", "src": this.#url(entry), "controls": true, "preload": "metadata", "playsinline": true, "aria-label": name,
    });
    playAlone(media, signal);
    signal.addEventListener("abort", () => stopLoading(media));
    media.addEventListener("error", () => this.#showOutside(stage, name, entry, preview), { signal });
    media.addEventListener("loadedmetadata", () => {
      const isBlind = media instanceof HTMLVideoElement && media.videoWidth === 0;
      if (isBlind) this.#showOutside(stage, name, entry, preview);
      else stage.replaceChildren(media);
    }, { signal, once: true });
  }

  /**
   * A file that has no pages here: where a document of its kind is shown otherwise, the way to that.
   * @param {HTMLElement} stage
   * @param {string} name
   * @param {Entry} entry
   * @param {Preview} preview
   */
  #showOutside(stage, name, { type }, { kind, reason }) {
    const words = reason ? undefined : OUTSIDE[kind];
    if (!words) return stage.replaceChildren(note(reasonFor(reason?.code ?? "not-showable", reason?.detail ?? "").title));
    const { document, types } = this.#given;
    stage.replaceChildren(element("div", { class: "archive-outside" }, icon(types.iconOf({ ...document, name, type: type ?? "" })), note(say(words))));
  }

  /**
   * @param {HTMLElement} stage
   * @param {string} name
   * @param {Entry} entry
   * @param {Preview} preview
   * @param {AbortSignal} signal
   */
  #showPages(stage, name, entry, { pages, pageCount }, signal) {
    const first = pages[0] ?? { width: 1, height: 1 };
    const image = element("img", { class: "archive-page", width: first.width, height: first.height, draggable: "false" });
    const place = element("span", { class: "archive-place" });
    /** @param {number} step */
    const turn = (step) => {
      this.#page = Math.min(pageCount, Math.max(1, this.#page + step));
      image.src = `${this.#url(entry)}/pages/${this.#page}${parameters({ width: WIDTH, format: "webp" })}`;
      image.alt = say("Page {page} of {name}", { page: this.#page, name });
      place.textContent = say("Page {page} of {count}", { page: numberInWords(this.#page), count: numberInWords(pageCount) });
    };
    image.addEventListener("error", () => stage.replaceChildren(note(say("This page could not be drawn."))), { signal });
    turn(0);
    const pager = element(
      "div", { class: "archive-pager" },
      button({ label: say("Previous page"), icon: "previous" }, () => turn(-1), signal), place,
      button({ label: say("Next page"), icon: "next" }, () => turn(1), signal),
    );
    stage.replaceChildren(image, ...(pageCount > 1 ? [pager] : []));
  }

  /**
   * @param {string} name
   * @param {Entry} entry
   */
  async #takeOut(name, entry) {
    const { api, notices, openDocument } = this.#given;
    try {
      const taken = /** @type {Document} */ (await api.ask(`${this.#path(entry)}/copy`, { method: "POST" }));
      const undo = () => void api.trash(taken.id).catch((error) => notices.failed(error, say("{name} could not be deleted.", { name: taken.name })));
      notices.show({
        text: say("{name} lies beside the archive", { name: taken.name }), action: { label: say("Undo"), act: undo },
        also: { label: say("Open"), act: () => openDocument(taken.id) },
      });
    } catch (error) {
      notices.failed(error, say("{name} could not be taken out of the archive.", { name }));
    }
  }
}

/** @param {string} words */
function note(words) {
  return element("p", { class: "archive-note secondary" }, words);
}
