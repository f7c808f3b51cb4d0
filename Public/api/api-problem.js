/** A refusal of the server (RFC 9457), or the fact that it did not answer. */
export class ApiProblem extends Error {
  /** HTTP status; 0 where nothing was answered. */
  status;
  /** The stable reason: `not-found`, `offline`, … */
  code;
  /** The server's own sentence; may be empty. */
  detail;
  /** After how many seconds it may be tried again; null where the server did not say. */
  retryAfter;
  /** The most bytes that are taken, where that was too many and the server says so; null else. */
  limit;

  /**
   * @param {number} status
   * @param {string} code
   * @param {string} detail
   * @param {number | null} [retryAfter]
   * @param {number | null} [limit]
   */
  constructor(status, code, detail, retryAfter = null, limit = null) {
    super(detail || code);
    this.name = "ApiProblem";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.limit = limit;
  }

  /** Nothing was answered. */
  static offline() {
    return new ApiProblem(0, "offline", "");
  }

  /** The answer is not waited for any more. */
  static aborted() {
    return new ApiProblem(0, "aborted", "");
  }

  /** It took too long to be waited for. */
  static unanswered() {
    return new ApiProblem(0, "unanswered", "");
  }

  /**
   * The problem in whatever was thrown.
   * @param {unknown} error
   */
  static from(error) {
    if (error instanceof ApiProblem) return error;
    const name = error instanceof Error ? error.name : "";
    if (name === "TimeoutError") return ApiProblem.unanswered();
    return name === "AbortError" ? ApiProblem.aborted() : ApiProblem.offline();
  }

  /**
   * The problem in an answer; what is not problem+json is told by its status alone.
   * @param {number} status
   * @param {string} body
   * @param {number | null} [retryAfter] seconds
   */
  static parse(status, body, retryAfter = null) {
    const { code, detail, limit } = membersOf(body);
    return new ApiProblem(status, code || codeOfStatus(status), detail, retryAfter, limit);
  }

  /**
   * Whether what was asked for may be done all the same: an answer got lost, or something between here and the server gave up
   * waiting. A full disk (507) has taken nothing.
   */
  get mayBeDone() {
    return this.status === 0 || (this.status >= 500 && this.status !== 507);
  }

  /**
   * Whether the same may be taken when it is tried again: nothing was answered, the server is busy, in trouble or full. A
   * request that is refused for its content is refused again.
   */
  get mayPass() {
    return AGAIN.get(this.code) ?? (this.mayBeDone || PASSING.has(this.status));
  }

  /** Whether the user has not signed in. */
  get signedOut() {
    return this.status === 401;
  }
}

/** Took too long to come, too early, too many at a time, no room. */
const PASSING = new Set([408, 425, 429, 507]);

/**
 * Codes that say otherwise than their status whether trying again may help.
 * @type {ReadonlyMap<string, boolean>}
 */
const AGAIN = new Map([
  ["read-only", true], ["content-mismatch", true], ["incomplete-body", true], ["render-timeout", true],
  ["quarantined", true], ["not-implemented", false], ["version-not-supported", false], ["aborted", false],
  ["file-gone", false],
]);

/** @param {string} body */
function membersOf(body) {
  try {
    const members = JSON.parse(body);
    const detail = typeof members.detail === "string" ? members.detail : "";
    return { code: typeof members.code === "string" ? members.code : "", detail, limit: Number(members.limit) || null };
  } catch {
    return { code: "", detail: "", limit: null };
  }
}

/** @type {Readonly<Record<number, string>>} */
const CODES = Object.freeze(
  { 401: "signed-out", 404: "not-found", 413: "too-large", 507: "storage-full", 503: "busy" },
);

/** @param {number} status */
function codeOfStatus(status) {
  return CODES[status] ?? "failed";
}

/**
 * After how many seconds something may be tried again; null where that is not said, or not understood.
 * @param {string | null} header a number of seconds, or a date
 * @param {number} now milliseconds since 1970
 * @returns {number | null}
 */
export function secondsOf(header, now) {
  const text = (header ?? "").trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // `Date` takes much more for a date than HTTP does.
  const moment = /^[A-Z][a-z]{2,8}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? null : Math.max(0, (moment - now) / 1000);
}
