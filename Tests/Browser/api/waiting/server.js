/** A server for the tests of changes that wait: documents, folders, conditions, and a line that can be cut at any request. */

import { WaitingChanges } from "../../../../Public/api/waiting/waiting-changes.js";
import * as waitingPages from "../../../../Public/board/waiting-pages.js";
import { document } from "../../factories.js";

/** @typedef {import("../../../../Public/api/api.js").Document} Document */

/** The browser ends the tab: nothing after this line of it runs. */
/** @type {Promise<never>} */
const NEVER = new Promise(() => {});

export class Server {
  /** @type {Map<string, Document>} */
  documents = new Map();
  folders = new Set([""]);
  /** @type {Map<string, string>} files of boards, by their ids */
  contents = new Map();
  /** @type {Map<string, string>} boards that were made, by the keys of the requests */
  keys = new Map();
  /** @type {string[]} each change that was made, as a line */
  made = [];
  isReachable = true;
  /** @type {(() => number | null)} status with which all is refused; null for none */
  refusing = () => null;
  /** How many more answers come; one that does not come was acted upon all the same. */
  answers = Infinity;
  /** How many more requests come; those after them are lost with the tab. */
  requests = Infinity;
  /** The event stream. */
  tell = (/** @type {Document} */ _) => {};

  /** @param {...Partial<Document>} documents */
  constructor(...documents) {
    for (const facts of documents) this.put(document(facts));
  }

  /** @param {Document} one */
  put(one) {
    this.documents.set(one.id, one);
    this.folders.add(one.folder);
  }

  /** @param {string} id */
  one(id) {
    return /** @type {Document} */ (this.documents.get(id));
  }

  /**
   * @param {string} url
   * @param {RequestInit} [options]
   */
  async fetch(url, options = {}) {
    if (this.requests <= 0) return NEVER;
    this.requests -= 1;
    if (!this.isReachable) throw new TypeError("Failed to fetch");
    const answer = this.#answer(url, options);
    if (this.answers <= 0) return NEVER;
    this.answers -= 1;
    return answer;
  }

  /**
   * @param {string} url
   * @param {RequestInit} options
   */
  #answer(url, { method = "GET", body, headers }) {
    const status = this.refusing();
    if (status !== null) return problem(status, "refused");
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const members = body ? JSON.parse(String(body)) : {};
    if (pathname.startsWith("/api/v1/folders")) return this.#folder(method, searchParams.get("folder") ?? members.folder ?? "", members);
    if (pathname === "/api/v1/documents" && method === "POST") return this.#make(searchParams.get("name") ?? "", /** @type {Record<string, string>} */ (headers)["Idempotency-Key"] ?? "", String(body));
    if (pathname === "/api/v1/documents") return json({ documents: [...this.documents.values()].filter(({ folder, trashed }) => !trashed && folder === searchParams.get("folder")), next: null });
    if (pathname === "/api/v1/batches") return this.#batch(members.operations);
    const [, id = "", part] = /documents\/([^/]+)(\/restore|\/content|\/preview)?$/.exec(pathname) ?? [];
    const found = this.documents.get(id);
    if (!found) return problem(404, "not-found");
    if (part === "/preview") return found.previewable === false ? problem(422, "not-showable") : json({ pageCount: 1, pages: [{ number: 1, width: 100, height: 100, label: "1" }] });
    if (part === "/content") return this.#content(found, method, String(body), /** @type {Record<string, string>} */ (headers ?? {})["If-Match"]);
    const restore = part === "/restore";
    const match = /** @type {Record<string, string> | undefined} */ (headers)?.["If-Match"];
    if (match && match !== tagOf(found)) return problem(412, "version-conflict");
    if (method === "GET") return json(found, tagOf(found));
    if (restore) return this.#change(found, { trashed: undefined }, "restore");
    if (found.trashed) return problem(404, "not-found");
    if (method === "DELETE") return this.#change(found, { trashed: "2026-11-28T00:00:00Z" }, "trash");
    const { note, ...facts } = members;
    const changed = { ...found, ...facts };
    if (this.#isTaken(changed)) return problem(409, "name-taken");
    return this.#change(found, { ...facts, ...(note === undefined ? {} : { note: note ?? undefined }) }, JSON.stringify(members));
  }

