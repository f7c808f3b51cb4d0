/** The screen on which a text is edited: it is saved by itself, and read again where it was changed elsewhere. */

import { ApiProblem } from "../api/api-problem.js";
import { TEXT_LIMIT } from "../api/opener-api.js";
import { downloadOf } from "../api/page-source.js";
import { reasonFor } from "../api/reasons.js";
import { SessionApi } from "../api/session-api.js";
import { VersionApi } from "../api/version-api.js";
import { DocumentPanels } from "../reader/document-panels.js";
import { readerActions } from "../reader/reader-actions.js";
import { ReaderHead } from "../reader/reader-head.js";
import { ReaderPanels } from "../reader/reader-panels.js";
import { Editing } from "../saving/editing.js";
import { SavingLine } from "../saving/saving-line.js";
import { announce } from "../shell/announcer.js";
import { vec } from "../gestures/geometry/index.js";
import { element } from "../shell/element.js";
import { isPlain, isTyping } from "../shell/keys.js";
import { noticeView } from "../shell/notice-view.js";
import { say } from "../shell/texts.js";
import { OpenText } from "./open-text.js";
import { TextConflictForms } from "./text-conflict-forms.js";
import { readTextFile } from "./text-file.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./text-file.js").TextFile} TextFile */

/** A text that was edited is in UTF-8; its name says of which type it is. */
const MEDIA_TYPE = "text/plain; charset=utf-8";

/**
 * @typedef {object} TextContext
 * @property {import("../api/api.js").Api} api
 * @property {import("../api/type-tree.js").TypeTree} types
 * @property {Document} document
 * @property {import("../saving/unsaved-documents.js").UnsavedDocuments} unsaved documents that are left before they are stored
 * @property {TextFile} file the content of the document
 * @property {number} top how far down it begins, between 0 and 1
 * @property {import("../library/library.js").Library} library
 */

export class TextScreen {
  /** @type {HTMLElement} */
  element;
  #context;
  #signal;
  /** @type {Editing<TextFile, OpenText>} */
  #editing;
  #head;
  #state = new SavingLine();
  #body = element("main", { class: "reader-body" });
  #panels;
  #documentPanels;
  /**
   * The content that was read before the screen was made; null once it is shown.
   * @type {TextFile | null}
   */
  #first;

