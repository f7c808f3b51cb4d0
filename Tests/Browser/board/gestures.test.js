import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { board, card, stroke } from "./boards.js";
import { circle, Hands, line, zigzag } from "./hands.js";

const NEAR_B = { id: "b", x: 300, z: 1 };

describe("hands on cards", () => {
  test("D1 a card goes with the finger, and keeps what was under it there when the slop was gone", () => {
    const hands = new Hands(board([card()])).play("D1(120,130)@0 M1(170,160)@16 U1@200");
    assert.deepEqual(hands.place(), [191.43, 174.86, 1, 0]);
  });

  test("a drag begins without a jump: what the slop took is subtracted, however slowly or quickly it begins", () => {
    for (const [first, x] of [["M1(161,150)@16", 151], ["M1(166,150)@16", 156]]) {
      const hands = new Hands(board([card()])).play(`D1(150,150)@0 ${first}`);
      assert.deepEqual(hands.place(), [x, 150, 1, 0]);
      hands.play("M1(200,150)@32 U1@300");
      assert.deepEqual(hands.place(), [190, 150, 1, 0]);
    }
  });

  test("D2 a drag of which events are lost ends where one ends of which none are", () => {
    const places = ["M1(170,150)@8 M1(200,180)@16 M1(250,150)@32", "M1(170,150)@8 M1(250,150)@32"].map((moves) => (
      new Hands(board([card()])).play(`D1(150,150)@0 ${moves} U1@300`).place()
    ));
    assert.deepEqual(places, [[240, 150, 1, 0], [240, 150, 1, 0]]);
  });

  test("A16 a card comes forward when it is touched, and stays when the finger lifts without a drag", () => {
    const hands = new Hands(board(["a", "b", "c"].map((id, z) => card({ id, z, x: 150 + 40 * z })))).play("D1(110,150)@0");
    assert.deepEqual(hands.model.board.cards.map(({ z }) => z), [2, 0, 1]);
    hands.play("U1@50");
    assert.deepEqual(hands.model.board.cards.map(({ z }) => z), [2, 0, 1]);
    assert.deepEqual([...hands.model.selection], ["a"]);
  });

  test("J4 touching, bringing forward and dragging are one step, and one undo leads back", () => {
    const hands = new Hands(board([card(), card(NEAR_B)]));
    const before = hands.model.board;
    hands.draw(line([150, 150], [150, 250], 40), { rest: 200 });
    assert.deepEqual(hands.place(), [150, 240, 1, 0]);
    assert.deepEqual(hands.steps, [1, 0]);
    hands.controller.undo();
    assert.equal(hands.model.board, before);
  });

  test("D4 two fingers move, scale and turn a card about themselves", () => {
    const hands = new Hands(board([card()])).play("D1(130,150)@0 D2(170,150)@0 [M1(150,110)@32 M2(150,190)@32] U1@300 U2@300");
    assert.deepEqual(hands.place(), [150, 150, 2, 90]);
    assert.deepEqual(hands.steps, [1, 0]);
  });

  test("D4 pinching a second time goes on from what the first has made", () => {
    const hands = new Hands(board([card()])).play("D1(130,150)@0 D2(170,150)@0 [M1(110,150)@32 M2(190,150)@32] U1@300 U2@300");
    hands.play("D1(110,150)@400 D2(190,150)@400 [M1(90,150)@432 M2(210,150)@432] U1@700 U2@700");
    assert.deepEqual(hands.place(), [150, 150, 3, 0]);
  });

  test("a card goes from one finger to two and back without a jump", () => {
    const hands = new Hands(board([card()])).play("D1(150,150)@0 M1(190,150)@16 D2(230,150)@32 U1@200 M2(230,190)@216 U2@500");
    assert.deepEqual(hands.place(), [180, 190, 1, 0]);
  });

  test("a second finger beside a small card holds it, too", () => {
    const hands = new Hands(board([card()])).play("D1(150,150)@0 D2(250,150)@50 M2(350,150)@66 U1@400 U2@400");
    assert.deepEqual(hands.place(), [150, 150, 2, 0]);
    assert.equal(hands.model.viewport.zoom, 1);
  });

  test("A17 two hands move two cards at once, each its own, with no part in the other’s", () => {
    const hands = new Hands(board([card(), card(NEAR_B)])).play("D1(150,150)@0 D2(300,150)@5 M1(190,150)@20 M2(300,190)@25 U1@300 U2@300");
    assert.deepEqual([hands.place(), hands.place("b")], [[180, 150, 1, 0], [300, 180, 1, 0]]);
  });

  test("A17 what a second hand takes later lies over what the first one moves", () => {
    const hands = new Hands(board([card(), card(NEAR_B)]));
    hands.play("D1(150,150)@0 M1(190,150)@16 D2(300,150)@32 M1(200,150)@48 M2(300,190)@64 M1(210,150)@80");
    assert.deepEqual(hands.model.board.cards.map(({ z }) => z), [0, 1]);
    hands.play("U1@300 U2@310");
    assert.deepEqual(hands.model.board.cards.map(({ z }) => z), [0, 1]);
  });

  test("A17 two hands turn and scale two cards at once", () => {
    const hands = new Hands(board([card(), card(NEAR_B)])).play("D1(130,150)@0 D2(170,150)@0 D3(300,130)@5 D4(300,170)@5");
    hands.play("[M1(110,150)@32 M2(190,150)@32] [M3(320,150)@40 M4(280,150)@40] U1@300 U2@300 U3@300 U4@300");
    assert.deepEqual([hands.place(), hands.place("b")], [[150, 150, 2, 0], [300, 150, 1, 90]]);
  });

  test("the selection goes together, and a second finger on another of it pinches all of it", () => {
    const hands = new Hands(board([card(), card(NEAR_B)]));
    hands.model.select(["a", "b"]);
    hands.play("D1(150,150)@0 D2(300,150)@5 [M1(75,150)@32 M2(375,150)@32] U1@300 U2@300");
    assert.deepEqual([hands.place(), hands.place("b")], [[75, 150, 2, 0], [375, 150, 2, 0]]);
    assert.equal(hands.model.steps.undo, 1);
  });

  test("a card that is let go of in motion flies on, and a finger catches it where it is seen", () => {
    const hands = new Hands(board([card({ x: 80 })]));
    hands.draw(line([80, 150], [140, 150], 6));
    assert.equal(hands.controller.gliding, true);
    hands.frames.at(0);
    hands.frames.at(60);
    const [x = 0] = hands.place() ?? [];
    assert.ok(x > 150 && x < 300, String(x));
    hands.play("D2(200,150)@120");
    assert.deepEqual([hands.controller.gliding, hands.place()?.[0]], [false, x]);
    hands.play("M2(200,190)@136 U2@400");
    assert.deepEqual(hands.place(), [x, 180, 1, 0]);
  });

  test("a throw is one step, a catch and drag another", () => {
    const hands = new Hands(board([card({ x: 80 })]));
    hands.draw(line([80, 150], [140, 150], 6));
    hands.frames.at(0);
    hands.frames.at(60);
    const [caught] = hands.place() ?? [];
    hands.play("D2(200,150)@120 M2(200,190)@136 U2@400");
    assert.deepEqual(hands.steps, [2, 0]);
    hands.controller.undo();
    assert.deepEqual(hands.place(), [caught, 150, 1, 0]);
    hands.controller.undo();
    assert.deepEqual(hands.place(), [80, 150, 1, 0]);
  });

  test("a change while a card flies is a step of its own, and undoing it leaves the card where it landed", () => {
    const hands = new Hands(board([card({ x: 60, y: 60 }), card({ ...NEAR_B, y: 240 })]));
    hands.draw(line([60, 60], [120, 60], 6));
    hands.frames.at(0);
    hands.play("D2(300,240)@100 M2(320,240)@116");
    hands.frames.at(60);
    hands.play("M2(300,200)@200 U2@400");
    hands.model.use("pen");
    hands.play("D3(20,280)@500 M3(60,280)@516 U3@520");
    hands.controller.settle();
    const landed = hands.place();
    assert.deepEqual([...hands.steps, hands.model.changing], [3, 0, false]);
    hands.controller.undo();
    assert.deepEqual([hands.place(), hands.place("b"), hands.model.board.strokes], [landed, [290, 200, 1, 0], []]);
    hands.controller.undo();
    assert.deepEqual([hands.place(), hands.place("b")], [landed, [300, 240, 1, 0]]);
    hands.controller.undo();
    assert.deepEqual(hands.place(), [60, 60, 1, 0]);
    hands.controller.redo();
    assert.deepEqual(hands.place(), landed);
  });

  test("a finger that rests before it lifts throws nothing", () => {
    const hands = new Hands(board([card()])).draw(line([150, 150], [250, 150]), { rest: 120 });
    assert.equal(hands.controller.gliding, false);
  });

  test("A4 a card stays where it is when the system takes the finger away", () => {
    const hands = new Hands(board([card()])).play("D1(150,150)@0 M1(200,150)@16 C1@20");
    assert.deepEqual([hands.place(), hands.steps, hands.model.changing], [[190, 150, 1, 0], [1, 0], false]);
  });

  test("A4 what the palm has dragged goes back, and nothing came forward", () => {
    const hands = new Hands(board([card(), card({ id: "b", x: 180, z: 1 })]));
    const before = hands.model.board.cards.map(({ x, z }) => [x, z]);
    hands.play("D1(110,150)@0 M1(150,150)@50 PD9(30,30)@200 PU9@240 U1@300");
    assert.deepEqual(hands.model.board.cards.map(({ x, z }) => [x, z]), before);
    assert.deepEqual([hands.steps, hands.model.changing], [[0, 0], false]);
  });

  test("11 what the palm has selected is not, and what was selected is again", () => {
    const hands = new Hands(board([card(), card(NEAR_B)]));
    hands.model.select(["b"]);
    hands.play("D1(110,150)@0");
    assert.deepEqual([...hands.model.selection], ["a"]);
    hands.play("PD9(30,30)@200");
    assert.deepEqual([...hands.model.selection], ["b"]);
  });

  test("a card that is deleted under a resting finger opens no menu, not even the desk's", () => {
    const hands = new Hands(board([card()])).play("D1(150,150)@0");
    hands.controller.editing.deleteSelection();
    hands.play("T(900) U1@1000");
    assert.deepEqual([hands.menus, hands.model.changing, hands.arbiter.isIdle], [[], false, true]);
  });

  test("D10 Escape puts a card back, and the finger moves it no more", () => {
    const hands = new Hands(board([card()])).play("D1(150,150)@0 M1(200,150)@16");
    assert.equal(hands.gestures.isHolding, true);
    hands.gestures.revert();
    hands.play("M1(250,150)@32 U1@300");
    assert.deepEqual([hands.place(), hands.steps, hands.gestures.isHolding], [[150, 150, 1, 0], [0, 0], false]);
  });

  test("a card that is deleted while it is held takes the hold with it", () => {
    const hands = new Hands(board([card(), card(NEAR_B)])).play("D1(150,150)@0 M1(200,150)@16");
    hands.controller.editing.deleteSelection();
    hands.play("M1(250,150)@32 U1@50 D1(300,150)@400 M1(300,200)@416 U1@700");
    assert.deepEqual([hands.ids, hands.place("b")], [["b"], [300, 190, 1, 0]]);
    assert.deepEqual([hands.model.changing, hands.arbiter.isIdle], [false, true]);
  });

  test("Shift adds to what is selected, and takes away from it", () => {
    const hands = new Hands(board([card(), card(NEAR_B)]));
    const click = (/** @type {number} */ x, /** @type {boolean} */ shift) => (
      hands.wait(600).draw([[x, 150]], { type: "mouse", rest: 40, modifiers: { shift } })
    );
    click(150, false);
    click(300, true);
    assert.deepEqual([...hands.model.selection], ["a", "b"]);
    click(150, true);
    assert.deepEqual([...hands.model.selection], ["b"]);
  });

  test("a tap on one of several that are selected selects it alone; one on the desk selects nothing", () => {
    const hands = new Hands(board([card(), card(NEAR_B)]));
    hands.model.select(["a", "b"]);
    hands.play("D1(150,150)@0 U1@40 T(600)");
    assert.deepEqual([...hands.model.selection], ["a"]);
    hands.play("D1(20,20)@700 U1@740");
    assert.deepEqual([...hands.model.selection], []);
  });

  test("a board that is read only is moved and not changed", () => {
    const content = board([card()]);
    const hands = new Hands(content, { readOnly: true }).play("D1(150,150)@0 M1(190,150)@16 U1@300");
    assert.deepEqual([hands.model.board, hands.model.viewport.x], [content, 170]);
  });
});

