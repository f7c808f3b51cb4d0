import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SharedPlaces } from "../../../Public/reader/shared-places.js";
import { DocumentPlaces, isSamePlace } from "../../../Public/reader/document-places.js";

const AUTOMATIC = { mode: "automatic" };
const START = { page: 1, zoom: AUTOMATIC };
const AT = { page: 3, fraction: { x: 0.5, y: 0.25 } };
const PLACE = { page: 4, zoom: { mode: "scale", scale: 1.5 }, at: AT };

function store(text = null) {
  const kept = { text };
  return { kept, read: () => kept.text, write: (next) => { kept.text = next; } };
}

describe("places in documents", () => {
  test("come back where the address names none", () => {
    const places = new DocumentPlaces(false, { store: store() });
    places.keep("a", PLACE);
    assert.deepEqual(places.restore("a", START, false), PLACE);
    assert.deepEqual(places.restore("b", START, false), START);
  });

  test("of a private document are neither kept in the browser nor left there", () => {
    const kept = store();
    const [places, document] = [new DocumentPlaces(false, { store: kept }), { id: "secret", tags: ["Private"] }];
    places.keep("secret", PLACE);
    places.keep("open", PLACE);
    places.guard(document);
    places.keep("secret", PLACE);
    assert.ok(!kept.kept.text.includes("secret") && kept.kept.text.includes("open"));
    places.guard({ ...document, tags: [] });
    places.keep("secret", PLACE);
    assert.ok(kept.kept.text.includes("secret"), "kept again once it is private no more");
  });

  test("give way to a page that the address names, and say where on it", () => {
    const places = new DocumentPlaces(false, { store: store() });
    places.keep("a", PLACE);
    assert.deepEqual(places.restore("a", { page: 2, zoom: AUTOMATIC }, true), { page: 2, zoom: AUTOMATIC });
    assert.deepEqual(places.restore("a", { page: 4, zoom: AUTOMATIC }, true), { page: 4, zoom: AUTOMATIC, at: AT });
  });

  test("are those of the last hundred documents", () => {
    const memory = store();
    const places = new DocumentPlaces(false, { store: memory });
    for (let number = 0; number < 150; number += 1) places.keep(`d${number}`, PLACE);
    places.keep("d60", PLACE);
    assert.equal(JSON.parse(memory.kept.text).length, 100);
    assert.deepEqual(["d49", "d51", "d60", "d149"].map((id) => places.restore(id, START, false).page), [1, 4, 4, 4]);
  });

  test("that are none are left out", () => {
    const hostile = [
      "nonsense", "{}", '[["a"]]', '[["a",{"page":0}]]', '[["a",{"page":"4"}]]', '[null,["a",null]]', '[["a",{"page":1e400}]]',
    ];
    for (const text of hostile) assert.deepEqual(new DocumentPlaces(false, { store: store(text) }).restore("a", START, false), START, text);
    const half = '[["a",{"page":4,"zoom":{"mode":"scale","scale":-1},"at":{"page":4,"fraction":{"x":0}}}]]';
    assert.deepEqual(new DocumentPlaces(false, { store: store(half) }).restore("a", START, false), { page: 4, zoom: AUTOMATIC });
  });

  test("are left alone by a clean start", () => {
    const memory = store();
    new DocumentPlaces(false, { store: memory }).keep("a", PLACE);
    const before = memory.kept.text;
    const clean = new DocumentPlaces(true, { store: memory });
    clean.keep("a", START);
    assert.deepEqual([clean.restore("a", START, false), memory.kept.text], [START, before]);
  });
});

describe("a place that is brought back", () => {
  /** Starts of the app, which keep their marks; a start is ended where what it showed is not told to have been shown. */
  const starts = () => {
    const [kept, marks] = [store(), new Set()];
    const guard = { begin: (name) => (marks.has(name) ? (marks.delete(name), false) : (marks.add(name), true)), end: (name) => marks.delete(name) };
    return { marks, open: (asked = START, isNamed = false) => {
      const places = new DocumentPlaces(false, { store: kept, guard });
      return { places, restored: places.restore("a", asked, isNamed), opening: places.opening("a", asked, isNamed) };
    } };
  };

  test("is dropped once a start has not survived it, for good", () => {
    const { open } = starts();
    open().places.keep("a", PLACE);
    const broken = open();
    assert.deepEqual(broken.opening.begin(broken.restored, 9), PLACE);
    const next = open();
    assert.deepEqual(next.opening.begin(next.restored, 9), START);
    next.opening.end();
    assert.deepEqual(open().restored, START);
  });

  test("stays where it was shown, and marks nothing where nothing was kept", () => {
    const { open, marks } = starts();
    const fresh = open();
    fresh.opening.begin(fresh.restored, 9);
    assert.equal(marks.size, 0);
    fresh.places.keep("a", PLACE);
    for (let time = 0; time < 3; time += 1) {
      const { restored, opening } = open();
      assert.deepEqual(opening.begin(restored, 9), PLACE);
      opening.end();
    }
  });

  test("gives way to the address alone where that names a page and its view was not survived", () => {
    const { open } = starts();
    open().places.keep("a", { ...PLACE, turn: 90 });
    const asked = { page: 2, zoom: AUTOMATIC };
    const broken = open(asked, true);
    assert.deepEqual(broken.opening.begin(broken.restored, 9), { ...asked, turn: 90 });
    const next = open(asked, true);
    assert.deepEqual(next.opening.begin(next.restored, 9), asked);
  });

  test("is the first page where its own is gone, and keeps the view", () => {
    const { open } = starts();
    open().places.keep("a", { ...PLACE, turn: 90 });
    const { opening, restored } = open();
    assert.deepEqual(opening.begin(restored, 3), { page: 1, zoom: PLACE.zoom, turn: 90 });
    opening.end();
    assert.deepEqual(opening.begin(restored, 4), restored);
  });

  test("waits for its page while more are being made, and leaves a page that an address names to the reader", () => {
    const { open } = starts();
    open().places.keep("a", PLACE);
    assert.equal(open().opening.begin(PLACE, null).page, 4);
    const { opening, restored } = open({ page: 8, zoom: AUTOMATIC }, true);
    opening.end();
    assert.equal(opening.begin(restored, 3).page, 8);
  });
});

