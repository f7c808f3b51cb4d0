/** A read-only area as a place: its folders and files, of which documents are made by copying. */

import { documentPath, libraryPath } from "../../shell/address.js";
import { button, element, followLinks, icon } from "../../shell/element.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { say } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { copyFromArea, listAreaFolder } from "../../api/area-api.js";
import { sizeInWords } from "../../api/words.js";
import { refusalInWords } from "../area-menu.js";
import { trailOf } from "../../api/folder-path.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/area-api.js").AreaFile} AreaFile */
/** @typedef {import("../../api/area-api.js").AreaFolder} AreaFolder */

/**
 * @typedef {object} AreaViewParts
 * @property {import("../../api/api.js").Api} api
 * @property {import("../library.js").Library} library
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {{notices: import("../../api/notices.js").Notices}} batching
 */

export class AreaView {
  /** @type {HTMLElement} */
  element = element("div", { class: "place-view" });
  #parts;
  #where;
  #signal;
  #asking = new LatestSignal();
  #list = element("ul", { class: "area-list" });
  #foot = element("div", {});

  /**
   * @param {AreaViewParts} parts
   * @param {{area: string, folder: string}} where
   * @param {AbortSignal} signal
   */
  constructor(parts, where, signal) {
    this.#parts = parts;
    this.#where = where;
    this.#signal = signal;
    const { area, folder } = where;
    const steps = ["", ...trailOf(folder)];
    const trail = element("ol", { class: "trail" }, ...steps.map((step, index) => element("li", {}, ...(step ? [icon("next")] : []), element("a", {
      "class": "trail-step", "href": libraryPath({ place: "area", name: area, folder: step }), "aria-current": index === steps.length - 1 && "page",
    }, step.split("/").at(-1) || area))));
    const about = element("p", { class: "secondary" }, say("A directory beside the workspace that is only read. A copy of a file becomes a document; the file stays as it is."));
    this.element.append(about, element("nav", { "aria-label": say("Folder of the area") }, trail), this.#list, this.#foot);
    followLinks(this.element, (path) => parts.router.go(path), signal);
    void this.#fetch(null);
  }

  /** @param {string | null} cursor */
  async #fetch(cursor) {
    const asked = this.#asking.next();
    const { area, folder } = this.#where;
    try {
      const found = await listAreaFolder(this.#parts.api, area, folder, cursor);
      if (!asked.aborted && !this.#signal.aborted) this.#show(found);
    } catch (error) {
      if (asked.aborted || this.#signal.aborted) return;
      this.#parts.batching.notices.refused(ApiProblem.from(error));
      const again = button({ label: say("Try again"), text: true, class: "outlined" }, () => void this.#fetch(cursor), this.#signal);
      this.#foot.replaceChildren(element("p", { class: "secondary" }, refusalInWords(ApiProblem.from(error).code)), again);
    }
  }

  /** @param {AreaFolder} found */
  #show({ folders, files, next }) {
    this.#list.append(...folders.map(({ name, path }) => this.#folder(name, path)), ...files.map((file) => this.#file(file)));
    const more = button({ label: say("More"), text: true, class: "outlined" }, () => void this.#fetch(next), this.#signal);
    const isEmpty = this.#list.childElementCount === 0;
    this.#foot.replaceChildren(...(next !== null ? [more] : isEmpty ? [element("p", {}, say("This folder is empty."))] : []));
  }

  /**
   * @param {string} name
   * @param {string} path
   */
  #folder(name, path) {
    const link = element("a", { class: "area-name", href: libraryPath({ place: "area", name: this.#where.area, folder: path }) }, icon("folder"), element("bdi", {}, name));
    return element("li", { class: "area-line" }, link);
  }

  /** @param {AreaFile} file */
  #file(file) {
    const { types } = this.#parts.library;
    const document = /** @type {Document} */ (/** @type {unknown} */ ({ name: file.name, type: file.type }));
    const name = element("span", { class: "area-name" }, icon(types.iconOf(document)), element("bdi", {}, file.name));
    const copy = button({ label: say("Copy"), icon: "duplicate", text: true, class: "outlined small" }, () => void this.#copy(file, copy), this.#signal);
    copy.setAttribute("aria-label", say("Copy {name} to the documents", { name: file.name }));
    return element("li", { class: "area-line" }, name, element("span", { class: "secondary area-about" }, `${types.nameOf(document)} · ${sizeInWords(file.size)}`), copy);
  }

  /**
   * @param {AreaFile} file
   * @param {HTMLButtonElement} control busy until it is done
   */
  async #copy({ name, path }, control) {
    const { api, library, router, batching: { notices } } = this.#parts;
    if (control.getAttribute("aria-busy") === "true") return;
    control.setAttribute("aria-busy", "true");
    try {
      const document = await copyFromArea(api, this.#where.area, path, "");
      library.step({ type: "came", documents: [document] });
      notices.show({ text: say("{name} was copied from {area}", { name: document.name, area: this.#where.area }), also: { label: say("Open"), act: () => router.go(documentPath(document.id)) } });
    } catch (error) {
      notices.failed(error, refusalInWords(ApiProblem.from(error).code, name));
    } finally {
      control.removeAttribute("aria-busy");
    }
  }
}
