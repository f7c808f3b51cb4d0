/** Actions on folders, each with a way back. */

import { libraryPath } from "../../shell/address.js";
import { askForName } from "../../shell/name-sheet.js";
import { say, sayCount } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { folderIn, nameOf, parentOf, problemOfName } from "../../api/folder-path.js";
import { whyRefused } from "../../api/refusals.js";

/** @typedef {import("../../api/folder-api.js").FolderApi} FolderApi */
/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/folder-api.js").Folder} Folder */
/** @typedef {import("../../api/folder-api.js").TrashedFolder} TrashedFolder */
/** @typedef {import("../../shell/actions.js").Outcome} Outcome */

/**
 * @typedef {object} FolderActionParts
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../../api/notices.js").Notices, "show" | "problem" | "failed">} notices
 * @property {Pick<import("./folder-list.js").FolderList, "refresh">} folders
 * @property {Pick<import("../library.js").Library, "step">} library
 * @property {() => string | null} shown the folder that is shown
 */

export class FolderActions {
  #api;
  #parts;
  /**
   * Folders that are on their way to the Trash: their cards stay until the server has answered.
   * @type {Set<string>}
   */
  #going = new Set();

  /**
   * @param {FolderApi} api
   * @param {FolderActionParts} parts
   */
  constructor(api, parts) {
    this.#api = api;
    this.#parts = parts;
  }

  /**
   * Asks for the name of a new folder.
   * @param {string} parent
   * @param {(path: string) => unknown} [fill] puts into it what it is made for; what was done is told of there
   * @param {(byCode: boolean) => void} [dismissed] as for {@link askForName}
   * @returns {Promise<string | null>} its path, once the sheet is closed; null where none was made
   */
  async make(parent, fill, dismissed = () => {}) {
    /** @type {string | null} */
    let made = null;
    await askForName({
      title: parent ? say("New folder in {parent}", { parent: nameOf(parent) }) : say("New folder"), label: say("Name"), name: "", action: say("Make folder"),
      problemOf: problemOfName,
      problemThere: async (name, signal) => await isThere(this.#api, parent, name, signal) ? thereInWords(name) : "",
      take: (name) => this.#tried(async () => {
        const path = folderIn(parent, name);
        const { isNew } = await this.#api.makeFolder(path, { parents: true });
        if (!isNew) return thereInWords(name);
        made = path;
        this.#parts.folders.refresh();
        if (!fill) this.#sayMade(path);
        return null;
      }, name),
      refused: (text) => this.#parts.notices.show({ text, problem: true }), dismissed,
    });
    if (made !== null) await fill?.(made);
    return made;
  }

  /** @param {string} path */
  #sayMade(path) {
    const { notices, router, shown } = this.#parts;
    const also = { label: say("Open"), act: () => router.go(libraryPath({ place: "folders", folder: path })) };
    const isSeen = shown() === parentOf(path);
    notices.show({
      text: say("The folder {path} was made", { path: nameOf(path) }), action: { label: say("Undo"), act: () => void this.remove(path) }, ...(isSeen ? {} : { also }),
    });
  }

  /**
   * @param {Folder} folder
   * @param {string} target the folder that it is to lie in
   * @returns {Promise<Outcome>}
   */
  async moveFolder(folder, target) {
    const path = folderIn(target, folder.name);
    if (path === folder.path) return "cancelled";
    try {
      await this.#move(folder.path, path, sayCount(1, "{items} is in {folder} now", "{items} are in {folder} now", { items: folder.name, folder: nameOf(target) || say("Documents") }));
      return "done";
    } catch (error) {
      this.#parts.notices.failed(error, say("{name} could not be moved. {reason}", { name: folder.name, reason: reasonOf(error, folder.name) }));
      return "failed";
    }
  }

  /**
   * @param {Document} document
   * @param {string} target the folder that it is to lie in
   * @param {boolean} [isUndo]
   * @returns {Promise<Outcome>}
   */
  async moveDocument(document, target, isUndo = false) {
    if (document.folder === target) return "cancelled";
    try {
      const moved = await this.#api.moveDocument(document.id, target);
      this.#parts.library.step({ type: "came", documents: [moved] });
      const undo = { label: say("Undo"), act: () => void this.moveDocument(moved, document.folder, true) };
      const text = sayCount(1, "{items} is in {folder} now", "{items} are in {folder} now", { items: document.name, folder: nameOf(target) || say("Documents") });
      this.#parts.notices.show({ text, ...(isUndo ? {} : { action: undo }) });
      return "done";
    } catch (error) {
      this.#parts.notices.failed(error, say("{name} could not be moved. {reason}", { name: document.name, reason: reasonOf(error, document.name) }));
      return "failed";
    }
  }

  /**
   * @param {Folder} folder
   * @returns {Promise<Outcome>}
   */
  async trash(folder) {
    if (this.#going.has(folder.path)) return "cancelled";
    this.#going.add(folder.path);
    try {
      const trashed = await this.#api.trashFolder(folder.path);
      this.#parts.folders.refresh();
      const undo = { label: say("Undo"), act: () => void this.#restore(folder, trashed) };
      this.#parts.notices.show({ text: trashedInWords(folder, trashed), action: undo });
      return "done";
    } catch (error) {
      const { code } = ApiProblem.from(error);
      const isGone = code === "not-found";
      this.#parts.notices.failed(error, isGone
        ? say("{name} is no longer there.", { name: folder.name }) : say("{name} could not be deleted. Everything in it is where it was.", { name: folder.name }));
      return "failed";
    } finally {
      this.#going.delete(folder.path);
    }
  }

  /**
   * @param {Folder} folder
   * @param {TrashedFolder} trashed
   */
  async #restore(folder, trashed) {
    try {
      if (!trashed.waits) await this.#api.makeFolder(folder.path, { parents: true });
      const { missing, refused } = trashed.documents || trashed.waits
        ? await this.#api.restoreFolder(folder.path, trashed.step) : { missing: 0, refused: 0 };
      this.#parts.notices.show({ text: restoredInWords(folder.name, missing, refused) });
    } catch (error) {
      this.#parts.notices.failed(error, say("{name} could not be taken back. What was in it is in the Trash.", { name: folder.name }));
    }
    this.#parts.folders.refresh();
  }

  /** @param {string} path of a folder that was just made */
  async remove(path) {
    try {
      await this.#api.trashFolder(path);
    } catch (error) {
      this.#parts.notices.failed(error, say("The folder {path} could not be removed.", { path: nameOf(path) }));
    }
    this.#parts.folders.refresh();
  }

  /**
   * @param {string} path
   * @param {string} target
   * @param {string} text said when it is done; nothing is when it is undone
   */
  async #move(path, target, text) {
    await this.#api.moveFolder(path, target);
    this.#parts.folders.refresh();
    const back = () => this.#move(target, path, say("{path} is back", { path: nameOf(path) })).catch(
      (error) => this.#parts.notices.failed(error, say("{target} could not be moved back.", { target: nameOf(target) })),
    );
    this.#parts.notices.show({ text, action: { label: say("Undo"), act: () => void back() } });
  }

  /**
   * The sheet's message for a name that was refused.
   * @param {() => Promise<string | null>} body
   * @param {string} name
   */
  async #tried(body, name) {
    try {
      return await body();
    } catch (error) {
      if (!ApiProblem.from(error).signedOut) return reasonOf(error, name);
      this.#parts.notices.failed(error, "");
      return null;
    }
  }
}