describe("hands on the desk", () => {
  test("one finger moves it, two zoom and turn it about themselves, and it is no step of undo", () => {
    const hands = new Hands(board([card({ x: 380, y: 280 })])).play("D1(50,50)@0 M1(90,50)@16 U1@300");
    assert.deepEqual([hands.model.viewport.x, hands.model.viewport.y], [170, 150]);
    hands.play("D1(50,100)@400 D2(90,100)@400 [M1(70,60)@432 M2(70,140)@432] U1@700 U2@700");
    const { zoom, rotation } = hands.model.viewport;
    assert.deepEqual([Math.round(zoom * 1000) / 1000, Math.round(rotation)], [2, 90]);
    assert.deepEqual(hands.steps, [0, 0]);
  });

  test("a skew of a few degrees that the hand did not mean is none", () => {
    const hands = new Hands(board()).play("D1(50,100)@0 D2(150,100)@0 M2(250,106)@32 U1@300 U2@300");
    assert.equal(hands.model.viewport.rotation, 0);
    assert.ok(hands.model.viewport.zoom > 1.9);
  });

  test("11 what the palm has dragged or pinched just before the pen came goes back; what a finger did long before stays", () => {
    const start = { x: 200, y: 150, zoom: 1, rotation: 0 };
    const drag = new Hands(board()).play("D1(50,50)@0 M1(90,50)@50 M1(120,50)@100");
    assert.equal(drag.model.viewport.x, 140);
    drag.play("PD9(300,200)@200 M1(150,50)@210 PU9@240 U1@300 T(1500)");
    assert.deepEqual([drag.model.viewport.facts, drag.controller.gliding], [start, false]);
    const pinch = new Hands(board()).play("D1(50,100)@0 D2(150,100)@10 [M1(30,100)@60 M2(250,160)@60]");
    assert.ok(pinch.model.viewport.zoom > 1.5);
    pinch.play("PD9(300,200)@200 PU9@240 U1@300 U2@310 T(1500)");
    assert.deepEqual(pinch.model.viewport.facts, start);
    const early = new Hands(board()).play("D1(50,50)@0 M1(90,50)@50 M1(120,50)@400 PD9(300,200)@500 PU9@540 U1@600");
    assert.equal(early.model.viewport.x, 140);
  });

  test("it glides on, and a finger stops it", () => {
    const hands = new Hands(board()).draw(line([50, 50], [110, 50], 6));
    assert.equal(hands.controller.gliding, true);
    hands.play("D2(200,150)@100");
    assert.equal(hands.controller.gliding, false);
  });

  test("the wheel moves it, also over a card, and with Control zooms at the pointer", () => {
    const hands = new Hands(board([card()]));
    hands.wheel.turn({ x: 150, y: 150, deltaX: 0, deltaY: 4, time: 0 });
    assert.deepEqual([hands.model.viewport.x, hands.model.viewport.y], [200, 154]);
    hands.wait(500);
    const held = hands.model.viewport.toBoard({ x: 150, y: 150 });
    hands.wheel.turn({ x: 150, y: 150, deltaX: 0, deltaY: -20, control: true, time: 500 });
    const there = hands.model.viewport.toView(held);
    assert.deepEqual([Math.round(there.x), Math.round(there.y)], [150, 150]);
    assert.ok(hands.model.viewport.zoom > 1.2);
    assert.deepEqual(hands.place(), [150, 150, 1, 0]);
  });

  test("a finger on the desk and one on a card that land together zoom the desk", () => {
    const hands = new Hands(board([card()])).play("D1(20,150)@0 D2(120,150)@40 M2(220,150)@60 U1@400 U2@400");
    assert.deepEqual(hands.place(), [150, 150, 1, 0]);
    assert.equal(Math.round(hands.model.viewport.zoom), 2);
  });

  test("two taps show a card as large as the view, two more everything", () => {
    const hands = new Hands(board([card({ id: "b", x: 900 }), card({ width: 50, z: 1 })])).play("D1(150,150)@0 U1@40 D1(150,150)@140 U1@180");
    const { x, y, zoom } = hands.model.viewport;
    assert.deepEqual([x, y, zoom > 2], [150, 150, true]);
    hands.play("D1(200,150)@800 U1@840 D1(200,150)@940 U1@980");
    assert.ok(hands.model.viewport.zoom < 1);
    assert.deepEqual(hands.steps, [0, 0]);
  });
});

