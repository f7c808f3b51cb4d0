/** The browser's events become touches: rows of `gestures` A that speak of the surface, and capture, menu, hover. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addGestureRecognizer, HoverGestureRecognizer, LongPressGestureRecognizer, PanGestureRecognizer, TapGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { FakeElement, pointer } from "./fake-dom.js";

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

  test("A13 a drag says the same at every density of the screen", () => {
    const drags = [1, 2, 3].map((devicePixelRatio) => {
      const element = new FakeElement();
      element.window.devicePixelRatio = devicePixelRatio;
      const { attach } = element.surface();
      const pan = new PanGestureRecognizer();
      let translation;
      attach(pan.addTarget(() => (translation = pan.translation())));
      element.fire("pointerdown", pointer(100, 100, 0));
      element.fire("pointermove", pointer(130.25, 100.5, 16));
      element.fire("pointerup", pointer(140.75, 110.125, 32));
      return translation;
    });
    assert.deepEqual(drags, Array(3).fill({ x: 40.75, y: 10.125 }));
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

  test("A menu that nobody asked for opens, and takes the touch away; one that was asked for does not, also after the lift", () => {
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
