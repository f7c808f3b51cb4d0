import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { emptyList, reduceList, reduceTogether } from "../../../Public/library/document-store.js";
import { TypeTree } from "../../../Public/api/type-tree.js";
import { at, document } from "../factories.js";

const ALL = Object.freeze({ place: "all", folder: "", q: "", sort: "-created" });
const TYPES = new TypeTree([
  { identifier: "com.adobe.pdf", name: "PDF document", conformsTo: ["public.composite-content"] },
  { identifier: "public.png", name: "PNG image", conformsTo: ["public.image"] },
]);

/** The state after some actions. */
function after(actions, query = ALL) {
  return actions.reduce((state, action) => reduceList(state, action, TYPES), emptyList(query));
}

/** The state as a line that can be read: the ids in order, and whether there is more. */
function line(state) {
  return state.documents.map(({ id }) => id).join(" ") + (state.next ? " …" : "");
}

/** Documents whose names are ids and whose minutes are given: `made({a: 5, b: 3})`. */
function made(minutes) {
  return Object.entries(minutes).map(
    ([id, minute]) => document({ id, created: at(minute), modified: at(minute) }),
  );
}

const page = (documents, next = null, cursor = null, query = ALL) => (
  { type: "page", query, cursor, documents, next }
);
const event = (kind, sequence, facts, epoch = "e1") => (
  { type: "event", kind: `document.${kind}`, epoch, sequence, document: document(facts) }
);

describe("pages of the list", () => {
  test("come one after another until there is no more", () => {
    const state = after([
      page(made({ d: 9, c: 8 }), "x"), { type: "more" }, page(made({ b: 7, a: 6 }), null, "x"),
    ]);
    assert.equal(line(state), "d c b a");
    assert.equal(state.status, "ready");
  });

  test("a page of an older query counts for nothing", () => {
    const other = { ...ALL, q: "other" };
    const state = after([{ type: "ask", query: other }, page(made({ a: 1 }))]);
    assert.deepEqual([line(state), state.status], ["", "loading"]);
  });

  test("a page that comes twice counts once", () => {
    const twice = page(made({ b: 7 }), "y", "x");
    const state = after([page(made({ d: 9 }), "x"), { type: "more" }, twice, twice]);
    assert.equal(line(state), "d b …");
  });

  test("a document that is on two pages is listed once", () => {
    const state = after([
      page(made({ d: 9, c: 8 }), "x"), { type: "more" }, page(made({ c: 8, b: 7 }), null, "x"),
    ]);
    assert.equal(line(state), "d c b");
  });

  test("a failure leaves what is there, and asking for more tries again", () => {
    const failed = after([
      page(made({ d: 9 }), "x"),
      { type: "more" },
      { type: "failed", query: ALL, problem: { code: "offline" } },
    ]);
    assert.deepEqual([line(failed), failed.status], ["d …", "failed"]);
    const again = [{ type: "more" }, page(made({ c: 8 }), null, "x")].reduce(
      (state, action) => reduceList(state, action, TYPES), failed,
    );
    assert.deepEqual([line(again), again.status, again.problem], ["d c", "ready", null]);
  });
});

