import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { itemMenu } from "../../../Public/board/board-menus.js";
import { flightWithin } from "../../../Public/board/flight.js";
import { pressBoardKey, releaseBoardKey } from "../../../Public/board/board-keys.js";
import { vec } from "../../../Public/gestures/geometry/index.js";
import { board, card, cardOf, open, stroke } from "./boards.js";

/** @param {ReturnType<typeof open>["model"]} model @param {string} [id] */
function place(model, id = "a") {
  const { x, y, scale, rotation } = cardOf(model, id) ?? card({ x: NaN });
  return { x, y, scale, rotation };
}

/** @param {string} text as in "Shift+R" */
function key(text) {
  const parts = text.split("+");
  const name = text.endsWith("+") ? "+" : parts.at(-1) ?? "";
  return {
    key: name, ctrlKey: parts.includes("Control"), metaKey: false, altKey: parts.includes("Alt"),
    shiftKey: parts.includes("Shift"),
  };
}

describe("cards in hands", () => {
  test("D2 a later translation replaces an earlier one, so that none can be missed", () => {
    const { model, controller } = open(board([card()]));
    const all = controller.beginTransform(["a"]);
    all.by({ translation: vec(50, 30) });
    all.by({ translation: vec(100, 0) });
    all.end();
    assert.deepEqual(place(model), { x: 250, y: 150, scale: 1, rotation: 0 });
  });

  test("D4 pinching a second time goes on from what the first has made", () => {
    const { model, controller } = open(board([card()]));
    for (const scale of [2, 1.5]) {
      const session = controller.beginTransform(["a"]);
      session.by({ scale, about: vec(150, 150), translation: vec(30, 10) });
      session.end();
    }
    assert.equal(place(model).scale, 3);
  });

  test("D4 turns and scales about the fingers and goes with them", () => {
    const { model, controller } = open(board([card()]));
    const session = controller.beginTransform(["a"]);
    session.by({ scale: 2, rotation: 90, about: vec(140, 150), translation: vec(30, 10) });
    assert.deepEqual(place(model), { x: 170, y: 180, scale: 2, rotation: 90 });
  });

  test("D5 a card grows no smaller than a half and no larger than eight times, without a dead zone", () => {
    const { model, controller } = open(board([card()]));
    const session = controller.beginTransform(["a"]);
    const scales = [0.2, 0.6, 20, 3].map((scale) => {
      session.by({ scale, about: vec(150, 150) });
      return place(model).scale;
    });
    assert.deepEqual(scales, [0.5, 0.6, 8, 3]);
  });

  test("D5 a card that is smaller already keeps its size when it is moved", () => {
    const { model, controller } = open(board([card({ scale: 0.1 })]));
    const session = controller.beginTransform(["a"]);
    session.by({ translation: vec(1, 1), scale: 0.9 });
    assert.equal(place(model).scale, 0.1);
  });

  test("seen turned and zoomed, a card goes where the hand goes", () => {
    const { model, controller } = open(board([card()]));
    model.show(model.viewport.with({ zoom: 2, rotation: 90 }));
    const before = model.viewport.toView(place(model));
    const session = controller.beginTransform(["a"]);
    session.by({ translation: vec(40, -20) });
    const after = model.viewport.toView(place(model));
    assert.ok(Math.abs(after.x - before.x - 40) < 0.05 && Math.abs(after.y - before.y + 20) < 0.05);
  });

  test("J4 a drag of fifty changes is one step, and one undo leads back to its start", () => {
    const { model, controller } = open(board([card(), card({ id: "b", z: 1 })]));
    const session = controller.beginTransform(["a"]);
    for (let x = 1; x <= 50; x += 1) session.by({ translation: vec(x, 0) });
    session.end();
    assert.equal(model.steps.undo, 1);
    controller.undo();
    assert.deepEqual([place(model).x, cardOf(model, "a")?.z, cardOf(model, "b")?.z], [150, 0, 1]);
  });

  test("J4 a drag that is cancelled closes its group", () => {
    const { model, controller } = open(board([card()]));
    const session = controller.beginTransform(["a"]);
    session.by({ translation: vec(10, 0) });
    session.cancel();
    assert.deepEqual([model.changing, model.steps.undo, place(model).x], [false, 1, 160]);
  });

  test("D10 a drag that is reverted is no step at all", () => {
    const { model, controller } = open(board([card()]));
    const before = model.board;
    const session = controller.beginTransform(["a"]);
    session.by({ translation: vec(60, 0), rotation: 30 });
    session.revert();
    session.by({ translation: vec(120, 0) });
    session.end(vec(2000, 0));
    assert.deepEqual([model.board === before, model.steps.undo, model.changing], [true, 0, false]);
  });

  test("A16 a card that is touched comes to the front at once", () => {
    const { model, controller } = open(board(["a", "b", "c"].map((id, z) => card({ id, z }))));
    controller.bringForward("a");
    assert.deepEqual(model.board.cards.map(({ z }) => z), [2, 0, 1]);
    assert.equal(model.steps.undoName, "Bring forward");
  });

  test("A16 bringing forward and dragging in one gesture is one step", () => {
    const { model, controller } = open(board(["a", "b"].map((id, z) => card({ id, z }))));
    controller.beginGesture("Bring forward");
    controller.bringForward("a");
    const session = controller.beginTransform(["a"]);
    session.by({ translation: vec(5, 5) });
    session.end();
    controller.endGesture();
    assert.deepEqual([model.steps.undo, model.steps.undoName], [1, "Move"]);
  });

  test("A17 two hands move two cards at once, each its own", () => {
    const { model, controller } = open(board([card(), card({ id: "b", x: 250 })]));
    const [left, right] = [controller.beginTransform(["a"]), controller.beginTransform(["b"])];
    left.by({ translation: vec(40, 0) });
    right.by({ translation: vec(0, 40) });
    left.end();
    right.end();
    assert.deepEqual([place(model).x, place(model).y], [190, 150]);
    assert.deepEqual([place(model, "b").x, place(model, "b").y], [250, 190]);
  });

  test("a finger that comes or goes does not make it jump", () => {
    const { model, controller } = open(board([card()]));
    const session = controller.beginTransform(["a"]);
    session.by({ translation: vec(30, 0), scale: 1.5 });
    const before = place(model);
    session.rebase();
    session.by({ translation: vec(0, 0) });
    assert.deepEqual(place(model), before);
  });

  test("a value that is no number changes nothing", () => {
    const { model, controller } = open(board([card()]));
    const session = controller.beginTransform(["a"]);
    for (const change of [{ scale: NaN }, { scale: 0 }, { scale: -2 }, { rotation: Infinity }, { translation: vec(NaN, 0) }]) {
      session.by(change);
    }
    session.end(vec(NaN, NaN));
    assert.deepEqual(place(model), { x: 150, y: 150, scale: 1, rotation: 0 });
    assert.equal(controller.hit(vec(NaN, 3)), null);
  });

  test("a card deleted under the hand does not come back", () => {
    const { model, controller } = open(board([card(), card({ id: "b" })]));
    const session = controller.beginTransform(["a"]);
    model.run({ type: "delete", ids: ["a"] });
    session.by({ translation: vec(9, 9) });
    session.end(vec(900, 0));
    assert.equal(cardOf(model, "a"), undefined);
  });
});

