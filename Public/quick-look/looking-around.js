/** The quick look that is open, if any. */

import { ApiProblem } from "../api/api-problem.js";
import { documentItem } from "../library/acting/library-item.js";
import { BatchActions } from "../library/selection/batch-actions.js";
import { mayOpen, waitToOpen } from "../shell/late-opening.js";
import { say } from "../shell/texts.js";
import { FolderDocuments } from "./folder-documents.js";
import { QuickLook } from "./quick-look.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../library/looking.js").LookRequest} LookRequest */

/**
 * @typedef {Omit<import("./quick-look.js").QuickLookParts, "favour" | "trash" | "library"> & {
 *   actions: Pick<import("../library/document-actions.js").DocumentActions, "trash">,
 *   library: Pick<import("../library/library.js").Library, "types" | "step">,
 *   batching: Omit<import("../library/selection/batch-actions.js").BatchActionParts, "library">,
 *   home: HTMLElement}} LookingParts `home` is where messages stand otherwise
 */

export class LookingAround {
  #parts;
  /** @type {QuickLook | null} */
  #look = null;
  /**
   * The documents of the folder that is looked into; null for those of the library's list.
   * @type {FolderDocuments | null}
   */
  #folder = null;
  #actions;

  /** @param {LookingParts} parts */
  constructor(parts) {
    this.#parts = parts;
    const step = (/** @type {import("../library/document-store.js").ListAction} */ action) => {
      parts.library.step(action);
      this.#folder?.take(action);
    };
    this.#actions = new BatchActions({ ...parts.batching, library: { step } });
  }

  /**
   * @param {Omit<LookRequest, "home">} request
   * @param {() => void} [ended]
   */
  open(request, ended = () => {}) {
    this.close();
    const favour = (/** @type {Document} */ document) => this.#actions.favour([document]);
    // A document of the list itself can be taken back at once, before the server has answered.
    const trash = (/** @type {Document} */ document) => (this.#folder ? this.#actions.trash([documentItem(document)]) : this.#parts.actions.trash(document));
    const { home } = this.#parts;
    this.#look = new QuickLook({ ...this.#parts, favour, trash }, { ...request, home }, () => {
      this.#look = null;
      ended();
    });
    this.#look.open();
  }

  /**
   * @param {import("../api/folder-api.js").Folder} folder
   * @param {import("../library/looking.js").LookedCards} cards
   */
  async openFolder({ path, name }, cards) {
    const { api, notices, home } = this.#parts;
    const signal = waitToOpen();
    const life = new AbortController();
    const list = new FolderDocuments(api, path, () => this.follow(), life.signal);
    try {
      await list.begin();
    } catch (error) {
      return notices.failed(error, `${say("{name} could not be read.", { name })} ${ApiProblem.from(error).mayPass ? say("Try again in a moment.") : ""}`.trim());
    }
    if (!mayOpen(home, signal)) return;
    if (list.documents.length === 0) return notices.show({ text: say("There are no documents in {name}", { name }) });
    this.open({ list, chosen: null, id: null, ...cards }, () => {
      life.abort();
      this.#folder = null;
    });
    this.#folder = list;
  }

  /** The document of the library's list that is looked at; null while there is none. */
  get shown() {
    return this.#folder ? null : this.#look?.shown ?? null;
  }

  follow() {
    this.#look?.follow();
  }

  close() {
    this.#look?.close();
  }
}