describe("events", () => {
  test("a new document goes where its order puts it", () => {
    const state = after([page(made({ c: 9, a: 1 })), event("created", 1, { id: "b", created: at(5) })]);
    assert.equal(line(state), "c b a");
  });

  test("a new document beyond the end of what is loaded waits for its page", () => {
    const start = [page(made({ d: 9, c: 8 }), "x"), event("created", 1, { id: "a", created: at(1) })];
    assert.equal(line(after(start)), "d c …");
    assert.equal(line(after([...start, { type: "more" }, page(made({ b: 2, a: 1 }), null, "x")])), "d c b a");
  });

  test("a live insert between two pages is neither lost nor doubled", () => {
    const created = event("created", 1, { id: "e", created: at(20) });
    const state = after([
      page(made({ d: 9, c: 8 }), "x"), { type: "more" }, created, page(made({ b: 7 }), null, "x"),
    ]);
    assert.equal(line(state), "e d c b");
  });

  test("a document that is told of before the first page comes is kept", () => {
    const state = after([event("created", 1, { id: "b", created: at(20) }), page(made({ a: 1 }))]);
    assert.equal(line(state), "b a");
  });

  test("an event that comes twice changes nothing", () => {
    const once = after([page([]), event("created", 1, { id: "a" })]);
    assert.equal(reduceList(once, event("created", 1, { id: "a" }), TYPES), once);
  });

  test("of two events in the wrong order the later one holds", () => {
    const state = after([
      page(made({ a: 1 })), event("deleted", 5, { id: "a" }), event("changed", 4, { id: "a", version: 2 }),
    ]);
    assert.equal(line(state), "");
  });

  test("a renamed document has its new name and its new place", () => {
    const query = { ...ALL, sort: "name" };
    const documents = [document({ id: "a", name: "Apple" }), document({ id: "b", name: "Berry" })];
    const state = after(
      [page(documents, null, null, query), event("moved", 1, { id: "a", name: "Zebra" })], query,
    );
    assert.deepEqual(state.documents.map(({ name }) => name), ["Berry", "Zebra"]);
  });

  test("new content replaces the old", () => {
    const state = after([page(made({ a: 1 })), event("changed", 3, { id: "a", version: 2, sha256: "22" })]);
    assert.deepEqual(state.documents.map(({ sha256 }) => sha256), ["22"]);
  });

  test("a page that was on its way does not bring back the old content", () => {
    const changed = event("changed", 3, { id: "a", version: 2, created: at(1) });
    const state = after([
      page(made({ b: 9 }), "x"), { type: "more" }, changed, page(made({ a: 1 }), null, "x"),
    ]);
    assert.deepEqual(state.documents.map(({ id, version }) => `${id}${version}`), ["b1", "a2"]);
  });

  test("a deleted document does not come back with a page that was on its way", () => {
    const state = after([
      page(made({ d: 9 }), "x"),
      { type: "more" },
      event("deleted", 1, { id: "c" }),
      page(made({ c: 8, b: 7 }), null, "x"),
    ]);
    assert.equal(line(state), "d b");
  });

  test("a restored document is listed again", () => {
    const state = after([
      page(made({ a: 1 })), event("deleted", 1, { id: "a" }), event("restored", 2, { id: "a" }),
    ]);
    assert.equal(line(state), "a");
  });

  test("a document that is removed for good leaves the list, the Trash's too", () => {
    const trash = { place: "trash", q: "", sort: "-created" };
    const thrown = [page([], null, null, trash), event("deleted", 1, { id: "a" })];
    assert.equal(line(after([page(made({ a: 1 })), event("removed", 2, { id: "a" })])), "");
    assert.equal(line(after([...thrown, event("removed", 2, { id: "a" })], trash)), "");
  });

  test("a document's marks are shown as they were heard of", () => {
    const state = after([page(made({ a: 1 })), event("marked", 2, { id: "a", modified: at(1), handler: "text" })]);
    assert.equal(state.documents[0].handler, "text");
  });

  test("in the Trash what is deleted comes and what is restored goes", () => {
    const trash = { place: "trash", folder: "", q: "", sort: "-created" };
    const start = [page([], null, null, trash), event("deleted", 1, { id: "a" })];
    assert.equal(line(after(start, trash)), "a");
    assert.equal(line(after([...start, event("restored", 2, { id: "a" })], trash)), "");
    assert.equal(line(after([...start, event("created", 3, { id: "b" })], trash)), "a");
  });

  test("a document that does not belong to the query stays out, and leaves when it no longer does", () => {
    const query = { ...ALL, q: "tax Über" };
    const start = [
      page([], null, null, query),
      event("created", 1, { id: "a", name: "ÜBERWEISUNG TAX 2026.pdf" }),
      event("created", 2, { id: "b", name: "tax.pdf" }),
    ];
    assert.equal(line(after(start, query)), "a");
    assert.equal(line(after([...start, event("moved", 3, { id: "a", name: "other.pdf" })], query)), "");
  });

  test("a place of a kind takes the types that conform to it", () => {
    const images = { ...ALL, place: "images" };
    const state = after(
      [
        page([], null, null, images),
        event("created", 1, { id: "a", type: "public.png" }),
        event("created", 2, { id: "b" }),
      ],
      images,
    );
    assert.equal(line(state), "a");
  });
});

