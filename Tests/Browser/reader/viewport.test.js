import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { vec } from "../../../Public/gestures/geometry/index.js";
import { AIR, GAP, PageLayout } from "../../../Public/reader/page-layout.js";
import { CSS_PIXELS_PER_POINT, Viewport } from "../../../Public/reader/viewport.js";

const LETTER = { width: 612, height: 792 };
const SLIDE = { width: 960, height: 540 };
const BOX = { width: 1200, height: 800 };

function viewport(changes = {}) {
  const zoom = { mode: "automatic" };
  return new Viewport(
    {
      pages: Array(12).fill(LETTER),
      unit: CSS_PIXELS_PER_POINT,
      raster: false,
      box: BOX,
      pixelRatio: 1,
      zoom,
      ...changes,
    },
  );
}

function column(count, size = { width: 400, height: 500 }, box = { width: 600, height: 550 }) {
  return new PageLayout(Array(count).fill(size), box, 1);
}

describe("a page of a viewport", () => {
  test("is tiled from one pixel more than one image has", () => {
    const shown = viewport({ zoom: { mode: "scale", scale: 1 } });
    const { width, height } = shown.layout.frame(1);
    assert.deepEqual([0, -1].map((less) => shown.with({ wholePixels: width * height + less }).isTiled(1)), [false, true]);
  });

  test("that is not there measures one unit, and one that is measures its own size", () => {
    assert.deepEqual([viewport().pageSize(12), viewport().pageSize(13)], [LETTER, { width: 1, height: 1 }]);
  });

  test("that is as small as the box cannot be scrolled", () => {
    assert.deepEqual(viewport({ pages: [LETTER], box: { width: 3000, height: 3000 } }).scrollLimit, vec(0, 0));
  });

  test("can be scrolled to no place beyond the content, and sideways where it is wider than the box", () => {
    const shown = viewport({ zoom: { mode: "scale", scale: 2 } });
    const { content } = shown.layout;
    assert.deepEqual(shown.within(vec(-5, -5)), vec(0, 0));
    assert.deepEqual(shown.within(vec(1e6, 1e6)), vec(content.width - BOX.width, content.height - BOX.height));
    const wide = (less) => shown.with({ box: { ...BOX, width: content.width - less } });
    assert.deepEqual([shown, wide(1), wide(0), viewport()].map(({ isZoomedIn }) => isZoomedIn), [true, true, false, false]);
  });
});

describe("zoom of a viewport", () => {
  test("text is shown in its own size where there is room", () => {
    assert.equal(viewport().zoom, 1);
    assert.equal(viewport().layout.frame(1).width, 816);
  });

  test("on a phone a page is as wide as the window but for the air", () => {
    const phone = viewport({ box: { width: 390, height: 700 }, pixelRatio: 3 });
    const width = phone.layout.frame(1).width;
    assert.ok(width <= 390 - 2 * AIR && width > 390 - 2 * AIR - 16 / 3);
  });

  test("a slide is seen as a whole", () => {
    const { layout } = viewport({ pages: [SLIDE, SLIDE] });
    assert.ok(layout.frame(1).height <= BOX.height - 2 * AIR);
  });

  test("a picture is seen as a whole and never larger than its pixels", () => {
    const small = viewport({ pages: [{ width: 300, height: 200 }], raster: true, unit: 1 });
    const large = viewport({ pages: [{ width: 6000, height: 4000 }], raster: true, unit: 1 });
    assert.equal(small.zoom, 1);
    assert.ok(large.layout.frame(1).height <= BOX.height - 2 * AIR);
  });

  test("one fold-out does not make all letters small, and fits itself", () => {
    const pages = [LETTER, LETTER, { width: 3000, height: 792 }, LETTER];
    const shown = viewport({ pages, zoom: { mode: "width" }, box: { width: 700, height: 800 } });
    assert.ok(shown.layout.frame(1).width > 640);
    assert.ok(shown.layout.frame(3).width <= 700 - 2 * AIR);
    assert.equal(shown.layout.content.width, 700);
  });

  test("a chosen zoom holds while the window changes", () => {
    const chosen = viewport({ zoom: { mode: "scale", scale: 2 } });
    assert.equal(chosen.with({ box: { width: 300, height: 300 } }).zoom, 2);
    assert.equal(chosen.layout.frame(1).width, 1632);
  });

  test("a step up and a step down lead back", () => {
    assert.equal(viewport().stepped(1).zoom, 1.1);
    assert.equal(viewport().stepped(1).stepped(-1).zoom, 1);
  });

  test("changing a copy leaves the original as it was", () => {
    const before = viewport();
    before.stepped(1).with({ box: { width: 10, height: 10 } });
    assert.deepEqual([before.zoom, before.box], [1, BOX]);
  });
});

