/** Drop folders, with what is stuck in them, and documents that are no longer drawn. */

import { button, element } from "../../shell/element.js";
import { say, sayCount, text } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { sentence } from "../../api/refusals.js";
import { phraseInWords } from "../../api/server-phrases.js";
import { WorkspaceApi } from "../../api/workspace-api.js";
import { documentPath } from "../../shell/address.js";
import { group, line, linesOr, ReadPart, whyNot } from "../setting-groups.js";

/** @typedef {import("../../api/workspace-api.js").DropFolder} DropFolder */
/** @typedef {import("../../api/workspace-api.js").Quarantined} Quarantined */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

/** @type {Readonly<Record<string, string>>} */
const STATES = Object.freeze({ starting: text("Starting"), watching: text("Watched"), failing: text("Cannot be read") });

/** @type {Readonly<Record<string, string>>} */
const REASONS = Object.freeze({
  "renderer-crashed": text("Drawing it stopped the renderer more than once."),
  "render-timeout": text("Drawing it took too long more than once."),
  "render-memory": text("Drawing it needed too much memory more than once."),
});

/** @type {import("../section-list.js").MakeSection} */
export function foldersSection(parts, signal) {
  const api = new WorkspaceApi(parts.api);
  const refused = (/** @type {ApiProblem} */ problem) => parts.notices.refused(problem);
  const folders = new ReadPart((reading) => api.dropFolders(reading), ({ watchers }) => drawFolders(watchers), refused, signal);
  void folders.load();
  const again = button({ label: say("Look again"), icon: "retry", text: true, class: "quiet" }, () => void folders.load(), signal);
  return element(
    "div", {},
    group({ title: say("Folders that are watched"), note: say("What a scanner or a script puts there becomes a document.") }, folders.element, element("div", { class: "settings-foot" }, again)),
    group(
      { title: say("Documents that are no longer drawn"), note: say("Their files are kept just as they came.") },
      new Quarantine(api, parts, signal).element,
    ),
  );
}

/** @param {readonly DropFolder[]} folders */
function drawFolders(folders) {
  return [linesOr(folders.map(folderLine), say("There is no drop folder. “sheaf serve --drop FOLDER” watches one."))];
}

/** @param {DropFolder} folder */
function folderLine({ name, state, reason, pending, passedOver, imported, rejected, stuck }) {
  const facts = [
    say(STATES[state] ?? state), ...(reason ? [sentence(phraseInWords(reason))] : []),
    sayCount(imported, "{n} file was taken in", "{n} files were taken in"),
    ...(pending ? [sayCount(pending, "{n} is still coming", "{n} are still coming")] : []),
    ...(rejected ? [sayCount(rejected, "{n} was refused", "{n} were refused")] : []),
    ...(passedOver ? [sayCount(passedOver, "{n} is left alone", "{n} are left alone")] : []),
  ];
  const main = line({ title: name, note: facts.join(" · "), class: state === "failing" ? "settings-alarm" : "" });
  if (stuck.length === 0) return main;
  const lines = stuck.map((file) => line({ title: file.name, note: sentence(phraseInWords(file.reason)), class: "settings-alarm" }));
  return element("div", {}, main, element("div", { class: "settings-inner" }, element("h4", {}, say("Stuck")), linesOr(lines, "")));
}

class Quarantine {
  #api;
  #parts;
  #signal;
  #read;

  /**
   * @param {WorkspaceApi} api
   * @param {SectionParts} parts
   * @param {AbortSignal} signal
   */
  constructor(api, parts, signal) {
    this.#api = api;
    this.#parts = parts;
    this.#signal = signal;
    this.#read = new ReadPart((reading) => this.#all(reading), (all) => this.#draw(all), (problem) => parts.notices.refused(problem), signal);
    void this.#read.load();
  }

  get element() {
    return this.#read.element;
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<readonly Quarantined[]>}
   */
  async #all(signal) {
    /** @type {Quarantined[]} */
    const all = [];
    for (let cursor = /** @type {string | null} */ (null), isMore = true; isMore;) {
      const { quarantined, next } = await this.#api.quarantine(cursor, signal);
      all.push(...quarantined);
      cursor = next;
      isMore = next !== null;
    }
    return all;
  }

  /** @param {readonly Quarantined[]} all */
  #draw(all) {
    return [linesOr(all.map((one) => this.#line(one)), say("There are none."))];
  }

  /** @param {Quarantined} quarantined */
  #line({ reason, pages, document }) {
    const why = say(REASONS[reason] ?? text("Drawing it failed more than once."));
    const which = pages?.length ? ` ${say("Pages: {pages}", { pages: pages.join(", ") })}` : "";
    if (!document) return line({ title: say("A content that no document has now"), note: `${why}${which}` });
    const name = element("a", { class: "settings-outward", href: documentPath(document.id) }, document.name);
    const again = button({ label: say("Try again"), icon: "retry", text: true, class: "outlined" }, () => void this.#release(document), this.#signal);
    again.setAttribute("aria-label", `${say("Try again")}: ${document.name}`);
    return line({ title: name, note: `${why}${which}` }, again);
  }

  /** @param {{id: string, name: string}} document */
  async #release({ id, name }) {
    const { notices } = this.#parts;
    try {
      await this.#api.release(id);
      notices.show({ text: say("{name} is drawn again when it is opened", { name }) });
    } catch (error) {
      notices.failed(error, `${say("{name} is still left alone.", { name })} ${whyNot(error)}`);
    }
    await this.#read.load();
  }
}
