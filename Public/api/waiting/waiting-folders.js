/** Folders that are made, moved and thrown away without a connection: shown meanwhile, and sent in their order. */

import { ApiProblem } from "../api-problem.js";
import { parentOf } from "../folder-path.js";
import { parameters, ROOT } from "../urls.js";
import { answerWith } from "./change-requests.js";
import { emptyFolder, folderEntry, pageWith, placeOnServer, WAITING_STEP } from "./folder-changes.js";

/** @typedef {import("../folder-api.js").Folder} Folder */
/** @typedef {import("../folder-api.js").FolderPage} FolderPage */
/** @typedef {import("./change-queue.js").Entry} Entry */
/** @typedef {import("./change-queue.js").QueuedChange} QueuedChange */
/** @typedef {import("./folder-changes.js").FolderRequest} FolderRequest */
/** @typedef {import("./folder-changes.js").FolderWish} FolderWish */

/**
 * @typedef {object} FolderPorts
 * @property {import("./change-log.js").ChangeStorage} storage
 * @property {() => readonly Entry[]} entries
 * @property {(path: string, options: RequestInit) => Promise<Response>} ask below the API's root; fails with a problem
 * @property {(url: string, options: RequestInit) => Promise<Response>} fetch
 */

/** Steps of removals that were sent, which may be taken back in another tab. */
const STEPS = "removed-folders";
const MOST_STEPS = 20;

/** Pages of folders that are remembered. */
const MOST_PAGES = 200;

export class WaitingFolders {
  #ports;
  /** @type {Map<string, FolderPage>} as the server has them */
  #pages = new Map();

  /** @param {FolderPorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /**
   * Folders in a folder, with what waits; as they were seen last where there is no connection.
   * @param {Extract<FolderRequest, {kind: "folders"}>} request
   * @param {string} url
   * @param {RequestInit} options
   * @param {() => Promise<Response>} ask
   */
  async read({ folder, isFirst }, url, options, ask) {
    const entries = this.#ports.entries();
    const place = placeOnServer(folder, entries);
    if (place === null) return answerWith(this.#shown(folder, null));
    const response = await this.#page(place, folder === place ? ask : () => this.#ports.fetch(placed(url, place), options));
    if (!response.ok) return response;
    const page = /** @type {FolderPage} */ (await response.clone().json());
    if (isFirst) this.notice(place, page);
    return isFirst && this.#ports.entries().length > 0 ? answerWith(this.#shown(folder, page)) : response;
  }

  /**
   * @param {string} place
   * @param {() => Promise<Response>} ask
   */
  async #page(place, ask) {
    try {
      return await ask();
    } catch (error) {
      const seen = ApiProblem.from(error).code === "offline" ? this.#pages.get(place) : undefined;
      if (!seen) throw error;
      return answerWith(seen);
    }
  }

  /**
   * Documents of a folder, which may have another place on the server.
   * @param {string} folder
   * @param {string} url
   * @param {RequestInit} options
   * @param {() => Promise<Response>} ask
   */
  async list(folder, url, options, ask) {
    const place = placeOnServer(folder, this.#ports.entries());
    if (place === null) return answerWith({ documents: [], next: null });
    return place === folder ? ask() : this.#ports.fetch(placed(url, place), options);
  }

  /**
   * The answer to a change that waits, and its entry; no entry where it cannot be made.
   * @param {FolderWish} wish
   * @param {{newId: () => string, now: string}} how
   * @returns {{entry: Omit<Entry, "number"> | null, answer: Response}}
   */
  wait(wish, how) {
    const { before, after, step } = wish;
    const isThere = after !== null && this.#isShown(after);
    if (isThere && before !== null) return { entry: null, answer: refused(409, "name-taken") };
    if (isThere && step === undefined) return { entry: null, answer: answerWith(emptyFolder(after)) };
    const entry = folderEntry(wish, this.#ports.entries(), how);
    if (after === null) return { entry, answer: answerWith({ documents: 0, step: WAITING_STEP + entry.id, left: { count: 0, paths: [] }, waits: true }) };
    if (step !== undefined) return { entry, answer: answerWith({ documents: 0, missing: 0, refused: 0 }) };
    return { entry, answer: answerWith(emptyFolder(after), {}, before === null ? 201 : 200) };
  }

  /** @param {string} path */
  #isShown(path) {
    const parent = parentOf(path);
    const place = placeOnServer(parent, this.#ports.entries());
    return this.#shown(parent, (place !== null && this.#pages.get(place)) || null).folders.some((folder) => folder.path.normalize() === path.normalize());
  }

  /**
   * @param {string} folder
   * @param {FolderPage | null} page
   */
  #shown(folder, page) {
    return pageWith(folder, page, this.#ports.entries(), (path) => this.#known(path));
  }

  /** @param {string} path */
  #known(path) {
    return this.#pages.get(parentOf(path))?.folders.find((folder) => folder.path === path) ?? null;
  }

  /**
   * @param {string} place
   * @param {FolderPage} page as the server has it
   */
  notice(place, page) {
    this.#pages.delete(place);
    this.#pages.set(place, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MOST_PAGES && oldest !== undefined) this.#pages.delete(oldest);
  }

  /**
   * Makes a change that has waited.
   * @param {QueuedChange} change
   * @param {() => void} attempted called before the server may have got it
   * @returns {Promise<string | null>} the conflict; null where it is made
   */
  async send(change, attempted) {
    const [before, after] = [/** @type {string | null} */ (change.before), /** @type {string | null} */ (change.after)];
    const now = await this.#placeNow(change);
    const isTakenBack = change.entries.some(({ step }) => step !== undefined);
    if (after === null) return now === null ? null : this.#trash(change, now, attempted);
    if (now !== null && now !== after) return this.#move(change, now, after, attempted);
    if (now === after && !isTakenBack) return null;
    if (before === null || isTakenBack) return this.#make(change, after, attempted);
    const wasMoved = change.entries.some((entry) => entry.attempted) && await this.has(after);
    return wasMoved ? null : "folder-gone";
  }

  /** @param {QueuedChange} change */
  async #placeNow({ known, after, entries }) {
    const places = /** @type {string[]} */ (known.filter((place) => typeof place === "string"));
    // One that is to be made is looked for, too: the first request that gets lost has changed nothing.
    if (typeof after === "string" && (places.length === 0 || entries.some(({ attempted }) => attempted))) places.push(after);
    for (const place of places.reverse()) if (await this.has(place)) return place;
    return null;
  }

