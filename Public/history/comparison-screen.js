/** Two versions of a document against one another, or two documents, in the way that their kind calls for. */

import { button, element, isHeldBeside } from "../shell/element.js";
import { Timer } from "../shell/timer.js";
import { noticeView } from "../shell/notice-view.js";
import { reasonFor } from "../api/reasons.js";
import { ApiProblem } from "../api/api-problem.js";
import { BOARD_TYPE, stem } from "../board/saving/board-document.js";
import { Rereading } from "../api/rereading.js";
import { findVersion } from "./version-content.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { LazyModule } from "../shell/lazy-module.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./page-comparison.js").Side} Side */

/**
 * @typedef {object} ComparisonContext
 * @property {import("../api/api.js").Api} api
 * @property {import("./document-versions.js").DocumentVersions} versions
 * @property {Promise<import("../api/type-tree.js").TypeTree>} types
 * @property {string} id
 * @property {number} from a version
 * @property {number | "now"} to another one
 * @property {number} page where to begin, from 1
 * @property {string} [other] a document in place of a version: both are compared as they are now
 */

/** @typedef {InstanceType<typeof import("./comparison-views.js")[keyof typeof import("./comparison-views.js")]>} View */

/**
 * Makes a view of an answer, from a page on; the signal ends it.
 * @typedef {(page: number, signal: AbortSignal) => View} ViewMaker
 */

const comparisonViews = new LazyModule(() => import("./comparison-views.js"));

export class ComparisonScreen {
  /** @type {HTMLElement} */
  element;
  #context;
  /** Ends with what is shown. */
  #showing = new LatestSignal();
  /** @type {Rereading<ViewMaker>} */
  #reading;
  #title = element("h1", { class: "reader-title", dir: "auto" });
  #middle = element("div", { class: "reader-middle" });
  #tools = element("div", { class: "reader-tools" });
  #body = element("main", { class: "reader-body" });
  /** @type {View | null} */
  #view = null;
  /** @type {HTMLElement | null} */
  #notice = null;
  #page;
  /** @type {Document | null} */
  #document = null;

