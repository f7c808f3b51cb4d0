/** Fingers that are seen: rows of `gestures` I. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Arbiter, ManualClock, TouchOverlay, toggleByKey } from "../../../../Public/gestures/index.js";
import { DARK_COLORS, drawDisc, LIGHT_COLORS, roundsOf } from "../../../../Public/gestures/feedback/disc-drawing.js";
import { FingerDiscs } from "../../../../Public/gestures/feedback/finger-discs.js";
import { hitOutlines, rotation, SceneNode } from "../../../../Public/gestures/hit-testing/index.js";
import { Lab } from "../lab.js";
import { PanGestureRecognizer } from "../../../../Public/gestures/index.js";

/** A context that remembers its discs: color, alpha, and the box of each. */
class FakePen {
  discs = [];
  outlines = [];
  cleared = 0;
  setTransform() {}
  clearRect() {
    this.cleared += 1;
    this.discs = [];
    this.outlines = [];
  }
  beginPath() {
    this.line = [];
  }
  moveTo(x, y) {
    this.line.push([x, y]);
  }
  lineTo(x, y) {
    this.line.push([x, y]);
  }
  closePath() {}
  stroke() {
    this.outlines.push(this.line);
  }
  arc(x, y, radius) {
    this.box = [x - radius, y - radius, 2 * radius, 2 * radius];
  }
  fill() {
    this.discs.push({ color: this.fillStyle, alpha: this.globalAlpha, box: this.box });
  }
}

/** A page with a body, one media query that can be answered, and frames that come when asked for. */
function page(matching = []) {
  const canvases = [];
  const frames = [];
  const listeners = [];
  const body = { append: (canvas) => (canvas.isConnected = true) };
  const defaultView = {
    innerWidth: 400, innerHeight: 300, devicePixelRatio: 2,
    matchMedia: (query) => ({ matches: matching.some((word) => query.includes(word)) }),
    requestAnimationFrame: (callback) => frames.push(callback),
  };
  const createElement = () => {
    const canvas = { style: {}, pen: new FakePen(), isConnected: false, setAttribute: () => {}, getContext: () => canvas.pen, remove: () => (canvas.isConnected = false) };
    canvases.push(canvas);
    return canvas;
  };
  const document = { body, defaultView, createElement, addEventListener: (...args) => listeners.push(args) };
  const frame = (time) => frames.splice(0).forEach((callback) => callback(time));
  return { document, canvases, listeners, frame, shown: () => canvases.filter(({ isConnected }) => isConnected) };
}

const SURFACE = { getBoundingClientRect: () => ({ left: 10, top: 20 }) };

function watched(matching) {
  const lab = new Lab();
  const window = page(matching);
  const overlay = TouchOverlay.of(window.document);
  overlay.watch(lab.arbiter, SURFACE);
  return { lab, overlay, ...window };
}

describe("gestures E: show bounds", () => {
  function scene() {
    const root = new SceneNode({ frame: { x: 0, y: 0, width: 400, height: 300 } });
    root.isWindow = true;
    for (let index = 0; index < 5; index += 1) {
      root.addChild(new SceneNode({ name: `${index}`, frame: { x: index * 60, y: 20, width: 50, height: 50 }, transform: rotation(index / 3) }));
    }
    const window = page();
    const overlay = TouchOverlay.of(window.document);
    const arbiter = new Arbiter({ hitTest: (point) => root.hitTest(point), clock: new ManualClock() });
    overlay.watch(arbiter, SURFACE, undefined, () => hitOutlines(root).map(({ bounds }) => bounds));
    const hits = () => Array.from({ length: 100 }, (_, at) => root.hitTest({ x: (at * 37) % 300, y: (at * 53) % 100 })?.name);
    return { overlay, arbiter, hits, ...window };
  }

  test("E4 outlines are drawn over the page when they are asked for, and each hit is what it was", () => {
    const { overlay, hits, canvases, frame } = scene();
    const before = hits();
    overlay.enabled = true;
    overlay.outlined = true;
    frame(100);
    const [{ pen }] = canvases;
    assert.equal(pen.outlines.length, 5);
    assert.deepEqual(pen.outlines[0], [[10, 40], [60, 40], [60, 90], [10, 90]]);
    assert.deepEqual(hits(), before);
    overlay.outlined = false;
    frame(116);
    assert.deepEqual([pen.outlines, hits()], [[], before]);
  });

  test("E4 outlines that are not asked for are not drawn, and cost nothing", () => {
    const { overlay, arbiter, canvases, frame } = scene();
    overlay.enabled = true;
    arbiter.dispatch([{ phase: "began", id: 1, x: 20, y: 30, time: 0 }]);
    frame(100);
    assert.deepEqual([canvases[0].pen.outlines, canvases[0].pen.discs.length], [[], 2]);
    const silent = scene();
    silent.overlay.outlined = true;
    silent.arbiter.dispatch([{ phase: "began", id: 1, x: 20, y: 30, time: 0 }]);
    silent.frame(100);
    assert.deepEqual(silent.canvases, []);
  });
});

