/**
 * Stands before the requests of the app: a change that would get lost without a connection waits, and is answered as done.
 * The order of what waits, and the parts that work on it, are told of in `change-queue.js`.
 */

import { ApiProblem } from "../api-problem.js";
import { documentPath, ROOT } from "../urls.js";
import { ChangeLog } from "./change-log.js";
import { ChangeSender } from "./change-sender.js";
import { fieldOf, queueOf, withEntries } from "./change-queue.js";
import { folderEntry, movedDocuments, WAITING_STEP } from "./folder-changes.js";
import { COPY_NOT_MADE, copyEntry, entriesAbout, isFor, isOnlyHere, urlOfOriginal } from "./waiting-copies.js";
import { isNewBoard, layingEntry, takingOffEntry } from "./waiting-layings.js";
import { WaitingFolders } from "./waiting-folders.js";
import { answerWith, entriesFor, requestOf, wishBack } from "./change-requests.js";

/** @typedef {import("../api.js").Document} Document */
/** @typedef {import("./change-decision.js").Decision} Decision */
/** @typedef {import("./change-queue.js").Entry} Entry */
/** @typedef {import("./change-queue.js").QueuedChange} QueuedChange */
/** @typedef {import("./folder-changes.js").FolderWish} FolderWish */

/** @typedef {import("./change-requests.js").Wish} Wish */
/** @typedef {import("./change-sender.js").Read} Read */
/** @typedef {import("./change-sender.js").Refusal} Refusal */

/**
 * A document that something waits for.
 * @typedef {object} WaitingDocument
 * @property {string} id
 * @property {Document} known as it was before, where the server does not say
 * @property {(document: Document) => Document} shown the document with what waits
 */

/**
 * @typedef {object} WaitingChangesPorts
 * @property {import("./change-log.js").ChangeStorage} storage
 * @property {(url: string, options: RequestInit) => Promise<Response>} fetch past whatever stands before requests
 * @property {(id: string) => Document | null} documentOf as the server has it, as far as it is known
 * @property {(body: () => Promise<void>) => Promise<void>} alone runs it while no other tab sends
 * @property {() => string} newId
 * @property {() => string} now in RFC 3339
 * @property {Pick<import("../../shell/timer.js").Timer, "set" | "clear">} timer
 * @property {(milliseconds: number) => Promise<void>} patience
 * @property {() => void} changed called when something else waits, or was refused
 * @property {(document: Document) => void} came called with a document as it is shown from now on
 * @property {(document: Document) => void} settled called with a document as the server has it
 * @property {() => Promise<import("./waiting-layings.js").Laying>} laying makes boards, and lays pages on them
 * @property {(problem: ApiProblem) => void} stopped called when what waits could not be sent
 * @property {(refusals: readonly Refusal[]) => void} told called when all was sent, with what could not be made of it
 */

/** So long a change is waited for, in ms: lines may be there and carry nothing. */
const PATIENCE = 6_000;
/** Answers of a proxy whose server is not there. */
const AWAY = new Set([502, 504]);
/** Documents and batches that are remembered. */
const MOST_SEEN = 2_000;
const MOST_BATCHES = 50;

export class WaitingChanges {
  #ports;
  #log;
  #sender;
  #folders;
  #isLost = false;
  /** @type {Map<string, Document>} */
  #seen = new Map();
  /**
   * The wishes that take back batches that wait, or were done.
   * @type {Map<string, readonly Wish[]>}
   */
  #back = new Map();
  /** @type {Refusal[]} */
  #refused = [];
  /**
   * Copies that were only here, by the ids that they had.
   * @type {Map<string, string>}
   */
  #made = new Map();

