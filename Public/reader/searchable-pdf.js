/** A PDF of a document whose scans have words: the server reads those that wait, and is asked until it has. */

import { ApiProblem } from "../api/api-problem.js";
import { whyRefused } from "../api/refusals.js";
import { pause as wait } from "../shell/pause.js";
import { saveAs } from "../shell/sharing.js";
import { say } from "../shell/texts.js";

/** The server itself waits for a while before it says that it is still reading. */
const AGAIN_MILLISECONDS = 2_000;
/** Browsers read a file's bytes soon after its download begins. */
const KEPT_MILLISECONDS = 60_000;

/**
 * Makes the PDF and lets the browser save it; the person may stop it.
 * @param {{api: Pick<import("../api/api.js").Api, "send">, notices: import("../api/notices.js").Notices}} parts
 * @param {Pick<import("../api/api.js").Document, "id" | "name">} document
 * @param {typeof wait} [pause] to be replaced in tests
 */
export async function saveSearchablePdf({ api, notices }, { id, name }, pause = wait) {
  const stopping = new AbortController();
  const progress = notices.working(say("Making a PDF…"), () => stopping.abort());
  const file = `${name.replace(/\.[^.]+$/u, "") || name}.pdf`;
  try {
    const url = URL.createObjectURL(await pdfOf(api, id, stopping.signal, pause));
    saveAs(url, file);
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MILLISECONDS);
    notices.show({ text: say("“{file}” is in your downloads.", { file }) });
  } catch (error) {
    const problem = ApiProblem.from(error);
    if (problem.code !== "aborted") notices.failed(error, `${say("No PDF was made.")} ${whyRefused(problem)}`);
  } finally {
    progress.end();
  }
}

/**
 * The bytes, as soon as all scans are read.
 * @param {Pick<import("../api/api.js").Api, "send">} api
 * @param {string} id
 * @param {AbortSignal} signal
 * @param {typeof wait} pause
 * @returns {Promise<Blob>}
 */
export async function pdfOf(api, id, signal, pause) {
  for (;;) {
    try {
      const response = await api.send(`/documents/${encodeURIComponent(id)}/rendition?ocr=1`, { signal });
      return await response.blob();
    } catch (error) {
      if (ApiProblem.from(error).code !== "busy" || signal.aborted) throw error;
    }
    await pause(AGAIN_MILLISECONDS, signal);
    if (signal.aborted) throw ApiProblem.aborted();
  }
}
