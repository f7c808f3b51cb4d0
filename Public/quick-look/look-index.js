/** All documents of a quick look as tiles, to choose one. */

import { CardThumbnail } from "../library/card-thumbnail.js";
import { LibraryItems } from "../library/library-items.js";
import { ListView } from "../library/list-view.js";
import { element, setAttributes } from "../shell/element.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} LookIndexParts
 * @property {Pick<import("../api/api.js").Api, "imageProblem">} api
 * @property {import("../api/type-tree.js").TypeTree} types
 * @property {Pick<import("./looked-set.js").LookedSet, "documents" | "document" | "more">} set
 * @property {(id: string) => void} choose
 */

export class LookIndex {
  /** @type {HTMLElement} */
  element = element("div", { class: "look-index" });
  #parts;
  #list;

  /**
   * @param {LookIndexParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#list = new ListView(this.element, { remove: () => {}, extend: () => {}, nearEnd: () => parts.set.more() }, signal);
    this.element.append(this.#list.element);
    signal.addEventListener("abort", () => {
      this.#list.show(new LibraryItems([], [], this.#itemOf, []));
      this.element.remove();
    });
  }

  /** Shows what the set has by now. */
  draw() {
    this.#list.show(new LibraryItems([], this.#parts.set.documents, this.#itemOf, []));
  }

  /**
   * @param {Document} document
   * @returns {import("../library/list-view.js").Item}
   */
  #itemOf = (document) => {
    const { set, choose, api, types } = this.#parts;
    return {
      key: document.id,
      make: () => new LookTile((url, wanted) => api.imageProblem(url, wanted), choose),
      update: (card) => card instanceof LookTile && card.show(document, this.#list.drawing.picture, types.iconOf(document), document.id === set.document?.id),
    };
  };

  focus() {
    const shown = this.#parts.set.document?.id;
    if (!shown || !this.#list.focus(shown)) this.#list.focusCurrent();
  }
}

class LookTile {
  focusTarget = element("button", { type: "button", class: "card-main" });
  element = element("li", { class: "card look-tile" }, this.focusTarget);
  #name = element("span", { class: "card-name", dir: "auto" });
  #life = new AbortController();
  #picture;
  #id = "";

  /**
   * @param {import("../api/thumbnail-tries.js").TryPorts["ask"]} ask
   * @param {(id: string) => void} choose
   */
  constructor(ask, choose) {
    const { signal } = this.#life;
    this.#picture = new CardThumbnail(ask, signal);
    this.focusTarget.append(this.#picture.element, this.#name);
    this.focusTarget.addEventListener("click", () => choose(this.#id), { signal });
  }

  get loading() {
    return this.#picture.loading;
  }

  /**
   * @param {Document} document
   * @param {number} picture side of the square that its picture fits into
   * @param {string} icon
   * @param {boolean} isShown
   */
  show(document, picture, icon, isShown) {
    this.#id = document.id;
    this.#name.textContent = document.name;
    setAttributes(this.focusTarget, { "title": document.name, "aria-current": isShown && "true" });
    this.#picture.show(document, picture, icon, null);
  }

  /** @param {boolean} held whether its picture is not asked for yet */
  setHeld(held) {
    this.#picture.setHeld(held);
  }

  /** @param {boolean} reachable */
  setReachable(reachable) {
    setAttributes(this.focusTarget, { tabindex: reachable ? 0 : -1 });
  }

  destroy() {
    this.#life.abort();
    this.element.remove();
  }
}
