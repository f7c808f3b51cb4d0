/** An open document: its bar, and the view that its kind calls for. */

import { element, isHeldBeside } from "../shell/element.js";
import { openFragment } from "../shell/address.js";
import { Timer } from "../shell/timer.js";
import { Reader } from "./reader.js";
import { pressScreenKey } from "./reader-keys.js";
import { NextDocument } from "./next-document.js";
import { noticeView } from "../shell/notice-view.js";
import { reasonFor } from "../api/reasons.js";
import { isEditableText, TEXT_LIMIT } from "../api/opener-api.js";
import { ApiProblem } from "../api/api-problem.js";
import { TypeTree } from "../api/type-tree.js";
import { untilNot } from "../shell/browser.js";
import { copyText } from "../shell/sharing.js";
import { caveatsInWords, pageCountOf, pagedDocument } from "./read-content.js";
import { movingSource } from "../api/page-source.js";
import { MARK_UP, pageTools, versionsTool } from "./reader-actions.js";
import { ONE_COLUMN } from "./page-layout.js";
import { PageOutlets } from "./page-outlets.js";
import { ThumbnailsPanel } from "./thumbnails-panel.js";
import { ReaderBars } from "./reader-bars.js";
import { openViewMenu } from "./view-menu.js";
import { ReadingAlong } from "./along/reading-along.js";
import { DocumentFind } from "./find/document-find.js";
import { FindList } from "./find/find-list.js";
import { DocumentPanels } from "./document-panels.js";
import { ReaderHead } from "./reader-head.js";
import { UnpagedView } from "./unpaged-view.js";
import { ReaderPanels } from "./reader-panels.js";
import { Rereading } from "../api/rereading.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { LazyModule } from "../shell/lazy-module.js";
import { say } from "../shell/texts.js";

/**
 * The choices of how many taps at an edge turn the page.
 * @type {ReadonlyMap<string | null, number>}
 */
const EDGE_TAPS = new Map([["none", 0], ["one", 1], ["two", 2]]);

/** Only documents that are marked need it, and those soon. */
const documentMarking = new LazyModule(() => import("./marks/document-marking.js"));
const searchablePdf = new LazyModule(() => import("./searchable-pdf.js"));

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api.js").Preview} Preview */
/** @typedef {import("../shell/address.js").OpenParameters} OpenParameters */

/** @typedef {import("./read-content.js").Found} Found */
/** @typedef {import("./read-content.js").ReaderContext} ReaderContext */

export class ReaderScreen {
  /** @type {HTMLElement} */
  element;
  #context;
  #content;
  #types = new TypeTree();
  #open;
  /** Ends with what is shown. */
  #showing = new LatestSignal();
  /** @type {Rereading<Found | null>} */
  #reading;
  #head;
  #bars;
  #body = element("main", { class: "reader-body" });
  /** @type {Document | null} */
  #document = null;
  /** @type {Reader | null} */
  #reader = null;
  /** The view in place of pages. */
  #unpaged;
  /** @type {ReaderPanels} */
  #panels;
  #documentPanels;
  /** A slideshow, a second window, and the like. */
  #along;
  /**
   * Marks on pages; null until they are here.
   * @type {import("./marks/document-marking.js").DocumentMarking | null}
   */
  #marking = null;
  /** @type {readonly import("../api/api.js").OutlineItem[]} */
  #outline = [];
  /** @type {DocumentFind | null} */
  #find = null;
  /**
   * The state of the find bar over the content before.
   * @type {DocumentFind["state"] | null}
   */
  #findBefore = null;
  /** Whether a moving picture shows its first frame alone. */
  #isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** Whether more of its pages are being made. */
  #isPreparing = false;
  /** The way on from its end. */
  #next;