describe("throwing", () => {
  test("goes on as far as the speed carries, and slows down all the way", () => {
    const flight = flightWithin(vec(0, 0), vec(600, 0), { x: -5000, y: -5000, width: 10_000, height: 10_000 });
    const places = [0, 100, 200, 400, 800, 4000].map((time) => flight(time).point.x);
    assert.ok(places.every((x, index) => index === 0 || x > (places[index - 1] ?? 0)));
    assert.ok(Math.abs((places.at(-1) ?? 0) - 299.7) < 0.5, String(places.at(-1)));
    assert.ok(flight(4000).done && !flight(100).done);
  });

  test("D13 at 1,000 px/s towards an edge it rests within two seconds and never passes it", () => {
    const flight = flightWithin(vec(300, 100), vec(1000, 0), { x: 40, y: 40, width: 320, height: 220 });
    for (let time = 0; time <= 2000; time += 16) assert.ok(flight(time).point.x <= 360);
    assert.deepEqual([flight(2000).done, flight(2000).point], [true, vec(360, 100)]);
  });

  test("a card of 1,500 px/s rests within two seconds, and one below 300 px/s stays where it was put", () => {
    const far = { size: { width: 100_000, height: 100_000 } };
    const { model, controller, frames } = open(board([card()]));
    model.show(model.viewport.with(far));
    controller.beginTransform(["a"]).end(vec(1500, 0));
    frames.at(0);
    frames.at(2000);
    assert.deepEqual([controller.gliding, frames.pending], [false, 0]);
    const rest = place(model).x;
    assert.ok(rest > 350, String(rest));
    controller.beginTransform(["a"]).end(vec(299, 0));
    assert.deepEqual([controller.gliding, place(model).x], [false, rest]);
  });

  test("is one step together with the drag", () => {
    const { model, controller, frames } = open(board([card()]));
    const session = controller.beginTransform(["a"]);
    session.by({ translation: vec(10, 0) });
    session.end(vec(300, 0));
    frames.at(0);
    frames.at(100);
    assert.deepEqual([session.state, model.steps.undo, controller.gliding], ["gliding", 1, true]);
    assert.ok(place(model).x > 160 && place(model).x < 310);
    frames.at(5000);
    assert.deepEqual([session.state, model.steps.undo, frames.pending], ["done", 1, 0]);
    controller.undo();
    assert.equal(place(model).x, 150);
  });

  test("a card that flies is caught where it is", () => {
    const { model, controller, frames } = open(board([card()]));
    controller.beginTransform(["a"]).end(vec(300, 0));
    frames.at(100);
    const { x } = place(model);
    const caught = controller.beginTransform(["a"]);
    frames.at(400);
    assert.equal(place(model).x, x);
    caught.by({ translation: vec(0, 5) });
    assert.deepEqual([place(model).x, place(model).y], [x, 155]);
    caught.end();
    assert.equal(model.steps.undo, 2);
  });

  test("undo in flight first lets it land", () => {
    const { model, controller, frames } = open(board([card()]));
    controller.beginTransform(["a"]).end(vec(800, 0));
    frames.at(50);
    controller.undo();
    assert.deepEqual([place(model).x, frames.pending, model.changing], [150, 0, false]);
    controller.redo();
    assert.ok(place(model).x > 290);
  });

  test("is putting down where motion is unwanted, and where the hand was slow", () => {
    for (const [still, speed] of /** @type {[boolean, number][]} */ ([[true, 3000], [false, 60]])) {
      const { model, controller, frames } = open(board([card()]), { still });
      controller.beginTransform(["a"]).end(vec(speed, 0));
      assert.deepEqual([place(model).x, frames.pending, model.steps.undo], [150, 0, 0]);
    }
  });
});

