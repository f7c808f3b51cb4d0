/** All that is known of one document, beside the list: shown, and edited where it stands. */

import { libraryPath } from "../../shell/address.js";
import { button, element, followLinks, icon, setAttributes } from "../../shell/element.js";
import { say, text } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { ApiProblem } from "../../api/api-problem.js";
import { whenReady } from "../../api/preview-ready.js";
import { dateInFull, numberInWords, sizeInWords } from "../../api/words.js";
import { CardThumbnail } from "../card-thumbnail.js";
import { remarkInWords } from "../hand-over-words.js";
import { problemOfName } from "../../api/folder-path.js";
import { reasonOf } from "../folders/folder-actions.js";
import { changedTags } from "../selection/tag-sheet.js";
import { valueOf } from "./document-edits.js";
import { editFrom, FieldEditor } from "./field-editor.js";
import { askMetadata, metadataElements, missingFact } from "./metadata-view.js";
import { giveName, sayRenamed } from "./name-giving.js";
import { partHeading, TagEditor, tagsOf } from "./tag-editor.js";
import { SimilarFacts } from "./similar-facts.js";
import { SuggestionFacts } from "./suggestion-facts.js";
import { VersionFacts } from "./version-facts.js";
import { WordsFact } from "./words-fact.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("./document-edits.js").FieldName} FieldName */
/** @typedef {import("./field-edit.js").FieldAction} FieldAction */
/** @typedef {import("./field-edit.js").FieldEdit} FieldEdit */

/** Side of the square that the picture fits into, in CSS pixels. */
const PICTURE = 200;

/** A document that is only passed on the way through the list is not asked for. */
const REST_MILLISECONDS = 180;

/** A note is saved after so long a pause. */
const NOTE_MILLISECONDS = 1200;

/** Bytes of UTF-8 in a note, as the server takes them. */
const MOST_NOTE_BYTES = 16_384;

/** The facts that stand above the metadata already. */
const KNOWN_FACTS = Object.freeze([text("Kind"), text("Size"), text("Pages")]);

/**
 * @typedef {object} DocumentDetailParts
 * @property {import("../../api/api.js").Api} api
 * @property {import("../../api/detail-api.js").DetailApi} details
 * @property {import("../library.js").Library} library
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {import("../../api/notices.js").Notices} notices
 * @property {Pick<import("../document-opening.js").DocumentOpening, "open" | "handlerOf" | "listAlways">} opening
 * @property {Pick<import("./document-edits.js").DocumentEdits, "set" | "change">} edits
 * @property {{lastOpened: (id: string) => number | null}} openings when a document was opened last, in ms since 1970
 */

export class DocumentDetails {
  /** @type {HTMLElement} */
  element = element("div", { class: "details-parts info-body" });
  #parts;
  #signal;
  #document;
  #picture;
  #open = element("a", { class: "details-picture" });
  #favourite;
  #about = element("p", { class: "details-about secondary" });
  #facts = element("dl", { class: "details-facts" });
  #metadata = element("div", { class: "details-metadata" });
  #fields;
  #tags;
  #versions;
  #words;
  #similar;
  #suggested;
  #resting;
  #handler;
  /** The content that the metadata is of, and what is known of its pages. */
  #described = "";
  #pages = "";
  /** Why the facts of the content are not here. */
  #isMissing = false;

