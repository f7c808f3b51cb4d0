/** The panel of all that goes on and ended lately. It stays beside the library, and closes by Escape or a press elsewhere. */

import { button, element, replaceChildrenInPlace } from "../../shell/element.js";
import { isOpenBy, showBy } from "../../shell/popover.js";
import { say, sayCount } from "../../shell/texts.js";
import { numberInWords } from "../../api/words.js";
import { askForSystemNotices, mayAskForSystemNotices } from "../../shell/system-notices.js";
import { isOver } from "./job-list.js";
import { JobRow } from "./job-row.js";
import { rowsInView } from "./row-window.js";
import { UploadRow } from "./upload-row.js";
import { WaitingSection } from "../waiting/waiting-section.js";

/** @typedef {import("./activity-center.js").ActivityCenter} ActivityCenter */
/** @typedef {import("./activity.js").ActivityParts} ActivityParts */

/** The height of a file's row, in units of the root's font size; as in `activity.css`. */
const ROW_REMS = 3.5;

export class ActivityPanel {
  /** @type {HTMLElement} */
  element;
  #activity;
  #parts;
  #files = element("ul", { "class": "activity-files", "aria-label": say("Files") });
  #scroller = element("div", { class: "activity-scroll", tabindex: -1 });
  #uploads;
  #waiting;
  #count = element("h3", { class: "activity-count" });
  #commands;
  #running = element("ul", { "class": "activity-jobs", "aria-label": say("On the server") });
  #ended = element("ul", { "class": "activity-jobs activity-ended", "aria-label": say("Lately") });
  #sections;
  /** Why no message comes, once that was asked for. */
  #refused = element("p", { class: "activity-refused", role: "status" });
  #notify;
  #nothing = element("p", { class: "activity-nothing" }, say("Nothing is going on."));
  /** @type {Map<number, UploadRow>} */
  #rows = new Map();
  /** @type {Map<number, JobRow>} */
  #jobs = new Map();