  /**
   * @param {ScreenParts & ComparisonContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    this.#context = context;
    this.#page = context.page;
    signal.addEventListener("abort", () => this.#showing.abort());
    this.#reading = new Rereading({
      read: (wanted) => this.#read(wanted), rest: () => Promise.resolve(), show: (make) => this.#show(make),
      failed: (error) => this.#failed(ApiProblem.from(error)), isShown: () => this.#view !== null, timer: new Timer(signal),
    }, signal);
    const back = button({ label: say("Back to the library"), icon: "back", class: "quiet back-button" }, () => context.router.back("/"), signal);
    const start = element("div", { class: "reader-start" }, back, this.#title);
    const bar = element("header", { class: "reader-bar" }, start, this.#middle, this.#tools);
    this.element = element("div", { class: "reader comparison" }, bar, this.#body);
  }

  get id() {
    return this.#context.id;
  }

  get view() {
    return /** @type {const} */ ("comparison");
  }

  get loading() {
    return this.#reading.isReading || (this.#view?.loading ?? false);
  }

  get facts() {
    return this.#view?.facts ?? null;
  }

  focus() {
    if (this.#view) this.#view.focus();
    else this.#notice?.focus({ preventScroll: true, focusVisible: false });
  }

  /** Fetches both and compares them; again where one of them is another by now, at the same page. */
  load() {
    return this.#reading.ask();
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<ViewMaker>}
   */
  async #read(signal) {
    const document = await this.#context.api.document(this.id, signal);
    this.#name(document);
    return this.#compare(document, signal);
  }

  /** @param {Document} document that has changed */
  heard(document) {
    const before = this.#document;
    if (document.id !== this.id || !before) return;
    this.#name(document);
    if (this.#context.to !== "now" || document.sha256 === before.sha256) return;
    void this.load();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    return this.#view?.pressed(event) ?? false;
  }

  /** @param {Document} document */
  #name(document) {
    this.#document = document;
    // A pair is named when both are here.
    if (this.#context.other) return;
    const name = document.type === BOARD_TYPE ? stem(document.name) : document.name;
    this.#title.textContent = name;
    this.#title.title = document.name;
    window.document.title = `${name} – Sheaf`;
  }

  /**
   * @param {Document} document
   * @param {AbortSignal} signal
   * @returns {Promise<ViewMaker>}
   */
  async #compare(document, signal) {
    const { from, to } = this.#context;
    if (this.#context.other) return this.#compareWith(this.#context.other, document, signal);
    const other = to === "now" ? document.version : to;
    if (other === from) throw new ApiProblem(409, "same-version", "");
    // The response shows the newer version, whichever of both was chosen first.
    const [older, newer] = [Math.min(from, other), Math.max(from, other)];
    const sides = await Promise.all([this.#side(older, document, signal), this.#side(newer, document, signal)]);
    const chosen = sides.find(({ version }) => version.number === from);
    if (chosen) this.#context.versions.opened(chosen.version);
    return this.#viewOf(sides, signal);
  }

  /**
   * @param {string} id of another document
   * @param {Document} document
   * @param {AbortSignal} signal
   * @returns {Promise<ViewMaker>}
   */
  async #compareWith(id, document, signal) {
    const other = await this.#context.api.document(id, signal);
    // As with versions, what came first stands first.
    const both = [document, other].sort((one, another) => (one.modified < another.modified ? -1 : 1));
    const sides = await Promise.all(both.map(async (one) => ({ ...await this.#side(one.version, one, signal), name: one.name })));
    const [before, after] = /** @type {[Side, Side]} */ (sides);
    const name = say("{name} and {other}", { name: before.name, other: after.name });
    [this.#title.textContent, this.#title.title, window.document.title] = [name, name, `${name} – Sheaf`];
    return this.#viewOf([before, after], signal);
  }

  /**
   * @param {number} number
   * @param {Document} document
   * @param {AbortSignal} signal
   * @returns {Promise<Side>}
   */
  async #side(number, document, signal) {
    const { versions: { api: versions } } = this.#context;
    const { id } = document;
    const version = await findVersion(versions, id, number, signal);
    if (!version.kept) throw new ApiProblem(410, "version-gone", "");
    const preview = await versions.preview(id, number, signal);
    return { id, version, preview, name: number === document.version ? say("Now") : say("Version {number}", { number }) };
  }

  /**
   * @param {[Side, Side]} sides
   * @param {AbortSignal} signal
   * @returns {Promise<ViewMaker>}
   */
  async #viewOf([before, after], signal) {
    const { versions: { api: versions }, id, api } = this.#context;
    const both = (/** @type {(side: Side) => boolean} */ holds) => holds(before) && holds(after);
    const [types, { BoardComparison, PageComparison, TextComparison }] = await Promise.all([this.#context.types, comparisonViews.load()]);
    if (both(({ version }) => version.type === BOARD_TYPE)) {
      const texts = await Promise.all([before, after].map(({ id: ofSide, version }) => versions.text(ofSide, version.number, signal)));
      const parts = { ...this.#context, types };
      return (_, showing) => new BoardComparison({ parts, before, after, texts }, showing);
    }
    const isText = (/** @type {Side} */ { version: { type } }) => (
      types.conforms(type, "public.text") && !types.conforms(type, "public.image")
    );
    // The server tells the lines that changed from version to version.
    if (both(isText) && before.id === after.id) {
      const compared = await versions.compare(id, before.version.number, after.version.number, signal);
      return (_, showing) => new TextComparison(compared, showing);
    }
    if (both(({ preview }) => preview.kind === "pages" && preview.pages.length > 0)) {
      const explain = async (/** @type {string} */ url) => this.#explain(await api.problemOf(url));
      const raster = types.conforms(after.version.type, "public.image");
      return (page, showing) => new PageComparison({ versions, before, after, page, raster, explain }, showing);
    }
    const reason = [before, after].map(({ preview }) => preview.reason).find((found) => found && found.code !== "not-showable");
    throw new ApiProblem(422, reason?.code ?? "not-comparable", reason?.detail ?? "");
  }

  /** @param {ApiProblem | null} problem */
  #explain(problem) {
    return reasonFor(problem?.code ?? "busy", problem?.detail ?? "").title;
  }

  /** @param {ViewMaker} make */
  #show(make) {
    this.#page = this.#view?.facts.page ?? this.#page;
    const view = make(this.#page, this.#showing.next());
    this.#view = view;
    this.#notice = null;
    this.#middle.replaceChildren(...("middle" in view && view.middle ? [view.middle] : []));
    this.#tools.replaceChildren(...view.tools, ...(this.#context.other ? [] : [this.#versionsButton()]));
    this.#body.replaceChildren(view.element);
    if (!isHeldBeside(this.element)) this.focus();
  }

  #versionsButton() {
    const label = { label: say("Versions"), icon: "history", class: "versions-button", keys: "H" };
    const made = button(label, () => this.#context.versions.toggle(made), this.#showing.current);
    return made;
  }

  /** @param {ApiProblem} problem */
  #failed(problem) {
    this.#context.notices.refused(problem);
    this.#view = null;
    const signal = this.#showing.next();
    const reason = reasonFor(problem.code, problem.detail, problem.mayPass);
    if (!this.#document) this.#title.textContent = reason.title;
    this.#middle.replaceChildren();
    this.#tools.replaceChildren(this.#versionsButton());
    const notice = noticeView({ ...reason, again: reason.again ? () => void this.load() : null }, signal);
    this.#body.replaceChildren(notice);
    this.#notice = notice;
    if (!isHeldBeside(this.element)) this.focus();
  }
}
