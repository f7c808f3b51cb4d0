/** Rows C1 to C6 of `gestures`, and what else the recognizers do. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  GestureRecognizer, HoverGestureRecognizer, LongPressGestureRecognizer, PanGestureRecognizer, PinchGestureRecognizer,
  RotationGestureRecognizer, State, SwipeGestureRecognizer, TapGestureRecognizer, TransformGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { TwoTouchGestureRecognizer } from "../../../Public/gestures/recognizers/two-touches.js";
import { Lab, labOf, rounded } from "./lab.js";
import { Probe } from "./own-recognizers.js";

const labWith = (recognizer) => labOf("R", "g", recognizer)[0];

describe("gestures C", () => {
  test("C1 two fingers tap three times", () => {
    const round = (time) => `[D1(100,100)@${time} D2(140,100)@${time}] [U1@${time + 50} U2@${time + 50}]`;
    const rounds = (...times) => times.map(round).join(" ");
    const play = (script) => labWith(new TapGestureRecognizer({ taps: 3, touches: 2 })).play(script);
    assert.deepEqual(play(rounds(0, 150, 300)), ["g→Ended"]);
    assert.deepEqual(play(`${rounds(0, 150)} T(1000)`), ["g✗"]);
    assert.deepEqual(play(`${rounds(0, 150)} D1(100,100)@300 U1@350 T(1000)`), ["g✗"]);
  });

  test("the first step of two fingers is told about them, so that fingers that do not turn do not jump", () => {
    const transform = new TransformGestureRecognizer();
    const lab = labWith(transform);
    /** @type {number[]} */
    const centre = [];
    transform.addTarget(() => {
      const step = transform.takeStep();
      if (centre.length === 0) centre.push(step.centre.x, step.centre.y);
    });
    lab.play("[D1(100,300) D2(200,300)] [M1(90,260) M2(210,340)] [M1(80,240) M2(220,360)]");
    assert.deepEqual(centre, [150, 300]);
  });

  test("C1 a tap says where its fingers were, although they have lifted", () => {
    const [lab, tap] = labOf("R", "tap", new TapGestureRecognizer({ touches: 2 }));
    const seen = [];
    tap.addTarget(() => seen.push(tap.location(), tap.numberOfTouches));
    lab.play("D1(100,100)@0 D2(140,100)@20 U1@60 U2@80");
    assert.deepEqual(seen, [{ x: 120, y: 100 }, 2]);
  });

  test("C1 fingers that land one long after the other are no tap", () => {
    assert.deepEqual(labWith(new TapGestureRecognizer({ touches: 2 })).play("D1(100,100)@0 T(100)"), ["g✗"]);
  });

  test("C2 a swipe goes far, straight, quickly and in its direction", () => {
    const play = (script) => labWith(new SwipeGestureRecognizer()).play(script);
    const [lab, swipe] = labOf("R", "swipe", new SwipeGestureRecognizer());
    let direction;
    swipe.addTarget(() => (direction = swipe.direction));
    assert.deepEqual(lab.play("D1(50,100)@0 M1(80,104)@60 M1(120,108)@120"), ["swipe→Ended"]);
    assert.equal(direction, "right");
    assert.deepEqual(play("D1(120,108)@0 M1(80,104)@60 M1(50,100)@120 U1"), ["g✗"]);
    assert.deepEqual(play("D1(50,100)@0 M1(120,160)@60 U1"), ["g✗"]);
    assert.deepEqual(play("D1(50,100)@0 M1(90,100)@300 M1(120,100)@500 U1"), ["g✗"]);
    assert.deepEqual(labWith(new SwipeGestureRecognizer({ touches: 2 })).play("D1(50,100)@0 M1(120,100)@60 U1"), ["g✗"]);
  });

  test("C3 the scale of a pinch is absolute", () => {
    const [lab, pinch] = labOf("R", "pinch", new PinchGestureRecognizer());
    const scales = ["D1(100,200) D2(200,200) M1(50,200)", "M2(250,200)", "M1(100,200) M2(200,200)"].map((script) => {
      lab.play(script);
      return pinch.scale;
    });
    assert.deepEqual(scales, [1.5, 2, 1]);
    pinch.scale = 3;
    lab.play("M2(300,200)");
    assert.equal(pinch.scale, 6);
    for (const scale of [NaN, 0, -1, Infinity]) {
      pinch.scale = scale;
      assert.equal(pinch.scale, 6);
    }
    pinch.scale = 0.5;
    assert.equal(pinch.scale, 0.5);
    lab.play("M2(500,200)");
    assert.equal(pinch.scale, 1);
  });

  test("C4 a rotation can be set, and one that is no number is left out", () => {
    const [lab, rotation] = labOf("R", "rotation", new RotationGestureRecognizer());
    lab.play("D1(100,200) D2(200,200) M2(100,300)");
    rotation.rotation = 2;
    assert.deepEqual([rotation.rotation, rotation.velocity], [2, 0]);
    rotation.rotation = NaN;
    assert.equal(rotation.rotation, 2);
    lab.play("M2(0,200)");
    assert.ok(Math.abs(rotation.rotation - 2 - Math.PI / 2) < 1e-9);
  });

  for (const [Recognizer, value] of [[PinchGestureRecognizer, "scale"], [RotationGestureRecognizer, "rotation"]]) {
    test(`C3 the speed of a ${value} that is set counts from there`, () => {
      const recognizer = new Recognizer();
      const lab = labWith(recognizer);
      lab.play("D1(100,200) D2(200,200) M2(220,240) M2(240,280)");
      assert.ok(recognizer.velocity > 0);
      recognizer[value] = 5;
      assert.equal(recognizer.velocity, 0);
    });
  }

  test("C3 the scale of fingers that land on one place counts from a pixel", () => {
    const pinch = new PinchGestureRecognizer();
    labWith(pinch).play("[D1(100,200) D2(100,200)] M2(150,200)");
    assert.equal(pinch.scale, 50);
  });

  test("C3 what two fingers do is nothing to a class that says of no change that it is enough", () => {
    assert.deepEqual(labWith(new TwoTouchGestureRecognizer()).play("D1(100,200) D2(200,200) M2(250,250) U1 U2"), ["g✗"]);
  });

  test("C3 a third finger is none of a pinch", () => {
    const pinch = new PinchGestureRecognizer();
    const lab = labWith(pinch);
    lab.play("D1(100,200) D2(200,200) D3(300,200) M2(250,200)");
    assert.deepEqual([pinch.scale, pinch.numberOfTouches, lab.reports], [1.5, 2, []]);
  });

  test("C3 a pinch and a rotation of a trackpad begin with the first change", () => {
    const lab = new Lab();
    const [pinch, rotation] = [new PinchGestureRecognizer(), new RotationGestureRecognizer()];
    lab.add(lab.R, "pinch", pinch);
    lab.add(lab.R, "rotation", rotation).delegate = { shouldRecognizeSimultaneously: () => true };
    const turn = (phase, time, x, y) => lab.feed([1, 2].map((id) => ({
      phase, id, time, type: "trackpad", x: id === 1 ? 200 : 200 + x, y: id === 1 ? 200 : 200 + y,
    })));
    turn("began", 0, 100, 0);
    assert.deepEqual(lab.log, []);
    turn("moved", 10, 101, 0);
    assert.deepEqual(lab.log, ["pinch→Began"]);
    turn("moved", 20, 101, 1);
    assert.deepEqual(lab.log.filter((line) => line.startsWith("rotation")), ["rotation→Began"]);
  });

  test("C4 a rotation goes on beyond a turn without a jump, and ends when both have lifted", () => {
    const [lab, rotation] = labOf("R", "rotation", new RotationGestureRecognizer());
    lab.play("D1(100,200) D2(200,200) M2(100,300)");
    assert.ok(Math.abs(rotation.rotation - Math.PI / 2) < 1e-9);
    let last = rotation.rotation;
    for (let step = 1; step <= 48; step += 1) {
      const angle = Math.PI / 2 + (step * Math.PI) / 12;
      lab.play(`M2(${100 + 100 * Math.cos(angle)},${200 + 100 * Math.sin(angle)})`);
      assert.ok(Math.abs(rotation.rotation - last - Math.PI / 12) < 1e-6);
      last = rotation.rotation;
    }
    assert.ok(last > 2 * Math.PI);
    assert.deepEqual(lab.play("U1"), []);
    assert.deepEqual(lab.play("U2"), ["rotation→Ended"]);
  });

  for (const lifts of ["U1 U2", "U2 U1", "[U1 U2]"]) {
    test(`C4 fingers that landed at one moment and lift as ${lifts} turn nothing`, () => {
      const [lab, rotation] = labOf("R", "rotation", new RotationGestureRecognizer());
      const transform = lab.add(lab.R, "transform", new TransformGestureRecognizer());
      rotation.delegate = { shouldRecognizeSimultaneously: () => true };
      let [turn, turned] = [0, 0];
      rotation.addTarget(() => (turn = rotation.rotation));
      transform.addTarget(() => (turned += transform.takeStep().rotation));
      lab.play(`[D1(100,200) D2(200,200)] [M1(150,150) M2(150,250)] ${lifts}`);
      assert.deepEqual(rounded({ x: turn, y: turned }), [1.570796, 1.570796]);
    });
  }

  test("C4 a rotation rests while one finger is up, and goes on with the next without a jump", () => {
    const [lab, rotation] = labOf("R", "rotation", new RotationGestureRecognizer());
    lab.play("D1(100,200) D2(200,200) M2(100,300) U2 D3(100,100)");
    assert.ok(Math.abs(rotation.rotation - Math.PI / 2) < 1e-9);
    lab.play("M3(200,200)");
    assert.ok(Math.abs(rotation.rotation - Math.PI) < 1e-9);
  });

  test("C5 a translation is absolute, and can be set", () => {
    const [lab, pan] = labOf("R", "pan", new PanGestureRecognizer({ slop: 0 }));
    lab.play("D1(100,100) M1(130,110) M1(150,120)");
    assert.deepEqual(pan.translation(), { x: 50, y: 20 });
    pan.setTranslation({ x: 0, y: 0 });
    lab.play("M1(155,125)");
    assert.deepEqual(pan.translation(), { x: 5, y: 5 });
  });

  test("C6 a press is long from half a second on, and no press after eleven pixels", () => {
    const lab = labWith(new LongPressGestureRecognizer());
    assert.deepEqual(lab.play("D1(150,150)@0 T(499)"), []);
    assert.deepEqual(lab.play("T(500) M1(190,150) U1"), ["g→Began", "g→Changed", "g→Ended"]);
    assert.deepEqual(labWith(new LongPressGestureRecognizer()).play("D1(150,150)@0 M1(161,150)@300 T(900)"), ["g✗"]);
  });
});

