/**
 * A field of a document while it is edited. Immutable, and pure.
 *
 *     same ──type──► edited ──pause, leave──► saving ──saved──► same
 *                      │ ▲                      │
 *                      │ └────────type──────────┼──refused──► refused ──type──► edited
 *     another value is │                        │ another value
 *     heard            └────────► conflict ◄────┘ is there
 *                         keep mine │ │ take theirs
 *                         edited ◄──┘ └──► same
 *
 * A typed text is never replaced by that of others: both are there until one of them is chosen.
 */

/**
 * @typedef {object} FieldEdit
 * @property {"same" | "edited" | "saving" | "conflict" | "refused"} status
 * @property {string} base the value that it began from, as the server had it
 * @property {string} typed
 * @property {string} sent the value that is on its way
 * @property {string} theirs the value of others in a conflict
 * @property {string} reason why it was refused
 * @property {string | null} late a value that was heard while another one was on its way
 */

/**
 * @typedef {{type: "heard", value: string} | {type: "typed", text: string} | {type: "send"} | {type: "saved", value: string}
 *   | {type: "differs", value: string} | {type: "refused", reason: string} | {type: "keep"} | {type: "take"}
 *   | {type: "drop"}} FieldAction
 */

/**
 * @param {string} value as the server has it
 * @returns {FieldEdit}
 */
export function unedited(value) {
  return { status: "same", base: value, typed: value, sent: "", theirs: "", reason: "", late: null };
}

/**
 * @param {FieldEdit} edit
 * @param {FieldAction} action
 * @returns {FieldEdit}
 */
export function reduceField(edit, action) {
  switch (action.type) {
    case "heard": return heard(edit, action.value);
    case "typed": return typed(edit, action.text);
    case "send": return mayBeSent(edit) ? { ...edit, status: "saving", sent: edit.typed, reason: "", late: null } : edit;
    case "saved": return saved(edit, action.value);
    case "differs": return conflicting(edit, action.value);
    case "refused": return { ...edit, status: "refused", reason: action.reason };
    case "keep": return edit.status === "conflict" ? { ...edit, status: "edited", base: edit.theirs, theirs: "" } : edit;
    case "take": return edit.status === "conflict" ? unedited(edit.theirs) : edit;
    case "drop": return unedited(edit.status === "conflict" ? edit.theirs : edit.base);
  }
}

/**
 * Whether what is typed is to be sent.
 * @param {FieldEdit} edit
 */
export function mayBeSent({ status, typed, base }) {
  return (status === "edited" || status === "refused") && typed !== base;
}

/** @param {FieldEdit} edit */
export function isUnsaved({ status, typed, base }) {
  return status !== "same" && typed !== base;
}

/**
 * @param {FieldEdit} edit
 * @param {string} text
 * @returns {FieldEdit}
 */
function typed(edit, text) {
  if (edit.status === "conflict") return text === edit.theirs ? unedited(text) : { ...edit, typed: text };
  if (edit.status === "saving") return { ...edit, typed: text };
  return text === edit.base ? unedited(text) : { ...edit, status: "edited", typed: text, reason: "" };
}

/**
 * @param {FieldEdit} edit
 * @param {string} value
 */
function saved(edit, value) {
  const { typed: text, sent, late } = edit;
  const next = typed({ ...unedited(value), status: "edited" }, text === sent ? value : text);
  return late === null || late === value ? next : heard(next, late);
}

/**
 * @param {FieldEdit} edit
 * @param {string} value
 * @returns {FieldEdit}
 */
function heard(edit, value) {
  // Whether it was written before or after what is on its way is known with the answer.
  if (edit.status === "saving") return { ...edit, late: value };
  if (edit.status === "same") return value === edit.base ? edit : unedited(value);
  return value === edit.base ? edit : conflicting(edit, value);
}

/**
 * @param {FieldEdit} edit
 * @param {string} value
 * @returns {FieldEdit}
 */
function conflicting(edit, value) {
  return value === edit.typed ? unedited(value) : { ...edit, status: "conflict", theirs: value, reason: "" };
}