test("a link to a place on the page where one was leads to that place", () => {
  const places = new DocumentPlaces(false, { store: store() });
  places.keep("a", PLACE);
  const asked = { page: 4, zoom: AUTOMATIC, top: 420 };
  assert.deepEqual(places.restore("a", asked, true), asked);
});

test("a page that is drawn anew, and a window that changes, is the same place", () => {
  const moved = (y) => ({ ...PLACE, at: { page: 3, fraction: { x: 0.5, y } } });
  assert.deepEqual([isSamePlace(PLACE, moved(0.251)), isSamePlace(PLACE, moved(0.4)), isSamePlace(PLACE, { ...PLACE, at: null })], [true, false, false]);
  assert.equal(isSamePlace(START, { ...START, turn: 90 }), false);
});

describe("places in documents on several devices", () => {
  const { signal } = new AbortController();
  /** A server that keeps the state of each client. */
  const server = () => {
    const states = new Map();
    const ask = async (path) => {
      if (!states.has(path)) throw new Error("not found");
      return { state: states.get(path), savedAt: "", appVersion: "" };
    };
    const listed = new Set();
    const list = { has: async (name) => listed.has(name), add: (name) => listed.add(name) };
    return { states, list, ask, send: async (path, { body }) => states.set(path, JSON.parse(body)) };
  };
  const device = (api, width = 1440) => new DocumentPlaces(false, { store: store(), shared: new SharedPlaces(api, api.list), width: () => width });
  const loaded = Promise.resolve();

  test("are where the latest of them has left", async () => {
    const api = server();
    const [tablet, desk] = [device(api), device(api)];
    desk.keep("a", { page: 2, zoom: AUTOMATIC });
    desk.leave("a");
    await new Promise((done) => setTimeout(done, 2));
    tablet.keep("a", PLACE);
    tablet.leave("a");
    assert.deepEqual(await desk.newer("a", loaded, signal), PLACE);
    assert.equal(await tablet.newer("a", loaded, signal), null);
    assert.equal(await desk.newer("b", loaded, signal), null);
  });

  test("come to a phone without the zoom and the spreads of a desk, and back without those of the phone", async () => {
    const api = server();
    const [desk, phone] = [device(api), device(api, 390)];
    const onDesk = { ...PLACE, zoom: { mode: "scale", scale: 1.5 }, arrangement: { flow: "across", spread: "cover" } };
    desk.keep("a", onDesk);
    desk.leave("a");
    const onPhone = await phone.newer("a", loaded, signal);
    assert.deepEqual(onPhone, { page: 4, at: AT, zoom: AUTOMATIC, arrangement: { flow: "down", spread: "single" } });
    await new Promise((done) => setTimeout(done, 2));
    phone.keep("a", { ...onPhone, page: 7, zoom: { mode: "scale", scale: 0.6 } });
    phone.leave("a");
    assert.deepEqual(await desk.newer("a", loaded, signal), { ...onDesk, page: 7 });
    assert.deepEqual((await device(api).newer("a", loaded, signal)).zoom, AUTOMATIC);
    assert.deepEqual((await device(api, 500).newer("a", loaded, signal)).zoom, { mode: "scale", scale: 0.6 });
  });

  test("are this browser's own where the server answers nothing, late, or what is no place", async () => {
    const broken = { ask: async () => { throw new Error("offline"); }, send: async () => { throw new Error("offline"); } };
    const silent = { ask: () => new Promise(() => {}), send: async () => {} };
    const hostile = { ask: async () => ({ state: { place: { page: -1 }, keptAt: 1e15 } }), send: async () => {} };
    for (const answers of [broken, silent, hostile]) {
      const places = device({ ...answers, list: server().list });
      places.keep("a", PLACE);
      places.leave("a");
      assert.equal(await places.newer("a", loaded, signal), null);
      assert.deepEqual(places.restore("a", START, false), PLACE);
    }
  });

  test("are not asked for by a clean start, nor told by it", async () => {
    const api = server();
    const clean = new DocumentPlaces(true, { store: store(), shared: new SharedPlaces(api, api.list) });
    clean.keep("a", PLACE);
    clean.leave("a");
    assert.deepEqual([api.states.size, await clean.newer("a", loaded, signal)], [0, null]);
  });

  test("keep how the pages were arranged and turned", async () => {
    const places = device(server());
    const view = { arrangement: { flow: "paged", spread: "cover" }, turn: 90 };
    places.keep("a", { ...PLACE, ...view });
    assert.deepEqual(places.restore("a", START, false), { ...PLACE, ...view });
    assert.deepEqual(places.restore("a", { page: 2, zoom: AUTOMATIC }, true), { page: 2, zoom: AUTOMATIC, ...view });
  });
});