describe("slops: nothing begins before the fingers have gone so far", () => {
  const twoFingers = "D1(100,200) D2(200,200)";

  test("A pinch begins when the distance has changed by more than 8 px", () => {
    const lab = labWith(new PinchGestureRecognizer());
    assert.deepEqual(lab.play(`${twoFingers} M2(208,200) M2(192,200)`), []);
    assert.deepEqual(lab.play("M2(191,200)"), ["g→Began"]);
  });

  test("A rotation begins when the fingers have turned by more than a tenth of a radian", () => {
    const lab = labWith(new RotationGestureRecognizer());
    assert.deepEqual(lab.play(`${twoFingers} M2(199,209.9) M2(199,190.1)`), []);
    assert.deepEqual(lab.play("M2(199,189)"), ["g→Began"]);
  });

  test("A transform begins when a finger has gone 10 px, or two have spread or turned by 8 px", () => {
    const begins = (script) => labWith(new TransformGestureRecognizer()).play(script).length > 0;
    assert.deepEqual([begins("D1(100,200) M1(110,200)"), begins("D1(100,200) M1(111,200)")], [false, true]);
    assert.deepEqual([begins(`${twoFingers} M2(207,200)`), begins(`${twoFingers} M2(208,200)`)], [false, true]);
    assert.deepEqual([begins(`${twoFingers} M2(200,207)`), begins(`${twoFingers} M2(200,209)`)], [false, true]);
  });

  test("A transform that began by a drag moves by less than the finger went, one that began by a spread by all of it", () => {
    const moved = (script) => {
      const transform = new TransformGestureRecognizer();
      const lab = labWith(transform);
      const sum = { x: 0, y: 0 };
      transform.addTarget(() => {
        const { translation } = transform.takeStep();
        sum.x += translation.x;
        sum.y += translation.y;
      });
      lab.play(script);
      return rounded(sum);
    };
    assert.deepEqual(moved("D1(100,200) M1(130,240)"), [24, 32]);
    assert.deepEqual(moved("D1(100,200) D2(200,200) [M1(90,200) M2(250,200)]"), [20, 0]);
    assert.deepEqual(moved("D1(100,200) M1(105,200) D2(200,200) [M1(95,200) M2(250,200)]"), [-5, 0]);
  });
});

