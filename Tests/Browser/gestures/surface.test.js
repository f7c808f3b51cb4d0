/** The browser's events become touches (`PointerEvents`): rows of `gestures` A that speak of the surface, and capture, menu, hover. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addGestureRecognizer, HoverGestureRecognizer, LongPressGestureRecognizer, PanGestureRecognizer, PinchGestureRecognizer,
  TapGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { FakeElement, pointer } from "./fake-dom.js";
import { rounded } from "./lab.js";

const recorder = (log) => ({ state }) => log.push(state);

describe("gestures A: the surface", () => {
  test("A12 every place of the surface can be touched, also after it was turned", () => {
    const element = new FakeElement({ left: 0, top: 0, width: 390, height: 844 });
    const { surface } = element.surface();
    const places = [];
    surface.views.viewFor(element).touchesBegan = (touches) => touches.forEach((touch) => places.push(touch.location()));
    element.fire("pointerdown", pointer(195, 840, 0));
    element.fire("pointerup", pointer(195, 840, 10));
    element.rect = { left: 0, top: 0, width: 844, height: 390 };
    element.fire("pointerdown", pointer(840, 195, 20));
    assert.deepEqual(places, [{ x: 195, y: 840 }, { x: 840, y: 195 }]);
  });

  test("A13 a drag says the same at every density of the screen, and no code asks for the density", () => {
    let asked = 0;
    const drags = [1, 2, 3].map((devicePixelRatio) => {
      const element = new FakeElement();
      Object.defineProperty(element.window, "devicePixelRatio", { get: () => (asked += 1, devicePixelRatio) });
      const { attach } = element.surface();
      const pan = new PanGestureRecognizer();
      let translation;
      attach(pan.addTarget(() => (translation = rounded(pan.translation()))));
      element.fire("pointerdown", pointer(100, 100, 0));
      element.fire("pointermove", pointer(130.25, 100.5, 16));
      element.fire("pointerup", pointer(140.75, 110.125, 32));
      return translation;
    });
    assert.deepEqual(drags, Array(3).fill([30.751366, 9.959733]));
    assert.equal(asked, 0);
  });

  test("The places of touches count from the corner of the surface", () => {
    const element = new FakeElement({ left: 30, top: 70, width: 400, height: 400 });
    const { arbiter } = element.surface();
    element.fire("pointerdown", pointer(100, 100, 0));
    assert.deepEqual(arbiter.touches[0].location(), { x: 70, y: 30 });
  });

  test("Elements are views: a child has its own coordinates, handlers and recognizers, and is scaled with its box", () => {
    const element = new FakeElement({ left: 10, top: 10, width: 400, height: 400 });
    const child = new FakeElement({ left: 50, top: 60, width: 200, height: 100 }, element);
    Object.assign(child, { offsetWidth: 100, offsetHeight: 50 });
    const { surface, arbiter } = element.surface();
    const view = surface.views.viewFor(child);
    const log = [];
    addGestureRecognizer(view, new TapGestureRecognizer().addTarget(recorder(log)));
    child.clock = element.clock;
    child.fire("pointerdown", pointer(90, 70, 0));
    assert.deepEqual(arbiter.touches[0].location(view), { x: 20, y: 5 });
    assert.equal(arbiter.touches[0].view, view);
    assert.equal(view.superview, surface.views.viewFor(element));
    assert.equal(view.superview.superview, null);
    child.fire("pointerup", pointer(90, 70, 10));
    assert.deepEqual(log, ["ended"]);
    assert.deepEqual(child.captured, [1]);
  });

  test("A child that left the page takes its touches along", () => {
    const element = new FakeElement();
    const child = new FakeElement({ left: 0, top: 0, width: 100, height: 100 }, element);
    child.clock = element.clock;
    const { surface, arbiter } = element.surface();
    let cancelled = null;
    surface.views.viewFor(child).touchesBegan = () => {};
    surface.views.viewFor(child).touchesCancelled = (touches) => void (cancelled = [...touches][0].cancelCause);
    child.fire("pointerdown", pointer(50, 50, 0));
    child.isConnected = false;
    element.fire("pointermove", pointer(60, 50, 10));
    assert.deepEqual([cancelled, arbiter.touches.length], ["removed", 0]);
  });

  test("Only the first button of a mouse touches, the second one presses where it is asked for, others do nothing", () => {
    const element = new FakeElement();
    const { attach, arbiter } = element.surface();
    const [taps, menus] = [[], []];
    attach(new TapGestureRecognizer().addTarget(recorder(taps)));
    attach(new LongPressGestureRecognizer({ secondaryClick: true }).addTarget(recorder(menus)));
    const mouse = (button, time) => pointer(100, 100, time, { pointerType: "mouse", button, buttons: 1 << button });
    element.fire("pointerdown", mouse(1, 0));
    assert.equal(arbiter.touches.length, 0);
    element.fire("pointerdown", mouse(2, 10));
    assert.equal(element.fire("contextmenu", { timeStamp: 11, cancelable: true }).defaultPrevented, true);
    element.fire("pointerup", mouse(2, 20));
    element.fire("pointerdown", mouse(0, 30));
    element.fire("pointerup", mouse(0, 40));
    assert.deepEqual([taps, menus], [["ended"], ["began", "ended"]]);
    assert.equal(element.fire("contextmenu", { timeStamp: 50, cancelable: true }).defaultPrevented, false);
  });

  test("A menu that no recognizer asked for opens, and takes the touch away; one that was asked for does not, also after the lift", () => {
    const element = new FakeElement();
    const { attach, arbiter } = element.surface();
    attach(new TapGestureRecognizer());
    const mouse = (button, time, more) => pointer(100, 100, time, { pointerType: "mouse", button, buttons: 1 << button, ...more });
    const menu = (timeStamp) => element.fire("contextmenu", { timeStamp, cancelable: true }).defaultPrevented;
    element.fire("pointerdown", mouse(2, 0));
    assert.deepEqual([menu(1), arbiter.touches.length], [false, 0]);
    element.fire("pointerdown", mouse(0, 10, { ctrlKey: true }));
    assert.deepEqual([menu(11), arbiter.touches.length], [false, 0]);
    attach(new LongPressGestureRecognizer({ secondaryClick: true }));
    element.fire("pointerdown", mouse(2, 20));
    element.fire("pointerup", mouse(2, 30));
    assert.equal(menu(31), true);
    element.fire("pointerdown", pointer(100, 100, 40));
    assert.deepEqual([menu(540), arbiter.touches.length], [true, 1]);
  });

  test("A menu that a key asks for opens, and so does one that comes long after the press", () => {
    const element = new FakeElement();
    const { attach } = element.surface();
    attach(new TapGestureRecognizer());
    const menu = (timeStamp) => element.fire("contextmenu", { timeStamp, cancelable: true }).defaultPrevented;
    const tap = (time) => {
      element.fire("pointerdown", pointer(100, 100, time));
      element.fire("pointerup", pointer(100, 100, time + 40));
    };
    tap(0);
    assert.deepEqual([menu(60), menu(1041)], [true, false]);
    for (const [key, shiftKey, isOwn] of [["ContextMenu", false, false], ["F10", true, false], ["F10", false, true], ["a", false, true]]) {
      tap(2000);
      element.fire("keydown", { timeStamp: 2100, key, shiftKey });
      assert.equal(menu(2110), isOwn, key);
    }
  });

  test("The first finger of all exposes those that are said to be down: they are cancelled, and taps work again", () => {
    const element = new FakeElement();
    const { attach, surface, arbiter } = element.surface();
    const [taps, causes] = [[], []];
    attach(new TapGestureRecognizer().addTarget(recorder(taps)));
    const view = Object.assign(surface.views.viewAt(), { multipleTouchEnabled: true });
    const heard = ({ id, cancelCause }) => void (cancelCause !== "gesture" && causes.push([id, cancelCause]));
    view.touchesCancelled = (touches) => touches.forEach(heard);
    element.fire("pointerdown", pointer(10, 10, 0, { pointerId: 7, isPrimary: true }));
    element.fire("pointerdown", pointer(20, 10, 10, { pointerId: 8, isPrimary: false }));
    element.fire("pointerdown", pointer(50, 50, 20, { pointerId: 1, pointerType: "mouse", isPrimary: true }));
    assert.deepEqual([arbiter.touches.map(({ id }) => id), causes], [[7, 8, 1], []]);
    element.fire("pointerup", pointer(50, 50, 30, { pointerId: 1, pointerType: "mouse", isPrimary: true }));
    for (const time of [1000, 2000]) {
      element.fire("pointerdown", pointer(100, 100, time, { pointerId: time, isPrimary: true }));
      assert.deepEqual(arbiter.touches.map(({ id }) => id), [time]);
      element.fire("pointerup", pointer(100, 100, time + 40, { pointerId: time, isPrimary: true }));
    }
    assert.deepEqual([taps, causes, arbiter.isIdle], [["ended", "ended"], [[7, "system"], [8, "system"]], true]);
  });

  test("A pen that comes as the first of its kind exposes one that never lifted", () => {
    const element = new FakeElement();
    const { arbiter } = element.surface();
    const pen = (id, time) => pointer(10, 10, time, { pointerId: id, pointerType: "pen", isPrimary: true });
    element.fire("pointerdown", pen(7, 0));
    element.fire("pointerdown", pen(8, 50));
    assert.deepEqual(arbiter.touches.map(({ id }) => id), [8]);
    element.fire("pointerup", pen(8, 100));
    element.fire("pointerdown", pointer(100, 100, 700, { pointerId: 9, isPrimary: true }));
    assert.deepEqual(arbiter.touches.map(({ id }) => id), [9]);
  });

  test("A surface that remembers how it was undoes the palm", () => {
    const element = new FakeElement();
    let taps = 0;
    const remember = () => {
      const before = taps;
      return () => (taps = before);
    };
    element.surface({ remember }).attach(new TapGestureRecognizer().addTarget(() => (taps += 1)));
    element.fire("pointerdown", pointer(100, 100, 0));
    element.fire("pointerup", pointer(100, 100, 40));
    assert.equal(taps, 1);
    element.fire("pointerdown", pointer(10, 10, 200, { pointerId: 7, pointerType: "pen" }));
    assert.equal(taps, 0);
  });

  test("A mouse hovers until it presses or leaves; a finger never does", () => {
    const element = new FakeElement();
    const { attach } = element.surface();
    const log = [];
    attach(new HoverGestureRecognizer().addTarget(recorder(log)));
    const mouse = (x, time, buttons = 0) => pointer(x, 100, time, { pointerType: "mouse", buttons });
    element.fire("pointermove", pointer(100, 100, 0, { buttons: 0 }));
    assert.deepEqual(log, []);
    element.fire("pointermove", mouse(100, 10));
    element.fire("pointermove", mouse(110, 20));
    element.fire("pointerdown", mouse(110, 30, 1));
    assert.deepEqual(log.splice(0), ["began", "changed", "ended"]);
    element.fire("pointermove", mouse(120, 40, 1));
    element.fire("pointerup", mouse(120, 50));
    element.fire("pointermove", mouse(130, 60));
    element.fire("pointerleave", mouse(500, 70));
    assert.deepEqual(log, ["began", "ended"]);
  });

  test("A hover is cancelled when the window is left, the page is hidden or the surface is given up, and begins anew after", () => {
    const leave = {
      blur: ({ window }) => window.dispatchEvent(new Event("blur")),
      hidden: ({ ownerDocument }) => {
        ownerDocument.hidden = true;
        ownerDocument.dispatchEvent(new Event("visibilitychange"));
      },
      abort: (element) => element.abort(),
    };
    for (const [name, act] of Object.entries(leave)) {
      const element = new FakeElement();
      const { attach, arbiter } = element.surface();
      const log = [];
      attach(new HoverGestureRecognizer().addTarget(recorder(log)));
      element.fire("pointermove", pointer(100, 100, 10, { pointerType: "mouse", buttons: 0 }));
      assert.equal(arbiter.isIdle, false);
      act(element);
      assert.deepEqual([log.splice(0), arbiter.isIdle], [["began", "cancelled"], true], name);
      element.fire("pointermove", pointer(100, 100, 20, { pointerType: "mouse", buttons: 0 }));
      assert.deepEqual(log, name === "abort" ? [] : ["began"], name);
    }
  });

  test("A wheel, a pinch of it and Safari’s gesture reach the recognizers of the element that they are over", () => {
    const element = new FakeElement();
    const child = new FakeElement({ left: 0, top: 0, width: 200, height: 200 }, element);
    const { surface } = element.surface();
    child.clock = element.clock;
    const view = surface.views.viewFor(child);
    const log = [];
    const pan = new PanGestureRecognizer({ slop: 0 });
    pan.allowedTouchTypes.add("scroll");
    addGestureRecognizer(view, pan.addTarget(({ state }) => log.push(`pan ${state}`)));
    addGestureRecognizer(view, new PinchGestureRecognizer().addTarget(({ state }) => log.push(`pinch ${state}`)));
    const turn = (target, timeStamp, more) => target.fire("wheel", {
      clientX: 50, clientY: 50, deltaX: 0, deltaY: -20, deltaMode: 0, ctrlKey: false, timeStamp, cancelable: true, ...more,
    });
    turn(child, 0);
    element.clock.advance(500);
    assert.deepEqual(log.splice(0), ["pan began", "pan ended"]);
    turn(child, 500, { ctrlKey: true });
    element.clock.advance(1000);
    assert.deepEqual(log.splice(0), ["pinch began", "pinch ended"]);
    for (const [name, scale, timeStamp] of [["gesturestart", 1, 1000], ["gesturechange", 1.5, 1010], ["gestureend", 1.5, 1020]]) {
      child.fire(name, { clientX: 50, clientY: 50, scale, rotation: 0, timeStamp, cancelable: true });
    }
    assert.deepEqual(log.splice(0), ["pinch began", "pinch changed", "pinch ended"]);
    turn(element, 2000);
    turn(element, 2500, { ctrlKey: true });
    element.clock.advance(3000);
    assert.deepEqual(log, []);
  });

  test("The wheel is heard again at once after everything was taken away, and so is a gesture of the trackpad", () => {
    const element = new FakeElement();
    const { attach } = element.surface();
    const log = [];
    const pan = new PanGestureRecognizer({ slop: 0 });
    pan.allowedTouchTypes.add("scroll");
    attach(pan.addTarget(({ state }) => log.push(`pan ${state} ${Math.round(pan.translation().y)}`)));
    const pinch = new PinchGestureRecognizer();
    attach(pinch.addTarget(({ state }) => log.push(`pinch ${state} ${pinch.scale.toFixed(2)}`)));
    const at = { clientX: 50, clientY: 50, cancelable: true };
    const turn = (timeStamp) => element.fire("wheel", { ...at, deltaX: 0, deltaY: -20, deltaMode: 0, ctrlKey: false, timeStamp });
    const gesture = (name, scale, timeStamp) => element.fire(name, { ...at, scale, rotation: 0, timeStamp });
    turn(0);
    element.window.dispatchEvent(new Event("blur"));
    turn(20);
    turn(40);
    element.clock.advance(500);
    assert.deepEqual(log.splice(0), ["pan began 20", "pan cancelled 20", "pan began 20", "pan changed 40", "pan ended 40"]);
    gesture("gesturestart", 1, 500);
    gesture("gesturechange", 2, 510);
    element.window.dispatchEvent(new Event("blur"));
    gesture("gesturechange", 3, 520);
    gesture("gestureend", 4, 530);
    assert.deepEqual(log, ["pinch began 2.00", "pinch cancelled 2.00", "pinch began 1.50", "pinch changed 2.00", "pinch ended 2.00"]);
  });

  test("No turn of the wheel is lost when the element under it goes", () => {
    const element = new FakeElement();
    const child = new FakeElement({ left: 0, top: 0, width: 200, height: 200 }, element);
    child.clock = element.clock;
    const { attach } = element.surface();
    const pan = new PanGestureRecognizer({ slop: 0 });
    pan.allowedTouchTypes.add("scroll");
    let way = 0;
    let before = 0;
    attach(pan.addTarget(({ state }) => {
      if (state === "began") before = 0;
      way += pan.translation().y - before;
      before = pan.translation().y;
    }));
    const turn = (target, timeStamp) => target.fire("wheel", {
      clientX: 50, clientY: 50, deltaX: 0, deltaY: -20, deltaMode: 0, ctrlKey: false, timeStamp, cancelable: true,
    });
    turn(child, 0);
    child.isConnected = false;
    turn(element, 20);
    turn(element, 40);
    assert.equal(way, 60);
  });

  test("A capture that the browser refuses is no reason to lose the touch", () => {
    const element = new FakeElement();
    const { arbiter } = element.surface();
    element.setPointerCapture = () => {
      throw new Error("no such pointer");
    };
    element.fire("pointerdown", pointer(100, 100, 0));
    assert.equal(arbiter.touches.length, 1);
  });

  test("The pen says how it is held, and a palm beside it is refused", () => {
    const element = new FakeElement();
    const { arbiter } = element.surface();
    element.fire("pointerdown", pointer(100, 100, 0, { pointerId: 7, pointerType: "pen", pressure: 0.8, tiltX: 20, tiltY: -15, twist: 45 }));
    element.fire("pointerdown", pointer(150, 150, 10, { pointerId: 8 }));
    const [pen, ...others] = arbiter.touches;
    assert.deepEqual([pen.type, pen.pressure, pen.tilt, others.length], ["pen", 0.8, { x: 20, y: -15, twist: 45 }, 0]);
  });
});

describe("interaction A: a window that takes the page", () => {
  test("A5 what is down when a modal window opens is cancelled, and has to land anew", () => {
    const element = new FakeElement();
    const { attach, surface, arbiter } = element.surface();
    const log = [];
    attach(new PanGestureRecognizer().addTarget(recorder(log)));
    element.fire("pointerdown", pointer(100, 100, 0));
    element.fire("pointermove", pointer(140, 100, 16));
    surface.interrupt();
    assert.deepEqual([log.splice(0), arbiter.touches.length], [["began", "cancelled"], 0]);
    element.fire("pointermove", pointer(180, 100, 32));
    element.fire("pointerup", pointer(180, 100, 48));
    assert.deepEqual([log, arbiter.isIdle], [[], true]);
    element.fire("pointerdown", pointer(100, 100, 100));
    element.fire("pointermove", pointer(140, 100, 116));
    assert.deepEqual(log, ["began"]);
  });
});

/** A surface with frames of its own, a pan and a pinch, and what they said. */
function framed() {
  const [element, frames, log] = [new FakeElement(), [], []];
  element.window.requestAnimationFrame = (callback) => frames.push(callback);
  element.window.cancelAnimationFrame = (handle) => void (frames[handle - 1] = () => {});
  const { attach, surface } = element.surface();
  attach(new PinchGestureRecognizer().addTarget(({ state }) => log.push(`pinch ${state}`)));
  attach(new PanGestureRecognizer().addTarget((pan) => log.push(`pan ${pan.state} ${Math.round(pan.velocity().x)}`)));
  const frame = () => frames.splice(0).forEach((callback) => callback(0));
  const two = (name, xs, time) => xs.forEach((x, at) => element.fire(name, pointer(x, 100, time + at / 8, { pointerId: at + 1 })));
  return { element, frame, log, surface, two };
}

