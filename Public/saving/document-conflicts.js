/** Asks which content is kept when a document was changed here and elsewhere at the same time, and does so. */

import { ApiProblem } from "../api/api-problem.js";
import { documentPath } from "../shell/address.js";
import { say, text } from "../shell/texts.js";
import { ConflictBar } from "./conflict-bar.js";

/** @typedef {import("../api/session-api.js").Decision} Decision */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./document-session.js").DocumentSession} DocumentSession */

const DECIDED = Object.freeze({
  mine: text("Yours is kept. The other version is in the history."),
  theirs: text("Theirs is shown. Yours is in the history."),
});

/**
 * A document that is open to be edited.
 * @typedef {object} EditedDocument
 * @property {import("./document-saver.js").Saver} saver
 * @property {(keep: Decision) => Promise<boolean>} decide what becomes of its conflict; whether the document is to be read again
 * @property {() => void} focus
 */

/**
 * Both contents, shown beside the choices.
 * @template {EditedDocument} Edited
 * @typedef {object} ConflictForms
 * @property {HTMLElement} element
 * @property {(edited: Edited, signal: AbortSignal) => void} follow takes over the document that is shown now
 * @property {(id: string, left: string | null) => Promise<void>} show shows them, of the document `id`; `left` is a conflict that was left
 *   undecided before
 * @property {() => void} hide
 */

/**
 * @template {EditedDocument} Edited
 * @typedef {object} ConflictParts
 * @property {import("../api/session-api.js").SessionApi} api
 * @property {import("../shell/router.js").Router} router
 * @property {import("../api/notices.js").Notices} notices
 * @property {{load: () => Promise<void>, copied: (copy: Document) => void}} screen `copied` is called where the editing goes on in a copy
 * @property {ConflictForms<Edited>} forms
 * @property {(name: string) => string} titleOf the name of a document, as it is shown
 */

/** @template {EditedDocument} Edited */
export class DocumentConflicts {
  #parts;
  #bar;
  /**
   * The conflict that the bar asks about.
   * @type {"own" | "left" | null}
   */
  #about = null;
  /** @type {Edited | null} */
  #edited = null;
  /** @type {DocumentSession | null} */
  #session = null;
  /**
   * One that was left undecided before the document was opened.
   * @type {string | null}
   */
  #left = null;
  #deciding = false;

  /**
   * @param {ConflictParts<Edited>} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#bar = new ConflictBar((keep) => void this.#decide(keep), parts.forms.element, signal);
  }

  get element() {
    return this.#bar.element;
  }

  /**
   * The document that is shown now, and whether something about it waits for a decision.
   * @param {Edited} edited
   * @param {DocumentSession} session
   * @param {AbortSignal} signal
   */
  async follow(edited, session, signal) {
    [this.#edited, this.#session, this.#left] = [edited, session, null];
    this.#ask(null);
    this.#parts.forms.follow(edited, signal);
    this.show(edited.saver.state.conflict);
    const none = { conflicts: /** @type {import("../api/session-api.js").Conflict[]} */ ([]) };
    const { conflicts } = await this.#parts.api.conflicts(session.document.id, signal).catch(() => none);
    if (signal.aborted || edited.saver.state.conflict) return;
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
    else this.#parts.forms.hide();
  }

  #picture() {
    const id = this.#session?.document.id;
    if (id !== undefined) void this.#parts.forms.show(id, this.#about === "left" ? this.#left : null);
  }

  /** The conflict may have been decided elsewhere. */
  async ask() {
    const [edited, session] = [this.#edited, this.#session];
    if (this.#deciding) return;
    const outcome = await session?.ask();
    if (this.#edited !== edited) return;
    if (outcome === "behind" && !edited?.saver.unsaved) await this.#parts.screen.load();
    else if (this.#about) this.#picture();
  }

  /** @param {Decision} keep */
  async #decide(keep) {
    const [edited, session] = [this.#edited, this.#session];
    if (!edited || !session) return;
    this.#deciding = true;
    this.#bar.work(true);
    try {
      if (edited.saver.state.conflict) await this.#decideOwn(edited, session, keep);
      else if (this.#left !== null) await this.#decideLeft(session.document.id, this.#left, keep);
      this.#edited?.focus();
    } catch (error) {
      await this.#undecided(ApiProblem.from(error));
    } finally {
      this.#deciding = false;
      this.#bar.work(false);
    }
  }

  /**
   * @param {Edited} edited
   * @param {DocumentSession} session
   * @param {Decision} keep
   */
  async #decideOwn(edited, session, keep) {
    const original = session.document;
    const behind = await edited.decide(keep);
    if (this.#edited !== edited) return;
    if (session.document.id !== original.id) this.#copied(session.document, original);
    if (behind) await this.#parts.screen.load();
    if (keep !== "both") this.#parts.notices.show({ text: say(DECIDED[keep]) });
  }

  /**
   * @param {Document} copy
   * @param {Document} original
   */
  #copied(copy, original) {
    const { screen, notices, titleOf } = this.#parts;
    screen.copied(copy);
    notices.show({
      text: say("“{name}” was changed elsewhere at the same time. Both are kept; yours is “{copy}”.", { name: titleOf(original.name), copy: titleOf(copy.name) }),
      action: { label: say("Open the other"), act: () => this.#parts.router.go(documentPath(original.id)) },
    });
  }

  /**
   * @param {string} id the document's
   * @param {string} conflict
   * @param {Decision} keep
   */
  async #decideLeft(id, conflict, keep) {
    const { api, screen, notices, titleOf } = this.#parts;
    const { document } = await api.decide(id, conflict, keep);
    await screen.load();
    if (keep !== "both") notices.show({ text: say(DECIDED[keep]) });
    else notices.show({
      text: say("Both are kept; the other is “{name}”.", { name: titleOf(document.name) }),
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
