import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DECELERATION_FAST, DECELERATION_NORMAL } from "../../../../Public/gestures/constants.js";
import { deceleration } from "../../../../Public/gestures/motion/deceleration.js";
import { fling } from "../../../../Public/gestures/motion/fling.js";
import { glide } from "../../../../Public/gestures/motion/glide.js";
import { respectingReducedMotion, resting } from "../../../../Public/gestures/motion/motion.js";
import { MovingValue } from "../../../../Public/gestures/motion/moving-value.js";
import { respectingReducedMotionInPlane } from "../../../../Public/gestures/motion/plane-motion.js";
import { draggedOffset, rubberBand, rubberBandPull } from "../../../../Public/gestures/motion/rubber-band.js";
import { nearestSlot, snap } from "../../../../Public/gestures/motion/snap.js";
import { spring } from "../../../../Public/gestures/motion/spring.js";

/** States of a motion, frame by frame, and one beyond its end. @param {{duration: number, at: (time: number) => any}} motion @param {number} [rate] */
const frames = (motion, rate = 120) =>
  Array.from({ length: Math.ceil((motion.duration * rate) / 1000) + 2 }, (_, frame) => motion.at((frame * 1000) / rate));

/** How far one frame is from the next at most, in what the velocity promises. @param {any} motion */
function assertContinuous(motion) {
  const step = 0.5;
  for (let time = 0; time < motion.duration + 10; time += step) {
    const [from, to] = [motion.at(time), motion.at(time + step)];
    const promised = (Math.max(Math.abs(from.velocity), Math.abs(to.velocity)) * step) / 1000;
    assert.ok(Math.abs(to.position - from.position) <= promised + 0.6, `a jump at ${time} ms`);
  }
}

describe("interaction E: deceleration", () => {
  test("E12 a lift at 1 px/ms goes on for 499.5 px, or 99.5 px when fast", () => {
    assert.ok(Math.abs(deceleration(0, 1000, DECELERATION_NORMAL).destination - 499.5) < 0.5);
    assert.ok(Math.abs(deceleration(0, 1000, DECELERATION_FAST).destination - 99.5) < 0.5);
  });

  test("E12 30 and 120 frames a second show the same motion and end at the same place", () => {
    const motion = deceleration(100, -800);
    const [slow, quick] = [frames(motion, 30), frames(motion, 120)];
    slow.slice(0, -2).forEach((state, frame) => assert.deepEqual(state, quick[frame * 4]));
    assert.deepEqual(slow.at(-1), { position: motion.destination, velocity: 0 });
  });

  test("E12 it slows down without a jump, and always in its direction", () => {
    const motion = deceleration(0, 3000);
    assertContinuous(motion);
    const positions = frames(motion).map(({ position }) => position);
    assert.ok(positions.every((position, frame) => frame === 0 || position >= positions[frame - 1]));
  });

  test("E12 bad input rests: no velocity, NaN, time backwards and time that is no number", () => {
    for (const velocity of [0, NaN, Infinity, -0.1]) assert.equal(deceleration(5, velocity).at(100).position, 5);
    const motion = deceleration(0, 1000);
    assert.deepEqual(motion.at(-500), motion.at(0));
    assert.equal(motion.at(NaN).position, motion.destination);
    assert.equal(motion.at(1e12).position, motion.destination);
  });
});

