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

  /**
   * @param {number} status
   * @param {string} code
   * @param {string} detail
   * @param {number | null} [retryAfter]
   */
  constructor(status, code, detail, retryAfter = null) {
    super(detail || code);
    this.name = "ApiProblem";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  /** Nothing was answered. */
  static offline() {
    return new ApiProblem(0, "offline", "");
  }

  /** Nobody waits for the answer any more. */
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
    const { code, detail } = membersOf(body);
    return new ApiProblem(status, code || codeOfStatus(status), detail, retryAfter);
  }

  /**
   * Whether what was asked for may be done all the same: an answer got lost, or something between here and the server gave up
   * waiting. A full disk (507) has taken nothing.
   */
  get mayBeDone() {
    return this.status === 0 || (this.status >= 500 && this.status !== 507);
  }

  /** Whether whoever asked has not signed in. */
  get signedOut() {
    return this.status === 401;
  }
}

/** @param {string} body */
function membersOf(body) {
  try {
    const { code, detail } = JSON.parse(body);
    return { code: typeof code === "string" ? code : "", detail: typeof detail === "string" ? detail : "" };
  } catch {
    return { code: "", detail: "" };
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
