import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compose, invert, rotation, scaling, translation } from "../../../../Public/gestures/geometry/affine.js";
import { hitOutlines } from "../../../../Public/gestures/hit-testing/hit-outlines.js";
import { ImageNode } from "../../../../Public/gestures/hit-testing/image-node.js";
import { Layer } from "../../../../Public/gestures/hit-testing/layer.js";
import { SceneNode } from "../../../../Public/gestures/hit-testing/scene-node.js";
import { addGestureRecognizer, Arbiter, ManualClock, TapGestureRecognizer } from "../../../../Public/gestures/index.js";
import { at, frame, hit, lab, node } from "./scene.js";

describe("interaction C: recursive hit-test", () => {
  test("C1 of two that overlap the later one is hit, and the other when it has gone", () => {
    const [b1, b2] = [node("B1", frame(0, 0, 60, 60)), node("B2", frame(30, 30, 60, 60))];
    const root = node("R", frame(0, 0, 100, 100), {}, b1, b2);
    assert.equal(hit(root, 45, 45), "B2");
    b2.removeFromParent();
    assert.equal(hit(root, 45, 45), "B1");
    assert.deepEqual([hit(root, 95, 95), hit(root, 101, 50)], ["R", null]);
  });

  test("C1 the laboratory: B in A in R", () => {
    const { r } = lab();
    assert.deepEqual([hit(r, 100, 100), hit(r, 200, 200), hit(r, 300, 100), hit(r, 390, 390)], ["B", "A", "S", "R"]);
  });

  test("C1 brought to the front is topmost, inserted at the back is not", () => {
    const [low, high] = [node("low", frame(0, 0, 50, 50)), node("high", frame(0, 0, 50, 50))];
    const root = node("R", frame(0, 0, 50, 50), {}, low, high);
    low.bringToFront();
    assert.equal(hit(root, 5, 5), "low");
    root.addChild(low, 0);
    assert.equal(hit(root, 5, 5), "high");
    assert.deepEqual(root.children.map(({ name }) => name), ["low", "high"]);
  });

  test("C1 a node in itself is refused", () => {
    const { r, a, b } = lab();
    assert.throws(() => b.addChild(r), { name: "RangeError", message: "R cannot become its own descendant" });
    assert.throws(() => a.addChild(a), RangeError);
    assert.equal(b.parent, a);
  });
});

describe("interaction C: restrictions", () => {
  test("C2 a disabled node is not asked at all, nor what is in it", () => {
    const { r, a, b } = lab();
    const asked = [];
    a.pointInside = () => (asked.push("A.pointInside"), true);
    b.hitTest = () => (asked.push("B.hitTest"), null);
    a.interactive = false;
    assert.equal(hit(r, 100, 100), "R");
    assert.deepEqual(asked, []);
  });

  const RESTRICTIONS = { disabled: { interactive: false }, hidden: { hidden: true }, invisible: { alpha: 0.005 } };
  for (const [name, change] of Object.entries(RESTRICTIONS)) {
    test(`C2 through a ${name} B one hits A, through a ${name} A one hits R`, () => {
      const [one, two] = [lab(), lab()];
      Object.assign(one.b, change);
      Object.assign(two.a, change);
      assert.deepEqual([hit(one.r, 100, 100), hit(two.r, 100, 100)], ["A", "R"]);
    });
  }

  test("C2 faint is not invisible, and an alpha that is no number is", () => {
    const { r, b } = lab();
    b.alpha = 0.02;
    assert.equal(hit(r, 100, 100), "B");
    b.alpha = NaN;
    assert.equal(hit(r, 100, 100), "A");
  });
});

describe("interaction C: what hit-testing ignores", () => {
  test("C3 a second finger on a single-touch node hits it all the same, exclusive or not", () => {
    const { r, b, s } = lab();
    s.exclusiveTouch = true;
    assert.equal(b.multipleTouchEnabled, false);
    assert.deepEqual([hit(r, 100, 100), hit(r, 110, 100), hit(r, 300, 100)], ["B", "B", "S"]);
  });
});

