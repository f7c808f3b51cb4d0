/** A job of the server, as a row of the panel. */

import { button, element, setAttributes } from "../../shell/element.js";
import { say, spokenLanguage } from "../../shell/texts.js";
import { whyRefused } from "../../api/refusals.js";
import { phraseInWords } from "../../api/server-phrases.js";
import { dateInWords, numberInWords, sizeInWords } from "../../api/words.js";
import { fractionOf, isOver } from "./job-list.js";

/** @typedef {import("../../api/job-api.js").Job} Job */

/**
 * @typedef {object} JobRowParts
 * @property {Pick<import("../../api/job-api.js").JobApi, "tell">} jobs
 * @property {Pick<import("../../api/notices.js").Notices, "failed">} notices
 * @property {(id: string) => void} open
 * @property {(job: Job) => void} heard told the job as a command left it
 */

export class JobRow {
  /** @type {HTMLElement} */
  element;
  /** @type {Job | null} */
  #job = null;
  #parts;
  #name = element("bdi", { class: "activity-name" });
  #about = element("span", { class: "activity-about" });
  #bar = element("progress", { class: "upload-bar", max: 1 });
  #controls;
  #listening = new AbortController();

  /** @param {JobRowParts} parts */
  constructor(parts) {
    this.#parts = parts;
    const { signal } = this.#listening;
    const command = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {"cancel" | "suspend" | "resume"} */ name) =>
      button({ label, icon: sign }, () => void this.#tell(name), signal);
    this.#controls = {
      open: button({ label: say("Open"), icon: "open" }, () => this.#job?.document && parts.open(this.#job.document), signal),
      pause: command(say("Pause"), "pause", "suspend"), resume: command(say("Go on"), "play", "resume"), cancel: command(say("Cancel"), "close", "cancel"),
    };
    this.element = element(
      "li", { class: "activity-row" }, element("span", { class: "activity-words" }, this.#name, this.#about, this.#bar), ...Object.values(this.#controls),
    );
  }

  /**
   * @param {Job} job
   * @param {Date} now
   */
  show(job, now) {
    this.#job = job;
    const { open, pause, resume, cancel } = this.#controls;
    const focused = Object.values(this.#controls).find((control) => control === document.activeElement);
    const title = phraseInWords(job.title);
    setAttributes(this.#name, { title });
    this.#name.textContent = title;
    this.#about.textContent = jobInWords(job, now);
    const fraction = fractionOf(job);
    if (fraction === null) this.#bar.removeAttribute("value");
    else this.#bar.value = fraction;
    setAttributes(this.#bar, { "aria-label": title, "hidden": isOver(job) });
    const may = { pause: job.url !== undefined && job.state === "running", resume: job.state === "suspended", open: job.document !== undefined };
    setAttributes(open, { "hidden": !may.open, "aria-label": say("Open what {title} made", { title }) });
    setAttributes(pause, { "hidden": !may.pause, "aria-label": say("Pause {title}", { title }) });
    setAttributes(resume, { "hidden": !may.resume, "aria-label": say("Go on with {title}", { title }) });
    setAttributes(cancel, { "hidden": isOver(job) || job.state === "cancelling", "aria-label": say("Cancel {title}", { title }) });
    this.element.dataset["status"] = job.state;
    if (focused?.hidden) [pause, resume, cancel, open].find((control) => !control.hidden)?.focus();
  }

  destroy() {
    this.#listening.abort();
    this.element.remove();
  }

  /** @param {"cancel" | "suspend" | "resume"} command */
  async #tell(command) {
    if (!this.#job) return;
    try {
      this.#parts.heard(await this.#parts.jobs.tell(this.#job.id, command));
    } catch (error) {
      this.#parts.notices.failed(error, say("The server did not take that. Try again."));
    }
  }
}

/**
 * How a job gets on, or how it ended.
 * @param {Job} job
 * @param {Date} now
 */
export function jobInWords(job, now) {
  const when = job.ended ? dateInWords(job.ended, now) : "";
  if (job.state === "finished") return [job.detail ? phraseInWords(job.detail) : say("Done"), when].filter(Boolean).join(" · ");
  if (job.state === "failed") return [failureInWords(job), when].filter(Boolean).join(" · ");
  if (job.state === "cancelled") return [say("Cancelled"), when].filter(Boolean).join(" · ");
  if (job.state === "cancelling") return say("Stopping…");
  const amount = amountInWords(job);
  return job.state === "suspended" ? [say("Paused"), amount].filter(Boolean).join(", ") : amount || say("Under way");
}

/**
 * A failure with a code has a sentence; without one it is what the server says of it.
 * @param {Job} job
 */
function failureInWords({ code = "", detail = "" }) {
  if (!code && !detail) return say("Failed");
  return `${say("Failed")}: ${code && spokenLanguage() !== "en" ? whyRefused({ code, detail }) : phraseInWords(detail)}`;
}

/** @param {Job} job */
function amountInWords({ done, total, unit }) {
  const said = unit === "bytes" ? sizeInWords : numberInWords;
  if (total) return say("{number} of {total}", { number: said(done), total: said(total) });
  return done > 0 ? said(done) : "";
}
