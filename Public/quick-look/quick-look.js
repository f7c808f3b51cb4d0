/**
 * A quick look at documents over the list that they are in. It is a modal dialog, which goes from one to the other. Of the list
 * it changes nothing but the place of the focus.
 *
 *     list ──Space, two fingers apart, menu──► document ◄──I, two fingers together──► all of the set
 *      ▲                                        │  ◄ ► the next one, ▲ ▼ the next page
 *      └──────Space, Escape, Done, drawn down───┴──Enter, two fingers apart──► opened
 */

import { reportEnd } from "../shell/actions.js";
import { unwantedActions } from "../shell/tool-actions.js";
import { documentPath } from "../shell/address.js";
import { element, towardEnd } from "../shell/element.js";
import { isPlain, isTyping, keyAlong } from "../shell/keys.js";
import { openModal } from "../shell/modal.js";
import { copyText } from "../shell/sharing.js";
import { say } from "../shell/texts.js";
import { downloadOf, pageSource } from "../api/page-source.js";
import { documentItem } from "../library/acting/library-item.js";
import { mayPrint } from "../library/acting/library-actions.js";
import { Sending } from "../library/acting/sending.js";
import { webActionsOn } from "../library/acting/web-actions.js";
import { InfoPanel } from "../reader/info-panel.js";
import { LookCarousel } from "./look-carousel.js";
import { stepOf } from "./look-fit.js";
import { lookGestures } from "./look-gestures.js";
import { growInto, shrinkInto } from "./look-growing.js";
import { LookHead } from "./look-head.js";
import { LookIndex } from "./look-index.js";
import { LookPanel } from "./look-panel.js";
import { LookedSet } from "./looked-set.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../library/looking.js").LookRequest} LookRequest */

/**
 * @typedef {object} QuickLookParts
 * @property {import("../api/api.js").Api} api
 * @property {Pick<import("../library/library.js").Library, "types">} library
 * @property {import("../api/notices.js").Notices} notices
 * @property {Pick<import("../shell/toasts.js").Toasts, "element" | "act">} toasts
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {Pick<import("../library/document-opening.js").DocumentOpening, "open" | "list" | "mayOpen" | "handlers">} opening
 * @property {(document: Document) => Promise<import("../shell/actions.js").Outcome>} print opens a document and asks which pages are printed
 * @property {(document: Document) => unknown} favour makes it a favourite, or none any more
 * @property {(document: Document) => unknown} trash
 * @property {{get: (key: string) => string | null}} choices the preferences
 */

/** So far down a hand draws it away, in CSS pixels, or so fast, in CSS pixels a second. */
const AWAY = 120;
const AWAY_SPEED = 600;

/** A look tells of its begin and of its end by these names, once each, whoever asked for it and whatever ended it. */
const BEGUN = "look-begun";
const ENDED = "look-ended";

export class QuickLook {
  #parts;
  #request;
  #set;
  #life = new AbortController();
  #head;
  #carousel;
  #stage = element("div", { "class": "look-stage", "role": "group", "aria-labelledby": "look-name", "tabindex": 0 });
  #body = element("div", { class: "look-body" }, this.#stage);
  /** @type {HTMLDialogElement} */
  #dialog = element("dialog", { "class": "look", "aria-labelledby": "look-name" });
  #ended;
  #first;
  /** @type {{view: LookIndex, life: AbortController} | null} */
  #index = null;
  /** @type {{panel: InfoPanel, life: AbortController} | null} */
  #info = null;
  /** @type {Document | null} */
  #drawn = null;

