import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { KeptAnswers } from "../../../Public/offline/kept-answers.js";

const HOST = "http://sheaf.test";
const absolute = (request) => new URL(typeof request === "string" ? request : request.url, HOST).href;

/** A cache as browsers have it: the last one that was put in is the last of the list. */
class MemoryCache {
  #kept = new Map();
  #load;

  constructor(load) {
    this.#load = load;
  }

  async match(request) {
    return this.#kept.get(absolute(request))?.clone();
  }

  async put(request, response) {
    this.#kept.delete(absolute(request));
    this.#kept.set(absolute(request), response);
  }

  async delete(request) {
    return this.#kept.delete(absolute(request));
  }

  async keys() {
    return [...this.#kept.keys()].map((url) => ({ url }));
  }

  async addAll(files) {
    for (const file of files) await this.put(file, await this.#load(file));
  }
}

let caches, kept, network, waiting, asked;

beforeEach(() => {
  const all = new Map();
  [asked, waiting] = [[], []];
  const load = async (request) => {
    asked.push(new URL(absolute(request)).pathname);
    return network(request);
  };
  caches = {
    open: async (name) => all.get(name) ?? all.set(name, new MemoryCache(load)).get(name),
    delete: async (name) => all.delete(name),
  };
  network = () => page("now");
  kept = new KeptAnswers({ caches, fetch: load, wait: () => new Promise((resolve) => waiting.push(resolve)) });
});

const page = (text) => new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
const json = (value, headers = {}) => new Response(JSON.stringify(value), { headers: { "Content-Type": "application/json", ...headers } });
const away = () => Promise.reject(new TypeError("no line"));
const later = () => {
  const works = [];
  return { add: (work) => works.push(work), done: () => Promise.all(works) };
};
const request = (path) => new Request(HOST + path);

test("without a line the page that came last is shown at every address", async () => {
  const after = later();
  await kept.page(Promise.resolve(page("first")), after.add);
  await after.done();
  assert.equal(await (await kept.page(away(), after.add)).text(), "first");
  assert.equal(await (await kept.page(Promise.resolve(new Response("", { status: 502 })), after.add)).text(), "first");
});

test("a line that carries nothing is waited for a while only, and for ever where nothing is kept", async () => {
  const after = later();
  await kept.page(Promise.resolve(page("first")), after.add);
  await after.done();
  const shown = kept.page(new Promise(() => {}), after.add);
  while (waiting.length === 0) await null;
  waiting.forEach((resolve) => resolve());
  assert.equal(await (await shown).text(), "first");
});

test("a refusal and a sign-in page are shown, and never kept", async () => {
  const after = later();
  await kept.page(Promise.resolve(page("first")), after.add);
  const refused = await kept.page(Promise.resolve(new Response("gone", { status: 404, headers: { "Content-Type": "text/html" } })), after.add);
  assert.equal(refused.status, 404);
  await after.done();
  assert.equal(await (await kept.page(away(), after.add)).text(), "first");
});

test("an answer is the server's while there is a line, and the last one without", async () => {
  const after = later();
  network = () => json({ version: 1 });
  assert.deepEqual(await (await kept.answer(request("/api/v1/documents/1"), after.add)).json(), { version: 1 });
  network = () => json({ version: 2 });
  assert.deepEqual(await (await kept.answer(request("/api/v1/documents/1"), after.add)).json(), { version: 2 });
  await after.done();
  network = away;
  assert.deepEqual(await (await kept.answer(request("/api/v1/documents/1"), after.add)).json(), { version: 2 });
  await assert.rejects(kept.answer(request("/api/v1/documents/2"), after.add), TypeError);
});

test("what may not be stored is not kept", async () => {
  const after = later();
  network = () => json({ secret: 1 }, { "Cache-Control": "private, no-store" });
  await kept.answer(request("/api/v1/documents/1"), after.add);
  await after.done();
  network = away;
  await assert.rejects(kept.answer(request("/api/v1/documents/1"), after.add), TypeError);
});

test("when the session has ended nothing is left for the next person", async () => {
  const after = later();
  network = () => json({ version: 1 });
  await kept.answer(request("/api/v1/documents/1"), after.add);
  network = () => new Response("", { status: 401 });
  await kept.answer(request("/api/v1/documents/2"), after.add);
  await after.done();
  network = away;
  await assert.rejects(kept.answer(request("/api/v1/documents/1"), after.add), TypeError);
});

test("the answers that were read last stay", async () => {
  const after = later();
  network = (request) => json({ path: new URL(request.url).pathname });
  for (let number = 0; number < 700; number += 1) {
    await kept.answer(request(`/api/v1/documents/${number}`), after.add);
    await after.done();
  }
  const left = await (await caches.open("answers")).keys();
  assert.ok(left.length <= 650, `${left.length}`);
  assert.ok(left.at(-1).url.endsWith("/699"));
});

test("an app's files are fetched once, and those of the app before stay until the next but one", async () => {
  network = (request) => (absolute(request) === `${HOST}/` ? page("app") : new Response("code"));
  await kept.install(["/assets/a.js", "/assets/b.js"]);
  await kept.install(["/assets/b.js", "/assets/c.js"]);
  await kept.tidy();
  assert.equal(asked.filter((path) => path === "/assets/b.js").length, 1);
  const files = async () => (await (await caches.open("shell")).keys()).map(({ url }) => new URL(url).pathname).sort();
  assert.deepEqual(await files(), ["/", "/assets/a.js", "/assets/b.js", "/assets/c.js", "/assets/generations"]);
  await kept.install(["/assets/d.js"]);
  await kept.tidy();
  assert.deepEqual(await files(), ["/", "/assets/b.js", "/assets/c.js", "/assets/d.js", "/assets/generations"]);
  network = away;
  assert.equal(await (await kept.file(request("/assets/c.js"))).text(), "code");
});

const document = (id, ...tags) => ({ id, name: `${id}.pdf`, tags });
const answered = async (path, value) => {
  const after = later();
  network = () => json(value);
  await kept.answer(request(path), after.add);
  await after.done();
};
const without = async (path) => {
  network = away;
  return kept.answer(request(path), () => {}).then((answer) => answer.json(), () => null);
};

test("nothing of a private document is kept, and a list is kept without it", async () => {
  await answered("/api/v1/documents", { documents: [document("open"), document("secret", "Private")], next: null });
  for (const path of ["", "/preview", "/versions"]) await answered(`/api/v1/documents/secret${path}`, { ...document("secret", "private") });
  await answered("/api/v1/documents/open/preview", { pageCount: 3 });
  assert.deepEqual(await without("/api/v1/documents"), { documents: [document("open")], next: null });
  for (const path of ["", "/preview", "/versions"]) assert.equal(await without(`/api/v1/documents/secret${path}`), null);
  assert.deepEqual(await without("/api/v1/documents/open/preview"), { pageCount: 3 });
});

test("what is kept of a document goes when it becomes private", async () => {
  await answered("/api/v1/documents", { documents: [document("first"), document("second")] });
  await answered("/api/v1/documents/first", document("first"));
  await answered("/api/v1/documents/first/preview", { pageCount: 3 });
  await answered("/api/v1/documents/second", document("second"));
  await answered("/api/v1/documents/first", document("first", "private"));
  for (const path of ["", "/first", "/first/preview"]) assert.equal(await without(`/api/v1/documents${path}`), null);
  assert.deepEqual(await without("/api/v1/documents/second"), document("second"));
});

test("pages that come before their document wait for it", async () => {
  await answered("/api/v1/documents/open/preview", { pageCount: 1 });
  await answered("/api/v1/documents/secret/preview", { pageCount: 2 });
  assert.equal(await without("/api/v1/documents/open/preview"), null);
  await answered("/api/v1/documents/open", document("open"));
  await answered("/api/v1/documents/secret", document("secret", "private"));
  assert.deepEqual(await without("/api/v1/documents/open/preview"), { pageCount: 1 });
  assert.equal(await without("/api/v1/documents/secret/preview"), null);
});

test("an answer that names a private document is not kept, but choices are", async () => {
  await answered("/api/v1/documents/secret", document("secret", "private"));
  await answered("/api/v1/search", { hits: [{ document: "secret" }] });
  await answered("/api/v1/preferences", { "library.opened": "secret" });
  assert.equal(await without("/api/v1/search"), null);
  assert.deepEqual(await without("/api/v1/preferences"), { "library.opened": "secret" });
});
