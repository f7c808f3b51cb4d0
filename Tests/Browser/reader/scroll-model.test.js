import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelAt, placeUnder, run, step, viewportOf } from "./scroll-models.js";

const near = (actual, wanted, tolerance, what) => {
  assert.ok(Math.abs(actual - wanted) <= tolerance, `${what ?? "value"}: ${actual}, not ${wanted} ± ${tolerance}`);
};

const samePlace = (actual, wanted) => {
  assert.equal(actual.page, wanted.page);
  near(actual.fraction.x, wanted.fraction.x, 0.002, "across");
  near(actual.fraction.y, wanted.fraction.y, 0.002, "down");
};

const heldAt = (...place) => {
  const model = modelAt(...place);
  model.hold({ elastic: true });
  return model;
};

const letGo = (model, velocity = { x: 0, y: 0 }) => {
  model.release(velocity);
  run(model);
};

test("a pinch that ends within 4 % of the smallest zoom snaps to it, and one farther away stays", () => {
  const zoomAfter = (share) => {
    const { smallest } = viewportOf();
    const model = heldAt({ x: 0, y: 400 }, { scale: 2 * smallest.zoom });
    model.move(step({ scale: share / 2, centre: { x: 100, y: 100 } }));
    letGo(model);
    return model.viewport.zoom / smallest.zoom;
  };
  near(zoomAfter(1.03), 1, 1e-9);
  near(zoomAfter(1.05), 1.05, 1e-9);
  near(zoomAfter(1.4), 1.4, 1e-9);
});

describe("a scroll model under one finger", () => {
  test("E1 a drag moves the content along with the finger", () => {
    const model = heldAt({ x: 0, y: 400 });
    model.move(step({ translation: { x: 0, y: -120 } }));
    assert.equal(model.scroll.y, 520);
  });

  test("E2 an axis with nothing to scroll does not move", () => {
    const model = heldAt({ x: 0, y: 400 });
    model.move(step({ translation: { x: -80, y: 0 } }));
    assert.equal(model.scroll.x, 0);
    model.release({ x: -900, y: 0 });
    run(model);
    assert.equal(model.scroll.x, 0);
  });

  test("E9 beyond an edge it gives less and less, and springs back", () => {
    const model = heldAt({ x: 0, y: 0 });
    model.move(step({ translation: { x: 0, y: 100 } }));
    assert.ok(model.scroll.y < 0 && model.scroll.y > -100, String(model.scroll.y));
    model.release({ x: 0, y: 0 });
    assert.ok(model.isMoving);
    run(model);
    assert.equal(model.scroll.y, 0);
  });

  test("E9 what was pulled over an edge is pushed back by the same way of the finger", () => {
    const model = heldAt({ x: 0, y: 0 });
    for (const way of [40, 60, -50, -50]) model.move(step({ translation: { x: 0, y: way } }));
    near(model.scroll.y, 0, 1e-9);
  });

  test("E12 let go in movement it glides as far as the velocity carries it", () => {
    const model = heldAt({ x: 0, y: 1000 });
    model.release({ x: 0, y: -1000 });
    near(model.destination.y, 1499.5, 5);
    run(model);
    near(model.scroll.y, 1499.5, 5);
  });

  test("E12 a glide is the same at every rate of frames", () => {
    const ends = [8, 16, 33].map((frame) => {
      const model = heldAt({ x: 0, y: 1000 }, { frame });
      model.release({ x: 0, y: -2000 });
      run(model, { until: 528 });
      return model.scroll.y;
    });
    near(Math.max(...ends) - Math.min(...ends), 0, 1e-9);
  });

  test("E9 thrown at an edge it flies over it and comes back", () => {
    const model = heldAt({ x: 0, y: 200 });
    model.release({ x: 0, y: 3000 });
    let least = 0;
    run(model, { each: () => (least = Math.min(least, model.scroll.y)) });
    assert.ok(least < -5, String(least));
    assert.equal(model.scroll.y, 0);
  });

  test("E50 a touch stops a glide where it was last seen", () => {
    const model = heldAt({ x: 0, y: 1000 });
    model.release({ x: 0, y: -2000 });
    run(model, { until: 160 });
    const seen = model.scroll.y;
    model.catch();
    run(model);
    assert.deepEqual([model.scroll.y, model.isMoving], [seen, false]);
  });

  test("E50 caught beyond an edge and let go it comes back", () => {
    const model = heldAt({ x: 0, y: 0 });
    model.move(step({ translation: { x: 0, y: 200 } }));
    model.release({ x: 0, y: 0 });
    run(model, { until: 64 });
    model.catch();
    assert.ok(model.scroll.y < 0);
    model.settle();
    run(model);
    assert.equal(model.scroll.y, 0);
  });

  test("taken up again on its way back it does not jump", () => {
    const model = heldAt({ x: 0, y: 0 });
    model.move(step({ translation: { x: 0, y: 200 } }));
    model.release({ x: 0, y: 0 });
    run(model, { until: 48 });
    const seen = model.scroll.y;
    model.hold({ elastic: true });
    model.move(step({}));
    near(model.scroll.y, seen, 1e-6);
  });

  test("a cancelled gesture leaves nothing held", () => {
    const model = heldAt({ x: 0, y: 100 });
    model.release({ x: Number.NaN, y: Number.NaN });
    run(model);
    assert.deepEqual([model.isHeld, model.isMoving, model.scroll.y], [false, false, 100]);
  });
});

