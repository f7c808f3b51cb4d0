/** Marks on a document that is read: what keeps them, the hand that makes them, and the panel that lists them. */

import { AnnotationApi, markedPdfUrl } from "../../api/annotation-api.js";
import { whyRefused } from "../../api/refusals.js";
import { preference, preferencesFrom, setPreference } from "../../shell/preferences.js";
import { say, text } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { DocumentMarks } from "./document-marks.js";
import { MarkTool } from "./mark-tool.js";
import { MarksPanel } from "./marks-panel.js";
import { PageMarking } from "./page-marking.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("./annotation.js").Annotation} Annotation */

/** The words for marks that the server cannot have now. */
const UNREACHABLE = text("Sheaf cannot be reached. Marks are kept here and sent later.");
const BUSY = text("Sheaf cannot store marks now. They are kept here and sent later.");

/**
 * @typedef {object} MarkingContext
 * @property {import("../../api/api.js").Api} api
 * @property {Document} document
 * @property {import("../reader.js").Reader} reader
 * @property {import("../../api/notices.js").Notices} notices
 * @property {import("../reader-panels.js").ReaderPanels} panels
 * @property {boolean} isListed whether the list of marks is shown at once
 * @property {() => void} changed called when a tool is taken or put away
 * @property {() => void} came called when the marks of the document are known
 */

export class DocumentMarking {
  #context;
  #marks;
  #hand;
  /** @type {MarksPanel | null} */
  #panel = null;
  #isKnown = false;

  /**
   * @param {MarkingContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    const { api, document: { id, sha256 }, reader, notices } = context;
    const annotations = new AnnotationApi(api);
    this.#context = context;
    this.#marks = new DocumentMarks({
      sha256, news: (since) => annotations.news(id, since, signal), edit: (edit) => annotations.edit(id, edit),
      waiting: waitingMarks(`marks.waiting.${id}.`), history: keptInTab(`marks.history.${sha256}`),
      changed: () => this.#show(),
      refused: (problem) => notices.failed(problem, say("A mark could not be kept: {detail}", { detail: whyRefused(problem) })),
      waits: ({ status }) => notices.show({ text: say(status === 0 ? UNREACHABLE : BUSY) }),
      timer: new Timer(signal),
    });
    this.#hand = new PageMarking({
      pages: reader.pages, stage: reader.stage, marks: this.#marks, tool: new MarkTool(kept("marks.tool")), list: () => this.list(), changed: context.changed,
    }, signal);
    reader.printedMarks = (page) => this.#hand.printed(page);
    window.addEventListener("online", () => void this.refresh(), { signal });
    void this.#begin();
    if (context.isListed) this.list();
  }

  async #begin() {
    await this.refresh();
    this.#isKnown = true;
    this.#context.came();
  }

  /**
   * The marks on some pages, in the order of reading; null while the server has not told them.
   * @param {number} first page
   * @param {number} last page
   */
  marksFrom(first, last) {
    return this.#isKnown ? this.#marks.all.filter(({ page }) => page >= first && page <= last) : null;
  }

  /** Asks for marks that were made elsewhere. */
  refresh() {
    return this.#marks.refresh();
  }