describe("interaction C: transforms", () => {
  test("C4 a turned node is hit where it is seen", () => {
    const bar = node("bar", frame(50, 80, 100, 40), { transform: rotation(Math.PI / 2) });
    const root = node("R", frame(0, 0, 300, 300), {}, bar);
    assert.deepEqual([hit(root, 100, 145), hit(root, 145, 100)], ["bar", "R"]);
  });

  test("C4 the scroll offset and the zoom of what it lies in count", () => {
    const card = node("card", frame(500, 500, 50, 50));
    const view = node("view", frame(0, 0, 100, 100), { clips: true }, card);
    view.bounds = frame(480, 480, 100, 100);
    const root = node("R", frame(-500, -500, 2000, 2000), {}, view);
    root.bounds = frame(-500, -500, 2000, 2000);
    assert.deepEqual([hit(root, 25, 25), hit(root, 10, 10)], ["card", "view"]);
    view.transform = scaling(2);
    assert.equal(hit(root, 40, 40), "card");
  });

  test("C4 nested turns and scales answer as their product does", () => {
    const inner = node("inner", frame(10, 20, 30, 40), { transform: compose(rotation(0.7), scaling(1.5, 0.6)) });
    const outer = node("outer", frame(100, 50, 120, 90), { transform: rotation(-0.4) }, inner);
    const root = node("R", frame(0, 0, 400, 400), {}, outer);
    const toInner = invert(compose(outer.toParent(), inner.toParent()));
    assert.ok(toInner);
    for (let x = 60; x < 260; x += 7) {
      for (let y = 10; y < 180; y += 7) {
        const own = { x: toInner.a * x + toInner.c * y + toInner.tx, y: toInner.b * x + toInner.d * y + toInner.ty };
        const within = own.x >= 0 && own.y >= 0 && own.x < 30 && own.y < 40 && hit(root, x, y) !== "R";
        assert.equal(hit(root, x, y) === "inner", within, `${x}, ${y}`);
      }
    }
  });

  test("C4 what is squashed to nothing, or not a number, is not hit and throws nothing", () => {
    for (const transform of [scaling(0), scaling(1, 0), scaling(NaN), translation(Infinity, 0), scaling(1e308)]) {
      const root = node("R", frame(0, 0, 100, 100), {}, node("gone", frame(0, 0, 100, 100), { transform }));
      assert.equal(hit(root, 50, 50), "R");
    }
  });

  test("C4 a point that is no number hits nothing", () => {
    const { r } = lab();
    for (const point of [at(NaN, 5), at(Infinity, 5), at(5, -1e308)]) assert.equal(r.hitTest(point), null);
  });
});