  /**
   * @param {DocumentDetailParts} parts
   * @param {Document} document
   * @param {(field: FieldName) => FieldEdit | undefined} draftOf what was left unsaved of a field
   * @param {AbortSignal} signal
   */
  constructor(parts, document, draftOf, signal) {
    this.#parts = parts;
    this.#document = document;
    this.#signal = signal;
    this.#resting = new Timer(signal);
    this.#picture = new CardThumbnail((url, wanted) => parts.api.imageProblem(url, wanted), signal);
    this.#picture.setHeld(false);
    this.#open.append(this.#picture.element);
    this.#favourite = button({ label: say("Favourite"), icon: "star", class: "quiet details-favourite" }, () => void this.#favour(), signal);
    this.#handler = button({ label: "…", text: true, class: "quiet details-handler" }, () => void parts.opening.listAlways(this.#document, this.#handler), signal);
    setAttributes(this.#handler, { "aria-haspopup": "menu" });
    this.#fields = { name: this.#field("name", draftOf("name")), note: this.#field("note", draftOf("note")) };
    this.#tags = new TagEditor({
      add: (tag) => void this.#tag({ added: [tag], removed: [] }), remove: (tag) => void this.#tag({ added: [], removed: [tag] }),
      open: (name) => parts.router.go(libraryPath({ place: "tag", name })), known: () => parts.details.tags(signal),
    }, signal);
    this.#versions = new VersionFacts(parts, signal);
    this.#words = new WordsFact(parts.api, () => this.#drawFacts(), signal);
    this.#similar = new SimilarFacts(parts, signal);
    this.#suggested = new SuggestionFacts({ api: parts.api, opening: parts.opening, rename: (name) => giveName(parts, this.#document, name), left: () => this.#open.focus() }, signal);
    followLinks(this.#open, () => void parts.opening.open(this.#document), signal);
    followLinks(this.#facts, (path) => parts.router.go(path), signal);
    whenReady(({ sha256, pageCount, preparing }) => sha256 === this.#document.sha256 && this.#becameReady(pageCount, preparing), signal);
    this.#build();
    this.show(document);
  }

  get id() {
    return this.#document.id;
  }

  /**
   * The texts that are typed and not saved, by field.
   * @returns {readonly (readonly [FieldName, FieldEdit])[]}
   */
  get drafts() {
    return Object.entries(this.#fields).filter(([, field]) => field.isUnsaved)
      .map(([name, field]) => [/** @type {FieldName} */ (name), field.edit]);
  }

  /** Saves what is typed. */
  async settle() {
    await Promise.all([this.#fields.name.send(), this.#fields.note.send()]);
  }

  /** Brings the heights of its fields up to date: they have one only where they are seen. */
  fit() {
    for (const field of Object.values(this.#fields)) field.fit();
  }

  #build() {
    const name = element("div", { class: "details-title" }, this.#fields.name.element, this.#favourite);
    const tags = element("section", {}, partHeading(say("Tags"), "tag"), this.#tags.element);
    const note = element("section", {}, partHeading(say("Note"), "note"), this.#fields.note.element);
    this.element.append(this.#open, name, this.#about, tags, note, this.#suggested.element, element("section", {}, partHeading(say("Facts"), "info"), this.#facts), this.#similar.element, this.#versions.element, this.#metadata);
  }

  /** @param {Document} document as it is now */
  show(document) {
    const before = this.#document;
    this.#document = document;
    const isFixed = document.trashed !== undefined;
    const kind = this.#parts.library.types.nameOf(document);
    this.#picture.show(document, PICTURE, this.#parts.library.types.iconOf(document), null);
    setAttributes(this.#open, { "href": `/d/${encodeURIComponent(document.id)}`, "aria-label": say("Open {name}", { name: document.name }), "title": say("Open") });
    for (const field of /** @type {const} */ (["name", "note"])) {
      this.#fields[field].show(valueOf(document, field));
      this.#fields[field].fix(isFixed);
    }
    setAttributes(this.#favourite, { "aria-pressed": String(document.favourite), "title": document.favourite ? say("No favourite any more") : say("Favourite") });
    this.#favourite.disabled = isFixed;
    this.#about.textContent = `${kind} · ${sizeInWords(document.size)}`;
    this.#tags.show(tagsOf([document]).sort((one, other) => document.tags.indexOf(one.tag) - document.tags.indexOf(other.tag)), 1, isFixed);
    this.#versions.show(document);
    this.#similar.show(document);
    this.#suggested.show(document);
    if (document.handler !== before.handler || this.#handler.dataset["of"] === undefined) this.#ask();
    if (document.sha256 !== this.#described) this.#describeSoon();
    this.#drawFacts();
  }

  #drawFacts() {
    const { folder, created, modified, trashed, expires, provenance } = this.#document;
    const opened = this.#parts.openings.lastOpened(this.#document.id);
    const place = element("a", { class: "info-link", href: libraryPath({ place: "folders", folder }) }, element("bdi", {}, folder || say("Folders")));
    /** @type {[string, string | Node][]} */
    const rows = [
      [say("Pages"), this.#pages], [say("Words"), this.#words.isKnown ? this.#words.element : ""], [trashed ? say("Was in") : say("Is in"), place], [say("Added"), dateInFull(created)], [say("Changed"), dateInFull(modified)],
      [say("Opened"), opened === null ? "" : dateInFull(new Date(opened).toISOString())], [say("Deleted"), trashed ? dateInFull(trashed) : ""],
      [say("Handed over by"), provenance?.source ?? ""], [say("Sender’s remark"), remarkInWords(provenance?.annotation)], [say("Fetched from"), provenance?.url ?? ""],
      [say("Stays until"), expires ? dateInFull(expires) : ""], [say("Opens with"), trashed ? "" : this.#handler],
    ];
    const held = this.#facts.contains(document.activeElement) ? document.activeElement : null;
    this.#facts.replaceChildren(...rows.filter(([, value]) => value !== "").flatMap(([label, value]) => [element("dt", {}, label), element("dd", {}, value)]));
    if (held instanceof HTMLElement && held.isConnected) held.focus({ preventScroll: true });
  }

  /**
   * @param {FieldName} name
   * @param {FieldEdit | undefined} draft
   */
  #field(name, draft) {
    const isNote = name === "note";
    return new FieldEditor({
      name, label: isNote ? say("Note") : say("Name"), lines: isNote, most: isNote ? MOST_NOTE_BYTES : 255, pause: isNote ? NOTE_MILLISECONDS : null,
      ...(isNote && { placeholder: say("Add a note") }), problemOf: isNote ? problemOfNote : (text) => (text ? problemOfName(text) : say("A name is needed.")),
      save: (edit) => this.#save(name, edit), left: () => !isNote && this.#open.focus(),
    }, editFrom(draft, valueOf(this.#document, name)), this.#signal);
  }

  /**
   * @param {FieldName} field
   * @param {{base: string, value: string}} edit
   * @returns {Promise<FieldAction>}
   */
  async #save(field, edit) {
    const outcome = await this.#parts.edits.set(this.#document.id, field, edit);
    if ("differs" in outcome) return { type: "differs", value: valueOf(outcome.differs, field) };
    if ("refused" in outcome) return { type: "refused", reason: this.#refusal(field, outcome.refused, edit.value) };
    if (field === "name" && outcome.before.name !== outcome.done.name) sayRenamed(this.#parts, outcome.before, outcome.done);
    return { type: "saved", value: valueOf(outcome.done, field) };
  }

  /**
   * @param {FieldName} field
   * @param {ApiProblem} problem
   * @param {string} value
   */
  #refusal(field, problem, value) {
    this.#parts.notices.refused(problem);
    if (field === "name") return say("It keeps its name. {reason}", { reason: reasonOf(problem, value) });
    return problem.code === "offline" ? say("It is not saved yet: Sheaf cannot be reached. What is typed stays here.") : say("It is not saved. {reason}", { reason: reasonOf(problem, "") });
  }

  async #favour() {
    const favourite = !this.#document.favourite;
    const outcome = await this.#parts.edits.change(this.#document.id, (document) => (document.favourite === favourite ? {} : { favourite }));
    if ("refused" in outcome) this.#parts.notices.failed(outcome.refused, say("{name} could not be changed. {reason}", { name: this.#document.name, reason: reasonOf(outcome.refused, "") }));
  }

  /**
   * @param {import("../selection/tag-sheet.js").TagChange} change
   * @param {boolean} [isUndo]
   */
  async #tag(change, isUndo = false) {
    const { edits, notices } = this.#parts;
    const { id, name } = this.#document;
    const outcome = await edits.change(id, ({ tags }) => {
      const changed = changedTags(tags, change);
      return changed ? { tags: changed } : {};
    });
    if ("refused" in outcome) return notices.failed(outcome.refused, say("{name} could not be tagged. {reason}", { name, reason: reasonOf(outcome.refused, "") }));
    if (!("done" in outcome) || outcome.done === outcome.before || isUndo) return undefined;
    const { added, removed } = change;
    const undo = { label: say("Undo"), act: () => void this.#tag({ added: removed, removed: added }, true) };
    return notices.show({ text: added.length ? say("{name} is tagged {added}", { name, added: added.join(", ") }) : say("{removed} is taken off {name}", { removed: removed.join(", "), name }), action: undo });
  }

  /** Asks what opens it, when it stays. */
  #ask() {
    this.#handler.dataset["of"] = this.#document.id;
    const { opening } = this.#parts;
    const timer = new Timer(this.#signal);
    timer.set(REST_MILLISECONDS, async () => {
      const handler = await opening.handlerOf(this.#document, this.#signal).catch(() => null);
      if (this.#signal.aborted) return;
      this.#handler.textContent = handler ? handler.name : say("Nothing here yet");
      this.#handler.append(icon("down"));
      setAttributes(this.#handler, { "aria-label": say("Opens with {name}. Choose another one", { name: this.#handler.textContent ?? "" }) });
    });
  }

  #describeSoon() {
    this.#described = this.#document.sha256;
    this.#pages = say("Being prepared…");
    this.#isMissing = false;
    this.#resting.set(REST_MILLISECONDS, () => void this.#describe());
  }

  async #describe() {
    const { id, sha256, trashed } = this.#document;
    void this.#words.ask({ id, isTrashed: trashed !== undefined });
    try {
      const found = await askMetadata(this.#parts.api, this.#document.id, this.#signal);
      if (sha256 !== this.#described || this.#signal.aborted) return;
      this.#pages = found.pageCount ? numberInWords(found.pageCount) : "";
      this.#metadata.replaceChildren(...metadataElements(found, this.#document.id, KNOWN_FACTS));
    } catch (error) {
      if (this.#signal.aborted || sha256 !== this.#described) return;
      this.#isMissing = true;
      this.#pages = ApiProblem.from(error).mayPass ? say("Being prepared…") : "";
      this.#metadata.replaceChildren(missingFact(say("What it says of itself cannot be read just now.")));
    }
    this.#drawFacts();
  }

  /**
   * @param {number} pageCount
   * @param {boolean} preparing
   */
  #becameReady(pageCount, preparing) {
    if (this.#isMissing) this.#describeSoon();
    else if (pageCount > 0 && this.#pages === say("Being prepared…")) this.#pages = preparing ? say("{pageCount}, and more to come", { pageCount: numberInWords(pageCount) }) : numberInWords(pageCount);
    this.#drawFacts();
  }
}

/** @param {string} text */
function problemOfNote(text) {
  return new TextEncoder().encode(text).length > MOST_NOTE_BYTES ? say("This is too long for a note. Make a document of it.") : "";
}