  /**
   * @param {ScreenParts & ReaderContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    this.#context = context;
    this.#content = context.content;
    this.#open = context.open;
    signal.addEventListener("abort", () => {
      this.#panels.end();
      this.#showing.abort();
    });
    this.#reading = new Rereading({
      read: (wanted) => this.#read(wanted), rest: () => untilNot(() => this.#reader?.isHeld ?? false),
      show: (found) => found && this.#show(found), failed: (error) => this.#failed(ApiProblem.from(error)),
      isShown: () => this.#isShown, timer: new Timer(signal),
    }, signal);
    this.#head = new ReaderHead({ back: () => context.router.back("/"), toStart: () => void this.#reader?.jumpTo(1, null), rename: () => context.opened.rename(), isWanted: (tool) => context.opened.isWanted(tool) }, signal);
    this.element = element("div", { class: "reader" }, this.#head.element, this.#body);
    this.#panels = new ReaderPanels(this.element, { closed: () => this.focus(), changed: () => this.#reader && context.opened.moved() });
    this.#documentPanels = new DocumentPanels({
      api: context.api, panels: this.#panels, moved: () => this.#pageMoved(),
      ways: this.#content.live ? { ...context, heard: (document) => context.opened.heard(document) } : null,
      shown: () => ({ document: this.#document, reader: this.#reader, outline: this.#outline }),
    });
    this.#bars = new ReaderBars(this.element, signal);
    this.#along = new ReadingAlong({
      api: context.api, notices: context.notices, bars: this.#bars, queue: this.#content.live ? context.queue : null, marking: () => this.#marking,
    }, signal);
    this.#next = new NextDocument({ queue: this.#content.live ? context.queue : null, focus: () => this.focus(), timer: new Timer(signal) }, signal);
    this.#unpaged = new UnpagedView({
      context, types: () => this.#types, head: this.#head, body: this.#body, next: this.#next, commands: () => this.#commands,
      load: () => this.load(), takeFocus: () => this.#takeFocus(),
      clear: () => {
        this.#clear();
        return this.#showing.current;
      },
    });
  }

  get view() {
    return /** @type {const} */ ("reader");
  }

  /** Where its document can be given another name; null where that stays. */
  get naming() {
    const document = this.#document;
    if (!document || document.trashed || !this.#content.live) return null;
    this.#bars.show();
    return { document, standing: { ...this.#head.place, back: () => this.focus() } };
  }

  get loading() {
    return this.#reading.isReading || (this.#reader?.loading ?? false);
  }

  /** Page, pages, zoom in percent. */
  get facts() {
    const none = { page: 1, pageCount: this.#document ? 1 : 0, zoomPercent: 100, mode: "automatic", turn: 0, arrangement: ONE_COLUMN };
    const { page, pageCount, zoomPercent: zoom, turn: rotation, mode, arrangement } = this.#reader ?? none;
    return { page, pageCount, zoom, rotation, mode, ...arrangement, marking: this.#marking?.facts ?? null };
  }

  /**
   * Where the user is, for an address.
   * @returns {OpenParameters}
   */
  get position() {
    if (!this.#reader?.isBegun) return { ...this.#open, at: this.#unpaged.place ?? this.#open.at ?? null };
    const { page, zoom, mode } = this.facts;
    const { place: at, arrangement, turn } = this.#reader;
    const { name: panel } = this.#panels;
    const place = { page, at, arrangement, turn, ...(panel && { panel }) };
    if (mode === "scale") return { ...place, zoom: { mode, scale: zoom / 100 } };
    return { ...place, zoom: { mode: /** @type {"automatic"} */ (mode) } };
  }

  /**
   * The place that is read, also where on the page, for an address.
   * @returns {OpenParameters}
   */
  get exactPosition() {
    const { position } = this;
    if (!this.#reader?.isBegun) return position;
    const { page, top } = this.#reader.here;
    return { ...position, page, top };
  }

  /** Fetches the document and shows it; again after its content has changed, and when all its pages are made, at the same place. */
  async load() {
    await this.#reading.ask();
    if (!this.#isPreparing) return;
    this.#isPreparing = false;
    void this.load();
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<Found | null>} null where it is shown elsewhere
   */
  async #read(signal) {
    const loading = this.#content.load(signal);
    const newer = this.#document ? null : this.#context.kept?.newer(loading, signal);
    const { document, preview } = await loading;
    this.#types = await this.#context.types;
    this.#open = await newer ?? this.#open;
    if (signal.aborted || this.#context.opened.isForBoard(document)) return null;
    const text = preview.kind === "text" ? await this.#content.head(document, TEXT_LIMIT, signal) : null;
    return text && this.#context.opened.isForText(document, text) ? null : { document, preview, text };
  }

  /**
   * The document was changed elsewhere: another name is shown, new content is loaded at the same
   * place.
   * @param {Document} document
   */
  heard(document) {
    const before = this.#document;
    if (!before || document.id !== this.#context.id) return;
    // An earlier version stays what it is when the document changes.
    this.#name(this.#content.live ? document : { ...before, name: document.name });
    this.#documentPanels.heard(document);
    if (document.sha256 === before.sha256 || !this.#content.live) return;
    void this.load();
  }

  get #isShown() {
    return this.#reader !== null || this.#unpaged.isShown;
  }

  /**
   * A document that could not be shown when it was asked for may have pages now.
   * @param {import("../api/event-stream.js").PreviewNotice} notice
   */
  ready({ sha256, pageCount }) {
    const isWaiting = !this.#isShown && !this.#reading.isReading && this.#content.live;
    if (isWaiting && pageCount > 0 && this.#document?.sha256 === sha256) void this.load();
  }

  /** The state of the bar that finds words; null where there is none. */
  get finding() {
    return this.#find?.state ?? null;
  }

  /**
   * Looks for words that were looked for before, as soon as the pages are where they were.
   * @param {string} text
   * @param {Partial<DocumentFind["state"]["exactness"]>} exactness
   */
  async findAgain(text, exactness) {
    const { matchesCase = false, matchesAccents = false, wholeWords = false, anyWord = false } = exactness;
    await this.#begun();
    this.#find?.restore({ text, exactness: { matchesCase, matchesAccents, wholeWords, anyWord }, hasFocus: false, isOpen: true });
  }

  /** The words that are selected, as they are kept for the next visit; null where none are. */
  get selected() {
    return this.#reader?.selection.kept ?? null;
  }

  /**
   * Selects words again, as soon as there are pages.
   * @param {unknown} kept
   */
  async selectAgain(kept) {
    await this.#begun();
    this.#reader?.selection.restore(kept);
  }

  /** Waits for the pages, or for what is shown in their place. */
  #begun() {
    return untilNot(() => this.#reading.isReading || this.#reader?.isBegun === false);
  }

  /** @param {OpenParameters} open */
  goTo(open) {
    this.#open = open;
    this.#reader?.comeTo(open);
  }

  focus() {
    if (this.#reader) this.#reader.focus();
    else this.#unpaged.focus();
  }

  #takeFocus() {
    if (!isHeldBeside(this.element)) this.focus();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    return this.#along.pressed(event) || pressScreenKey(event, {
      reader: this.#reader, player: this.#unpaged.player, find: this.#find, marking: this.#marking, next: this.#next, bars: this.#bars, panels: this.#panels, touched: () => this.#along.touched(),
      act: (label) => this.#head.act(label), commands: this.#commands,
      hasInfo: this.#content.live && this.#document !== null && (this.#isShown || !this.#reading.isReading), hasContents: this.#outline.length > 0,
    });
  }

  /** @param {Document} document */
  #name(document) {
    this.#document = document;
    this.#head.name(document.name);
    window.document.title = `${document.name} – Sheaf`;
  }

  /** @param {Found} found */
  #show({ document, preview, text }) {
    this.#isPreparing = preview.preparing ?? false;
    const kept = this.#document ? null : this.#context.kept;
    this.#open = kept?.begin(this.#open, pageCountOf(preview)) ?? this.position;
    if (preview.kind !== "pages") this.#along.end();
    this.#context.opened.update(document);
    this.#name(document);
    this.#clear();
    if (preview.kind === "pages" && preview.pages.length > 0) this.#showPages(document, preview);
    else this.#showUnpaged({ document, preview, text });
    kept?.end();
  }

  /** @param {Found} found */
  #showUnpaged({ document, preview, text }) {
    const signal = this.#showing.current;
    if (preview.kind === "media") void this.#unpaged.showMedia(document, preview, signal);
    else if (preview.kind === "archive" && this.#content.live) void this.#unpaged.showArchive(document, preview, signal);
    else if (text) this.#unpaged.showText(document, { ...text, found: preview.text, top: this.#open.at?.fraction.y ?? 0 }, signal);
    else this.#unpaged.showReason(document, preview, signal);
  }

  #clear() {
    this.#panels.end();
    this.#marking = null;
    this.#outline = [];
    this.#findBefore = this.#find?.state ?? this.#findBefore;
    this.#find = null;
    this.#showing.next();
    this.#bars.show();
    this.#reader = null;
    this.#unpaged.clear();
    this.#head.clear();
    this.#next.clear();
    this.#body.replaceChildren();
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   */
  #showPages(document, preview) {
    const raster = this.#types.conforms(document.type, "public.image");
    const signal = this.#showing.current;
    const isMoving = preview.moves === true && !this.#isStill;
    const paged = pagedDocument(preview, raster, (pageCount) => {
      const still = this.#content.pages(document, pageCount, signal);
      return isMoving ? movingSource(still, document) : still;
    });
    const canAdd = this.#content.live && !document.trashed;
    const outlets = new PageOutlets(document, paged.names, {
      isRaster: raster, addToBoard: canAdd ? (page, anchor) => void this.#context.boards.choosePage(document, page, anchor) : null,
    });
    const reader = new Reader({
      ...paged, ...(this.#content.live && { outlets }), page: this.#open.page, zoom: this.#open.zoom, at: this.#open.at ?? null, top: this.#open.top ?? 0,
      arrangement: this.#open.arrangement ?? ONE_COLUMN, turn: this.#open.turn ?? 0,
      changed: () => this.#pageMoved(), scrolled: (type) => this.#scrolled(type), tapped: (type) => this.#bars.tapped(type), tappedTwice: () => this.#bars.tappedTwice(), left: () => this.#context.router.back("/"), turnedOn: () => void this.#next.go(),
      edgeTaps: () => EDGE_TAPS.get(this.#context.choices.get("reader.edges")) ?? 1,
      copy: (text) => void this.#copy(text, say("Copied")),
      say: (text) => this.#context.notices.show({ text }), working: (text, stop) => this.#context.notices.working(text, stop),
      ...(!raster && this.#content.find && { find: () => this.#find?.open() }),
      ...(this.#content.live && !document.trashed && { mark: (kind, note) => void this.#marking?.markSelection(kind, note) }),
      follow: (move) => this.#context.opened.step(move),
      followed: (text, { name, go }) => this.#context.notices.show({
        text, also: { label: say("Back to {name}", { name }), act: () => !signal.aborted && go() },
      }),
    }, signal);
    this.#reader = reader;
    this.#outline = preview.outline;
    this.#head.showPages(reader);
    const canFind = this.#addFind(document, reader, raster, signal);
    const turn = () => {
      this.#isStill = isMoving;
      this.#show({ document, preview, text: null });
    };
    const tools = pageTools(document, this.#content, {
      canFind, hasContents: this.#outline.length > 0, pageCount: reader.pageCount, isMoving: preview.moves ? isMoving : null,
    }, {
      ...this.#commands, turn,
      savePage: () => outlets.saveImage(reader.page), savePdf: () => outlets.savePdf(reader.page),
    });
    this.#head.showTools(tools, signal);
    this.#body.append(reader.stage, reader.foot);
    // The end of its leading pages is not that of the document.
    const isAll = !preview.preparing;
    this.#along.follow(reader, document, { isPreparing: this.#isPreparing, showing: signal });
    this.#next.showIn(reader.stage, { isSeen: () => isAll && reader.isAtEnd, isLeft: () => isAll && reader.restsAtEnd });
    if (this.#bars.fillsScreen) this.#bars.hide();
    // A message keeps clear of the strip only where that is in the window.
    const caveats = caveatsInWords(preview);
    if (caveats) this.#context.notices.show({ text: caveats });
    void this.#addMarks(document, reader, signal);
    this.#documentPanels.bringBack(this.#open.panel, this.#content.live);
    if (this.#findBefore?.isOpen) this.#find?.restore(this.#findBefore);
    if (!this.#find?.state.hasFocus) this.#takeFocus();
  }

  /**
   * Lets words be found, where there are some and the server looks for them.
   * @param {Document} document
   * @param {Reader} reader
   * @param {boolean} raster whether its pages are pictures
   * @param {AbortSignal} signal
   * @returns {boolean} whether they can be found
   */
  #addFind(document, reader, raster, signal) {
    const ask = raster ? undefined : this.#content.find;
    if (!ask) return false;
    const listed = () => this.#panels.get(FindList);
    /** @type {DocumentFind} */
    const find = new DocumentFind((parameters, take, ended) => ask(document, parameters, take, ended), reader, {
      list: () => this.#documentPanels.toggleHits(find, reader),
      changed: () => listed()?.show(find.hits),
      closed: () => listed() && this.#panels.close(),
    }, signal);
    this.#find = find;
    this.#body.append(find.element);
    return true;
  }

  /** @param {ApiProblem} problem */
  #failed(problem) {
    this.#context.notices.refused(problem);
    const reason = reasonFor(problem.code, problem.detail, problem.mayPass);
    if (!this.#document) this.#head.name(reason.title);
    this.#clear();
    if (!this.#content.live) this.#head.showTools([versionsTool(this.#commands.versions)], this.#showing.current);
    this.#unpaged.put(noticeView({ ...reason, again: reason.again ? () => void this.load() : null }, this.#showing.current));
  }

  /** Asks which pages are printed; false where there are none. */
  print() {
    this.#reader?.print(this.#document?.name ?? "Document");
    return this.#reader !== null;
  }

  /**
   * The actions of tools and keys.
   * @returns {import("./reader-actions.js").ReaderCommands}
   */
  get #commands() {
    const { versions, opened, queue } = this.#context;
    const panels = this.#documentPanels;
    return {
      queue, versions: (anchor) => versions.toggle(anchor), addToBoard: (anchor) => this.#addToBoard(anchor),
      print: () => void this.print(), searchable: () => void this.#saveSearchable(),
      webActions: (document) => opened.webActions(document), mayOpenIn: (document) => opened.mayOpenIn(document), openIn: (anchor) => this.#document && opened.openIn(this.#document, anchor),
      edit: this.#isEditable ? () => opened.edit() : null, toDevice: () => opened.sendToDevice(), rename: () => void opened.rename(), info: () => panels.toggleInfo(), contents: () => panels.toggleContents(), thumbnails: () => panels.toggleThumbnails(),
      find: () => this.#find?.open(), marks: () => this.#marking?.toggle(),
      view: (anchor) => this.#reader && openViewMenu(this.#reader, anchor, this.#bars),
      copyLink: () => void this.#copyLink(), along: this.#along,
    };
  }

  /** Whether its text can be changed here. */
  get #isEditable() {
    const document = this.#document;
    return document !== null && isEditableText(document) && this.#types.conforms(document.type, "public.text");
  }

  async #saveSearchable() {
    const part = await this.#context.notices.load(searchablePdf);
    if (part && this.#document) await part.saveSearchablePdf(this.#context, this.#document);
  }

  /** @param {HTMLElement} anchor */
  #addToBoard(anchor) {
    if (!this.#document || !this.#reader) return;
    const { page: number, pageName: name } = this.#reader;
    void this.#context.boards.choosePage(this.#document, { number, name }, anchor);
  }

  #pageMoved() {
    if (!this.#reader) return;
    this.#context.opened.moved();
    this.#panels.mark(this.#reader.page);
    this.#next.update();
    this.#along.moved();
  }

  /** @param {import("../gestures/index.js").Touch["type"]} type of the hand that has scrolled the pages on */
  #scrolled(type) {
    this.#along.touched();
    this.#bars.scrolled(type);
  }

  /**
   * Fetches the part of the app that marks pages, and the marks.
   * @param {Document} document
   * @param {Reader} reader
   * @param {AbortSignal} signal
   */
  async #addMarks(document, reader, signal) {
    if (!this.#content.live || document.trashed) return;
    const part = await this.#context.notices.load(documentMarking);
    if (!part || signal.aborted) return;
    const { api, notices } = this.#context;
    this.#marking = new part.DocumentMarking({
      api, document, reader, notices, panels: this.#panels, isListed: this.#open.panel === "marks" && this.#panels.hasRoom, changed: () => this.#head.press(say(MARK_UP), this.#marking?.isOpen ?? false),
      came: () => this.#along.marksCame(),
    }, signal);
  }

  /** @param {string} sha256 of a content whose marks have changed */
  marked(sha256) {
    this.#marking?.heard(sha256);
  }

  /** @param {unknown} turn of the pages in another browser */
  turned(turn) {
    this.#along.turned(turn);
  }

  /** The connection is back: events may have been missed, and images refused. */
  catchUp() {
    void this.#marking?.refresh();
    this.#reader?.retry();
    this.#find?.retry();
    this.#panels.get(ThumbnailsPanel)?.retry();
  }

  async #copyLink() {
    await this.#copy(`${location.href.split("#")[0]}${openFragment(this.exactPosition)}`, say("Link copied"));
  }

  /**
   * @param {string} text
   * @param {string} said when it is in the clipboard
   */
  async #copy(text, said) {
    const isCopied = await copyText(text);
    if (isCopied) return this.#context.notices.show({ text: said });
    // Words that took long to read come too late after the key for some browsers, but not after a button.
    this.#context.notices.show({ text: say("The browser refused to copy"), also: { label: say("Try again"), act: () => void this.#copy(text, said) } });
  }
}
