import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deskAt, placeUnder, run, step, viewportOf } from "./desks.js";

const near = (actual, wanted, tolerance, what) => {
  assert.ok(Math.abs(actual - wanted) <= tolerance, `${what ?? "value"}: ${actual}, not ${wanted} ± ${tolerance}`);
};

const samePlace = (actual, wanted) => {
  assert.equal(actual.page, wanted.page);
  near(actual.fraction.x, wanted.fraction.x, 0.002, "across");
  near(actual.fraction.y, wanted.fraction.y, 0.002, "down");
};

test("a pinch that ends within 4 % of the smallest zoom snaps to it, and one farther away stays", () => {
  const zoomAfter = (share) => {
    const { smallest } = viewportOf();
    const desk = deskAt({ x: 0, y: 400 }, { scale: 2 * smallest.zoom });
    desk.hold({ elastic: true });
    desk.move(step({ scale: share / 2, centre: { x: 100, y: 100 } }));
    desk.release({ x: 0, y: 0 }, 0);
    run(desk);
    return desk.viewport.zoom / smallest.zoom;
  };
  near(zoomAfter(1.03), 1, 1e-9);
  near(zoomAfter(1.05), 1.05, 1e-9);
  near(zoomAfter(1.4), 1.4, 1e-9);
});

describe("a desk under one finger", () => {
  test("E1 a drag moves the content along with the finger", () => {
    const desk = deskAt({ x: 0, y: 400 });
    desk.hold({ elastic: true });
    desk.move(step({ translation: { x: 0, y: -120 } }));
    assert.equal(desk.scroll.y, 520);
  });

  test("E2 an axis with nothing to scroll does not move", () => {
    const desk = deskAt({ x: 0, y: 400 });
    desk.hold({ elastic: true });
    desk.move(step({ translation: { x: -80, y: 0 } }));
    assert.equal(desk.scroll.x, 0);
    desk.release({ x: -900, y: 0 }, 0);
    run(desk);
    assert.equal(desk.scroll.x, 0);
  });

  test("E9 beyond an edge it gives less and less, and springs back", () => {
    const desk = deskAt({ x: 0, y: 0 });
    desk.hold({ elastic: true });
    desk.move(step({ translation: { x: 0, y: 100 } }));
    assert.ok(desk.scroll.y < 0 && desk.scroll.y > -100, String(desk.scroll.y));
    desk.release({ x: 0, y: 0 }, 0);
    assert.ok(desk.isMoving);
    run(desk);
    assert.equal(desk.scroll.y, 0);
  });

  test("E9 what was pulled over an edge is pushed back by the same way of the finger", () => {
    const desk = deskAt({ x: 0, y: 0 });
    desk.hold({ elastic: true });
    for (const way of [40, 60, -50, -50]) desk.move(step({ translation: { x: 0, y: way } }));
    near(desk.scroll.y, 0, 1e-9);
  });

  test("E12 let go in movement it glides as far as the velocity carries it", () => {
    const desk = deskAt({ x: 0, y: 1000 });
    desk.hold({ elastic: true });
    desk.release({ x: 0, y: -1000 }, 0);
    near(desk.destination.y, 1499.5, 5);
    run(desk);
    near(desk.scroll.y, 1499.5, 5);
  });

  test("E12 a glide is the same at every rate of frames", () => {
    const ends = [8, 16, 33].map((frame) => {
      const desk = deskAt({ x: 0, y: 1000 });
      desk.hold({ elastic: true });
      desk.release({ x: 0, y: -2000 }, 0);
      for (let now = 0; now <= 528; now += frame) desk.tick(now);
      desk.tick(528);
      return desk.scroll.y;
    });
    near(Math.max(...ends) - Math.min(...ends), 0, 1e-9);
  });

  test("E9 thrown at an edge it flies over it and comes back", () => {
    const desk = deskAt({ x: 0, y: 200 });
    desk.hold({ elastic: true });
    desk.release({ x: 0, y: 3000 }, 0);
    let least = 0;
    run(desk, { each: () => (least = Math.min(least, desk.scroll.y)) });
    assert.ok(least < -5, String(least));
    assert.equal(desk.scroll.y, 0);
  });

  test("E50 a touch stops a glide where it was last seen", () => {
    const desk = deskAt({ x: 0, y: 1000 });
    desk.hold({ elastic: true });
    desk.release({ x: 0, y: -2000 }, 0);
    run(desk, { until: 160 });
    const seen = desk.scroll.y;
    desk.catch();
    desk.tick(400);
    assert.deepEqual([desk.scroll.y, desk.isMoving], [seen, false]);
  });

  test("E50 caught beyond an edge and let go it comes back", () => {
    const desk = deskAt({ x: 0, y: 0 });
    desk.hold({ elastic: true });
    desk.move(step({ translation: { x: 0, y: 200 } }));
    desk.release({ x: 0, y: 0 }, 0);
    run(desk, { until: 64 });
    desk.catch();
    assert.ok(desk.scroll.y < 0);
    desk.settle(80);
    run(desk, { from: 80 });
    assert.equal(desk.scroll.y, 0);
  });

  test("taken up again on its way back it does not jump", () => {
    const desk = deskAt({ x: 0, y: 0 });
    desk.hold({ elastic: true });
    desk.move(step({ translation: { x: 0, y: 200 } }));
    desk.release({ x: 0, y: 0 }, 0);
    run(desk, { until: 48 });
    const seen = desk.scroll.y;
    desk.hold({ elastic: true });
    desk.move(step({}));
    near(desk.scroll.y, seen, 1e-6);
  });

  test("a cancelled gesture leaves nothing held", () => {
    const desk = deskAt({ x: 0, y: 100 });
    desk.hold({ elastic: true });
    desk.release({ x: Number.NaN, y: Number.NaN }, 0);
    run(desk);
    assert.deepEqual([desk.isHeld, desk.isMoving, desk.scroll.y], [false, false, 100]);
  });
});