describe("interaction C: asking from a handler", () => {
  test("C5 pictures are found once they are interactive; untouched, the container answers", () => {
    const picture = (/** @type {string} */ name, /** @type {number} */ x) => new ImageNode({ name, frame: frame(x, 0, 40, 40) });
    const [one, two] = [picture("one", 0), picture("two", 50)];
    const root = node("R", frame(0, 0, 100, 100), {}, one, two);
    assert.equal(root.hitTest(at(60, 10), null)?.name, "R");
    one.interactive = two.interactive = true;
    assert.deepEqual([hit(root, 10, 10), hit(root, 60, 10)], ["one", "two"]);
  });

  test("C5 one tap recognizer on the container learns which picture was tapped; untouchable ones leave it the container", () => {
    const picture = (/** @type {string} */ name, /** @type {number} */ x) => new ImageNode({ name, frame: frame(x, 0, 40, 40) });
    const [one, two] = [picture("one", 0), picture("two", 50)];
    const root = node("R", frame(0, 0, 100, 100), {}, one, two);
    root.isWindow = true;
    const clock = new ManualClock();
    const arbiter = new Arbiter({ hitTest: (point) => root.hitTest(point), clock });
    /** @type {(string | undefined)[]} */
    const tapped = [];
    const tap = new TapGestureRecognizer();
    addGestureRecognizer(root, tap.addTarget(() => tapped.push(root.hitTest(tap.locationOfTouch(0, root), null)?.name)));
    const press = (/** @type {number} */ x) => {
      const time = clock.now() + 1000;
      clock.advance(time);
      for (const phase of /** @type {const} */ (["began", "ended"])) arbiter.dispatch([{ phase, id: 1, x, y: 10, time }]);
    };
    press(60);
    one.interactive = two.interactive = true;
    for (const x of [10, 60, 45]) press(x);
    assert.deepEqual(tapped, ["R", "one", "two", "R"]);
  });

  test("C5 the event is handed on to the view that decides by it", () => {
    const { r, b } = lab();
    const pen = { type: "pen" };
    b.pointInside = (_, event) => event === pen;
    assert.deepEqual([r.hitTest(at(100, 100), pen)?.name, r.hitTest(at(100, 100))?.name], ["B", "A"]);
  });
});

describe("interaction C: children outside their parent", () => {
  const overflowing = (/** @type {Record<string, unknown>} */ options) => {
    const a = node("A", frame(100, 100, 100, 100), options, node("child", frame(-30, 0, 40, 40)));
    return node("R", frame(0, 0, 400, 400), {}, a);
  };

  test("C6 they are missed by default, hit with the flag, and missed again where the parent clips", () => {
    assert.equal(hit(overflowing({}), 80, 110), "R");
    assert.equal(hit(overflowing({ overflowTouchable: true }), 80, 110), "child");
    assert.equal(hit(overflowing({ overflowTouchable: true, clips: true }), 80, 110), "R");
  });
});

describe("interaction C: passing touches through", () => {
  test("C7 an overlay with a hole lets the page below be hit there", () => {
    const overlay = node("overlay", frame(0, 0, 100, 100));
    overlay.hitFilter = (point, found) => (Math.hypot(point.x - 50, point.y - 50) < 20 ? null : found);
    const root = node("R", frame(0, 0, 100, 100), {}, node("page", frame(0, 0, 100, 100)), overlay);
    assert.deepEqual([hit(root, 50, 50), hit(root, 5, 5)], ["page", "overlay"]);
  });

  test("C7 a filter may answer for another", () => {
    const { r, a, b } = lab();
    a.hitFilter = (_, found) => (found === b ? a : found);
    assert.equal(hit(r, 100, 100), "A");
  });

  test("C7 a filter that throws makes its node a miss, and is told of", () => {
    const { r, a } = lab();
    const reported = [];
    r.onError = (error) => reported.push(error);
    a.hitFilter = () => { throw new Error("broken"); };
    assert.equal(hit(r, 100, 100), "R");
    a.hitFilter = null;
    a.animation = { allowsInteraction: true, center: () => { throw new Error("gone"); } };
    assert.equal(hit(r, 100, 100), "R");
    assert.deepEqual(reported.map(({ message }) => message), ["broken", "gone"]);
  });
});

describe("interaction C: layers", () => {
  test("C8 a node that is not interactive still tells its layer, while the touch goes behind it", () => {
    const drawing = node("drawing", frame(0, 0, 100, 100), { interactive: false });
    drawing.layers = [new Layer({ name: "ink", frame: frame(10, 10, 50, 50) })];
    const root = node("R", frame(0, 0, 100, 100), {}, drawing);
    assert.equal(hit(root, 20, 20), "R");
    assert.equal(drawing.hitTestLayers(at(20, 20))?.name, "ink");
    assert.equal(drawing.hitTestLayers(at(80, 80)), null);
  });

  test("C8 the point is in the coordinates of the superlayer, whatever the layer's turn", () => {
    const bar = new Layer({ name: "bar", frame: frame(50, 80, 100, 40), transform: rotation(Math.PI / 2) });
    assert.equal(bar.hitTest(at(100, 145)), bar);
    assert.equal(bar.hitTest(at(145, 100)), null);
  });
});

