/**
 * Files on their way to the server: one immutable state, and for each event the next state and what is to be
 * done. Pure: it never sees a file's bytes or a request.
 *
 *      add             (a place is free)            all bytes sent              answered
 *     ─────► waiting ────────────────────► sending ────────────────► storing ───────────► (left)
 *             ▲ │                            │  └──────── refused ──────────┬──► failed ──dismiss──► (left)
 *             │ │ cancel                     │ cancel                       │       │
 *             │ └──────────► (left) ◄────────┴──────────────────────────────┘       │ retry
 *             ├─────────────────────────────────────────────────────────────────────┘
 *             ├── resume ── paused ◄── pause ── (waiting, sending)
 *             └── matched ── interrupted ◄── restore: what an earlier page began, whose file is not at hand
 */

/** So many at a time: a browser has six connections to a host, and pages need some of them. */
export const PARALLEL = 3;

/**
 * @typedef {object} Upload
 * @property {number} id
 * @property {string} name
 * @property {string} folder
 * @property {number} size in bytes
 * @property {number} sent in bytes
 * @property {"waiting" | "sending" | "storing" | "failed" | "paused" | "interrupted"} status
 * @property {string} reason why it failed, in words; "" else
 * @property {boolean} [isStalled] whether nothing gets through at the moment
 * @property {boolean} [isFinal] whether it failed for what it is: it would be refused again
 */

/**
 * @typedef {object} UploadState
 * @property {readonly Upload[]} uploads in the order in which they were added
 * @property {number} done how many have arrived since there was last nothing to do
 * @property {number} doneBytes
 */

/**
 * @typedef {{type: "add", files: readonly {id: number, name: string, folder: string, size: number}[]}
 *   | {type: "progress", id: number, sent: number}
 *   | {type: "stored", id: number}
 *   | {type: "failed", id: number, reason: string, isFinal?: boolean}
 *   | {type: "stalled", id: number, isStalled: boolean}
 *   | {type: "restore", files: readonly {id: number, name: string, folder: string, size: number, sent: number}[]}
 *   | {type: "matched", id: number}
 *   | {type: "pause", id: number}
 *   | {type: "pause-all"}
 *   | {type: "resume", id: number}
 *   | {type: "resume-all"}
 *   | {type: "cancel", id: number}
 *   | {type: "cancel-all"}
 *   | {type: "retry", id: number}} UploadEvent
 */

/** @typedef {{readonly type: "start" | "abort" | "forget", readonly id: number}} UploadAction */

/** @type {UploadState} */
export const NO_UPLOADS = Object.freeze({ uploads: [], done: 0, doneBytes: 0 });

/**
 * The next state, and what is to be done: `start` a file's request, `abort` it, `forget` the file.
 * @param {UploadState} state
 * @param {UploadEvent} event
 * @returns {{state: UploadState, actions: readonly UploadAction[]}}
 */
export function stepUploads(state, event) {
  const stepped = apply(state, event);
  const started = startWaiting(stepped.state);
  return { state: started.state, actions: [...stepped.actions, ...started.actions] };
}

/**
 * The counter: files and bytes of this round, including those that have arrived.
 * @param {UploadState} state
 */
export function summarize(state) {
  const count = { active: 0, failed: 0, paused: 0, interrupted: 0 };
  const bytes = { size: state.doneBytes, sent: state.doneBytes };
  let isStalled = false;
  for (const upload of state.uploads) {
    const { status } = upload;
    if (status === "failed" || status === "paused" || status === "interrupted") count[status] += 1;
    else {
      count.active += 1;
      bytes.size += upload.size;
      bytes.sent += upload.sent;
      isStalled ||= upload.isStalled ?? false;
    }
  }
  const fraction = bytes.size > 0 ? bytes.sent / bytes.size : 0;
  return { ...count, isStalled, done: state.done, total: state.done + count.active, fraction };
}

/**
 * @param {UploadState} state
 * @param {UploadEvent} event
 * @returns {{state: UploadState, actions: readonly UploadAction[]}}
 */
function apply(state, event) {
  switch (event.type) {
    case "add":
      return unchanged({ ...state, uploads: [...state.uploads, ...event.files.map(waiting)] });
    case "progress":
      return unchanged(change(state, event.id, (upload) => progressed(upload, event.sent)));
    case "stored":
      return stored(state, event.id);
    case "failed":
      return unchanged(
        change(state, event.id, (upload) => failed(upload, event)),
      );
    case "stalled":
      return unchanged(change(state, event.id, (upload) => stalled(upload, event.isStalled)));
    case "restore":
      return unchanged({ ...state, uploads: [...state.uploads, ...event.files.map(interrupted)] });
    case "matched":
      return unchanged(change(state, event.id, (upload) => again(upload, "interrupted")));
    case "pause":
      return pause(state, state.uploads.filter((upload) => upload.id === event.id));
    case "pause-all":
      return pause(state, state.uploads);
    case "resume":
      return unchanged(change(state, event.id, (upload) => again(upload, "paused")));
    case "resume-all":
      return unchanged({ ...state, uploads: state.uploads.map((upload) => again(upload, "paused")) });
    case "cancel":
      return leave(state, state.uploads.filter((upload) => upload.id === event.id));
    case "cancel-all":
      return leave(state, state.uploads);
    case "retry":
      return unchanged(change(state, event.id, retried));
  }
}

/**
 * @param {{id: number, name: string, folder: string, size: number}} file
 * @returns {Upload}
 */
function waiting(file) {
  return { ...file, sent: 0, status: "waiting", reason: "" };
}