  /**
   * @param {string} name
   * @param {string} key
   * @param {string} text
   */
  #make(name, key, text) {
    const known = this.keys.get(key);
    if (known !== undefined) return json(this.one(known));
    const id = `made-${this.documents.size}`;
    this.keys.set(key, id);
    this.put(document({ id, name, type: "org.sheaf.board", sha256: "0" }));
    this.contents.set(id, text);
    this.made.push(`${id} made`);
    return json(this.one(id), undefined, 201);
  }

  /**
   * @param {Document} found
   * @param {string} method
   * @param {string} text
   * @param {string} [match]
   */
  #content(found, method, text, match) {
    if (method === "GET") return new Response(this.contents.get(found.id) ?? "");
    if (match !== `"${found.sha256}"`) return problem(412, "version-conflict");
    this.contents.set(found.id, text);
    return this.#change(found, { sha256: `${found.sha256}+` }, "content");
  }

  /** @param {string} id of a board */
  cards(id) {
    return /** @type {{cards: {id: string, document: string}[]}} */ (JSON.parse(this.contents.get(id) || '{"cards":[]}')).cards;
  }

  /**
   * @param {string} method
   * @param {string} folder
   * @param {{to?: string, step?: string}} members
   */
  #folder(method, folder, { to, step }) {
    const isHere = this.folders.has(folder);
    if (method === "GET") return isHere ? json(this.#page(folder)) : problem(404, "not-found");
    if (step !== undefined) {
      for (const one of this.documents.values()) if (one.trashed === step && isIn(one.folder, folder)) this.#change(one, { trashed: undefined }, "restore");
      return json({ documents: 1, missing: 0, refused: 0 });
    }
    if (method === "POST") {
      this.made.push(`make ${folder}`);
      this.folders.add(folder);
      return json({}, undefined, isHere ? 200 : 201);
    }
    if (!isHere) return problem(404, "not-found");
    if (to !== undefined && this.folders.has(to)) return problem(409, "name-taken");
    this.made.push(to === undefined ? `remove ${folder}` : `rename ${folder} ${to}`);
    for (const path of [...this.folders].filter((one) => isIn(one, folder))) {
      this.folders.delete(path);
      if (to !== undefined) this.folders.add(to + path.slice(folder.length));
    }
    for (const one of [...this.documents.values()].filter((other) => isIn(other.folder, folder) && !other.trashed)) {
      const changed = to === undefined ? { ...one, trashed: "2026-11-28T00:00:01Z" } : { ...one, folder: to + one.folder.slice(folder.length) };
      this.documents.set(one.id, changed);
      this.tell(changed);
    }
    return json({ documents: 1, step: "2026-11-28T00:00:01Z", left: { count: 0, paths: [] } });
  }

  /** @param {string} folder */
  #page(folder) {
    const facts = (/** @type {string} */ path) => ({ path, name: path.slice(path.lastIndexOf("/") + 1), documents: 1, hasFolders: false, etag: "" });
    const inside = [...this.folders].filter((path) => path !== "" && path.slice(0, Math.max(0, path.lastIndexOf("/"))) === folder);
    return { folder: facts(folder), folders: inside.sort().map(facts), next: null };
  }

  /** @param {{op: string, document: string, folder?: string}[]} operations */
  #batch(operations) {
    const results = operations.map(({ op, document: id, folder = "" }) => {
      const found = this.one(id);
      if (op === "copy") return { document: this.#copy(found, folder) };
      if (op !== "move") return { document: found };
      const name = this.#isTaken({ ...found, folder }) ? `2 ${found.name}` : found.name;
      this.#change(found, { folder, name }, `move ${name}`);
      return { document: this.one(id) };
    });
    return json({ id: "b1", results });
  }

  /**
   * @param {Document} found
   * @param {string} folder
   */
  #copy(found, folder) {
    const id = `copy-${this.documents.size}`;
    this.put({ ...found, id, folder, name: `copy of ${found.name}` });
    this.made.push(`${found.id} copy`);
    return this.one(id);
  }

  /** @param {Document} one */
  #isTaken({ id, name, folder }) {
    return [...this.documents.values()].some((other) => other.id !== id && !other.trashed && other.name === name && other.folder === folder);
  }

  /**
   * @param {Document} found
   * @param {Record<string, unknown>} facts
   * @param {string} line
   */
  #change(found, facts, line) {
    this.made.push(`${found.id} ${line}`);
    const changed = Object.fromEntries(Object.entries({ ...found, ...facts }).filter(([, value]) => value !== undefined));
    this.put(/** @type {Document} */ (/** @type {unknown} */ (changed)));
    this.tell(this.one(found.id));
    return facts["trashed"] ? new Response(null, { status: 204 }) : json(this.one(found.id), tagOf(this.one(found.id)));
  }
}

