import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { APP_VERSION, formFactorOf, refusalOf } from "../../../../Public/shell/restoration/archive-facts.js";
import { restoreGuarded } from "../../../../Public/shell/restoration/guarded-restoration.js";
import { RestorableObjects } from "../../../../Public/shell/restoration/restorable-objects.js";
import { understoodArchive } from "../../../../Public/shell/restoration/state-archive.js";
import { StateRestoring } from "../../../../Public/shell/restoration/state-restoring.js";
import { saveState } from "../../../../Public/shell/restoration/state-saving.js";
import { RestoreGuard } from "../../../../Public/shell/restore-guard.js";

const FACTS = { appVersion: "0.1.0", formFactor: "desktop", savedAt: "2026-05-01T10:00:00Z", userAgent: "Mozilla" };
let log;

beforeEach(() => (log = []));

/** A part that writes down what is asked of it. */
function part(restoreId, values = {}, { children = [], presented = null, decode } = {}) {
  const taken = {};
  return {
    restoreId, taken, children: () => children, presented: () => presented,
    encode(slot) {
      log.push(`encode ${restoreId}`);
      for (const [key, value] of Object.entries(values)) slot.encode(key, value);
    },
    decode(slot) {
      log.push(`decode ${restoreId}`);
      for (const key of Object.keys(values)) taken[key] = slot.decode(key);
      return decode?.(slot);
    },
    finishedRestoring: () => void log.push(`finished ${restoreId}`),
  };
}

const saved = (root, more = {}) => saveState({ root, shouldSave: () => true, ...more }, FACTS);

/** An app of parts by their last identifier, which writes down what is asked of it. */
function appOf(parts, more = {}) {
  const factories = Object.fromEntries(Object.entries(parts).map(([id, made]) => [id, (slot, path) => {
    log.push(`make ${path.join("/")}`);
    return typeof made === "function" ? made(slot, path) : made;
  }]));
  return {
    factories, shouldRestore: () => (log.push("should restore"), true), didDecode: () => void log.push("did decode"), ...more,
  };
}

const restore = (app, archive) => new StateRestoring(app, archive, (error, path) => log.push(`failed ${path}`)).run();
const kept = (archive) => understoodArchive(JSON.parse(JSON.stringify(archive)));

test("what is shown is saved from the first part down, after the app was asked and told", () => {
  const root = part("shell", {}, { children: [part("library", {}, { children: [part("list")] }), part("document")], presented: part("settings") });
  saved(root, { shouldSave: () => (log.push("should save"), true), willEncode: () => void log.push("will encode") });
  assert.deepEqual(log, ["should save", "will encode", "encode shell", "encode library", "encode list", "encode document", "encode settings"]);
});

test("nothing is saved where the app refuses", () => {
  assert.equal(saveState({ root: part("shell"), shouldSave: () => false, willEncode: () => log.push("told") }, FACTS), null);
  assert.deepEqual(log, []);
});

test("a part without an identifier is not kept, nor are its children, nor what it presents", () => {
  const { tree, slots } = saved(part("shell", {}, { children: [part(null, {}, { children: [part("child")], presented: part("sheet") }), part("other")] }));
  assert.deepEqual(tree.map(({ path }) => path), ["shell", "shell/other"]);
  assert.deepEqual(Object.keys(slots), ["shell", "shell/other"]);
});

test("what is presented hangs from what presents it", () => {
  const { tree } = saved(part("shell", {}, { children: [part("library", {}, { presented: part("details") })] }));
  assert.deepEqual(tree.at(-1), { path: "shell/library/details", presenter: "shell/library" });
  assert.equal(tree.at(-2).presenter, null);
});

test("two parts of one identifier below different ones, and of one key, are restored apart", async () => {
  const two = (a, b) => part("shell", {}, { children: [part("left", {}, { children: [a] }), part("right", {}, { children: [b] })] });
  const archive = kept(saved(two(part("list", { x: 1 }), part("list", { x: 2 }))));
  const [a, b] = [part("list", { x: 0 }), part("list", { x: 0 })];
  await restore(appOf({ shell: part("shell"), left: part("left"), right: part("right"), list: (slot, path) => (path[1] === "left" ? a : b) }), archive);
  assert.deepEqual([a.taken, b.taken], [{ x: 1 }, { x: 2 }]);
});

test("of two parts with one path the first is kept", () => {
  const { slots } = saved(part("shell", {}, { children: [part("list", { x: 1 }), part("list", { x: 2 })] }));
  assert.deepEqual(slots["shell/list"], { x: 1 });
});

