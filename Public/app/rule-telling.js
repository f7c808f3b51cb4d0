/**
 * Tells what rules did to documents that arrived, with a way back: once, and several in a row as one.
 *
 *     none ──a report──► gathering ──a moment──► told ──another one while it stands──► gathering, with those that were told
 *                            └ another message stands: later ┘ └──gone, undone, opened──► none
 */

import { documentPath, libraryPath } from "../shell/address.js";
import { say, sayCount } from "../shell/texts.js";
import { reportIn, rulesChanged } from "../api/rule-notices.js";
import { RuleApi } from "../api/rule-api.js";
import { nameOf } from "../api/folder-path.js";

/** @typedef {import("../api/rule-notices.js").RuleReport} RuleReport */

/** Reports that come within this time are told together. */
const MOMENT_MILLISECONDS = 400;

/**
 * @typedef {object} RuleTellingParts
 * @property {Pick<import("../api/api.js").Api, "ask" | "send">} api
 * @property {Pick<import("../api/notices.js").Notices, "show" | "failed">} notices
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {{open: (section: string) => void}} settings
 */

/**
 * @typedef {object} RuleTellingPorts
 * @property {() => string} shown the text of the message that stands; "" for none
 * @property {() => boolean} isSeen whether the window is seen
 * @property {(act: () => void, milliseconds: number) => void} later
 */

export class RuleTelling {
  #parts;
  #ports;
  /** Told, or about to be. */
  /** @type {RuleReport[]} */
  #reports = [];
  #text = "";
  #isGathering = false;

  /**
   * @param {RuleTellingParts} parts
   * @param {RuleTellingPorts} ports
   */
  constructor(parts, ports) {
    this.#parts = parts;
    this.#ports = ports;
  }

  /** @param {RuleReport} report */
  heard(report) {
    // The list of what rules did has it; a window that nobody sees tells nothing too late.
    if (!this.#ports.isSeen()) return;
    if (!this.#isGathering && !this.#stands) this.#reports = [];
    this.#reports.push(report);
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#ports.later(() => this.#tell(), MOMENT_MILLISECONDS);
  }

  /** Whether what was told last is still there to be read. */
  get #stands() {
    return this.#text !== "" && this.#ports.shown() === this.#text;
  }

  /** @returns {void} */
  #tell() {
    // Another message may have a step to take back, and goes by itself.
    if (this.#ports.shown() !== "" && !this.#stands) return this.#ports.later(() => this.#tell(), MOMENT_MILLISECONDS);
    const reports = this.#reports;
    this.#isGathering = false;
    this.#text = reportsInWords(reports);
    this.#parts.notices.show({
      text: this.#text, action: { label: say("Undo"), act: () => void this.#undo(reports) },
      also: { label: say("Open"), act: () => this.#open(reports) },
    });
  }

  /** @param {readonly RuleReport[]} reports */
  async #undo(reports) {
    const api = new RuleApi(this.#parts.api);
    this.#text = "";
    try {
      for (const { batch } of [...reports].reverse()) await api.undo(batch);
      this.#parts.notices.show({ text: say("Undone") });
    } catch (error) {
      this.#parts.notices.failed(error, say("It was not undone, or not all of it. The settings list what rules did."));
    }
    rulesChanged();
  }

  /** @param {readonly RuleReport[]} reports */
  #open(reports) {
    const documents = new Set(reports.flatMap((report) => report.documents));
    const [[id], [folder, ...others]] = [[...documents], foldersOf(reports)];
    this.#text = "";
    if (documents.size === 1 && id) this.#parts.router.go(documentPath(id));
    else if (folder !== undefined && others.length === 0) this.#parts.router.go(libraryPath({ place: "folders", folder }));
    else this.#parts.settings.open("rules");
  }
}

/** @param {readonly RuleReport[]} reports */
function foldersOf(reports) {
  return [...new Set(reports.flatMap(({ folders }) => folders))];
}

/**
 * The changes that rules made, in a sentence.
 * @param {readonly RuleReport[]} reports
 */
export function reportsInWords(reports) {
  const documents = new Set(reports.flatMap((report) => report.documents));
  const rules = new Map(reports.flatMap((report) => report.rules.map(({ id, name }) => [id, name])));
  const [[name = ""], folders] = [[...rules.values()], foldersOf(reports)];
  if (documents.size !== 1) {
    return rules.size === 1 ? sayCount(documents.size, "{n} document changed by rule “{name}”", "{n} documents changed by rule “{name}”", { name })
      : say("{documents} changed by {rules}", { documents: sayCount(documents.size, "{n} document", "{n} documents"), rules: sayCount(rules.size, "{n} rule", "{n} rules") });
  }
  const tags = new Set(reports.flatMap((report) => report.tags));
  const effects = [
    ...(tags.size ? [sayCount(tags.size, "{n} tag", "{n} tags")] : []),
    ...folders.map((folder) => say("in {folder}", { folder: nameOf(folder) || say("Library") })),
    ...(reports.some(({ favourite }) => favourite) ? [say("favourite")] : []),
  ].join(", ");
  const by = sayCount(rules.size, "{n} rule", "{n} rules");
  if (rules.size !== 1) return folders.length ? say("Filed by {rules}: {effects}", { rules: by, effects }) : say("Changed by {rules}: {effects}", { rules: by, effects });
  return folders.length ? say("Filed by rule “{name}”: {effects}", { name, effects }) : say("Changed by rule “{name}”: {effects}", { name, effects });
}

/** @type {RuleTelling | null} */
let telling = null;

/**
 * Takes a notice of the event stream.
 * @param {import("../api/event-stream.js").RuleNotice | null} notice null where one may have been missed
 * @param {RuleTellingParts} parts
 */
export function hearRules(notice, parts) {
  rulesChanged();
  const report = reportIn(notice);
  if (!report) return;
  telling ??= new RuleTelling(parts, {
    shown: () => document.querySelector(".toast-message .toast-text")?.textContent ?? "", isSeen: () => document.visibilityState === "visible",
    later: (act, milliseconds) => void setTimeout(act, milliseconds),
  });
  telling.heard(report);
}