describe("shapes", () => {
  const five = [[100, 100], [160, 100], [320, 60], [320, 200], [40, 260]]
    .map(([x, y], at) => card({ id: `c${at}`, x, y, width: 40, z: at }));

  test("G6 a circle around two of five cards selects those two, and the view stays", () => {
    const hands = new Hands(board(five));
    const { viewport } = hands.model;
    hands.draw(circle([130, 100], 75));
    assert.deepEqual([...hands.model.selection], ["c0", "c1"]);
    assert.deepEqual(hands.model.viewport.facts, viewport.facts);
    assert.deepEqual([hands.controller.gliding, ...hands.steps], [false, 0, 0]);
  });

  test("the desk stands still as soon as the line looks like a circle, and the line is seen until the finger lifts", () => {
    const hands = new Hands(board(five));
    const { viewport } = hands.model;
    hands.draw(circle([130, 100], 75).slice(0, 40), { end: null });
    assert.deepEqual(hands.model.viewport.facts, viewport.facts);
    assert.ok((hands.trails.at(-1)?.[0] ?? 0) > 30);
    hands.play("C1");
    assert.deepEqual([hands.trails.at(-1), [...hands.model.selection]], [[0, false], []]);
  });

  test("a card stands still as soon as it is being struck out, and that is seen", () => {
    const hands = new Hands(board([card()])).draw(zigzag([110, 120], [60, 60]).slice(0, 34), { end: null });
    assert.deepEqual([hands.place(), hands.trails.at(-1)?.[1]], [[150, 150, 1, 0], true]);
  });

  test("a drag of the desk to and fro draws nothing", () => {
    const hands = new Hands(board(five)).draw([...line([20, 20], [220, 30]), ...line([220, 30], [60, 50])], { rest: 100 });
    assert.deepEqual([hands.trails, Math.round(hands.model.viewport.x)], [[], 170]);
  });

  test("G2 a line that takes more than two seconds is no circle: it moves the view", () => {
    const hands = new Hands(board(five)).draw([...circle([130, 100], 75), [160, 45], [190, 65]], { step: 45, rest: 200 });
    assert.deepEqual([...hands.model.selection], []);
    const { x, y } = hands.model.viewport;
    assert.deepEqual([Math.round(x), Math.round(y)], [150, 111]);
  });

  test("G2 a line that has been taken for a circle drags on under the finger when it takes too long, and is seen no more", () => {
    const hands = new Hands(board(five)).draw(circle([130, 100], 75).slice(0, 42), { step: 45, end: null });
    assert.deepEqual(hands.model.viewport.facts, { x: 200, y: 150, zoom: 1, rotation: 0 });
    assert.ok((hands.trails.at(-1)?.[0] ?? 0) > 30);
    hands.play("M1(300,200)@2100");
    assert.deepEqual(hands.trails.at(-1), [0, false]);
    const { x, y } = hands.model.viewport;
    assert.deepEqual([Math.round(x), Math.round(y)], [40, -24]);
    hands.play("M1(310,200)@2200 U1@2500");
    assert.deepEqual([Math.round(hands.model.viewport.x), hands.controller.gliding], [30, false]);
  });

  test("a line that has been taken for a circle drags on when a second finger comes, and both zoom", () => {
    const hands = new Hands(board(five)).draw(circle([130, 100], 75).slice(0, 40), { end: null });
    const [x, y] = circle([130, 100], 75)[39];
    hands.play("D2(380,290)@400 M2(382,292)@416");
    assert.deepEqual(hands.trails.at(-1), [0, false]);
    const shown = hands.model.viewport.toView({ x: 130, y: 25 });
    assert.ok(Math.hypot(shown.x - x, shown.y - y) < 16, JSON.stringify(shown));
  });

  test("a card that was taken for struck out goes with the finger again when that takes too long", () => {
    const hands = new Hands(board([card()]));
    hands.draw([...zigzag([110, 120], [60, 60], 6, 12), [190, 150]], { step: 29, rest: 200 });
    assert.deepEqual([hands.ids, hands.place()], [["a"], [228.36, 170.14, 1, 0]]);
  });

  test("a drag of the desk asks once what lies there, however many points it has", () => {
    const hands = new Hands(board(five));
    const { controller } = hands;
    const hit = controller.hit.bind(controller);
    let asked = 0;
    controller.hit = (point) => (asked += 1, hit(point));
    hands.draw(line([20, 20], [390, 280], 200), { rest: 200 });
    assert.ok(asked <= 2, `${asked} times`);
  });

  test("G7 a second finger makes a circle none", () => {
    const hands = new Hands(board(five));
    hands.draw(circle([130, 100], 75).slice(0, 30), { end: null });
    hands.play("D2(380,20)@250");
    hands.draw(circle([130, 100], 75).slice(30), { start: 260 });
    hands.play("U2@700");
    assert.deepEqual([...hands.model.selection], []);
  });

  test("a card that is led round in a circle is moved, and selects nothing else", () => {
    const hands = new Hands(board(five)).draw([...circle([100, 160], 60), [100, 130], [100, 150]], { rest: 200 });
    assert.deepEqual([[...hands.model.selection], hands.place("c0")], [["c0"], [90.09, 148.69, 1, 0]]);
  });

  test("3.10 a zig-zag over a card deletes it, and one undo brings it back as it was", () => {
    const hands = new Hands(board([card(), card({ id: "b", x: 180, z: 1 })]));
    const before = hands.model.board;
    hands.draw(zigzag([110, 120], [60, 60]));
    assert.deepEqual(hands.ids, ["b"]);
    assert.deepEqual([hands.model.steps.undo, hands.model.steps.undoName], [1, "Delete"]);
    hands.controller.undo();
    assert.equal(hands.model.board, before);
  });

  test("3.10 one that turns back less than three times drags", () => {
    const hands = new Hands(board([card()])).draw(zigzag([110, 120], [60, 60], 3), { rest: 200 });
    assert.deepEqual([hands.ids, hands.place()], [["a"], [206.84, 200.51, 1, 0]]);
  });

  test("3.11 only the first thing under it goes, and nothing where there is nothing", () => {
    const hands = new Hands(board([card({ x: 100 }), card({ id: "b", x: 220, z: 1 })]));
    hands.draw(zigzag([60, 110], [180, 80], 6));
    assert.deepEqual(hands.ids, ["b"]);
    hands.wait(500).draw(zigzag([300, 10], [60, 60]));
    assert.deepEqual([hands.ids, hands.model.steps.undo], [["b"], 1]);
  });

  test("3.11 it may begin beside the thing", () => {
    const hands = new Hands(board([card()])).draw(zigzag([80, 105], [110, 90], 6));
    assert.deepEqual(hands.ids, []);
    assert.equal(hands.model.viewport.x, 200);
  });

  test("3.12 a second finger or a cancel spares it", () => {
    for (const interruption of ["D2(380,20)@120 U2@130", "C1@120"]) {
      const hands = new Hands(board([card()]));
      hands.draw(zigzag([110, 120], [60, 60]).slice(0, 14), { end: null });
      hands.play(interruption);
      hands.draw(zigzag([110, 120], [60, 60]).slice(14), { start: 140, step: 4, first: "moved" });
      hands.controller.settle();
      assert.deepEqual([hands.ids, hands.model.changing], [["a"], false], interruption);
    }
  });

  test("a card that is slowly dragged up and down is not deleted", () => {
    const hands = new Hands(board([card()])).draw(zigzag([110, 120], [60, 60], 6, 12), { step: 40 });
    assert.deepEqual(hands.ids, ["a"]);
  });

  test("ink on a card goes before the card", () => {
    const ink = stroke([[120, 150, 0.5, 0], [150, 150, 0.5, 8], [180, 150, 0.5, 16]]);
    const hands = new Hands(board([card()], [ink])).draw(zigzag([110, 130], [70, 40]));
    assert.deepEqual([hands.ids, hands.model.board.strokes.length], [["a"], 0]);
  });
});

