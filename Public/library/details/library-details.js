/**
 * The details beside the list: of the selection, the document with the focus, or the place. They follow what is chosen and
 * what happens elsewhere.
 *
 * A wide window has a column for them. A narrower one shows them over the list: from the right, on a phone from below.
 */

import { button, element, setAttributes } from "../../shell/element.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { whenPressed } from "../../shell/presses.js";
import { say } from "../../shell/texts.js";
import { DetailApi } from "../../api/detail-api.js";
import { BatchActions } from "../selection/batch-actions.js";
import { DocumentDetails } from "./document-details.js";
import { DocumentEdits } from "./document-edits.js";
import { subjectOf } from "./details-subject.js";
import { PlaceDetails } from "./place-details.js";
import { SeveralDetails } from "./several-details.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("./document-edits.js").FieldName} FieldName */
/** @typedef {import("./field-edit.js").FieldEdit} FieldEdit */
/** @typedef {import("./details-subject.js").DetailsSubject} DetailsSubject */

/**
 * @typedef {object} LibraryDetailParts
 * @property {import("../../api/api.js").Api} api
 * @property {import("../library.js").Library} library
 * @property {Pick<import("../folders/folder-list.js").FolderList, "folders">} folders
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../document-opening.js").DocumentOpening, "open" | "handlerOf" | "listAlways">} opening
 * @property {{lastOpened: (id: string) => number | null}} openings
 * @property {Omit<import("../selection/batch-actions.js").BatchActionParts, "library"> & {notices: import("../../api/notices.js").Notices}} batching
 * @property {import("../trash.js").Trash} trash
 */

/**
 * @typedef {object} DetailsRoom
 * @property {HTMLElement} library the element of the library, which gets the column
 * @property {HTMLElement} main its list with the bar, which cannot be reached below details that lie over it
 * @property {HTMLElement} list of the cards
 * @property {() => readonly Document[]} found documents that were found by words, and have no card
 * @property {() => {has: (id: string) => boolean, size: number}} selection
 * @property {(id: string | null) => void} focusList gives the focus to a document's card
 * @property {(isOpen: boolean) => void} toggled
 * @property {MediaQueryList} wide whether there is room for a column of their own
 */

export class LibraryDetails {
  #parts;
  #room;
  #signal;
  #edits;
  #details;
  #actions;
  #body = element("div", { class: "details-body" });
  #title = element("h2", { id: "details-title" }, say("Details"));
  #panel;
  #veil = element("div", { class: "details-veil", hidden: true });
  #showing = new LatestSignal();
  /** @type {{kind: string, key: string, view: DocumentDetails | SeveralDetails | PlaceDetails} | null} */
  #shown = null;
  /** Texts about documents that were typed and not saved, by document and field. */
  /** @type {Map<string, FieldEdit>} */
  #drafts = new Map();
  /** The document that had the focus last, or was asked about. */
  /** @type {string | null} */
  #current = null;
  #place = "";
  #isOpen = false;
  /** @type {HTMLElement | null} */
  #from = null;

