/** An open document: its bar, and the view that its kind calls for. */

import { button, element, linkButton } from "../shell/element.js";
import { Reader } from "../viewer/reader.js";
import { pressReaderKey } from "../viewer/reader-keys.js";
import { noticeView } from "../viewer/notice-view.js";
import { reasonFor } from "../viewer/reasons.js";
import { decodeText, TEXT_LIMIT, textView } from "../viewer/text-view.js";
import { CSS_PIXELS_PER_POINT } from "../viewer/viewport.js";
import { ApiProblem } from "../workspace/api-problem.js";
import { TypeTree } from "../workspace/type-tree.js";
import { sizeInWords } from "../workspace/words.js";
import { downloadOf, pageSource } from "./page-source.js";

/** @typedef {import("../workspace/api.js").Api} Api */
/** @typedef {import("../workspace/api.js").Document} Document */
/** @typedef {import("../workspace/api.js").Preview} Preview */
/** @typedef {import("../shell/address.js").OpenParameters} OpenParameters */

/**
 * @typedef {object} ReaderScreenCalls
 * @property {() => void} back
 * @property {(open: OpenParameters) => void} moved called when another page or zoom is shown
 * @property {(problem: ApiProblem) => void} failed called with each refusal
 * @property {(document: Document, page: number, anchor: HTMLElement) => void} addToBoard
 * @property {(document: Document) => boolean} elsewhere whether another screen opens the document
 */

export class ReaderScreen {
  /** @type {HTMLElement} */
  element;
  #api;
  #typesComing;
  #types = new TypeTree();
  #calls;
  #id;
  #open;
  /** Ends with the screen; `#showing` ends with what is shown on it. */
  #signal;
  #showing = new AbortController();
  #title = element("h1", { class: "reader-title" });
  #middle = element("div", { class: "reader-middle" });
  #tools = element("div", { class: "reader-tools" });
  #body = element("main", { class: "reader-body" });
  /** @type {Document | null} */
  #document = null;
  /** @type {Reader | null} */
  #reader = null;
  #loading = true;
  /** @type {HTMLElement | null} */
  #boardAnchor = null;