describe("what this client does itself", () => {
  test("an upload's document and the event about it are one document", () => {
    const state = after([
      page([]), { type: "came", documents: [document({ id: "a" })] }, event("created", 1, { id: "a" }),
    ]);
    assert.equal(line(state), "a");
  });

});

describe("documents that are removed for good", () => {
  test("leave the list at once, also that of the Trash", () => {
    const [a, b] = [document({ id: "a" }), document({ id: "b" })];
    assert.equal(line(after([page([a, b]), { type: "left", ids: ["a"] }])), "b");
  });
});

describe("what is being thrown away", () => {
  const [a] = made({ a: 1 });
  const [going, gone, stayed] = [{ type: "going", ids: ["a"] }, { type: "gone", ids: ["a"] }, { type: "stayed", documents: [a] }];
  const anew = [{ type: "refresh" }, { type: "refreshed", query: ALL, documents: made({ b: 2, a: 1 }), next: null }];
  const thrown = [page(made({ b: 2, a: 1 })), going];

  test("leaves at once, and comes back where it was refused", () => {
    assert.equal(line(after(thrown)), "b");
    assert.equal(line(after([...thrown, stayed])), "b a");
  });

  test("stays away whatever is read anew, asked or told before the server has answered", () => {
    assert.equal(line(after([...thrown, ...anew])), "b");
    assert.equal(line(after([...thrown, { type: "ask", query: ALL }, page(made({ b: 2, a: 1 }))])), "b");
    assert.equal(line(after([...thrown, event("changed", 1, { id: "a", version: 2 }), { type: "came", documents: [a] }])), "b");
  });

  test("stays away from an answer that was on its way when it went", () => {
    assert.equal(line(after([...thrown, anew[0], gone, anew[1]])), "b");
  });

  test("is as it was told of since where it was refused, also after it was read anew", () => {
    const changed = event("changed", 1, { id: "a", version: 2, created: at(1) });
    const state = after([...thrown, ...anew, changed, stayed]);
    assert.deepEqual(state.documents.map(({ id, version }) => `${id}${version}`), ["b1", "a2"]);
  });

  test("is in the Trash as soon as it is there", () => {
    const trash = { place: "trash", folder: "", q: "", sort: "-created" };
    const deleted = [...thrown, { type: "ask", query: trash }, page([], null, null, trash), event("deleted", 3, { id: "a" })];
    assert.equal(line(after(deleted)), "a");
    assert.equal(line(after([...deleted, gone])), "a");
    assert.equal(line(after([...thrown, { type: "ask", query: trash }, page([a], null, null, trash), gone])), "a");
  });

  test("is listed where it was taken back before the answer came", () => {
    const back = [event("deleted", 3, { id: "a" }), event("restored", 4, { id: "a", created: at(1) })];
    assert.equal(line(after([...thrown, ...back, gone])), "b a");
  });
});

describe("a refresh", () => {
  const refreshed = (documents) => ({ type: "refreshed", query: ALL, documents, next: null });

  test("brings what was missed and drops what has gone", () => {
    const state = after([page(made({ b: 2, a: 1 })), { type: "refresh" }, refreshed(made({ c: 3, b: 2 }))]);
    assert.equal(line(state), "c b");
  });

  test("keeps what was told of while it was on its way", () => {
    const state = after([
      page(made({ a: 1 })),
      { type: "refresh" },
      event("created", 1, { id: "b", created: at(9) }),
      refreshed(made({ a: 1 })),
    ]);
    assert.equal(line(state), "b a");
  });

  test("leaves the list as it is until the answer has come", () => {
    assert.equal(line(after([page(made({ b: 2, a: 1 })), { type: "refresh" }])), "b a");
  });
});