describe("a desk under two fingers", () => {
  test("that scroll it, and tremble, keeps its fit", () => {
    const desk = deskAt({ x: 0, y: 300 });
    const before = desk.viewport;
    desk.hold({ elastic: true });
    for (let event = 0; event < 30; event += 1) {
      desk.move(step({ translation: { x: 0, y: -10 }, scale: event % 2 ? 1 / 1.03 : 1.03, centre: { x: 150, y: 300 } }));
    }
    near(desk.scroll.y, 600, 1e-9);
    desk.release({ x: 0, y: 0 }, 0);
    run(desk);
    assert.deepEqual([desk.viewport.mode, desk.viewport.zoom], ["automatic", before.zoom]);
  });

  test("that spread more than that zooms, and a trackpad does from its first step", () => {
    const [fingers, trackpad] = [true, false].map((elastic) => {
      const desk = deskAt({ x: 0, y: 300 });
      desk.hold({ elastic });
      for (let event = 0; event < 4; event += 1) desk.move(step({ scale: 1.03, centre: { x: 150, y: 300 } }));
      return desk.viewport.zoom / deskAt({ x: 0, y: 0 }).viewport.zoom;
    });
    near(fingers, 1.03 ** 3, 1e-9);
    near(trackpad, 1.03 ** 4, 1e-9);
  });

  test("E33 what is under the middle of the fingers stays there", () => {
    const desk = deskAt({ x: 0, y: 300 });
    const centre = { x: 150, y: 300 };
    const place = placeUnder(desk, centre);
    desk.hold({ elastic: true });
    for (let count = 0; count < 20; count += 1) desk.move(step({ scale: 1.07, centre }));
    samePlace(placeUnder(desk, centre), place);
    near(desk.viewport.zoom, viewportOf().zoom * 1.07 ** 20, 1e-9);
  });

  test("E33 it goes along with the fingers while they part", () => {
    const desk = deskAt({ x: 400, y: 1300 }, { scale: 2 });
    const place = placeUnder(desk, { x: 150, y: 300 });
    desk.hold({ elastic: true });
    desk.move(step({ scale: 1.5, centre: { x: 150, y: 300 }, translation: { x: 30, y: -40 } }));
    samePlace(placeUnder(desk, { x: 180, y: 260 }), place);
  });

  test("E33 beyond the largest zoom it gives, and comes back to it", () => {
    const desk = deskAt({ x: 0, y: 0 }, { scale: 60 });
    desk.hold({ elastic: true });
    desk.move(step({ scale: 2, centre: { x: 200, y: 300 } }));
    assert.equal(desk.viewport.zoom, 64);
    assert.ok(desk.stretch.scale > 1.05 && desk.stretch.scale < 2, String(desk.stretch.scale));
    desk.release({ x: 0, y: 0 }, 0);
    run(desk);
    assert.deepEqual([desk.viewport.zoom, desk.stretch.scale], [64, 1]);
  });

  test("E33 pinched smaller than it fits it comes back to the fit, which then follows the window again", () => {
    const desk = deskAt({ x: 0, y: 600 }, { scale: 0.9 });
    desk.hold({ elastic: true });
    desk.move(step({ scale: 0.2, centre: { x: 200, y: 300 } }));
    assert.ok(desk.stretch.scale < 1 && desk.stretch.scale > 0.5, String(desk.stretch.scale));
    desk.release({ x: 0, y: 0 }, 0);
    run(desk);
    assert.deepEqual([desk.viewport.mode, desk.stretch.scale], ["automatic", 1]);
  });

  test("a pinch out of a limit leads back the way it came", () => {
    const desk = deskAt({ x: 0, y: 0 }, { scale: 64 });
    desk.hold({ elastic: true });
    for (const scale of [1.5, 1.5, 1 / 1.5, 1 / 1.5]) desk.move(step({ scale, centre: { x: 200, y: 300 } }));
    near(desk.stretch.scale, 1, 1e-9);
    near(desk.viewport.zoom, 64, 1e-6);
  });

  test("a drag does not change a zoom near the fit", () => {
    const desk = deskAt({ x: 0, y: 0 }, { scale: viewportOf().zoom * 1.02 });
    const { zoom } = desk.viewport;
    desk.hold({ elastic: true });
    desk.move(step({ translation: { x: 0, y: -50 } }));
    desk.release({ x: 0, y: 0 }, 0);
    run(desk);
    assert.equal(desk.viewport.zoom, zoom);
  });

  test("a trackpad meets hard limits", () => {
    const desk = deskAt({ x: 0, y: 0 });
    desk.hold({ elastic: false });
    desk.move(step({ scale: 1e-3, centre: { x: 100, y: 100 } }));
    assert.deepEqual([desk.viewport.zoom, desk.stretch.scale, desk.scroll.x], [0.1, 1, 0]);
    desk.move(step({ scale: 1e9, centre: { x: 100, y: 100 } }));
    assert.deepEqual([desk.viewport.zoom, desk.stretch.scale], [64, 1]);
    desk.move(step({ scale: 0.5, centre: { x: 100, y: 100 } }));
    assert.equal(desk.viewport.zoom, 32);
  });

  test("a step that is no number, or turns the page inside out, changes nothing", () => {
    const desk = deskAt({ x: 0, y: 100 });
    desk.hold({ elastic: true });
    for (const bad of [{ scale: Number.NaN }, { scale: 0 }, { scale: -1 }, { translation: { x: 0, y: Infinity } }]) {
      desk.move(step(bad));
    }
    assert.deepEqual([desk.scroll.y, desk.viewport.zoom], [100, viewportOf().zoom]);
  });
});