/**
 * An upload that an earlier page began: it goes on when its file is here again.
 * @param {{id: number, name: string, folder: string, size: number, sent: number}} file
 * @returns {Upload}
 */
function interrupted(file) {
  return { ...file, status: "interrupted", reason: "" };
}

/**
 * @param {Upload} upload
 * @param {"paused" | "interrupted"} from
 * @returns {Upload}
 */
function again(upload, from) {
  return upload.status === from ? { ...upload, status: "waiting" } : upload;
}

/**
 * @param {Upload} upload
 * @param {boolean} isStalled
 * @returns {Upload}
 */
function stalled(upload, isStalled) {
  if (!isRunning(upload) || (upload.isStalled ?? false) === isStalled) return upload;
  const { isStalled: _, ...rest } = upload;
  return isStalled ? { ...rest, isStalled } : rest;
}

/**
 * Pauses what waits or is being sent; what the server stores already cannot be held up.
 * @param {UploadState} state
 * @param {readonly Upload[]} wanted
 * @returns {{state: UploadState, actions: readonly UploadAction[]}}
 */
function pause(state, wanted) {
  const paused = new Set(wanted.filter(({ status }) => status === "waiting" || status === "sending"));
  const uploads = state.uploads.map((upload) => {
    const { isStalled: _, ...rest } = upload;
    return paused.has(upload) ? { ...rest, status: /** @type {const} */ ("paused") } : upload;
  });
  return { state: { ...state, uploads }, actions: [...paused].flatMap(abortOf) };
}

/**
 * @param {Upload} upload
 * @param {number} sent
 * @returns {Upload}
 */
function progressed(upload, sent) {
  if (upload.status !== "sending") return upload;
  const bytes = Math.min(upload.size, Math.max(upload.sent, sent));
  // An upload that gets through is no longer waited for.
  const going = bytes > upload.sent ? stalled(upload, false) : upload;
  return { ...going, sent: bytes, status: bytes >= upload.size ? "storing" : "sending" };
}

/**
 * @param {Upload} upload
 * @param {{reason: string, isFinal?: boolean}} event
 * @returns {Upload}
 */
function failed(upload, { reason, isFinal = false }) {
  const { isStalled: _, ...rest } = upload;
  return { ...rest, status: "failed", reason, ...(isFinal ? { isFinal } : {}) };
}

/**
 * @param {Upload} upload
 * @returns {Upload}
 */
function retried(upload) {
  return upload.status === "failed" && !upload.isFinal ? waiting(upload) : upload;
}

/**
 * @param {UploadState} state
 * @param {number} id
 */
function stored(state, id) {
  const upload = state.uploads.find((other) => other.id === id);
  if (!upload) return unchanged(state);
  const counted = { ...state, done: state.done + 1, doneBytes: state.doneBytes + upload.size };
  return removed(counted, [upload], [{ type: "forget", id }]);
}

/**
 * @param {UploadState} state
 * @param {readonly Upload[]} leaving
 */
function leave(state, leaving) {
  const actions = leaving.flatMap(
    (upload) => [...abortOf(upload), { type: /** @type {const} */ ("forget"), id: upload.id }],
  );
  return removed(state, leaving, actions);
}

/**
 * @param {Upload} upload
 * @returns {UploadAction[]}
 */
function abortOf(upload) {
  return isRunning(upload) ? [{ type: "abort", id: upload.id }] : [];
}

/**
 * The state without some uploads; with the last of them the round ends and its count with it.
 * @param {UploadState} state
 * @param {readonly Upload[]} leaving
 * @param {readonly UploadAction[]} actions
 * @returns {{state: UploadState, actions: readonly UploadAction[]}}
 */
function removed(state, leaving, actions) {
  const gone = new Set(leaving);
  const uploads = state.uploads.filter((upload) => !gone.has(upload));
  const over = !uploads.some((upload) => isActive(upload) || upload.status === "paused");
  return { state: over ? { uploads, done: 0, doneBytes: 0 } : { ...state, uploads }, actions };
}

/**
 * Starts what waits, first come first served, as far as there is room.
 * @param {UploadState} state
 * @returns {{state: UploadState, actions: readonly UploadAction[]}}
 */
function startWaiting(state) {
  const room = Math.max(0, PARALLEL - state.uploads.filter(isRunning).length);
  const starting = state.uploads.filter((upload) => upload.status === "waiting").slice(0, room);
  if (starting.length === 0) return unchanged(state);
  const uploads = state.uploads.map((upload) => (starting.includes(upload) ? begun(upload) : upload));
  return { state: { ...state, uploads }, actions: starting.map(({ id }) => ({ type: "start", id })) };
}

/**
 * @param {Upload} upload
 * @returns {Upload}
 */
function begun(upload) {
  return { ...upload, status: "sending" };
}

/**
 * Whether it will arrive without a person's doing.
 * @param {Upload} upload
 */
export function isActive(upload) {
  return upload.status === "waiting" || isRunning(upload);
}

/** @param {Upload} upload */
function isRunning(upload) {
  return upload.status === "sending" || upload.status === "storing";
}

/**
 * @param {UploadState} state
 * @param {number} id
 * @param {(upload: Upload) => Upload} to
 * @returns {UploadState}
 */
function change(state, id, to) {
  return { ...state, uploads: state.uploads.map((upload) => (upload.id === id ? to(upload) : upload)) };
}

/**
 * @param {UploadState} state
 * @returns {{state: UploadState, actions: readonly UploadAction[]}}
 */
function unchanged(state) {
  return { state, actions: [] };
}