  /**
   * @param {{api: Api, types: Promise<TypeTree>, id: string, open: OpenParameters}} context
   * @param {ReaderScreenCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(context, calls, signal) {
    this.#api = context.api;
    this.#typesComing = context.types;
    this.#id = context.id;
    this.#open = context.open;
    this.#calls = calls;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#showing.abort());
    const back = button(
      { label: "Back to the library", icon: "back", class: "quiet back-button", keys: "Escape" },
      calls.back,
      signal,
    );
    const start = element("div", { class: "reader-start" }, back, this.#title);
    const bar = element("header", { class: "reader-bar" }, start, this.#middle, this.#tools);
    this.element = element("div", { class: "reader" }, bar, this.#body);
  }

  get id() {
    return this.#id;
  }

  get view() {
    return /** @type {const} */ ("reader");
  }

  get document() {
    return this.#document;
  }

  get loading() {
    return this.#loading || (this.#reader?.loading ?? false);
  }

  /** Page, pages, zoom in percent. */
  get facts() {
    const reader = this.#reader;
    const none = { page: 1, pageCount: this.#document ? 1 : 0, zoom: 100, rotation: 0, mode: "automatic" };
    if (!reader) return none;
    const { page, pageCount, zoomPercent: zoom, mode } = reader;
    return { page, pageCount, zoom, rotation: 0, mode };
  }

  /** Fetches the document and shows it; again after its content has changed. */
  async load() {
    this.#showing.abort();
    this.#showing = new AbortController();
    const { signal } = this.#showing;
    this.#loading = true;
    try {
      const asked = [this.#api.document(this.#id, signal), this.#api.preview(this.#id, signal)];
      const [document, preview] = await Promise.all(
        /** @type {[Promise<Document>, Promise<Preview>]} */ (asked),
      );
      this.#types = await this.#typesComing;
      if (!signal.aborted && !this.#calls.elsewhere(document)) await this.#show(document, preview);
    } catch (error) {
      this.#failed(ApiProblem.from(error));
    } finally {
      if (!signal.aborted) this.#loading = false;
    }
  }

  /**
   * What has happened to the document elsewhere: another name is shown, new content is loaded at the same
   * place.
   * @param {Document} document
   */
  heard(document) {
    const before = this.#document;
    if (!before || document.id !== this.#id) return;
    this.#name(document);
    if (document.sha256 === before.sha256) return;
    this.#open = this.#position();
    void this.load();
  }

  /** @param {OpenParameters} open */
  goTo(open) {
    this.#open = open;
    this.#reader?.choose(open.zoom);
    this.#reader?.goTo(open.page);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!this.#reader) return false;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "b" && isPlain && this.#boardAnchor) return this.#addToBoard(this.#boardAnchor), true;
    return pressReaderKey(this.#reader, event);
  }

  /** @param {Document} document */
  #name(document) {
    this.#document = document;
    this.#title.textContent = document.name;
    this.#title.title = document.name;
    window.document.title = `${document.name} – Sheaf`;
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   */
  async #show(document, preview) {
    this.#name(document);
    this.#clear();
    if (preview.kind === "pages" && preview.pages.length > 0) this.#showPages(document, preview);
    else if (preview.kind === "text") await this.#showText(document);
    else this.#showReason(document, preview);
  }

  #clear() {
    this.#reader = null;
    this.#middle.replaceChildren();
    this.#tools.replaceChildren();
    this.#body.replaceChildren();
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   */
  #showPages(document, preview) {
    const raster = this.#types.conforms(document.type, "public.image");
    const sizes = allPages(preview);
    const reader = new Reader({
      pages: sizes, labels: sizes.map((_, index) => preview.pages[index]?.label || String(index + 1)),
      unit: raster ? 1 : CSS_PIXELS_PER_POINT, raster,
      source: pageSource(this.#api, document, sizes.length, this.#showing.signal),
      page: this.#open.page, zoom: this.#open.zoom,
      changed: () => this.#reader && this.#calls.moved(this.#position()),
    }, this.#showing.signal);
    this.#reader = reader;
    if (sizes.length > 1) this.#middle.append(reader.controls.pages);
    this.#tools.append(reader.controls.zoom, this.#boardButton(), this.#downloadButton(document));
    this.#body.append(reader.stage, reader.foot);
    reader.focus();
  }

  /** @param {Document} document */
  async #showText(document) {
    const { bytes, whole } = await this.#api.head(document, TEXT_LIMIT, this.#showing.signal);
    const view = textView(decodeText(bytes), whole);
    this.#tools.append(this.#downloadButton(document));
    this.#body.append(view);
    view.focus({ preventScroll: true, focusVisible: false });
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   */
  #showReason(document, preview) {
    const reason = reasonFor(preview.reason?.code ?? "not-showable", preview.reason?.detail ?? "");
    const kind = this.#types.iconOf(document);
    this.#showNotice({
      icon: reason.icon === "document" ? kind : reason.icon, title: reason.title, text: reason.text,
      facts: `${this.#types.nameOf(document)} · ${sizeInWords(document.size)}`,
      download: downloadOf(document),
      again: reason.again ? () => void this.#tryAgain(document, preview) : null,
    });
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   */
  async #tryAgain(document, preview) {
    // Where releasing fails, so does loading, which says why.
    if (preview.reason?.code === "quarantined") await this.#api.release(document.id).catch(() => {});
    await this.load();
  }

  /** @param {ApiProblem} problem */
  #failed(problem) {
    if (problem.code === "aborted" || this.#signal.aborted) return;
    this.#calls.failed(problem);
    const reason = reasonFor(problem.code, problem.detail);
    if (!this.#document) this.#title.textContent = reason.title;
    this.#clear();
    this.#showNotice({ ...reason, again: reason.again ? () => void this.load() : null });
  }

  /** @param {import("../viewer/notice-view.js").Notice} notice */
  #showNotice(notice) {
    const view = noticeView(notice, this.#showing.signal);
    this.#body.replaceChildren(view);
    view.focus({ preventScroll: true, focusVisible: false });
  }

  #boardButton() {
    const label = { label: "Add this page to a board", icon: "board", class: "reader-board", keys: "B" };
    const made = button(label, () => this.#addToBoard(made), this.#showing.signal);
    this.#boardAnchor = made;
    return made;
  }

  /** @param {HTMLElement} anchor */
  #addToBoard(anchor) {
    if (this.#document && this.#reader) this.#calls.addToBoard(this.#document, this.#reader.page, anchor);
  }

  /** @param {Document} document */
  #downloadButton(document) {
    const { url, name } = downloadOf(document);
    return linkButton({ label: "Download", icon: "download" }, { href: url, download: name });
  }

  /** @returns {OpenParameters} */
  #position() {
    const { page, zoom, mode } = this.facts;
    if (mode === "scale") return { page, zoom: { mode, scale: zoom / 100 } };
    return { page, zoom: { mode: /** @type {"automatic"} */ (mode) } };
  }
}

/**
 * The sizes of all pages. A very long document lists only its first ones; the rest are taken to be like the
 * last of those.
 * @param {Preview} preview
 */
function allPages(preview) {
  const last = preview.pages[preview.pages.length - 1] ?? { width: 1, height: 1 };
  return Array.from(
    { length: Math.max(preview.pageCount, preview.pages.length) }, (_, index) => preview.pages[index] ?? last,
  );
}
