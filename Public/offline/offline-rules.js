/**
 * How requests of the app are answered while there is a line, and while there is none. Pure.
 *
 *     page     the network, and kept as the app's page; without it, or while it is slow, the kept page
 *     file     named after its content: as it is kept, else the network
 *     answer   the network, and kept; without it as it was kept
 *     share    files that another app hands over: they are added, then the Inbox is shown
 *     end      the session ends: whatever was kept of documents goes
 *     other    left to the browser, which has its own cache for pictures
 */

/** @typedef {"page" | "file" | "answer" | "share" | "end" | "other"} RequestKind */

/** Addresses that are not the app's pages: those of programs, of signing in, and of the app's files. */
const NO_PAGE = /^\/(?:api|iiif|assets|styles|gestures|sign-in|sign-out|metrics|healthz|readyz)(?:\/|$)/;
/** Answers that last, or that mean nothing later: events, jobs, and lists that are read piece by piece. */
const PASSING = /^\/api\/v1\/(?:events|jobs|uploads|storage|state)(?:\/|$)/;
/** Answers of more bytes are not kept. */
const LARGEST = 2 << 20;

/**
 * @param {{method: string, mode: string, path: string}} request its path begins with a slash and has no query
 * @returns {RequestKind}
 */
export function kindOf({ method, mode, path }) {
  if (method === "POST") return path === "/share" ? "share" : path === "/sign-out" ? "end" : "other";
  if (method !== "GET") return "other";
  if (mode === "navigate") return NO_PAGE.test(path) ? "other" : "page";
  if (path.startsWith("/assets/")) return "file";
  return path.startsWith("/api/v1/") && !PASSING.test(path) ? "answer" : "other";
}

/**
 * Whether an answer may be kept: what was opened with a password may not.
 * @param {Pick<Response, "status" | "headers">} response
 */
export function mayBeKept({ status, headers }) {
  if (status !== 200 || headers.get("Cache-Control")?.includes("no-store")) return false;
  const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return isJson && Number(headers.get("Content-Length") ?? 0) <= LARGEST;
}

/**
 * Whether the app's own server did not answer: 502 and 504 are a proxy's before it.
 * @param {Pick<Response, "status">} response
 */
export function isAway({ status }) {
  return status === 502 || status === 504;
}

/**
 * The files of an earlier app that may go. Those of the one before stay, since its pages may still be open and fetch more.
 * @param {readonly (readonly string[])[]} generations files of each app that was installed, the newest first
 * @param {readonly string[]} kept
 */
export function outdatedFiles(generations, kept) {
  const wanted = new Set(generations.slice(0, 2).flat());
  return kept.filter((file) => !wanted.has(file));
}