describe("a scroll model under two fingers", () => {
  test("that scroll it, and tremble, keeps its fit", () => {
    const model = modelAt({ x: 0, y: 300 });
    const before = model.viewport;
    model.hold({ elastic: true });
    for (let event = 0; event < 30; event += 1) {
      model.move(step({ translation: { x: 0, y: -10 }, scale: event % 2 ? 1 / 1.03 : 1.03, centre: { x: 150, y: 300 } }));
    }
    near(model.scroll.y, 600, 1e-9);
    letGo(model);
    assert.deepEqual([model.viewport.mode, model.viewport.zoom], ["automatic", before.zoom]);
  });

  test("that spread more than that zooms, and a trackpad does from its first step", () => {
    const [fingers, trackpad] = [true, false].map((elastic) => {
      const model = modelAt({ x: 0, y: 300 });
      model.hold({ elastic });
      for (let event = 0; event < 4; event += 1) model.move(step({ scale: 1.03, centre: { x: 150, y: 300 } }));
      return model.viewport.zoom / modelAt({ x: 0, y: 0 }).viewport.zoom;
    });
    near(fingers, 1.03 ** 3, 1e-9);
    near(trackpad, 1.03 ** 4, 1e-9);
  });

  test("E33 what is under the middle of the fingers stays there", () => {
    const model = modelAt({ x: 0, y: 300 });
    const centre = { x: 150, y: 300 };
    const place = placeUnder(model, centre);
    model.hold({ elastic: true });
    for (let count = 0; count < 20; count += 1) model.move(step({ scale: 1.07, centre }));
    samePlace(placeUnder(model, centre), place);
    near(model.viewport.zoom, viewportOf().zoom * 1.07 ** 20, 1e-9);
  });

  test("E33 it goes along with the fingers while they part", () => {
    const model = modelAt({ x: 400, y: 1300 }, { scale: 2 });
    const place = placeUnder(model, { x: 150, y: 300 });
    model.hold({ elastic: true });
    model.move(step({ scale: 1.5, centre: { x: 150, y: 300 }, translation: { x: 30, y: -40 } }));
    samePlace(placeUnder(model, { x: 180, y: 260 }), place);
  });

  test("E33 beyond the largest zoom it gives, and comes back to it", () => {
    const model = heldAt({ x: 0, y: 0 }, { scale: 60 });
    model.move(step({ scale: 2, centre: { x: 200, y: 300 } }));
    assert.equal(model.viewport.zoom, 64);
    assert.ok(model.stretch.scale > 1.05 && model.stretch.scale < 2, String(model.stretch.scale));
    letGo(model);
    assert.deepEqual([model.viewport.zoom, model.stretch.scale], [64, 1]);
  });

  test("E33 pinched smaller than it fits it comes back to the fit, which then follows the window again", () => {
    const model = heldAt({ x: 0, y: 600 }, { scale: 0.9 });
    model.move(step({ scale: 0.2, centre: { x: 200, y: 300 } }));
    assert.ok(model.stretch.scale < 1 && model.stretch.scale > 0.5, String(model.stretch.scale));
    letGo(model);
    assert.deepEqual([model.viewport.mode, model.stretch.scale], ["automatic", 1]);
  });

  test("a pinch out of a limit leads back the way it came", () => {
    const model = heldAt({ x: 0, y: 0 }, { scale: 64 });
    for (const scale of [1.5, 1.5, 1 / 1.5, 1 / 1.5]) model.move(step({ scale, centre: { x: 200, y: 300 } }));
    near(model.stretch.scale, 1, 1e-9);
    near(model.viewport.zoom, 64, 1e-6);
  });

  test("a drag does not change a zoom near the fit", () => {
    const model = modelAt({ x: 0, y: 0 }, { scale: viewportOf().zoom * 1.02 });
    const { zoom } = model.viewport;
    model.hold({ elastic: true });
    model.move(step({ translation: { x: 0, y: -50 } }));
    letGo(model);
    assert.equal(model.viewport.zoom, zoom);
  });

  test("a trackpad meets hard limits", () => {
    const model = modelAt({ x: 0, y: 0 });
    model.hold({ elastic: false });
    model.move(step({ scale: 1e-3, centre: { x: 100, y: 100 } }));
    assert.deepEqual([model.viewport.zoom, model.stretch.scale, model.scroll.x], [0.1, 1, 0]);
    model.move(step({ scale: 1e9, centre: { x: 100, y: 100 } }));
    assert.deepEqual([model.viewport.zoom, model.stretch.scale], [64, 1]);
    model.move(step({ scale: 0.5, centre: { x: 100, y: 100 } }));
    assert.equal(model.viewport.zoom, 32);
  });

  test("a step that is no number, or turns the page inside out, changes nothing", () => {
    const model = heldAt({ x: 0, y: 100 });
    for (const bad of [{ scale: Number.NaN }, { scale: 0 }, { scale: -1 }, { translation: { x: 0, y: Infinity } }]) {
      model.move(step(bad));
    }
    assert.deepEqual([model.scroll.y, model.viewport.zoom], [100, viewportOf().zoom]);
  });
});

