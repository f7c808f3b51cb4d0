/** Another name for a document or a folder: typed where it stands, or on a sheet where it stands nowhere. */

import { ApiProblem } from "../../api/api-problem.js";
import { renameKnown } from "../../api/name-api.js";
import { editName, stemLength } from "../../shell/name-field.js";
import { askForName } from "../../shell/name-sheet.js";
import { say } from "../../shell/texts.js";
import { folderIn, parentOf, problemOfName } from "../../api/folder-path.js";
import { reasonOf } from "../folders/folder-actions.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../shell/actions.js").Outcome} Outcome */
/** @typedef {import("./library-item.js").LibraryItem} LibraryItem */

/**
 * @typedef {object} RenamingParts
 * @property {Pick<import("../../api/api.js").Api, "send" | "list">} api
 * @property {Pick<import("../../api/folder-api.js").FolderApi, "folders" | "moveFolder">} folders
 * @property {{refresh: () => void}} list of the folders that are shown
 * @property {Pick<import("../library.js").Library, "step">} library
 * @property {Pick<import("../../api/notices.js").Notices, "show" | "problem" | "failed">} notices
 */

/**
 * Where a name stands, and can be typed.
 * @typedef {Pick<import("../../shell/name-field.js").NamePlace, "over" | "host" | "back">} Standing
 */

/** How a try ended, and why a name will not do. */
/** @typedef {{readonly outcome: Outcome, readonly reason: string | null}} Tried */

/** Names in an answer, when one is looked for among others. */
const PART = 100;

export class Renaming {
  #parts;
  /** Told of a document that has another name. */
  #renamed;

  /**
   * @param {RenamingParts} parts
   * @param {(document: Document) => void} [renamed]
   */
  constructor(parts, renamed = () => {}) {
    this.#parts = parts;
    this.#renamed = renamed;
  }

  /**
   * @param {LibraryItem} item
   * @param {Standing | null} standing null where it stands nowhere
   * @returns {Promise<Outcome | null>} null where the app closed the sheet before a name was given
   */
  async begin(item, standing) {
    /** @type {Outcome | null} */
    let outcome = "cancelled";
    const take = async (/** @type {string} */ name) => {
      const tried = await this.#try(item, name);
      // A name that will not do is typed anew, or given up: no end yet.
      outcome = tried.reason === null ? tried.outcome : "cancelled";
      return tried.reason;
    };
    const question = {
      name: item.name, selected: item.document ? stemLength(item.name) : item.name.length, take, ...this.#rules(item),
      refused: (/** @type {string} */ text) => {
        outcome = "failed";
        this.#parts.notices.problem(text);
      },
    };
    if (standing) await editName({ ...question, ...standing, label: say("Name of {name}", { name: item.name }) });
    else await askForName({ ...question, title: say("Rename {name}", { name: item.name }), label: say("Name"), action: say("Rename"), dismissed: (byCode) => {
      if (byCode && outcome === "cancelled") outcome = null;
    } });
    return outcome;
  }

  /**
   * @param {LibraryItem} item
   * @returns {import("../../shell/checked-name.js").NameRules}
   */
  #rules({ name, document, folder }) {
    const place = document?.folder ?? parentOf(folder?.path ?? "");
    return {
      problemOf: problemOfName,
      problemThere: async (typed, signal) => typed !== name && await isTaken(this.#parts, place, typed, signal) ? takenInWords(typed) : "",
    };
  }

  /**
   * @param {LibraryItem} item
   * @param {string} name
   * @returns {Promise<Tried>}
   */
  async #try(item, name) {
    if (name === item.name) return { outcome: "cancelled", reason: null };
    try {
      await (item.document ? this.#renameDocument(item.document, name) : this.#renameFolder(item.folder, name));
      return { outcome: "done", reason: null };
    } catch (error) {
      return this.#failed(item, name, ApiProblem.from(error));
    }
  }

  /**
   * @param {LibraryItem} item
   * @param {string} name
   * @param {ApiProblem} problem
   * @returns {Tried}
   */
  #failed({ document, name: before }, name, problem) {
    if (problem.code === "name-changed" && document) {
      const now = { ...document, name: problem.detail };
      this.#parts.notices.show({
        text: say("{before} was renamed elsewhere meanwhile, and is called {detail} now.", { before, detail: problem.detail }), problem: true,
        also: { label: say("Call it {name}", { name }), act: () => void this.#again(now, name) },
      });
      return { outcome: "failed", reason: null };
    }
    if (!problem.signedOut) return { outcome: "failed", reason: reasonOf(problem, name) };
    this.#parts.notices.failed(problem, "");
    return { outcome: "failed", reason: null };
  }

  /**
   * @param {Document} document
   * @param {string} name
   */
  async #renameDocument(document, name) {
    const renamed = await renameKnown(this.#parts.api, document, name);
    this.#parts.library.step({ type: "came", documents: [renamed] });
    this.#renamed(renamed);
    this.#say(document.name, renamed.name, () => this.#again(renamed, document.name));
  }

  /**
   * Without asking: an undo, or a second try.
   * @param {Document} document
   * @param {string} name
   */
  async #again(document, name) {
    try {
      await this.#renameDocument(document, name);
    } catch (error) {
      const problem = ApiProblem.from(error);
      const reason = problem.code === "name-changed" ? say("It is called {detail} now.", { detail: problem.detail }) : reasonOf(problem, name);
      this.#parts.notices.failed(error, say("It could not be called {name}. {reason}", { name, reason }));
    }
  }

  /**
   * @param {import("../../api/folder-api.js").Folder} folder
   * @param {string} name
   */
  #renameFolder({ path, name: before }, name) {
    const target = folderIn(parentOf(path), name);
    const move = async (/** @type {string} */ from, /** @type {string} */ to) => {
      await this.#parts.folders.moveFolder(from, to);
      this.#parts.list.refresh();
    };
    const back = () => move(target, path).then(
      () => this.#parts.notices.show({ text: say("{before} is back", { before }) }), (error) => this.#parts.notices.failed(error, say("{name} could not be renamed back.", { name })),
    );
    return move(path, target).then(() => this.#say(before, name, back));
  }

  /**
   * @param {string} before
   * @param {string} name
   * @param {() => unknown} back
   */
  #say(before, name, back) {
    this.#parts.notices.show({ text: say("{before} is called {name} now", { before, name }), action: { label: say("Undo"), act: () => void back() } });
  }
}

/** @param {string} name */
function takenInWords(name) {
  return say("Something is named “{name}” there already.", { name });
}

/**
 * Whether a document or a folder has a name.
 * @param {{api: Pick<import("../../api/api.js").Api, "list">, folders: Pick<import("../../api/folder-api.js").FolderApi, "folders">}} apis
 * @param {string} folder
 * @param {string} name
 * @param {AbortSignal} signal
 */
export async function isTaken({ api, folders }, folder, name, signal) {
  const [documents, inside] = await Promise.all([
    api.list({ folder, q: name, sort: "name" }, { cursor: null, limit: PART }, signal), folders.folders(folder, { cursor: null, limit: 10 * PART }, signal),
  ]);
  const isSame = (/** @type {{name: string}} */ other) => other.name.normalize() === name.normalize();
  return documents.documents.some(isSame) || inside.folders.some(isSame);
}
