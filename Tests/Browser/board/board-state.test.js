import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { perform } from "../../../Public/board/board-commands.js";
import { cardBounds, cardHolds } from "../../../Public/board/card-geometry.js";
import { restacked, stacked } from "../../../Public/board/stacking.js";
import {
  amend, beginGroup, change, endGroup, keepGroup, markOf, MOST_STEPS, redo, retracted, startHistory, undo,
} from "../../../Public/board/undo-history.js";
import { similarity } from "../../../Public/board/similarity.js";
import { board, card, open, stroke } from "./boards.js";

/** @param {import("../../../Public/board/saving/board-file.js").Card[]} cards */
const order = (cards) => stacked(cards).map(({ id }) => id).join("");

describe("the order of cards", () => {
  const three = ["a", "b", "c"].map((id, z) => card({ id, z }));

  test("A16 brings a card to the front of all others", () => {
    assert.equal(order([...restacked(three, new Set(["a"]), "front")]), "bca");
  });

  for (const [ids, direction, wanted] of /** @type {[string, import("../../../Public/board/stacking.js").Direction, string][]} */ ([
    ["a", "forward", "bac"], ["c", "backward", "acb"], ["c", "back", "cab"], ["ab", "front", "cab"],
    ["bc", "back", "bca"], ["ab", "forward", "cab"], ["bc", "forward", "abc"],
  ])) {
    test(`${ids} ${direction} makes ${wanted} of abc`, () => {
      assert.equal(order([...restacked(three, new Set(ids), direction)]), wanted);
    });
  }

  test("becomes 0, 1, 2 when something moves, whatever the heights were", () => {
    const odd = [card({ id: "a", z: 7.5 }), card({ id: "b", z: -3 }), card({ id: "c", z: 7.5 })];
    const heights = restacked(odd, new Set(["b"]), "front").map(({ id, z }) => `${id}${z}`);
    assert.deepEqual(heights, ["a0", "b2", "c1"]);
  });

  test("is the same value where nothing moves", () => {
    assert.equal(restacked(three, new Set(["c"]), "front"), three);
  });
});

describe("commands", () => {
  const content = board([card(), card({ id: "b" })], [stroke([[0, 0], [10, 0]])]);

  test("never touch the board they are given", () => {
    const before = JSON.stringify(content);
    perform(content, { type: "transform", ids: ["a", "s"], by: similarity({ scale: 2, rotation: 90 }) });
    perform(content, { type: "delete", ids: ["a"] });
    perform(content, { type: "stack", ids: ["a"], direction: "front" });
    assert.equal(JSON.stringify(content), before);
  });

  test("leave what they do not change the very same value", () => {
    const after = perform(content, { type: "move", ids: ["a"], by: { x: 5, y: 0 } });
    assert.equal(after.cards[1], content.cards[1]);
    assert.equal(after.strokes, content.strokes);
  });

  test("return the board itself where they change nothing", () => {
    assert.equal(perform(content, { type: "delete", ids: ["nobody"] }), content);
    assert.equal(perform(content, { type: "move", ids: ["nobody"], by: { x: 1, y: 1 } }), content);
    assert.equal(perform(content, { type: "add" }), content);
  });

  test("turn and scale cards and ink about the same point", () => {
    const by = similarity({ scale: 2, rotation: 90, about: { x: 150, y: 150 } });
    const after = perform(content, { type: "transform", ids: ["a", "s"], by });
    const { x, y, scale, rotation } = after.cards[0] ?? card();
    assert.deepEqual([x, y, scale, rotation], [150, 150, 2, 90]);
    assert.deepEqual(after.strokes[0]?.points, [[450, -150], [450, -130]]);
    assert.equal(after.strokes[0]?.width, 8);
  });

  test("lay what is added on top", () => {
    const after = perform(content, { type: "add", cards: [card({ id: "n", z: -4 })] });
    assert.equal(stacked(after.cards).at(-1)?.id, "n");
  });
});