  /** @param {WaitingChangesPorts} ports */
  constructor(ports) {
    this.#ports = ports;
    this.#log = new ChangeLog(ports.storage);
    this.#folders = new WaitingFolders({
      storage: ports.storage, entries: () => this.#log.entries, ask: (path, options) => this.#ask(path, options), fetch: ports.fetch,
    });
    this.#sender = new ChangeSender({
      log: this.#log, timer: ports.timer, alone: ports.alone, read: (id) => this.#readNow(id), folders: this.#folders,
      send: (decided, read, numbered) => this.#send(decided, read, numbered),
      settled: (document) => this.#settled(document), ask: (path, options) => this.#ask(path, options), laying: () => ports.laying(),
      renamed: (id, made) => void this.#made.set(id, made.id),
      refused: (refusal) => void this.#refused.push(refusal),
      drained: () => this.#tell(), stopped: (problem) => (this.#tell(), ports.stopped(problem)),
    });
  }

  /** The changes that wait, in their order. */
  get changes() {
    return queueOf(this.#log.entries).changes;
  }

  get refusals() {
    return this.#log.refusals;
  }

  /** Whether changes would be lost with this tab. */
  get losing() {
    return this.#log.losing;
  }

  /**
   * The documents that something waits for.
   * @returns {readonly WaitingDocument[]}
   */
  get documents() {
    /** @type {Map<string, Entry[]>} */
    const byId = new Map();
    const spent = new Set(queueOf(this.#log.entries).spent);
    for (const entry of this.#log.entries) {
      if (!spent.has(entry) && entry.field !== "folder" && !isNewBoard(entry)) byId.set(entry.document.id, [...byId.get(entry.document.id) ?? [], entry]);
    }
    return [...byId].map(([id, entries]) => ({
      id, known: /** @type {Entry} */ (entries[0]).document, shown: (/** @type {Document} */ document) => withEntries(document, entriesAbout(id, this.#log.entries)),
    }));
  }

  /** Lays the changes of folders over documents; null where no folder waits. */
  get moved() {
    return movedDocuments(this.#log.entries);
  }

  /** Other than before where other changes of folders wait. */
  get folderMark() {
    return this.#log.entries.filter(({ field }) => field === "folder").map(({ id }) => id).join(" ");
  }

  /** @param {boolean} isLost whether the connection is lost: changes wait at once then */
  setLost(isLost) {
    const isBack = this.#isLost && !isLost;
    this.#isLost = isLost;
    if (isBack) this.begin();
  }

  /** Sends what waits. */
  begin() {
    this.#sender.begin();
  }

  /** Another tab has made changes, or sent them. */
  heardElsewhere() {
    this.#log.reread();
    this.#ports.changed();
    this.begin();
  }

  /** @param {readonly Document[]} documents as the server has them */
  notice(documents) {
    for (const document of documents) {
      this.#seen.delete(document.id);
      this.#seen.set(document.id, document);
    }
    if (this.#seen.size <= MOST_SEEN) return;
    for (const id of [...this.#seen.keys()].slice(0, this.#seen.size - MOST_SEEN)) this.#seen.delete(id);
  }

  /**
   * @param {string} url of an answer about folders
   * @param {Response} response
   */
  async noticeFolders(url, response) {
    const request = requestOf(url, {});
    if (request?.kind !== "folders" || !request.isFirst) return;
    // An answer that was given up has nothing to notice.
    const page = await response.json().catch(() => null);
    if (page) this.#folders.notice(request.folder, page);
  }

  /** Whether a change that is made now has its place behind others, or no connection. */
  get mustWait() {
    return this.#isLost || this.#log.entries.length > 0;
  }

  /**
   * Documents that were seen last, as they are shown.
   * @param {string} type
   */
  seenOf(type) {
    return [...this.#seen.keys()].flatMap((id) => this.#known(id) ?? []).filter((document) => document.type === type && !document.trashed);
  }

  /**
   * Lays the pages of documents on a board, or on one that is made for them, when the connection is back.
   * @param {Document | import("./waiting-layings.js").NewBoard} board
   * @param {readonly Document[]} documents
   * @param {{readonly id: string, readonly attempted: boolean}} [tried] a laying whose answer was lost
   * @returns {() => void} takes them off again, or out of what waits
   */
  lay(board, documents, tried = { id: this.#ports.newId(), attempted: false }) {
    const laid = { ...layingEntry(board, documents, tried.id, this.#making), attempted: tried.attempted };
    this.#add([laid]);
    return () => {
      const now = this.#made.get(laid.document.id) ?? laid.document.id;
      this.#add([takingOffEntry(laid, this.#raw(now) ?? { ...laid.document, id: now }, this.#making)]);
    };
  }

  /** @param {string} id of a refusal that needs no more attention */
  dismiss(id) {
    this.#log.dismiss(id);
    this.#ports.changed();
  }

  /**
   * Makes a change all the same, on the document as it is now.
   * @param {Refusal} refusal
   * @param {Partial<Pick<Entry, "makes" | "numbered">>} [how]
   */
  again({ id, document, field, before, after }, how = {}) {
    this.#log.dismiss(id);
    if (field === "folder") return this.#addFolder({ ...folderEntry(/** @type {FolderWish} */ ({ before, after }), this.#log.entries, this.#making), ...how });
    if (field === "copied") return this.#add(this.#copyAgain({ id: this.#ports.newId(), document, field, before, after, ...how }));
    if (field === "laid") return this.#add([{ id: this.#ports.newId(), document: this.#restored(document), field, before, after, makes: isOnlyHere(document.id) }]);
    const restored = field === "trashed" ? document : this.#restored(document);
    // Other people may have changed more of a place or of tags: only the part that was meant is changed.
    const meant = withEntries(restored, [{ id, number: 0, document, field, before, after }]);
    const wish = wishFor(restored.id, field, fieldOf(meant, field));
    return this.#add(entriesFor(restored, wish, this.#making).map((entry) => ({ ...entry, ...how })));
  }

  /**
   * @param {string} url
   * @param {RequestInit} options
   * @param {() => Promise<Response>} ask sends the request
   * @returns {Promise<Response>}
   */
  async send(url, options, ask) {
    const request = requestOf(url, options);
    if (request === null) {
      const original = urlOfOriginal(url, (id) => this.#known(id));
      return original === null ? ask() : this.#ports.fetch(original, options);
    }
    if (request.kind === "read") return this.#read(request.id, ask);
    if (request.kind === "folders") return this.#folders.read(request, url, options, ask);
    if (request.kind === "list") return this.#folders.list(request.folder, url, options, ask);
    if (request.kind === "folder") return this.#sendFolder(request.wish, ask);
    const wishes = (request.kind === "undo" ? this.#back.get(request.batch) : request.wishes)?.map((wish) => ({ ...wish, id: this.#made.get(wish.id) ?? wish.id }));
    const mayWait = wishes?.every(({ id }) => this.#known(id) !== null);
    if (!wishes || !mayWait) return ask();
    const answer = request.kind === "undo" ? "batch" : request.answer;
    const isOfBatchHere = request.kind === "undo" && request.batch.startsWith(WAITING_BATCH);
    if (this.#isLost || isOfBatchHere || this.#log.entries.length > 0) return this.#wait(wishes, answer);
    return this.#try(wishes, answer, ask);
  }

  /**
   * @param {readonly Wish[]} wishes
   * @param {"document" | "batch" | "nothing"} answer
   * @param {() => Promise<Response>} ask
   */
  async #try(wishes, answer, ask) {
    const back = wishes.some(({ copy }) => copy) ? null : this.#backOf(wishes);
    const patience = this.#ports.patience(PATIENCE).then(() => null);
    try {
      // A batch takes as long as it takes.
      const response = await (answer === "batch" ? ask() : Promise.race([ask(), patience]));
      if (response === null || AWAY.has(response.status)) return this.#wait(wishes, answer);
      if (back && answer === "batch" && response.ok) this.#remember((await response.clone().json()).id, back);
      return response;
    } catch (error) {
      if (ApiProblem.from(error).code !== "offline") throw error;
      return this.#wait(wishes, answer);
    }
  }

  /**
   * @param {readonly Wish[]} wishes
   * @param {"document" | "batch" | "nothing"} answer
   */
  #wait(wishes, answer) {
    const back = this.#backOf(wishes.filter(({ copy }) => !copy));
    /** @type {Omit<Entry, "number">[]} */
    const copies = [];
    const entries = wishes.flatMap((wish) => {
      const document = /** @type {Document} */ (this.#known(wish.id));
      return wish.copy ? copies[copies.push(this.#copy(document, wish.copy, copies)) - 1] ?? [] : entriesFor(document, wish, this.#making);
    });
    this.#add(entries);
    back.push(...copies.map(({ document: { id } }) => ({ id, trashed: true })));
    const made = copies.values();
    const documents = wishes.map(({ id, copy }) => /** @type {Document} */ (copy ? made.next().value?.document : this.#known(id)));
    if (answer === "nothing") return answerWith(null);
    if (answer === "document") return answerWith(documents[0], { ETag: WAITING_TAG });
    const batch = WAITING_BATCH + this.#ports.newId();
    this.#remember(batch, back);
    return answerWith({ id: batch, results: documents.map((document) => ({ document })) });
  }

  /**
   * @param {FolderWish} wish
   * @param {() => Promise<Response>} ask
   */
  async #sendFolder(wish, ask) {
    const isOnlyHere = wish.step?.startsWith(WAITING_STEP);
    if (!this.#isLost && !isOnlyHere && this.#log.entries.length === 0) {
      try {
        // A folder takes as long as it takes.
        const response = await ask();
        if (!AWAY.has(response.status)) return response;
      } catch (error) {
        if (ApiProblem.from(error).code !== "offline") throw error;
      }
    }
    const { entry, answer } = this.#folders.wait(wish, this.#making);
    if (entry) this.#addFolder(entry);
    return answer;
  }

  /** @param {Omit<Entry, "number">} entry */
  #addFolder(entry) {
    this.#log.add([entry]);
    this.#ports.changed();
    this.begin();
  }

  /** @param {readonly Omit<Entry, "number">[]} entries */
  #add(entries) {
    const ids = new Set(entries.map(({ document }) => document.id));
    const known = new Map([...ids].map((id) => [id, this.#raw(id)]));
    this.#log.add(entries);
    // A document that nothing waits for any more is known all the same.
    this.notice([...known.values()].flatMap((document) => document ?? []));
    this.#ports.changed();
    for (const id of ids) {
      const shown = this.#known(id);
      if (shown) this.#ports.came(shown);
    }
    this.begin();
  }

  /**
   * @param {Document} source
   * @param {{readonly folder?: string}} copy
   * @param {readonly Omit<Entry, "number">[]} others that are made with it
   */
  #copy(source, { folder = source.folder }, others) {
    const here = [...this.#seen.values(), source, ...this.documents.map(({ known, shown }) => shown(known)), ...others.map(({ document }) => document)];
    const names = new Set(here.filter((document) => document.folder === folder && !document.trashed).map(({ name }) => name));
    return copyEntry(source, folder, (name) => names.has(name), this.#making);
  }

  /**
   * A copy that is tried again, with all that waited for it.
   * @param {Omit<Entry, "number">} copy
   * @returns {Omit<Entry, "number">[]}
   */
  #copyAgain(copy) {
    const waited = this.refusals.filter((refusal) => refusal.code === COPY_NOT_MADE && isFor({ ...refusal, id: refusal.document.id }, copy.document.id));
    for (const { id } of waited) this.#log.dismiss(id);
    return [copy, ...waited.flatMap(({ document, field, before, after }) => {
      const entry = { id: this.#ports.newId(), document, field, before, after };
      return field === "copied" ? this.#copyAgain(entry) : [entry];
    })];
  }

  get #making() {
    return { newId: this.#ports.newId, now: this.#ports.now() };
  }

  /** @param {readonly Wish[]} wishes */
  #backOf(wishes) {
    return wishes.map((wish) => wishBack(/** @type {Document} */ (this.#known(wish.id)), wish)).reverse();
  }

  /**
   * @param {string} batch
   * @param {readonly Wish[]} back
   */
  #remember(batch, back) {
    this.#back.set(batch, back);
    const [oldest] = this.#back.keys();
    if (this.#back.size > MOST_BATCHES && oldest !== undefined) this.#back.delete(oldest);
  }

  /**
   * A document as it is shown; null where it is not known here.
   * @param {string} id
   */
  #known(id) {
    const entries = this.#entriesOf(id);
    const raw = this.#raw(id) ?? entries.find(({ document }) => document.id === id)?.document;
    return raw ? withEntries(raw, entries) : null;
  }

  /** @param {string} id */
  #entriesOf(id) {
    return entriesAbout(id, this.#log.entries);
  }

  /** @param {string} id */
  #raw(id) {
    return this.#ports.documentOf(id) ?? this.#seen.get(id) ?? null;
  }

  /**
   * A document is read as it is shown, and as it was seen last where there is no connection.
   * @param {string} id
   * @param {() => Promise<Response>} ask
   */
  async #read(id, ask) {
    const known = this.#isLost ? this.#known(id) : null;
    if (known) return answerWith(known, { ETag: WAITING_TAG });
    try {
      const response = await ask();
      if (!response.ok) return response;
      return await this.#overlaid(id, response);
    } catch (error) {
      const seen = ApiProblem.from(error).code === "offline" ? this.#known(id) : null;
      if (seen) return answerWith(seen, { ETag: WAITING_TAG });
      throw error;
    }
  }

  /**
   * @param {string} id
   * @param {Response} response
   */
  async #overlaid(id, response) {
    const document = /** @type {Document} */ (await response.clone().json());
    this.notice([document]);
    const entries = this.#entriesOf(id);
    return entries.length > 0 ? answerWith(withEntries(document, entries), { ETag: response.headers.get("ETag") ?? WAITING_TAG }) : response;
  }

  /**
   * @param {string} id
   * @returns {Promise<Read>}
   */
  async #readNow(id) {
    try {
      const response = await this.#ask(documentPath(id), { cache: "no-cache" });
      return { document: await response.json(), etag: response.headers.get("ETag") ?? "*" };
    } catch (error) {
      if (ApiProblem.from(error).status === 404) return null;
      throw error;
    }
  }

  /**
   * @param {Exclude<Decision, {does: "nothing" | "tell"}>} decided
   * @param {NonNullable<Read>} read
   * @param {boolean} numbered
   * @returns {Promise<Document | null>}
   */
  async #send(decided, { document, etag }, numbered) {
    const [path, headers] = [documentPath(document.id), { "Content-Type": "application/json", "If-Match": etag }];
    if (decided.does === "trash") {
      await this.#ask(path, { method: "DELETE", headers });
      return { ...document, trashed: this.#ports.now() };
    }
    if (decided.does === "restore") return (await this.#ask(`${path}/restore`, { method: "POST", headers })).json();
    const { facts } = /** @type {Extract<Decision, {does: "change"}>} */ (decided);
    try {
      return await (await this.#ask(path, { method: "PATCH", headers, body: JSON.stringify(facts) })).json();
    } catch (error) {
      if (!numbered || ApiProblem.from(error).code !== "name-taken") throw error;
      const operations = [{ op: "move", document: document.id, folder: facts.folder, conflict: "rename", ifMatch: etag }];
      const done = await (await this.#ask("/batches", { method: "POST", body: JSON.stringify({ operations }) })).json();
      return done.results[0]?.document ?? null;
    }
  }

  /**
   * @param {string} path
   * @param {RequestInit} options
   */
  async #ask(path, options) {
    const response = await this.#ports.fetch(`${ROOT}${path}`, options);
    if (response.ok) return response;
    throw ApiProblem.parse(response.status, await response.text().catch(() => ""));
  }

  /** @param {Document | null} document */
  #settled(document) {
    if (document) {
      this.notice([document]);
      this.#ports.settled(document);
    }
    this.#ports.changed();
  }

  #tell() {
    const refused = this.#refused.splice(0);
    if (refused.length > 0) this.#ports.told(refused);
  }

  /**
   * A document that is taken back from the Trash before it is changed.
   * @param {Document} document
   */
  #restored(document) {
    if (!document.trashed) return document;
    this.notice([document]);
    this.#add(entriesFor(document, { id: document.id, trashed: false }, this.#making));
    const { trashed: _, expires: __, ...restored } = document;
    return /** @type {Document} */ (restored);
  }
}

/** Begins the names of batches that wait. */
const WAITING_BATCH = "waiting-";
/** The entity tag of a document that is shown with what waits; it is held against nothing. */
const WAITING_TAG = '"waiting"';

/**
 * @param {string} id
 * @param {import("./change-queue.js").Field} field
 * @param {import("./change-queue.js").FieldValue} value
 * @returns {Wish}
 */
function wishFor(id, field, value) {
  switch (field) {
    case "place": return { id, .../** @type {import("./change-queue.js").PlaceValue} */ (value) };
    case "tags": return { id, tags: /** @type {readonly string[]} */ (value) };
    case "favourite": return { id, favourite: value === true };
    case "note": return { id, note: String(value) };
    case "trashed": return { id, trashed: value !== null };
    case "folder":
    case "copied":
    case "laid": return { id };
  }
}
