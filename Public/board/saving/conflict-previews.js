/**
 * Both forms of a board that was changed here and elsewhere at the same time, painted small beside the choices. Nothing waits
 * for them. A form that cannot be had leaves its words.
 *
 *     hidden ──show──► read ──came──► painted ──changed here──► painted anew after a while
 *                       └──refused──► the words and the form that is at hand
 */

import { element } from "../../shell/element.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { say } from "../../shell/texts.js";
import { darkness } from "../../shell/theme.js";
import { Timer } from "../../shell/timer.js";
import { wayInWords } from "../../api/version-ways.js";
import { dateInWords } from "../../api/words.js";
import { commonFrame, picturedCards } from "../board-miniature.js";
import { MiniaturePictures } from "../miniature-pictures.js";
import { parseBoard } from "./board-file.js";
import { ConflictSide } from "./conflict-side.js";

/** @typedef {import("./board-file.js").Board} Board */
/** @typedef {import("./board-file.js").Card} Card */
/** @typedef {import("../../api/session-api.js").Conflict} Conflict */
/** @typedef {import("../open-board.js").OpenBoard} OpenBoard */

/** A change on the board is painted after so long, so that a hand that draws is not held up. */
const REST_MILLISECONDS = 300;

/**
 * The part of the API that is needed here.
 * @typedef {object} ConflictForms
 * @property {Pick<import("../../api/session-api.js").SessionApi, "conflicts" | "content">} sessions
 * @property {Pick<import("../../api/version-api.js").VersionApi, "text">} versions
 */

export class ConflictPreviews {
  #forms;
  #mine = new ConflictSide();
  #theirs = new ConflictSide();
  /** @type {HTMLElement} */
  element = element("div", { class: "conflict-previews" }, this.#mine.element, this.#theirs.element);
  #reading = new LatestSignal();
  #resting;
  /** @type {OpenBoard | null} */
  #board = null;
  /** @type {MiniaturePictures | null} */
  #pictures = null;
  #isShown = false;
  #isOwn = true;
  /**
   * The form that is not the one on the screen.
   * @type {Board | null}
   */
  #other = null;

  /**
   * @param {ConflictForms} forms
   * @param {AbortSignal} signal
   */
  constructor(forms, signal) {
    this.#forms = forms;
    this.#resting = new Timer(signal);
    darkness.addEventListener("change", () => this.#change(), { signal });
    signal.addEventListener("abort", () => this.#reading.abort());
  }

  /**
   * The board that is shown now.
   * @param {OpenBoard} board
   * @param {AbortSignal} signal
   */
  follow(board, signal) {
    this.hide();
    this.#board = board;
    this.#pictures = new MiniaturePictures(board.pages, () => this.#change());
    board.controller.model.subscribe((change) => {
      if (change === "content" || change === "replayed" || change === "pages") this.#change();
    }, signal);
  }

  /**
   * @param {string} id the document's
   * @param {string | null} left the conflict that was left undecided before; null where what is shown is in conflict itself
   */
  async show(id, left) {
    [this.#isShown, this.#isOwn] = [true, left === null];
    this.#mine.name(this.#isOwn ? say("Here") : say("Mine, set aside"));
    this.#theirs.name(this.#isOwn ? say("Elsewhere") : say("Theirs, shown now"));
    this.#paint();
    const signal = this.#reading.next();
    try {
      await this.#read(id, left, signal);
    } catch {
      // The choices are of use without pictures.
    }
  }

  hide() {
    this.#reading.abort();
    this.#resting.clear();
    [this.#isShown, this.#other] = [false, null];
    this.#mine.clear();
    this.#theirs.clear();
  }

  /**
   * @param {string} id
   * @param {string | null} left
   * @param {AbortSignal} signal
   */
  async #read(id, left, signal) {
    const { sessions, versions } = this.#forms;
    const { conflicts } = await sessions.conflicts(id, signal);
    const conflict = conflicts.find((one) => left === null || one.id === left);
    if (!conflict || signal.aborted) return;
    this.#tell(conflict);
    const text = left === null ? await versions.text(id, conflict.theirs.number, signal) : await sessions.content(id, left, signal);
    if (signal.aborted) return;
    this.#other = parseBoard(text).board;
    this.#paint();
  }

  /** @param {Conflict} conflict */
  #tell({ mine, theirs }) {
    const now = new Date();
    if (this.#isOwn) this.#theirs.tell([dateInWords(theirs.created, now), wayInWords(theirs)]);
    else this.#mine.tell([dateInWords(mine.handed ?? "", now), wayInWords({ author: mine.author, origin: "api" })]);
  }

  #change() {
    if (this.#isShown) this.#resting.set(REST_MILLISECONDS, () => this.#paint());
  }

  /** Paints what is at hand, in one frame. */
  #paint() {
    const [board, pictures, other] = [this.#board, this.#pictures, this.#other];
    if (!board || !pictures) return;
    const { model } = board.controller;
    const forms = [model.board, ...(other ? [other] : [])];
    const aspectOf = (/** @type {Card} */ card) => model.aspectOf(card);
    const frame = commonFrame(forms, aspectOf);
    const sides = this.#isOwn ? [this.#mine, this.#theirs] : [this.#theirs, this.#mine];
    forms.forEach((form, index) => {
      const images = new Map(picturedCards(form, frame).map(({ card, width }) => [card, pictures.of(card, width)]));
      const pictureOf = (/** @type {Card} */ card) => images.get(card) ?? null;
      sides[index]?.paint(form, { frame, aspectOf, pictureOf, dark: darkness.matches });
    });
  }
}