describe("the desk in hands", () => {
  test("the place under the fingers stays under them", () => {
    const { model, controller } = open(board([]));
    const held = model.viewport.toBoard(vec(100, 80));
    const session = controller.camera.begin();
    session.by({ about: vec(100, 80), translation: vec(30, -10), scale: 2.5, rotation: 20 });
    const seen = model.viewport.toView(held);
    assert.ok(Math.hypot(seen.x - 130, seen.y - 70) < 1e-9);
    assert.deepEqual([model.viewport.zoom, Math.round(model.viewport.rotation)], [2.5, 20]);
  });

  test("also where the zoom has come to its limit", () => {
    const { model, controller } = open(board([]));
    const held = model.viewport.toBoard(vec(10, 10));
    controller.camera.zoomBy(1000, vec(10, 10));
    const seen = model.viewport.toView(held);
    assert.ok(Math.hypot(seen.x - 10, seen.y - 10) < 1e-9);
    assert.equal(model.viewport.zoom, 8);
  });

  test("glides on when it is let go in flight, until it is touched", () => {
    const { model, controller, frames } = open(board([]));
    controller.camera.begin().end(vec(-500, 0));
    frames.at(100);
    const { x } = model.viewport;
    assert.ok(x > 200);
    controller.camera.begin();
    frames.at(300);
    assert.deepEqual([model.viewport.x, frames.pending], [x, 0]);
  });

  test("is no step of undo", () => {
    const { model, controller } = open(board([card()]));
    controller.camera.zoomBy(2);
    controller.camera.scrollBy(vec(10, 10));
    controller.camera.fit();
    assert.equal(model.steps.undo, 0);
  });

  test("shows everything, no larger than in its own size", () => {
    const { model, controller } = open(board([card(), card({ id: "b", x: 1150 })]));
    controller.camera.fit();
    const { x, y, zoom } = model.viewport;
    assert.deepEqual([x, y], [650, 150]);
    assert.ok(Math.abs(zoom - 360 / 1100) < 1e-9);
  });

  test("of a view without a size is not asked for the impossible", () => {
    const { model, controller } = open(board([card()]));
    model.show(model.viewport.with({ size: { width: 0, height: 0 } }));
    controller.camera.fit();
    assert.ok(model.viewport.zoom > 0 && Number.isFinite(model.viewport.x));
  });
});