  /**
   * @param {ActivityCenter} activity
   * @param {ActivityParts} parts
   * @param {AbortSignal} signal
   */
  constructor(activity, parts, signal) {
    this.#activity = activity;
    this.#parts = parts;
    const { uploader } = parts;
    const command = (/** @type {string} */ label, /** @type {"pause-all" | "resume-all" | "cancel-all"} */ type) =>
      button({ label, text: true, class: "small" }, () => uploader.step({ type }), signal);
    this.#commands = { pause: command(say("Pause all"), "pause-all"), resume: command(say("Go on"), "resume-all"), cancel: command(say("Cancel all"), "cancel-all") };
    const { pause, resume, cancel } = this.#commands;
    this.#uploads = element("section", {}, element("div", { class: "activity-line" }, this.#count, pause, resume, cancel), this.#files);
    this.#notify = button({ label: say("Tell me when it ends"), text: true, class: "small" }, () => void this.#askToNotify(), signal);
    const running = element("div", { class: "activity-line" }, element("h3", { class: "activity-count" }, say("On the server")), this.#notify);
    this.#sections = {
      running: element("section", {}, running, this.#refused, this.#running),
      ended: element("section", {}, element("h3", {}, say("Lately")), this.#ended),
    };
    const close = button({ label: say("Close"), icon: "close" }, () => this.element.hidePopover(), signal);
    this.#waiting = new WaitingSection(parts.changes, signal);
    this.#scroller.append(this.#nothing, ...this.#waiting.elements, this.#uploads, this.#sections.running, this.#sections.ended);
    this.element = element(
      "div", { "class": "activity-panel", "id": "activity", "role": "dialog", "aria-label": say("Activity") },
      element("div", { class: "activity-head" }, element("h2", {}, say("Activity")), close), this.#scroller,
    );
    this.element.popover = "auto";
    this.#listen(signal);
  }

  get isOpen() {
    return this.element.matches(":popover-open");
  }

  toggle() {
    if (isOpenBy(this.#activity.button)) return;
    document.body.append(this.element);
    showBy(this.element, this.#activity.button);
    this.draw();
    void this.#activity.reread();
    this.#scroller.focus({ focusVisible: false });
  }

  draw() {
    if (!this.isOpen) return;
    const jobs = this.#activity.jobs;
    this.#waiting.draw();
    this.#drawUploads();
    this.#notify.hidden = !mayAskForSystemNotices();
    this.#drawJobs(this.#running, this.#sections.running, jobs.filter((job) => !isOver(job)));
    this.#drawJobs(this.#ended, this.#sections.ended, jobs.filter(isOver));
    this.#nothing.hidden = jobs.length + this.#parts.uploader.uploads.length > 0 || !this.#waiting.isEmpty;
    const known = new Set(jobs.map(({ id }) => id));
    for (const [id, row] of this.#jobs) if (!known.has(id)) {
      row.destroy();
      this.#jobs.delete(id);
    }
  }

  #drawUploads() {
    const { uploads, summary } = this.#parts.uploader;
    this.#uploads.hidden = uploads.length === 0;
    this.#count.textContent = countInWords(summary);
    this.#commands.pause.hidden = summary.active === 0;
    this.#commands.resume.hidden = summary.paused === 0;
    this.#commands.cancel.hidden = uploads.length === 0;
    this.#drawRows();
  }

  /** Of thousands of files those in view are drawn. */
  #drawRows() {
    const { uploads } = this.#parts.uploader;
    const height = ROW_REMS * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.#files.style.height = `${uploads.length * height}px`;
    const top = this.#scroller.scrollTop - this.#files.offsetTop;
    const { first, end } = rowsInView(uploads.length, height, top, this.#scroller.clientHeight);
    const wanted = uploads.slice(first, end);
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, row] of this.#rows) if (!ids.has(id)) {
      // A row with the focus that goes leaves it to the panel.
      if (row.element.contains(document.activeElement)) this.#scroller.focus({ preventScroll: true });
      row.destroy();
      this.#rows.delete(id);
    }
    wanted.forEach((upload, index) => {
      const known = this.#rows.get(upload.id);
      const row = known ?? new UploadRow(upload, this.#parts.uploader);
      row.place(upload, first + index, uploads.length);
      row.element.style.transform = `translateY(${(first + index) * height}px)`;
      if (known) return;
      this.#rows.set(upload.id, row);
      this.#files.append(row.element);
    });
  }

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} section
   * @param {readonly import("../../api/job-api.js").Job[]} jobs
   */
  #drawJobs(list, section, jobs) {
    section.hidden = jobs.length === 0;
    const rows = jobs.map((job) => {
      const known = this.#jobs.get(job.id);
      const row = known ?? new JobRow({ ...this.#parts, heard: (told) => this.#activity.heard(told) });
      this.#jobs.set(job.id, row);
      row.show(job, new Date());
      return row.element;
    });
    const isSame = rows.length === list.children.length && rows.every((row, index) => row === list.children[index]);
    if (!isSame) replaceChildrenInPlace(list, rows);
  }

  async #askToNotify() {
    const isAllowed = await askForSystemNotices().catch(() => false);
    this.#refused.textContent = isAllowed ? "" : say("The browser shows no messages of Sheaf. How it went is listed here all the same.");
    if (this.#notify.contains(document.activeElement)) this.#scroller.focus({ preventScroll: true });
    this.draw();
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    this.#scroller.addEventListener("scroll", () => this.#drawRows(), { signal, passive: true });
    window.addEventListener("resize", () => this.isOpen && this.#drawRows(), { signal });
    this.element.addEventListener("toggle", () => {
      if (this.isOpen) return;
      // A control that was pressed beside it keeps the focus.
      const isLeft = this.element.contains(document.activeElement) || document.activeElement === document.body;
      this.element.remove();
      if (isLeft) this.#activity.button.focus();
      this.#activity.draw();
    }, { signal });
    signal.addEventListener("abort", () => this.element.remove());
  }
}

/** @param {{active: number, done: number, total: number, paused: number, failed: number, interrupted: number, fraction: number}} summary */
function countInWords({ active, done, total, paused, failed, interrupted, fraction }) {
  if (active > 0) return say("Adding {number} of {total}, {percent} %", { number: numberInWords(Math.min(done + 1, total)), total: numberInWords(total), percent: Math.floor(100 * fraction) });
  const parts = [
    paused ? sayCount(paused, "{n} paused", "{n} paused") : "", interrupted ? sayCount(interrupted, "{n} interrupted", "{n} interrupted") : "",
    failed ? sayCount(failed, "{n} not added", "{n} not added") : "",
  ];
  return parts.filter(Boolean).join(", ");
}