describe("where a card lies", () => {
  test("D4 its bounds follow its rotation", () => {
    const turned = card({ rotation: 90, width: 100 });
    assert.deepEqual(cardBounds(turned, 2), { x: 50, y: 100, width: 200, height: 100 });
  });

  test("a point beside a turned card is not on it, though it is within its bounds", () => {
    const turned = card({ rotation: 45 });
    assert.ok(cardHolds(turned, 1, { x: 150, y: 215 }));
    assert.ok(!cardHolds(turned, 1, { x: 195, y: 195 }));
  });
});

describe("undo", () => {
  const boards = Array.from({ length: 8 }, (_, index) => board([card({ x: index })]));
  const at = (/** @type {number} */ index) => /** @type {ReturnType<typeof board>} */ (boards[index]);

  test("J1 reverses the last change, and a new change leaves nothing to redo", () => {
    let history = change(change(startHistory(at(0)), at(1), "A"), at(2), "B");
    history = undo(history);
    assert.equal(history.present, at(1));
    history = redo(history);
    assert.equal(history.present, at(2));
    history = change(undo(history), at(3), "C");
    assert.equal(history.future.length, 0);
  });

  test("J3 five moves, five undone, five redone, two undone: three and two are left", () => {
    let history = startHistory(at(0));
    for (let index = 1; index <= 5; index += 1) history = change(history, at(index), "Move");
    for (let count = 0; count < 5; count += 1) history = undo(history);
    for (let count = 0; count < 5; count += 1) history = redo(history);
    history = undo(undo(history));
    assert.equal(history.present, at(3));
    assert.deepEqual([history.past.length, history.future.length], [3, 2]);
  });

  test("J4 what happens within a group is one step, and groups nest", () => {
    let history = beginGroup(beginGroup(startHistory(at(0)), "Outer"), "Inner");
    for (let index = 1; index < 8; index += 1) history = change(history, at(index), "Move");
    history = endGroup(history);
    assert.equal(history.past.length, 0);
    history = endGroup(history);
    assert.deepEqual(history.past.map(({ name }) => name), ["Inner"]);
    assert.equal(undo(history).present, at(0));
  });

  test("J4 three groups end with the third end", () => {
    let history = change(["A", "B", "C"].reduce(beginGroup, startHistory(at(0))), at(1), "Move");
    const steps = [1, 2, 3].map(() => (history = endGroup(history)).past.length);
    assert.deepEqual(steps, [0, 0, 1]);
  });

  test("a change that goes on by itself belongs to the step before the mark, and no undo of a later one takes it back", () => {
    const gone = (/** @type {ReturnType<typeof board>} */ on) => ({ ...on, strokes: [stroke([[0, 0]], { id: "trace" })] });
    const thrown = change(startHistory(at(0)), at(1), "Throw");
    const amended = amend(change(thrown, at(2), "Move"), markOf(thrown), gone);
    assert.deepEqual([amended, undo(amended), undo(undo(amended))].map(({ present }) => present), [gone(at(2)), gone(at(1)), at(0)]);
    const open = beginGroup(thrown, "Move");
    const undone = [markOf(thrown), markOf(open)].map((mark) => undo(endGroup(keepGroup(amend(open, mark, gone)))).present);
    assert.deepEqual(undone, [gone(at(1)), at(1)]);
    assert.equal(keepGroup(thrown), thrown);
  });

  test("a stroke that is retracted was never drawn: not last, not before what was done since, not while a group is open", () => {
    const [plain, drawn] = [board(), board([], [stroke([[0, 0]], { id: "palm" })])];
    const moved = { ...drawn, cards: [card()] };
    const last = change(startHistory(plain), drawn, "Draw");
    for (const [history, present, names] of [
      [last, plain, []], [change(last, moved, "Add"), { ...plain, cards: [card()] }, ["Add"]],
      [change(last, plain, "Erase"), plain, ["Erase"]], [beginGroup(last, "Move"), plain, []],
    ]) {
      const { present: seen, past } = retracted(history, "palm");
      assert.deepEqual([seen, past.map(({ name }) => name)], [present, names]);
      assert.equal(retracted(history, "nobody"), history);
    }
  });

  test("J4 a group in which nothing has changed in the end is no step, and redo stays possible", () => {
    let history = undo(change(startHistory(at(0)), at(1), "A"));
    history = endGroup(change(change(beginGroup(history, "Move"), at(2), ""), board([card({ x: 0 })]), ""));
    assert.deepEqual([history.past.length, history.future.length], [0, 1]);
    assert.equal(history.present, at(0));
  });

  test("J4 there is no undo in the middle of a gesture", () => {
    const history = beginGroup(change(startHistory(at(0)), at(1), "A"), "Move");
    assert.equal(undo(history), history);
    assert.equal(endGroup(endGroup(history)).open, null);
    const undone = beginGroup(undo(change(startHistory(at(0)), at(1), "A")), "Move");
    assert.equal(redo(undone), undone);
  });

  test("J12 undone to what was saved, the board is the very value that was saved", () => {
    const { model } = open(at(0));
    const saved = model.board;
    model.run({ type: "move", ids: ["a"], by: { x: 3, y: 3 } });
    assert.notEqual(model.board, saved);
    model.undo();
    assert.equal(model.board, saved);
  });

  test("J9 says what is undone and redone", () => {
    const { model } = open(at(0));
    model.run({ type: "move", ids: ["a"], by: { x: 3, y: 3 } });
    assert.equal(model.steps.undoName, "Move");
    model.undo();
    assert.deepEqual([model.steps.undo, model.steps.redoName], [0, "Move"]);
  });

  test("forgets the oldest of very many steps", () => {
    let history = startHistory(at(0));
    for (let index = 0; index < MOST_STEPS + 5; index += 1) history = change(history, board([card({ x: index })]), "");
    assert.equal(history.past.length, 1000);
  });
});