describe("finding what is under a point", () => {
  const content = board(
    [card({ z: 5 }), card({ id: "b", x: 180, z: 1, rotation: 45 })], [stroke([[150, 120], [150, 180]])],
  );

  test("A7 the topmost card is found, by its height and not by its place in the file", () => {
    const { controller } = open(content);
    assert.deepEqual(controller.hit(vec(185, 150)), { kind: "card", id: "a" });
    assert.deepEqual(controller.hit(vec(245, 150)), { kind: "card", id: "b" });
  });

  test("ink is found before the card it is on, with some slack", () => {
    const { controller } = open(content);
    assert.deepEqual(controller.hit(vec(157, 150)), { kind: "stroke", id: "s" });
    assert.equal(controller.hit(vec(165, 150))?.kind, "card");
  });

  test("nothing is found on the bare desk", () => {
    assert.equal(open(content).controller.hit(vec(10, 10)), null);
  });
});

describe("lines that mean something", () => {
  const box = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
    [vec(x - r, y - r), vec(x + r, y - r), vec(x + r, y + r), vec(x - r, y + r)];
  const zigzag = (/** @type {number} */ x, /** @type {number} */ y) =>
    Array.from({ length: 9 }, (_, index) => vec(x + (index % 2 ? 20 : -20), y + index * 3 - 12));

  test("a line around cards and ink selects them", () => {
    const { model, controller } = open(board(
      [card({ x: 60, y: 60 }), card({ id: "b", x: 320, y: 60 })], [stroke([[80, 150], [90, 160]])],
    ));
    controller.selectWithin(box(80, 90, 80));
    assert.deepEqual([...model.selection].sort(), ["a", "s"]);
  });

  test("a line around less than half of a card does not", () => {
    const { model, controller } = open(board([card()]));
    controller.selectWithin(box(110, 150, 30));
    assert.equal(model.selection.size, 0);
  });

  test("scratching out ink on a card leaves the card", () => {
    const { model, controller } = open(board([card()], [stroke([[140, 150], [160, 150]])]));
    assert.deepEqual(controller.deleteUnder(zigzag(150, 150)), ["s"]);
    assert.deepEqual([model.board.cards.length, model.board.strokes.length, model.steps.undo], [1, 0, 1]);
  });

  test("scratching out a bare card deletes it, and one undo brings it back", () => {
    const { model, controller } = open(board([card(), card({ id: "b", z: 1 })]));
    assert.deepEqual(controller.deleteUnder(zigzag(150, 150)), ["b"]);
    controller.undo();
    assert.equal(model.board.cards.length, 2);
  });

  test("scratching the bare desk deletes nothing and is no step", () => {
    const { model, controller } = open(board([card()]));
    assert.deepEqual(controller.deleteUnder(zigzag(300, 40)), []);
    assert.deepEqual(controller.deleteUnder([vec(NaN, NaN)]), []);
    assert.equal(model.steps.undo, 0);
  });
});