describe("Events of one frame", () => {
  test("of two fingers side by side reach recognizers together: they are a pan, and no pinch", () => {
    const { frame, log, two } = framed();
    two("pointerdown", [100, 200], 0);
    for (const step of [1, 2, 3]) {
      two("pointermove", [100 + 16 * step, 200 + 16 * step], 16 * step);
      frame();
    }
    assert.deepEqual(log.map((entry) => entry.split(" ").slice(0, 2).join(" ")), ["pan began", "pan changed", "pan changed"]);
    assert.match(log.at(-1), / 9\d\d$|1000$/);
  });

  test("of one finger, while the other rests, are told in that frame", () => {
    const { element, frame, log, two } = framed();
    two("pointerdown", [100, 200], 0);
    element.fire("pointermove", pointer(216, 100, 16, { pointerId: 2 }));
    assert.deepEqual(log, []);
    frame();
    assert.deepEqual(log, ["pinch began"]);
  });

  test("are told before a finger lifts, and not when they are taken away", () => {
    const { element, log, surface, two } = framed();
    two("pointerdown", [100, 200], 0);
    element.fire("pointermove", pointer(216, 100, 16, { pointerId: 2 }));
    element.fire("pointerup", pointer(216, 100, 20, { pointerId: 2 }));
    assert.deepEqual(log, ["pinch began", "pinch ended"]);
    element.fire("pointerdown", pointer(216, 100, 30, { pointerId: 2 }));
    element.fire("pointermove", pointer(316, 100, 40, { pointerId: 2 }));
    surface.interrupt();
    assert.deepEqual([log.length, surface.arbiter.isIdle], [2, true]);
  });
});

