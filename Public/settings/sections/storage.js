/** The room that each part takes up, and ways to make room. */

import { askToConfirm } from "../../shell/confirm-sheet.js";
import { button, element } from "../../shell/element.js";
import { say, sayCount } from "../../shell/texts.js";
import { sizeInWords } from "../../api/words.js";
import { WorkspaceApi } from "../../api/workspace-api.js";
import { group, line, linesOr, ReadPart, whyNot } from "../setting-groups.js";
import { KIND_NAMES, sharesOf } from "../storage-shares.js";

/** @typedef {import("../../api/workspace-api.js").Storage} Storage */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

/** How many versions of each document can be kept. */
const KEPT = Object.freeze([1, 2, 5, 10, 20]);

/** @type {import("../section-list.js").MakeSection} */
export function storageSection(parts, signal) {
  return new StorageSection(parts, signal).element;
}

class StorageSection {
  #api;
  #parts;
  #signal;
  #read;

  /**
   * @param {SectionParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#api = new WorkspaceApi(parts.api);
    this.#parts = parts;
    this.#signal = signal;
    this.#read = new ReadPart(
      (reading) => this.#api.storage(reading), (storage) => this.#draw(storage), (problem) => parts.notices.refused(problem), signal,
    );
    void this.#read.load();
  }

  get element() {
    return this.#read.element;
  }

  /** @param {Storage} storage */
  #draw(storage) {
    return [
      group({ title: say("What takes up room") }, roomLine(storage), shareBar(storage), shareLines(storage)),
      group({ title: say("Make room") }, linesOr([this.#trash(storage), this.#versions(storage), this.#caches(storage)], "")),
    ];
  }

  /** @param {Storage} storage */
  #trash({ trash }) {
    const count = trash.documents ?? 0;
    const note = count === 0 ? say("The Trash is empty.") : `${sayCount(count, "{n} document", "{n} documents")}, ${sizeInWords(trash.bytes)}`;
    const empty = button({ label: say("Empty Trash"), text: true, class: "outlined" }, () => void this.#free(empty, {
      title: say("Empty the Trash?"), text: say("All documents in it are removed for good, with their versions."), action: say("Empty Trash"),
    }, () => this.#api.emptyTrash(), () => say("The Trash is being emptied"), say("The Trash could not be emptied. Everything in it is still there.")), this.#signal);
    return line({ title: say("Trash"), note }, ...(count > 0 ? [empty] : []));
  }

  /** @param {Storage} storage */
  #versions({ versions }) {
    if (versions.bytes === 0) return line({ title: say("Earlier versions"), note: say("They take up no room.") });
    const kept = element(
      "select", { "class": "field setting-list settings-kept", "aria-label": say("Versions of each document that stay") },
      ...KEPT.map((number) => element("option", { value: number }, number === 1 ? say("Keep what documents are now") : say("Keep the {number} newest", { number }))),
    );
    const clean = button({ label: say("Clean up"), text: true, class: "outlined" }, () => {
      const keep = Number(kept.value);
      void this.#free(clean, {
        title: say("Let go of earlier versions?"), action: say("Clean up"),
        text: keep === 1
          ? say("Documents stay as they are now. What they were before cannot be shown or restored any more.")
          : say("Documents stay as they are now. Of each, its {keep} newest versions stay; older ones cannot be restored any more.", { keep }),
      }, () => this.#api.cleanUpVersions(keep),
        ({ freedBytes, versions: count }) => sayCount(count, "{n} version is gone, which frees {size}", "{n} versions are gone, which frees {size}", { size: sizeInWords(freedBytes) }),
        say("The versions could not be cleaned up."));
    }, this.#signal);
    return line({ title: say("Earlier versions"), note: sizeInWords(versions.bytes) }, kept, clean);
  }

  /** @param {Storage} storage */
  #caches({ caches }) {
    const most = caches.limitBytes === undefined ? "" : ` ${say("of at most {size}", { size: sizeInWords(caches.limitBytes) })}`;
    const clear = button({ label: say("Clear"), text: true, class: "outlined" }, () => void this.#free(
      clear, null, () => this.#api.clearCaches(), ({ freedBytes }) => say("{size} are free again. Pages are drawn anew when they are looked at.", { size: sizeInWords(freedBytes) }),
      say("The caches could not be cleared."),
    ), this.#signal);
    return line({ title: say("Caches"), note: `${sizeInWords(caches.bytes)}${most}. ${say("Pictures of pages: they can be made again.")}` }, ...(caches.bytes > 0 ? [clear] : []));
  }

  /**
   * @template Freed
   * @param {HTMLButtonElement} control
   * @param {Parameters<typeof askToConfirm>[0] | null} question that is asked first
   * @param {() => Promise<Freed>} free
   * @param {(freed: Freed) => string} done
   * @param {string} failed
   */
  async #free(control, question, free, done, failed) {
    if (question && !await askToConfirm(question)) return;
    const { notices, documentsChanged } = this.#parts;
    control.disabled = true;
    control.setAttribute("aria-busy", "true");
    try {
      notices.show({ text: done(await free()) });
      documentsChanged();
    } catch (error) {
      notices.failed(error, `${failed} ${whyNot(error)}`);
    }
    control.disabled = false;
    control.removeAttribute("aria-busy");
    await this.#read.load();
  }
}

/** @param {Storage} storage */
function roomLine({ state, usedBytes, quotaBytes, freeBytes, keepFreeBytes }) {
  const used = quotaBytes === undefined ? say("{used} used", { used: sizeInWords(usedBytes) })
    : say("{used} used of {quota}", { used: sizeInWords(usedBytes), quota: sizeInWords(quotaBytes) });
  const free = say("{free} free on the disk", { free: sizeInWords(freeBytes) });
  const why = state === "full" ? say("The workspace is full: nothing more is taken until there is room.")
    : state === "low" ? say("The disk is nearly full: nothing more is taken until {size} are free.", { size: sizeInWords(keepFreeBytes) }) : null;
  return line({ title: `${used} · ${free}`, note: why, class: why ? "settings-alarm" : "" });
}

/** @param {Storage} storage */
function shareBar(storage) {
  const bar = element("div", { "class": "storage-bar", "aria-hidden": "true" });
  for (const { id, fraction } of sharesOf(storage)) {
    const part = element("span", { "class": "storage-part", "data-kind": id });
    part.style.flexGrow = String(fraction);
    bar.append(part);
  }
  return bar;
}

/** @param {Storage} storage */
function shareLines(storage) {
  const lines = sharesOf(storage).map(({ id, bytes, documents }) => line({
    title: element("span", { "class": "storage-kind" }, element("span", { "class": "storage-dot", "data-kind": id, "aria-hidden": "true" }), say(KIND_NAMES[id] ?? id)),
    note: documents === undefined ? null : sayCount(documents, "{n} document", "{n} documents"),
  }, element("span", { class: "storage-size" }, sizeInWords(bytes))));
  return linesOr(lines, say("Nothing is kept yet."));
}