describe("ink in hands", () => {
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ time) => ({ x, y, time });

  test("F4 two fingers draw two strokes, and the one that lifts first is kept first", () => {
    const { model, controller } = open(board([]));
    controller.beginStroke(1, at(0, 0, 0));
    controller.beginStroke(2, at(0, 50, 0));
    controller.extendStroke(1, [at(10, 5, 8), at(20, 0, 16)]);
    controller.extendStroke(9, [at(5, 5, 8)]);
    controller.extendStroke(2, [at(10, 55, 8)]);
    controller.endStroke(1);
    assert.deepEqual([model.board.strokes.length, controller.liveStrokes.length], [1, 1]);
    controller.cancelStroke(2);
    assert.deepEqual([model.board.strokes.length, controller.liveStrokes.length, model.steps.undo], [2, 0, 2]);
  });

  test("the palm's stroke is thrown away and is no step", () => {
    const { model, controller, drawn } = open(board([]));
    controller.beginStroke(1, at(0, 0, 0));
    controller.extendStroke(1, [at(10, 5, 8)]);
    controller.discardStroke(1);
    assert.deepEqual([model.board.strokes.length, model.steps.undo, controller.liveStrokes.length], [0, 0, 0]);
    assert.equal(drawn(), 3);
  });

  test("A11 a key that is put down again before it was lifted keeps what it drew", () => {
    const { model, controller } = open(board([]));
    controller.beginStroke(1, at(0, 0, 0));
    controller.beginStroke(1, at(50, 50, 90));
    controller.endStroke(1);
    controller.endStroke(1);
    assert.equal(model.board.strokes.length, 2);
  });

  test("is drawn where the view shows it, as wide as it looks", () => {
    const { model, controller } = open(board([]));
    model.show(model.viewport.with({ zoom: 2 }));
    controller.beginStroke(1, at(200, 150, 0));
    controller.extendStroke(1, [at(300, 150, 8)]);
    controller.endStroke(1);
    const line = model.board.strokes[0];
    assert.deepEqual([line?.points.map(([x, y]) => [x, y]), line?.width], [[[200, 150], [250, 150]], 2]);
  });

  test("J1 undo takes one stroke away and redo brings it back", () => {
    const { model, controller } = open(board([]));
    for (const id of [1, 2]) {
      controller.beginStroke(id, at(0, id, 0));
      controller.endStroke(id);
    }
    controller.undo();
    assert.equal(model.board.strokes.length, 1);
    controller.redo();
    assert.equal(model.board.strokes.length, 2);
  });
});

describe("keys", () => {
  const opened = () => {
    const made = open(board([card(), card({ id: "b", x: 250, z: 1 })], [stroke([[0, 0]])]));
    made.model.select(["a"]);
    return made;
  };
  const press = (/** @type {ReturnType<typeof opened>} */ { controller }, /** @type {string[]} */ ...keys) =>
    keys.map((name) => pressBoardKey(controller, key(name)));

  test("arrows nudge what is selected; until the key is let go it is one step", () => {
    const made = opened();
    press(made, "ArrowRight", "ArrowRight", "Shift+ArrowDown");
    releaseBoardKey(made.controller, key("ArrowRight"));
    assert.deepEqual([place(made.model).x, place(made.model).y, made.model.steps.undo], [166, 214, 1]);
    press(made, "ArrowLeft");
    releaseBoardKey(made.controller, key("ArrowLeft"));
    assert.equal(made.model.steps.undo, 2);
  });

  test("arrows move the desk where nothing is selected", () => {
    const made = opened();
    made.model.select([]);
    press(made, "ArrowRight");
    assert.equal(made.model.viewport.x, 264);
  });

  test("brackets change the order", () => {
    const made = opened();
    press(made, "]");
    assert.deepEqual(made.model.board.cards.map(({ z }) => z), [1, 0]);
    press(made, "{");
    assert.deepEqual(made.model.board.cards.map(({ z }) => z), [0, 1]);
  });

  test("plus and minus scale the selection about its middle, and the desk without one", () => {
    const made = opened();
    press(made, "+");
    assert.deepEqual(place(made.model), { x: 150, y: 150, scale: 1.1, rotation: 0 });
    made.model.select([]);
    press(made, "-");
    assert.equal(made.model.viewport.zoom, 0.8);
  });

  test("R turns clockwise, with Shift back", () => {
    const made = opened();
    press(made, "r", "r", "Shift+R");
    assert.equal(place(made.model).rotation, 15);
  });

  test("Delete deletes, undo and redo do what they say, select all selects ink too", () => {
    const made = opened();
    press(made, "Delete");
    assert.equal(made.model.board.cards.length, 1);
    press(made, "Control+z");
    assert.equal(made.model.board.cards.length, 2);
    press(made, "Control+Shift+Z");
    assert.equal(made.model.board.cards.length, 1);
    press(made, "Control+z", "Control+a");
    assert.deepEqual([...made.model.selection].sort(), ["a", "b", "s"]);
  });

  test("copies are pasted beside one another, selected, each paste one step", () => {
    const made = opened();
    press(made, "Control+c", "Control+v", "Control+v");
    const [first, second] = made.model.board.cards.slice(2);
    assert.deepEqual([first?.x, second?.x, made.model.steps.undo], [174, 198, 2]);
    assert.deepEqual([...made.model.selection], [second?.id]);
  });

  test("Escape leaves the selection, then the pen, then the board", () => {
    const made = opened();
    press(made, "p");
    assert.equal(made.model.tool, "pen");
    assert.deepEqual(press(made, "Escape", "Escape", "Escape"), [true, true, false]);
    assert.deepEqual([made.model.selection.size, made.model.tool], [0, "select"]);
  });

  test("a key that stands for nothing is left to the browser", () => {
    assert.deepEqual(press(opened(), "q", "Control+l", "Alt+ArrowLeft", "F5"), [false, false, false, false]);
  });
});