/**
 * @param {string} path
 * @param {string} folder
 */
function isIn(path, folder) {
  return path === folder || path.startsWith(`${folder}/`);
}

/** @param {Document} document */
function tagOf(document) {
  return `"${JSON.stringify(Object.entries(document).sort())}"`.replace(/[^\x20-\x7e]/gu, "?");
}

/**
 * @param {unknown} body
 * @param {string} [etag]
 * @param {number} [status]
 */
function json(body, etag = '""', status = 200) {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", "ETag": etag } });
}

/**
 * @param {number} status
 * @param {string} code
 */
function problem(status, code) {
  return new Response(JSON.stringify({ code, detail: "" }), { status, headers: { "Content-Type": "application/problem+json" } });
}

/** What a browser keeps, and the lock that its tabs share. */
export class Browser {
  /** @type {Map<string, string>} */
  kept = new Map();
  isFull = false;
  /** @type {Promise<unknown>} */
  #lock = Promise.resolve();
  #ids = 0;

  get storage() {
    return {
      get: (/** @type {string} */ name) => this.kept.get(name) ?? null,
      set: (/** @type {string} */ name, /** @type {string | null} */ value) => {
        if (value === null) this.kept.delete(name);
        else if (!this.isFull) this.kept.set(name, value);
      },
      names: (/** @type {string} */ prefix) => [...this.kept.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    };
  }

  /** The tabs are ended: whatever they held is free. */
  end() {
    this.#lock = Promise.resolve();
  }

  /** @param {() => Promise<void>} body */
  alone(body) {
    const done = this.#lock.then(body);
    this.#lock = done.catch(() => {});
    return done;
  }

  newId() {
    this.#ids += 1;
    return `e${String(this.#ids).padStart(4, "0")}`;
  }
}

/** A tab of a browser. */
export class Tab {
  /** @type {import("../../../../Public/api/waiting/change-sender.js").Refusal[]} */
  told = [];
  /** @type {number[]} */
  stopped = [];
  /** @type {(() => void) | null} */
  later = null;
  /** @type {Map<string, Document>} as the library lists them */
  listed;
  /** A tab that has ended asks and keeps nothing more. */
  isOver = false;
  #server;
  changes;

  /**
   * @param {Server} server
   * @param {Browser} browser
   * @param {Iterable<Document>} listed
   */
  constructor(server, browser, listed) {
    this.#server = server;
    this.listed = new Map([...listed].map((one) => [one.id, one]));
    this.changes = new WaitingChanges({
      storage: { ...browser.storage, set: (name, value) => void (this.isOver || browser.storage.set(name, value)) },
      fetch: (url, options) => (this.isOver ? NEVER : server.fetch(url, options)), documentOf: (id) => this.listed.get(id) ?? null,
      alone: (body) => (this.isOver ? NEVER : browser.alone(body)), newId: () => browser.newId(), now: () => "2026-11-28T00:00:00Z",
      timer: { set: (_, action) => void (this.later = action), clear: () => void (this.later = null) },
      patience: () => new Promise(() => {}), changed: () => {}, came: () => {}, laying: async () => waitingPages,
      settled: (one) => void this.listed.set(one.id, one), stopped: ({ status }) => void this.stopped.push(status),
      told: (refusals) => void this.told.push(...refusals),
    });
  }

  /**
   * Sends a request as the app does.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  async ask(method, path, body) {
    const options = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const url = `/api/v1${path}`;
    const response = await this.changes.send(url, options, () => this.#server.fetch(url, options));
    return response.status === 204 ? null : response.json();
  }

  /**
   * A document as it is shown.
   * @param {string} id
   */
  shown(id) {
    const known = this.listed.get(id);
    const waiting = this.changes.documents.find((one) => one.id === id);
    if (!waiting && known) return this.changes.moved?.(known) ?? known;
    return waiting ? waiting.shown(known ?? waiting.known) : known;
  }
}

/** Lets all that can go on go on. */
export async function settle() {
  for (let turn = 0; turn < 80; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * The connection is back, and all that waits has gone.
 * @param {{server: Server, tab: Tab}} parts
 */
export async function back({ server, tab }) {
  server.isReachable = true;
  tab.changes.setLost(false);
  await settle();
}
