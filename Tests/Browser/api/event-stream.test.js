import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";

import { EventStream } from "../../../Public/api/event-stream.js";

/** Stands for the browser's: what was opened, and what a server says on it. */
class FakeSource extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;
  /** @type {FakeSource[]} */
  static opened = [];
  readyState = FakeSource.CONNECTING;

  constructor(url) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }

  close() {
    this.readyState = FakeSource.CLOSED;
  }

  open() {
    this.readyState = FakeSource.OPEN;
    this.onopen();
  }

  say(kind, lastEventId, data = {}) {
    this.dispatchEvent(new MessageEvent(kind, { lastEventId, data: JSON.stringify(data) }));
  }
}

/** Channels that deliver at once, to all other channels. */
class FakeChannel extends EventTarget {
  /** @type {Set<FakeChannel>} */
  static all = new Set();

  constructor() {
    super();
    FakeChannel.all.add(this);
  }

  postMessage(data) {
    for (const other of FakeChannel.all) {
      if (other !== this) other.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) }));
    }
  }

  close() {
    FakeChannel.all.delete(this);
  }
}

/** One lock; the first that asks has it until it is done. */
function locks() {
  const waiting = [];
  const next = () => waiting[0]?.();
  return {
    request: (name, { signal }, held) => new Promise((resolve, reject) => {
      const run = () => Promise.resolve(held()).then(resolve).finally(() => (waiting.shift(), next()));
      signal.addEventListener("abort", () => {
        if (waiting.indexOf(run) > 0) waiting.splice(waiting.indexOf(run), 1);
        reject(signal.reason);
      });
      waiting.push(run);
      if (waiting.length === 1) run();
    }),
  };
}

const globals = ["EventSource", "BroadcastChannel", "navigator"];
const before = globals.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
const stand = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
const rest = () => new Promise((resolve) => setImmediate(resolve));

/** A tab, and what it heard. */
function tab() {
  const life = new AbortController();
  const heard = [];
  const stream = new EventStream({
    event: ({ kind, epoch, sequence, document }) => heard.push(`${kind} ${epoch} ${sequence} ${document.id}`),
    reset: () => heard.push("reset"), choice: () => {}, folders: () => {}, rules: (notice) => heard.push(`rules ${JSON.stringify(notice)}`), job: ({ id, state }) => heard.push(`job ${id} ${state}`), ready: ({ sha256, pageCount, preparing }) => heard.push(`ready ${sha256} ${pageCount} ${preparing}`),
    state: (state) => heard.push(state),
  }, life.signal);
  stream.start();
  return { stream, heard, close: () => life.abort() };
}

describe("the event stream", () => {
  let tabs = [];
  const opened = () => FakeSource.opened;
  const newTab = () => {
    tabs.push(tab());
    return tabs.at(-1);
  };

  beforeEach(() => {
    [FakeSource.opened, FakeChannel.all, tabs] = [[], new Set(), []];
    stand("EventSource", FakeSource);
    stand("BroadcastChannel", FakeChannel);
    stand("navigator", { locks: locks() });
  });

  afterEach(() => {
    for (const { close } of tabs) close();
    globals.forEach((name, index) => {
      if (before[index]) Object.defineProperty(globalThis, name, before[index]);
      else delete globalThis[name];
    });
  });

  test("begins with what happens from now on", () => {
    newTab();
    assert.deepEqual(opened().map(({ url }) => url), ["/api/v1/events"]);
  });

  test("goes on behind the last event when it has to connect anew", () => {
    const { stream, heard } = newTab();
    opened()[0].open();
    opened()[0].say("document.created", "7-e1", { document: { id: "a" } });
    opened()[0].close();
    stream.reconnect();
    assert.equal(opened()[1].url, "/api/v1/events?after=7-e1");
    assert.deepEqual(heard, ["open", "document.created e1 7 a"]);
  });

  test("tells of jobs in all tabs, and of nothing that is none", () => {
    const [leader, follower] = [newTab(), newTab()];
    opened()[0].open();
    opened()[0].say("job.changed", "", { id: 3, state: "running" });
    opened()[0].say("job.changed", "", { id: "x" });
    for (const { heard } of [leader, follower]) assert.deepEqual(heard.filter((line) => line.startsWith("job")), ["job 3 running"]);
  });

  test("tells of a reset in all tabs, and goes on behind it", () => {
    const [leader, follower] = [newTab(), newTab()];
    opened()[0].open();
    opened()[0].say("document.created", "7-e1", { document: { id: "a" } });
    opened()[0].say("reset", "3-e2", { reason: "unknown-epoch" });
    opened()[0].say("document.created", "4-e2", { document: { id: "b" } });
    const expected = ["open", "document.created e1 7 a", "reset", "document.created e2 4 b"];
    assert.deepEqual([leader.heard, follower.heard], [expected, expected]);
    opened()[0].close();
    leader.stream.reconnect();
    assert.equal(opened()[1].url, "/api/v1/events?after=4-e2");
  });

  test("goes on in the next tab behind what the first one heard", async () => {
    const leader = newTab();
    newTab();
    opened()[0].open();
    opened()[0].say("document.created", "7-e1", { document: { id: "a" } });
    opened()[0].say("reset", "3-e2", { reason: "not-kept" });
    leader.close();
    await rest();
    assert.deepEqual(opened().map(({ url }) => url), ["/api/v1/events", "/api/v1/events?after=3-e2"]);
  });

  test("tells all tabs of contents that were opened, and of nothing that is none", () => {
    const [leader, follower] = [newTab(), newTab()];
    opened()[0].open();
    opened()[0].say("preview.ready", "", { sha256: "ab", pageCount: 3 });
    opened()[0].say("preview.ready", "", { sha256: "cd", pageCount: 12, preparing: true });
    opened()[0].say("preview.ready", "", { sha256: "ef" });
    opened()[0].say("preview.ready", "", { pageCount: 2 });
    const expected = ["open", "ready ab 3 false", "ready cd 12 true"];
    assert.deepEqual([leader.heard, follower.heard], [expected, expected]);
  });

  test("tells all tabs of rules as the server does", () => {
    const [leader, follower] = [newTab(), newTab()];
    opened()[0].open();
    opened()[0].say("rules.changed", "", { count: 2 });
    opened()[0].say("rules.applied", "", { batch: "b" });
    const expected = ["open", 'rules {"count":2}', 'rules {"batch":"b"}'];
    assert.deepEqual([leader.heard, follower.heard], [expected, expected]);
  });

  test("remembers no id of what has none", () => {
    const { stream } = newTab();
    opened()[0].open();
    opened()[0].say("folders.changed", "", { folder: "" });
    opened()[0].close();
    stream.reconnect();
    assert.equal(opened()[1].url, "/api/v1/events");
  });
});
