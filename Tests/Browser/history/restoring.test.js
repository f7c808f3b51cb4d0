import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { VersionRestoring } from "../../../Public/history/version-restoring.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { document } from "../factories.js";

/** A document of seven versions on a server, and what happens to it. */
class World {
  now = document({ version: 7, sha256: "hash7" });
  asked = [];
  toasts = [];
  failures = [];
  heard = [];
  unsaved = "";
  /** @type {ApiProblem | null} */
  refusal = null;

  restoring = new VersionRestoring({
    opened: { stored: async () => this.unsaved },
    notices: { show: (toast) => this.toasts.push(toast), refused: (problem) => this.failures.push(problem.code) },
    document: async () => this.now,
    restore: async (number, sha256) => this.#restore(number, sha256),
    restored: (changed) => this.heard.push(changed.version),
  });

  #restore(number, sha256) {
    this.asked.push(number);
    if (this.refusal) throw this.refusal;
    if (sha256 !== this.now.sha256) throw new ApiProblem(412, "version-conflict", "");
    if (this.now.sha256 !== `hash${number}`) this.now = { ...this.now, version: this.now.version + 1, sha256: `hash${number}` };
    return this.now;
  }
}

describe("bringing a version back", () => {
  test("makes it a new version, and says so", async () => {
    const world = new World();
    assert.equal(await world.restoring.restore(3), "done");
    assert.deepEqual([world.now.version, world.now.sha256, world.heard], [8, "hash3", [8]]);
    assert.equal(world.toasts[0]?.text, "Version 3 is back; it is version 8 now.");
  });

  test("is undone by bringing back what was there before", async () => {
    const world = new World();
    await world.restoring.restore(3);
    world.toasts[0]?.action.act();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([world.asked, world.now.sha256, world.now.version], [[3, 7], "hash7", 9]);
    assert.match(world.toasts[1]?.text, /what it was before/);
  });

  test("is not undone over a change that was made since", async () => {
    const world = new World();
    await world.restoring.restore(3);
    world.now = { ...world.now, version: 9, sha256: "another client's" };
    world.toasts[0]?.action.act();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(world.now.sha256, "another client's");
    assert.match(world.toasts[1]?.text, /nothing was replaced/);
  });

  test("changes nothing where the document is that already", async () => {
    const world = new World();
    await world.restoring.restore(7);
    assert.deepEqual([world.now.version, world.toasts[0]?.action], [7, undefined]);
    assert.match(world.toasts[0]?.text, /already/);
  });

  test("waits for what is not saved yet", async () => {
    const world = new World();
    world.unsaved = "offline";
    assert.equal(await world.restoring.restore(3), "failed");
    assert.deepEqual([world.asked, world.toasts[0]?.problem], [[], true]);
  });

  test("is not for what lies in the Trash", async () => {
    const world = new World();
    world.now = { ...world.now, trashed: "2026-03-12T10:00:00Z" };
    await world.restoring.restore(3);
    assert.deepEqual(world.asked, []);
    assert.match(world.toasts[0]?.text, /Take it back first/);
  });

  test("that is refused says why, and a signed-out client signs in instead", async () => {
    for (const [code, toasts] of [["version-gone", 1], ["signed-out", 0]]) {
      const world = new World();
      world.refusal = new ApiProblem(code === "signed-out" ? 401 : 410, code, "");
      await world.restoring.restore(3);
      assert.deepEqual([world.failures, world.toasts.length, world.heard], [[code], toasts, []]);
    }
  });

  test("happens once, however often it is pressed", async () => {
    const world = new World();
    await Promise.all([world.restoring.restore(3), world.restoring.restore(3)]);
    assert.deepEqual(world.asked, [3]);
    await world.restoring.restore(2);
    assert.deepEqual(world.asked, [3, 2], "and again later");
  });
});