describe("A button on the surface", () => {
  const pressed = (steps, clickedAt = 100) => {
    const element = new FakeElement();
    const button = new FakeElement({ left: 50, top: 50, width: 100, height: 40 }, element, "button");
    button.clock = element.clock;
    const { attach } = element.surface();
    attach(new PanGestureRecognizer());
    let clicks = 0;
    button.addEventListener("click", () => (clicks += 1));
    const mouse = { pointerType: "mouse" };
    button.fire("pointerdown", pointer(60, 60, 0, mouse));
    steps.forEach((x, at) => button.fire("pointermove", pointer(x, 60, 16 * (at + 1), mouse)));
    button.fire("pointerup", pointer(steps.at(-1) ?? 60, 60, 100, mouse));
    button.fire("click", { ...pointer(60, 60, clickedAt, mouse), detail: 1, cancelable: true });
    return { button, clicks: () => clicks };
  };

  test("is not clicked by a drag that began on it, and is by the press after that, and by a key", () => {
    const { button, clicks } = pressed([90, 130]);
    assert.equal(clicks(), 0);
    button.fire("click", { ...pointer(0, 0, 101), detail: 0, cancelable: true });
    assert.equal(clicks(), 1);
    button.fire("click", { ...pointer(60, 60, 400), detail: 1, cancelable: true });
    assert.equal(clicks(), 2);
  });

  test("is clicked by what comes more than 50 ms after the drag", () => {
    assert.deepEqual([150, 151].map((time) => pressed([90, 130], time).clicks()), [0, 1]);
  });

  test("is clicked by a press that strays a little", () => assert.equal(pressed([64]).clicks(), 1));
});
