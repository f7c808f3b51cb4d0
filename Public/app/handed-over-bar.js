/** The quiet line over a document that another app handed over: its sender and remark, and what can be done with it. */

import { announce } from "../shell/announcer.js";
import { button } from "../shell/element.js";
import { NoteBar } from "../shell/note-bar.js";
import { say, sayCount } from "../shell/texts.js";
import { handOverInWords } from "../library/hand-over-words.js";
import { isInInbox } from "../library/acting/library-item.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} HandOverCalls
 * @property {import("./hand-over-queue.js").HandOverQueue} queue
 * @property {() => void} goOn shows the next one
 * @property {(id: string) => void} dismiss
 * @property {(document: Document) => void} keep takes it out of the Inbox
 * @property {(document: Document) => void} file asks for the folder that it is put into
 */

export class HandedOverBar {
  #bar;
  #calls;
  #keep;
  #file;
  #next;
  #dismiss;
  /** @type {Document | null} */
  #document = null;

  /**
   * @param {HandOverCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#bar = new NoteBar(say("Handed over"));
    const act = (/** @type {(document: Document) => void} */ body) => () => this.#document && body(this.#document);
    this.#bar.element.classList.add("quiet");
    this.#keep = button({ label: say("Keep"), text: true, class: "outlined" }, act((document) => calls.keep(document)), signal);
    this.#keep.title = say("Takes it out of the Inbox");
    this.#file = button({ label: say("Move to…"), text: true, class: "outlined" }, act((document) => calls.file(document)), signal);
    this.#next = button({ label: say("Next"), text: true, class: "outlined" }, () => calls.goOn(), signal);
    this.#dismiss = button({ label: say("Dismiss"), icon: "close", class: "quiet" }, act(({ id }) => calls.dismiss(id)), signal);
    calls.queue.follow(() => this.#draw(), signal);
  }

  get element() {
    return this.#bar.element;
  }

  /** @param {Document} document as it is now */
  show(document) {
    this.#document = document;
    this.#draw();
  }

  #draw() {
    const { queue } = this.#calls;
    const document = this.#document;
    const words = document?.provenance;
    const isSaid = words?.source !== undefined || words?.annotation !== undefined || queue.shown === document?.id;
    if (!document || !words || !isSaid || queue.isDismissed(document.id) || document.trashed || !(isInInbox(document) || queue.shown === document.id)) {
      return this.#bar.hide();
    }
    const isNext = queue.shown === document.id && queue.more > 0;
    const more = isNext ? ` · ${sayCount(queue.more, "{n} more waits", "{n} more wait")}` : "";
    const text = handOverInWords(words) + more;
    if (this.#bar.element.hidden) announce(text);
    return this.#bar.show(text, [...isInInbox(document) ? [this.#keep, this.#file] : [], ...isNext ? [this.#next] : [], this.#dismiss]);
  }
}
