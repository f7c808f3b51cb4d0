/** Actions on many documents: each is one batch to the server, or a few, and one step to undo. */

import { ApiProblem } from "../../api/api-problem.js";
import { documentsInWords, numberInWords } from "../../api/words.js";
import { nameOf } from "../folders/folder-path.js";
import { FolderPicker } from "../folders/folder-picker.js";
import { askForTags, changedTags } from "./tag-sheet.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/batch-api.js").Operation} Operation */
/** @typedef {import("./selection-bar.js").SelectionAction} SelectionAction */

/**
 * @typedef {object} BatchActionParts
 * @property {Pick<import("../../api/batch-api.js").BatchApi, "apply" | "undo" | "tags">} batches
 * @property {import("../../api/folder-api.js").FolderApi} folders
 * @property {Pick<import("../trash-emptying.js").TrashEmptying, "remove">} trash
 * @property {Pick<import("../library.js").Library, "step">} library
 * @property {Pick<import("../../api/notices.js").Notices, "show" | "failed" | "working">} notices
 */

/**
 * A change of documents in words: "3 documents are in the Trash", "3 documents could not be moved".
 * @typedef {{done: string, failed: string}} Words
 */

export class BatchActions {
  #parts;
  /** @type {readonly SelectionAction[]} */
  usual = [
    { label: "Move to…", icon: "folder", act: (documents) => this.#chooseFolder(documents) },
    { label: "Tags…", icon: "tag", act: (documents) => void this.#chooseTags(documents) },
    { label: "Favourite", icon: "star", act: (documents) => void this.favour(documents) },
    { label: "Duplicate", icon: "duplicate", act: (documents) => void this.#duplicate(documents) },
    { label: "Move to Trash", icon: "trash", danger: true, act: (documents) => void this.trash(documents) },
  ];
  /** @type {readonly SelectionAction[]} */
  inTrash = [
    { label: "Restore", icon: "restore", act: (documents) => void this.#restore(documents) },
    { label: "Delete now", icon: "trash", danger: true, act: (documents) => this.#parts.trash.remove(documents) },
  ];

  /** @param {BatchActionParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {readonly Document[]} documents */
  #chooseFolder(documents) {
    const folders = new Set(documents.map(({ folder }) => folder));
    const start = folders.size === 1 ? documents[0]?.folder ?? "" : "";
    const chosen = (/** @type {string} */ folder) => void this.move(documents, folder);
    new FolderPicker(this.#parts.folders, { title: `Move ${documentsInWords(documents)}`, start, without: null, chosen }).open();
  }

  /**
   * @param {readonly Document[]} documents
   * @param {string} folder
   */
  move(documents, folder) {
    const others = documents.filter((document) => document.folder !== folder);
    /** @type {Operation[]} */
    const operations = others.map(({ id }) => ({ op: "move", document: id, folder, conflict: "rename" }));
    return this.#do(operations, others, { done: `in ${nameOf(folder) || "Documents"} now`, failed: "could not be moved" });
  }

  /** @param {readonly Document[]} documents */
  async #chooseTags(documents) {
    const known = await this.#parts.batches.tags().catch(() => []);
    askForTags(documents, known, (change) => void this.tag(documents, change));
  }

  /**
   * Puts tags on documents, and takes others off them.
   * @param {readonly Document[]} documents
   * @param {import("./tag-sheet.js").TagChange} change
   */
  tag(documents, change) {
    const changed = documents.flatMap((document) => {
      const tags = changedTags(document.tags, change);
      return tags ? [{ document, tags }] : [];
    });
    /** @type {Operation[]} */
    const operations = changed.map(({ document, tags }) => ({ op: "mark", document: document.id, tags }));
    const done = change.added.length > 0 || change.removed.length === 0 ? "tagged" : `without ${change.removed.join(", ")} now`;
    return this.#do(operations, changed.map(({ document }) => document), { done, failed: "could not be tagged" });
  }

  /**
   * Makes favourites of documents, or favourites no more where all are.
   * @param {readonly Document[]} documents
   */
  favour(documents) {
    const favourite = !documents.every((document) => document.favourite);
    const changed = documents.filter((document) => document.favourite !== favourite);
    /** @type {Operation[]} */
    const operations = changed.map(({ id }) => ({ op: "mark", document: id, favourite }));
    const done = favourite ? changed.length === 1 ? "a favourite now" : "favourites now" : changed.length === 1 ? "no favourite any more" : "no favourites any more";
    return this.#do(operations, changed, { done, failed: "could not be changed" });
  }

  /** @param {readonly Document[]} documents */
  #duplicate(documents) {
    /** @type {Operation[]} */
    const operations = documents.map(({ id }) => ({ op: "copy", document: id }));
    return this.#do(operations, documents, { done: "duplicated", failed: "could not be duplicated" });
  }

  /** @param {readonly Document[]} documents */
  async trash(documents) {
    const ids = documents.map(({ id }) => id);
    this.#parts.library.step({ type: "going", ids });
    /** @type {Operation[]} */
    const operations = ids.map((id) => ({ op: "trash", document: id }));
    const gone = new Set(await this.#do(operations, documents, { done: "in the Trash", failed: "could not be deleted" }));
    this.#parts.library.step({ type: "stayed", documents: documents.filter(({ id }) => !gone.has(id)) });
  }

  /** @param {readonly Document[]} documents */
  #restore(documents) {
    /** @type {Operation[]} */
    const operations = documents.map(({ id }) => ({ op: "restore", document: id }));
    return this.#do(operations, documents, { done: "back", failed: "could not be taken back" });
  }

  /**
   * Does operations, and offers to undo those that were done.
   * @param {readonly Operation[]} operations one for each document
   * @param {readonly Document[]} documents
   * @param {Words} words
   * @returns {Promise<readonly string[]>} the documents of operations that were done
   */
  async #do(operations, documents, words) {
    if (operations.length === 0) return [];
    const { batches, notices } = this.#parts;
    let isStopped = false;
    /** @type {import("../../shell/toasts.js").Progress | null} */
    let progress = null;
    const applied = await batches.apply(operations, (done) => {
      progress ??= notices.working("Changing documents…", () => (isStopped = true));
      progress.report(`Changing document ${numberInWords(done)} of ${numberInWords(operations.length)}…`, done / operations.length);
      return !isStopped;
    });
    /** @type {import("../../shell/toasts.js").Progress | null} */ (progress)?.end();
    const done = documents.slice(0, applied.count);
    this.#came(applied.documents);
    this.#say(done, documents, words, applied);
    return done.map(({ id }) => id);
  }

  /** @param {readonly Document[]} documents as the server has them now */
  #came(documents) {
    const [away, here] = [documents.filter(({ trashed }) => trashed), documents.filter(({ trashed }) => !trashed)];
    if (away.length) this.#parts.library.step({ type: "gone", ids: away.map(({ id }) => id) });
    if (here.length) this.#parts.library.step({ type: "came", documents: here });
  }

  /**
   * @param {readonly Document[]} done
   * @param {readonly Document[]} documents
   * @param {Words} words
   * @param {import("../../api/batch-api.js").Applied} applied
   */
  #say(done, documents, words, { batches, problem }) {
    const { notices } = this.#parts;
    const undo = { label: "Undo", act: () => void this.#undo(batches) };
    if (done.length === 0) return notices.failed(problem, `${documentsInWords(documents)} ${words.failed}. ${reasonOf(problem)}`);
    const text = `${documentsInWords(done)} ${done.length === 1 ? "is" : "are"} ${words.done}`;
    const left = problem ? `, ${numberInWords(documents.length - done.length)} ${words.failed}. ${reasonOf(problem)}` : "";
    notices.show({ text: `${text}${left}`, action: undo, ...(problem ? { problem: true } : {}) });
  }

  /** @param {readonly string[]} batches */
  async #undo(batches) {
    const { notices } = this.#parts;
    try {
      this.#came(await this.#parts.batches.undo(batches));
      notices.show({ text: "Undone" });
    } catch (error) {
      notices.failed(error, `Not all of it could be undone. ${reasonOf(ApiProblem.from(error))}`);
    }
  }
}

/** @param {ApiProblem | null} problem */
function reasonOf(problem) {
  switch (problem?.code) {
    case undefined: return "";
    case "not-found": return "Some of it is no longer there.";
    case "offline": return "Sheaf cannot be reached.";
    default: return problem?.mayPass ? "Try again in a moment." : problem?.detail ?? "";
  }
}
