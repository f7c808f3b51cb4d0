import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ONE_COLUMN } from "../../../Public/reader/page-layout.js";
import { AIR, CSS_PIXELS_PER_POINT, Viewport } from "../../../Public/reader/viewport.js";

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
      arrangement: ONE_COLUMN,
      turn: 0,
      bars: { top: 0, bottom: 0 },
      ...changes,
    },
  );
}

describe("a page of a viewport", () => {
  test("is tiled from one pixel more than one image has", () => {
    const shown = viewport({ zoom: { mode: "scale", scale: 1 } });
    const { width, height } = shown.frame(1);
    assert.deepEqual([0, -1].map((less) => shown.with({ wholePixels: width * height + less }).isTiled(1)), [false, true]);
  });

  test("that is not there measures one unit, and one that is measures its own size", () => {
    assert.deepEqual([viewport().pageSize(12), viewport().pageSize(13)], [LETTER, { width: 1, height: 1 }]);
  });
});

describe("zoom of a viewport", () => {
  test("text is shown in its own size where there is room", () => {
    assert.equal(viewport().zoom, 1);
    assert.equal(viewport().frame(1).width, 816);
  });

  test("on a phone a page is as wide as the window but for the air", () => {
    const phone = viewport({ box: { width: 390, height: 700 }, pixelRatio: 3 });
    const width = phone.frame(1).width;
    assert.ok(width <= 390 - 2 * AIR && width > 390 - 2 * AIR - 16 / 3);
  });

  test("PV-11 two pages lie side by side of themselves in a window that is wide enough for them", () => {
    const pages = Array.from({ length: 5 }, () => LETTER);
    const spread = (box, changes) => viewport({ pages, box, arrangement: { flow: "paged", spread: "auto" }, ...changes }).arrangement.spread;
    assert.deepEqual([spread({ width: 1440, height: 900 }), spread({ width: 820, height: 1180 }), spread({ width: 1180, height: 820 })], ["cover", "single", "cover"]);
    assert.equal(spread({ width: 1440, height: 900 }, { pages: [SLIDE, SLIDE] }), "single");
    const down = { arrangement: { flow: "down", spread: "auto" } };
    assert.deepEqual([spread({ width: 1440, height: 900 }, down), spread({ width: 900, height: 900 }, down)], ["cover", "single"]);
    const shown = viewport({ pages, ...down });
    assert.deepEqual(shown.with({ box: { width: 390, height: 844 } }).chosenArrangement, down.arrangement);
  });

  test("a page of 14,400 points fits a phone", () => {
    const huge = { pages: [{ width: 14_400, height: 14_400 }], box: { width: 390, height: 700 } };
    const widths = ["page", "width"].map((mode) => viewport({ ...huge, zoom: { mode } }).frame(1).width);
    assert.ok(widths.every((width) => width <= 390), `${widths}`);
  });

  test("a step out of a fit below the smallest zoom leaves it, and one in leads to the smallest", () => {
    const huge = viewport({ pages: [{ width: 14_400, height: 14_400 }], box: { width: 390, height: 700 }, zoom: { mode: "page" } });
    assert.deepEqual([huge.stepped(-1).zoom, huge.stepped(1).zoom], [huge.zoom, 0.1]);
  });

  test("a page of one point is large enough to be seen, and fills the window where it is to fit", () => {
    const tiny = { pages: [{ width: 1, height: 1 }], unit: CSS_PIXELS_PER_POINT };
    const heights = ["automatic", "page"].map((mode) => viewport({ ...tiny, zoom: { mode } }).frame(1).height);
    assert.ok(heights[0] >= 160 && heights[1] > BOX.height - 2 * AIR - 16, `${heights}`);
    assert.equal(viewport({ ...tiny, zoom: { mode: "scale", scale: 1 } }).frame(1).width, 16);
  });

  test("among others it is found, and leaves those as they are", () => {
    const shown = viewport({ pages: [LETTER, { width: 1, height: 1 }, { width: 3, height: 3 }] });
    assert.deepEqual([shown.zoom, shown.frame(1).width, shown.frame(2).width], [1, 816, 16]);
  });

  test("an icon of pixels is no larger than it is", () => {
    assert.equal(viewport({ pages: [{ width: 16, height: 16 }], raster: true, unit: 1 }).frame(1).width, 16);
  });

  test("a page that is a thousand times as long as wide is no hairline where it is to fit", () => {
    const widths = [[10, 14_400], [14_400, 10]].map(([width, height]) => {
      const { width: across, height: down } = viewport({ pages: [{ width, height }], zoom: { mode: "page" } }).frame(1);
      return Math.min(across, down);
    });
    assert.ok(widths.every((width) => width >= 4), `${widths}`);
  });

  test("a slide is seen as a whole", () => {
    const shown = viewport({ pages: [SLIDE, SLIDE] });
    assert.ok(shown.frame(1).height <= BOX.height - 2 * AIR);
  });

  test("a picture is seen as a whole and never larger than its pixels", () => {
    const small = viewport({ pages: [{ width: 300, height: 200 }], raster: true, unit: 1 });
    const large = viewport({ pages: [{ width: 6000, height: 4000 }], raster: true, unit: 1 });
    assert.equal(small.zoom, 1);
    assert.ok(large.frame(1).height <= BOX.height - 2 * AIR);
  });

  test("one fold-out does not make all letters small, and fits itself", () => {
    const pages = [LETTER, LETTER, { width: 3000, height: 792 }, LETTER];
    const shown = viewport({ pages, zoom: { mode: "width" }, box: { width: 700, height: 800 } });
    assert.ok(shown.frame(1).width > 640);
    assert.ok(shown.frame(3).width <= 700 - 2 * AIR);
  });

  test("each page fits, whatever the others are like: the width of a phone, the width that is asked for, the whole page", () => {
    const pages = [SLIDE, LETTER, LETTER, { width: 842, height: 595 }, { width: 420, height: 595 }];
    const phone = { box: { width: 390, height: 700 } };
    for (const changes of [phone, { ...phone, zoom: { mode: "width" } }, { zoom: { mode: "width" } }]) {
      const shown = viewport({ pages, ...changes });
      for (const page of [1, 2, 3, 4, 5]) assert.ok(Math.abs(shown.frame(page).width - shown.room.width) <= 17, `${page}: ${shown.frame(page).width}`);
    }
    for (const flow of ["down", "paged"]) {
      const whole = viewport({ pages, arrangement: { flow, spread: "single" }, zoom: { mode: "page" } });
      for (const page of [1, 2, 4]) {
        const { width, height } = whole.frame(page);
        assert.ok(width <= whole.room.width + 1 && height <= whole.room.height + 1);
        assert.ok(width > whole.room.width - 17 || height > whole.room.height - 17, `${page} ${width} ${height}`);
      }
    }
  });

  test("pages that fit stay as they are beside one another while the zoom changes, and have their own sizes when one is chosen", () => {
    const pages = [LETTER, LETTER, { width: 842, height: 595 }];
    const shown = viewport({ pages, zoom: { mode: "width" } });
    assert.equal(shown.scaledTo(3).layout, shown.layout);
    const own = shown.chosen({ mode: "scale", scale: 1 });
    assert.ok(Math.abs(own.frame(3).width / own.frame(1).width - 842 / 612) < 0.01);
    assert.deepEqual([own.zoomOf(1), own.zoomOf(3)], [1, 1]);
    assert.ok(Math.abs(shown.zoomOf(3) * 842 - shown.zoomOf(1) * 612) < 17);
    assert.ok(Math.abs(shown.stepped(1, 3).zoomOf(3) - 1.1) < 1e-9);
  });

  test("a speck among pages does not fill the window", () => {
    const shown = viewport({ pages: [LETTER, LETTER, { width: 3, height: 3 }], zoom: { mode: "width" } });
    assert.ok(shown.frame(3).width < 100, String(shown.frame(3).width));
  });

  test("pages of one size have one layout at every fit", () => {
    const [shown, other] = [viewport(), viewport({ zoom: { mode: "page" } })];
    const again = shown.with({ zoom: { mode: "page" } });
    assert.equal(again.layout, shown.layout);
    assert.notEqual(other, again);
  });

  test("a chosen zoom holds while the window changes", () => {
    const chosen = viewport({ zoom: { mode: "scale", scale: 2 } });
    assert.equal(chosen.with({ box: { width: 300, height: 300 } }).zoom, 2);
    assert.equal(chosen.frame(1).width, 1632);
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
        const pixels = shown.frame(1).width * pixelRatio;
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
    const shown = viewport({ pixelRatio: 1.5, zoom: { mode: "scale", scale: 0.77 } });
    for (const page of [1, 2, 7]) {
      const { x, y } = shown.frame(page);
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

describe("a place on a page", () => {
  test("leads back to its point, also between pages and beyond them", () => {
    const shown = viewport();
    for (const y of [-10, 0, 300, 1070, 1080, 2500]) {
      assert.ok(Math.abs(shown.pointOf(shown.placeAt({ x: 200, y }, 0)).y - y) < 1e-9);
    }
  });

  test("between two pages is nearer to one of them", () => {
    const shown = viewport();
    const [first, second] = [shown.frame(1), shown.frame(2)];
    const end = first.y + first.height;
    const space = second.y - end;
    const near = [-5, 0.3 * space, 0.7 * space, space + 5].map((below) => shown.pageNear({ x: 200, y: end + below }, 0));
    assert.deepEqual(near, [1, 1, 2, 2]);
    assert.deepEqual([shown.pageNear({ x: 200, y: -90 }, 0), shown.pageNear({ x: 200, y: 1e6 }, 0)], [1, shown.pageCount]);
    const row = viewport({ arrangement: { flow: "across", spread: "single" } });
    assert.equal(row.pageNear({ x: row.frame(2).x - 1, y: 90 }, 0), 2);
    const turned = viewport({ arrangement: { flow: "paged", spread: "single" } });
    assert.equal(turned.pageNear({ x: 200, y: 1e6 }, 0), 1);
  });

  test("stays on its page at another zoom", () => {
    const place = viewport().placeAt({ x: 600, y: 2500 }, 0);
    const after = viewport({ zoom: { mode: "scale", scale: 3 } });
    const again = after.placeAt(after.pointOf(place), 0);
    assert.equal(again.page, place.page);
    assert.ok(Math.abs(again.fraction.y - place.fraction.y) < 1e-9);
  });
});

describe("pages that are turned", () => {
  test("lie on their side, fit the window so, and have images of their own direction", () => {
    const [upright, turned] = [0, 90].map((turn) => viewport({ turn, zoom: { mode: "width" }, box: { width: 700, height: 800 } }));
    assert.ok(turned.frame(1).width > turned.frame(1).height);
    assert.ok(turned.frame(1).width <= 700 - 2 * AIR);
    assert.ok(turned.zoom < upright.zoom);
    assert.equal(turned.imageWidth(1), turned.frame(1).height);
  });
});

describe("two pages side by side", () => {
  test("fit the window together", () => {
    const shown = viewport({ arrangement: { flow: "down", spread: "double" }, zoom: { mode: "width" } });
    const [left, right] = [shown.frame(1), shown.frame(2)];
    assert.ok(right.x + right.width - left.x <= BOX.width - 2 * AIR);
    assert.ok(right.x + right.width - left.x > BOX.width - 2 * AIR - 64);
  });
});