  /**
   * @param {QueuedChange} change
   * @param {string} now
   * @param {() => void} attempted
   */
  async #trash({ entries }, now, attempted) {
    attempted();
    const { step } = await (await this.#ports.ask(`/folders${parameters({ folder: now })}`, { method: "DELETE" })).json();
    for (const { id, after } of entries) if (after === null) this.#keepStep(id, step);
    return null;
  }

  /**
   * @param {QueuedChange} change
   * @param {string} now
   * @param {string} after
   * @param {() => void} attempted
   */
  async #move({ entries }, now, after, attempted) {
    const makes = entries.some((entry) => entry.makes);
    if (!makes && !(await this.has(parentOf(after)))) return "target-gone";
    attempted();
    await this.#ports.ask("/folders", { method: "PATCH", body: JSON.stringify({ folder: now, to: after, ...(makes ? { parents: true } : {}) }) });
    return null;
  }

  /**
   * @param {QueuedChange} change
   * @param {string} after
   * @param {() => void} attempted
   */
  async #make({ entries }, after, attempted) {
    attempted();
    await this.#ports.ask("/folders", { method: "POST", body: JSON.stringify({ folder: after, parents: true }) });
    for (const { step } of entries) {
      if (step === undefined) continue;
      const sent = step.startsWith(WAITING_STEP) ? this.#steps[step.slice(WAITING_STEP.length)] : step;
      if (sent === undefined) return "stays-in-trash";
      await this.#ports.ask("/folders/restore", { method: "POST", body: JSON.stringify({ folder: after, step: sent }) });
    }
    return null;
  }

  /** @param {string} folder */
  async has(folder) {
    try {
      await this.#ports.ask(`/folders${parameters({ folder, limit: 1 })}`, { cache: "no-cache" });
      return true;
    } catch (error) {
      if (ApiProblem.from(error).status === 404) return false;
      throw error;
    }
  }

  /** @returns {Record<string, string>} by the entry of the removal */
  get #steps() {
    try {
      return JSON.parse(this.#ports.storage.get(STEPS) ?? "{}");
    } catch {
      return {};
    }
  }

  /**
   * @param {string} id
   * @param {string} step
   */
  #keepStep(id, step) {
    const kept = [...Object.entries(this.#steps), [id, step]].slice(-MOST_STEPS);
    this.#ports.storage.set(STEPS, JSON.stringify(Object.fromEntries(kept)));
  }
}

/**
 * @param {string} url
 * @param {string} folder
 */
function placed(url, folder) {
  const asked = new URLSearchParams(url.split("?")[1]);
  asked.set("folder", folder);
  return `${url.split("?")[0] ?? ROOT}?${asked}`;
}

/**
 * @param {number} status
 * @param {string} code
 */
function refused(status, code) {
  return new Response(JSON.stringify({ code, detail: "" }), { status, headers: { "Content-Type": "application/problem+json" } });
}