describe("a second attempt is as the first, and one that falls short begins nothing", () => {
  const pair = (x, y) => `[D1(100,200) D2(200,200)] [M1(${100 - x},200) M2(${200 + x},${200 + y})] M2(${210 + x},${205 + y}) [U1 U2]`;
  for (const [recognizer, read, good, short] of [
    [new PanGestureRecognizer(), (pan) => [pan.translation(), pan.velocity()], "D1(100,100) M1(130,110) M1(140,120) U1", "D1(100,100) M1(105,100) U1"],
    [new PinchGestureRecognizer(), (pinch) => [pinch.scale, pinch.velocity], pair(20, 0), "D1(100,200) D2(200,200) M2(203,200) U1 U2"],
    [new RotationGestureRecognizer(), (turn) => [turn.rotation, turn.velocity], pair(0, 30), "D1(100,200) D2(200,200) M2(200,203) U1 U2"],
    [new TransformGestureRecognizer(), (transform) => [transform.takeStep(), transform.velocity], pair(20, 9), "D1(100,200) M1(105,200) U1"],
    [new SwipeGestureRecognizer(), (swipe) => [swipe.direction], "D1(100,100) M1(150,100) U1", "D1(100,100) M1(110,100) U1"],
  ]) {
    test(`of a ${recognizer.constructor.name}`, () => {
      const lab = labWith(recognizer);
      let seen = [];
      recognizer.addTarget(() => seen.push(recognizer.state, ...read(recognizer)));
      const [first, second, none, third] = [good, good, short, good].map((script) => {
        seen = [];
        lab.play(script);
        return seen;
      });
      assert.ok(first.length > 0);
      assert.deepEqual([second, none, third], [first, [], first]);
    });
  }
});

