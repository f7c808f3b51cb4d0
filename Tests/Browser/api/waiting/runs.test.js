/**
 * Two hundred runs by chance against a model. A person changes documents in one or two tabs. The connection comes and goes,
 * answers get lost, and tabs end at any request. In the end the server has just what the person did, and no more than that.
 */

import assert from "node:assert/strict";
import test from "node:test";

import { Browser, Server, settle, Tab } from "./server.js";

/** @typedef {import("../../../../Public/api/api.js").Document} Document */

const IDS = ["a", "b", "c"];

/** @param {number} seed */
function chanceOf(seed) {
  let state = seed * 2_654_435_761 >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Run {
  chance;
  server;
  browser = new Browser();
  /** @type {Map<string, Document>} the documents as the person left them */
  model = new Map();
  /** @type {Tab[]} */
  tabs = [];
  changes = 0;

  /** @param {number} seed */
  constructor(seed) {
    this.chance = chanceOf(seed);
    this.server = new Server(...IDS.map((id) => ({ id, name: `${id}.pdf`, tags: [id] })), { id: "other", name: "other.pdf", folder: "To" });
    this.server.tell = (one) => this.tabs.forEach(({ listed }) => listed.set(one.id, one));
    for (const id of IDS) this.model.set(id, this.server.one(id));
    this.open();
  }

  open() {
    // A list that was read before something was sent: what waits is laid over it.
    this.tabs.push(new Tab(this.server, this.browser, this.server.documents.values()));
    this.hear();
  }

  /** Whatever a tab keeps, the others hear of. */
  hear() {
    for (const tab of this.tabs) tab.changes.heardElsewhere();
  }

  async step() {
    switch (this.chance(9)) {
      case 0: return this.turn(!this.server.isReachable);
      case 1: return this.end();
      case 2: return void (this.tabs.length < 2 && this.open());
      case 3: return settle();
      case 4: return void (this.server.requests = this.chance(4));
      case 5: return void (this.server.answers = this.chance(3));
      default: return this.change();
    }
  }

  /** @param {boolean} isReachable */
  turn(isReachable) {
    this.server.isReachable = isReachable;
    for (const tab of this.tabs) tab.changes.setLost(!isReachable);
  }

  /** All tabs end, in the middle of what they do, and another one is opened. */
  end() {
    for (const tab of this.tabs) tab.isOver = true;
    this.tabs = [];
    this.browser.end();
    this.server.requests = this.server.answers = Infinity;
    this.open();
  }

  async change() {
    const tab = this.tabs[this.chance(this.tabs.length)];
    const id = IDS[this.chance(IDS.length)] ?? "a";
    const model = this.model.get(id);
    if (!tab || !model) return;
    // Only without a connection is it certain that each change was taken: a tab that ends with a request is none of the queue's.
    tab.changes.setLost(true);
    const [method, path, body, after] = this.wish(id, model);
    this.model.set(id, after);
    this.changes += 1;
    await tab.ask(method, path, body);
    this.hear();
    tab.changes.setLost(!this.server.isReachable);
  }

  /**
   * @param {string} id
   * @param {Document} model
   * @returns {[string, string, unknown, Document]}
   */
  wish(id, model) {
    const path = `/documents/${id}`;
    const { trashed, ...rest } = model;
    if (trashed) return ["POST", `${path}/restore`, undefined, rest];
    const name = `${id}${this.chance(3)}.pdf`;
    const note = ["", "one", "two"][this.chance(3)] ?? "";
    const tags = model.tags.includes("t") ? model.tags.filter((tag) => tag !== "t") : [...model.tags, "t"];
    /** @type {[string, string, unknown, Document][]} */
    const wishes = [
      ["PATCH", path, { name }, { ...model, name }], ["PATCH", path, { note: note || null }, withNote(model, note)],
      ["PATCH", path, { tags }, { ...model, tags }], ["PATCH", path, { favourite: !model.favourite }, { ...model, favourite: !model.favourite }],
      ["PATCH", path, { folder: model.folder ? "" : "To" }, { ...model, folder: model.folder ? "" : "To" }],
      ["DELETE", path, undefined, { ...model, trashed: "2026-11-28T00:00:00Z" }],
    ];
    return /** @type {[string, string, unknown, Document]} */ (wishes[this.chance(wishes.length)]);
  }

  async finish() {
    this.end();
    this.turn(true);
    for (let turn = 0; turn < 20 && this.tabs[0]?.changes.changes.length; turn += 1) {
      this.tabs[0].changes.begin();
      await settle();
    }
  }
}

/**
 * @param {Document} document
 * @param {string} note
 * @returns {Document}
 */
function withNote({ note: _, ...rest }, note) {
  return note ? { ...rest, note } : rest;
}

for (const from of [0, 50, 100, 150]) {
  test(`whatever happens meanwhile, nothing is lost and nothing is made twice (runs ${from + 1} to ${from + 50})`, async () => {
    for (let seed = from + 1; seed <= from + 50; seed += 1) {
      const run = new Run(seed);
      run.turn(false);
      for (let step = 0; step < 30; step += 1) {
        await run.step();
        run.hear();
        for (const tab of run.tabs) for (const id of IDS) assert.deepEqual(tab.shown(id), run.model.get(id), `run ${seed}, step ${step}: ${id} is shown as it was left`);
      }
      await run.finish();
      for (const id of IDS) assert.deepEqual(run.server.one(id), run.model.get(id), `run ${seed}: ${id} is on the server`);
      assert.ok(run.server.made.length <= run.changes, `run ${seed}: ${run.server.made.length} of ${run.changes}`);
      assert.equal(run.browser.kept.size, 0, `run ${seed}: nothing waits`);
    }
  });
}
