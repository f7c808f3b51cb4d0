/** Changes of documents and folders, one or many. Changes made at a time are one step to undo. */

import { ApiProblem } from "../../api/api-problem.js";
import { BatchApi } from "../../api/batch-api.js";
import { say, sayCount } from "../../shell/texts.js";
import { whyRefused } from "../../api/refusals.js";
import { numberInWords } from "../../api/words.js";
import { documentItem, documentsOf, folderItem, foldersOf, itemsInWords } from "../acting/library-item.js";
import { isWithin, nameOf, parentOf } from "../../api/folder-path.js";
import { copyingTo, movingTo, outermost, trashing } from "../folders/folder-steps.js";
import { askForTags, changedTags } from "./tag-sheet.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/folder-api.js").Folder} Folder */
/** @typedef {import("../../api/batch-api.js").Operation} Operation */
/** @typedef {import("../../shell/actions.js").Outcome} Outcome */
/** @typedef {import("../acting/library-item.js").LibraryItem} LibraryItem */
/** @typedef {import("../folders/folder-steps.js").FolderStep} FolderStep */

/**
 * @typedef {object} BatchActionParts
 * @property {Pick<import("../../api/api.js").Api, "list" | "ask">} api
 * @property {import("../folders/folder-steps.js").Folders} folders
 * @property {Pick<import("../folders/folder-list.js").FolderList, "refresh">} list of the folders that are shown
 * @property {Pick<import("../library.js").Library, "step">} library
 * @property {Pick<import("../../api/notices.js").Notices, "show" | "failed" | "working">} notices
 */

/**
 * A change of items in words: "3 documents are in the Trash", "3 documents could not be moved".
 * Both take the number of the items, and the items in words.
 * @typedef {{done: (number: number, items: string) => string, failed: (number: number, items: string) => string}} Words
 */

/**
 * @typedef {object} Change
 * @property {readonly Document[]} documents
 * @property {readonly Operation[]} operations one for each document
 * @property {readonly Folder[]} [folders]
 * @property {FolderStep} [step] done to each folder
 * @property {Words} words
 * @property {() => Promise<unknown>} [before] taken back after all else, as it was done before it
 */

/**
 * @typedef {object} Changed
 * @property {readonly Document[]} documents those that are changed
 * @property {readonly Folder[]} folders
 * @property {readonly string[]} batches
 * @property {(() => Promise<unknown>)[]} undos
 * @property {ApiProblem | null} problem why the rest is as it was
 */

export class BatchActions {
  #parts;
  #batches;

