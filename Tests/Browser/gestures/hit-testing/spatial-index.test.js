import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rotation, scaling } from "../../../../Public/gestures/geometry/affine.js";
import { random } from "../strokes/drawing.js";
import { at, frame, hit, node } from "./scene.js";

/**
 * The topmost of nodes at a point by looking at each, without index or tree.
 * @param {readonly import("../../../../Public/gestures/hit-testing/scene-node.js").SceneNode[]} nodes from back to front
 * @param {{x: number, y: number}} point
 */
function byLooking(nodes, { x, y }) {
  for (const each of [...nodes].reverse()) {
    const m = each.fromParent();
    if (m && each.hitTest(at(m.a * x + m.c * y + m.tx, m.b * x + m.d * y + m.ty))) return each.name;
  }
  return "R";
}

/** Scattered, turned, of all sizes. @param {number} count @param {() => number} next */
function scattered(count, next) {
  return Array.from({ length: count }, (_, index) => node(
    `${index}`,
    frame(next() * 5000, next() * 5000, 5 + next() * 150, 5 + next() * 150),
    { transform: rotation(next() * 6) },
  ));
}

describe("interaction C: among many", () => {
  test("C1 the index answers as looking at each does, while nodes move, leave, come and change their order", () => {
    const next = random(3);
    const root = node("R", frame(0, 0, 5200, 5200), {}, ...scattered(600, next));
    for (let round = 0; round < 400; round++) {
      const moved = root.children[Math.floor(next() * root.children.length)];
      const change = round % 8;
      if (change === 0) moved.center = at(next() * 5000, next() * 5000);
      if (change === 1) moved.transform = scaling(0.1 + next() * 20);
      if (change === 2) moved.bringToFront();
      if (change === 3) root.addChild(moved, Math.floor(next() * root.children.length));
      if (change === 4) moved.removeFromParent();
      if (change === 5) root.addChild(node(`new ${round}`, frame(next() * 5000, next() * 5000, 80, 80)));
      if (change === 6) moved.animation = { allowsInteraction: true, center: () => at(2500, 2500) };
      if (change === 7) moved.hidden = !moved.hidden;
      for (let sample = 0; sample < 5; sample++) {
        const point = at(next() * 5100, next() * 5100);
        assert.equal(hit(root, point.x, point.y), byLooking(root.children, point), `round ${round}`);
      }
      assert.equal(hit(root, 2500, 2500), byLooking(root.children, at(2500, 2500)));
    }
  });

  test("C14 among many, too, what moves is hit where it is seen, and filters are asked everywhere", () => {
    const next = random(9);
    const root = node("R", frame(0, 0, 5200, 5200), {}, ...scattered(100, next));
    const [mover, anywhere] = [node("mover", frame(0, 0, 50, 50)), node("anywhere", frame(0, 0, 10, 10))];
    root.addChild(mover);
    let x = 5100;
    mover.animation = { allowsInteraction: true, center: () => at(x, 5150) };
    assert.equal(hit(root, 5100, 5150), "mover");
    x = 5000;
    assert.equal(hit(root, 5000, 5150), "mover");
    root.addChild(anywhere);
    assert.notEqual(hit(root, 5190, 5190), "anywhere");
    anywhere.hitFilter = () => anywhere;
    assert.equal(hit(root, 5190, 5190), "anywhere");
  });

  test("C1 a node that has moved often is still asked once", () => {
    const root = node("R", frame(0, 0, 5200, 5200), {}, ...scattered(100, random(9)));
    let asked = 0;
    const wanderer = node("wanderer", frame(0, 0, 50, 50), { shape: { contains: () => (asked++, false), outline: () => [] } });
    root.addChild(wanderer);
    for (let move = 0; move < 20; move++) {
      wanderer.center = at(5100 + move, 5100);
      asked = 0;
      hit(root, 5100, 5100);
      assert.equal(asked, 1);
    }
  });

  test("C1 nodes that are huge, far away or nowhere do no harm", () => {
    const next = random(5);
    const odd = [
      node("huge", frame(-1e9, -1e9, 2e9, 2e9)), node("far", frame(1e12, 1e12, 10, 10)),
      node("nowhere", frame(NaN, 0, 10, 10)), node("endless", frame(0, 0, Infinity, Infinity)),
      ...scattered(100, next),
    ];
    const root = node("R", frame(-1e13, -1e13, 2e13, 2e13), {}, ...odd);
    root.bounds = frame(-1e13, -1e13, 2e13, 2e13);
    assert.deepEqual([hit(root, 1e12 + 5, 1e12 + 5), hit(root, -5, -5)], ["far", "huge"]);
    assert.equal(hit(root, NaN, 0), null);
  });

  test("C1 an index hit asks a handful of 10,000 nodes, and a move re-lists one", () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => node(`${index}`, frame((index % 100) * 60, Math.floor(index / 100) * 60, 50, 50)));
    const root = node("R", frame(0, 0, 6000, 6000), {}, ...nodes);
    hit(root, 5, 5);
    let asked = 0;
    const counting = { contains: () => (asked++, true), outline: () => [] };
    for (const each of nodes) each.shape = counting;
    assert.equal(hit(root, 3025, 3025), "5050");
    nodes[0].center = at(3025, 3085);
    nodes[0].bringToFront();
    assert.equal(hit(root, 3025, 3085), "0");
    assert.ok(asked < 10, `${asked} were asked`);
  });
});
