/** Menus of what lies in directories that are only read; choosing a file makes a document of it. */

import { documentPath } from "../shell/address.js";
import { mayOpen, waitToOpen } from "../shell/late-opening.js";
import { say } from "../shell/texts.js";
import { openActionMenu } from "../shell/tool-actions.js";
import { ApiProblem } from "../api/api-problem.js";
import { copyFromArea, listAreaFolder, listAreas } from "../api/area-api.js";
import { shownFolder } from "./places.js";
import { sizeInWords } from "../api/words.js";

/** @typedef {import("../shell/tool-actions.js").ActionItem} ActionItem */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/area-api.js").AreaFile} AreaFile */

/**
 * @typedef {object} AreaMenuParts
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {Pick<import("../api/notices.js").Notices, "show" | "problem" | "failed">} notices
 * @property {Pick<import("./library.js").Library, "types" | "state" | "step">} library
 */

/** Codes of the server for a full disk or quota. */
const FULL = new Set(["quota-exceeded", "storage-low", "storage-full"]);

/** The ids of its actions. */
const [OPEN, COPY] = ["area-open", "area-copy"];

export class AreaMenu {
  #api;
  #parts;

  /**
   * @param {import("../api/area-api.js").Asking} api
   * @param {AreaMenuParts} parts
   */
  constructor(api, parts) {
    this.#api = api;
    this.#parts = parts;
  }

  /**
   * Lists the areas beside a button; where there is one, what lies in it.
   * @param {HTMLElement} anchor
   */
  async open(anchor) {
    const signal = waitToOpen();
    await this.#tried(anchor, async () => {
      const areas = await listAreas(this.#api);
      const [first] = areas;
      if (signal.aborted) return;
      if (!first) this.#parts.notices.show({ text: say("There is nothing here to copy from.") });
      else if (areas.length === 1) await this.#list(anchor, first.name, "", null, signal);
      else if (mayOpen(anchor, signal)) openActionMenu(anchor, say("Copy from"), areas.map(({ name }) => (
        { id: OPEN, label: name, icon: "folder", note: say("Only read"), act: () => this.#show(anchor, name, "", null) }
      )));
    });
  }

  /**
   * @param {HTMLElement} anchor
   * @param {string} area
   * @param {string} folder
   * @param {string | null} cursor
   */
  async #show(anchor, area, folder, cursor) {
    const signal = waitToOpen();
    const isShown = await this.#tried(anchor, () => this.#list(anchor, area, folder, cursor, signal));
    return isShown ? "done" : "failed";
  }

  /**
   * @param {HTMLElement} anchor
   * @param {string} area
   * @param {string} folder
   * @param {string | null} cursor
   * @param {AbortSignal} signal
   */
  async #list(anchor, area, folder, cursor, signal) {
    const { folders, files, next } = await listAreaFolder(this.#api, area, folder, cursor);
    if (!mayOpen(anchor, signal)) return;
    const items = [
      ...folders.map(({ name, path }) => (
        { id: OPEN, label: name, icon: "folder", act: () => this.#show(anchor, area, path, null) }
      )),
      ...files.map((file) => this.#item(anchor, area, file)),
      ...(next === null ? [] : [
        { id: OPEN, label: say("More"), icon: "more", apart: true, act: () => this.#show(anchor, area, folder, next) },
      ]),
    ];
    const name = folder.split("/").at(-1) || area;
    if (items.length > 0) openActionMenu(anchor, say("Copy from {name}", { name }), items);
    else this.#parts.notices.show({ text: say("There is nothing in {name}.", { name }) });
  }

  /**
   * @param {HTMLElement} anchor
   * @param {string} area
   * @param {AreaFile} file
   * @returns {ActionItem}
   */
  #item(anchor, area, file) {
    const document = /** @type {Document} */ (/** @type {unknown} */ ({ name: file.name, type: file.type }));
    return {
      id: COPY, label: file.name, icon: this.#parts.library.types.iconOf(document), note: sizeInWords(file.size),
      act: () => this.#copy(anchor, area, file),
    };
  }

  /**
   * @param {HTMLElement} anchor
   * @param {string} area
   * @param {AreaFile} file
   */
  async #copy(anchor, area, file) {
    const isCopied = await this.#tried(anchor, async () => {
      const document = await copyFromArea(this.#api, area, file.path, shownFolder(this.#parts.library.state.query) ?? "");
      this.#parts.library.step({ type: "came", documents: [document] });
      this.#parts.notices.show({
        text: say("{name} was copied from {area}", { name: document.name, area }),
        also: { label: say("Open"), act: () => this.#parts.router.go(documentPath(document.id)) },
      });
    }, file.name);
    return isCopied ? "done" : "failed";
  }

  /**
   * @param {HTMLElement} anchor busy until it is done
   * @param {() => unknown} body
   * @param {string} [name] of the file that is copied
   * @returns {Promise<boolean>} false where it was refused, which is told
   */
  async #tried(anchor, body, name) {
    anchor.setAttribute("aria-busy", "true");
    try {
      await body();
      return true;
    } catch (error) {
      this.#parts.notices.failed(error, refusalInWords(ApiProblem.from(error).code, name));
      return false;
    } finally {
      anchor.removeAttribute("aria-busy");
    }
  }
}

/**
 * @param {string} code of the refusal
 * @param {string} [name] of the file that was to be copied
 */
export function refusalInWords(code, name) {
  if (code === "not-found") return say("{name} is not there any more.", { name: name ?? say("That folder") });
  if (name === undefined) return say("What is there could not be listed. Try again in a moment.");
  if (FULL.has(code)) return say("There is no room for {name}. Free some space first.", { name });
  return say("{name} could not be copied. It is where it was; try again in a moment.", { name });
}