describe("a desk that moves by itself", () => {
  test("E36 a zoom ends with the tapped place under the finger", () => {
    const desk = deskAt({ x: 0, y: 600 });
    const at = { x: 150, y: 250 };
    const place = placeUnder(desk, at);
    desk.zoomTo(desk.viewport.scaledTo(1.5), at, 0);
    run(desk);
    assert.equal(desk.viewport.zoom, 1.5);
    samePlace(placeUnder(desk, at), place);
  });

  test("E35 a zoom never ends with the desk beyond its edges", () => {
    const desk = deskAt({ x: 800, y: 0 }, { scale: 2 });
    desk.zoomTo(desk.viewport.fitted, { x: 10, y: 690 }, 0);
    run(desk);
    assert.deepEqual(desk.scroll, desk.viewport.within(desk.scroll));
  });

  test("on its way a zoom passes through even ratios", () => {
    const desk = deskAt({ x: 0, y: 600 }, { scale: 0.5 });
    const zooms = [];
    desk.zoomTo(desk.viewport.scaledTo(2), { x: 100, y: 100 }, 0);
    run(desk, { each: () => zooms.push(desk.viewport.zoom) });
    assert.ok(zooms.length > 10);
    zooms.forEach((zoom, index) => assert.ok(index === 0 || zoom >= (zooms[index - 1] ?? 0)));
  });

  test("fingers that come while it zooms take it up where it is seen", () => {
    const desk = deskAt({ x: 0, y: 600 }, { scale: 0.5 });
    desk.zoomTo(desk.viewport.scaledTo(2), { x: 100, y: 100 }, 0);
    run(desk, { until: 96 });
    const { zoom } = desk.viewport;
    desk.hold({ elastic: true });
    desk.move(step({ scale: 1.1, centre: { x: 100, y: 100 } }));
    near(desk.viewport.zoom, zoom * 1.1, 1e-9);
  });

  test("a wheel, a key or a page turn during a zoom finds it at its end", () => {
    const acts = [
      (desk) => desk.scrollBy({ x: 0, y: 40 }, 96, { isNotch: false }),
      (desk) => desk.scrollBy({ x: 0, y: 120 }, 96, { isNotch: true }),
      (desk) => desk.glideTo({ x: 0, y: 900 }, 96),
      (desk) => desk.finish(),
    ];
    for (const act of acts) {
      const desk = deskAt({ x: 0, y: 600 }, { scale: 0.5 });
      desk.zoomTo(desk.viewport.scaledTo(2), { x: 100, y: 100 }, 0);
      run(desk, { until: 96 });
      act(desk);
      run(desk, { from: 96 });
      assert.deepEqual([desk.viewport.zoom, desk.stretch.scale], [2, 1]);
    }
  });

  test("E14 it glides to a place and rests exactly there", () => {
    const desk = deskAt({ x: 0, y: 0 });
    desk.glideTo({ x: 0, y: 1234 }, 0);
    run(desk);
    assert.equal(desk.scroll.y, 1234);
  });

  test("notches of a wheel add up while it slides", () => {
    const desk = deskAt({ x: 0, y: 0 });
    for (const now of [0, 30, 60]) {
      desk.tick(now);
      desk.scrollBy({ x: 0, y: 100 }, now, { isNotch: true });
    }
    run(desk, { from: 60 });
    near(desk.scroll.y, 300, 1e-6);
  });

  test("a trackpad scrolls at once, and stops at the edges", () => {
    const desk = deskAt({ x: 0, y: 5 });
    desk.scrollBy({ x: 0, y: -20 }, 0, { isNotch: false });
    assert.deepEqual([desk.scroll.y, desk.isMoving], [0, false]);
  });

  test("with reduced motion zooms and page turns are there at once, and a throw stays where it was let go", () => {
    const desk = deskAt({ x: 0, y: 500 }, { reduced: true });
    desk.zoomTo(desk.viewport.scaledTo(2), { x: 100, y: 100 }, 0);
    assert.deepEqual([desk.viewport.zoom, desk.isMoving], [2, false]);
    desk.glideTo({ x: 0, y: 900 }, 0);
    assert.deepEqual([desk.scroll.y, desk.isMoving], [900, false]);
    desk.hold({ elastic: true });
    desk.release({ x: 0, y: -3000 }, 0);
    assert.deepEqual([desk.scroll.y, desk.isMoving], [900, false]);
  });

  test("time that goes backwards stands still", () => {
    const desk = deskAt({ x: 0, y: 0 });
    desk.glideTo({ x: 0, y: 500 }, 1000);
    desk.tick(1100);
    const seen = desk.scroll.y;
    desk.tick(500);
    assert.equal(desk.scroll.y, seen);
  });
});