describe("interaction C: sub-layers", () => {
  test("C9 on the handle the handle answers, a pixel outside its box the body", () => {
    const handle = new Layer({ name: "handle", frame: frame(90, 40, 10, 10) });
    const body = new Layer({ name: "body", frame: frame(20, 20, 100, 100), sublayers: [handle] });
    const annotation = node("annotation", frame(0, 0, 200, 200));
    annotation.layers = [body];
    assert.equal(annotation.hitTestLayers(at(115, 65))?.name, "handle");
    assert.equal(annotation.hitTestLayers(at(109, 65))?.name, "body");
  });
});

describe("interaction C: touches while it moves", () => {
  test("C13 a moving node is not touched unless its animation allows it", () => {
    const card = node("card", frame(0, 0, 50, 50), {}, node("button", frame(0, 0, 50, 50)));
    const root = node("R", frame(0, 0, 400, 100), {}, card);
    card.animation = { center: () => at(175, 25) };
    for (let x = 5; x < 400; x += 10) assert.equal(hit(root, x, 25), "R");
    card.animation = null;
    assert.equal(hit(root, 25, 25), "button");
  });
});

describe("interaction C: the presented place", () => {
  test("C14 half way from 0 to 300 the node is hit where it is seen, not where it will be", () => {
    let now = 0;
    const card = node("card", frame(300, 0, 50, 50));
    card.animation = { allowsInteraction: true, center: () => at(25 + 300 * (now / 1000), 25) };
    const root = node("R", frame(0, 0, 400, 100), {}, card);
    now = 500;
    assert.deepEqual([hit(root, 175, 25), hit(root, 325, 25)], ["card", "R"]);
    now = 1000;
    assert.deepEqual([hit(root, 175, 25), hit(root, 325, 25)], ["R", "card"]);
  });

  test("C14 a presented turn counts as well", () => {
    const bar = node("bar", frame(50, 80, 100, 40));
    bar.animation = { allowsInteraction: true, transform: () => rotation(Math.PI / 2) };
    const root = node("R", frame(0, 0, 300, 300), {}, bar);
    assert.deepEqual([hit(root, 100, 145), hit(root, 145, 100)], ["bar", "R"]);
  });
});

describe("interaction C: a moving button", () => {
  test("C15 down and up at its visible places both hit it", () => {
    let now = 0;
    const button = node("button", frame(300, 0, 50, 50));
    button.animation = { allowsInteraction: true, center: () => at(25 + 0.3 * now, 25) };
    const root = node("R", frame(0, 0, 400, 100), {}, button);
    const seen = [400, 480].map((time) => ((now = time), hit(root, 25 + 0.3 * time, 25)));
    assert.deepEqual(seen, ["button", "button"]);
  });
});

describe("gestures E: show bounds", () => {
  test("E4 five cards have five outlines, and hits are the same with and without", () => {
    const cards = Array.from({ length: 5 }, (_, index) => node(`${index}`, frame(index * 60, 20, 50, 50), { transform: rotation(index / 3) }));
    const root = node("R", frame(0, 0, 400, 100), {}, ...cards);
    const points = Array.from({ length: 100 }, (_, index) => [(index * 37) % 400, (index * 53) % 100]);
    const before = points.map(([x, y]) => hit(root, x, y));
    const outlines = hitOutlines(root);
    assert.equal(outlines.length, 5);
    assert.deepEqual(outlines[0].bounds, [at(0, 20), at(50, 20), at(50, 70), at(0, 70)]);
    assert.deepEqual(points.map(([x, y]) => hit(root, x, y)), before);
  });

  test("E4 nodes that are hidden have no outline", () => {
    const { r, a } = lab();
    a.hidden = true;
    assert.deepEqual(hitOutlines(r).map(({ node: { name } }) => name), ["S"]);
  });
});