describe("interaction E: rubber band", () => {
  test("E9 a drag of 100 past the top shows less than 100 and more than 0", () => {
    const offset = draggedOffset(-100, 0, 500, 480);
    assert.ok(offset > -100 && offset < 0);
    assert.ok(Math.abs(offset + 55 / (1 + 55 / 480)) < 1e-9);
  });

  test("E9 without bounces the edge holds, at both ends", () => {
    assert.deepEqual([draggedOffset(-100, 0, 500, 480, false), draggedOffset(900, 0, 500, 480, false)], [0, 500]);
  });

  test("E9 within the limits the content stays under the finger", () => {
    assert.deepEqual([0, 250, 500].map((offset) => draggedOffset(offset, 0, 500, 480)), [0, 250, 500]);
  });

  test("E9 the further it is pulled the less it gives, and never a whole view", () => {
    let before = 0;
    for (const pull of [1, 10, 100, 1000, 1e6, 1e300, Infinity]) {
      const shown = rubberBand(pull, 480);
      assert.ok(shown >= before && shown <= pull && shown <= 480, `${pull}`);
      assert.equal(rubberBand(-pull, 480), -shown);
      before = shown;
    }
    assert.equal(rubberBand(50, 0), 0);
  });

  test("E9 what is caught beyond the edge is dragged on from where it is seen", () => {
    for (const pull of [-300, -1, 0, 20, 4000]) assert.ok(Math.abs(rubberBandPull(rubberBand(pull, 480), 480) - pull) < 1e-3);
    assert.ok(Number.isFinite(rubberBandPull(1e9, 480)));
  });

  test("E9 after the release the offset is back at 0, without passing it", () => {
    const motion = glide(-49, 0, { low: 0, high: 500 });
    const shown = frames(motion).map(({ position }) => position);
    assert.equal(shown[0], -49);
    assert.equal(shown.at(-1), 0);
    assert.ok(shown.every((position) => position <= 1e-9));
    assertContinuous(motion);
  });

  test("E9 a flick against an edge flies over it and comes back; without bounces it never does", () => {
    const bouncing = glide(100, -2000, { low: 0, high: 500 });
    const shown = frames(bouncing).map(({ position }) => position);
    assert.ok(Math.min(...shown) < -1);
    assert.equal(shown.at(-1), 0);
    assertContinuous(bouncing);
    const hard = frames(glide(100, -2000, { low: 0, high: 500, bounces: false })).map(({ position }) => position);
    assert.ok(Math.min(...hard) >= 0);
    assert.equal(hard.at(-1), 0);
  });

  test("E9 it meets the edge and flies on at one velocity", () => {
    const motion = glide(100, -2000, { low: 0, high: 500 });
    let meeting = 0;
    while (motion.at(meeting).position > 0) meeting += 0.01;
    const [before, after] = [motion.at(meeting - 0.05).velocity, motion.at(meeting + 0.05).velocity];
    assert.ok(before < -1500 && Math.abs(before / after - 1) < 0.01, `${before} and ${after}`);
  });

  test("E9 released beyond an edge with bounces off it is at the edge at once", () => {
    assert.equal(glide(-30, -500, { low: 0, high: 500, bounces: false }).at(0).position, 0);
  });

  test("E9 a glide that ends within its limits is a plain one", () => {
    assert.equal(glide(0, 300, { low: 0, high: 500 }).destination, deceleration(0, 300).destination);
  });

  test("E9 content smaller than its view always comes back to its start", () => {
    for (const from of [-40, 0, 70]) assert.equal(glide(from, 900, { low: 0, high: -200 }).destination, 0);
  });
});

describe("interaction G: snap", () => {
  test("G8 released 80 px away it ends within half a pixel of its target", () => {
    const motion = snap({ x: 80, y: 0 }, { x: 0, y: 0 });
    assert.deepEqual(motion.at(motion.duration).position, { x: 0, y: 0 });
    const justBefore = motion.at(motion.duration - 0.01).position;
    assert.ok(Math.hypot(justBefore.x, justBefore.y) < 0.5);
  });

  /** @param {number} damping */
  const crossings = (damping) => {
    const signs = frames(spring(80, 0, { damping })).map(({ position }) => Math.sign(Math.abs(position) < 0.5 ? 0 : position)).filter(Boolean);
    return signs.filter((sign, frame) => frame > 0 && sign !== signs[frame - 1]).length;
  };

  test("G8 the higher the damping the fewer the swings, down to none", () => {
    const counts = [0.1, 0.3, 0.6, 1, 2].map(crossings);
    assert.ok(counts.every((count, index) => index === 0 || count <= counts[index - 1]));
    assert.ok(counts[0] > counts[2]);
    assert.deepEqual(counts.slice(3), [0, 0]);
  });

  test("G8 the closed form obeys the spring's own equation, for every kind of damping", () => {
    for (const damping of [0.2, 0.7, 1, 1.00001, 1.5, 4]) {
      const motion = spring(80, 0, { damping, velocity: -400, response: 400 });
      const frequency = (2 * Math.PI) / 0.4;
      for (const time of [0, 30, 120, 400]) {
        const [before, now, after] = [time, time + 0.5, time + 1].map((moment) => motion.at(moment));
        const acceleration = (after.velocity - before.velocity) / 0.001;
        const expected = -2 * damping * frequency * now.velocity - frequency ** 2 * now.position;
        assert.ok(Math.abs(acceleration - expected) < 0.01 * frequency ** 2 * 80, `damping ${damping} at ${time}`);
        assert.ok(Math.abs((after.position - before.position) / 0.001 - now.velocity) < 5);
      }
    }
  });

  test("G8 it begins where it was let go, as fast as it was, for every kind of damping", () => {
    for (const damping of [0.2, 0.7, 1, 1.5]) {
      const { position, velocity } = spring(80, 5, { damping, velocity: -400 }).at(0);
      assert.ok(Math.abs(position - 80) < 1e-9 && Math.abs(velocity + 400) < 1e-9, `damping ${damping}`);
    }
  });

  test("G8 the velocity of the hand goes on in the motion", () => {
    const motion = snap({ x: 0, y: 0 }, { x: 100, y: 0 }, { velocity: { x: 0, y: 600 } });
    assert.equal(motion.at(0).velocity.y, 600);
    assert.ok(motion.at(50).position.y > 0);
    assert.deepEqual(motion.destination, { x: 100, y: 0 });
  });

  test("G8 every spring arrives without a jump, however far it comes from", () => {
    for (const damping of [0, 0.3, 1, 3]) for (const from of [0.1, 80, 1e4]) assertContinuous(spring(from, 0, { damping, velocity: 300 }));
  });

  test("G8 of several slots the nearest is taken, the first of equals, none of none", () => {
    const slots = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 50, y: 50 }];
    assert.equal(nearestSlot({ x: 90, y: 5 }, slots), slots[1]);
    assert.equal(nearestSlot({ x: 50, y: 0 }, slots.slice(0, 2)), slots[0]);
    assert.equal(nearestSlot({ x: 50, y: 0 }, []), null);
  });
});