describe("a scroll model that moves by itself", () => {
  test("E36 a zoom ends with the tapped place under the finger", () => {
    const model = modelAt({ x: 0, y: 600 });
    const at = { x: 150, y: 250 };
    const place = placeUnder(model, at);
    model.zoomTo(model.viewport.scaledTo(1.5), at);
    run(model);
    assert.equal(model.viewport.zoom, 1.5);
    samePlace(placeUnder(model, at), place);
  });

  test("E35 a zoom never ends with the pages beyond its edges", () => {
    const model = modelAt({ x: 800, y: 0 }, { scale: 2 });
    model.zoomTo(model.viewport.fitted, { x: 10, y: 690 });
    run(model);
    assert.deepEqual(model.scroll, model.viewport.within(model.scroll));
  });

  test("on its way a zoom passes through even ratios", () => {
    const model = modelAt({ x: 0, y: 600 }, { scale: 0.5 });
    const zooms = [];
    model.zoomTo(model.viewport.scaledTo(2), { x: 100, y: 100 });
    run(model, { each: () => zooms.push(model.viewport.zoom) });
    assert.ok(zooms.length > 10);
    zooms.forEach((zoom, index) => assert.ok(index === 0 || zoom >= (zooms[index - 1] ?? 0)));
  });

  test("fingers that come while it zooms take it up where it is seen", () => {
    const model = modelAt({ x: 0, y: 600 }, { scale: 0.5 });
    model.zoomTo(model.viewport.scaledTo(2), { x: 100, y: 100 });
    run(model, { until: 96 });
    const { zoom } = model.viewport;
    model.hold({ elastic: true });
    model.move(step({ scale: 1.1, centre: { x: 100, y: 100 } }));
    near(model.viewport.zoom, zoom * 1.1, 1e-9);
  });

  test("a wheel, a key or a page turn during a zoom finds it at its end", () => {
    const acts = [
      (model) => model.scrollBy({ x: 0, y: 40 }, { isNotch: false }),
      (model) => model.scrollBy({ x: 0, y: 120 }, { isNotch: true }),
      (model) => model.glideTo({ x: 0, y: 900 }),
      (model) => model.finish(),
    ];
    for (const act of acts) {
      const model = modelAt({ x: 0, y: 600 }, { scale: 0.5 });
      model.zoomTo(model.viewport.scaledTo(2), { x: 100, y: 100 });
      run(model, { until: 96 });
      act(model);
      run(model);
      assert.deepEqual([model.viewport.zoom, model.stretch.scale], [2, 1]);
    }
  });

  test("E14 it glides to a place and rests exactly there", () => {
    const model = modelAt({ x: 0, y: 0 });
    model.glideTo({ x: 0, y: 1234 });
    run(model);
    assert.equal(model.scroll.y, 1234);
  });

  test("notches of a wheel add up while it slides", () => {
    const model = modelAt({ x: 0, y: 0 });
    for (const until of [0, 32, 64]) {
      run(model, { until });
      model.scrollBy({ x: 0, y: 100 }, { isNotch: true });
    }
    run(model);
    near(model.scroll.y, 300, 1e-6);
  });

  test("a trackpad scrolls at once, and stops at the edges", () => {
    const model = modelAt({ x: 0, y: 5 });
    model.scrollBy({ x: 0, y: -20 }, { isNotch: false });
    assert.deepEqual([model.scroll.y, model.isMoving], [0, false]);
  });

  test("with reduced motion zooms and page turns are there at once, and a throw stays where it was let go", () => {
    const model = modelAt({ x: 0, y: 500 }, { reduced: true });
    model.zoomTo(model.viewport.scaledTo(2), { x: 100, y: 100 });
    assert.deepEqual([model.viewport.zoom, model.isMoving], [2, false]);
    model.glideTo({ x: 0, y: 900 });
    assert.deepEqual([model.scroll.y, model.isMoving], [900, false]);
    model.hold({ elastic: true });
    model.release({ x: 0, y: -3000 });
    assert.deepEqual([model.scroll.y, model.isMoving], [900, false]);
  });
});