describe("interaction C: a node as a view", () => {
  test("C5 a point of the window is told in a node's coordinates, through every transform", () => {
    const inner = node("inner", frame(10, 10, 20, 20), { transform: rotation(Math.PI / 2) });
    const outer = node("outer", frame(100, 100, 100, 100), { transform: scaling(2) }, inner);
    node("R", frame(0, 0, 400, 400), {}, outer);
    const { x, y } = inner.fromWindow(at(90, 90));
    assert.ok(Math.abs(x - 10) < 1e-9 && Math.abs(y - 10) < 1e-9);
    assert.equal(inner.superview, outer);
    outer.transform = scaling(0);
    assert.ok(Object.values(inner.fromWindow(at(90, 90))).every(Number.isFinite));
  });

  test("C5 a node is in its window until it is taken out, or what it lies in is", () => {
    const { r, a, b } = lab();
    assert.deepEqual([r.isInWindow, b.isInWindow], [false, false]);
    r.isWindow = true;
    assert.deepEqual([r.isInWindow, b.isInWindow], [true, true]);
    a.removeFromParent();
    assert.deepEqual([r.isInWindow, b.isInWindow], [true, false]);
  });
});

describe("what of the touch model is decided here", () => {
  test("A7 on top is not yet hit: a view that says no lets the one below answer, and a view outside is not asked", () => {
    const below = node("A", frame(0, 0, 80, 80));
    const above = node("B", frame(40, 0, 80, 80), {}, node("outside", frame(100, 0, 50, 50)));
    const root = node("R", frame(0, 0, 300, 100), {}, below, above);
    assert.deepEqual([hit(root, 60, 20), hit(root, 145, 20)], ["B", "R"]);
    above.pointInside = () => false;
    assert.equal(hit(root, 60, 20), "A");
  });

  test("A8 a card that is not interactive takes its button with it; what lies beneath is touched", () => {
    const card = node("card", frame(0, 0, 80, 80), {}, node("button", frame(10, 10, 20, 20)));
    const root = node("R", frame(0, 0, 100, 100), {}, node("beneath", frame(0, 0, 80, 80)), card);
    assert.equal(hit(root, 15, 15), "button");
    card.interactive = false;
    assert.deepEqual([hit(root, 15, 15), hit(root, 50, 50)], ["beneath", "beneath"]);
  });

  const EXCLUDED = /** @type {[string, object, string][]} */ ([
    ["A16", { interactive: false }, "not interactive"], ["A17", { alpha: 0.005 }, "nearly invisible"], ["A18", { hidden: true }, "hidden"],
  ]);
  for (const [row, change, words] of EXCLUDED) {
    test(`${row} a node that is ${words} is not touched, and nothing in it`, () => {
      const { r, a } = lab();
      Object.assign(a, change);
      assert.deepEqual([hit(r, 100, 100), hit(r, 240, 240)], ["R", "R"]);
    });
  }
});

describe("a class of node with ways of its own", () => {
  test("it may give itself a margin, and is found among many", () => {
    class Button extends SceneNode {
      /** @param {{x: number, y: number}} point */
      pointInside({ x, y }) {
        return x > -20 && y > -20 && x < this.bounds.width + 20 && y < this.bounds.height + 20;
      }
    }
    const others = Array.from({ length: 100 }, (_, index) => node(`${index}`, frame(index * 10, 300, 5, 5)));
    const root = node("R", frame(0, 0, 1000, 400), {}, ...others, new Button({ name: "button", frame: frame(100, 100, 10, 10) }));
    assert.deepEqual([hit(root, 85, 105), hit(root, 75, 105), hit(root, 502, 302)], ["button", "R", "50"]);
  });
});