test("it is restored in order: factories down, decoding down, the app, the end down; each once", async () => {
  const archive = kept(saved(part("shell", {}, { children: [part("library", {}, { children: [part("list")] }), part("document")] })));
  log = [];
  const parts = { shell: part("shell"), library: part("library"), list: part("list"), document: part("document") };
  assert.equal(await restore(appOf(parts), archive), true);
  assert.deepEqual(log, [
    "should restore", "make shell", "make shell/library", "make shell/library/list", "make shell/document",
    "decode shell", "decode library", "decode list", "decode document", "did decode",
    "finished shell", "finished library", "finished list", "finished document",
  ]);
});

test("factories that take time keep the order", async () => {
  const archive = kept(saved(part("shell", {}, { children: [part("slow"), part("fast")] })));
  log = [];
  await restore(appOf({ shell: part("shell"), slow: async () => (await null, await null, part("slow")), fast: part("fast") }), archive);
  assert.deepEqual(log.filter((line) => line.startsWith("decode")), ["decode shell", "decode slow", "decode fast"]);
});

test("a factory that returns null stops there and below; the others are restored", async () => {
  const dialog = part("dialog", {}, { children: [part("field")], presented: part("sheet") });
  const archive = kept(saved(part("shell", {}, { children: [part("list")], presented: dialog })));
  log = [];
  await restore(appOf({ shell: part("shell"), list: part("list"), dialog: null, field: part("field"), sheet: part("sheet") }), archive);
  assert.deepEqual(log.filter((line) => /make|decode [a-z]+$/.test(line)), [
    "should restore", "make shell", "make shell/list", "make shell/dialog", "decode shell", "decode list", "did decode",
  ].filter((line) => /make|decode [a-z]+$/.test(line)));
});

test("a part that is there already is given back, not made again", async () => {
  const mounted = part("shell", { x: 0 });
  await restore(appOf({}, { make: () => mounted }), kept(saved(part("shell", { x: 5 }))));
  assert.deepEqual(mounted.taken, { x: 5 });
});

test("nothing is restored where the app refuses", async () => {
  await restore(appOf({ shell: part("shell") }, { shouldRestore: () => false }), kept(saved(part("shell"))));
  assert.deepEqual(log, ["encode shell"]);
});

test("half an archive restores that half", async () => {
  const archive = saved(part("shell", { a: 1 }, { children: [part("list", { first: 3 }), part("lost")] }));
  const half = understoodArchive({ ...archive, app: 7, objects: null, slots: { "shell/list": { first: 3 } }, tree: [...archive.tree, { path: 5 }, null, { path: "gone/child" }] });
  const [shell, list] = [part("shell", { a: 0 }), part("list", { first: 0, offset: 0 })];
  await restore(appOf({ shell, list, child: part("child") }), half);
  assert.deepEqual([shell.taken, list.taken], [{ a: undefined }, { first: 3, offset: undefined }]);
  assert.ok(!log.includes("make gone/child"));
});

test("a part that fails is told of, and the others are restored", async () => {
  const archive = kept(saved(part("shell", {}, { children: [part("bad"), part("worse"), part("good", { x: 1 })] })));
  const good = part("good", { x: 0 });
  const bad = part("bad", {}, { decode: () => { throw new Error("no"); } });
  const isWhole = await restore(appOf({ shell: part("shell"), bad, worse: () => { throw new Error("never"); }, good }), archive);
  assert.equal(isWhole, false);
  assert.deepEqual([good.taken, log.filter((line) => line.startsWith("failed"))], [{ x: 1 }, ["failed shell/worse", "failed shell/bad"]]);
});

test("an object is kept where a part encodes it, once, and comes back as the same object", async () => {
  const objects = new RestorableObjects();
  const [selection, idle] = [part("selection", { ids: ["a"] }), part("idle")];
  objects.register(selection, "shell/list");
  objects.register(idle);
  const list = (encoded) => part("list", encoded);
  const archive = kept(saved(part("shell", { also: selection }, { children: [list({ selection })] }), { objects }));
  assert.deepEqual(archive.objects, ["shell/list/selection"]);
  assert.deepEqual(log.filter((line) => line === "encode selection" || line === "encode idle"), ["encode selection"]);
  const restored = list({ selection: null });
  await restore(appOf({ shell: part("shell"), list: restored }, { objects }), archive);
  assert.equal(restored.taken.selection, selection);
  assert.deepEqual(selection.taken, { ids: ["a"] });
});

test("an object of what is not restored is not, either", async () => {
  const objects = new RestorableObjects();
  const selection = part("selection", { ids: ["a"] });
  objects.register(selection, "shell/list");
  const archive = kept(saved(part("shell", {}, { children: [part("list", { selection })] }), { objects }));
  await restore(appOf({ shell: part("shell"), list: null }, { objects }), archive);
  assert.deepEqual(selection.taken, {});
});

