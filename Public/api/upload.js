import { ApiProblem } from "./api-problem.js";
import { parameters, ROOT } from "./urls.js";

/** @typedef {import("./api.js").Document} Document */

/**
 * @typedef {object} UploadTarget
 * @property {string} name
 * @property {string} folder
 * @property {(sent: number) => void} progress called with the bytes that have been sent
 */

/**
 * Sends a file. XMLHttpRequest, because `fetch` does not tell how much has been sent.
 * @param {File} file
 * @param {UploadTarget} target
 * @param {AbortSignal} signal
 * @returns {Promise<Document>}
 */
export function upload(file, target, signal) {
  const { name, folder } = target;
  const url = `${ROOT}/documents${parameters({ name, folder: folder || null, conflict: "rename" })}`;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.upload.onprogress = (event) => target.progress(event.loaded);
    request.onload = () => settleUpload(request, resolve, reject);
    request.onerror = () => reject(ApiProblem.offline());
    request.onabort = () => reject(ApiProblem.aborted());
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/**
 * @param {XMLHttpRequest} request
 * @param {(document: Document) => void} resolve
 * @param {(problem: ApiProblem) => void} reject
 */
function settleUpload(request, resolve, reject) {
  if (request.status < 200 || request.status > 299) {
    reject(ApiProblem.parse(request.status, request.responseText));
    return;
  }
  try {
    resolve(JSON.parse(request.responseText));
  } catch {
    reject(ApiProblem.parse(request.status, ""));
  }
}