describe("a reset", () => {
  const refreshed = (documents) => ({ type: "refreshed", query: ALL, documents, next: null });
  const ids = (state) => state.documents.map(({ id, version }) => `${id}${version}`).join(" ");
  const listed = page([document({ id: "a", version: 9, created: at(2) }), document({ id: "b", created: at(1) })]);

  test("leaves in sight what is listed, until the answer has come", () => {
    const state = after([listed, { type: "reset" }, { type: "refresh" }]);
    assert.equal(ids(state), "a9 b1");
    assert.equal(ids(reduceList(state, refreshed([document({ id: "a", version: 2 })]), TYPES)), "a2");
  });

  test("lets events with lower numbers count, and older versions take the place of newer ones", () => {
    const state = after([
      listed, event("changed", 50, { id: "a", version: 9, created: at(2) }), { type: "reset" }, { type: "refresh" },
      event("changed", 7, { id: "a", version: 3, created: at(2) }, "e2"),
    ]);
    assert.equal(ids(state), "a3 b1");
    const answered = reduceList(state, refreshed([document({ id: "a", version: 2, created: at(2) })]), TYPES);
    assert.equal(ids(answered), "a3", "what was told since is newer than an answer that was on its way");
  });

  test("brings back what had left before it", () => {
    const state = after([
      listed, event("deleted", 50, { id: "b" }), { type: "reset" }, { type: "refresh" },
      refreshed(made({ b: 1 })),
    ]);
    assert.equal(ids(state), "b1");
  });

  test("is over with the answer: from then on the newer version wins again", () => {
    const state = after([
      listed, { type: "reset" }, { type: "refresh" }, refreshed([document({ id: "a", version: 4, created: at(2) })]),
      event("marked", 8, { id: "a", version: 3, created: at(2) }, "e2"),
    ]);
    assert.equal(ids(state), "a4");
  });

  test("is what an event of another epoch is, too: its numbers begin anew", () => {
    const reported = [listed, event("changed", 50, { id: "a", version: 9, created: at(2) })];
    const state = after([...reported, event("changed", 2, { id: "a", version: 3, created: at(2) }, "e2")]);
    assert.equal(ids(state), "a3 b1");
    const late = reduceList(state, event("changed", 1, { id: "a", version: 5, created: at(2) }, "e2"), TYPES);
    assert.equal(ids(late), "a3 b1", "within it the later one holds");
  });
});

describe("a burst of events", () => {
  const start = () => after([page(made({ e: 9, d: 8, c: 7, b: 6, a: 5 }))]);
  const withoutTimes = (state) => ({ ...state, reported: [...state.reported.keys()].sort(), gone: [...state.gone].sort(), heard: [...state.heard].sort(), going: [...state.going] });

  test("leaves the list as its events do one after the other", () => {
    let seed = 7;
    const next = (most) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
    for (let round = 0; round < 200; round += 1) {
      const actions = Array.from({ length: 30 }, (_, sequence) => {
        const id = "abcdefgh"[next(8)];
        if (next(10) === 0) return { type: "going", ids: [id] };
        if (next(12) === 0) return { type: "came", documents: made({ [id]: next(20) }) };
        const kind = ["changed", "moved", "created", "removed", "deleted", "restored"][next(6)];
        return event(kind, next(3) ? sequence : 0, { id, created: at(next(20)), modified: at(next(20)), version: next(4) }, next(20) ? "e1" : "e2");
      });
      const alone = actions.reduce((state, action) => reduceList(state, action, TYPES), start());
      assert.deepEqual(withoutTimes(reduceTogether(start(), actions, TYPES)), withoutTimes(alone));
    }
  });

  test("about twenty thousand documents is taken in one go through the list", () => {
    const all = Array.from({ length: 20_000 }, (_, number) => document({ id: `n${number}`, created: at(number % 60), modified: at(number % 60) }));
    const listed = reduceList(emptyList(ALL), page(all), TYPES);
    const events = all.map(({ id }, sequence) => event("changed", sequence, { id, created: at(1), version: 2, tags: ["new"] }));
    const began = performance.now();
    const state = reduceTogether(listed, events, TYPES);
    // Each on its own takes more than a minute.
    assert.ok(performance.now() - began < 5_000);
    assert.ok(state.documents.length === 20_000 && state.documents.every(({ tags }) => tags[0] === "new"));
  });
});