describe("gestures I", () => {
  test("I1 switched off it is not there at all, and switched on it changes nothing", () => {
    const logs = [false, true].map((enabled) => {
      const { lab, overlay, canvases, listeners, frame } = watched();
      overlay.enabled = enabled;
      lab.listen(lab.A, lab.B).add(lab.A, "pan", new PanGestureRecognizer());
      lab.play("D1(80,80) M1(120,80)");
      frame(100);
      lab.play("U1");
      assert.deepEqual([canvases.length, listeners.length], [enabled ? 1 : 0, 0]);
      return lab.log;
    });
    assert.deepEqual(logs[0], logs[1]);
    assert.ok(logs[0].includes("pan→Began"));
  });

  test("I1 it is switched on and off at run time, also by a key", () => {
    const { lab, overlay, shown, frame } = watched();
    const keys = new EventTarget();
    const controller = new AbortController();
    toggleByKey(overlay, keys, ({ altKey, key }) => altKey && key === "t", controller.signal);
    const press = (more) => keys.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), more));
    const states = [{ key: "t" }, { key: "t", altKey: true }, { key: "t", altKey: true, repeat: true }].map((key) => {
      press(key);
      return overlay.enabled;
    });
    assert.deepEqual(states, [false, true, true]);
    lab.play("D1(80,80)");
    frame(20);
    assert.equal(shown().length, 1);
    press({ key: "t", altKey: true });
    assert.equal(shown().length, 0);
    lab.play("M1(90,80)");
    frame(40);
    assert.equal(shown().length, 0);
    controller.abort();
    press({ key: "t", altKey: true });
    assert.equal(overlay.enabled, false);
  });

  test("I2 it sees every event before the app does: what began, what moved, what ended", () => {
    const seen = [];
    const clock = new ManualClock();
    const view = { superview: null, multipleTouchEnabled: true };
    for (const phase of ["Began", "Moved", "Ended"]) view[`touches${phase}`] = () => seen.push(`app ${phase}`);
    const arbiter = new Arbiter({ hitTest: () => view, clock });
    const discs = new FingerDiscs();
    arbiter.observe({ dispatched: (samples) => seen.push("discs") && discs.take(samples) });
    const at = (phase, id, x, time) => ({ phase, id, x, y: 10, time });
    arbiter.dispatch([at("began", 1, 10, 0), at("began", 3, 30, 0)]);
    seen.length = 0;
    clock.advance(16);
    const samples = [at("ended", 3, 33, 16), at("moved", 1, 11, 16), at("began", 2, 20, 16)];
    arbiter.dispatch(samples);
    assert.deepEqual(seen, ["discs", "app Began", "app Moved", "app Ended"]);
    assert.deepEqual(discs.at(16).map(({ id, center, alpha }) => [id, center.x, alpha]), [[1, 11, 1], [3, 33, 1], [2, 20, 1]]);
    discs.take([at("moved", 4, 1, 17), at("began", 4, 40, 17), at("ended", 4, 44, 17)]);
    assert.deepEqual(discs.at(17).at(-1).center.x, 44, "one finger's phases of one batch follow one another");
  });

  test("I3 there is one overlay a page, that nothing hits, above all, and put back when it was removed", () => {
    const { document, lab, overlay, canvases, shown, frame } = watched();
    assert.equal(TouchOverlay.of(document), overlay);
    assert.notEqual(TouchOverlay.of(page().document), overlay);
    overlay.enabled = true;
    lab.play("D1(80,80)");
    frame(20);
    const [canvas] = canvases;
    assert.deepEqual([canvas.style.pointerEvents, canvas.style.position, canvas.style.zIndex], ["none", "fixed", "2147483647"]);
    assert.deepEqual([canvas.width, canvas.height], [800, 600]);
    canvas.remove();
    lab.play("M1(90,80)");
    frame(40);
    assert.deepEqual([canvases.length, shown().length], [1, 1]);
  });

  test("I3 discs lie over the surface, wherever it is in the window", () => {
    const { lab, overlay, canvases, frame } = watched();
    overlay.enabled = true;
    lab.play("D1(100,100)");
    frame(20);
    assert.deepEqual(canvases[0].pen.discs[0].box, [85, 95, 50, 50]);
  });

  test("I4 a finger is two discs: one of 25 px, and one of 24 px that is shifted", () => {
    const pen = new FakePen();
    const disc = { id: 1, device: "touch", center: { x: 100, y: 100 }, scale: 1, alpha: 1, isTaken: false };
    drawDisc(pen, disc, LIGHT_COLORS);
    assert.deepEqual(pen.discs, [
      { color: "#404040", alpha: 0.5, box: [75, 75, 50, 50] }, { color: "#ffffff", alpha: 0.5, box: [74, 74, 48, 48] },
    ]);
    assert.deepEqual(roundsOf(disc).front.center, { x: 98, y: 98 });
  });

  test("I4 a contact is as large as it is, a pen and a mouse are smaller and of another color", () => {
    const discs = new FingerDiscs();
    const land = (id, more) => discs.take([{ phase: "began", id, x: 0, y: 0, time: 0, ...more }]);
    land(1, { width: 100, height: 80 });
    land(2, { width: 1, height: 1 });
    land(3, { type: "pen", width: 100 });
    land(4, { type: "mouse" });
    land(5, { width: 9000 });
    assert.deepEqual(discs.at(0).map(({ scale }) => scale), [2, 1, 0.4, 0.6, 3]);
    const pens = ["touch", "pen", "mouse"].map((device) => LIGHT_COLORS.front[device]);
    assert.equal(new Set(pens).size, 3);
  });

  test("I4 on dark pages the disc behind is light, and a cancelled finger shows it", () => {
    const { lab, overlay, canvases, frame } = watched(["dark"]);
    overlay.enabled = true;
    lab.play("D1(100,100) C1");
    frame(lab.clock.now());
    assert.deepEqual(canvases[0].pen.discs.map(({ color }) => color), [DARK_COLORS.back, DARK_COLORS.taken]);
  });

  test("I5 one finger that lifts takes its own disc with it, and one that is still keeps its own", () => {
    const { lab, overlay, canvases, frame } = watched();
    overlay.enabled = true;
    lab.play("D1(100,100)@0 D2(200,200) U1@30");
    frame(1000);
    assert.deepEqual(canvases[0].pen.discs.map(({ box }) => box[0]), [185, 184]);
    lab.play("D3(300,300)@1000 M3(310,300)");
    frame(1020);
    assert.equal(canvases[0].pen.discs.length, 4);
    lab.play("C2 C3");
    frame(2000);
    assert.equal(canvases[0].pen.discs.length, 0);
  });

  test("I5 a disc fades, and more quickly and without growing where less motion is asked for", () => {
    const discs = new FingerDiscs();
    discs.take([{ phase: "began", id: 1, x: 0, y: 0, time: 0 }]);
    discs.take([{ phase: "ended", id: 1, x: 0, y: 0, time: 100 }]);
    const [half] = discs.at(210);
    assert.deepEqual([half.alpha, half.scale.toFixed(2)], [0.5, "1.15"]);
    const [reduced] = discs.at(150, true);
    assert.deepEqual([reduced.alpha, reduced.scale], [0.5, 1]);
    assert.deepEqual([discs.at(321).length, discs.size], [0, 0]);
  });

  test("I5 fingers that the arbiter cancels by itself go, and the hand that comes next is a new one", () => {
    const { lab, overlay, canvases, frame } = watched();
    overlay.enabled = true;
    lab.play("D1(100,100)@0");
    lab.arbiter.cancelTouches();
    frame(1000);
    assert.equal(canvases[0].pen.discs.length, 0);
    lab.play("D1(120,100)@1000");
    frame(1016);
    assert.equal(canvases[0].pen.discs[0].alpha, 0.5);
  });

  test("Wheels, trackpads, hovering pointers and places that are no numbers have no disc", () => {
    const discs = new FingerDiscs();
    const began = { phase: "began", id: 1, x: 10, y: 10, time: 0 };
    discs.take([{ ...began, type: "scroll" }, { ...began, type: "trackpad" }, { ...began, type: "hover" }, { ...began, x: NaN }]);
    assert.equal(discs.size, 0);
    discs.take([began]);
    discs.take([{ phase: "moved", id: 1, x: NaN, y: 3, time: NaN }]);
    assert.deepEqual(discs.at(NaN).map(({ center, alpha }) => [center, alpha]), [[{ x: 10, y: 10 }, 1]]);
  });

  test("A surface that ends is shown no more, and frames come only while something is seen", () => {
    const lab = new Lab();
    const { document, canvases, frame } = page();
    const overlay = TouchOverlay.of(document);
    const controller = new AbortController();
    overlay.watch(lab.arbiter, SURFACE, controller.signal);
    overlay.enabled = true;
    lab.play("D1(100,100)@0 U1@20");
    frame(100);
    frame(400);
    const { cleared } = canvases[0].pen;
    frame(500);
    assert.equal(canvases[0].pen.cleared, cleared);
    controller.abort();
    lab.play("D1(100,100)@600");
    frame(616);
    assert.equal(canvases[0].pen.cleared, cleared);
  });
});