describe("the pen", () => {
  /** @param {Hands} hands */
  const inked = (hands) => {
    hands.model.use("pen");
    return hands;
  };

  test("F4 every finger draws a line of its own, and each is a step of undo", () => {
    const hands = inked(new Hands(board([card()])));
    hands.play("D1(20,20)@0 D2(20,80)@4 M1(60,20)@40 M2(60,80)@44");
    assert.equal(hands.controller.liveStrokes.length, 2);
    hands.play("M1(90,30)@80 M2(90,95)@84 U1@100 U2@120");
    assert.deepEqual([hands.model.board.strokes.length, ...hands.steps], [2, 2, 0]);
    assert.deepEqual([hands.place(), hands.controller.liveStrokes.length], [[150, 150, 1, 0], 0]);
  });

  test("F6 a tap is a dot", () => {
    const hands = inked(new Hands(board())).play("D1(50,50)@0 U1@40 T(600)");
    assert.deepEqual(hands.model.board.strokes.map(({ points }) => points.map(([x, y]) => [x, y])), [[[50, 50]]]);
  });

  test("all that happened between two events is in the line", () => {
    const hands = inked(new Hands(board()));
    const coalesced = [[30, 60], [40, 20], [50, 60]].map(([x, y], at) => ({ x, y, time: 4 + 4 * at, pressure: 0.5 }));
    hands.feed([{ phase: "began", id: 1, type: "pen", x: 20, y: 20, time: 0, pressure: 0.25 }]);
    hands.feed([{ phase: "moved", id: 1, type: "pen", x: 50, y: 60, time: 12, pressure: 0.5, coalesced }]);
    hands.feed([{ phase: "ended", id: 1, type: "pen", x: 50, y: 60, time: 20, pressure: 0 }]);
    const points = hands.model.board.strokes[0]?.points ?? [];
    assert.ok(points.some(([x, y]) => x === 40 && y === 20), JSON.stringify(points));
    assert.deepEqual([points[0]?.[2], points.at(-1)?.[2]], [0.25, 0.5]);
  });

  test("A4 a line that the system interrupts is kept", () => {
    const hands = inked(new Hands(board())).play("D1(10,10)@0 M1(40,10)@16 C1@20");
    assert.deepEqual([hands.model.board.strokes.length, hands.controller.liveStrokes.length], [1, 0]);
  });

  test("the palm that lands before the pen leaves nothing, and nothing beside the pen", () => {
    const hands = inked(new Hands(board()));
    hands.play("D1(200,200)@0 M1(205,203)@40 PD9(50,50)@150 PM9(90,60)@166 D2(210,210)@180 M2(220,220)@190");
    hands.play("PU9@220 U1@240 U2@240 T(600)");
    assert.equal(hands.model.board.strokes.length, 1);
    assert.deepEqual(hands.model.board.strokes[0]?.points[0]?.slice(0, 2), [50, 50]);
  });

  test("a line that a finger drew long before the pen came is kept", () => {
    const hands = inked(new Hands(board()));
    hands.play("D1(200,200)@0 M1(250,203)@40 M1(300,203)@400 PD9(50,50)@500 PM9(90,60)@516 PU9@530");
    assert.equal(hands.model.board.strokes.length, 2);
  });

  test("with the pen in the hand the wheel still moves the desk, and a second click opens the menu", () => {
    const hands = inked(new Hands(board([card()])));
    hands.wheel.turn({ x: 150, y: 150, deltaX: 0, deltaY: 40, time: 0 });
    assert.equal(hands.model.viewport.y, 190);
    hands.play("YD1(150,110)@400 YU1@440");
    assert.deepEqual([hands.menus.length, hands.model.board.strokes.length], [1, 0]);
  });
});