test("an object that was registered and not encoded is not kept", () => {
  const objects = new RestorableObjects();
  objects.register(part("selection"));
  const { objects: encoded, slots } = saved(part("shell"), { objects });
  assert.deepEqual([encoded, Object.keys(slots)], [[], ["shell"]]);
});

test("an archive of another major version, another kind of device or more than 90 days is refused", () => {
  const now = { ...FACTS, savedAt: "2026-05-02T10:00:00Z" };
  assert.equal(refusalOf(FACTS, now), null);
  assert.equal(refusalOf({ ...FACTS, appVersion: "0.9.3" }, now), null);
  assert.match(refusalOf({ ...FACTS, appVersion: "1.0.0" }, now), /version 1\.0\.0/);
  assert.match(refusalOf({ ...FACTS, formFactor: "phone" }, now), /phone/);
  assert.match(refusalOf({ ...FACTS, savedAt: "2026-01-01T10:00:00Z" }, now), /kept at/);
  assert.match(refusalOf({ ...FACTS, savedAt: "never" }, now), /kept at/);
});

test("a screen is that of a phone, a tablet or a desk, also turned and in a small window", () => {
  const [phone, tablet] = [{ width: 844, height: 390 }, { width: 820, height: 1180 }];
  assert.deepEqual([formFactorOf(phone, true), formFactorOf(tablet, true), formFactorOf(phone, false)], ["phone", "tablet", "desktop"]);
});

test("the app's version is the server's", () => {
  const server = readFileSync(new URL("../../../../Sources/WebApp/App.swift", import.meta.url), "utf8");
  assert.equal(/static let version = "([^"]+)"/.exec(server)[1], APP_VERSION);
});

test("what is no archive is none", () => {
  for (const other of [null, 5, "text", [], {}, { appVersion: "0.1.0" }]) assert.equal(understoodArchive(other), null);
});

/** The guards of one browser's starts, one after the other. */
function startsOf(marks = { text: null }) {
  let shown = () => {};
  const guard = (clean = false) => new RestoreGuard({
    read: () => marks.text, write: (text) => (marks.text = text), shown: (action) => (shown = action), errors: () => () => {}, leaving: () => () => {},
  }, clean);
  return { guard, draw: () => shown() };
}

const start = (guard, app, archive, now = FACTS) => restoreGuarded(app, archive, {
  guard, now, drop: () => log.push("dropped"), log: (line) => log.push(line),
});

test("the mark goes when what takes longer has ended, too", async () => {
  const starts = startsOf();
  let end;
  const slow = part("shell", {}, { decode: () => new Promise((resolve) => (end = resolve)) });
  const archive = kept(saved(part("shell")));
  const running = start(starts.guard(), appOf({ shell: slow }), archive);
  while (!end) await null;
  starts.draw();
  assert.equal(await start(starts.guard(), appOf({ shell: part("shell") }), archive), "dropped");
  end();
  assert.equal(await running, "restored");
});

test("a restoration that never ends is dropped at the next start, and the start after that is clean", async () => {
  const starts = startsOf();
  const archive = kept(saved(part("shell")));
  void start(starts.guard(), appOf({ shell: part("shell", {}, { decode: () => new Promise(() => {}) }) }), archive);
  while (!log.includes("finished shell")) await null;
  starts.draw();
  log = [];
  assert.equal(await start(starts.guard(), appOf({ shell: part("shell") }), archive), "dropped");
  assert.deepEqual(log.slice(1), ["dropped"]);
});

test("a restoration that failed is dropped at the next start", async () => {
  const starts = startsOf();
  const archive = kept(saved(part("shell")));
  const bad = part("shell", {}, { decode: () => { throw new Error("no"); } });
  assert.equal(await start(starts.guard(), appOf({ shell: bad }), archive), "failed");
  starts.draw();
  assert.equal(await start(starts.guard(), appOf({ shell: part("shell") }), archive), "dropped");
});

test("one that was survived is restored again at the next start", async () => {
  const starts = startsOf();
  const archive = kept(saved(part("shell")));
  for (const _ of [1, 2]) {
    assert.equal(await start(starts.guard(), appOf({ shell: part("shell") }), archive), "restored");
    starts.draw();
  }
});

test("a clean start restores nothing, and keeps the archive", async () => {
  assert.equal(await start(startsOf().guard(true), appOf({ shell: part("shell") }), kept(saved(part("shell")))), "clean");
  assert.deepEqual(log, ["encode shell"]);
});

test("an archive that is refused is told of, and nothing is marked", async () => {
  const marks = { text: null };
  const archive = { ...kept(saved(part("shell"))), formFactor: "phone" };
  assert.equal(await start(startsOf(marks).guard(), appOf({ shell: part("shell") }), archive), "refused");
  assert.deepEqual([log.at(-1), marks.text], ["What was shown is not restored: it is of a phone.", null]);
});
