/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./api.js").Document} Document */

/** At most so many bytes of a text are shown and edited; a browser lays out a megabyte at once, not a hundred. */
export const TEXT_LIMIT = 1024 * 1024;

/**
 * Whether the text of a document that has one can be changed here. A viewer that was chosen for it only shows it.
 * @param {Pick<Document, "size" | "handler">} document
 */
export function isEditableText({ size, handler }) {
  return size <= TEXT_LIMIT && handler !== "viewer";
}

/**
 * A handler as the API has it. Sheaf's own handlers have no `url`; that of another handler has `{id}` in it.
 * @typedef {object} Handler
 * @property {string} identifier
 * @property {string} [rank] "none" is not offered
 * @property {readonly string[]} contentTypes
 * @property {string} [url]
 * @property {string} [name]
 * @property {"viewer" | "editor" | "action"} [role] an action opens nothing
 * @property {string} [icon] the sign of an action: one or two characters
 */

/**
 * A handler that opens a certain document, as the API has it.
 * @typedef {object} Opener
 * @property {string} identifier
 * @property {string} name
 * @property {"viewer" | "editor"} [role] whether it only shows the document, or changes it, too
 * @property {string} [url] of the document there; a path where it is here, and left out where it gets a copy
 * @property {boolean} chosen whether the user chose it for this one document
 */

/**
 * The handlers that open a document: the one that was chosen for it first, then the best.
 * @param {Api} api
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<readonly Opener[]>}
 */
export async function askOpeners(api, id, signal) {
  const path = `/documents/${encodeURIComponent(id)}/openers`;
  const answer = await /** @type {Promise<{openers: Opener[]}>} */ (api.ask(path, { signal }));
  return answer.openers;
}

/**
 * Whether what opens a document changes it, so that the server takes edits of it.
 * @param {Pick<Api, "ask">} api
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>}
 */
export async function isEditable(api, id, signal) {
  const path = `/documents/${encodeURIComponent(id)}/openers`;
  const answer = await /** @type {Promise<{editable: boolean}>} */ (api.ask(path, { signal }));
  return answer.editable;
}

/**
 * Where a document is opened in an app: at `url`, with the address of a copy in it.
 * @typedef {{presented: boolean, handler?: string, url?: string, expires?: string}} OpenedIn
 */

/**
 * Gives an app a copy of a document.
 * @param {Pick<Api, "ask">} api
 * @param {string} id
 * @param {string} handler
 * @returns {Promise<OpenedIn>}
 */
export function openIn(api, id, handler) {
  return api.ask(`/documents/${encodeURIComponent(id)}/open-in`, { method: "POST", body: JSON.stringify({ handler }) });
}

/**
 * Begins an action of a web app: it gets copies at `url`, and its job ends when it says so.
 * @param {Pick<Api, "ask">} api
 * @param {string} action
 * @param {readonly string[]} documents
 * @returns {Promise<{url: string, documents: readonly string[], job: import("./job-api.js").Job}>}
 */
export function beginAction(api, action, documents) {
  return api.ask(`/actions/${encodeURIComponent(action)}`, { method: "POST", body: JSON.stringify({ documents }) });
}

/**
 * Chooses the handler of one document, or takes the choice back.
 * @param {Api} api
 * @param {string} id
 * @param {string | null} handler
 * @returns {Promise<Document>} as it is now
 */
export function chooseHandler(api, id, handler) {
  return api.ask(`/documents/${encodeURIComponent(id)}`, { method: "PATCH", body: JSON.stringify({ handler }) });
}

/**
 * Declares a web app, in place of an earlier one of the same identifier.
 * @param {Pick<Api, "ask">} api
 * @param {Handler} handler
 */
export async function declareHandler(api, handler) {
  await api.ask("/types", { method: "POST", body: JSON.stringify({ handlers: [handler] }) });
}

/**
 * Takes a web app away.
 * @param {Pick<Api, "send">} api
 * @param {string} identifier
 */
export async function withdrawHandler(api, identifier) {
  await api.send(`/handlers/${encodeURIComponent(identifier)}`, { method: "DELETE" });
}

/**
 * Takes a type away that a user declared.
 * @param {Pick<Api, "send">} api
 * @param {string} identifier
 */
export async function withdrawType(api, identifier) {
  await api.send(`/types/${encodeURIComponent(identifier)}`, { method: "DELETE" });
}
