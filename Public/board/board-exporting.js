/**
 * Saves a board as a PDF that the server makes, with its ink as vectors:
 *
 *     idle ── start ──► saving the board ── stored ──► making the PDF ── made ──► downloaded, idle
 *       ▲                      │ not stored                  │ refused, stopped
 *       └──────────────────────┴─────────────────────────────┘
 */

import { ApiProblem } from "../api/api-problem.js";
import { saveAs } from "../shell/sharing.js";
import { say, text } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} ExportPorts
 * @property {() => Promise<string>} stored saves what is not saved; why it is not, or ""
 * @property {() => Document} document the board's, as it is stored
 * @property {(id: string, signal: AbortSignal) => Promise<Blob>} rendition
 * @property {(pdf: Blob, name: string) => void} download
 * @property {(text: string) => void} working told what it is at; "" when that is over
 * @property {(toast: import("../shell/toasts.js").Toast) => void} toast
 */

const EMPTY = text("There is nothing on this board yet, so there is no PDF of it.");

export class BoardExport {
  #ports;
  /** @type {AbortController | null} */
  #running = null;

  /**
   * @param {ExportPorts} ports
   * @param {AbortSignal} signal ends what is under way
   */
  constructor(ports, signal) {
    this.#ports = ports;
    signal.addEventListener("abort", () => this.stop());
  }

  get running() {
    return this.#running !== null;
  }

  /** Drops the PDF that is being made. */
  stop() {
    this.#running?.abort();
  }

  /**
   * Makes the PDF and downloads it; nothing happens while one is being made.
   * @returns {Promise<import("../shell/actions.js").Outcome>}
   */
  async start() {
    if (this.#running) return "failed";
    const running = new AbortController();
    this.#running = running;
    try {
      return await this.#make(running.signal) ? "done" : "failed";
    } catch (error) {
      return this.#refused(ApiProblem.from(error));
    } finally {
      this.#running = null;
      this.#ports.working("");
    }
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>} whether it was made
   */
  async #make(signal) {
    const { stored, document, rendition, download, working, toast } = this.#ports;
    working(say("Making a PDF…"));
    const reason = await stored();
    if (signal.aborted) throw ApiProblem.aborted();
    if (reason) {
      toast({ text: say("No PDF was made, because your last changes are not saved yet."), problem: true, action: this.#again });
      return false;
    }
    const { id, name } = document();
    const pdf = await rendition(id, signal);
    const file = pdfName(name);
    download(pdf, file);
    toast({ text: say("“{file}” is in your downloads.", { file }) });
    return true;
  }

  get #again() {
    return { label: say("Try again"), act: () => void this.start() };
  }

  /**
   * @param {ApiProblem} problem
   * @returns {import("../shell/actions.js").Outcome}
   */
  #refused({ code, detail }) {
    if (code === "aborted") return "cancelled";
    const text = code === "not-showable" ? say(EMPTY) : say("No PDF was made: {reason}.", { reason: detail || inWords(code) });
    this.#ports.toast({ text: text.replace(/\.\.$/, "."), problem: true, action: this.#again });
    return "failed";
  }
}

/** @param {string} code of a problem without a sentence of its own */
function inWords(code) {
  return code === "offline" ? say("the server cannot be reached") : say("the server could not make it");
}

/** @param {string} name of the board's document */
export function pdfName(name) {
  return `${name.replace(/\.[^.]+$/, "") || name}.pdf`;
}

/** Browsers read the bytes after the click; so long they are kept. */
const KEPT_MILLISECONDS = 60_000;

/**
 * @param {Blob} bytes
 * @param {string} name of the file
 */
export function download(bytes, name) {
  const url = URL.createObjectURL(bytes);
  saveAs(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MILLISECONDS);
}