test("A spring that is asked for nothing answers in 400 ms without a swing, and a snap has half of its damping", () => {
  assert.deepEqual(spring(0, 100).at(90), spring(0, 100, { response: 400, damping: 1 }).at(90));
  const [from, to] = [{ x: 0, y: 0 }, { x: 100, y: 0 }];
  assert.deepEqual(snap(from, to).at(90), snap(from, to, { response: 400, damping: 0.5 }).at(90));
});

describe("gestures D: physics", () => {
  const board = { low: 50, high: 350 };

  test("D13 a card thrown at 1,000 px/s to the right edge rests inside within 2 s, and is never outside", () => {
    const motion = fling(200, 1000, board);
    assert.ok(motion.duration <= 2000, `${motion.duration} ms`);
    for (const { position } of frames(motion, 240)) assert.ok(position >= 50 && position <= 350);
    assert.ok(motion.destination > 200 && motion.destination < 350);
    assertContinuous(motion);
  });

  test("D13 at the edge it turns back with a share of its velocity", () => {
    const motion = fling(200, 3000, board);
    const velocities = frames(motion, 1000).map(({ velocity }) => velocity);
    const turn = velocities.findIndex((velocity) => velocity < 0);
    assert.ok(turn > 0 && Math.abs(velocities[turn] / velocities[turn - 1] + 0.4) < 0.02);
  });

  test("D13 between walls, in none, from outside, and at any speed it rests inside", () => {
    for (const velocity of [0, NaN, 1e9, -1e9]) assert.ok(Math.abs(fling(200, velocity, board).destination - 200) <= 150);
    assert.equal(fling(900, 500, board).at(0).position, 350);
    assert.equal(fling(10, 5000, { low: 20, high: 20 }).destination, 20);
    assert.equal(fling(10, 5000, { low: 150, high: 50 }).destination, 50);
    assert.ok(frames(fling(200, 1e6, { ...board, elasticity: 1 })).every(({ position }) => position >= 50 && position <= 350));
  });
});

describe("interaction C: interruption", () => {
  test("C14 what moves is caught where it is seen, and goes on from there", () => {
    const value = new MovingValue(0);
    value.run(deceleration(0, 1000), 1000);
    assert.ok(value.isMoving(1300));
    const seen = value.at(1300);
    assert.deepEqual(value.catch(1300), seen);
    assert.deepEqual([value.at(1300), value.at(5000)].map(({ position }) => position), [seen.position, seen.position]);
    value.run(spring(value.at(1300).position, 0), 1300);
    assert.equal(value.at(1300).position, seen.position);
    assert.equal(value.destination, 0);
  });

  test("C14 at its end it rests, and what is set rests at once", () => {
    const value = new MovingValue(0);
    value.run(spring(0, 100), 0);
    assert.deepEqual([value.at(1e6), value.isMoving(1e6)], [{ position: 100, velocity: 0 }, false]);
    value.set(7);
    assert.equal(value.at(1e6).position, 7);
  });

  test("C14 a clock that goes backwards stands still", () => {
    const value = new MovingValue(0);
    value.run(deceleration(0, 1000), 1000);
    const seen = value.at(1500);
    assert.deepEqual([value.at(1200), value.at(NaN)], [seen, seen]);
  });
});

describe("interaction E: reduced motion", () => {
  test("E9 users who asked for less see the outcome at once: springs at their rest, glides where they were let go", () => {
    const reduced = (/** @type {any} */ motion) => respectingReducedMotion(motion, true);
    assert.deepEqual(reduced(spring(80, 0)).at(0), { position: 0, velocity: 0 });
    assert.equal(reduced(deceleration(10, 2000)).at(0).position, 10);
    assert.equal(reduced(glide(-30, 0, { low: 0, high: 9 })).at(0).position, 0);
    assert.equal(reduced(glide(5, 4000, { low: 0, high: 9 })).destination, 5);
    assert.equal(reduced(fling(900, 10, { low: 0, high: 100 })).destination, 100);
    assert.equal(reduced(spring(80, 0)).duration, 0);
    const place = respectingReducedMotionInPlane(snap({ x: 5, y: 5 }, { x: 0, y: 1 }), true);
    assert.deepEqual(place.at(0).position, { x: 0, y: 1 });
  });

  test("E9 other users see the motion itself", () => {
    const motion = spring(80, 0);
    assert.equal(respectingReducedMotion(motion, false), motion);
    assert.deepEqual(resting(3).at(50), { position: 3, velocity: 0 });
  });

  test("E9 a moving value asks when a motion begins", () => {
    let prefers = false;
    const value = new MovingValue(0, () => prefers);
    value.run(spring(0, 100), 0);
    assert.ok(value.isMoving(10));
    prefers = true;
    value.run(spring(0, 50), 20);
    assert.deepEqual([value.at(20).position, value.isMoving(21)], [50, false]);
  });
});
