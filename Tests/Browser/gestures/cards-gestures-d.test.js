/**
 * Rows D6, D8, D10 and D11 of `gestures`: what the motions of a card cannot show without recognizers. The demos that use them
 * are played on, by fingers and through an arbiter.
 */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SCENES } from "../../../Public/gestures/demo/scenes.js";
import { World } from "../../../Public/gestures/demo/world.js";
import { Arbiter, ManualClock } from "../../../Public/gestures/index.js";
import { Lab } from "./lab.js";

/** A demo without its page, and a script for its fingers as in `lab.js`. */
function demo(name, { width = 400, height = 400 } = {}) {
  const clock = new ManualClock();
  const world = new World({ width, height, clock });
  SCENES[name](world);
  const reports = [];
  const arbiter = new Arbiter({ hitTest: (point) => world.root.hitTest(point), clock, report: (error) => reports.push(error) });
  const script = new Lab();
  return {
    world, arbiter, reports,
    figure: (wanted) => world.root.children.find((child) => child.name === wanted),
    play(text) {
      const from = world.log.entries.length;
      for (const samples of script.parse(text)) {
        if (typeof samples === "number") clock.advance(samples);
        else {
          clock.advance(samples.at(-1).time);
          arbiter.dispatch(samples);
        }
      }
      return world.log.entries.slice(from);
    },
  };
}

const said = (entries) => entries.map(({ name, state }) => `${name} ${state}`);
const place = ({ center: { x, y } }) => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6];
const poseOf = ({ center, transform }) => ({ center, transform });

describe("gestures D: three taps", () => {
  const HANDS = "D1(130,152)@0 D2(190,152)@0 [M1(140,100)@32 M2(220,240)@32] U1@300 U2@310";
  const taps = (at, times) => Array.from({ length: times }, (_, tap) => `D1(160,152)@${at + 120 * tap} U1@${at + 120 * tap + 40}`).join(" ");

  test("D6 what pan, pinch and rotation did to a card is undone by three taps on it, not by two, and once by four", () => {
    const { figure, play, world } = demo("transform");
    const card = figure("back card");
    const before = poseOf(card);
    play(HANDS);
    const moved = poseOf(card);
    assert.notDeepEqual(moved.transform, before.transform);
    assert.notDeepEqual(moved.center, before.center);
    play(`${taps(1000, 2)} T(2000)`);
    assert.deepEqual(poseOf(card), moved);
    play(taps(3000, 4));
    assert.deepEqual(poseOf(card), before);
    assert.equal(said(world.log.entries).filter((line) => line === "reset ended").length, 1);
  });

  test("D6 a third tap that is cancelled resets nothing", () => {
    const { figure, play } = demo("transform");
    play(HANDS);
    const moved = poseOf(figure("back card"));
    play(`${taps(1000, 2)} D1(160,152)@1240 C1@1260 T(3000)`);
    assert.deepEqual(poseOf(figure("back card")), moved);
  });

  test("D4 a second pinch goes on from the first, and a card is not made smaller than a half", () => {
    const { figure, play } = demo("transform");
    const pinch = (at, to) => `D1(130,152)@${at} D2(190,152)@${at} [M1(${160 - to},152)@${at + 32} M2(${160 + to},152)@${at + 32}] U1@${at + 300} U2@${at + 310}`;
    play(`${pinch(0, 60)} ${pinch(1000, 45)} T(3000)`);
    assert.ok(Math.abs(figure("back card").transform.a - 3) < 1e-9);
    play(`${[4000, 5000, 6000, 7000].map((at) => pinch(at, 12)).join(" ")} T(9000)`);
    assert.ok(Math.abs(figure("back card").transform.a - 0.5) < 1e-9);
  });
});

describe("gestures D: containment", () => {
  test("D8 a step that would leave is refused whole, and one that would not is made, without drift", () => {
    const { figure, play } = demo("dragging");
    const tile = figure("strict tile");
    play("D1(300,200)@0 M1(370,205)@16");
    assert.deepEqual(place(tile), [370, 205]);
    play("M1(390,210)@32");
    assert.deepEqual(place(tile), [370, 205]);
    play("M1(380,215)@48 U1@64");
    assert.deepEqual(place(tile), [380, 215]);
  });

  test("D7 the same step slides along the edge where it is held by it", () => {
    const { figure, play } = demo("dragging");
    play("D1(100,200)@0 M1(395,205)@16 U1@32");
    assert.deepEqual(place(figure("tile")), [380, 205]);
  });
});

