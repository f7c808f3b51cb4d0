/** Asks which board is kept when it was changed here and elsewhere at the same time, and does so. */

import { ApiProblem } from "../../api/api-problem.js";
import { VersionApi } from "../../api/version-api.js";
import { documentPath } from "../../shell/address.js";
import { say, text } from "../../shell/texts.js";
import { stem } from "./board-document.js";
import { ConflictBar } from "./conflict-bar.js";
import { ConflictPreviews } from "./conflict-previews.js";

/** @typedef {import("../../api/session-api.js").Decision} Decision */
/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("./board-session.js").BoardSession} BoardSession */
/** @typedef {import("../open-board.js").OpenBoard} OpenBoard */

const DECIDED = Object.freeze({
  mine: text("Yours is kept. The other version is in the history."),
  theirs: text("Theirs is shown. Yours is in the history."),
});

/**
 * @typedef {object} ConflictParts
 * @property {import("../../api/api.js").Api} server
 * @property {import("../../api/session-api.js").SessionApi} api
 * @property {import("../../shell/router.js").Router} router
 * @property {import("../../api/notices.js").Notices} notices
 * @property {import("../board-screen.js").BoardScreen} screen
 */

export class BoardConflicts {
  #parts;
  #previews;
  #bar;
  /**
   * The conflict that the bar asks about.
   * @type {"own" | "left" | null}
   */
  #about = null;
  /** @type {OpenBoard | null} */
  #board = null;
  /** @type {BoardSession | null} */
  #session = null;
  /**
   * One that was left undecided before the board was opened.
   * @type {string | null}
   */
  #left = null;
  #deciding = false;

  /**
   * @param {ConflictParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#previews = new ConflictPreviews({ sessions: parts.api, versions: new VersionApi(parts.server) }, signal);
    this.#bar = new ConflictBar((keep) => void this.#decide(keep), this.#previews.element, signal);
  }

  get element() {
    return this.#bar.element;
  }

  /**
   * The board that is shown now, and whether something about it waits for a decision.
   * @param {OpenBoard} board
   * @param {BoardSession} session
   * @param {AbortSignal} signal
   */
  async follow(board, session, signal) {
    [this.#board, this.#session, this.#left] = [board, session, null];
    this.#ask(null);
    this.#previews.follow(board, signal);
    this.show(board.saver.state.conflict);
    const none = { conflicts: /** @type {import("../../api/session-api.js").Conflict[]} */ ([]) };
    const { conflicts } = await this.#parts.api.conflicts(session.document.id, signal).catch(() => none);
    if (signal.aborted || board.saver.state.conflict) return;
    this.#left = conflicts[0]?.id ?? null;
    this.show(false);
  }

  /** @param {boolean} own whether what is shown is in conflict itself */
  show(own) {
    const about = own ? "own" : this.#left !== null ? "left" : null;
    if (about !== this.#about) this.#ask(about);
  }

  /** @param {"own" | "left" | null} about */
  #ask(about) {
    this.#about = about;
    this.#bar.show(about);
    if (about) this.#picture();
    else this.#previews.hide();
  }

  #picture() {
    const id = this.#session?.document.id;
    if (id !== undefined) void this.#previews.show(id, this.#about === "left" ? this.#left : null);
  }

  /** The conflict may have been decided elsewhere. */
  async ask() {
    const [board, session] = [this.#board, this.#session];
    if (this.#deciding) return;
    const outcome = await session?.ask();
    if (this.#board !== board) return;
    if (outcome === "behind" && !board?.saver.unsaved) await this.#parts.screen.load();
    else if (this.#about) this.#picture();
  }

  /** @param {Decision} keep */
  async #decide(keep) {
    const [board, session] = [this.#board, this.#session];
    if (!board || !session) return;
    this.#deciding = true;
    this.#bar.work(true);
    try {
      if (board.saver.state.conflict) await this.#decideOwn(board, session, keep);
      else if (this.#left !== null) await this.#decideLeft(session.document.id, this.#left, keep);
      this.#board?.focus();
    } catch (error) {
      await this.#undecided(ApiProblem.from(error));
    } finally {
      this.#deciding = false;
      this.#bar.work(false);
    }
  }

  /**
   * @param {OpenBoard} board
   * @param {BoardSession} session
   * @param {Decision} keep
   */
  async #decideOwn(board, session, keep) {
    const original = session.document;
    const behind = await board.decide(keep);
    if (this.#board !== board) return;
    if (session.document.id !== original.id) this.#copied(session.document, original);
    if (behind) await this.#parts.screen.load();
    if (keep !== "both") this.#parts.notices.show({ text: say(DECIDED[keep]) });
  }

  /**
   * @param {Document} copy
   * @param {Document} original
   */
  #copied(copy, original) {
    this.#parts.screen.copied(copy);
    this.#parts.notices.show({
      text: say("“{name}” was changed elsewhere at the same time. Both are kept; yours is “{copy}”.", { name: stem(original.name), copy: stem(copy.name) }),
      action: { label: say("Open the other"), act: () => this.#parts.router.go(documentPath(original.id)) },
    });
  }

  /**
   * @param {string} id the document's
   * @param {string} conflict
   * @param {Decision} keep
   */
  async #decideLeft(id, conflict, keep) {
    const { document } = await this.#parts.api.decide(id, conflict, keep);
    await this.#parts.screen.load();
    if (keep !== "both") this.#parts.notices.show({ text: say(DECIDED[keep]) });
    else this.#parts.notices.show({
      text: say("Both are kept; the other is “{name}”.", { name: stem(document.name) }),
      action: { label: say("Open the other"), act: () => this.#parts.router.go(documentPath(document.id)) },
    });
  }

  /** @param {ApiProblem} problem */
  async #undecided({ code, detail }) {
    const known = code === "version-conflict" ? say("It was changed once more. Choose again.") : detail;
    this.#parts.notices.problem(known || say("That could not be done. Both are still kept."));
    if (code === "not-found") await this.#parts.screen.load();
    else if (this.#about) this.#picture();
  }
}
