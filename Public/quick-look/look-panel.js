/**
 * A document in a quick look, as its kind calls for: pages, a film or sound, the files of an archive, a text. Where nothing can
 * be shown it says why, and what opens the document.
 *
 *     made: its small picture ──the server says its kind──► pages, sharp when they come
 *                                                  └──────► other kinds, which wait until it is looked at
 */

import { ApiProblem } from "../api/api-problem.js";
import { askOpeners } from "../api/opener-api.js";
import { downloadOf, pageSource } from "../api/page-source.js";
import { reasonFor } from "../api/reasons.js";
import { encodingFault } from "../api/words.js";
import { thumbnailUrl } from "../api/urls.js";
import { ArchiveView, askEntries } from "../archive/archive-view.js";
import { openersOf } from "../library/openers.js";
import { CurrentContent } from "../reader/current-content.js";
import { pagedDocument } from "../reader/read-content.js";
import { TEXT_LIMIT } from "../api/opener-api.js";
import { decodeText, textView } from "../reader/text-view.js";
import { unshownView } from "../reader/unshown-view.js";
import { element } from "../shell/element.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { LazyModule } from "../shell/lazy-module.js";
import { noticeView } from "../shell/notice-view.js";
import { say } from "../shell/texts.js";
import { LookSheets } from "./look-sheets.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api.js").Preview} Preview */

/**
 * @typedef {object} PanelParts
 * @property {import("../api/api.js").Api} api
 * @property {import("../api/type-tree.js").TypeTree} types
 * @property {import("../api/notices.js").Notices} notices
 * @property {(id: string) => void} openDocument
 * @property {() => void} changed called when another page is seen, or there are more
 * @property {() => void} settled called when what is seen is as sharp as it gets
 */

const BOARD = "org.sheaf.board";

/** The longest side of a board's picture, in device pixels. */
const BOARD_SIDE = 2048;

/** How far a key scrolls what is no page, in CSS pixels. */
const LINE = 48;

const player = new LazyModule(() => import("../player/player.js"));

export class LookPanel {
  /** @type {HTMLElement} */
  element = element("div", { class: "look-panel" });
  document;
  #parts;
  #life = new AbortController();
  #showing = new LatestSignal();
  #sheets;
  /**
   * The server's answer about it.
   * @type {Preview | null}
   */
  #preview = null;
  #isEntered = false;
  /** The page that was asked for before there were any, from 1. */
  #wanted = 1;
  #isAsked = false;
  /** @type {import("../player/player.js").Player | null} */
  #player = null;
  /** Whether what is seen of it is as sharp as it gets. */
  isSettled = false;

  /**
   * @param {Document} document
   * @param {import("./look-sheet.js").QuickPicture} quick
   * @param {PanelParts} parts
   */
  constructor(document, quick, parts) {
    this.document = document;
    this.#parts = parts;
    const { signal } = this.#life;
    signal.addEventListener("abort", () => this.#showing.abort());
    this.#sheets = new LookSheets(document.name, quick, {
      problemOf: (url, wanted) => parts.api.imageProblem(url, wanted), moved: parts.changed, sharp: () => this.#settle(),
    }, signal);
    this.element.append(this.#sheets.element);
  }

