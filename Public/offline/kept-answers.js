/** The answers that are kept for the time without a line: the app's page and files, and the last answers about documents. */

import { isAway, mayBeKept, outdatedFiles } from "./offline-rules.js";
import { PrivateAnswers } from "./private-answers.js";

/** So long a page that is kept waits for the network, in ms: lines may be there and carry nothing. */
const PATIENCE = 4000;
/** The answers that are kept, and how many are added between two looks at their number. */
const MOST_ANSWERS = 600;
const BETWEEN_LOOKS = 50;
const [SHELL, ANSWERS] = ["shell", "answers"];
/** Under which the page is kept, whatever its address, and the files of each app that was installed. */
const [PAGE, GENERATIONS] = ["/", "/assets/generations"];

/**
 * The used part of a browser's cache of one name, and of all.
 * @typedef {Pick<Cache, "match" | "put" | "delete" | "keys" | "addAll">} AnswerCache
 * @typedef {object} OfflinePorts
 * @property {{open(name: string): Promise<AnswerCache>, delete(name: string): Promise<boolean>}} caches
 * @property {(request: Request | string) => Promise<Response>} fetch
 * @property {(milliseconds: number) => Promise<void>} wait
 */

export class KeptAnswers {
  #ports;
  #added = 0;
  /** @type {PrivateAnswers<{request: Request, response: Response}>} */
  #private = new PrivateAnswers();
  /** Work on answers goes one after the other: none is kept after all were forgotten. */
  /** @type {Promise<unknown>} */
  #doing = Promise.resolve();

  /** @param {OfflinePorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /**
   * Keeps the page and the files of an app.
   * @param {readonly string[]} files addresses
   */
  async install(files) {
    const shell = await this.#ports.caches.open(SHELL);
    const missing = [];
    for (const file of files) if (!(await shell.match(file))) missing.push(file);
    await shell.addAll(missing);
    await this.#keepPage(await this.#ports.fetch(PAGE));
    const earlier = (await this.#generations(shell)).filter((known) => known.join() !== files.join());
    await shell.put(GENERATIONS, new Response(JSON.stringify([files, ...earlier].slice(0, 2))));
  }

  /** Forgets the files of apps before the last two. */
  async tidy() {
    const shell = await this.#ports.caches.open(SHELL);
    const kept = (await shell.keys()).map(({ url }) => new URL(url).pathname);
    const outdated = outdatedFiles(await this.#generations(shell), kept);
    const files = outdated.filter((file) => file !== PAGE && file !== GENERATIONS);
    await Promise.all(files.map((file) => shell.delete(file)));
  }

  /** Forgets the answers: they were for whoever was signed in. */
  async forget() {
    await this.#ports.caches.delete(ANSWERS);
  }

  /**
   * A page of the app.
   * @param {Promise<Response>} coming from the network
   * @param {(work: Promise<unknown>) => void} later for what goes on after the answer
   */
  async page(coming, later) {
    const shell = await this.#ports.caches.open(SHELL);
    const answered = coming.then((response) => (isAway(response) ? null : response), () => null);
    const kept = await shell.match(PAGE);
    const first = kept ? await Promise.race([answered, this.#ports.wait(PATIENCE).then(() => null)]) : await answered;
    if (!first) return kept ?? coming;
    later(this.#keepPage(first.clone()));
    return first;
  }

  /** @param {Request} request for a file that is named after its content */
  async file(request) {
    const shell = await this.#ports.caches.open(SHELL);
    return (await shell.match(request)) ?? this.#ports.fetch(request);
  }

  /**
   * @param {Request} request for an answer of the API
   * @param {(work: Promise<unknown>) => void} later
   */
  async answer(request, later) {
    let response;
    try {
      response = await this.#ports.fetch(request);
    } catch (error) {
      const kept = await this.#kept(request);
      if (kept) return kept;
      throw error;
    }
    if (isAway(response)) return (await this.#kept(request)) ?? response;
    // After a session has ended another person may sign in.
    if (response.status === 401) later(this.#inTurn(() => this.forget()));
    else if (mayBeKept(response)) later(this.#keepInTurn(request, response.clone()));
    return response;
  }

  /** @param {Request} request */
  async #kept(request) {
    return (await this.#ports.caches.open(ANSWERS)).match(request);
  }

  /** @param {() => Promise<unknown>} act */
  #inTurn(act) {
    const done = this.#doing.then(act);
    this.#doing = done.catch(() => {});
    return done;
  }

  /**
   * @param {Request} request
   * @param {Response} response
   */
  #keepInTurn(request, response) {
    return this.#inTurn(() => this.#keep(request, response));
  }

  /**
   * Keeps an answer, but nothing of private documents.
   * @param {Request} request
   * @param {Response} response
   */
  async #keep(request, response) {
    const text = await response.clone().text();
    const { gone, kept } = this.#private.take(new URL(request.url).pathname, text, { request, response });
    if (gone.length > 0) await this.#forgetThose(gone);
    for (const { token, text: other } of kept) {
      const { headers } = token.response;
      const type = { "Content-Type": headers.get("Content-Type") ?? "application/json" };
      await this.#put(token.request, other === null ? token.response : new Response(other, { headers: type }));
    }
  }

  /** @param {readonly string[]} ids of documents that have become private */
  async #forgetThose(ids) {
    const answers = await this.#ports.caches.open(ANSWERS);
    const isNamed = (/** @type {string} */ text) => ids.some((id) => text.includes(id));
    for (const request of await answers.keys()) {
      const text = isNamed(request.url) ? "" : await (await answers.match(request))?.text() ?? "";
      if (text === "" || isNamed(text)) await answers.delete(request);
    }
  }

  /**
   * @param {Request} request
   * @param {Response} response
   */
  async #put(request, response) {
    const answers = await this.#ports.caches.open(ANSWERS);
    // The last one that was put in is the last of the list, also where it was there before.
    await answers.put(request, response);
    this.#added += 1;
    if (this.#added % BETWEEN_LOOKS !== 1) return;
    const all = await answers.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST_ANSWERS)).map((old) => answers.delete(old)));
  }

  /** @param {Response} response */
  async #keepPage(response) {
    const isPage = response.status === 200 && !response.redirected && response.headers.get("Content-Type")?.startsWith("text/html");
    if (isPage) await (await this.#ports.caches.open(SHELL)).put(PAGE, response);
  }

  /**
   * @param {AnswerCache} shell
   * @returns {Promise<string[][]>}
   */
  async #generations(shell) {
    const kept = await shell.match(GENERATIONS);
    return kept ? kept.json() : [];
  }
}