  /** @param {string} sha256 of a content whose marks have changed */
  heard(sha256) {
    if (sha256 === this.#context.document.sha256) void this.refresh();
  }

  /** For tests and support. */
  get facts() {
    const { all, isWaiting, depths } = this.#marks;
    return { marks: all.map(({ id, kind, page, note }) => ({ id, kind, page, note })), tool: this.#hand.tool, waiting: isWaiting, ...depths };
  }

  /** Whether the tools are shown. */
  get isOpen() {
    return this.#hand.isOpen;
  }

  get isBusy() {
    return this.#marks.isBusy;
  }

  /** Shows the tools, or puts them away. */
  toggle() {
    this.#hand.toggle();
  }

  /**
   * Marks the selected words; false where none are.
   * @param {"highlight" | "underline" | "strikeout"} kind
   * @param {boolean} [note] whether a note is to be written
   */
  markSelection(kind, note) {
    return this.#hand.markSelection(kind, note);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (this.#hand.pressed(event)) return true;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "a") return this.toggle(), true;
    if (event.key === "A" && event.shiftKey) return this.list(), true;
    if (event.key === "l") return this.markSelection("highlight");
    if (event.key === "u") return this.markSelection("underline");
    return false;
  }

  /** Shows all marks in a panel, or no longer. */
  list() {
    const { panels, document, reader } = this.#context;
    panels.toggle(MarksPanel, (signal) => {
      const stem = document.name.replace(/\.[^.]+$/u, "") || document.name;
      const panel = this.#panel = new MarksPanel({
        nameOf: (page) => reader.nameOf(page), open: (mark) => this.#goTo(mark),
        reveal: (page, box) => {
          reader.reveal(page, box);
          panels.closeIfOver();
        },
        remove: ({ id }) => this.#marks.run(say("Remove mark"), [{ id, after: null }]), closed: () => panels.close(),
        downloads: [
          { label: say("PDF with marks drawn in"), url: markedPdfUrl(document.id, "flat"), name: say("{stem} marked.pdf", { stem }) },
          { label: say("PDF with annotations"), url: markedPdfUrl(document.id, "annotations"), name: say("{stem} annotated.pdf", { stem }) },
        ],
      }, signal);
      signal.addEventListener("abort", () => (this.#panel = null));
      void this.#showEmbedded(panel, signal);
      panel.show(this.#marks.all);
      return panel;
    }, "marks");
  }

  /**
   * @param {MarksPanel} panel
   * @param {AbortSignal} signal
   */
  async #showEmbedded(panel, signal) {
    const { api, document } = this.#context;
    // Without them the list has what was made here.
    const { annotations } = await new AnnotationApi(api).embedded(document.id, signal).catch(() => ({ annotations: [] }));
    if (!signal.aborted) panel.showEmbedded(annotations);
  }

  /** @param {Annotation} mark */
  #goTo(mark) {
    const { reader, panels } = this.#context;
    const [box] = mark.boxes;
    const [x = 0, y = 0] = mark.points[0] ?? [];
    if (mark.isPlaced) reader.reveal(mark.page, box ?? [x - 20, y - 20, 40, 40]);
    panels.closeIfOver();
    if (mark.isPlaced) this.#hand.open(mark.id);
  }

  #show() {
    this.#hand.show();
    this.#panel?.show(this.#marks.all);
  }
}

/**
 * A text that this browser keeps, also when the window is closed.
 * @param {string} name
 * @returns {import("./document-marks.js").Kept}
 */
function kept(name) {
  return { get: () => preference(name), set: (text) => setPreference(name, text) };
}

/**
 * A text that the tab keeps, also when it is loaded anew.
 * @param {string} name
 * @returns {import("./document-marks.js").Kept}
 */
function keptInTab(name) {
  return {
    get: () => {
      try {
        return sessionStorage.getItem(name);
      } catch {
        return null;
      }
    },
    set: (text) => {
      try {
        sessionStorage.setItem(name, text ?? "");
      } catch {
        // More than the browser keeps: an older history would undo what is not the last any more.
        forgetInTab(name);
      }
    },
  };
}

/** @param {string} name */
function forgetInTab(name) {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Nothing is kept at all.
  }
}

/**
 * Changes that wait, each under a name of its own.
 * @param {string} prefix
 * @returns {import("./document-marks.js").WaitingMarks}
 */
function waitingMarks(prefix) {
  const one = (/** @type {string} */ id) => readWaiting(preference(prefix + id));
  return {
    all: () => new Map(preferencesFrom(prefix).flatMap((id) => {
      const change = one(id);
      return change ? [[id, change]] : [];
    })),
    one, set: (id, change) => setPreference(prefix + id, change && JSON.stringify(change)),
  };
}

/**
 * @param {string | null} text
 * @returns {import("./document-marks.js").Waiting | null}
 */
function readWaiting(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
