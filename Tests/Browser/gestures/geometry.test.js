import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  clamp, fractionIn, lastNotAbove, minus, overlap, plus, pointIn, rect, vec,
} from "../../../Public/gestures/geometry/index.js";
import {
  FIT_GRID, imageWidth, MAXIMUM_PIXELS, MAXIMUM_SIDE, snap, snapFit,
} from "../../../Public/shell/resolution.js";
import {
  fitPage, fitWidth, limitZoom, MAXIMUM_ZOOM, MINIMUM_ZOOM, stepZoom, ZOOM_STEPS,
} from "../../../Public/shell/zoom.js";

describe("intervals", () => {
  test("a value outside is brought to the nearer end", () => {
    assert.deepEqual([clamp(-1, 0, 9), clamp(5, 0, 9), clamp(99, 0, 9)], [0, 5, 9]);
  });

  test("an empty interval has only its low end", () => {
    assert.equal(clamp(5, 3, 1), 3);
  });

  test("intervals that only touch have nothing in common", () => {
    assert.equal(overlap(0, 10, 10, 20), 0);
    assert.equal(overlap(0, 10, 4, 6), 2);
  });

  test("the last entry not above a value is found in every place", () => {
    const list = [0, 10, 20, 30];
    const found = [-5, 0, 9, 10, 29, 30, 99].map((value) => lastNotAbove(list, value));
    assert.deepEqual(found, [0, 0, 0, 1, 2, 3, 3]);
  });
});

describe("points and rectangles", () => {
  test("an added vector is subtracted again", () => {
    const a = vec(3, -4);
    const b = vec(10, 20);
    assert.deepEqual(minus(plus(a, b), b), a);
  });

  test("a fraction of a frame leads back to its point, inside and outside", () => {
    const frame = rect(10, 20, 300, 400);
    for (const point of [vec(10, 20), vec(160, 220), vec(310, 420), vec(-50, 900)]) {
      const back = pointIn(frame, fractionIn(frame, point));
      assert.ok(Math.abs(back.x - point.x) < 1e-9 && Math.abs(back.y - point.y) < 1e-9);
    }
  });
});

describe("zoom", () => {
  test("a fit shows all of the page", () => {
    assert.equal(fitWidth(800, 400), 0.5);
    assert.equal(fitPage({ width: 800, height: 1000 }, { width: 800, height: 500 }), 0.5);
  });

  test("a fit of a page without area is 100 %", () => {
    assert.equal(fitWidth(0, 0), 1);
  });

  test("steps go up and down through the same zooms", () => {
    let zoom = MINIMUM_ZOOM;
    const up = [zoom];
    while (zoom < MAXIMUM_ZOOM) up.push((zoom = stepZoom(zoom, 1)));
    assert.deepEqual(up, [...ZOOM_STEPS]);
    const down = [zoom];
    while (zoom > MINIMUM_ZOOM) down.push((zoom = stepZoom(zoom, -1)));
    assert.deepEqual(down, [...ZOOM_STEPS].reverse());
  });

  test("a step from between two zooms goes to the nearer side", () => {
    assert.deepEqual([stepZoom(0.97, 1), stepZoom(0.97, -1)], [1, 0.9]);
  });

  test("a fit a hair beside a step counts as that step", () => {
    assert.equal(stepZoom(0.9999, 1), 1.1);
  });

  test("there is no step beyond the limits", () => {
    assert.deepEqual([stepZoom(MAXIMUM_ZOOM, 1), stepZoom(MINIMUM_ZOOM, -1)], [MAXIMUM_ZOOM, MINIMUM_ZOOM]);
  });

  test("no zoom is beyond the limits, whatever comes in", () => {
    assert.deepEqual([limitZoom(1e9), limitZoom(-1), limitZoom(Number.NaN)], [MAXIMUM_ZOOM, MINIMUM_ZOOM, 1]);
  });
});

describe("resolution", () => {
  test("a length becomes whole device pixels, and never none", () => {
    assert.equal(snap(100.4, 1.5) * 1.5, 151);
    assert.equal(snap(0.01, 2) * 2, 1);
  });

  test("a fit falls on the grid, never above what was asked for and never far below", () => {
    for (const ratio of [1, 1.25, 1.5, 2, 3]) {
      for (let available = 200; available < 2600; available += 37) {
        const zoom = available / 816;
        const pixels = snapFit(zoom, 816, ratio) * 816 * ratio;
        assert.ok(
          Math.abs(pixels / FIT_GRID - Math.round(pixels / FIT_GRID)) < 1e-6, `${pixels} is on the grid`,
        );
        assert.ok(pixels <= available * ratio + 1e-6 && pixels > available * ratio - FIT_GRID - 1e-6);
      }
    }
  });

  test("windows that differ by a few pixels ask for the same image", () => {
    const widths = new Set(
      [1000, 1003, 1007].map((available) => Math.round(snapFit(available / 816, 816, 1) * 816)),
    );
    assert.deepEqual([...widths], [992]);
  });

  test("a fit on the grid stays where it is", () => {
    const once = snapFit(0.77, 816, 2);
    assert.equal(snapFit(once, 816, 2), once);
  });

  test("a very small fit is left alone rather than made nothing", () => {
    assert.equal(snapFit(0.01, 816, 1), 0.01);
  });

  test("an image has the pixels of its box", () => {
    assert.equal(imageWidth({ width: 408, height: 528 }, 2, Infinity), 816);
  });

  test("an image is not asked for larger than the pixels that a picture has", () => {
    assert.equal(imageWidth({ width: 1000, height: 500 }, 2, 640), 640);
  });

  test("an image stays within the limits, however tall or wide its page", () => {
    for (const [width, height] of [[9000, 9000], [100, 90_000], [90_000, 100], [3, 3_000_000]]) {
      const pixels = imageWidth({ width, height }, 3, Infinity);
      assert.ok(pixels >= 1 && pixels <= MAXIMUM_SIDE);
      assert.ok(pixels * pixels * (height / width) <= MAXIMUM_PIXELS || pixels === 1);
      assert.ok((pixels * height) / width <= MAXIMUM_SIDE || pixels === 1);
    }
  });
});
