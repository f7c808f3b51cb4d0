/** Ways of documents and folders out of the library: links that are shared or copied, and files that are saved. */

import { ApiProblem } from "../../api/api-problem.js";
import { orderArchive } from "../../api/archive-api.js";
import { downloadOf } from "../../api/page-source.js";
import { folderArchiveUrl } from "../../api/urls.js";
import { documentPath, libraryPath } from "../../shell/address.js";
import { copyText, saveAs, writeMail } from "../../shell/sharing.js";
import { say, sayCount } from "../../shell/texts.js";
import { documentsOf, foldersOf, itemsInWords } from "./library-item.js";

/** @typedef {import("../../shell/actions.js").Outcome} Outcome */
/** @typedef {import("./library-item.js").LibraryItem} LibraryItem */

/**
 * @typedef {object} SendingParts
 * @property {Pick<import("../../api/api.js").Api, "ask">} api
 * @property {Pick<import("../../api/notices.js").Notices, "show" | "problem" | "failed">} notices
 */

export class Sending {
  #parts;

  /** @param {SendingParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Whether the browser hands links to other programs. */
  get shares() {
    return typeof navigator.share === "function";
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @returns {Promise<Outcome>}
   */
  async share(items) {
    const links = items.map(linkOf);
    if (!this.shares) return this.#copyLinks(items, links);
    const data = { title: itemsInWords(items), ...(links.length === 1 ? { url: links[0] ?? "" } : { text: links.join("\n") }) };
    try {
      await navigator.share(data);
      return "done";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
      return this.#copyLinks(items, links);
    }
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @returns {Promise<Outcome>}
   */
  copyLinks(items) {
    return this.#copyLinks(items, items.map(linkOf));
  }

  /**
   * Begins a message with the links.
   * @param {readonly LibraryItem[]} items
   * @returns {Outcome}
   */
  mail(items) {
    writeMail(itemsInWords(items), items.length === 1 ? items.map(linkOf).join("") : items.map((item) => `${item.name}\n${linkOf(item)}`).join("\n\n"));
    return "done";
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @param {readonly string[]} links
   * @returns {Promise<Outcome>}
   */
  async #copyLinks(items, links) {
    const isCopied = await copyText(links.join("\n"));
    const [count, values] = [links.length, { items: itemsInWords(items) }];
    if (isCopied) this.#parts.notices.show({ text: sayCount(count, "The link to {items} is in the clipboard", "The links to {items} are in the clipboard", values) });
    else this.#parts.notices.problem(sayCount(count, "The link to {items} could not be copied: this browser does not allow it.", "The links to {items} could not be copied: this browser does not allow it.", values));
    return isCopied ? "done" : "failed";
  }

  /**
   * One as it is, several as one archive.
   * @param {readonly LibraryItem[]} items
   * @returns {Promise<Outcome>}
   */
  async download(items) {
    const [first] = items;
    if (items.length > 1 || !first) return this.#downloadAll(items);
    const { url, name } = first.document ? downloadOf(first.document) : { url: folderArchiveUrl(first.folder.path), name: `${first.name}.zip` };
    saveAs(url, name);
    return "done";
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @returns {Promise<Outcome>}
   */
  async #downloadAll(items) {
    try {
      const chosen = { documents: documentsOf(items).map(({ id }) => id), folders: foldersOf(items).map(({ path }) => path) };
      // The server names the file.
      saveAs(await orderArchive(this.#parts.api, chosen), "");
      return "done";
    } catch (error) {
      const isGone = ApiProblem.from(error).code === "not-found";
      const reason = isGone ? say("Some of it is no longer there.") : say("Try again in a moment, or download them one by one.");
      this.#parts.notices.failed(error, say("{items} could not be put into an archive. {reason}", { items: itemsInWords(items), reason }));
      return "failed";
    }
  }
}

/** @param {LibraryItem} item */
function linkOf({ document, folder }) {
  const path = document ? documentPath(document.id) : libraryPath({ place: "folders", folder: folder.path });
  return new URL(path, location.href).href;
}
