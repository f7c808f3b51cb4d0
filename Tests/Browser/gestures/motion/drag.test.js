import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { apply, compose, IDENTITY, rotation, scaling, translation } from "../../../../Public/gestures/geometry/affine.js";
import { inset } from "../../../../Public/gestures/geometry/rect.js";
import { onBar, onSpring, pulled } from "../../../../Public/gestures/motion/attachment.js";
import { contained, isContained, sizeOf } from "../../../../Public/gestures/motion/containment.js";
import { Drag } from "../../../../Public/gestures/motion/drag.js";
import { baked, posed, transformOf, UNTOUCHED } from "../../../../Public/gestures/motion/free-transform.js";
import { random } from "../strokes/drawing.js";

/** @param {number} x @param {number} y */
const at = (x, y) => ({ x, y });

const CENTER = at(150, 150);
const BOARD = { x: 0, y: 0, width: 400, height: 300 };

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
const assertNear = (a, b, by = 1e-9) => assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < by, `${JSON.stringify(a)} is not ${JSON.stringify(b)}`);

describe("gestures D: direct drag", () => {
  test("D1 the finger keeps the point it took hold of, there and back", () => {
    const drag = new Drag(CENTER, at(120, 130));
    assert.deepEqual(drag.moved(at(170, 160)), at(200, 180));
    assert.deepEqual(drag.moved(at(120, 130)), CENTER);
  });
});

describe("gestures D: drag by stored center", () => {
  test("D2 an event that is lost changes nothing, one that is repeated neither", () => {
    const [all, gaps] = [new Drag(CENTER, CENTER), new Drag(CENTER, CENTER)];
    for (const finger of [at(200, 180), at(200, 180), at(250, 150)]) all.moved(finger);
    gaps.moved(at(250, 150));
    assert.deepEqual([all.center, gaps.center], [at(250, 150), at(250, 150)]);
  });

  test("D2 a place that is no number is none", () => {
    const drag = new Drag(CENTER, CENTER);
    drag.moved(at(200, 180));
    assert.deepEqual([drag.moved(at(NaN, 5)), drag.moved(at(5, Infinity))], [at(200, 180), at(200, 180)]);
  });
});

describe("gestures D: transform, then bake", () => {
  test("D3 while it is dragged the offset is told apart, and baking moves nothing on the screen", () => {
    const pose = posed(UNTOUCHED, { translation: at(40, 0), rotation: 0.3, scale: 1.2 });
    const done = baked(CENTER, pose);
    assert.deepEqual([done.center, done.pose.offset], [at(190, 150), at(0, 0)]);
    const seen = (/** @type {any} */ center, /** @type {any} */ its) =>
      apply(compose(translation(center.x, center.y), transformOf(its)), at(50, -20));
    assertNear(seen(CENTER, pose), seen(done.center, done.pose));
  });

  test("D3 a drag that is cancelled is baked like one that ended", () => {
    const drag = new Drag(CENTER, CENTER);
    drag.moved(at(190, 150));
    assert.deepEqual(drag.offset, at(40, 0));
    drag.cancelled();
    assert.deepEqual([drag.state, drag.center], ["ended", at(190, 150)]);
  });
});

describe("gestures D: pan, pinch and rotation together", () => {
  test("D4 translate, then rotate, then scale: 90 degrees, twice, by (30, 10)", () => {
    const matrix = transformOf({ offset: at(30, 10), rotation: Math.PI / 2, scale: 2 });
    const rounded = Object.values(matrix).map((value) => Math.round(value * 1e9) / 1e9 + 0);
    assert.deepEqual(rounded, [0, 2, -2, 0, 30, 10]);
    assertNear(apply(matrix, at(10, 0)), at(30, 30));
    assertNear(apply(matrix, at(0, 10)), at(10, 10));
  });

  test("D4 a second pinch goes on from the first", () => {
    const first = posed(UNTOUCHED, { scale: 2 });
    assert.equal(posed(first, { scale: 1.5 }).scale, 3);
    assert.ok(Math.abs(posed(posed(UNTOUCHED, { rotation: 1 }), { rotation: 0.5 }).rotation - 1.5) < 1e-12);
  });

  test("D4 a pinch in the midst of a pan keeps the pan, every frame", () => {
    for (const scale of [1, 1.2, 1.7, 2]) {
      assert.deepEqual(posed(UNTOUCHED, { translation: at(30, 10), scale }).offset, at(30, 10));
    }
  });

  test("D4 what lies under the fingers stays there", () => {
    const base = { offset: at(20, -5), rotation: 0.4, scale: 1.5 };
    const anchor = at(70, 30);
    const after = posed(base, { anchor, scale: 2, rotation: 0.8 });
    const matrix = transformOf(base);
    const determinant = matrix.a * matrix.d - matrix.b * matrix.c;
    const [x, y] = [anchor.x - matrix.tx, anchor.y - matrix.ty];
    const held = at((matrix.d * x - matrix.c * y) / determinant, (matrix.a * y - matrix.b * x) / determinant);
    assertNear(apply(transformOf(after), held), anchor);
  });

  test("D4 values that are no numbers count as none", () => {
    const live = { translation: at(NaN, Infinity), rotation: NaN, scale: NaN };
    assert.deepEqual(posed(UNTOUCHED, live), { offset: at(0, 0), rotation: 0, scale: 1 });
    for (const scale of [0, -2, Infinity]) assert.equal(posed(UNTOUCHED, { scale }).scale, 1);
  });
});

