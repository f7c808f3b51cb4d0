/**
 * Copies selected words. Those of many pages are read first: it says how far that is, and can be stopped.
 *
 *     idle ──copy, all words are here──► copied
 *      │ ▲
 *      │ └─stopped, or a page has failed, or something else is selected
 *      └──copy──► reading ──the last page has come──► copied
 */

import { numberInWords } from "../../api/words.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";

/** A copy that takes less time shows no progress, in ms. */
const QUIET = 300;

/** @typedef {import("../../shell/toasts.js").Progress} Progress */

/**
 * @typedef {object} CopyingPorts
 * @property {() => Pick<import("./text-selection.js").TextSelection, "isRead" | "text" | "pageCount" | "readCount" | "read" | "stopReading">} selection
 * @property {(text: string) => void} copy takes words into the clipboard
 * @property {(text: string) => void} [say] tells how it ended where nothing was copied
 * @property {(text: string, stop: () => void) => Progress} [working] shows how far it is, and a way to stop it
 */

export class SelectionCopying {
  #ports;
  #timer;
  /**
   * Null where no pages are read.
   * @type {(() => void) | null}
   */
  #stop = null;

  /**
   * @param {CopyingPorts} ports
   * @param {AbortSignal} signal
   */
  constructor(ports, signal) {
    this.#ports = ports;
    this.#timer = new Timer(signal);
    signal.addEventListener("abort", () => this.stop());
  }

  /** Copies what is selected; nothing while that is going on already. */
  async copy() {
    if (this.#stop) return;
    const selection = this.#ports.selection();
    if (selection.isRead || await this.#read()) this.#ports.copy(selection.text);
  }

  /**
   * Ends the reading of pages; what is selected stays so.
   * @returns {boolean} whether any were read
   */
  stop() {
    const stop = this.#stop;
    stop?.();
    return stop !== null;
  }

  /** @returns {Promise<boolean>} whether all words are here */
  async #read() {
    const selection = this.#ports.selection();
    /** @type {string | null} */
    let problem = null;
    const end = (/** @type {string} */ why) => {
      problem ??= why;
      selection.stopReading();
    };
    this.#stop = () => end(say("Copying was stopped"));
    const progress = this.#tellLater(selection.readCount, selection.pageCount);
    const isRead = await selection.read((isHere) => (isHere ? progress.came() : end(say("Some words could not be read. Nothing was copied."))));
    progress.end();
    this.#stop = null;
    if (problem !== null) this.#ports.say?.(problem);
    return isRead;
  }

  /**
   * Tells how far it is from when it has taken a while.
   * @param {number} got pages
   * @param {number} count of all pages
   */
  #tellLater(got, count) {
    /** @type {Progress | undefined} */
    let shown;
    const text = () => say("Copying page {page} of {count}…", { page: numberInWords(Math.min(got + 1, count)), count: numberInWords(count) });
    this.#timer.set(QUIET, () => {
      shown = this.#ports.working?.(text(), () => this.stop());
      shown?.report(text(), got / count);
    });
    return {
      came: () => {
        got += 1;
        shown?.report(text(), got / count);
      },
      end: () => {
        this.#timer.clear();
        shown?.end();
      },
    };
  }
}
