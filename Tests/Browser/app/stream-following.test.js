import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { StreamFollowing } from "../../../Public/app/stream-following.js";
import { whenReady } from "../../../Public/api/preview-ready.js";
import { SharedChoices } from "../../../Public/settings/shared-choices.js";

/** The actions, in order, when a stream reports its state. */
function played({ isOver = false } = {}) {
  const done = [];
  const doing = (name) => (...what) => { done.push([name, ...what].join(" ")); };
  const { signal } = new AbortController();
  const document = {
    heard: doing("changed"), removed: doing("removed"), refresh: doing("refresh document"), reset: doing("reset document"), turned: ({ page }) => done.push(`turned to ${page}`), ready: ({ sha256 }) => done.push(`ready ${sha256}`),
  };
  const following = new StreamFollowing({
    signIn: { isNeeded: isOver, probe: doing("probe") },
    library: { heard: doing("library"), refresh: doing("refresh library"), reset: doing("reset library") },
    folders: { heard: doing("folders"), refresh: doing("refresh folders") },
    choices: { heard: doing("choices"), load: () => done.push("load choices") },
    documents: document, banner: { show: doing("banner") },
    changes: { notice: () => {}, setLost: (isLost) => { done.push(isLost ? "changes wait" : "changes go"); } },
    activity: { heard: ({ id }) => done.push(`job ${id}`), reread: doing("reread jobs") }, heard: doing("told of"),
    rules: (notice) => done.push(notice ? `rules: ${notice.count}` : "reread rules"),
    handedOver: ({ handOver }) => done.push(`handed over by ${handOver.source}`),
  }, signal);
  return { following, done };
}

describe("when the event stream", () => {
  test("opens, all that may have changed meanwhile is read anew, the choices too", () => {
    const { following, done } = played();
    following.state("open");
    assert.deepEqual(done, ["banner false", "changes go", "refresh library", "refresh document", "refresh folders", "reread jobs", "load choices", "reread rules"]);
  });

  test("tells of rules, what is there for them hears of it", () => {
    const { following, done } = played();
    following.rules({ count: 2 });
    assert.deepEqual(done, ["rules: 2"]);
  });

  test("tells of a job, the activity hears of it", () => {
    const { following, done } = played();
    following.job({ id: 7 });
    assert.deepEqual(done, ["job 7"]);
  });

  test("tells of a document, the library, its folders and what is open hear of it", () => {
    const { following, done } = played();
    following.event({ kind: "document.changed", document: "d1" });
    following.event({ kind: "document.removed", document: "d1" });
    assert.deepEqual(done.filter((what) => !what.startsWith("library")), ["folders", "changed d1", "told of d1", "folders", "removed d1", "told of d1"]);
  });

  test("tells of a document that another app hands over, that is told after the rest", () => {
    const { following, done } = played();
    following.event({ kind: "document.handed-over", document: "d1", handOver: { source: "Mail", open: true } });
    assert.deepEqual(done.slice(1), ["folders", "changed d1", "told of d1", "handed over by Mail"]);
  });

  test("tells of a choice, the choices hear of it, and of a turn of pages what is open does", () => {
    const { following, done } = played();
    following.choice({ key: "keys.single", value: true });
    following.choice({ key: "reader.together", value: { page: 3 } });
    assert.deepEqual(done, ["choices [object Object]", "turned to 3"]);
  });

  test("tells of a content that was opened, what waits for it and what is open hear of it, until they are gone", () => {
    const { following, done } = played();
    const life = new AbortController();
    whenReady(({ pageCount }) => done.push(`card ${pageCount}`), life.signal);
    following.ready({ sha256: "ab", pageCount: 3, preparing: false });
    life.abort();
    following.ready({ sha256: "cd", pageCount: 4, preparing: false });
    assert.deepEqual(done, ["card 3", "ready ab", "ready cd"]);
  });

  test("is lost, that is said and looked into, and nothing is read", () => {
    const { following, done } = played();
    following.state("lost");
    following.state("connecting");
    assert.deepEqual(done, ["banner true", "changes wait", "probe", "banner false"]);
  });

  test("says that it does not tell all, everything is read as if for the first time", () => {
    const { following, done } = played();
    following.reset();
    assert.deepEqual(done, ["reset library", "reset document", "refresh folders", "reread jobs", "load choices", "reread rules"]);
  });

  test("does anything after the user was signed out, nothing follows", () => {
    const { following, done } = played({ isOver: true });
    following.state("open");
    following.state("lost");
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
      signIn: { isNeeded: false, probe: nothing }, library: { refresh: nothing }, folders: { refresh: nothing }, choices,
      documents: { refresh: nothing }, banner: { show: nothing }, changes: { setLost: nothing }, activity: { reread: nothing }, rules: nothing,
    }, new AbortController().signal);
    following.state("open");
    await new Promise((resolve) => { setImmediate(resolve); });
    assert.deepEqual(heard, [["order", "-size", false]]);
  });
});
