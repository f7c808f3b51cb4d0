/**
 * Answers of the API without private documents: what is kept for the time without a line has nothing of them. Pure.
 *
 *     a document               kept, unless it is private
 *     a list                   kept without its private documents
 *     pages, versions, and the like   kept where the document is known not to be private; else they wait until it is known
 *     any other answer         kept, unless it names a private document
 */

import { isPrivate } from "./private-documents.js";

/** The address of a document, or of something of it. */
const OF_DOCUMENT = /^\/api\/v1\/documents\/([^/?]+)(\/?)/;
/** Choices name documents by nothing but their ids. */
const CHOICES = "/api/v1/preferences";
/** So many answers wait for the documents that they belong to, the last ones. */
const MOST_WAITING = 24;

/**
 * @template Token
 * @typedef {object} Taken
 * @property {string[]} gone ids of documents that are private from now on: what is kept of them goes
 * @property {{token: Token, text: string | null}[]} kept the answers to be kept, with another text where they are not kept as they came
 */

/** @template Token what stands for an answer */
export class PrivateAnswers {
  /** Whether documents are private, by id. */
  /** @type {Map<string, boolean>} */
  #known = new Map();
  /** @type {{id: string, token: Token}[]} */
  #waiting = [];

  /**
   * @param {string} path of the answer
   * @param {string} text of it, as JSON
   * @param {Token} token
   * @returns {Taken<Token>}
   */
  take(path, text, token) {
    const body = parsed(text);
    const gone = this.#learn(documentsIn(body));
    const [, id = "", below = ""] = OF_DOCUMENT.exec(path) ?? [];
    /** @type {Taken<Token>["kept"]} */
    const kept = this.#released();
    if (below && !this.#known.has(id)) this.#wait(id, token);
    else if (this.#known.get(id) !== true) kept.push(...this.#shown(path, text, body, token));
    return { gone, kept };
  }

  /**
   * @param {string} path
   * @param {string} text
   * @param {unknown} body
   * @param {Token} token
   * @returns {Taken<Token>["kept"]}
   */
  #shown(path, text, body, token) {
    const list = listIn(body);
    const open = list.filter((document) => !isPrivate(document));
    if (open.length < list.length) return [{ token, text: JSON.stringify({ .../** @type {Record<string, unknown>} */ (body), documents: open }) }];
    const isNamed = !path.startsWith(CHOICES) && [...this.#known].some(([id, hidden]) => hidden && text.includes(id));
    return isNamed ? [] : [{ token, text: null }];
  }

  /** @param {readonly Listed[]} documents */
  #learn(documents) {
    const gone = documents.filter((document) => isPrivate(document) && this.#known.get(document.id) !== true);
    for (const document of documents) this.#known.set(document.id, isPrivate(document));
    return gone.map(({ id }) => id);
  }

  /** @returns {Taken<Token>["kept"]} those that have waited, and may be kept */
  #released() {
    const known = this.#waiting.filter(({ id }) => this.#known.has(id));
    this.#waiting = this.#waiting.filter(({ id }) => !this.#known.has(id));
    return known.filter(({ id }) => this.#known.get(id) === false).map(({ token }) => ({ token, text: null }));
  }

  /**
   * @param {string} id
   * @param {Token} token
   */
  #wait(id, token) {
    this.#waiting = [...this.#waiting, { id, token }].slice(-MOST_WAITING);
  }
}

/** @typedef {{id: string, tags: readonly string[]}} Listed */

/**
 * @param {unknown} body
 * @returns {readonly Listed[]}
 */
function documentsIn(body) {
  return isDocument(body) ? [body] : listIn(body);
}

/**
 * @param {unknown} body
 * @returns {readonly Listed[]}
 */
function listIn(body) {
  const documents = isRecord(body) ? body["documents"] : null;
  return Array.isArray(documents) ? documents.filter(isDocument) : [];
}

/**
 * @param {unknown} one
 * @returns {one is Listed}
 */
function isDocument(one) {
  return isRecord(one) && typeof one["id"] === "string" && Array.isArray(one["tags"]) && one["tags"].every((tag) => typeof tag === "string");
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === "object" && value !== null;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
