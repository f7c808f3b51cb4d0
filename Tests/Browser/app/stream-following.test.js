import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { StreamFollowing } from "../../../Public/app/stream-following.js";
import { SharedChoices } from "../../../Public/settings/shared-choices.js";

/** What was done, in order, when a stream says how it is. */
function played({ isOver = false, opened = true } = {}) {
  const done = [];
  const doing = (name) => (...what) => { done.push([name, ...what].join(" ")); };
  const { signal } = new AbortController();
  const document = { refresh: doing("refresh document"), reset: doing("reset document") };
  const following = new StreamFollowing({
    isOver: () => isOver, library: { refresh: doing("refresh library"), reset: doing("reset library") },
    folders: { refresh: doing("refresh folders") }, choices: { load: () => done.push("load choices") },
    opened: () => (opened ? document : null), banner: doing("banner"), probe: doing("probe"),
  }, signal);
  return { following, done };
}

describe("when the event stream", () => {
  test("opens, all that may have changed meanwhile is read anew, the choices too", () => {
    const { following, done } = played();
    following.became("open");
    assert.deepEqual(done, ["banner false", "refresh library", "refresh document", "refresh folders", "load choices"]);
  });

  test("opens while no document is, the rest is read anew", () => {
    const { following, done } = played({ opened: false });
    following.became("open");
    assert.deepEqual(done, ["banner false", "refresh library", "refresh folders", "load choices"]);
  });

  test("is lost, that is said and looked into, and nothing is read", () => {
    const { following, done } = played();
    following.became("lost");
    following.became("connecting");
    assert.deepEqual(done, ["banner true", "probe", "banner false"]);
  });

  test("says that it does not tell all, everything is read as if for the first time", () => {
    const { following, done } = played();
    following.reset();
    assert.deepEqual(done, ["reset library", "reset document", "refresh folders", "load choices"]);
  });

  test("does anything after somebody was signed out, nothing follows", () => {
    const { following, done } = played({ isOver: true });
    following.became("open");
    following.became("lost");
    following.reset();
    assert.deepEqual(done, []);
  });

  test("opens, what was chosen elsewhere while it was away holds here", async () => {
    const [memory, heard] = [new Map([["order", "name"]]), []];
    const choices = new SharedChoices(
      { preferences: async () => ({ preferences: { order: "-size" }, settings: [] }) },
      { get: (key) => memory.get(key) ?? null, set: (key, value) => memory.set(key, value) }, "tab-1", (...change) => heard.push(change),
    );
    const nothing = () => undefined;
    const following = new StreamFollowing({
      isOver: () => false, library: { refresh: nothing, reset: nothing }, folders: { refresh: nothing }, choices,
      opened: () => null, banner: nothing, probe: nothing,
    }, new AbortController().signal);
    following.became("open");
    await new Promise((resolve) => { setImmediate(resolve); });
    assert.deepEqual(heard, [["order", "-size", false]]);
  });
});