describe("gestures D: a second finger", () => {
  test("D10 wherever it lands the thing is back at once, the drag is cancelled, and the first finger moves it no more", () => {
    const { figure, play, arbiter } = demo("dragging");
    const tile = figure("tile");
    assert.deepEqual(said(play("D1(100,200)@0 M1(160,200)@16")), ["tile began"]);
    assert.deepEqual(place(tile), [160, 200]);
    const second = play("D2(390,390)@32");
    assert.deepEqual([said(second), second[0].drag, place(tile)], [["tile cancelled"], "cancelled", [100, 200]]);
    assert.deepEqual([play("M1(220,200)@48 M2(300,300)@64"), place(tile)], [[], [100, 200]]);
    play("U1@80 U2@90");
    assert.equal(arbiter.isIdle, true);
    assert.deepEqual(said(play("D1(100,200)@200 M1(130,200)@216 U1@232")), ["tile began", "tile ended"]);
    assert.deepEqual(place(tile), [130, 200]);
  });

  test("D11 over the zone the thing goes back, and what the finger does then does nothing", () => {
    const { figure, play } = demo("dragging");
    play("D1(100,200)@0 M1(200,60)@16");
    assert.deepEqual(place(figure("tile")), [100, 200]);
    play("M1(200,300)@32 U1@48");
    assert.deepEqual(place(figure("tile")), [100, 200]);
  });

  test("B16 a plate that is pulled at its corner turns and stays under the finger", () => {
    const { figure, play } = demo("dragging");
    const plate = figure("plate");
    play("D1(270,260)@0 M1(300,260)@16 M1(380,260)@32 U1@48");
    const [angle, { x, y }] = [Math.atan2(plate.transform.b, plate.transform.a), plate.center];
    assert.ok(Math.abs(angle) > 0.1, String(angle));
    const corner = { x: x + 70 * Math.cos(angle) + 40 * Math.sin(angle), y: y + 70 * Math.sin(angle) - 40 * Math.cos(angle) };
    assert.ok(Math.hypot(corner.x - 380, corner.y - 260) < 2, JSON.stringify(corner));
  });
});

describe("gestures G: going home", () => {
  const R = (x, y, at) => {
    const way = [[0, 0], [0, 40], [1, 15], [8, 3], [25, 1]];
    const points = way.flatMap(([dx, dy], leg) => {
      const [fromX, fromY] = way[leg - 1] ?? [dx, dy];
      return Array.from({ length: 8 }, (_, step) => [x + fromX + ((dx - fromX) * step) / 7, y + fromY + ((dy - fromY) * step) / 7]);
    });
    return `${points.map(([px, py], step) => `${step ? "M" : "D"}1(${px},${py})@${at + 8 * step}`).join(" ")} U1@${at + 400}`;
  };
  const state = ({ figure }) => ({
    selected: ["Letter", "Report", "Plan"].filter((name) => figure(name).color === "accent"),
    open: ["Letter", "Report", "Plan"].filter((name) => figure(`document ${name}`)), home: !figure("welcome").hidden,
  });
  const HOME = { selected: [], open: [], home: true };

  test("G10 an r beside the page of a document leads home: nothing selected, no document; at home it changes nothing", () => {
    const stage = demo("home");
    stage.play("D1(64,160)@0 U1@40 T(1000)");
    assert.deepEqual(state(stage), { selected: ["Report"], open: ["Report"], home: false });
    assert.deepEqual(said(stage.play(R(160, 60, 2000))), ["letter r ended"]);
    assert.deepEqual(state(stage), HOME);
    assert.deepEqual(said(stage.play(R(160, 60, 4000))), ["letter r ended"]);
    assert.deepEqual([state(stage), stage.reports, stage.arbiter.isIdle], [HOME, [], true]);
  });

  test("G10 the one recognizer goes from document to document", () => {
    const stage = demo("home");
    for (const [y, at] of [[80, 0], [240, 1000]]) stage.play(`D1(64,${y})@${at} U1@${at + 40} T(${at + 900})`);
    assert.deepEqual(state(stage), { selected: ["Plan"], open: ["Plan"], home: false });
    stage.play(R(160, 60, 3000));
    assert.deepEqual(state(stage), HOME);
  });

  test("G11 on the page itself the finger scrolls", () => {
    const stage = demo("home");
    stage.play("D1(64,160)@0 U1@40 T(1000)");
    const drawn = said(stage.play(R(240, 180, 2000)));
    assert.deepEqual([drawn.includes("scroll began"), drawn.includes("letter r ended"), state(stage).home], [true, false, false]);
  });
});