  /**
   * @param {QuickLookParts} parts
   * @param {LookRequest} request
   * @param {() => void} ended called when it is closed
   */
  constructor(parts, request, ended) {
    this.#parts = parts;
    this.#request = request;
    this.#ended = ended;
    this.#set = new LookedSet(request.list, request.chosen, request.id);
    this.#first = this.#set.document?.id ?? null;
    const { signal } = this.#life;
    this.#head = new LookHead({
      done: () => this.close(), open: () => this.#open(), index: () => this.#toggleIndex(),
      step: (step) => this.#walk(step), turn: (step) => void this.#carousel.current?.turn(step),
    }, signal);
    this.#carousel = new LookCarousel(this.#set, (document) => this.#panelOf(document));
    this.#stage.append(this.#carousel.element);
    this.#dialog.append(element("div", { class: "look-frame" }, this.#head.element, this.#body, this.#head.foot));
    this.#listen(signal);
  }

  /** The document that is shown; null where none is left. */
  get shown() {
    return this.#set.document;
  }

  /** Opens it; nothing where there is no document. */
  open() {
    const { document: shown } = this.#set;
    if (!shown) return this.#ended();
    document.body.append(this.#dialog);
    openModal(this.#dialog);
    reportEnd(BEGUN, "done");
    // Messages are seen, and reached, in what is modal alone.
    this.#dialog.append(this.#parts.toasts.element);
    this.#carousel.show();
    this.#draw();
    this.#stage.focus({ focusVisible: false });
    growInto(this.#dialog, this.#request.pictureOf(shown.id), this.#carousel.current?.sheet ?? null);
  }

  /** The list may have changed. */
  follow() {
    const outcome = this.#set.follow();
    if (outcome === "same") return;
    if (!this.#set.document) return this.close();
    if (outcome === "moved") this.#request.reveal(this.#set.document.id);
    this.#carousel.follow();
    this.#draw();
  }

  /** Closes it: the list has the focus on the document that was looked at. */
  close() {
    const shown = this.#set.document;
    if (shown) shrinkInto(this.#index ? null : this.#carousel.current?.sheet ?? null, this.#request.pictureOf(shown.id));
    this.#end();
    if (shown && shown.id !== this.#first) this.#request.focus(shown.id);
  }

  #end() {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    this.#index?.life.abort();
    this.#info?.life.abort();
    this.#carousel.destroy();
    this.#request.home.append(this.#parts.toasts.element);
    this.#dialog.close();
    this.#dialog.remove();
    this.#ended();
    if (this.#drawn) reportEnd(ENDED, "done");
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    // The element that had the focus may be gone.
    document.addEventListener("keydown", (event) => this.#isHere(event.target) && this.#pressed(event), { signal });
    this.#dialog.addEventListener("cancel", (event) => {
      if (event.target !== this.#dialog) return;
      event.preventDefault();
      this.#dismiss();
    }, { signal });
    lookGestures(this.#stage, {
      isStill: () => this.#carousel.current?.isStill ?? false,
      drawn: (way) => this.#carousel.drag(way * this.#toEnd), let: (way, velocity) => this.#let(way * this.#toEnd, velocity * this.#toEnd),
      drawnDown: (way) => this.#drawDown(way), letDown: (way, velocity) => this.#letDown(way, velocity),
      apart: () => this.#open(), together: () => this.#toggleIndex(), wheeled: (step) => this.#walk(/** @type {1 | -1} */ (step * this.#toEnd)),
    }, signal);
  }

  /** @param {Document} document */
  #panelOf(document) {
    const { api, library, notices, router } = this.#parts;
    const picture = this.#request.pictureOf(document.id);
    const quick = picture?.complete && picture.currentSrc
      ? { url: picture.currentSrc, size: { width: picture.naturalWidth, height: picture.naturalHeight } }
      : { url: pageSource(api, document, 1, this.#life.signal).quickUrl(1) ?? "", size: null };
    /** @type {LookPanel} */
    const panel = new LookPanel(document, quick, {
      api, types: library.types, notices, openDocument: (id) => (this.#end(), router.go(documentPath(id))),
      changed: () => panel === this.#carousel.current && this.#draw(),
      settled: () => panel === this.#carousel.current && this.#carousel.fetchAhead(),
    });
    return panel;
  }

  /** Says what is shown. */
  #draw() {
    const { document: shown, position, documents } = this.#set;
    if (!shown) return;
    this.#head.show({ name: shown.name, position, isAlone: documents.length < 2, pages: this.#carousel.current?.pages ?? null });
    this.#index?.view.draw();
    if (shown === this.#drawn) return;
    const isOther = shown.id !== this.#drawn?.id;
    this.#drawn = shown;
    this.#head.fill(this.#actionsOn(shown));
    if (isOther && this.#info) this.#showInfo(shown);
  }

  /**
   * @param {Document} shown
   * @returns {readonly import("./look-head.js").LookAction[]}
   */
  #actionsOn(shown) {
    const { api, notices, library: { types }, opening, favour, print, choices } = this.#parts;
    const items = [documentItem(shown)];
    const sending = new Sending({ api, notices });
    const openIn = async (/** @type {HTMLElement} */ anchor) => (await opening.list(shown, anchor, (handler) => this.#openWith(shown, handler)) ? null : "failed");
    /** @type {import("./look-head.js").LookAction[]} */
    const always = [
      { id: "download", label: say("Download"), icon: "download", download: downloadOf(shown) },
      { id: "details", label: say("Information"), icon: "info", act: () => this.#toggleInfo() },
    ];
    const isWanted = (/** @type {{id: string}} */ { id }) => !unwantedActions(choices).includes(id);
    if (shown.trashed) return always.filter(isWanted);
    /** @type {import("./look-head.js").LookAction[]} */
    const all = [
      { id: "favourite", label: say("Favourite"), icon: "star", keys: "S", isOn: shown.favourite, act: () => favour(shown) },
      { id: "share", label: sending.shares ? say("Share") : say("Copy link"), icon: "link", act: () => this.#share(shown, sending.shares) },
      ...always,
      ...(opening.mayOpen(shown) ? [{ id: "open-in", label: say("Open in…"), icon: "open-in", act: openIn }] : []),
      { id: "mail", label: say("Mail a link"), icon: "mail", isRare: true, act: () => sending.mail(items) },
      ...(mayPrint(shown) ? [{ id: "print", label: say("Print…"), icon: "print", isRare: true, act: () => print(shown) }] : []),
      ...webActionsOn(shown, { api, notices, types, handlers: opening.handlers }).map((action) => ({ ...action, isRare: true })),
    ];
    return all.filter(isWanted);
  }

  /**
   * @param {1 | -1} step
   * @param {number} [from] how far a hand has drawn it
   * @param {boolean} [isAnimated]
   */
  #walk(step, from = 0, isAnimated = true) {
    if (this.#index) return;
    if (!this.#set.step(step)) return this.#carousel.fallBack(from);
    this.#carousel.step(step, from, isAnimated);
    this.#request.reveal(this.#set.document?.id ?? "");
    this.#draw();
  }

  /**
   * @param {number} way
   * @param {number} velocity
   */
  #let(way, velocity) {
    const step = stepOf(way, velocity, this.#stage.clientWidth);
    if (step === 0) this.#carousel.fallBack(way);
    else this.#walk(step, way);
  }

  /** @param {number} way */
  #drawDown(way) {
    this.#carousel.element.style.transform = `translateY(${way > 0 ? way : way / 4}px)`;
  }

  /**
   * @param {number} way
   * @param {number} velocity
   */
  #letDown(way, velocity) {
    if (way > AWAY || (way > 0 && velocity > AWAY_SPEED)) return this.close();
    this.#carousel.element.style.transform = "";
  }

  #open() {
    const shown = this.#set.document;
    if (!shown || this.#index) return;
    const page = this.#carousel.current?.page ?? 1;
    this.#end();
    this.#request.focus(shown.id);
    void this.#parts.opening.open(shown, page > 1 ? { page, zoom: { mode: "automatic" } } : undefined);
  }

  /**
   * @param {Document} shown
   * @param {import("../shell/address.js").OwnHandler | null} handler
   */
  #openWith(shown, handler) {
    this.#end();
    this.#parts.router.go(documentPath(shown.id, undefined, undefined, handler));
  }

  /**
   * @param {Document} shown
   * @param {boolean} isShared by the system, rather than copied
   */
  async #share({ id, name }, isShared) {
    const page = this.#carousel.current?.page ?? 1;
    const url = `${location.origin}${documentPath(id, { page, zoom: { mode: "automatic" } })}`;
    // A sheet of the system that is closed has not failed.
    if (isShared) return navigator.share({ title: name, url }).then(() => "done", () => "cancelled");
    const isCopied = await copyText(url);
    if (isCopied) this.#parts.notices.show({ text: say("Link copied") });
    else this.#parts.notices.problem(say("The browser refused to copy."));
    return isCopied ? "done" : "failed";
  }

  #toggleInfo() {
    if (this.#info) this.#closeInfo();
    else if (this.#set.document) this.#showInfo(this.#set.document).focus();
  }

  /** @param {Document} shown */
  #showInfo(shown) {
    const isFocused = this.#info?.panel.element.contains(document.activeElement);
    this.#info?.life.abort();
    this.#info?.panel.element.remove();
    const life = new AbortController();
    const panel = new InfoPanel(this.#parts.api, shown, () => this.#closeInfo(), life.signal);
    this.#info = { panel, life };
    this.#body.append(panel.element);
    if (isFocused) panel.focus();
    return panel;
  }

  #closeInfo() {
    this.#info?.life.abort();
    this.#info?.panel.element.remove();
    this.#info = null;
    this.#stage.focus({ preventScroll: true, focusVisible: false });
  }

  /** Shows all of the set, or the document again. */
  #toggleIndex() {
    if (this.#index) return this.#closeIndex();
    if (this.#set.documents.length < 2) return;
    this.#closeInfo();
    const life = new AbortController();
    const { api, library: { types } } = this.#parts;
    const view = new LookIndex({ api, types, set: this.#set, choose: (id) => this.#choose(id) }, life.signal);
    this.#index = { view, life };
    this.#carousel.current?.leave();
    this.#showStage(false);
    this.#body.append(view.element);
    view.draw();
    view.focus();
  }

  #closeIndex() {
    this.#index?.life.abort();
    this.#index = null;
    this.#showStage(true);
    this.#carousel.current?.enter();
    this.#stage.focus({ preventScroll: true, focusVisible: false });
  }

  /** @param {boolean} isShown */
  #showStage(isShown) {
    this.#stage.hidden = !isShown;
    this.#head.showIndex(!isShown);
  }

  /** @param {string} id */
  #choose(id) {
    const isOther = this.#set.choose(id);
    this.#closeIndex();
    if (isOther) this.#carousel.show();
    this.#request.reveal(id);
    this.#draw();
  }

  /** Closes what lies over the document, or else all. */
  #dismiss() {
    if (this.#index) this.#closeIndex();
    else if (this.#info?.panel.element.contains(document.activeElement)) this.#closeInfo();
    else this.close();
  }

  /** @param {EventTarget | null} target */
  #isHere(target) {
    return target === document.body || (target instanceof Node && this.#dialog.contains(target));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.#dismiss();
    } else if (!isTyping(event.target) && this.#acts(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #acts(event) {
    const { key, repeat } = event;
    if ((event.ctrlKey || event.metaKey) && key === "z") return this.#parts.toasts.act();
    if (!isPlain(event) || event.shiftKey) return false;
    if (key === "i") return repeat || (this.#toggleIndex(), true);
    if (this.#index) return false;
    if (key === " " || key === "Enter") return !repeat && this.#isFree(event.target) && (key === " " ? this.close() : this.#open(), true);
    if (this.#walks(event)) return true;
    const once = { s: () => this.#favour(), Delete: () => this.#trash(), Backspace: () => this.#trash() }[key];
    if (once) return repeat || (once(), true);
    return this.#carousel.current?.pressed(event) ?? false;
  }

  /** What is next lies towards the end of a line. */
  get #toEnd() {
    return towardEnd(this.#dialog);
  }

  /** @param {KeyboardEvent} event */
  #walks({ key, repeat, target }) {
    const along = keyAlong(key, this.#dialog);
    const step = along === "ArrowRight" ? 1 : along === "ArrowLeft" ? -1 : null;
    // A line of time has these keys for itself.
    if (step === null || target instanceof HTMLInputElement) return false;
    this.#walk(step, 0, !repeat);
    return true;
  }

  /**
   * Whether a key that presses controls presses none.
   * @param {EventTarget | null} target
   */
  #isFree(target) {
    return target === this.#stage || target === this.#dialog || !(target instanceof Element) || target.closest("button, a, input, select, summary, [role=treeitem]") === null;
  }

  #favour() {
    const shown = this.#set.document;
    if (shown && !shown.trashed) void this.#parts.favour(shown);
  }

  #trash() {
    const shown = this.#set.document;
    if (shown && !shown.trashed) void this.#parts.trash(shown);
  }
}
