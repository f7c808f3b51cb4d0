/** Touches that fall on a scene of nodes: the node that is hit decides which hear of them, rows A7, A8 and A16 to A18. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rotation } from "../../../Public/gestures/geometry/affine.js";
import { SceneNode } from "../../../Public/gestures/hit-testing/scene-node.js";
import { addGestureRecognizer, Arbiter, ManualClock, PanGestureRecognizer, TapGestureRecognizer } from "../../../Public/gestures/index.js";

/** A board with cards on it, all of which say what they are touched by. */
class Scene {
  log = [];
  clock = new ManualClock();
  root = this.node("root", [0, 0, 400, 400]);
  arbiter = new Arbiter({ hitTest: (point, sample) => this.root.hitTest(point, sample), clock: this.clock });
  #time = 0;

  constructor() {
    this.root.isWindow = true;
  }

  node(name, [x, y, width, height], parent = null, options = {}) {
    const node = new SceneNode({ name, frame: { x, y, width, height }, ...options });
    parent?.addChild(node);
    for (const phase of ["Began", "Ended", "Cancelled"]) {
      node[`touches${phase}`] = () => void this.log.push(`${name}.${phase.toLowerCase()}`);
    }
    return node;
  }

  add(node, recognizer) {
    addGestureRecognizer(node, recognizer.addTarget(({ state }) => this.log.push(`${node.name} ${state}`)));
    return recognizer;
  }

  send(phase, x, y) {
    this.#time += 16;
    this.clock.advance(this.#time);
    this.arbiter.dispatch([{ phase, id: 1, x, y, time: this.#time }]);
  }

  tap(x, y) {
    this.send("began", x, y);
    this.send("ended", x, y);
    return this.log.splice(0);
  }
}

describe("gestures A: hit-testing and delivery", () => {
  test("A7 the topmost node that has the point is touched, and no child outside its parent", () => {
    const scene = new Scene();
    scene.node("a", [50, 50, 100, 100], scene.root);
    const b = scene.node("b", [100, 100, 100, 100], scene.root);
    scene.node("outside", [150, 0, 40, 40], b);
    assert.deepEqual(scene.tap(120, 120), ["b.began", "b.ended"]);
    b.pointInside = ({ x, y }) => x > 50 && y > 50;
    assert.deepEqual(scene.tap(120, 120), ["a.began", "a.ended"]);
    assert.deepEqual(scene.tap(260, 110), ["root.began", "root.ended"]);
  });

  test("A8 a muted card is dead with the button on it, and what lies beneath is touched", () => {
    const scene = new Scene();
    scene.node("beneath", [50, 50, 200, 200], scene.root);
    const card = scene.node("card", [60, 60, 100, 100], scene.root);
    const button = scene.node("button", [10, 10, 40, 40], card);
    scene.add(button, new TapGestureRecognizer());
    scene.add(card, new TapGestureRecognizer());
    card.interactive = false;
    assert.deepEqual(scene.tap(80, 80), ["beneath.began", "beneath.ended"]);
    card.interactive = true;
    assert.deepEqual(scene.tap(80, 80), ["button.began", "button.cancelled", "button ended"]);
  });
});

describe("interaction A: what cannot be touched", () => {
  const cards = () => {
    const scene = new Scene();
    const a = scene.node("A", [50, 50, 200, 200], scene.root);
    return { scene, a, b: scene.node("B", [20, 20, 100, 100], a) };
  };

  test("A16 a node without interaction lets the touch through, with all that is in it", () => {
    const { scene, a, b } = cards();
    b.interactive = false;
    assert.deepEqual(scene.tap(100, 100), ["A.began", "A.ended"]);
    b.interactive = true;
    a.interactive = false;
    assert.deepEqual(scene.tap(100, 100), ["root.began", "root.ended"]);
  });

  test("A17 a node that is all but transparent lets the touch through", () => {
    const { scene, b } = cards();
    b.alpha = 0.005;
    assert.deepEqual(scene.tap(100, 100), ["A.began", "A.ended"]);
    b.alpha = 0.02;
    assert.deepEqual(scene.tap(100, 100), ["B.began", "B.ended"]);
  });

  test("A18 a hidden node lets the touch through, with all that is in it", () => {
    const { scene, a } = cards();
    a.hidden = true;
    assert.deepEqual(scene.tap(100, 100), ["root.began", "root.ended"]);
  });

  test("A5 a node that leaves the scene takes its touches and gestures along", () => {
    const { scene, b } = cards();
    scene.add(b, new PanGestureRecognizer());
    scene.send("began", 100, 100);
    scene.send("moved", 140, 100);
    b.removeFromParent();
    scene.send("moved", 150, 100);
    assert.deepEqual(scene.log, ["B.began", "B.cancelled", "B began", "B cancelled"]);
    assert.equal(scene.arbiter.isIdle, true);
  });

  test("A11 a gesture tells places and ways in the coordinates of a node that is turned", () => {
    const { scene, b } = cards();
    b.transform = rotation(Math.PI / 2);
    const pan = scene.add(b, new PanGestureRecognizer());
    scene.send("began", 120, 120);
    scene.send("moved", 120, 150);
    const { x, y } = pan.translation(b);
    assert.deepEqual([Math.round(x), Math.round(y)], [20, 0]);
  });
});
