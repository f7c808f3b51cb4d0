import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cardBounds, COMMON_ASPECT } from "../../../Public/board/card-geometry.js";
import { boardsLastChanged, changeBoard } from "../../../Public/board/saving/board-document.js";
import { withoutCard, withPage } from "../../../Public/board/board-placing.js";
import { BoardViews } from "../../../Public/board/board-views.js";
import { meet } from "../../../Public/gestures/geometry/index.js";
import { parseBoard, serializeBoard } from "../../../Public/board/saving/board-file.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { document } from "../factories.js";
import { board, card, stroke } from "./boards.js";

const VIEW = { x: 1, y: -2, zoom: 3, rotation: 45 };

/** @param {string | null} text what the browser has kept */
function views(text = null) {
  let kept = text;
  return new BoardViews(null, { read: () => kept, write: (next) => (kept = next) });
}

describe("what was seen of a board", () => {
  test("is not kept of a private one, nor left", () => {
    const remembered = views();
    remembered.keep("a", VIEW);
    remembered.guard({ id: "a", tags: ["private"] });
    assert.equal(remembered.of("a"), null);
    remembered.keep("a", VIEW);
    assert.equal(remembered.of("a"), null);
    remembered.guard({ id: "a", tags: [] });
    remembered.keep("a", VIEW);
    assert.deepEqual(remembered.of("a"), VIEW);
  });

  test("is remembered for each, until it is forgotten", () => {
    const remembered = views();
    remembered.keep("a", VIEW);
    remembered.keep("b", { ...VIEW, zoom: 1 });
    remembered.keep("a", { ...VIEW, x: 7 });
    assert.deepEqual(remembered.of("a"), { ...VIEW, x: 7 });
    assert.deepEqual(remembered.of("b"), { ...VIEW, zoom: 1 });
    remembered.forget("a");
    assert.equal(remembered.of("a"), null);
    assert.equal(remembered.of("never seen"), null);
  });

  test("of a fifty-first board drives out the one seen longest ago", () => {
    const remembered = views();
    for (let index = 0; index <= 50; index += 1) remembered.keep(String(index), VIEW);
    assert.equal(remembered.of("0"), null);
    assert.deepEqual(remembered.of("1"), VIEW);
  });

  for (const text of ["", "{", "7", "[7]", '[["a"]]', '[["a", {}]]', '[["a", {"x": "1", "zoom": null}]]', '[["a", "x"]]']) {
    test(`is nothing where the browser kept ${text || "an empty text"}`, () => assert.equal(views(text).of("a"), null));
  }
});

describe("a page that is laid on a board that is not open", () => {
  const page = { id: "new", document: "d", page: 3 };

  test("lies in the middle of an empty one", () => {
    const [laid] = withPage(board(), page).cards;
    assert.deepEqual([laid?.x, laid?.y, laid?.document, laid?.page], [0, 0, "d", 3]);
  });

  test("covers nothing, and lies over everything", () => {
    const content = board([card({ z: 4 })], [stroke([[500, 900], [800, 950]])]);
    const laid = withPage(content, page).cards.find(({ id }) => id === "new");
    assert.ok(laid && laid.z > 4);
    assert.ok(laid.x - laid.width / 2 > 802, "beyond the ink, its width included");
    assert.ok(!meet(cardBounds(laid, COMMON_ASPECT), cardBounds(card(), COMMON_ASPECT)));
  });

  test("is taken off again alone", () => {
    const content = board([card()]);
    assert.deepEqual(withoutCard(withPage(content, page), "new").cards, content.cards);
    assert.deepEqual(withoutCard(content, "not there").cards, content.cards);
  });
});

/** A server with one board, which another client changes, too. */
class Server {
  conflicts = 0;
  version = 1;
  text = serializeBoard(board([card()]));

  document = async () => document({ id: "b", sha256: `v${this.version}` });
  content = async () => this.text;

  replace = async (/** @type {{sha256: string}} */ read, /** @type {string} */ text) => {
    if (this.conflicts > 0) {
      this.conflicts -= 1;
      this.version += 1;
      this.text = serializeBoard(board([card(), card({ id: `other${this.version}` })]));
    }
    if (read.sha256 !== `v${this.version}`) throw new ApiProblem(412, "version-conflict", "");
    this.version += 1;
    this.text = text;
    return this.document();
  };

  get api() {
    const api = { document: this.document, text: this.content, replace: this.replace };
    return /** @type {import("../../../Public/api/api.js").Api} */ (/** @type {unknown} */ (api));
  }

  get cards() {
    return parseBoard(this.text).board.cards.map(({ id }) => id);
  }
}

describe("a board that is changed without being open", () => {
  const add = (/** @type {ReturnType<typeof board>} */ content) => withPage(content, { id: "new", document: "d", page: 1 });

  test("keeps what another client does to it at the same time", async () => {
    const server = new Server();
    server.conflicts = 1;
    await changeBoard(server.api, document({ id: "b" }), add);
    assert.deepEqual(server.cards, ["a", "other2", "new"]);
  });

  test("is left alone where other clients never stop", async () => {
    const server = new Server();
    server.conflicts = 9;
    await assert.rejects(changeBoard(server.api, document({ id: "b" }), add), { code: "version-conflict" });
    assert.ok(!server.cards.includes("new"));
  });

  test("is left alone where it was made with a newer Sheaf", async () => {
    const server = new Server();
    server.text = JSON.stringify({ format: "org.sheaf.board", formatVersion: 99, cards: [] });
    await assert.rejects(changeBoard(server.api, document({ id: "b" }), add), { code: "newer-board" });
    assert.equal(server.version, 1);
  });

  test("is one of those last changed", async () => {
    /** @type {unknown[]} */
    const asked = [];
    const api = { list: async (/** @type {unknown[]} */ ...query) => (asked.push(query[0]), { documents: [document({ id: "b" })] }) };
    const boards = await boardsLastChanged(
      /** @type {import("../../../Public/api/api.js").Api} */ (/** @type {unknown} */ (api)), new AbortController().signal,
    );
    assert.deepEqual(boards.map(({ id }) => id), ["b"]);
    assert.deepEqual(asked, [{ type: "org.sheaf.board", sort: "-modified" }]);
  });
});
