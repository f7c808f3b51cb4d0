/** The present content of a document, for the reader. */

import { findInDocument } from "../api/find-api.js";
import { downloadOf, pageSource } from "../api/page-source.js";
import { documentPath } from "../api/urls.js";

/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../shell/address.js").OwnHandler} OwnHandler */
/** @typedef {import("../api/api.js").Preview} Preview */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */
/** @typedef {import("./read-content.js").ReadContent} ReadContent */

/** The types of pictures that may have several frames, and that browsers move. */
const MOVING = Object.freeze(["com.compuserve.gif", "org.webmproject.webp", "public.png"]);

/** @implements {ReadContent} */
export class CurrentContent {
  live = true;
  #api;
  #id;
  #types;
  #handler;
  #named;
  /** Whether the leading pages are here, so that all of them are waited for. */
  #hasLeading = false;

  /**
   * @param {Api} api
   * @param {Promise<TypeTree>} types
   * @param {{id: string, handler: OwnHandler | null}} which `handler` shows it this once, where that is not its default
   * @param {(document: Document) => void} named told of the document as soon as it is known, before it can be shown
   */
  constructor(api, types, { id, handler }, named) {
    this.#named = named;
    this.#api = api;
    this.#types = types;
    this.#id = id;
    this.#handler = handler;
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const known = this.#api.document(this.#id, signal);
    known.then(this.#named, () => undefined);
    const moving = known.then(({ type }) => MOVING.includes(type) && this.#moves(signal));
    const asked = [known, this.#api.preview(this.#id, signal, !this.#hasLeading), moving];
    const [document, preview, moves] = await Promise.all(
      /** @type {[Promise<Document>, Promise<Preview>, Promise<boolean>]} */ (asked),
    );
    this.#hasLeading = preview.preparing ?? false;
    return { document, preview: { ...await this.#asAsked(document, preview), moves } };
  }

  /**
   * Whether its picture has several frames; one of which that is not known stands still.
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>}
   */
  async #moves(signal) {
    const asked = this.#api.ask(`/documents/${encodeURIComponent(this.#id)}/metadata`, { signal });
    const found = await /** @type {Promise<{fields: Record<string, string>}>} */ (asked).catch(() => null);
    return Number(found?.fields.frames ?? 1) > 1;
  }

  /**
   * The server says how a document is shown by default; what was asked for this once may be the other way.
   * @param {Document} document
   * @param {Preview} preview
   * @returns {Promise<Preview>}
   */
  async #asAsked({ type }, preview) {
    const isA = async (/** @type {string} */ kind) => (await this.#types).conforms(type, kind);
    if (this.#handler === "text" && await isA("public.text")) return { ...preview, kind: "text" };
    return this.#handler === "viewer" && preview.pages.length > 0 ? { ...preview, kind: "pages" } : preview;
  }

  /**
   * @param {Document} document
   * @param {number} pageCount
   * @param {AbortSignal} signal
   */
  pages(document, pageCount, signal) {
    return pageSource(this.#api, document, pageCount, signal);
  }

  /**
   * @param {Document} document
   * @param {number} limit
   * @param {AbortSignal} signal
   */
  head(document, limit, signal) {
    return this.#api.head(document, limit, signal);
  }

  /** @type {NonNullable<ReadContent["find"]>} */
  find = (document, parameters, take, signal) => findInDocument(this.#api, documentPath(document.id), parameters, take, signal);

  /** @param {Document} document */
  download(document) {
    return downloadOf(document);
  }

  /** @param {Document} document */
  release(document) {
    return this.#api.release(document.id);
  }
}