describe("a desk that the palm had", () => {
  test("11 it shows what it showed, also when it was zoomed", () => {
    const desk = deskAt({ x: 0, y: 400 });
    const before = [desk.viewport, desk.scroll];
    desk.hold({ elastic: true });
    desk.move(step({ translation: { x: 30, y: -120 } }));
    desk.move(step({ scale: 1.8, centre: { x: 100, y: 200 } }));
    desk.revert(0);
    assert.deepEqual([desk.viewport, desk.scroll, desk.stretch.scale, desk.isHeld], [...before, 1, false]);
    run(desk);
    assert.deepEqual(desk.scroll, before[1]);
  });

  test("11 what had been caught beyond an edge comes back from there", () => {
    const desk = deskAt({ x: 0, y: 0 });
    desk.hold({ elastic: true });
    desk.move(step({ translation: { x: 0, y: 100 } }));
    desk.release({ x: 0, y: 0 }, 0);
    desk.tick(20);
    assert.ok(desk.scroll.y < 0);
    desk.hold({ elastic: true });
    desk.move(step({ translation: { x: 0, y: -50 } }));
    desk.revert(40);
    run(desk, { from: 40 });
    assert.equal(desk.scroll.y, 0);
  });

  test("11 nobody reverts what nobody holds", () => {
    const desk = deskAt({ x: 0, y: 400 });
    desk.revert(0);
    assert.deepEqual([desk.scroll, desk.isMoving], [{ x: 0, y: 400 }, false]);
  });
});
