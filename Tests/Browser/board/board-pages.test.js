import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CardPicture } from "../../../Public/board/card-picture.js";
import { CardView } from "../../../Public/board/card-view.js";
import { BoardPages } from "../../../Public/board/board-pages.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { TypeTree } from "../../../Public/api/type-tree.js";
import { document } from "../factories.js";
import { card } from "./boards.js";

before(() => { globalThis.devicePixelRatio = 1; });
after(() => { delete globalThis.devicePixelRatio; });

const settled = () => new Promise((resolve) => { setImmediate(resolve); });
const BUSY = new ApiProblem(503, "busy", "");

/** A board's pages, and a server whose answers a test gives: each question waits until then. */
function asking() {
  /** @type {{id: string, answer: (content: string) => void, refuse: (problem: ApiProblem) => void}[]} */
  const questions = [];
  const looks = [];
  const ask = (id, list, make) => new Promise((resolve, reject) => {
    list.push({ id, answer: (sha256) => resolve(make(sha256)), refuse: reject });
  });
  const api = {
    document: (id) => ask(id, looks, (sha256) => document({ id, sha256 })),
    preview: (id) => ask(id, questions, () => ({ kind: "pages", pageCount: 1, pages: [{ number: 1, width: 2, height: 3, label: "1" }], reason: null })),
  };
  const learned = [];
  const waits = [];
  let due = () => {};
  const timer = {
    pending: false,
    set: (milliseconds, action) => {
      waits.push(milliseconds);
      timer.pending = true;
      due = () => { timer.pending = false; action(); };
    },
  };
  const pages = new BoardPages(
    api, new TypeTree([]), (id, aspects) => learned.push([id, ...aspects]), new AbortController().signal, { timer, chance: () => 0 },
  );
  const next = (list) => list.shift() ?? assert.fail("nothing was asked");
  const answer = async (sha256) => {
    for (const list of [looks, questions]) next(list).answer(sha256);
    await settled();
  };
  const refuse = async (problem) => {
    for (const list of [looks, questions]) next(list).refuse(problem);
    await settled();
  };
  const looked = async (sha256) => {
    next(looks).answer(sha256);
    await settled();
  };
  return { pages, questions, looks, learned, waits, answer, refuse, looked, passes: () => due() };
}

/** The content that a card would show. */
const shown = (pages) => pages.imageUrl("d1", 1, 100)?.match(/v=(\w+)/)?.[1] ?? null;

describe("a document that lies on a board", () => {
  test("is asked for once", async () => {
    const { pages, questions, learned, answer } = asking();
    pages.want("d1");
    pages.want("d1");
    assert.equal(questions.length, 1);
    await answer("one");
    pages.want("d1");
    assert.deepEqual([questions.length, learned, shown(pages), pages.loading], [0, [["d1", 1.5]], "one", false]);
  });

  test("among many is waited for until it is known, or refused for now", async () => {
    const { pages, answer, refuse } = asking();
    let isKnown = false;
    const known = pages.wantAll(["d1", "d2"]).then(() => { isKnown = true; });
    await answer("one");
    assert.equal(isKnown, false);
    await refuse(BUSY);
    await known;
    assert.deepEqual([isKnown, shown(pages)], [true, "one"]);
    await pages.wantAll(["d1"]);
  });

  test("and changes while it is asked for is asked for once more", async () => {
    const { pages, questions, answer } = asking();
    pages.want("d1");
    pages.heard(document({ sha256: "two" }));
    assert.equal(questions.length, 1);
    await answer("one");
    await answer("two");
    assert.deepEqual([shown(pages), questions.length], ["two", 0]);
  });

  test("and changes while it is asked for, which fails, is asked for once more", async () => {
    const { pages, answer, refuse } = asking();
    pages.want("d1");
    pages.heard(document({ sha256: "two" }));
    await refuse(new ApiProblem(422, "damaged", ""));
    await answer("two");
    assert.equal(shown(pages), "two");
  });

  test("and changes is shown as it was until it is there as it is", async () => {
    const { pages, questions, answer } = asking();
    pages.want("d1");
    await answer("one");
    pages.heard(document({ sha256: "one", name: "renamed.pdf" }));
    assert.equal(questions.length, 0);
    pages.heard(document({ sha256: "two" }));
    assert.deepEqual([shown(pages), pages.trouble("d1")], ["one", null]);
    await answer("two");
    assert.equal(shown(pages), "two");
  });
});