describe("commands of several fingers", () => {
  test("two fingers that tap undo, three redo, and leave nothing of their own", () => {
    const hands = new Hands(board([card(), card(NEAR_B)])).draw(line([150, 150], [150, 250]), { rest: 200 });
    hands.play("D1(20,20)@600 D2(60,20)@620 U1@660 U2@680 T(1200)");
    assert.deepEqual([hands.place(), ...hands.steps], [[150, 150, 1, 0], 0, 1]);
    hands.play("D1(20,20)@1300 D2(60,20)@1310 D3(90,20)@1320 U1@1360 U2@1370 U3@1380 T(2200)");
    assert.deepEqual([hands.place(), ...hands.steps], [[150, 240, 1, 0], 1, 0]);
  });

  test("two fingers that tap on cards undo the last step, not that the cards came forward", () => {
    const hands = new Hands(board([card(), card(NEAR_B)])).draw(line([150, 150], [150, 250]), { rest: 200 });
    hands.play("D1(300,150)@600 D2(320,160)@620 U1@660 U2@680 T(1200)");
    assert.deepEqual([hands.place(), ...hands.steps], [[150, 150, 1, 0], 0, 1]);
  });

  test("two fingers that tap with the pen in the hand undo, and draw no dots", () => {
    const hands = new Hands(board());
    hands.model.use("pen");
    hands.draw(line([20, 20], [120, 20]));
    hands.play("D1(20,100)@600 D2(60,100)@620 U1@660 U2@680 T(1200)");
    assert.deepEqual([hands.model.board.strokes.length, ...hands.steps], [0, 0, 1]);
  });

  test("J4 three fingers that tap three times lead back, once, and redo nothing", () => {
    const hands = new Hands(board());
    for (const at of [0, 200, 400]) {
      hands.play(`D1(20,20)@${at} D2(60,20)@${at} D3(90,20)@${at} U1@${at + 40} U2@${at + 40} U3@${at + 40}`);
    }
    assert.equal(hands.play("T(1500)").left, 1);
  });
});