  /**
   * @param {LibraryDetailParts} parts
   * @param {DetailsRoom} room
   * @param {AbortSignal} signal
   */
  constructor(parts, room, signal) {
    this.#parts = parts;
    this.#room = room;
    this.#signal = signal;
    this.#details = new DetailApi(parts.api);
    this.#edits = new DocumentEdits({ details: this.#details, library: parts.library });
    this.#actions = new BatchActions({ ...parts.batching, library: parts.library });
    const close = button({ label: say("Close details"), icon: "close", keys: "Escape" }, () => this.close(), signal);
    this.#panel = element(
      "div", { "class": "library-details", "role": "complementary", "id": "library-details", "aria-labelledby": "details-title", "tabindex": -1, "hidden": true },
      element("div", { class: "info-head details-head" }, this.#title, close), this.#body,
    );
    room.library.append(this.#veil, this.#panel);
    this.#veil.addEventListener("click", () => this.close(), { signal });
    room.list.addEventListener("focusin", (event) => this.#focused(event.target), { signal });
    room.main.addEventListener("focusin", ({ target }) => target instanceof Element && target.closest(".found-document") && this.#focused(target), { signal });
    whenPressed(room.main, ({ target }) => this.#pressed(/** @type {Element} */ (target)), signal);
    room.wide.addEventListener("change", () => this.#lay(), { signal });
    signal.addEventListener("abort", () => this.#showing.abort());
  }

  get isOpen() {
    return this.#isOpen;
  }

  /** Whether leaving now would lose something that was typed. */
  get losing() {
    this.#keepDrafts();
    return this.#drafts.size > 0;
  }

  /**
   * @param {{document?: Document, hasFocus?: boolean}} [how] about which document; whether the details take the focus
   */
  open(how = {}) {
    const { document: about, hasFocus = true } = how;
    if (about) this.#current = about.id;
    const { activeElement } = document;
    if (!this.#panel.contains(activeElement)) this.#from = activeElement instanceof HTMLElement ? activeElement : null;
    this.#isOpen = true;
    this.#lay();
    this.draw();
    if (hasFocus) this.#panel.focus({ preventScroll: true });
  }

  /** Closes them; false where they are closed. */
  close() {
    if (!this.#isOpen) return false;
    const hadFocus = this.#panel.contains(document.activeElement) || document.activeElement === document.body;
    this.#isOpen = false;
    void this.#leave();
    this.#lay();
    const { focusList } = this.#room;
    if (hadFocus && this.#from?.isConnected && this.#from !== document.body) this.#from.focus({ preventScroll: true });
    else if (hadFocus) focusList(this.#current);
    return true;
  }

  /** Closes them where the key Escape is meant for them; false where it is not. */
  dismiss() {
    const isMeant = !this.#room.wide.matches || this.#panel.contains(document.activeElement);
    return isMeant && this.close();
  }

  /** Brings them up to date with what is chosen, and with its state. */
  draw() {
    const { query, documents } = this.#parts.library.state;
    const place = `${query.place}/${query.name}/${query.folder}`;
    if (place !== this.#place && this.#place !== "") this.#current = null;
    this.#place = place;
    if (!this.#isOpen) return;
    const subject = subjectOf({ query, documents: [...documents, ...this.#room.found()], selection: this.#room.selection(), current: this.#current });
    const key = subject.kind === "one" ? subject.document.id : "";
    if (this.#shown?.kind !== subject.kind || this.#shown.key !== key) this.#change(subject, key);
    this.#show(subject);
  }

  /** @param {DetailsSubject} subject */
  #show(subject) {
    const view = this.#shown?.view;
    if (subject.kind === "one" && view instanceof DocumentDetails) view.show(subject.document);
    else if (subject.kind === "several" && view instanceof SeveralDetails) view.show(subject.documents);
    else if (subject.kind === "place" && view instanceof PlaceDetails) view.show(subject.query);
  }

  /**
   * @param {DetailsSubject} subject
   * @param {string} key
   */
  #change(subject, key) {
    const hadFocus = this.#body.contains(document.activeElement);
    void this.#leave();
    const signal = this.#showing.next();
    const view = this.#viewOf(subject, signal);
    this.#shown = { kind: subject.kind, key, view };
    this.#body.replaceChildren(view.element);
    this.#body.scrollTop = 0;
    if (view instanceof DocumentDetails) view.fit();
    if (hadFocus) this.#panel.focus({ preventScroll: true });
  }

  /**
   * @param {DetailsSubject} subject
   * @param {AbortSignal} signal
   */
  #viewOf(subject, signal) {
    const { batching: { notices }, ...rest } = this.#parts;
    const parts = { ...rest, notices, details: this.#details, edits: this.#edits, actions: this.#actions };
    if (subject.kind === "several") return new SeveralDetails(parts, signal);
    if (subject.kind === "place") return new PlaceDetails(parts, signal);
    const { document: about } = subject;
    const draftOf = (/** @type {FieldName} */ field) => {
      const draft = this.#drafts.get(`${about.id} ${field}`);
      this.#drafts.delete(`${about.id} ${field}`);
      return draft;
    };
    return new DocumentDetails(parts, about, draftOf, signal);
  }

  /** Saves what is typed about the document that was shown; what cannot be saved is kept until it is shown again. */
  async #leave() {
    const view = this.#shown?.view;
    this.#shown = null;
    if (!(view instanceof DocumentDetails)) return;
    await view.settle();
    const { drafts, id } = view;
    const isShownAgain = this.#shown !== null && /** @type {{key: string}} */ (this.#shown).key === id;
    if (drafts.length === 0 || isShownAgain) return;
    for (const [field, edit] of drafts) this.#drafts.set(`${id} ${field}`, edit);
    this.#tellUnsaved(id, drafts.map(([field]) => field));
  }

  /**
   * @param {string} id
   * @param {readonly FieldName[]} fields
   */
  #tellUnsaved(id, fields) {
    const about = this.#parts.library.state.documents.find((document) => document.id === id);
    const name = about?.name ?? say("a document");
    const text = fields.length > 1
      ? say("The name and the note of {name} could not be saved. What you typed is kept here.", { name })
      : fields[0] === "name"
        ? say("The name of {name} could not be saved. What you typed is kept here.", { name })
        : say("The note of {name} could not be saved. What you typed is kept here.", { name });
    const also = about && { label: say("Show it"), act: () => this.open({ document: about }) };
    this.#parts.batching.notices.show({ text, problem: true, ...(also && { also }) });
  }

  #keepDrafts() {
    const view = this.#shown?.view;
    if (!(view instanceof DocumentDetails)) return;
    for (const field of /** @type {const} */ (["name", "note"])) this.#drafts.delete(`${view.id} ${field}`);
    for (const [field, edit] of view.drafts) this.#drafts.set(`${view.id} ${field}`, edit);
  }

  /** Puts them beside the list, or over it. */
  #lay() {
    const isOver = !this.#room.wide.matches;
    const { library, main } = this.#room;
    this.#panel.hidden = !this.#isOpen;
    this.#veil.hidden = !this.#isOpen || !isOver;
    main.inert = this.#isOpen && isOver;
    setAttributes(this.#panel, { "role": isOver ? "dialog" : "complementary", "aria-modal": isOver && "true" });
    library.classList.toggle("with-details", this.#isOpen);
    this.#room.toggled(this.#isOpen);
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    const card = target instanceof Element ? target.closest("[data-document], [data-folder]") : null;
    const id = card instanceof HTMLElement ? card.dataset["document"] ?? null : null;
    if (id === this.#current) return;
    this.#current = id;
    this.draw();
  }

  /**
   * A press beside all cards is one on the place.
   * @param {Element} target
   */
  #pressed(target) {
    if (this.#current === null || target.closest("a, button, input, select, label, .card, .found-document, .menu-room")) return;
    this.#current = null;
    if (!this.#signal.aborted) this.draw();
  }
}
