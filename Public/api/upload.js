import { ApiProblem, secondsOf } from "./api-problem.js";
import { parameters, ROOT } from "./urls.js";

/** @typedef {import("./api.js").Document} Document */

/**
 * @typedef {object} UploadTarget
 * @property {string} name
 * @property {string} folder
 * @property {string} key the same each time this upload is tried, so that it makes one document
 * @property {(sent: number) => void} progress called with the bytes that have been sent
 */

/**
 * Sends a file at once.
 * @param {File} file
 * @param {UploadTarget} target
 * @param {AbortSignal} signal
 * @returns {Promise<Document>}
 */
export async function upload(file, target, signal) {
  const { name, folder, key, progress } = target;
  const request = await sendWithProgress({
    method: "POST", url: `${ROOT}/documents${parameters({ name, folder: folder || null, conflict: "rename" })}`, body: file,
    headers: { "Content-Type": file.type || "application/octet-stream", "Idempotency-Key": key },
    progress,
  }, signal);
  try {
    return JSON.parse(request.responseText);
  } catch {
    throw ApiProblem.parse(request.status, "");
  }
}

/**
 * @typedef {object} SentRequest
 * @property {string} method
 * @property {string} url
 * @property {Blob} body
 * @property {Readonly<Record<string, string>>} headers
 * @property {(sent: number) => void} progress called with the bytes that have been sent
 */

/**
 * The answer to a request with a long body. XMLHttpRequest, because `fetch` does not tell how much has been sent.
 * @param {SentRequest} sent
 * @param {AbortSignal} signal
 * @returns {Promise<XMLHttpRequest>}
 */
export function sendWithProgress({ method, url, body, headers, progress }, signal) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(ApiProblem.aborted());
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => progress(event.loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status <= 299) resolve(request);
      else reject(problemOf(request));
    };
    request.onerror = () => reject(ApiProblem.offline());
    request.onabort = () => reject(ApiProblem.aborted());
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

/** @param {XMLHttpRequest} request */
function problemOf(request) {
  const after = secondsOf(request.getResponseHeader("Retry-After"), Date.now());
  return ApiProblem.parse(request.status, request.responseText, after);
}