describe("images of a viewport", () => {
  test("have exactly the device pixels of the page, at every density and zoom up to tiles", () => {
    for (const pixelRatio of [1, 1.25, 1.5, 2, 2.625, 3]) {
      for (const scale of [0.33, 0.5, 0.67, 1, 1.25]) {
        const shown = viewport({ pixelRatio, zoom: { mode: "scale", scale } });
        assert.equal(shown.isTiled(1), pixelRatio * scale > 2.2, `${pixelRatio} × ${scale}`);
        if (shown.isTiled(1)) continue;
        const pixels = shown.layout.frame(1).width * pixelRatio;
        assert.ok(Math.abs(pixels - shown.imageWidth(1)) < 1e-6, `${pixels} at ${pixelRatio} × ${scale}`);
      }
    }
  });

  test("are small where tiles lie on them", () => {
    const shown = viewport({ pixelRatio: 2, zoom: { mode: "scale", scale: 16 } });
    const width = shown.imageWidth(1);
    assert.ok(shown.isTiled(1) && width > 800 && width < 1000, String(width));
  });

  test("of a picture without more pixels need no tiles, however large it is shown", () => {
    const picture = { width: 1500, height: 1000 };
    const shown = viewport({ pages: [picture], raster: true, unit: 1, zoom: { mode: "scale", scale: 40 } });
    assert.deepEqual([shown.isTiled(1), shown.imageWidth(1)], [false, 1500]);
  });

  test("lie on whole device pixels", () => {
    const { layout } = viewport({ pixelRatio: 1.5, box: { width: 1201, height: 801 } });
    for (const page of [1, 2, 7]) {
      const { x, y } = layout.frame(page);
      assert.ok(
        Number.isInteger(
          Math.round(x * 1.5 * 1e6) / 1e6,
        ) && Number.isInteger(Math.round(y * 1.5 * 1e6) / 1e6),
      );
    }
  });

  test("of a picture are not larger than the picture", () => {
    const shown = viewport(
      { pages: [{ width: 300, height: 200 }], raster: true, unit: 1, zoom: { mode: "scale", scale: 4 } },
    );
    assert.equal(shown.imageWidth(1), 300);
  });
});

describe("layout of pages", () => {
  test("pages lie below each other with space between them", () => {
    const layout = column(3);
    assert.equal(layout.frame(1).y, AIR);
    assert.equal(layout.frame(2).y, AIR + 500 + GAP);
    assert.equal(layout.content.height, 2 * AIR + 3 * 500 + 2 * GAP);
  });

  test("a single short page lies in the middle", () => {
    const { y } = column(1, { width: 400, height: 200 }).frame(1);
    assert.equal(y, 175);
  });

  test("a page wider than the window leaves air on both sides of it", () => {
    const layout = column(1, { width: 900, height: 500 });
    assert.equal(layout.content.width, 900 + 2 * AIR);
    assert.equal(layout.frame(1).x, AIR);
  });

  test("a place leads back to its point", () => {
    const layout = column(5);
    for (const y of [0, 16, 300, 520, 1000, 2500]) {
      assert.ok(Math.abs(layout.pointOf(layout.placeAt(vec(200, y))).y - y) < 1e-9);
    }
  });

  test("a place stays on its page at another zoom", () => {
    const before = viewport();
    const after = before.with({ zoom: { mode: "scale", scale: 3 } });
    const place = before.layout.placeAt(vec(600, 2500));
    const again = after.layout.placeAt(after.layout.pointOf(place));
    assert.equal(again.page, place.page);
    assert.ok(Math.abs(again.fraction.y - place.fraction.y) < 1e-9);
  });

  test("the page shown is the one that most is seen of", () => {
    const layout = column(5);
    assert.deepEqual([0, 200, 300, 512, 900].map((top) => layout.pageShown(top)), [1, 1, 2, 2, 3]);
  });

  test("of several pages that are wholly seen, the first is shown", () => {
    assert.equal(column(20, { width: 100, height: 100 }).pageShown(0), 1);
  });

  test("at the very end the last page is shown", () => {
    const layout = column(20, { width: 100, height: 100 });
    assert.equal(layout.pageShown(layout.content.height - 550), 20);
  });

  test("between two pages only those are near that reach in", () => {
    const layout = column(5);
    assert.deepEqual(layout.pagesBetween(0, 550), { first: 1, last: 2 });
    assert.deepEqual(layout.pagesBetween(520, 1000), { first: 2, last: 2 });
    assert.deepEqual(layout.pagesBetween(1e9, 1e9), { first: 5, last: 5 });
  });

  test("going to a page that fits puts it in the middle, and to a tall one shows its top", () => {
    assert.equal(column(5).scrollTo(3), AIR + 2 * (500 + GAP) - AIR - 9);
    assert.equal(column(5, { width: 400, height: 2000 }).scrollTo(2), 2000 + GAP);
  });

  test("ten thousand pages are laid out and found", () => {
    const layout = column(10_000);
    assert.equal(layout.placeAt(vec(0, layout.frame(9_876).y + 1)).page, 9_876);
  });
});