describe("gestures D: scale floor", () => {
  test("D5 down to a half and up to eight, without a dead zone on the way back", () => {
    assert.deepEqual([0.2, 0.6, 100].map((scale) => posed(UNTOUCHED, { scale }).scale), [0.5, 0.6, 8]);
    const base = posed(UNTOUCHED, { scale: 2 });
    assert.deepEqual([0.01, 0.26, 0.5].map((scale) => posed(base, { scale }).scale), [0.5, 0.52, 1]);
  });
});

describe("gestures D: reset", () => {
  test("D6 the untouched pose is the identity", () => {
    assert.deepEqual(transformOf(UNTOUCHED), IDENTITY);
    assert.throws(() => Object.assign(UNTOUCHED, { scale: 2 }), TypeError);
  });
});

describe("gestures D: bounded movement", () => {
  const card = { width: 80, height: 80 };

  test("D7 at an edge the other axis stays free", () => {
    assert.deepEqual(contained(at(500, 170), card, BOARD), at(360, 170));
    assert.deepEqual(contained(at(500, 100), card, BOARD), at(360, 100));
    assert.deepEqual(contained(at(-9, -9), card, BOARD), at(40, 40));
  });

  test("D7 what is larger than its container is kept at the far edge", () => {
    assert.equal(contained(at(100, 0), { width: 300, height: 10 }, { ...BOARD, width: 200 }).x, 50);
  });

  test("D7 a turned card is kept in by the box it is seen in", () => {
    const size = sizeOf({ width: 100, height: 40 }, compose(translation(9, 9), rotation(Math.PI / 2), scaling(2)));
    assert.ok(Math.abs(size.width - 80) < 1e-9 && Math.abs(size.height - 200) < 1e-9);
  });

  test("D7 a drag is held by its constraint and takes no detour on the way back", () => {
    const drag = new Drag(at(200, 150), at(200, 150), { constrain: (center) => contained(center, card, BOARD) });
    assert.deepEqual(drag.moved(at(900, 170)), at(360, 170));
    assert.deepEqual(drag.moved(at(210, 150)), at(210, 150));
  });
});

describe("gestures D: containment", () => {
  test("D8 a step that would leave is refused whole, where the constraint would slide", () => {
    const size = { width: 40, height: 40 };
    assert.equal(isContained(at(390, 155), size, BOARD), false);
    assert.equal(isContained(at(380, 155), size, BOARD), true);
    assert.deepEqual(contained(at(390, 155), size, BOARD), at(380, 155));
  });
});

describe("gestures D: chrome", () => {
  test("D9 a card is not left under a bar of 44 px", () => {
    const free = inset(BOARD, { top: 44, left: 0, bottom: 0, right: 0 });
    assert.equal(contained(at(200, -200), { width: 80, height: 80 }, free).y - 40, 44);
  });
});

describe("gestures D: second finger", () => {
  test("D10 it sends the thing back and ends the drag; the first finger has no effect any more", () => {
    const drag = new Drag(CENTER, CENTER);
    drag.moved(at(210, 150));
    drag.revert();
    assert.deepEqual([drag.state, drag.center], ["cancelled", CENTER]);
    assert.deepEqual(drag.moved(at(270, 150)), CENTER);
    drag.ended();
    assert.equal(drag.state, "cancelled");
  });

  test("D10 where a cancel is to revert, nothing has moved", () => {
    const drag = new Drag(CENTER, CENTER, { revertOnCancel: true });
    drag.moved(at(210, 150));
    drag.cancelled();
    assert.deepEqual([drag.state, drag.center, drag.offset], ["cancelled", CENTER, at(0, 0)]);
  });
});