describe("a scroll model that the palm had", () => {
  test("11 it shows what it showed, also when it was zoomed", () => {
    const model = modelAt({ x: 0, y: 400 });
    const before = [model.viewport, model.scroll];
    model.hold({ elastic: true });
    model.move(step({ translation: { x: 30, y: -120 } }));
    model.move(step({ scale: 1.8, centre: { x: 100, y: 200 } }));
    model.revert();
    assert.deepEqual([model.viewport, model.scroll, model.stretch.scale, model.isHeld], [...before, 1, false]);
    run(model);
    assert.deepEqual(model.scroll, before[1]);
  });

  test("11 what had been caught beyond an edge comes back from there", () => {
    const model = heldAt({ x: 0, y: 0 });
    model.move(step({ translation: { x: 0, y: 100 } }));
    model.release({ x: 0, y: 0 });
    run(model, { until: 16 });
    assert.ok(model.scroll.y < 0);
    model.hold({ elastic: true });
    model.move(step({ translation: { x: 0, y: -50 } }));
    model.revert();
    run(model);
    assert.equal(model.scroll.y, 0);
  });

  test("11 nobody reverts what nobody holds", () => {
    const model = modelAt({ x: 0, y: 400 });
    model.revert();
    assert.deepEqual([model.scroll, model.isMoving], [{ x: 0, y: 400 }, false]);
  });
});
