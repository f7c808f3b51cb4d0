/** The activity: files on their way and jobs of the server, behind one quiet button. All but the button comes later. */

import { element } from "../../shell/element.js";
import { fetchLateSheets } from "../../shell/late-sheets.js";
import { LazyModule } from "../../shell/lazy-module.js";

/** @typedef {import("../../api/job-api.js").Job} Job */
/** @typedef {import("../uploads/uploader.js").Uploader} Uploader */

/**
 * @typedef {object} ActivityParts
 * @property {Pick<import("../../api/job-api.js").JobApi, "jobs" | "tell">} jobs
 * @property {Pick<Uploader, "uploads" | "summary" | "step" | "goOn">} uploader
 * @property {import("../waiting/waiting-section.js").Changes} changes that wait for the connection
 * @property {Pick<import("../../api/notices.js").Notices, "load" | "failed">} notices
 * @property {(id: string) => void} open opens a document
 */

const centers = new LazyModule(async () => {
  const [center] = await Promise.all([import("./activity-center.js"), fetchLateSheets()]);
  return center;
});

export class Activity {
  /** Hidden while nothing goes on. */
  button = element("button", { "type": "button", "class": "button quiet activity-button", "hidden": true, "aria-haspopup": "dialog" });
  #parts;
  #signal;
  /** @type {import("./activity-center.js").ActivityCenter | null} */
  #center = null;

  /**
   * @param {ActivityParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    this.button.addEventListener("click", () => void this.open(), { signal });
  }

  /** Looks for jobs once the page is idle. */
  begin() {
    centers.loadWhenIdle((module) => this.#take(module));
  }

  /** Some jobs were not told of, or the server is another. */
  reread() {
    void this.#center?.reread();
  }

  /** @param {Job} job */
  heard(job) {
    this.#center?.heard(job);
  }

  /** Brings what is shown up to date. */
  draw() {
    if (this.#center) this.#center.draw();
    else if (this.#parts.uploader.uploads.length || this.#parts.changes.changes.length || this.#parts.changes.refusals.length) void centers.load().then((module) => this.#take(module), () => {});
  }

  /** Opens the panel, or closes it. */
  async open() {
    const module = await this.#parts.notices.load(centers);
    if (module) this.#take(module).open();
  }

  /** @param {typeof import("./activity-center.js")} module */
  #take({ ActivityCenter }) {
    this.#center ??= new ActivityCenter(this.button, this.#parts, this.#signal);
    this.#center.draw();
    return this.#center;
  }
}
