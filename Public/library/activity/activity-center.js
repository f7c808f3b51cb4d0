/** The jobs of the server, the ring on the button that shows what goes on, and the panel behind it. */

import { setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { ActivityPanel } from "./activity-panel.js";
import { waitingInWords } from "../waiting/change-words.js";
import { phraseInWords } from "../../api/server-phrases.js";
import { endedSince, fractionOfAll, isOver, listed, NO_JOBS, withJob } from "./job-list.js";
import { jobInWords } from "./job-row.js";
import { showSystemNotice } from "../../shell/system-notices.js";

/** @typedef {import("../../api/job-api.js").Job} Job */
/** @typedef {import("./activity.js").ActivityParts} ActivityParts */

const CIRCLE = "http://www.w3.org/2000/svg";

export class ActivityCenter {
  button;
  #parts;
  #signal;
  #jobs = NO_JOBS;
  #ring = document.createElementNS(CIRCLE, "circle");
  #panel;

  /**
   * @param {HTMLButtonElement} button
   * @param {ActivityParts} parts
   * @param {AbortSignal} signal
   */
  constructor(button, parts, signal) {
    this.button = button;
    this.#parts = parts;
    this.#signal = signal;
    button.append(this.#drawing());
    this.#panel = new ActivityPanel(this, parts, signal);
    void this.reread();
  }

  get jobs() {
    return this.#jobs;
  }

  /** Reads the jobs anew: some were not told of, or the server is another. */
  async reread() {
    const jobs = await this.#parts.jobs.jobs(this.#signal).catch(() => null);
    if (jobs) this.#take(listed(jobs));
  }

  /** @param {Job} job */
  heard(job) {
    this.#take(withJob(this.#jobs, job));
  }

  /** Brings the button, and the panel where it is open, up to date. */
  draw() {
    const { uploader, changes } = this.#parts;
    const { active, failed, paused, interrupted, isStalled } = uploader.summary;
    const running = this.#jobs.filter((job) => !isOver(job)).length;
    const waits = failed + paused + interrupted;
    const fraction = fractionOfAll(this.#jobs, uploader.summary);
    const [waiting, refused] = [changes.changes.length, changes.refusals.length];
    this.button.hidden = active + running + waits + waiting + refused === 0 && !this.#panel.isOpen;
    const words = this.#words(active + running, waiting);
    setAttributes(this.button, {
      "aria-label": words, "title": words,
      "data-state": failed + refused ? "failed" : isStalled || (waiting && active + running === 0) ? "stalled" : active + running > 0 ? "running" : "resting",
      "data-unknown": active + running > 0 && fraction === null,
    });
    this.#ring.style.strokeDashoffset = String(100 - 100 * (fraction ?? (active + running > 0 ? 0.25 : 0)));
    this.#panel.draw();
  }

  /**
   * @param {number} inProgress
   * @param {number} waiting changes
   */
  #words(inProgress, waiting) {
    if (inProgress > 0) return say("Activity: {number} in progress", { number: inProgress });
    return waiting > 0 ? say("Activity: {waiting}", { waiting: waitingInWords(waiting) }) : say("Activity");
  }

  /** Opens the panel, or closes it. */
  open() {
    this.button.hidden = false;
    this.#panel.toggle();
  }

  /** @param {readonly Job[]} jobs */
  #take(jobs) {
    for (const job of endedSince(this.#jobs, jobs)) void showSystemNotice(phraseInWords(job.title), jobInWords(job, new Date()), `job-${job.id}`).catch(() => {});
    this.#jobs = jobs;
    this.draw();
  }

  #drawing() {
    const drawing = document.createElementNS(CIRCLE, "svg");
    setAttributes(drawing, { "class": "activity-ring", "viewBox": "0 0 20 20", "width": 20, "height": 20, "aria-hidden": "true" });
    const track = document.createElementNS(CIRCLE, "circle");
    for (const circle of [track, this.#ring]) setAttributes(circle, { cx: 10, cy: 10, r: 7.5, pathLength: 100 });
    setAttributes(this.#ring, { class: "activity-done" });
    const arrow = document.createElementNS(CIRCLE, "path");
    setAttributes(arrow, { d: "M10 12.8V7.2M7.6 9.4 10 7l2.4 2.4" });
    drawing.append(track, this.#ring, arrow);
    return drawing;
  }
}