describe("gestures D: reset zone", () => {
  test("D11 dragged onto the zone it goes back, and moving on or lifting does nothing", () => {
    const drag = new Drag(CENTER, CENTER, { resets: ({ x }) => x > 300 });
    assert.deepEqual(drag.moved(at(310, 150)), CENTER);
    drag.moved(at(160, 150));
    drag.ended();
    assert.deepEqual([drag.state, drag.center], ["cancelled", CENTER]);
  });
});

describe("gestures D: demonstration item", () => {
  test("D12 after 1,000 random drags the tile has never left its container", () => {
    const next = random(13);
    const tile = { width: 40, height: 40 };
    let center = at(200, 100);
    for (let drags = 0; drags < 1000; drags++) {
      const drag = new Drag(center, center, { constrain: (asked) => contained(asked, tile, BOARD) });
      for (let moves = 0; moves < 5; moves++) {
        center = drag.moved(at((next() - 0.5) * 5000, (next() - 0.5) * 5000));
        assert.ok(isContained(center, tile, BOARD));
      }
    }
  });
});

test("A plate that is pulled turns by the way in steps of 4 px, not by the events that it comes in", () => {
  const pose = { center: { x: 0, y: 0 }, rotation: 0 };
  const once = pulled(pose, { x: 50, y: 0 }, { x: 50, y: 8 });
  const half = pulled(pose, { x: 50, y: 0 }, { x: 50, y: 4 });
  assert.deepEqual(pulled(half, { x: 50, y: 4 }, { x: 50, y: 8 }), once);
});

describe("interaction G: attachment", () => {
  test("G9 the anchor moves 100 px and the item comes to hang at its length from it", () => {
    const item = { position: at(50, 0), velocity: at(0, 0) };
    const motion = onSpring(item, at(-100, 0), { length: 50 });
    const { x, y } = motion.at(motion.duration).position;
    assert.ok(Math.abs(Math.hypot(x + 100, y) - 50) < 1);
    assert.deepEqual(motion.at(0).position, at(50, 0));
  });

  test("G9 an anchor that moves on in the midst of it takes the item along without a jump", () => {
    const first = onSpring({ position: at(50, 0), velocity: at(0, 0) }, at(100, 0), { length: 50 });
    const seen = first.at(80);
    const second = onSpring(seen, at(100, 200), { length: 50 });
    assert.deepEqual(second.at(0), seen);
    const { x, y } = second.at(second.duration).position;
    assert.ok(Math.abs(Math.hypot(x - 100, y - 200) - 50) < 1);
  });

  test("G9 a bar keeps its length, even to an anchor on the item", () => {
    assertNear(onBar(at(0, 50), at(0, 100), 20), at(0, 80));
    assert.deepEqual(onBar(at(5, 5), at(5, 5), 20), at(25, 5));
  });
});

describe("a plate pulled by a finger", () => {
  const corner = at(50, -50);
  const held = (/** @type {any} */ { center, rotation: angle }) => {
    const { x, y } = apply(rotation(angle), corner);
    return at(center.x + x, center.y + y);
  };

  test("B16 held at its corner and pulled 200 px, it has turned and the corner is under the finger", () => {
    const pose = pulled({ center: at(0, 0), rotation: 0 }, corner, at(250, -50));
    assert.ok(Math.abs(pose.rotation) > 0.1);
    assertNear(held(pose), at(250, -50), 2);
  });

  test("B16 one long step or many short ones leave it alike", () => {
    const once = pulled({ center: at(0, 0), rotation: 0 }, corner, at(250, -50));
    let steps = { center: at(0, 0), rotation: 0 };
    for (let x = 50; x < 250; x += 1) steps = pulled(steps, at(x, -50), at(x + 1, -50));
    assertNear(once.center, steps.center, 2);
    assert.ok(Math.abs(once.rotation - steps.rotation) < 0.03);
  });

  test("B16 held at its center it does not turn, and a finger that is nowhere does not pull", () => {
    assert.deepEqual(pulled({ center: at(5, 5), rotation: 1 }, at(5, 5), at(25, 5)), { center: at(25, 5), rotation: 1 });
    const pose = { center: at(0, 0), rotation: 0 };
    assert.equal(pulled(pose, corner, at(NaN, 0)), pose);
  });
});