  /** @param {BatchActionParts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#batches = new BatchApi(parts.api);
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @param {string} folder
   * @param {() => Promise<unknown>} [before] taken back where the move is, as the making of the folder
   * @returns {Promise<Outcome>}
   */
  move(items, folder, before) {
    const documents = documentsOf(items).filter((document) => document.folder !== folder);
    const folders = outermost(foldersOf(items)).filter(({ path }) => parentOf(path) !== folder && !isWithin(folder, path));
    /** @type {Operation[]} */
    const operations = documents.map(({ id }) => ({ op: "move", document: id, folder, conflict: "rename" }));
    const where = { folder: nameOf(folder) || say("Documents") };
    /** @type {Words} */
    const words = {
      done: (n, items) => sayCount(n, "{items} is in {folder} now", "{items} are in {folder} now", { items, ...where }),
      failed: (n, items) => sayCount(n, "{items} could not be moved", "{items} could not be moved", { items }),
    };
    const step = movingTo(this.#parts.folders, folder);
    return this.#do({ documents, operations, folders, step, words, ...(before ? { before } : {}) });
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @param {string | null} folder null where each copy lies beside what it is of
   * @returns {Promise<Outcome>}
   */
  copy(items, folder = null) {
    const [documents, folders] = [documentsOf(items), outermost(foldersOf(items))];
    const place = folder === null ? {} : { folder };
    /** @type {Operation[]} */
    const operations = documents.map(({ id }) => ({ op: "copy", document: id, ...place }));
    /** @type {FolderStep} */
    const step = (one) => copyingTo(this.#parts.folders, { list: this.#parts.api, batches: this.#batches }, folder ?? parentOf(one.path))(one);
    const where = { folder: nameOf(folder ?? "") || say("Documents") };
    /** @type {Words} */
    const words = {
      done: (n, items) => (folder === null
        ? sayCount(n, "{items} is duplicated", "{items} are duplicated", { items })
        : sayCount(n, "{items} is copied to {folder}", "{items} are copied to {folder}", { items, ...where })),
      failed: (n, items) => sayCount(n, "{items} could not be copied", "{items} could not be copied", { items }),
    };
    return this.#do({ documents, operations, folders, step, words });
  }

  /**
   * @param {readonly Document[]} documents
   * @returns {Promise<Outcome>}
   */
  async chooseTags(documents) {
    const change = await askForTags(documents, this.#batches.tags().catch(() => []));
    return change ? this.tag(documents, change) : "cancelled";
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
    /** @type {Words} */
    const words = {
      done: (n, items) => (change.added.length > 0 || change.removed.length === 0
        ? sayCount(n, "{items} is tagged", "{items} are tagged", { items })
        : sayCount(n, "{items} is without {tags} now", "{items} are without {tags} now", { items, tags: change.removed.join(", ") })),
      failed: (n, items) => sayCount(n, "{items} could not be tagged", "{items} could not be tagged", { items }),
    };
    return this.#do({ documents: changed.map(({ document }) => document), operations, words });
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
    /** @type {Words} */
    const words = {
      done: (n, items) => (favourite
        ? sayCount(n, "{items} is a favourite now", "{items} are favourites now", { items })
        : sayCount(n, "{items} is no favourite any more", "{items} are no favourites any more", { items })),
      failed: (n, items) => sayCount(n, "{items} could not be changed", "{items} could not be changed", { items }),
    };
    return this.#do({ documents: changed, operations, words });
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @returns {Promise<Outcome>}
   */
  async trash(items) {
    const documents = documentsOf(items);
    const ids = documents.map(({ id }) => id);
    this.#parts.library.step({ type: "going", ids });
    /** @type {Operation[]} */
    const operations = ids.map((id) => ({ op: "trash", document: id }));
    /** @type {Words} */
    const words = {
      done: (n, items) => sayCount(n, "{items} is in the Trash", "{items} are in the Trash", { items }),
      failed: (n, items) => sayCount(n, "{items} could not be deleted", "{items} could not be deleted", { items }),
    };
    /** @type {Set<string>} */
    const gone = new Set();
    const change = { documents, operations, folders: outermost(foldersOf(items)), step: trashing(this.#parts.folders), words };
    const outcome = await this.#do(change, (done) => done.documents.forEach(({ id }) => gone.add(id)));
    this.#parts.library.step({ type: "stayed", documents: documents.filter(({ id }) => !gone.has(id)) });
    return outcome;
  }

  /** @param {readonly Document[]} documents */
  restore(documents) {
    /** @type {Operation[]} */
    const operations = documents.map(({ id }) => ({ op: "restore", document: id }));
    /** @type {Words} */
    const words = {
      done: (n, items) => sayCount(n, "{items} is back", "{items} are back", { items }),
      failed: (n, items) => sayCount(n, "{items} could not be taken back", "{items} could not be taken back", { items }),
    };
    return this.#do({ documents, operations, words });
  }

  /**
   * Makes a change, and offers to undo what was done of it.
   * @param {Change} change
   * @param {(done: Changed) => void} [told] of what was done
   * @returns {Promise<Outcome>}
   */
  async #do(change, told = () => {}) {
    const { documents, operations, folders = [], step } = change;
    if (documents.length + folders.length === 0) return "done";
    const applied = operations.length ? await this.#apply(operations) : { batches: [], count: 0, documents: [], problem: null };
    /** @type {Changed} */
    const done = { documents: documents.slice(0, applied.count), folders: [], batches: applied.batches, undos: [], problem: applied.problem };
    this.#came(applied.documents);
    const all = step === undefined || applied.problem ? done : await this.#stepAll(done, folders, step);
    told(all);
    return this.#say(change, all);
  }

  /** @param {readonly Operation[]} operations */
  async #apply(operations) {
    const { notices } = this.#parts;
    let isStopped = false;
    /** @type {import("../../shell/toasts.js").Progress | null} */
    let progress = null;
    const applied = await this.#batches.apply(operations, (done) => {
      progress ??= notices.working(say("Changing documents…"), () => (isStopped = true));
      progress.report(say("Changing document {number} of {total}…", { number: numberInWords(done), total: numberInWords(operations.length) }), done / operations.length);
      return !isStopped;
    });
    /** @type {import("../../shell/toasts.js").Progress | null} */ (progress)?.end();
    return applied;
  }

  /**
   * One folder after the other; one that is refused leaves the rest alone.
   * @param {Changed} done
   * @param {readonly Folder[]} folders
   * @param {FolderStep} step
   * @returns {Promise<Changed>}
   */
  async #stepAll(done, folders, step) {
    /** @type {Folder[]} */
    const stepped = [];
    const undos = [...done.undos];
    let { problem } = done;
    for (const folder of folders) {
      try {
        undos.push(await step(folder));
        stepped.push(folder);
      } catch (error) {
        problem = ApiProblem.from(error);
      }
    }
    if (folders.length) this.#parts.list.refresh();
    return { ...done, folders: stepped, undos, problem };
  }

  /** @param {readonly Document[]} documents as the server has them now */
  #came(documents) {
    const [away, here] = [documents.filter(({ trashed }) => trashed), documents.filter(({ trashed }) => !trashed)];
    if (away.length) this.#parts.library.step({ type: "gone", ids: away.map(({ id }) => id) });
    if (here.length) this.#parts.library.step({ type: "came", documents: here });
  }

  /**
   * @param {Change} change
   * @param {Changed} done
   * @returns {Outcome}
   */
  #say({ documents, folders = [], words, before }, done) {
    const { notices } = this.#parts;
    const { problem } = done;
    const [all, some] = [itemsOf(documents, folders), itemsOf(done.documents, done.folders)];
    if (some.length === 0) return notices.failed(problem, `${words.failed(all.length, itemsInWords(all))}. ${reasonOf(problem)}`), "failed";
    const undo = { label: say("Undo"), act: () => void this.#undo(done, before) };
    const text = words.done(some.length, itemsInWords(some));
    const rest = all.length - some.length;
    const left = problem ? `, ${words.failed(rest, numberInWords(rest))}. ${reasonOf(problem)}` : "";
    notices.show({ text: `${text}${left}`, action: undo, ...(problem ? { problem: true } : {}) });
    return problem ? "failed" : "done";
  }

  /**
   * The last thing first.
   * @param {Changed} done
   * @param {() => Promise<unknown>} [before]
   */
  async #undo({ batches, undos }, before) {
    const { notices, list } = this.#parts;
    try {
      for (const undo of [...undos].reverse()) await undo();
      if (batches.length) this.#came(await this.#batches.undo(batches));
      await before?.();
      notices.show({ text: say("Undone") });
    } catch (error) {
      notices.failed(error, say("Not all of it could be undone. {reason}", { reason: reasonOf(ApiProblem.from(error)) }));
    }
    if (undos.length || before) list.refresh();
  }
}

/**
 * @param {readonly Document[]} documents
 * @param {readonly Folder[]} folders
 * @returns {LibraryItem[]}
 */
function itemsOf(documents, folders) {
  return [...folders.map(folderItem), ...documents.map(documentItem)];
}

/** @param {ApiProblem | null} problem */
function reasonOf(problem) {
  switch (problem?.code) {
    case undefined: return "";
    case "not-found": return say("Some of it is no longer there.");
    case "name-taken": return say("Something has that name there already.");
    case "folder-stays": return say("A folder cannot lie in itself.");
    case "offline": return say("Sheaf cannot be reached.");
    default: return problem?.mayPass ? say("Try again in a moment.") : problem ? whyRefused(problem) : "";
  }
}
