/** Documents of the Trash that are removed for good: some of them, or all. */

import { ApiProblem } from "../api/api-problem.js";
import { documentsInWords, numberInWords } from "../api/words.js";
import { askToConfirm } from "../shell/confirm-sheet.js";
import { say, sayCount } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} TrashEmptyingParts
 * @property {Pick<import("../api/api.js").Api, "ask" | "send">} api
 * @property {Pick<import("./library.js").Library, "step" | "refresh">} library
 * @property {Pick<import("../api/notices.js").Notices, "show" | "failed" | "working">} notices
 */

export class TrashEmptying {
  #parts;

  /** @param {TrashEmptyingParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Asks, and then removes all that is in the Trash. */
  async empty() {
    const isMeant = await askToConfirm({
      title: say("Empty the Trash?"), text: say("All documents in it are removed for good, with their versions."), action: say("Empty Trash"),
    });
    if (isMeant) await this.#empty();
  }

  async #empty() {
    const { api, library, notices } = this.#parts;
    try {
      await api.send("/trash", { method: "DELETE" });
      notices.show({ text: say("The Trash is being emptied") });
    } catch (error) {
      notices.failed(error, say("The Trash could not be emptied. Everything in it is still there."));
    }
    await library.refresh();
  }

  /**
   * Asks, and then removes documents.
   * @param {readonly Document[]} documents
   * @returns {Promise<import("../shell/actions.js").Outcome | null>} null where the question was closed by the app, unanswered
   */
  async remove(documents) {
    /** @type {"cancelled" | null} */
    let outcome = "cancelled";
    const isMeant = await askToConfirm({
      title: say("Delete {documents} for good?", { documents: documentsInWords(documents) }), action: say("Delete now"),
      text: documents.length === 1 ? say("It is removed with its versions, and cannot be taken back.") : say("They are removed with their versions, and cannot be taken back."),
    }, (byCode) => { if (byCode) outcome = null; });
    return isMeant ? this.#remove(documents) : outcome;
  }

  /**
   * @param {readonly Document[]} documents
   * @returns {Promise<import("../shell/actions.js").Outcome>}
   */
  async #remove(documents) {
    const { api, library, notices } = this.#parts;
    let isStopped = false;
    const progress = documents.length > 20 ? notices.working(say("Deleting documents…"), () => (isStopped = true)) : null;
    /** @type {string[]} */
    const gone = [];
    /** @type {ApiProblem | null} */
    let problem = null;
    for (const { id } of documents) {
      if (isStopped || problem) break;
      try {
        await api.send(`/documents/${encodeURIComponent(id)}?permanently=true`, { method: "DELETE" });
        gone.push(id);
      } catch (error) {
        // Gone is what it was to be.
        if (ApiProblem.from(error).code === "not-found") gone.push(id);
        else problem = ApiProblem.from(error);
      }
      progress?.report(say("Deleting document {number} of {total}…", { number: numberInWords(gone.length), total: numberInWords(documents.length) }), gone.length / documents.length);
    }
    progress?.end();
    library.step({ type: "left", ids: gone });
    const done = documents.filter(({ id }) => gone.includes(id));
    if (problem) notices.failed(problem, say("{documents} could not be deleted. Try again in a moment.", { documents: documentsInWords(documents.slice(gone.length)) }));
    else if (done.length) notices.show({ text: sayCount(done.length, "{documents} is removed for good", "{documents} are removed for good", { documents: documentsInWords(done) }) });
    return problem ? "failed" : "done";
  }
}
