/**
 * Shows documents that other apps hand over, whatever is shown: what is edited is stored, dialogs and menus close, and the
 * document opens. Of several tabs the one that is seen shows it. In a tab that just opened this comes after its state is back.
 *
 *     heard ──open now──► waits ──stored, claimed──► shown
 *       └──else──► told of, with a way to it
 */

import { documentPath } from "../shell/address.js";
import { closeOverlays } from "../shell/modal.js";
import { say, sayCount } from "../shell/texts.js";
import { askWaiting, claim } from "../api/hand-over-api.js";
import { handOverInWords } from "../library/hand-over-words.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} HandOverParts
 * @property {Pick<import("../api/api.js").Api, "ask" | "list" | "send">} api
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {Pick<import("../api/notices.js").Notices, "show" | "refused">} notices
 * @property {import("./hand-over-queue.js").HandOverQueue} queue
 * @property {HTMLElement} root takes no input while documents that waited come
 * @property {() => Promise<string>} store saves what is edited: the reason why it is not saved, or ""
 * @property {() => Promise<void>} restored waits until what was shown before is shown again
 */

export class HandOvers {
  #parts;
  #signal;
  #isComing = false;

  /**
   * @param {HandOverParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    document.addEventListener("visibilitychange", () => void this.#next(), { signal });
  }

  /** Shows what was handed over while no tab was open; input is taken after that. */
  async begin() {
    const { api, queue, root, restored } = this.#parts;
    const [waiting] = await Promise.all([askWaiting(api, this.#signal).catch(() => []), restored()]);
    performance.mark("sheaf-restored");
    for (const document of waiting) queue.arrive(document);
    root.inert = waiting.length > 0;
    try {
      await this.#next();
    } finally {
      root.inert = false;
      performance.mark("sheaf-ready");
    }
  }

  /**
   * @param {Document} document
   * @param {import("../api/hand-over-api.js").HandOver} handOver
   */
  heard(document, handOver) {
    if (!handOver.open) return this.#tell(document, handOver);
    this.#parts.queue.arrive(document);
    return void this.#next();
  }

  /** Shows the next one in place of the one that is shown. */
  goOn() {
    this.#parts.queue.leave();
    void this.#next();
  }

  /** @param {string | null} id of the document that is shown now; null for none */
  turned(id) {
    const { queue } = this.#parts;
    if (queue.shown === null || queue.shown === id) return;
    queue.leave();
    this.offer();
  }

  /** @param {string} id of the document whose line is dismissed */
  dismiss(id) {
    this.#parts.queue.dismiss(id);
    this.offer();
  }

  /** Tells of those that still wait. */
  offer() {
    const { queue, notices } = this.#parts;
    if (queue.more === 0) return;
    const text = sayCount(queue.more, "{n} more document was handed over", "{n} more documents were handed over");
    notices.show({ text, also: { label: say("Open"), act: () => void this.#next() } });
  }

  async #next() {
    if (this.#isComing || document.visibilityState !== "visible") return;
    this.#isComing = true;
    try {
      while (!this.#signal.aborted) {
        const next = this.#parts.queue.take();
        if (!next || await this.#come(next)) break;
      }
    } finally {
      this.#isComing = false;
    }
  }

  /**
   * @param {Document} next
   * @returns {Promise<boolean>} false where it is shown elsewhere
   */
  async #come(next) {
    const { api, queue, notices, router, store } = this.#parts;
    try {
      if (await store()) return this.#wait(next), true;
      const claimed = await claim(api, next.id);
      if (claimed === null) return false;
      // An inert page takes no focus.
      this.#parts.root.inert = false;
      closeOverlays(document);
      queue.show(claimed.id);
      performance.mark("sheaf-handed-over");
      router.go(documentPath(claimed.id));
    } catch {
      queue.putBack(next);
      notices.show({ text: say("{name} was handed over, and could not be opened", { name: next.name }), also: { label: say("Open"), act: () => void this.#next() } });
    }
    return true;
  }

  /**
   * The document that is edited could not be stored: its changes would be lost.
   * @param {Document} next
   */
  #wait(next) {
    this.#parts.queue.putBack(next);
    const text = say("{name} was handed over. It waits, because what is open here could not be saved.", { name: next.name });
    this.#parts.notices.show({ text, also: { label: say("Try again"), act: () => void this.#next() } });
  }

  /**
   * @param {Document} document
   * @param {import("../api/hand-over-api.js").HandOver} handOver
   */
  #tell({ id, name }, handOver) {
    if (globalThis.document.visibilityState !== "visible") return;
    const also = { label: say("Open"), act: () => this.#parts.router.go(documentPath(id)) };
    this.#parts.notices.show({ text: `${name} · ${handOverInWords(handOver)}`, also });
  }
}