describe("an open board", () => {
  test("that is read only is not changed by anything", () => {
    const { model, controller } = open(board([card()]), { readOnly: true });
    const before = model.board;
    model.run({ type: "delete", ids: ["a"] });
    controller.bringForward("a");
    controller.beginStroke(1, { x: 0, y: 0, time: 0 });
    controller.endStroke(1);
    const session = controller.beginTransform(["a"]);
    session.by({ translation: { x: 9, y: 9 } });
    session.end();
    assert.equal(model.board, before);
    assert.equal(model.steps.undo, 0);
  });

  test("no longer selects what is no longer there", () => {
    const { model } = open(board([card(), card({ id: "b" })]));
    model.select(["a", "b", "nobody"]);
    model.run({ type: "delete", ids: ["a"] });
    assert.deepEqual([...model.selection], ["b"]);
  });

  test("knows nothing of a stroke that was never meant, whatever has been done since, and all else can be undone", () => {
    const [first, palm, last] = ["first", "palm", "last"].map((id) => stroke([[0, 0], [9, 9]], { id }));
    const { model } = open(board());
    for (const each of [first, palm, last]) model.run({ type: "draw", stroke: each });
    const ids = () => model.board.strokes.map(({ id }) => id);
    model.beginGroup("Move");
    model.retract("palm");
    model.endGroup();
    assert.deepEqual([ids(), model.steps.undo], [["first", "last"], 2]);
    model.undo();
    assert.deepEqual(ids(), ["first"]);
    model.undo();
    assert.deepEqual(ids(), []);
    model.redo();
    model.redo();
    assert.deepEqual(ids(), ["first", "last"]);
    const { board: before } = model;
    model.retract("nobody");
    assert.equal(model.board, before);
  });

  test("tells of a change what it was, and nothing where there was none", () => {
    const { model } = open(board([card()]));
    /** @type {string[]} */
    const heard = [];
    const life = new AbortController();
    model.subscribe((what) => heard.push(what), life.signal);
    model.run({ type: "move", ids: ["a"], by: { x: 1, y: 0 } });
    model.select(["a"]);
    model.select(["a"]);
    model.undo();
    model.run({ type: "delete", ids: [] });
    life.abort();
    model.redo();
    assert.deepEqual(heard, ["content", "selection", "replayed"]);
  });
});
