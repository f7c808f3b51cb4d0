import { say } from "../shell/texts.js";
import { ApiProblem } from "../api/api-problem.js";
import { restoreRefusal } from "./version-words.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} RestoringPorts
 * @property {Pick<ScreenOwner, "stored">} opened
 * @property {Pick<import("../api/notices.js").Notices, "show" | "refused">} notices
 * @property {() => Promise<Document>} document as it is now
 * @property {(number: number, sha256: string) => Promise<Document>} restore unless it is another content by now
 * @property {(document: Document) => void} restored told of the document with its new version
 */

export class VersionRestoring {
  #ports;
  #running = false;

  /** @param {RestoringPorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /**
   * Brings a version back; nothing happens while another one is on its way.
   * @param {number} number
   * @returns {Promise<import("../shell/actions.js").Outcome>}
   */
  restore(number) {
    return this.#once(async () => {
      const { opened, document, restore, restored, notices } = this.#ports;
      const reason = await opened.stored();
      if (reason) {
        notices.show({ text: say("Nothing was restored, because your last changes are not saved yet."), problem: true });
        return "failed";
      }
      const before = await document();
      if (before.trashed) throw new ApiProblem(409, "trashed", "");
      const after = await restore(number, before.sha256);
      restored(after);
      const action = { label: say("Undo"), act: () => void this.#undo(before.version, after) };
      notices.show(after.version === before.version
        ? { text: say("The document is what version {number} was already.", { number }) }
        : { text: say("Version {number} is back; it is version {version} now.", { number, version: after.version }), action });
      return "done";
    });
  }

  /**
   * @param {number} number what it was before
   * @param {Document} document as it was restored: what was done to it since is not undone
   */
  #undo(number, document) {
    return this.#once(async () => {
      const { restore, restored, notices } = this.#ports;
      restored(await restore(number, document.sha256));
      notices.show({ text: say("The document is what it was before.") });
      return "done";
    });
  }

  /**
   * @param {() => Promise<import("../shell/actions.js").Outcome>} act
   * @returns {Promise<import("../shell/actions.js").Outcome>}
   */
  async #once(act) {
    if (this.#running) return "failed";
    this.#running = true;
    try {
      return await act();
    } catch (error) {
      const problem = ApiProblem.from(error);
      this.#ports.notices.refused(problem);
      if (!problem.signedOut) this.#ports.notices.show({ text: restoreRefusal(problem), problem: true });
      return "failed";
    } finally {
      this.#running = false;
    }
  }
}