  /**
   * @param {ScreenParts & TextContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    const { api, router, notices, document, unsaved, opened } = context;
    const sessions = new SessionApi(api);
    this.#context = context;
    this.#signal = signal;
    this.#first = context.file;
    this.#head = new ReaderHead({ back: () => router.back("/"), toStart: () => this.#text?.scrollTo(0), rename: () => opened.rename(), isWanted: (tool) => opened.isWanted(tool) }, signal);
    this.#head.note(this.#state.element);
    this.#editing = new Editing({
      api, sessions, mediaType: MEDIA_TYPE, router, notices, unsaved, titleOf: (name) => name,
      forms: new TextConflictForms({ sessions, versions: new VersionApi(api) }),
      read: (wanted, reading) => this.#read(wanted, reading),
      open: (file, session, calls, showing) => new OpenText(file, session, { ...calls, isProse: this.#isProse, moved: () => opened.moved() }, showing),
      show: (text, _, last) => this.#show(text, last),
      named: (found) => this.#name(found), saving: (state) => this.#state.show(state), became: (copy) => opened.became(copy),
      failed: (error, showing) => this.#failed(error, showing),
    }, document, signal);
    this.element = element("div", { class: "reader" }, this.#head.element, this.#editing.bar, this.#body);
    this.#panels = new ReaderPanels(this.element, { closed: () => this.focus(), changed: () => {} });
    this.#documentPanels = new DocumentPanels({
      api, panels: this.#panels, moved: () => {}, ways: { ...context, heard: (found) => opened.heard(found) },
      shown: () => ({ document: this.document, reader: null, outline: [] }),
    });
    signal.addEventListener("abort", () => this.#panels.end());
  }

  get view() {
    return /** @type {const} */ ("text");
  }

  get loading() {
    return this.#editing.isReading;
  }

  /** The document, as far as it is known. */
  get document() {
    return this.#editing.document;
  }

  get #text() {
    return this.#editing.opened;
  }

  /** Facts for `inspect`; null while the text is not shown. */
  get facts() {
    const text = this.#text;
    return text && { length: text.text.length, saving: text.saver.state.phase };
  }

  /** The place at the top: all of it is one page. */
  get place() {
    const top = this.#text?.top ?? 0;
    return top === 0 ? null : { page: 1, fraction: vec(0, top) };
  }

  /** Where its document can be given another name. */
  get naming() {
    return { document: this.document, standing: { ...this.#head.place, back: () => this.focus() } };
  }

  /** Whether leaving now would lose something. */
  get losing() {
    return this.#editing.losing;
  }

  /** Words are checked for their spelling; a program is not. */
  get #isProse() {
    const { types } = this.#context;
    return types.conforms(this.document.type, "public.plain-text") && !types.conforms(this.document.type, "public.source-code");
  }

  load() {
    return this.#editing.load();
  }

  /**
   * @param {Document} document
   * @param {boolean} anew whether it may have gone back to what it was before
   */
  heard(document, anew = false) {
    this.#editing.heard(document, anew);
    if (document.id === this.document.id) this.#documentPanels.heard(document);
  }

  refresh() {
    this.#editing.refresh();
  }

  /** Saves what is not saved and waits for it: why it is not, or "". */
  stored() {
    return this.#editing.stored();
  }

  /** Saves what is not saved, and frees the document for other clients. */
  close() {
    this.#editing.close();
  }

  /**
   * The browser prints it.
   * @returns {import("../shell/actions.js").Outcome}
   */
  print() {
    window.print();
    return "done";
  }

  focus() {
    this.#text?.focus();
  }

  /**
   * Keys of the screen, also of those that are typed: Ctrl+S saves now, Escape leads out of the text.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey) && !event.altKey) return void this.#save(), true;
    if (event.key === "Escape" && this.#text?.hasFocus) return this.#leaveField(), true;
    if (event.key === "Escape" && this.#panels.isOpen) return this.#panels.close(), true;
    if (event.key === "F2" && isPlain(event)) return this.#context.opened.rename();
    if (isTyping(event.target) || !isPlain(event)) return false;
    if (event.key === "i") return this.#documentPanels.toggleInfo(), true;
    return event.key === "Enter" && event.target === document.body && (this.focus(), true);
  }

  async #save() {
    const reason = await this.#editing.stored();
    announce(reason === "" ? say("Saved") : say("Not saved"));
  }

  /** The focus goes to the way back: keys lead on from there, and Escape once more leads out. */
  #leaveField() {
    /** @type {HTMLElement | null} */ (this.#head.element.querySelector(".back-button"))?.focus();
  }

  /**
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  async #read(document, signal) {
    const first = this.#first;
    this.#first = null;
    if (first && document.sha256 === this.#context.document.sha256) return first;
    const { bytes, whole } = await this.#context.api.head(document, TEXT_LIMIT, signal);
    const file = whole ? readTextFile(bytes) : null;
    if (file === null) throw new ApiProblem(409, "not-editable", "");
    return file;
  }

  /**
   * @param {OpenText} text
   * @param {OpenText | null} last
   */
  #show(text, last) {
    const place = last?.place;
    this.#body.replaceChildren(text.element);
    this.#head.clear();
    this.#head.showTools(this.#tools, this.#signal);
    if (place) text.goOn(place);
    else text.scrollTo(this.#context.top);
  }

  get #tools() {
    const { versions, opened, queue } = this.#context;
    const read = { id: "read", label: say("Read"), icon: "eye", class: "quiet reader-read", act: () => opened.read() };
    const calls = {
      queue, edit: null, versions: (/** @type {HTMLElement} */ anchor) => versions.toggle(anchor), info: () => this.#documentPanels.toggleInfo(),
      webActions: (/** @type {Document} */ document) => opened.webActions(document), mayOpenIn: (/** @type {Document} */ document) => opened.mayOpenIn(document), openIn: (/** @type {HTMLElement} */ anchor) => opened.openIn(this.document, anchor),
      rename: () => void opened.rename(), toDevice: () => opened.sendToDevice(),
    };
    return [read, ...readerActions(this.document, { live: true, download: downloadOf }, calls)];
  }

  /** @param {Document} document */
  #name(document) {
    this.#head.name(document.name);
    window.document.title = `${document.name} – Sheaf`;
    this.#context.opened.update(document);
  }

  /**
   * @param {unknown} error
   * @param {AbortSignal} signal
   */
  #failed(error, signal) {
    const problem = ApiProblem.from(error);
    // The reader shows a text that has become one which cannot be edited.
    if (problem.code === "not-editable") return this.#context.opened.read();
    this.#context.notices.refused(problem);
    const reason = reasonFor(problem.code, problem.detail, problem.mayPass);
    const view = noticeView({ ...reason, again: reason.again ? () => void this.load() : null }, signal);
    this.#head.clear();
    this.#body.replaceChildren(view);
    view.focus({ preventScroll: true, focusVisible: false });
  }
}