test("An option that is left out has its documented value", () => {
  const base = { enabled: true, cancelsTouchesInView: true, delaysTouchesBegan: false, delaysTouchesEnded: true, tapsInGesture: 0 };
  for (const [recognizer, expected] of [
    [new GestureRecognizer("discrete"), base], [new PanGestureRecognizer(), { minimumNumberOfTouches: 1, maximumNumberOfTouches: Infinity, slop: 10 }],
    [new TransformGestureRecognizer(), { minimumNumberOfTouches: 1, slop: 10 }], [new PinchGestureRecognizer(), { slop: 8, scale: 1, endsOnFirstLift: true }],
    [new RotationGestureRecognizer(), { slop: 0.1, rotation: 0, endsOnFirstLift: false }],
    [new TapGestureRecognizer(), { numberOfTapsRequired: 1, numberOfTouchesRequired: 1 }],
    [new LongPressGestureRecognizer(), { minimumPressDuration: 500, allowableMovement: 10, numberOfTapsRequired: 0, numberOfTouchesRequired: 1, recognizesSecondaryClick: false }],
  ]) {
    for (const [name, value] of Object.entries(expected)) assert.equal(recognizer[name], value, `${recognizer.name}.${name}`);
  }
});

describe("recognizers", () => {
  test("A transform of two fingers ends when one of them lifts", () => {
    const lab = labWith(new TransformGestureRecognizer({ minimumTouches: 2 }));
    assert.deepEqual(lab.play("D1(100,200) M1(150,200) D2(200,200) [M1(160,200) M2(220,200)] U1"), ["g→Began", "g→Ended"]);
  });

  test("A tap prevents what has as many taps as it, and not what has more; a press is one, too", () => {
    const others = [new TapGestureRecognizer(), new LongPressGestureRecognizer(), new LongPressGestureRecognizer({ taps: 1 }), new PanGestureRecognizer()];
    const prevented = (taps) => others.map((other) => new TapGestureRecognizer({ taps }).canPrevent(other));
    assert.deepEqual([prevented(1), prevented(2)], [[true, true, false, true], [true, true, true, true]]);
  });

  test("A pan has the speed of the last moments, and none when the finger rested", () => {
    const fling = (lift) => {
      const [lab, pan] = labOf("R", "pan", new PanGestureRecognizer());
      let velocity;
      pan.addTarget(() => (velocity = pan.velocity().x));
      const moves = Array.from({ length: 12 }, (_, step) => `M1(${108 + 8 * step},100)@${8 * (step + 1)}`).join(" ");
      lab.play(`D1(100,100)@0 ${moves} U1@${96 + lift}`);
      return velocity;
    };
    assert.ok(Math.abs(fling(0) - 1000) < 1);
    assert.ok(fling(8) > 900);
    assert.equal(fling(40), 0);
    assert.equal(fling(500), 0);
  });

  test("A flick of two events is not faster than it was", () => {
    const [lab, pan] = labOf("R", "pan", new PanGestureRecognizer());
    let velocity;
    pan.addTarget(() => (velocity = pan.velocity().x));
    lab.play("D1(100,100)@0 M1(140,100)@1 U1@1");
    assert.ok(velocity > 0 && velocity <= 1600);
  });

  test("Moves that were coalesced while the page was busy count for the speed", () => {
    const [lab, pan] = labOf("R", "pan", new PanGestureRecognizer());
    lab.play("D1(100,100)@0");
    const coalesced = Array.from({ length: 30 }, (_, step) => ({ x: 100 + step * (step < 20 ? 0 : 1) * 4, y: 100, time: 10 * step + 10 }));
    lab.feed([{ phase: "moved", id: 1, time: 300, x: coalesced.at(-1).x, y: 100, coalesced }]);
    assert.ok(pan.velocity().x > 390);
  });

  test("A pan does not jump when a finger comes or goes", () => {
    const [lab, pan] = labOf("R", "pan", new PanGestureRecognizer());
    const at = (script) => lab.play(script) && rounded(pan.translation());
    assert.deepEqual(at("D1(100,100) M1(120,100)"), [10, 0]);
    assert.deepEqual(at("D2(300,300)"), [10, 0]);
    assert.deepEqual(at("[M1(130,100) M2(310,300)]"), [20, 0]);
    assert.deepEqual(at("U1"), [20, 0]);
    assert.deepEqual(at("M2(310,340)"), [20, 40]);
    assert.deepEqual(lab.of("g"), []);
  });

  test("A pan of two fingers ends when one of them lifts; one of one fails with a second finger", () => {
    const two = labWith(new PanGestureRecognizer({ minimumTouches: 2 }));
    assert.deepEqual(two.play("D1(100,100) M1(140,100) D2(200,100) [M1(160,100) M2(220,100)] U1"), ["g→Began", "g→Ended"]);
    assert.deepEqual(labWith(new PanGestureRecognizer({ maximumTouches: 1 })).play("D1(100,100) D2(200,100)"), ["g✗"]);
  });

  test("A place under the fingers stays there through all of a transform", () => {
    const [lab, transform] = labOf("R", "transform", new TransformGestureRecognizer());
    const card = { x: 0, y: 0, scale: 1, rotation: 0 };
    transform.addTarget(() => {
      const { translation, scale, rotation, centre } = transform.takeStep();
      const [dx, dy] = [card.x - centre.x, card.y - centre.y];
      const [cos, sin] = [Math.cos(rotation) * scale, Math.sin(rotation) * scale];
      card.x = centre.x + dx * cos - dy * sin + translation.x;
      card.y = centre.y + dx * sin + dy * cos + translation.y;
      card.scale *= scale;
      card.rotation += rotation;
    });
    const shownAt = (x, y) => {
      const [cos, sin] = [Math.cos(card.rotation) * card.scale, Math.sin(card.rotation) * card.scale];
      return rounded({ x: card.x + x * cos - y * sin, y: card.y + x * sin + y * cos });
    };
    lab.play("D1(100,100) M1(150,100)");
    assert.deepEqual(shownAt(110, 100), [150, 100]);
    lab.play("D2(250,100) [M1(150,150) M2(150,350)]");
    assert.deepEqual([shownAt(110, 100), shownAt(210, 100)], [[150, 150], [150, 350]]);
    lab.play("U1 M2(160,360)");
    assert.deepEqual(shownAt(210, 100), [160, 360]);
    assert.deepEqual([card.scale, rounded({ x: card.rotation, y: 0 })[0]], [2, 1.570796]);
    assert.deepEqual(lab.play("U2"), ["transform→Ended"]);
  });

  test("A second click is a long press, at once, where it is asked for and nowhere else", () => {
    const lab = new Lab();
    lab.listen(lab.B);
    lab.add(lab.B, "menu", new LongPressGestureRecognizer({ secondaryClick: true }));
    lab.add(lab.B, "tap", new TapGestureRecognizer());
    assert.deepEqual(lab.play("YD1(80,80) YU1"), ["menu→Began", "menu→Ended"]);
    assert.deepEqual(labWith(new LongPressGestureRecognizer()).play("YD1(80,80)@0 T(600) YU1"), []);
  });

  test("A hover begins, changes and ends as the pointer comes, goes about and leaves", () => {
    const [lab] = labOf("B", "B.hover", new HoverGestureRecognizer());
    lab.add(lab.A, "A.hover", new HoverGestureRecognizer());
    const hover = (x, y, phase = "moved") => lab.feed([{ phase, id: 1, time: lab.clock.now() + 10, x, y, type: "hover", device: "mouse" }]);
    hover(60, 60);
    assert.deepEqual(lab.log.splice(0), ["A.hover→Began"]);
    hover(80, 80);
    assert.deepEqual(lab.log.splice(0).sort(), ["A.hover→Changed", "B.hover→Began"]);
    hover(60, 60);
    assert.deepEqual(lab.log.splice(0).sort(), ["A.hover→Changed", "B.hover→Ended"]);
    hover(60, 60, "ended");
    assert.deepEqual(lab.log.splice(0), ["A.hover→Ended"]);
    assert.equal(lab.arbiter.isIdle, true);
    hover(60, 60);
    lab.arbiter.cancelTouches();
    assert.deepEqual(lab.log.splice(0), ["A.hover→Began", "A.hover→Cancelled"]);
  });

  test("A hover and another recognizer of the pointer that hovers exclude each other in neither order", () => {
    for (const isFirst of [true, false]) {
      const lab = new Lab();
      lab.add(isFirst ? lab.A : lab.B, "hover", new HoverGestureRecognizer());
      const probe = lab.add(isFirst ? lab.B : lab.A, "probe", new Probe());
      probe.allowedTouchTypes.add("hover");
      probe.decide = (phase) => phase === "began" && probe.go(State.Began);
      lab.feed([{ phase: "moved", id: 1, time: 10, x: 80, y: 80, type: "hover", device: "mouse" }]);
      assert.deepEqual(lab.log.sort(), ["hover→Began", "probe→Began"]);
    }
  });
});

test("A state that a message speaks of is the one that its target reads", () => {
  const [lab, pan] = labOf("B", "pan", new PanGestureRecognizer());
  pan.requireToFail(lab.add(lab.B, "swipe", new SwipeGestureRecognizer()));
  const seen = [];
  pan.addTarget(() => seen.push(pan.state));
  lab.play("D1(80,80)@0 M1(110,80)@50 U1@100");
  assert.deepEqual(seen, [State.Began, State.Ended]);
});