describe("a trouble that passes", () => {
  for (const problem of [BUSY, ApiProblem.offline()]) {
    test(`(${problem.code}) is over when the server can be asked again, a little later each time`, async () => {
      const { pages, questions, waits, answer, refuse, passes } = asking();
      pages.want("d1");
      await refuse(problem);
      const trouble = pages.trouble("d1");
      assert.ok(trouble);
      passes();
      assert.equal(pages.trouble("d1"), trouble, "it is told until it is over");
      await refuse(problem);
      passes();
      await answer("one");
      assert.deepEqual([shown(pages), pages.trouble("d1"), questions.length], ["one", null, 0]);
      assert.deepEqual(waits, [2000, 4000]);
    });
  }

  test("waits as long as the server says", async () => {
    const { pages, waits, refuse } = asking();
    pages.want("d1");
    await refuse(new ApiProblem(503, "busy", "", 30));
    assert.deepEqual(waits, [30_000]);
  });

  test("of several is tried again in one go", async () => {
    const { pages, questions, waits, refuse, passes } = asking();
    for (const id of ["d1", "d2"]) pages.want(id);
    await refuse(BUSY);
    await refuse(BUSY);
    passes();
    assert.deepEqual([waits, questions.map(({ id }) => id)], [[2000], ["d1", "d2"]]);
  });

  test("takes nothing away that was there", async () => {
    const { pages, answer, refuse, passes } = asking();
    pages.want("d1");
    await answer("one");
    pages.heard(document({ sha256: "two" }));
    await refuse(BUSY);
    assert.deepEqual([shown(pages), pages.trouble("d1")], ["one", null]);
    passes();
    await answer("two");
    assert.equal(shown(pages), "two");
  });

  test("is not one that stays", async () => {
    const { pages, waits, refuse } = asking();
    pages.want("d1");
    await refuse(new ApiProblem(404, "not-found", ""));
    assert.deepEqual([waits, pages.trouble("d1")], [[], "This document is not here"]);
  });
});

describe("when anything may have been missed", () => {
  test("a changed page is asked for, and an unchanged one is left alone", async () => {
    const { pages, questions, answer, looked } = asking();
    for (const id of ["d1", "d2"]) pages.want(id);
    await answer("one");
    await answer("one");
    void pages.refresh();
    await looked("two");
    assert.deepEqual(questions.map(({ id }) => id), ["d1"]);
    await answer("two");
    assert.equal(shown(pages), "two");
  });

  test("a page that was in trouble is asked for at once", async () => {
    const { pages, answer, refuse } = asking();
    pages.want("d1");
    await refuse(ApiProblem.offline());
    void pages.refresh();
    await answer("one");
    assert.equal(shown(pages), "one");
  });

  test("a page that cannot be looked at is looked at later", async () => {
    const { pages, looks, answer, passes } = asking();
    pages.want("d1");
    await answer("one");
    void pages.refresh();
    looks.shift().refuse(BUSY);
    await settled();
    passes();
    await answer("two");
    assert.equal(shown(pages), "two");
  });
});

/** Images as a browser loads them: a test says what becomes of each. */
class PlayedImage {
  static made = [];
  attributes = new Map();
  isShown = false;

  constructor() { PlayedImage.made.push(this); }

  setAttribute(name, value) { this.attributes.set(name, value); }
  append(...children) { for (const child of children) child.isShown = true; }
  prepend(...children) { this.append(...children); }
  addEventListener() {}
  remove() { this.isShown = false; }
  decode() { return new Promise((resolve, reject) => { Object.assign(this, { come: resolve, fail: reject }); }); }
}

describe("the picture on a card", () => {
  before(() => { globalThis.document = { createElement: () => new PlayedImage() }; });
  after(() => { delete globalThis.document; });

  test("is asked for again where it does not come, five times at most", async (t) => {
    const { setTimeout } = globalThis;
    /** @type {{ action: () => void, wait: number }[]} */
    const alarms = [];
    Object.assign(globalThis, { setTimeout: (action, wait) => alarms.push({ action, wait }) });
    t.after(() => Object.assign(globalThis, { setTimeout }));
    const flushed = async () => { for (let turn = 0; turn < 9; turn += 1) await Promise.resolve(); };
    PlayedImage.made = [];
    const picture = new CardPicture(new PlayedImage(), () => {});
    picture.show("/p", 100);
    for (const [index, wait] of [2000, 4000, 8000, 16_000, 32_000].entries()) {
      PlayedImage.made.at(-1).fail();
      await flushed();
      assert.equal(PlayedImage.made.length, index + 2, "not before");
      assert.deepEqual(alarms.map((alarm) => alarm.wait), [wait]);
      alarms.pop().action();
      assert.equal(PlayedImage.made.length, index + 3);
    }
    PlayedImage.made.at(-1).fail();
    await flushed();
    assert.deepEqual(alarms, []);
  });

  test("is another one when its page has become another, however sharp it is", async () => {
    PlayedImage.made = [];
    let content = "one";
    const pages = {
      trouble: () => null, nativeWidth: () => Infinity, want: () => {}, quickUrl: () => null, name: () => "",
      imageUrl: (id, page, width) => `/${id}/${page}?width=${width}&v=${content}`,
    };
    const view = new CardView(pages, () => {});
    const last = () => PlayedImage.made.at(-1)?.src;
    const box = { width: 100, height: 150 };
    view.sharpen(card(), box, 1);
    const [address, count] = [last(), PlayedImage.made.length];
    view.sharpen(card(), box, 1);
    assert.equal(PlayedImage.made.length, count, "the same is not asked for twice");
    content = "two";
    view.sharpen(card(), box, 1);
    assert.equal(last(), address.replace("v=one", "v=two"));
  });
});
