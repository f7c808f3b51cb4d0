/** A document that is shown without pages: its text, the player of a film or sound, the files of an archive, or a reason. */

import { element, isHeldBeside } from "../shell/element.js";
import { documentPath } from "../shell/address.js";
import { say } from "../shell/texts.js";
import { ApiProblem } from "../api/api-problem.js";
import { encodingFault } from "../api/words.js";
import { ArchiveView, askEntries } from "../archive/archive-view.js";
import { isScrolledToEnd } from "./next-document.js";
import { readerActions, unshownActions } from "./reader-actions.js";
import { decodeText, textPlace, textView } from "./text-view.js";
import { unshownView } from "./unshown-view.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api.js").Preview} Preview */

/**
 * @typedef {object} UnpagedParts
 * @property {ScreenParts & import("./read-content.js").ReaderContext} context
 * @property {() => import("../api/type-tree.js").TypeTree} types
 * @property {import("./reader-head.js").ReaderHead} head
 * @property {HTMLElement} body in which it is shown
 * @property {import("./next-document.js").NextDocument} next
 * @property {() => import("./reader-actions.js").ReaderCommands} commands
 * @property {() => Promise<void>} load asks for the document once more
 * @property {() => AbortSignal} clear takes away all that is shown; returns the signal of what is shown then
 * @property {() => void} takeFocus
 */

export class UnpagedView {
  #parts;
  /** @type {HTMLElement | null} */
  #view = null;
  /** @type {import("../player/player.js").Player | null} */
  #player = null;
  #isShown = false;

  /** @param {UnpagedParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Whether the document itself is shown, and not why it is not. */
  get isShown() {
    return this.#isShown;
  }

  get player() {
    return this.#player;
  }

  /** The place in a text; null elsewhere. */
  get place() {
    return textPlace(this.#view);
  }

  focus() {
    if (this.#player) this.#player.focus();
    else this.#view?.focus({ preventScroll: true, focusVisible: false });
  }

  /** Forgets what was shown. */
  clear() {
    this.#player = null;
    this.#view = null;
    this.#isShown = false;
  }

  /** @param {HTMLElement} view in place of the document */
  put(view) {
    const { body, next, takeFocus } = this.#parts;
    body.replaceChildren(view);
    next.showIn(body, { isSeen: () => isScrolledToEnd(view), isInFlow: true });
    this.#view = view;
    takeFocus();
  }

  /**
   * @param {Document} document
   * @param {{bytes: Uint8Array, whole: boolean, found: Preview["text"], top: number}} text with its encoding, and how far down it begins,
   *   between 0 and 1
   * @param {AbortSignal} signal
   */
  showText(document, { bytes, whole, found = { encoding: null, confidence: 0 }, top }, signal) {
    const { context, body, next, takeFocus } = this.#parts;
    const fault = bytes.length === 0 ? null : encodingFault(found);
    const view = textView(decodeText(bytes, found.encoding), { whole, fault });
    this.#showTools(document, signal);
    body.append(view);
    this.#view = view;
    this.#isShown = true;
    view.scrollTop = top * view.scrollHeight;
    next.showIn(view, { isSeen: () => isScrolledToEnd(view), isInFlow: true });
    view.addEventListener("scroll", () => (context.opened.moved(), next.update()), { signal, passive: true });
    takeFocus();
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   * @param {AbortSignal} signal
   */
  async showMedia(document, preview, signal) {
    const { context: { api, content }, types, body, next, takeFocus } = this.#parts;
    this.#showTools(document, signal);
    this.#isShown = true;
    const { Player } = await import("../player/player.js");
    if (signal.aborted) return;
    const isFilm = !types().conforms(document.type, "public.audio");
    const player = new Player({
      api, document, isFilm, content: content.download(document).url, live: content.live, moved: () => next.update(),
      refused: (problem) => signal.aborted || this.#refuseMedia(document, preview, problem),
    }, signal);
    this.#player = player;
    this.#view = player.element;
    body.append(player.element);
    next.showIn(player.room, { isSeen: () => player.hasEnded });
    takeFocus();
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   * @param {AbortSignal} signal
   */
  async showArchive(document, preview, signal) {
    const { context: { api, notices, router }, types, body, next } = this.#parts;
    this.#showTools(document, signal);
    body.append(element("div", { "class": "spinner archive-waiting", "role": "status", "aria-label": say("Reading the archive") }));
    try {
      const listing = await askEntries(api, document, signal);
      if (signal.aborted) return;
      const openDocument = (/** @type {string} */ id) => router.go(documentPath(id));
      const view = new ArchiveView({ api, document, types: types(), notices, listing, openDocument }, signal);
      this.#view = view.element;
      this.#isShown = true;
      body.replaceChildren(view.element);
      next.showIn(body, { isSeen: () => true, isLeft: () => false });
      if (!isHeldBeside(body)) view.focus();
    } catch (error) {
      if (signal.aborted) return;
      const { code, detail } = ApiProblem.from(error);
      body.replaceChildren();
      this.showReason(document, { ...preview, reason: { code, detail } }, signal);
    }
  }

  /**
   * Says why nothing of it is shown.
   * @param {Document} document
   * @param {Preview} preview
   * @param {AbortSignal} signal
   */
  showReason(document, preview, signal) {
    const { context: { api, content }, types, head, commands, load } = this.#parts;
    head.showTools(unshownActions(document, content, commands()), signal);
    this.put(unshownView({ document, preview, types: types(), content, api, load }, signal));
  }

  /**
   * @param {Document} document
   * @param {Preview} preview
   * @param {ApiProblem | null} problem the server's reason not to convert it
   */
  #refuseMedia(document, preview, problem) {
    const { context, clear } = this.#parts;
    if (problem) context.notices.refused(problem);
    const signal = clear();
    this.showReason(document, { ...preview, reason: problem ?? preview.reason ?? { code: "unplayable", detail: "" } }, signal);
  }

  /**
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  #showTools(document, signal) {
    const { context, head, commands } = this.#parts;
    head.showTools(readerActions(document, context.content, commands()), signal);
  }
}