describe("menus", () => {
  test("J1 a press opens one menu when it has become long, wherever the finger goes then", () => {
    const hands = new Hands(board([card()])).play("D1(150,150)@0 T(501)");
    assert.deepEqual(hands.menus, [["a", { x: 150, y: 150 }]]);
    hands.play("M1(200,200)@520 U1@600");
    assert.deepEqual([hands.menus.length, hands.place(), hands.model.changing], [1, [150, 150, 1, 0], false]);
  });

  test("J1 a second click opens it at once, and selects what was clicked", () => {
    const hands = new Hands(board([card()])).play("YD1(150,150)@0");
    assert.deepEqual([hands.menus, [...hands.model.selection]], [[["a", { x: 150, y: 150 }]], ["a"]]);
    hands.play("YU1@40 YD1(20,20)@300 YU1@340");
    assert.deepEqual([hands.menus[1], [...hands.model.selection]], [[null, { x: 20, y: 20 }], []]);
  });

  test("a drag opens none", () => {
    const hands = new Hands(board([card()])).play("D1(150,150)@0 M1(180,150)@100 T(900) U1@950");
    assert.deepEqual(hands.menus, []);
  });
});

describe("bad input", () => {
  test("a storm of pointers leaves nothing held, open or thrown", () => {
    const hands = new Hands(board([card(), card(NEAR_B)]));
    let seed = 7;
    const random = (/** @type {number} */ below) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      // The low bits of such a number go round and round.
      return Math.floor(seed / 65536) % below;
    };
    const phases = ["began", "moved", "moved", "ended", "cancelled"];
    const types = ["touch", "touch", "mouse", "pen"];
    for (let at = 0; at < 20000; at += 1) {
      const odd = random(50) === 0;
      hands.feed([{
        phase: phases[random(5)], id: random(10), type: types[random(4)], time: at - (odd ? 40 : 0),
        x: odd ? NaN : random(400), y: odd ? 1e30 : random(300), button: random(20) ? 0 : 2,
      }]);
      if (random(400) === 0) hands.model.use(random(2) ? "pen" : "select");
      if (random(300) === 0) hands.controller.undo();
    }
    // The fingers lift; pens of the storm are lost, and the next finger finds them so.
    for (let id = 0; id < 10; id += 1) hands.feed([{ phase: "ended", id, time: 30000 }]);
    hands.model.use("pen");
    hands.draw(line([50, 50], [200, 50]), { start: 40_000 });
    hands.wait(5000);
    hands.controller.settle();
    assert.deepEqual(hands.reports, []);
    const { controller, model, arbiter } = hands;
    assert.deepEqual(
      [model.changing, controller.liveStrokes.length, controller.gliding, arbiter.isIdle], [false, 0, false, true],
    );
    const { length } = model.board.strokes;
    hands.draw(line([50, 50], [200, 50]), { start: 50_000 });
    assert.equal(model.board.strokes.length, length + 1, "fingers still write");
  });
});