  /** Whether pages are shown, or the small picture of the document, and no view in their place. */
  get #hasSheets() {
    return this.#sheets.element.parentElement === this.element;
  }

  /** Page and pages; null where it has none, or one. */
  get pages() {
    const { page, count } = this.#sheets;
    return this.#hasSheets && count > 1 ? { page, count } : null;
  }

  get page() {
    return this.pages?.page ?? 1;
  }

  /** The sheet that is seen; null where something else is. */
  get sheet() {
    return this.#hasSheets ? this.#sheets.sheet : null;
  }

  /** Whether nothing in it scrolls, so that a finger may draw it away. */
  get isStill() {
    return this.pages === null && this.#hasSheets;
  }

  /** Asks what it is, unless that is known. */
  async load() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const { signal } = this.#life;
    try {
      this.#preview = await this.#parts.api.preview(this.document.id, signal, true);
      if (!signal.aborted) this.#show(this.#preview);
    } catch (error) {
      if (!signal.aborted) this.#failed(ApiProblem.from(error));
    }
  }

  /** It is what is looked at. */
  enter() {
    this.#isEntered = true;
    this.#sheets.enter();
    if (this.#preview) this.#show(this.#preview);
    void this.load();
  }

  /** Something else is looked at. */
  leave() {
    this.#isEntered = false;
    this.#sheets.leave();
    this.#putSheets();
  }

  destroy() {
    this.#life.abort();
    this.element.remove();
  }

  /**
   * @param {1 | -1} step
   * @returns {boolean} whether there is such a page
   */
  turn(step) {
    return this.pages !== null && this.#sheets.goTo(this.#sheets.page + step);
  }

  /**
   * Does what a key stands for in it.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (this.#player) return this.#player.pressed(event);
    if (this.pages || this.#preview === null) return this.#turned(event.key);
    const view = this.#hasSheets ? null : this.element.firstElementChild;
    return view instanceof HTMLElement && scrolledByKey(view, event.key);
  }

  /**
   * A key that comes before the pages do turns them then.
   * @param {string} key
   */
  #turned(key) {
    const { count } = this.#sheets;
    const isKnown = this.#preview !== null;
    const page = isKnown ? this.#sheets.page : this.#wanted;
    /** @type {Readonly<Record<string, number>>} */
    const pages = { ArrowUp: page - 1, PageUp: page - 1, ArrowDown: page + 1, PageDown: page + 1, Home: 1, End: count };
    const wanted = pages[key];
    if (wanted === undefined) return false;
    if (isKnown) this.#sheets.goTo(wanted);
    else this.#wanted = Math.max(1, wanted);
    return true;
  }

  /** @param {Preview} preview */
  #show(preview) {
    const { document } = this;
    if (preview.kind === "pages" && preview.pages.length > 0) return this.#showPages(preview);
    if (preview.kind === "icon" && !preview.reason && this.#parts.types.conforms(document.type, BOARD)) return this.#showBoard();
    // A film of which nothing is seen yet needs no player, and an archive no list of its files.
    if (!this.#isEntered) return this.#settle();
    if (preview.kind === "media") void this.#showMedia(preview);
    else if (preview.kind === "archive") void this.#showArchive(preview);
    else if (preview.kind === "text") void this.#showText(preview);
    else this.#showReason(preview);
  }

  /** @param {Preview} preview */
  #showPages(preview) {
    const { api, types } = this.#parts;
    const raster = types.conforms(this.document.type, "public.image");
    const { pages, source } = pagedDocument(preview, raster, (count) => pageSource(api, this.document, count, this.#life.signal));
    const none = { width: 1, height: 1 };
    this.#putSheets();
    this.#sheets.know({
      count: pages.length, sizeOf: (page) => pages[page - 1] ?? none, most: raster ? 1 : Infinity, urlOf: source.imageUrl,
    });
    if (this.#wanted > 1) this.#sheets.goTo(this.#wanted);
    this.#wanted = 1;
    this.#parts.changed();
    if (preview.preparing && this.#isEntered) void this.#awaitRest();
  }

  /** Leading pages are shown while the rest is being made. */
  async #awaitRest() {
    const { signal } = this.#life;
    const preview = await this.#parts.api.preview(this.document.id, signal).catch(() => null);
    if (!preview || signal.aborted) return;
    this.#preview = preview;
    this.#show(preview);
  }

  #showBoard() {
    const size = this.#sheets.quickSize ?? { width: 4, height: 3 };
    const url = thumbnailUrl(this.document, BOARD_SIDE);
    this.#sheets.know({ count: 1, sizeOf: () => size, most: Infinity, urlOf: () => url });
  }

  /** @param {Preview} preview */
  async #showMedia(preview) {
    const signal = this.#showing.next();
    const { api, notices, types } = this.#parts;
    const { document } = this;
    const part = await notices.load(player);
    if (!part || signal.aborted) return;
    this.#player = new part.Player({
      api, document, isFilm: !types.conforms(document.type, "public.audio"), content: downloadOf(document).url, live: true, moved: () => {},
      refused: (problem) => signal.aborted || this.#showReason({ ...preview, reason: problem ?? preview.reason ?? { code: "unplayable", detail: "" } }),
    }, signal);
    this.#put(this.#player.element);
  }

  /** @param {Preview} preview */
  async #showArchive(preview) {
    const signal = this.#showing.next();
    const { api, notices, types, openDocument } = this.#parts;
    const { document } = this;
    try {
      const listing = await askEntries(api, document, signal);
      if (!signal.aborted) this.#put(new ArchiveView({ api, document, types, notices, listing, openDocument }, signal).element);
    } catch (error) {
      const { code, detail } = ApiProblem.from(error);
      if (!signal.aborted) this.#showReason({ ...preview, reason: { code, detail } });
    }
  }

  /** @param {Preview} preview */
  async #showText(preview) {
    const signal = this.#showing.next();
    const found = preview.text ?? { encoding: null, confidence: 0 };
    try {
      const { bytes, whole } = await this.#parts.api.head(this.document, TEXT_LIMIT, signal);
      const fault = bytes.length === 0 ? null : encodingFault(found);
      if (!signal.aborted) this.#put(textView(decodeText(bytes, found.encoding), { whole, fault }));
    } catch (error) {
      if (!signal.aborted) this.#failed(ApiProblem.from(error));
    }
  }

  /** @param {Preview} preview */
  #showReason(preview) {
    const signal = this.#showing.next();
    this.#player = null;
    const { document } = this;
    const { api, types } = this.#parts;
    const content = new CurrentContent(api, Promise.resolve(types), { id: document.id, handler: null }, () => {});
    const load = async () => {
      this.#isAsked = false;
      this.#sheets.retry();
      await this.load();
    };
    const view = unshownView({ document, preview, types, content, api, load }, signal);
    this.#put(view);
    void this.#sayOpeners(view, signal);
  }

  /**
   * Says what would open it.
   * @param {HTMLElement} view
   * @param {AbortSignal} signal
   */
  async #sayOpeners(view, signal) {
    const openers = await askOpeners(this.#parts.api, this.document.id, signal).catch(() => null);
    if (!openers || signal.aborted) return;
    const names = openersOf(openers, this.document).choices.map(({ name }) => name);
    const words = names.length ? say("Opens with {names}.", { names: names.join(", ") }) : say("Nothing on this server opens it.");
    view.querySelector(".notice-actions")?.before(element("p", { class: "secondary look-openers" }, words));
  }

  /** @param {ApiProblem} problem */
  #failed(problem) {
    this.#parts.notices.refused(problem);
    const again = () => {
      this.#isAsked = false;
      void this.load();
    };
    const reason = reasonFor(problem.code, problem.detail, problem.mayPass);
    this.#put(noticeView({ ...reason, again: reason.again ? again : null }, this.#showing.next()));
  }

  #putSheets() {
    if (this.#hasSheets) return;
    this.#showing.next();
    this.#player = null;
    this.element.replaceChildren(this.#sheets.element);
  }

  /** @param {HTMLElement} view in place of pages */
  #put(view) {
    this.element.replaceChildren(view);
    this.#parts.changed();
    this.#settle();
  }

  #settle() {
    this.isSettled = true;
    this.#parts.settled();
  }
}

/**
 * Scrolls what is no page, as its own keys would; false for other keys.
 * @param {HTMLElement} view
 * @param {string} key
 */
function scrolledByKey(view, key) {
  const screen = view.clientHeight * 0.9;
  /** @type {Readonly<Record<string, number>>} */
  const ways = { ArrowUp: -LINE, ArrowDown: LINE, PageUp: -screen, PageDown: screen, Home: -view.scrollHeight, End: view.scrollHeight };
  const way = ways[key];
  if (way !== undefined) view.scrollTop += way;
  return way !== undefined;
}