describe("finding what is under a point", () => {
  test("the order of the cards is found once for a board, and anew for another", () => {
    const content = board([card(), card({ id: "b", x: 180, z: 1 })]);
    let orders = 0;
    const { map } = content.cards;
    content.cards.map = (...call) => (orders += 1, map.apply(content.cards, call));
    const { controller, model } = open(content);
    for (const x of [150, 155, 190]) controller.hit(vec(x, 150));
    assert.ok(orders <= 1, `${orders} times`);
    model.run({ type: "stack", ids: ["a"], direction: "front" });
    assert.deepEqual(controller.hit(vec(160, 150)), { kind: "card", id: "a" });
  });
});

describe("J3 a card that its menu turns", () => {
  const turn = ({ controller }) => {
    controller.model.select(["a"]);
    itemMenu(controller, "a", { go: () => {} }).find(({ icon }) => icon === "turn-right")?.act?.();
  };

  test("turns to the right by a quarter about its middle, in frames, as one step", () => {
    const opened = open(board([card({ rotation: 10 })]));
    const { model, controller, frames } = opened;
    turn(opened);
    frames.at(0);
    frames.at(100);
    const { rotation, x, y } = place(model);
    assert.ok(rotation > 10 && rotation < 100 && Math.hypot(x - 150, y - 150) < 0.01, String(rotation));
    frames.at(400);
    assert.deepEqual([place(model), model.steps.undo, frames.pending], [{ x: 150, y: 150, scale: 1, rotation: 100 }, 1, 0]);
    controller.undo();
    assert.equal(place(model).rotation, 10);
  });

  test("turns at once where motion is unwanted", () => {
    const opened = open(board([card()]), { still: true });
    turn(opened);
    assert.deepEqual([place(opened.model).rotation, opened.frames.pending, opened.model.steps.undo], [90, 0, 1]);
  });

  test("is turned all the way when a hand catches it, or it is turned again meanwhile", () => {
    const opened = open(board([card()]));
    turn(opened);
    opened.frames.at(50);
    turn(opened);
    opened.frames.at(50);
    opened.controller.beginTransform(["a"]).end();
    assert.equal(place(opened.model).rotation, 180);
    assert.equal(opened.model.steps.undo, 2);
  });

  test("turns about the same place while the view moves", () => {
    const opened = open(board([card()]));
    turn(opened);
    opened.frames.at(50);
    opened.model.show(opened.model.viewport.with({ x: 900, zoom: 2 }));
    opened.frames.at(400);
    assert.deepEqual(place(opened.model), { x: 150, y: 150, scale: 1, rotation: 90 });
  });
});