/**
 * @param {FolderApi} api
 * @param {string} parent
 * @param {string} name
 * @param {AbortSignal} signal
 */
async function isThere(api, parent, name, signal) {
  const { folders } = await api.folders(parent, { cursor: null, limit: 1000 }, signal);
  return folders.some((other) => other.name.normalize() === name.normalize());
}

/** @param {string} name */
function thereInWords(name) {
  return say("There is a folder named “{name}” already.", { name });
}

/**
 * Why something did not get a name or a place.
 * @param {unknown} error
 * @param {string} name
 */
export function reasonOf(error, name) {
  const problem = ApiProblem.from(error);
  switch (problem.code) {
    case "name-taken": return say("Something is named “{name}” there already.", { name });
    case "invalid-name": return say("The server does not take this name. Choose another one.");
    case "folder-stays": return say("It cannot lie there.");
    case "not-found": return say("It is no longer there.");
    case "offline": return say("Sheaf cannot be reached.");
    default: return problem.mayPass ? say("Try again in a moment.") : whyRefused(problem);
  }
}

/**
 * @param {string} name
 * @param {number} missing
 * @param {number} refused
 */
function restoredInWords(name, missing, refused) {
  const values = { name, missing, refused };
  if (missing && refused) return say("{name} is back, but for {missing} that are no longer in the Trash and {refused} that stay in the Trash", values);
  if (missing) return say("{name} is back, but for {missing} that are no longer in the Trash", values);
  return refused ? say("{name} is back, but for {refused} that stay in the Trash", values) : say("{name} is back", values);
}

/**
 * @param {Folder} folder
 * @param {TrashedFolder} trashed
 */
function trashedInWords({ name }, { documents, left, waits }) {
  if (waits) return say("{name} is in the Trash, with all that is in it", { name });
  const gone = sayCount(documents, "Its document is in the Trash", "Its {n} documents are in the Trash");
  const what = left.paths.slice(0, 3).map(nameOf).join(", ") + (left.count > 3 ? " …" : "");
  if (left.count) return `${say("{name} stays for what is no document: {what}.", { name, what })} ${documents ? gone : ""}`.trim();
  return documents ? say("{name} was removed. {gone}", { name, gone }) : say("{name} was removed. It was empty", { name });
}
